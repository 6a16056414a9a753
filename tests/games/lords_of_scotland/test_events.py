"""Events as seats see them: nothing hidden survives `as_seen_by`."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.base import Event, Viewer
from referee.games.lords_of_scotland.cards import CARDS
from referee.games.lords_of_scotland.events import (
    CardDrawn,
    CardRecruited,
    FollowerMustered,
    FollowersSwapped,
    SlotRefilled,
)
from referee.games.lords_of_scotland.round_events import RecruitsDealt

from .tables import GAME, pile, seed

SC1 = CARDS["SC1"]
FE5 = CARDS["FE5"]


@pytest.mark.parametrize(
    ("event", "who_sees"),
    [
        (CardRecruited(1, 2, SC1, was_up=True), {0, 1, 2, None}),
        (CardRecruited(1, 2, SC1, was_up=False), {1}),
        (SlotRefilled(2, SC1, is_up=True), {0, 1, 2, None}),
        (SlotRefilled(2, SC1, is_up=False), set()),
        (FollowerMustered(1, SC1, "up"), {0, 1, 2, None}),
        (FollowerMustered(1, SC1, "active"), {0, 1, 2, None}),
        (FollowerMustered(1, SC1, "down"), {1}),
        (FollowersSwapped(0, FE5, 1, 1, SC1, is_up=True, known_to=()), {0, 1, 2, None}),
        (FollowersSwapped(0, FE5, 1, 1, SC1, is_up=False, known_to=(0, 1)), {0, 1}),
        (CardDrawn(1, SC1), {1}),
        (RecruitsDealt(pile("SC1")), set()),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_a_hidden_card_is_told_to_those_who_know_it_only(event: Event, who_sees: set[Viewer]) -> None:
    """What a seat sees; L7, L8, L15, L16, L27."""
    assert {viewer for viewer in (0, 1, 2, None) if "SC1" in event.as_seen_by(viewer).text} == who_sees


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_event_shows_a_card_that_the_views_around_it_hide(players: int) -> None:
    """What a seat sees: a card that an event names is in the viewer's view before or after it."""
    random = Random(players)
    state = GAME.deal(seed(players), players, {"bruce": True})
    while state.legal:
        after, events = GAME.apply(state, random.choice(state.legal))
        for viewer in (None, *range(players)):
            visible = repr(GAME.observe(state, viewer)) + repr(GAME.observe(after, viewer))
            told = [word for event in events for word in event.as_seen_by(viewer).text.replace(",", "").split()]
            assert all(word in visible for word in told if word in CARDS)
        state = after
