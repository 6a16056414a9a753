"""Replays a written game from its seed and actions, and finds the first difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from sys import float_info
from typing import Any

from referee.difference import Difference, contrast, same, short
from referee.faults import Faults
from referee.games import UnknownGame, game_of
from referee.games.base import AnyGame, Event, OptionError
from referee.games.shuffle import SeedError, commitment, parse_seed
from referee.replay import FORMAT, digest
from referee.verify_result import verify_result

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
    faults = Faults()
    for number, step in enumerate(replay["steps"]):
        _verify_step(state, step, number)
        _verify_autopilot(state.to_act, step, number, faults, game.players(state))
        _verify_extras(step, number)
        faults.count_step(state.to_act, number, step)
        after, events = game.apply(state, game.parse_action(step["action"]))
        yield Played(number, step, state, after, events)
        state = after
    verify_result(game, state, replay["result"], faults)
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


def _verify_autopilot(seat: int, step: Mapping[str, Any], number: int, faults: Faults, players: int) -> None:
    autopilot = step.get("autopilot", False)
    if not isinstance(autopilot, bool):
        raise Difference("autopilot flag", f"it must be true or false, not {short(autopilot)}", number)
    if seat in faults.first_autopilot and not autopilot:
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
