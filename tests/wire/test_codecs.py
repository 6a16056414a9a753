"""What goes over the wire comes back the same, for every game in every variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bothy.v1 import bot_pb2, game_pb2

from referee.games import GAMES
from referee.games.base import AnyGame, Event
from referee.results import Result, Termination
from referee.wire.codec import CodecError
from referee.wire.games import CODECS
from referee.wire.results import (
    clock_from_wire,
    clock_to_wire,
    game_over,
    options_from_wire,
    options_to_wire,
    result_from_wire,
)
from tests.variants import VARIANTS, Variant, random_states

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def events_of(variant: Variant) -> Iterator[Event]:
    for number in range(4):
        for state, action in random_states(variant, number):
            if action is not None:
                yield from variant.game.apply(state, action)[1]


def sent(message: Any) -> Any:
    return type(message).FromString(message.SerializeToString())


@every_variant
def test_views_come_back_the_same(variant: Variant) -> None:
    codec = CODECS[variant.game.key]
    for number in range(2):
        for state, _ in random_states(variant, number):
            for viewer in (*range(variant.players), None):
                view = variant.game.observe(state, viewer)
                assert codec.view_from_wire(sent(codec.view_to_wire(view))) == view


@every_variant
def test_events_come_back_the_same_for_every_viewer(variant: Variant) -> None:
    codec = CODECS[variant.game.key]
    for event in events_of(variant):
        for viewer in (*range(variant.players), None):
            seen = event.as_seen_by(viewer)
            assert codec.event_from_wire(sent(codec.event_to_wire(seen))) == seen


@every_game
def test_every_action_has_a_message_of_its_own(game: AnyGame) -> None:
    messages = {CODECS[game.key].action_to_wire(action).SerializeToString() for action in game.actions.values()}
    assert len(messages) == len(game.actions)


@every_game
def test_typed_parts_alone_tell_actions_apart(game: AnyGame) -> None:
    """A bot that never looks at the text can still choose."""
    bare = set()
    for action in game.actions.values():
        message = sent(CODECS[game.key].action_to_wire(action))
        message.ClearField("text")
        bare.add(message.SerializeToString())
    assert len(bare) == len(game.actions)


@every_game
def test_actions_carry_their_text(game: AnyGame) -> None:
    for text, action in game.actions.items():
        assert CODECS[game.key].action_to_wire(action).text == text


@every_variant
def test_options_come_back_the_same(variant: Variant) -> None:
    assert options_from_wire(options_to_wire(dict(variant.options))) == dict(variant.options)


def test_flags_stay_flags_and_numbers_numbers() -> None:
    back = options_from_wire(options_to_wire({"flag": True, "number": 1, "text": "1"}))
    assert [type(value) for value in back.values()] == [bool, int, str]


@pytest.mark.parametrize("termination", Termination)
def test_results_come_back_the_same(termination: Termination) -> None:
    offender = 1 if termination.is_fault else None
    result = Result((2, 1), (0, -3), termination, offender, "why")
    assert result_from_wire(sent(game_over(7, result))) == result


def test_a_cancelled_game_comes_back_without_places() -> None:
    result = Result(None, None, Termination.CANCELLED, None, "the game was broken off")
    assert result_from_wire(sent(game_over(7, result))) == result


def test_the_offender_in_seat_0_is_not_nobody() -> None:
    result = Result((2, 1), (0, 0), Termination.CRASH, 0, "")
    assert result_from_wire(sent(game_over(7, result))).offender == 0


def test_clocks_come_back_the_same() -> None:
    from referee.clock import ClockSettings

    assert clock_from_wire(sent(clock_to_wire(ClockSettings(1, 2, 3)))) == ClockSettings(1, 2, 3)


def test_an_event_of_no_kind_is_refused() -> None:
    with pytest.raises(CodecError):
        CODECS["claim"].event_from_wire(game_pb2.Event())


def test_no_question_comes_near_the_limit_of_four_megabytes() -> None:
    """What gRPC refuses to receive unless it is told otherwise."""
    for variant in VARIANTS:
        codec = CODECS[variant.game.key]
        for state, action in random_states(variant, 0):
            if action is not None:
                view = codec.view_to_wire(variant.game.observe(state, state.to_act))
                legal = [codec.action_to_wire(choice) for choice in state.legal]
                assert bot_pb2.Question(view=view, legal=legal).ByteSize() < 100_000
