from tests.arena.conftest import database, postgres, root

__all__ = ["database", "postgres", "root"]
