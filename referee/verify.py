"""Replays a written game from its seed and actions, and finds the first difference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee import results
from referee.games import game_of
from referee.games.base import AnyGame, Event, GameError, OptionError
from referee.games.shuffle import commitment, parse_seed
from referee.replay import FORMAT, ReplayError, digest, result_from_json
from referee.results import Result, Termination


class Difference(ReplayError):
    """Where a replay first says something else than its seed and actions do."""

    def __init__(self, what: str, message: str, step: int | None = None) -> None:
        place = f"step {step + 1}: " if step is not None else ""
        super().__init__(f"{what} differs: {place}{message}")
        self.what = what
        """deal, commitment, seat, legal list, forced flag, action, …"""
        self.step = step
        """Counted from 0; None for what concerns the whole game."""


@dataclass(frozen=True, slots=True)
class Played:
    """A step of a replay with the states around it."""

    number: int
    step: Mapping[str, Any]
    before: Any
    after: Any
    events: tuple[Event, ...]


def verify(replay: Mapping[str, Any]) -> None:
    """Raise the first Difference, if there is one."""
    for _ in played_steps(replay):
        pass


def played_steps(replay: Mapping[str, Any]) -> Iterator[Played]:
    """The steps of a replay, each verified before it is given, the result after the last one."""
    game, state = _verified_deal(replay)
    steps = replay["steps"]
    autopilots: list[int] = []
    for number, step in enumerate(steps):
        _verify_step(game, state, step, number, autopilots)
        after, events = game.apply(state, game.parse_action(step["action"]))
        yield Played(number, step, state, after, events)
        state = after
    _verify_result(game, state, replay["result"], autopilots)
    if "digest" in replay and replay["digest"] != digest(replay):
        raise Difference("digest", "something that the rules do not fix was changed: a name, a note, a detail")


def game_of_replay(replay: Mapping[str, Any]) -> AnyGame:
    if replay.get("format") != FORMAT:
        raise Difference("format", f"it must be {FORMAT!r}, not {replay.get('format')!r}")
    if not isinstance(replay.get("game"), str):
        raise Difference("game", f"a game's key is a text, not {replay.get('game')!r}")
    return game_of(replay["game"])


def _verified_deal(replay: Mapping[str, Any]) -> tuple[AnyGame, Any]:
    game = game_of_replay(replay)
    for key, kind in _KINDS.items():
        if not isinstance(replay.get(key), kind):
            raise Difference("format", f"{key} is missing or of the wrong kind")
    if not all(isinstance(name, str) for name in replay["seats"]):
        raise Difference("seats", "the names of the seats must be texts")
    try:
        seed = parse_seed(replay["seed"])
    except GameError as error:
        raise Difference("seed", str(error)) from None
    if replay["commitment"] != commitment(seed):
        raise Difference("commitment", f"the seed's is {commitment(seed)}, the file says {replay['commitment']}")
    try:
        state = game.deal(seed, len(replay["seats"]), replay["options"])
    except OptionError as error:
        raise Difference("options", str(error)) from None
    _verify_initial(game.to_position(state), replay["initial"])
    return game, state


_KINDS = {
    "options": dict,
    "seats": list,
    "seed": str,
    "commitment": str,
    "initial": dict,
    "steps": list,
    "result": dict,
}


def _verify_initial(dealt: Mapping[str, Any], written: Mapping[str, Any]) -> None:
    for key in [*dealt, *written]:
        if key not in dealt:
            raise Difference("deal", f"the position has an unknown key {key!r}")
        if key not in written or not _same(dealt[key], written[key]):
            found = json.dumps(written.get(key))
            raise Difference("deal", f"{key} is {json.dumps(dealt[key])} by the seed, the file says {found}")


def _verify_step(game: AnyGame, state: Any, step: object, number: int, autopilots: list[int]) -> None:
    if not isinstance(step, Mapping) or not {"seat", "legal", "action", "forced", "ms"} <= step.keys():
        raise Difference("format", "a step needs seat, legal, action, forced and ms", number)
    if state.to_act is None:
        raise Difference("action", "the game was over before it", number)
    legal = [action.text for action in state.legal]
    forced = len(legal) == 1
    expected = {"seat": state.to_act, "legal": legal, "forced": forced}
    for key, name in (("seat", "seat"), ("legal", "legal list"), ("forced", "forced flag")):
        if not _same(step[key], expected[key]):
            raise Difference(name, f"the game has {_short(expected[key])}, the file {_short(step[key])}", number)
    if step["action"] not in legal:
        raise Difference("action", f"{step['action']!r} is not legal here", number)
    autopilot = step.get("autopilot", False)
    _verify_autopilot(state.to_act, step, number, autopilot, autopilots, game.players(state))
    ms = step["ms"]
    if isinstance(ms, bool) or not isinstance(ms, int | float) or not 0 <= ms < float("inf"):
        raise Difference("time", f"ms must be a number of at least 0, not {ms!r}", number)
    if ms and (forced or autopilot):
        raise Difference("time", "a step that the referee made costs the bot no time", number)
    if not isinstance(step.get("note", ""), str):
        raise Difference("note", "a note must be a text", number)


def _verify_autopilot(
    seat: int, step: Mapping[str, Any], number: int, autopilot: object, autopilots: list[int], players: int
) -> None:
    if not isinstance(autopilot, bool):
        raise Difference("autopilot flag", f"it must be true or false, not {autopilot!r}", number)
    if seat in autopilots and not autopilot:
        raise Difference("autopilot flag", f"seat {seat} failed before, so the referee moves for it", number)
    if autopilot:
        if players == 2:
            raise Difference("autopilot flag", "a game of two ends with the first fault", number)
        if step["action"] != step["legal"][0]:
            raise Difference("action", "the referee takes the first legal action for a seat that failed", number)
        if seat not in autopilots:
            autopilots.append(seat)


def _verify_result(game: AnyGame, state: Any, entry: Mapping[str, Any], autopilots: list[int]) -> None:
    written = _read_result(entry, game.players(state))
    expected = _expected_result(game, state, written, autopilots)
    for name in ("placings", "scores", "offender"):
        want, got = getattr(expected, name), getattr(written, name)
        if want != got:
            raise Difference("result", f"{name} should be {json.dumps(want)}, the file says {json.dumps(got)}")


def _expected_result(game: AnyGame, state: Any, written: Result, autopilots: list[int]) -> Result:
    """What the steps make of a game that ended in the way that is written."""
    outcome, termination = game.outcome(state), written.termination
    if not termination.is_fault and autopilots:
        raise Difference("result", f"seat {autopilots[0]} failed, the file says {termination}")
    plays_on = termination is Termination.NORMAL or (termination.is_fault and game.players(state) > 2)
    if plays_on and outcome is None:
        raise Difference("result", f"the game was not played to its end, the file says {termination}")
    if not plays_on and outcome is not None:
        raise Difference("result", f"the game was played to its end, the file says {termination}")
    if termination is Termination.CANCELLED:
        return results.cancelled(written.detail)
    if termination is Termination.NORMAL:
        assert outcome is not None
        return results.normal(outcome)
    offenders = _offenders(written, autopilots)
    if outcome is None:
        return results.forfeited(offenders[0], termination, written.detail)
    return results.played_on(outcome, offenders, termination, written.detail)


def _offenders(written: Result, autopilots: list[int]) -> list[int]:
    """All seats at fault in order: as written, else the offender and then whoever was moved for first."""
    if written.offender is None:
        raise Difference("result", f"{written.termination} needs an offender")
    derived = [written.offender, *(seat for seat in autopilots if seat != written.offender)]
    offenders = list(written.offenders) or derived
    if offenders[0] != written.offender or len(set(offenders)) != len(offenders):
        raise Difference("result", f"offenders must be different seats and begin with seat {written.offender}")
    if missing := set(autopilots) - set(offenders):
        raise Difference("result", f"the referee moved for seat {min(missing)}, which is not among the offenders")
    return offenders


def _read_result(entry: Mapping[str, Any], players: int) -> Result:
    seats = range(players)
    offender, offenders = entry.get("offender"), entry.get("offenders", [])
    if entry.get("termination") not in list(Termination) or not isinstance(entry.get("detail"), str):
        raise Difference("result", "it needs a known termination and a detail")
    for name in ("placings", "scores"):
        values = entry.get(name, ...)
        if values is not None and not (
            isinstance(values, list) and len(values) == players and all(type(value) is int for value in values)
        ):
            raise Difference("result", f"{name} must be null or {players} whole numbers")
    if not (offender is None or (type(offender) is int and offender in seats)):
        raise Difference("result", f"offender must be null or a seat, not {offender!r}")
    if not (isinstance(offenders, list) and all(type(seat) is int and seat in seats for seat in offenders)):
        raise Difference("result", "offenders must be a list of seats")
    return result_from_json({"offender": None, **entry})


def _same(one: object, other: object) -> bool:
    """Equal as JSON: true is not 1, and 1 is not 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _short(value: object, length: int = 120) -> str:
    text = json.dumps(value)
    return text if len(text) <= length else f"{text[:length]}…"
