"""Questions that are joined from serialized parts say what messages put together would."""

from __future__ import annotations

import pytest
from bothy.v1 import bot_pb2

from referee.games.base import Event
from referee.wire.asking import asking, framed
from referee.wire.games import CODECS
from tests.variants import VARIANTS, Variant, random_states


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_joined_question_reads_like_one_that_was_put_together(variant: Variant) -> None:
    game, codec = variant.game, CODECS[variant.game.key]
    events: tuple[Event, ...] = ()
    state = variant.deal(0)
    for number, (_, action) in enumerate(random_states(variant, 0)[:-1]):
        assert action is not None
        seat = state.to_act
        seen = [event.as_seen_by(seat) for event in events]
        head = bot_pb2.Question(game_id=7, number=number, bank_left_ms=300, forced=[codec.action_to_wire(action)])
        whole = bot_pb2.Question()
        whole.CopyFrom(head)
        view = game.observe(state, seat)
        whole.view.CopyFrom(codec.view_to_wire(view))
        whole.events.extend([codec.event_to_wire(event) for event in seen])
        whole.legal.extend([codec.action_to_wire(legal) for legal in state.legal])
        joined = asking(game.key).question(head, view, seen, state.legal)
        assert bot_pb2.Question.FromString(joined) == whole
        state, events = game.apply(state, action)


@pytest.mark.parametrize("size", [0, 1, 127, 128, 16_383, 16_384, 70_000])
def test_a_frame_of_any_size_reads_back(size: int) -> None:
    hello = bot_pb2.PlayRequest.FromString(framed(bot_pb2.PlayRequest.HELLO_FIELD_NUMBER, framed(1, b"x" * size)))
    assert hello.hello.token == "x" * size
