"""L1, and the notation of cards and actions."""

from __future__ import annotations

import pytest

from referee.games.base import NotationError
from referee.games.lords_of_scotland.cards import ALL_CARDS, CARDS, DECK, DECK_WITH_BRUCE

from .tables import GAME, legal, table


def test_the_nine_of_makgill_has_rank_66() -> None:
    """L1."""
    assert CARDS["MA9"].rank == 66


def test_ranks_run_from_1_to_98_and_are_all_different() -> None:
    """L1."""
    assert sorted(card.rank for card in ALL_CARDS) == list(range(1, 99))


def test_both_bruces_have_strength_12_and_the_highest_ranks() -> None:
    """L1."""
    assert [(CARDS[text].strength, CARDS[text].rank) for text in ("BR97", "BR98")] == [(12, 97), (12, 98)]


def test_the_deck_order_is_by_rank() -> None:
    """L1."""
    assert [card.text for card in DECK[:4]] == ["SC1", "MA1", "MD1", "WE1"]
    assert [card.text for card in DECK_WITH_BRUCE[-3:]] == ["CO12", "BR97", "BR98"]


def test_the_deck_without_bruce_has_96_cards() -> None:
    """L1."""
    assert len(set(DECK)) == 96


def test_cards_are_numbered_in_the_order_of_their_texts() -> None:
    """Notation: sorted cards must give sorted action texts."""
    assert [card.text for card in sorted(ALL_CARDS)] == sorted(CARDS)


def test_every_action_is_found_by_its_text() -> None:
    """Notation: texts round-trip."""
    assert all(GAME.parse_action(action.text) is action for action in GAME.actions.values())


@pytest.mark.parametrize(
    "text", ["muster MA7", "recruit 6", "target 5.1", "target 0.0", "claim MA13", "Pass", "take ?"]
)
def test_other_texts_are_no_actions(text: str) -> None:
    """Notation: action texts match exactly."""
    with pytest.raises(NotationError):
        GAME.parse_action(text)


def test_a_face_down_muster_reads_with_a_question_mark_to_others() -> None:
    """Notation: `muster MA7 down` names a hidden card."""
    action = GAME.parse_action("muster MA7 down")
    assert (action.text_for(1, 1), action.text_for(1, 0)) == ("muster MA7 down", "muster ? down")


@pytest.mark.parametrize("text", ["muster MA7 up", "muster MA7 active", "claim MA7", "take MA7", "recruit 2"])
def test_actions_that_name_nothing_hidden_read_alike_to_all(text: str) -> None:
    """Notation."""
    assert GAME.parse_action(text).text_for(1, 0) == text


def test_the_tenth_place_is_sorted_behind_the_first() -> None:
    """Replay: the legal list is sorted by code point."""
    eleven = "MA2 MA3 MA4 MA5 MA6 MA7 MA8 MA9 MA10 MA11 MA12"
    state = GAME.advance(table("WE1", "", armies=("", eleven)), GAME.parse_action("muster WE1 active"))
    assert legal(state)[:4] == ["target 1.1", "target 1.10", "target 1.11", "target 1.2"]
