"""Guests: they play one match, and are known by a token that works once. Only its digest is told beforehand."""

from __future__ import annotations

import re
from hashlib import sha256

from referee.games.base import GameError

DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


class GuestError(GameError):
    """A guest that cannot be expected."""


class Guests:
    """The guests that matches wait for."""

    def __init__(self) -> None:
        self._expected: set[str] = set()

    def expect(self, digest: str) -> str:
        """Wait for the guest with this token's digest, by which it is also called to its table."""
        if not DIGEST.fullmatch(digest):
            raise GuestError("a guest is known by the SHA-256 of its token, in hex")
        if digest in self._expected:
            raise GuestError("this guest is expected at another table")
        self._expected.add(digest)
        return digest

    def forget(self, *digests: str) -> None:
        self._expected.difference_update(digests)

    def name_of(self, token: str) -> str | None:
        """The digest of an expected guest's token, once; None for anybody else."""
        digest = sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
        if digest not in self._expected:
            return None
        self._expected.remove(digest)
        return digest
