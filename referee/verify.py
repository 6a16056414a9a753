"""Replays a written game from its seed and actions, and finds the first difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from sys import float_info
from typing import Any

from referee import results
from referee.games import UnknownGame, game_of
from referee.games.base import AnyGame, Event, OptionError, Seat
from referee.games.shuffle import SeedError, commitment, parse_seed
from referee.replay import FORMAT, Difference, contrast, digest, result_from_json, same, short
from referee.results import Failures, Result, Termination

__all__ = ["Difference", "Played", "played_steps", "verified_deal", "verify"]

DEEPEST = 32
"""How deep a replay may be nested; ours are 6 deep. More could overrun the stack of whoever compares."""

KINDS = {
    "options": dict,
    "seats": list,
    "seed": str,
    "commitment": str,
    "initial": dict,
    "steps": list,
    "result": dict,
}


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
    game, state = verified_deal(replay)
    failures = Failures()
    for number, step in enumerate(replay["steps"]):
        _verify_step(state, step, number)
        _verify_autopilot(state.to_act, step, number, failures, game.players(state))
        _verify_extras(step, number)
        failures.count_step(state.to_act, number, step.get("autopilot", False))
        after, events = game.apply(state, game.parse_action(step["action"]))
        yield Played(number, step, state, after, events)
        state = after
    _verify_result(game, state, replay["result"], failures)
    if "digest" in replay and replay["digest"] != digest(replay):
        raise Difference("digest", "something that the rules do not fix was changed: a name, a note, a detail")


def verified_deal(replay: Mapping[str, Any]) -> tuple[AnyGame, Any]:
    """The game and its state at the first decision, if the file has them right."""
    _refuse_unwritable(replay)
    game = _game_of(replay)
    _verify_shape(replay)
    try:
        seed = parse_seed(replay["seed"])
    except SeedError as error:
        raise Difference("seed", str(error)) from None
    if replay["commitment"] != commitment(seed):
        raise Difference("commitment", contrast(commitment(seed), replay["commitment"]))
    players = len(replay["seats"])
    if players not in game.player_counts:
        raise Difference("seats", f"{game.key} is not for {players} players")
    try:
        state = game.deal(seed, players, replay["options"])
    except OptionError as error:
        raise Difference("options", str(error)) from None
    _verify_initial(game.to_position(state), replay["initial"])
    return game, state


def _refuse_unwritable(replay: Mapping[str, Any]) -> None:
    """What comes after may put any part of the replay into a message."""
    if not _is_nested_within(replay, DEEPEST):
        raise Difference("format", "it is nested too deeply for a replay")
    try:
        digest(replay)
    except (TypeError, ValueError):
        raise Difference("format", "it holds what JSON cannot") from None


def _game_of(replay: Mapping[str, Any]) -> AnyGame:
    if replay.get("format") != FORMAT:
        raise Difference("format", f"it must be {FORMAT!r}, not {short(replay.get('format'))}")
    key = replay.get("game")
    if not isinstance(key, str):
        raise Difference("game", f"a game's key is a text, not {short(key)}")
    try:
        return game_of(key)
    except UnknownGame as error:
        raise Difference("game", str(error)) from None


def _is_nested_within(value: object, levels: int) -> bool:
    if not isinstance(value, list | dict):
        return True
    entries = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_nested_within(entry, levels - 1) for entry in entries)


def _verify_shape(replay: Mapping[str, Any]) -> None:
    for key, kind in KINDS.items():
        if not isinstance(replay.get(key), kind):
            raise Difference("format", f"{key!r} is missing or of the wrong kind")
    if not all(isinstance(name, str) for name in replay["seats"]):
        raise Difference("seats", "the names of the seats must be texts")


def _verify_initial(dealt: dict[str, Any], written: dict[str, Any]) -> None:
    if not same(dealt.get("options"), written.get("options")):
        raise Difference("options", f"in the position: {contrast(dealt.get('options'), written.get('options'))}")
    if not same(dealt, written):
        raise Difference("deal", contrast(dealt, written))


def _verify_step(state: Any, step: object, number: int) -> None:
    """What the state fixes: seat, legal list and forced flag; the action is one of the list."""
    if not isinstance(step, Mapping) or not {"seat", "legal", "action", "forced", "ms"} <= step.keys():
        raise Difference("format", "a step needs seat, legal, action, forced and ms", number)
    if state.to_act is None:
        raise Difference("action", "the game was over before it", number)
    legal = [action.text for action in state.legal]
    expected = {"seat": state.to_act, "legal": legal, "forced": len(legal) == 1}
    for key, name in (("seat", "seat"), ("legal", "legal list"), ("forced", "forced flag")):
        if not same(expected[key], step[key]):
            raise Difference(name, contrast(expected[key], step[key]), number)
    if step["action"] not in legal:
        raise Difference("action", f"{short(step['action'])} is not legal here", number)


def _verify_autopilot(seat: int, step: Mapping[str, Any], number: int, failures: Failures, players: int) -> None:
    autopilot = step.get("autopilot", False)
    if not isinstance(autopilot, bool):
        raise Difference("autopilot flag", f"it must be true or false, not {short(autopilot)}", number)
    if seat in failures.first_autopilot and not autopilot:
        raise Difference("autopilot flag", f"seat {seat} failed before, so the referee moves for it", number)
    if autopilot and players == 2:
        raise Difference("autopilot flag", "a game of two ends with the first fault", number)
    if autopilot and step["action"] != step["legal"][0]:
        raise Difference("action", "the referee takes the first legal action for a seat that failed", number)


def _verify_extras(step: Mapping[str, Any], number: int) -> None:
    """Time and note: the rules do not fix them, but they have a shape."""
    ms = step["ms"]
    if isinstance(ms, bool) or not isinstance(ms, int | float) or not 0 <= ms <= float_info.max:
        raise Difference("time", f"ms must be a number of at least 0, not {short(ms)}", number)
    if ms and (step["forced"] or step.get("autopilot")):
        raise Difference("time", "a step that the referee made costs the bot no time", number)
    if not isinstance(step.get("note", ""), str):
        raise Difference("note", "a note must be a text", number)


def _verify_result(game: AnyGame, state: Any, entry: Mapping[str, Any], failures: Failures) -> None:
    """`state` is the one after the last step."""
    _verify_result_shape(entry, game.players(state))
    written = result_from_json(entry)
    _verify_length(game, state, written.termination)
    expected = _expected_result(game, state, written, failures)
    for name in ("placings", "scores", "offender", "offenders"):
        value = getattr(expected, name)
        want = list(value) if isinstance(value, tuple) else value
        if name in entry and entry[name] != want:
            raise Difference("result", f"{name}: {contrast(want, entry[name])}")


def _verify_result_shape(entry: Mapping[str, Any], players: int) -> None:
    for name in ("placings", "scores", "termination", "offender", "detail"):
        if name not in entry:
            raise Difference("result", f"it lacks {name!r}")
    if entry["termination"] not in list(Termination):
        raise Difference("result", f"there is no termination {short(entry['termination'])}")
    if not isinstance(entry["detail"], str):
        raise Difference("result", "its detail must be a text")
    for name in ("placings", "scores"):
        if entry[name] is not None and not (_are_integers(entry[name]) and len(entry[name]) == players):
            raise Difference("result", f"{name} must be null or {players} whole numbers")
    if entry["offender"] is not None and not _are_seats([entry["offender"]], players):
        raise Difference("result", f"offender must be null or a seat, not {short(entry['offender'])}")
    if not _are_seats(entry.get("offenders", []), players):
        raise Difference("result", "offenders must be a list of seats")


def _are_integers(values: object) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)


def _are_seats(values: Any, players: int) -> bool:
    return _are_integers(values) and all(0 <= value < players for value in values)


def _verify_length(game: AnyGame, state: Any, termination: Termination) -> None:
    """A game of three or more goes on after a fault, a game of two ends with it."""
    over = state.to_act is None
    plays_on = termination is Termination.NORMAL or (termination.is_fault and game.players(state) > 2)
    if plays_on and not over:
        raise Difference("result", f"the game was not played to its end, the file says {termination}")
    if over and not plays_on:
        raise Difference("result", f"the game was played to its end, the file says {termination}")


def _expected_result(game: AnyGame, state: Any, written: Result, failures: Failures) -> Result:
    """What the steps make of a game that ended in the way that is written."""
    termination, outcome = written.termination, game.outcome(state)
    if termination is Termination.CANCELLED:
        return results.cancelled(written.detail)
    if termination is Termination.NORMAL:
        assert outcome is not None
        if failures.first_autopilot:
            raise Difference("result", f"seat {next(iter(failures.first_autopilot))} failed, the file says normal")
        return results.normal(outcome)
    offenders = _offenders(written, failures)
    if outcome is None:
        return results.forfeited(offenders[0], termination, written.detail)
    return results.played_on(outcome, offenders, termination, written.detail)


def _offenders(written: Result, failures: Failures) -> list[Seat]:
    """All seats at fault in order: as written, else the offender and then whoever was moved for first."""
    if written.offender is None:
        raise Difference("result", f"{written.termination} needs an offender")
    offenders = list(written.offenders) or failures.in_order(written.offender)
    if offenders[0] != written.offender:
        raise Difference("result", f"the offenders begin with seat {offenders[0]}, not with the offender")
    if objection := failures.objection(offenders, written.termination):
        raise Difference("result", objection)
    return offenders
