"""Compares the result of a replay with what its steps come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import results
from referee.difference import Difference, contrast, short
from referee.faults import Faults
from referee.games.base import AnyGame, Seat
from referee.replay import result_from_json
from referee.results import Result, Termination

ANSWERED_WRONGLY = (Termination.ILLEGAL_ACTION, Termination.TIMEOUT)
"""Faults that only a seat commits that is being asked for an action."""


def verify_result(game: AnyGame, state: Any, entry: Mapping[str, Any], faults: Faults) -> None:
    """`state` is the one after the last step."""
    _verify_shape(entry, game.players(state))
    written = result_from_json(entry)
    _verify_length(game, state, written.termination)
    expected = _expected_result(game, state, written, faults)
    found = {name: list(value) if isinstance(value, tuple) else value for name, value in _facts(expected).items()}
    for name, want in found.items():
        if name in entry and entry[name] != want:
            raise Difference("result", f"{name}: {contrast(want, entry[name])}")


def _facts(result: Result) -> dict[str, Any]:
    names = ("placings", "scores", "offender", "offenders")
    return {name: getattr(result, name) for name in names}


def _verify_shape(entry: Mapping[str, Any], players: int) -> None:
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


def _expected_result(game: AnyGame, state: Any, written: Result, faults: Faults) -> Result:
    """What the steps make of a game that ended in the way that is written."""
    termination, outcome = written.termination, game.outcome(state)
    if termination is Termination.CANCELLED:
        return results.cancelled(written.detail)
    if termination is Termination.NORMAL:
        assert outcome is not None
        if faults.first_autopilot:
            raise Difference("result", f"seat {next(iter(faults.first_autopilot))} failed, the file says normal")
        return results.normal(outcome)
    if written.offender is None:
        raise Difference("result", f"{termination} needs an offender")
    if termination is Termination.NO_START and written.offender in faults.last_own:
        raise Difference("result", f"seat {written.offender} moved, so it had started")
    if outcome is None:
        _verify_forfeit(state, termination, written.offender)
        return results.forfeited(written.offender, termination, written.detail)
    return results.played_on(outcome, _offenders(written, faults), termination, written.detail)


def _verify_forfeit(state: Any, termination: Termination, offender: Seat) -> None:
    if termination not in ANSWERED_WRONGLY:
        return
    if offender != state.to_act:
        raise Difference("result", f"seat {state.to_act} was to act, not the offender, seat {offender}")
    if len(state.legal) == 1:
        raise Difference("result", f"seat {offender} was not asked: its action was forced")


def _offenders(written: Result, faults: Faults) -> list[Seat]:
    """All seats at fault in order: as written, else the offender and then whoever was moved for first."""
    assert written.offender is not None
    offenders = list(written.offenders) or faults.in_order(written.offender)
    if offenders[0] != written.offender or len(set(offenders)) != len(offenders):
        raise Difference("result", f"offenders must be different seats and begin with seat {written.offender}")
    for seat in sorted(set(offenders) ^ faults.first_autopilot.keys()):
        moved = "moved" if seat in faults.first_autopilot else "never moved"
        raise Difference("result", f"the referee {moved} for seat {seat}, the offenders are {offenders}")
    if written.termination in ANSWERED_WRONGLY and not _was_asked_first(written.offender, faults):
        raise Difference("result", f"seat {written.offender} was not the first to answer wrongly")
    if not faults.allow_order(offenders):
        raise Difference("result", f"the seats cannot have failed in the order {offenders}")
    return offenders


def _was_asked_first(offender: Seat, faults: Faults) -> bool:
    return offender == next(iter(faults.first_autopilot)) and offender in faults.asked
