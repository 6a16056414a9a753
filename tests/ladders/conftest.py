"""The fixtures of tests/arena: a root, a database of each kind, an arena."""

from tests.arena.conftest import arena, database, postgres, redis_url, root

__all__ = ["arena", "database", "postgres", "redis_url", "root"]
