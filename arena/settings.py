"""Where the arena keeps its things: by environment, by arena.toml, or by defaults that need neither."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from arena.door.rule import PATIENCE_MINUTES

FILE_NAME = "arena.toml"


class ArenaError(Exception):
    """A user's mistake, or something that is not there; one clear sentence."""


class Missing(ArenaError):
    """Something that was named is not there."""


@dataclass(frozen=True, slots=True)
class Settings:
    """ARENA_HOME, ARENA_DATABASE_URL, … or home, database_url, … in arena.toml; the environment goes first."""

    home: Path = Path("data")
    """For everything that has no place of its own: database, packages, sockets, logs."""
    database_url: str = ""
    """By default an SQLite file in the home."""
    redis_url: str = ""
    """By default the arena starts a server of its own."""
    referee_socket: str = ""
    """By default the arena starts a referee of its own."""
    workers: int = 0
    """How many matches this host plays at once; by default one for every two cores."""
    trust_bots: int = 0
    """1 plays submitted bots even where there is no sandbox: only if all of them are one's own."""
    lease_seconds: int = 30
    """A match whose worker has not been heard of for so long is taken back."""
    door: str = ""
    """HOST:PORT at which bots from afar dial in over TLS; by default there is no door."""
    door_cert: str = ""
    """The door's TLS certificate, a PEM file."""
    door_key: str = ""
    """Its private key, a PEM file."""
    patience_minutes: int = PATIENCE_MINUTES
    """How long a match waits for a bot from afar that is away."""

    @property
    def database(self) -> str:
        return self.database_url or f"sqlite:///{self.home.absolute() / 'arena.db'}"

    @property
    def packages(self) -> Path:
        """Where uploads were kept before the database kept them."""
        return self.home / "packages"

    @property
    def worker_count(self) -> int:
        return self.workers or max(1, (os.cpu_count() or 2) // 2)


def load_settings(folder: Path | None = None) -> Settings:
    """The settings of this process; ArenaError says what is wrong with them."""
    values = _from_file((folder or Path.cwd()) / FILE_NAME)
    values |= {
        field.name: os.environ[name]
        for field in fields(Settings)
        if (name := f"ARENA_{field.name.upper()}") in os.environ
    }
    return Settings(**{name: _typed(name, value) for name, value in values.items()})


def _from_file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path} is not TOML: {error}") from None
    known = [field.name for field in fields(Settings)]
    for name in values:
        if name not in known:
            raise ArenaError(f"{path}: there is no setting {name!r}; there are: {', '.join(known)}")
    return values


def _typed(name: str, value: Any) -> Any:
    kind = {"home": Path} | dict.fromkeys(("workers", "trust_bots", "lease_seconds", "patience_minutes"), int)
    try:
        typed = kind.get(name, str)(value)
    except (TypeError, ValueError):
        raise ArenaError(f"setting {name} is {value!r}, but must be a whole number") from None
    least = 1 if name in ("lease_seconds", "patience_minutes") else 0
    if isinstance(typed, int) and not least <= typed <= 3600:
        raise ArenaError(f"setting {name} is {value!r}, but must be from {least} to 3600")
    return typed
