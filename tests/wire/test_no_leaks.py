"""Permute what a seat cannot see: the bytes on the wire stay the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bothy.v1 import bot_pb2

from referee.games.base import Event, Seat
from referee.wire.games import CODECS
from tests.variants import VARIANTS, Variant, random_states

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
WORLDS = 3


def question(variant: Variant, state: Any, seat: Seat, events: tuple[Event, ...] = ()) -> bytes:
    codec = CODECS[variant.game.key]
    message = bot_pb2.Question(
        view=codec.view_to_wire(variant.game.observe(state, seat)),
        events=[codec.event_to_wire(event.as_seen_by(seat)) for event in events],
        legal=[codec.action_to_wire(action) for action in state.legal] if state.to_act == seat else [],
    )
    return message.SerializeToString(deterministic=True)


@every_variant
def test_views_and_legal_actions_are_the_same_bytes_whatever_is_hidden(variant: Variant) -> None:
    random = Random(1)
    for state, _ in random_states(variant, 0):
        for seat in range(variant.players):
            bytes_seen = question(variant, state, seat)
            for _ in range(WORLDS):
                world = variant.game.determinize(variant.game.observe(state, seat), random)
                assert question(variant, world, seat) == bytes_seen


def hidden_differs(variant: Variant, state: Any, world: Any) -> bool:
    """Whether somebody else would see something else."""
    return any(
        variant.game.observe(state, seat) != variant.game.observe(world, seat) for seat in range(variant.players)
    )


@every_variant
def test_the_worlds_that_are_compared_do_differ(variant: Variant) -> None:
    random = Random(2)
    different = 0
    for state, action in random_states(variant, 0):
        if action is not None:
            world = variant.game.determinize(variant.game.observe(state, state.to_act), random)
            different += hidden_differs(variant, state, world)
    assert different > 3


@every_variant
def test_an_action_that_shows_nothing_new_makes_the_same_bytes_in_every_world(variant: Variant) -> None:
    """What others are told of an action may only differ where their view of the cards differs afterwards."""
    random = Random(3)
    compared = 0
    for number in range(3):
        for state, action in random_states(variant, number):
            if action is None:
                continue
            after, events = variant.game.apply(state, action)
            actor: Seat = state.to_act
            world = variant.game.determinize(variant.game.observe(state, actor), random)
            world_after, world_events = variant.game.apply(world, action)
            if variant.game.observe(after, actor) == variant.game.observe(world_after, actor):
                compared += 1
                assert question(variant, world_after, actor, world_events) == question(variant, after, actor, events)
    assert compared > 5
