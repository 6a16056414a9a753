"""Roles say what a user may do at most; scopes say what one of their tokens may do of that."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from arena.settings import ArenaError


class Role(StrEnum):
    ADMIN = "admin"
    CONTESTANT = "contestant"
    SPECTATOR = "spectator"


class Scope(StrEnum):
    READ = "read"
    """See what is one's own: submissions, logs, tokens."""
    SUBMIT = "submit"
    """Upload bots; activate and retire versions."""
    TOKENS = "tokens"
    """Make and revoke one's own tokens."""
    TOURNAMENTS = "tournaments"
    """Plan, run and cancel tournaments."""
    ADMIN = "admin"
    """Do for others what they may do for themselves."""


ALLOWED = {
    Role.SPECTATOR: frozenset({Scope.READ, Scope.TOKENS}),
    Role.CONTESTANT: frozenset({Scope.READ, Scope.SUBMIT, Scope.TOKENS}),
    Role.ADMIN: frozenset(Scope),
}
USUAL = {
    Role.SPECTATOR: (Scope.READ,),
    Role.CONTESTANT: (Scope.READ, Scope.SUBMIT),
    Role.ADMIN: tuple(Scope),
}
"""What a token has if nobody says."""


def checked_scopes(role: Role, asked: Iterable[Scope]) -> list[Scope]:
    """These scopes in their usual order, if the role allows them."""
    wanted = set(asked) or set(USUAL[role])
    if refused := wanted - ALLOWED[role]:
        raise ArenaError(
            f"the role {role} has no scope {', '.join(sorted(refused))}; it has: {', '.join(sorted(ALLOWED[role]))}"
        )
    return [scope for scope in Scope if scope in wanted]
