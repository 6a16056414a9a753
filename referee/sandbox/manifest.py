"""bot.toml: what a bot is called, which games it plays, how it is built and run."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.games import GAMES
from referee.sandbox.errors import ManifestError

FILE_NAME = "bot.toml"
MAX_BYTES = 64 * 1024
MAX_NAME = 40
NAME = re.compile(r"[a-z0-9-]+", re.ASCII)
KEYS = ("name", "games", "run", "build")


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot.toml that has been checked."""

    name: str
    games: tuple[str, ...]
    run: tuple[str, ...]
    build: tuple[str, ...] | None = None


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the bot in this folder; ManifestError says what is wrong with it."""
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ManifestError(f"{folder} has no {FILE_NAME}: a bot is a folder with one") from None
    except OSError as error:
        raise ManifestError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return parse_manifest(data)
    except ManifestError as error:
        raise ManifestError(f"{path}: {error}") from None


def parse_manifest(data: bytes) -> Manifest:
    if len(data) > MAX_BYTES:
        raise ManifestError(f"it is longer than {MAX_BYTES // 1024} KB")
    try:
        values = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise ManifestError("it is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ManifestError(f"it is not TOML: {error}") from None
    unknown = [key for key in values if key not in KEYS]
    if unknown:
        raise ManifestError(f"there is no key {unknown[0]!r}; there are: {', '.join(KEYS)}")
    build = _command(values, "build") if "build" in values else None
    return Manifest(_name(values), _games(values), _command(values, "run"), build)


def _name(values: Mapping[str, object]) -> str:
    name = _required(values, "name", 'name = "greedy"')
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ManifestError(f"name is {name!r}, but must be made of the letters a to z, digits and hyphens")
    if len(name) > MAX_NAME:
        raise ManifestError(f"name is {len(name)} characters long, but {MAX_NAME} is the most")
    return name


def _games(values: Mapping[str, object]) -> tuple[str, ...]:
    games = _texts(values, "games", 'games = ["claim"]')
    for game in games:
        if game not in GAMES:
            raise ManifestError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    if len(set(games)) < len(games):
        raise ManifestError("games names a game twice")
    return games


def _command(values: Mapping[str, object], key: str) -> tuple[str, ...]:
    command = _texts(values, key, f'{key} = ["python3", "bot.py"]')
    if not command[0]:
        raise ManifestError(f"the first word of {key}, the program, is empty")
    if any("\0" in word for word in command):
        raise ManifestError(f"{key} has a NUL character in it")
    return command


def _texts(values: Mapping[str, object], key: str, example: str) -> tuple[str, ...]:
    texts = _required(values, key, example)
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ManifestError(f"{key} must be a list of texts with at least one in it, as in: {example}")
    return tuple(texts)


def _required(values: Mapping[str, object], key: str, example: str) -> object:
    if key not in values:
        raise ManifestError(f"{key} is missing; write, for example: {example}")
    return values[key]
