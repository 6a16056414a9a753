"""Who may dial in from afar: names, and the SHA-256 of each one's token. The tokens themselves are kept nowhere."""

from __future__ import annotations

import hmac
import os
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from referee.games.base import GameError

NAME = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
LINE = re.compile(r"([a-z0-9-]{1,40}) ([0-9a-f]{64})", re.ASCII)


class TokenError(GameError):
    """A file of tokens, or a name, that cannot be used."""


class Tokens:
    """A file with a line for each bot: its name and the digest of its token. Read anew at every look."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, name: str) -> str:
        """A new token for a bot, shown this once; an old one of the same name no longer works."""
        if not NAME.fullmatch(name):
            raise TokenError(f"a bot's name is made of the letters a to z, digits and hyphens, not {name!r}")
        token = f"bothy_{secrets.token_urlsafe(32)}"
        self._write({**self._read(), name: _digest(token)})
        return token

    def revoke(self, name: str) -> None:
        digests = self._read()
        if digests.pop(name, None) is None:
            raise TokenError(f"{self._path} has no bot {name!r}")
        self._write(digests)

    def hold(self, digests: Mapping[str, str]) -> None:
        """These names and digests, and no others."""
        if digests != self._read():
            self._write(dict(digests))

    def name_of(self, token: str) -> str | None:
        """The bot that this token belongs to, or None."""
        digest = _digest(token)
        return next((name for name, known in self._read().items() if hmac.compare_digest(known, digest)), None)

    def _read(self) -> dict[str, str]:
        try:
            lines = self._path.read_text(encoding="ascii").splitlines()
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError:
            raise TokenError(f"{self._path} is no file of tokens") from None
        digests = {}
        for number, line in enumerate(lines, 1):
            match = LINE.fullmatch(line.strip())
            if match is None:
                raise TokenError(f"{self._path}, line {number}: should be a name and the SHA-256 of its token")
            digests[match[1]] = match[2]
        return digests

    def _write(self, digests: dict[str, str]) -> None:
        text = "".join(f"{name} {digest}\n" for name, digest in digests.items())
        new = self._path.with_name(self._path.name + ".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        new.replace(self._path)


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
