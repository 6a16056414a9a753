"""A game written down, in the format `bothy-replay/1`: seed and actions, and what follows from them.

The digest covers every key of the format but the times, so that replays of the same game by the same
bots are the same bytes but for those. Keys that nobody knows are anybody's to add, and no reader looks at them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.games.base import AnyGame, GameError, Options, Position, Seat
from referee.games.shuffle import commitment
from referee.results import Result, Termination

FORMAT = "bothy-replay/1"
REPLAY_KEYS = ("format", "game", "options", "seats", "seed", "commitment", "initial", "steps", "result")
PROVED_STEP_KEYS = ("seat", "legal", "action", "forced", "autopilot", "note")
RESULT_KEYS = ("placings", "scores", "termination", "offender", "offenders", "detail")
SHORT = 120
"""Characters of a value that a message quotes."""


class ReplayError(GameError):
    """A file that is no replay; the message says what is wrong with it."""


class Difference(ReplayError):
    """Where a replay first says something else than its seed and actions do."""

    def __init__(self, what: str, message: str, step: int | None = None) -> None:
        place = f"step {step + 1}: " if step is not None else ""
        super().__init__(f"{place}{what} differs: {message}")
        self.what = what
        """deal, commitment, seat, legal list, forced flag, action, …"""
        self.step = step
        """Counted from 0; None for what concerns the whole game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision."""

    seat: Seat
    legal: tuple[str, ...]
    action: str
    ms: float = 0.0
    """The time charged to the bot; 0 for forced and autopilot steps."""
    autopilot: bool = False
    """The referee took the first legal action for a seat that had failed before."""
    note: str = ""
    """What the bot said of its choice."""
    cpu_ms: float | None = None
    """The CPU time that the bot used for it, where the host could tell."""

    @property
    def forced(self) -> bool:
        return len(self.legal) == 1

    def to_json(self) -> dict[str, Any]:
        entry: dict[str, Any] = {"seat": self.seat, "legal": list(self.legal), "action": self.action}
        entry |= {"forced": self.forced, "ms": self.ms}
        if self.cpu_ms is not None:
            entry["cpu_ms"] = self.cpu_ms
        if self.autopilot:
            entry["autopilot"] = True
        if self.note:
            entry["note"] = self.note
        return entry


@dataclass(slots=True)
class Replay:
    """A game being written down, or read."""

    game: str
    options: Options
    seats: tuple[str, ...]
    seed: bytes
    initial: Position
    steps: list[Step] = field(default_factory=list)
    result: Result | None = None

    def to_json(self) -> dict[str, Any]:
        if self.result is None:
            raise ReplayError("a game without a result has no replay")
        replay = {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seats": list(self.seats),
            "seed": self.seed.hex(),
            "commitment": commitment(self.seed),
            "initial": self.initial,
            "steps": [step.to_json() for step in self.steps],
            "result": _result_to_json(self.result),
        }
        return replay | {"digest": digest(replay)}

    def write(self, path: Path) -> None:
        # A lone surrogate in a bot's words is written as the JSON escape that it looks like.
        path.write_bytes(to_text(self.to_json()).encode("utf-8", "backslashreplace"))


def to_text(replay: Mapping[str, Any]) -> str:
    """The one way in which a replay is written: a step a line, so that files can be read and compared."""
    head = {key: value for key, value in replay.items() if key not in ("steps", "result", "digest")}
    lines = [f"{_compact(key)}: {_compact(value)}" for key, value in head.items()]
    steps = ",\n  ".join(_compact(step) for step in replay["steps"])
    lines.append(f'"steps": [\n  {steps}\n ]')
    lines += [f"{_compact(key)}: {_compact(replay[key])}" for key in ("result", "digest") if key in replay]
    return "{" + ",\n ".join(lines) + "}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def digest(replay: Mapping[str, Any]) -> str:
    """SHA-256 over the keys of the format as compact JSON with sorted keys, without `digest` and the steps' times."""
    proved = _only(REPLAY_KEYS, replay)
    steps = replay.get("steps")
    if isinstance(steps, list):
        proved["steps"] = [_only(PROVED_STEP_KEYS, step) for step in steps]
    if "result" in replay:
        proved["result"] = _only(RESULT_KEYS, replay["result"])
    text = json.dumps(proved, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _only(keys: Iterable[str], value: Any) -> Any:
    """An object without keys that nobody knows; what is no object stays as it is."""
    return {key: value[key] for key in keys if key in value} if isinstance(value, Mapping) else value


def begin(game: AnyGame, state: Any, seed: bytes, seats: tuple[str, ...]) -> Replay:
    """An empty replay of a game that was just dealt."""
    return Replay(game.key, game.options(state), seats, seed, game.to_position(state))


def read_json(path: Path) -> dict[str, Any]:
    """A replay file as JSON, checked for its format only; `verify` looks inside."""
    try:
        text = path.read_text(encoding="utf-8")
        replay = json.loads(text, object_pairs_hook=_object_without_repeats, parse_constant=_refuse_constant)
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read: {error.strerror}") from None
    except RecursionError:
        raise ReplayError(f"{path}: is no replay: it is nested too deeply") from None
    except ValueError as error:
        raise ReplayError(f"{path}: is no JSON: {error}") from None
    if not isinstance(replay, dict) or replay.get("format") != FORMAT:
        raise ReplayError(f"{path}: is no replay: its format is not {FORMAT!r}")
    return replay


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a key that is there twice one reader takes the first value and another the last."""
    entry = dict(pairs)
    if len(entry) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {max(names, key=names.count)!r} is there twice")
    return entry


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _result_to_json(result: Result) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "placings": None if result.placings is None else list(result.placings),
        "scores": None if result.scores is None else list(result.scores),
        "termination": str(result.termination),
        "offender": result.offender,
        "detail": result.detail,
    }
    return entry | ({"offenders": list(result.offenders)} if result.offenders else {})


def result_from_json(entry: Mapping[str, Any]) -> Result:
    """A result out of a replay whose shape `verify` has checked."""
    placings, scores = entry["placings"], entry["scores"]
    return Result(
        None if placings is None else tuple(placings),
        None if scores is None else tuple(scores),
        Termination(entry["termination"]),
        entry["offender"],
        entry["detail"],
        tuple(entry.get("offenders", [])),
    )


def same(one: object, other: object) -> bool:
    """Equal as JSON: true is not 1, and 1 is not 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def contrast(want: object, got: object) -> str:
    """What should be written and what is, down to the first entry that differs."""
    if isinstance(want, list) and isinstance(got, list):
        for number, (wanted, found) in enumerate(zip(want, got, strict=False), start=1):
            if not same(wanted, found):
                return f"entry {number}: {contrast(wanted, found)}"
        return f"it should have {len(want)} entries, the file has {len(got)}"
    if isinstance(want, dict) and isinstance(got, dict):
        for key in [*want, *got]:
            if key not in want:
                return f"the key {key!r} does not belong there"
            if key not in got:
                return f"the key {key!r} is missing"
            if not same(want[key], got[key]):
                return f"{key}: {contrast(want[key], got[key])}"
    return f"it should be {short(want)}, the file says {short(got)}"


def short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
