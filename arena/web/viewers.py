"""Whoever looks at the arena, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass

from arena.accounts.models import Token, User
from arena.accounts.roles import Role, Scope


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user as one of their tokens shows them, or anybody: then there is no name."""

    name: str | None = None
    role: Role = Role.SPECTATOR
    scopes: frozenset[Scope] = frozenset()
    token_key: str | None = None
    """Which of their tokens it was; its part that is no secret."""

    @classmethod
    def of(cls, token: Token, user: User) -> Viewer:
        scopes = frozenset(Scope(scope) for scope in token.scopes)
        return cls(user.name, Role(user.role), scopes, token.key)

    @property
    def is_known(self) -> bool:
        return self.name is not None

    @property
    def is_admin(self) -> bool:
        return self.role is Role.ADMIN and Scope.ADMIN in self.scopes

    @property
    def may_submit(self) -> bool:
        return Scope.SUBMIT in self.scopes

    def owns(self, owner: str) -> bool:
        """Whether they may see what is this owner's own: logs, and what build and check said."""
        return Scope.READ in self.scopes and (self.is_admin or self.name == owner)

    def may_change(self, owner: str) -> bool:
        """Whether they may activate and retire this owner's versions."""
        return Scope.SUBMIT in self.scopes and (self.is_admin or self.name == owner)


ANYBODY = Viewer()
