"""What a user wants to have played: from options, or from a TOML file with the same words."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.models import Format
from arena.settings import ArenaError
from arena.store import checked_owner
from arena.tournaments import Plan
from referee.clock import ClockError, ClockSettings
from referee.games import game_of
from referee.limits import EXAMPLE, LimitError, Limits
from referee.seatings import Seatings


def names_in(text: str) -> list[str]:
    """`greedy, anna/tricky@3`"""
    return [name.strip() for name in text.split(",") if name.strip()]


def options_of(game: str, texts: list[str] | None) -> dict[str, object]:
    """`tactics=true`, as the game understands it."""
    rules = game_of(game)
    specs = {spec.name: spec for spec in rules.option_specs}
    options: dict[str, object] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArenaError(f"an option is written name=value, not {text!r}")
        if name not in specs:
            raise ArenaError(f"{game} has no option {name!r}; it has: {', '.join(specs) or 'no options'}")
        options[name] = specs[name].parse(value)
    return options


def clock_of(text: str) -> dict[str, int]:
    """`grace=50ms,bank=5s`"""
    return asdict(ClockSettings.parse(text))


def limits_of(text: str) -> dict[str, int] | None:
    """`memory=512MB,processes=64`; None if nothing is said."""
    return asdict(Limits.parse(text)) if text else None


def plan_of(
    name: str | None,
    game: str | None,
    bots: str | None,
    format: Format,
    players: int | None,
    option: list[str] | None,
    blocks: int,
    rounds: int | None,
    seed: str | None,
    clock: str,
    limits: str,
    freeze: bool,
    owner: str,
    file: Path | None,
) -> Plan:
    """From the options of `arena tournament create`."""
    if file is not None:
        return plan_from(file, name)
    if name is None or game is None or bots is None:
        raise ArenaError("give a name, --game and --bots, or --file (see arena tournament create --help)")
    return Plan(
        name, game, names_in(bots), format, players, options_of(game, option), blocks, rounds, seed, clock_of(clock),
        limits=limits_of(limits), freeze=freeze, owner=checked_owner(owner),
    )  # fmt: skip


def plan_from(path: Path, name: str | None) -> Plan:
    """The plan in a file; a name on the command line goes first."""
    values = _read(path)
    if name is not None:
        values["name"] = name
    for key in ("name", "game", "bots"):
        if key not in values:
            raise ArenaError(f"{path} lacks {key!r}")
    try:
        return Plan(**{key: READERS[key](value) for key, value in values.items()})
    except _Wrong as error:
        key, value = error.args
        raise ArenaError(f"{path}: {key}, not {value!r}") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path} is not TOML: {error}") from None
    if unknown := sorted(set(values) - set(READERS)):
        raise ArenaError(f"{path}: there is no key {unknown[0]!r}; there are: {', '.join(READERS)}")
    return values


class _Wrong(Exception):
    """What a value must be, and what it is."""


def _text(what: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise _Wrong(f"{what} is a text", value)
        return value

    return read


def _number(what: str, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise _Wrong(f"{what} is a whole number from 1 to {most}", value)
        return value

    return read


def _one_of(what: str, kind: type[Format] | type[Seatings]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if value not in list(kind):
            raise _Wrong(f"{what} is one of {', '.join(kind)}", value)
        return kind(value)

    return read


def _bots(value: Any) -> list[str]:
    if isinstance(value, str):
        return names_in(value)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _Wrong("bots is a list of names", value)
    return value


def _options(value: Any) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _Wrong("options is a table of the game's options", value)
    return value


def _clock(value: Any) -> dict[str, int]:
    """Either as on the command line, or a table of milliseconds."""
    try:
        if isinstance(value, str):
            return clock_of(value)
        if isinstance(value, dict) and all(type(ms) is int for ms in value.values()):
            return asdict(ClockSettings(**value))
    except (TypeError, ClockError):
        pass
    raise _Wrong("clock is like 'grace=50ms,bank=5s', or a table of startup_ms, grace_ms and bank_ms", value)


def _limits(value: Any) -> dict[str, int] | None:
    try:
        if isinstance(value, str):
            return limits_of(value)
    except LimitError:
        pass
    raise _Wrong(f"limits is any of {EXAMPLE!r}", value)


def _flag(key: str) -> Callable[[Any], bool]:
    def read(value: Any) -> bool:
        if not isinstance(value, bool):
            raise _Wrong(f"{key} is true or false", value)
        return value

    return read


READERS: dict[str, Callable[[Any], Any]] = {
    "name": _text("name"),
    "game": _text("game"),
    "bots": _bots,
    "format": _one_of("format", Format),
    "players": _number("players", 5),
    "options": _options,
    "blocks": _number("blocks", 100_000),
    "rounds": _number("rounds", 1000),
    "seed": _text("seed"),
    "clock": _clock,
    "seatings": _one_of("seatings", Seatings),
    "parallel": _number("parallel", 64),
    "limits": _limits,
    "freeze": _flag("freeze"),
    "owner": _text("owner"),
}
