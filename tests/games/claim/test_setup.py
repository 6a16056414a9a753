"""C1–C3: the deck and the deal; and the notation of cards and actions."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.base import NotationError, OptionError
from referee.games.claim.cards import CARDS, DECK_TEXTS, PLAY
from referee.games.shuffle import shuffled
from tests.games.claim.puzzles import GAME, cards_of, legal

ZERO = bytes(32)
SHUFFLED = shuffled(DECK_TEXTS, ZERO, "deck")


@pytest.mark.parametrize(
    ("letter", "values"),
    [("G", "00000123456789"), ("K", "23456789"), ("U", "0123456789"), ("D", "0123456789"), ("X", "0123456789")],
)
def test_the_deck_has_the_cards_of_the_rules_table(letter: str, values: str) -> None:
    """C1: 14 Goblins, five of them 0, 8 Knights from 2, and 10 of each other faction."""
    assert "".join(text[1] for text in DECK_TEXTS if text[0] == letter) == values


def test_the_deck_order_is_goblins_knights_undead_dwarves_doppelgangers() -> None:
    """C1: the order before the shuffle is part of the deal."""
    assert "".join(dict.fromkeys(text[0] for text in DECK_TEXTS)) == "GKUDX"


def test_seat_0_takes_the_top_thirteen_cards() -> None:
    """C1."""
    assert Counter(GAME.to_position(GAME.deal(ZERO))["hands"][0]) == Counter(SHUFFLED[:13])


def test_seat_1_takes_the_next_thirteen_cards() -> None:
    """C1."""
    assert Counter(GAME.to_position(GAME.deal(ZERO))["hands"][1]) == Counter(SHUFFLED[13:26])


def test_the_other_cards_are_the_stock_in_their_order() -> None:
    """C1, C3: 26 cards, the top one turned up."""
    position = GAME.to_position(GAME.deal(ZERO))
    assert [position["prize"], *position["stock"]] == SHUFFLED[26:]


def test_the_top_card_of_the_stock_is_turned_up_as_the_prize() -> None:
    """C3."""
    assert GAME.to_position(GAME.deal(ZERO))["prize"] == SHUFFLED[26]


@given(st.binary(min_size=32, max_size=32))
@settings(max_examples=50, deadline=None)
def test_every_deal_is_a_permutation_of_the_deck(seed: bytes) -> None:
    """C1: 52 cards, none lost or doubled."""
    assert cards_of(GAME.deal(seed)) == Counter(DECK_TEXTS)


def test_seat_0_leads_the_first_trick() -> None:
    """C2."""
    assert GAME.deal(ZERO).to_act == 0


def test_the_leader_of_the_first_trick_may_play_any_card() -> None:
    """C3: alike G0s are one action; the list is sorted by code point."""
    assert legal(GAME.deal(ZERO)) == "G0 G2 G3 G8 K2 K3 K4 U1 X3 X5 X6 X7"


@pytest.mark.parametrize("players", [0, 1, 3])
def test_claim_is_for_two_players(players: int) -> None:
    """C1: seats 0 and 1 and nobody else."""
    with pytest.raises(OptionError, match=f"claim is for 2 players, not {players}"):
        GAME.deal(ZERO, players)


def test_claim_has_no_options() -> None:
    with pytest.raises(OptionError, match="claim has no option 'bruce'"):
        GAME.deal(ZERO, 2, {"bruce": True})


def test_cards_have_one_text_that_round_trips() -> None:
    """C1: 48 kinds of cards, five of them alike."""
    assert len(CARDS) == 48
    assert all(str(GAME.parse_card(text)) == text for text in DECK_TEXTS)


def test_cards_are_numbered_as_their_texts_sort() -> None:
    """A sorted hand must give a sorted legal list."""
    assert sorted(CARDS, key=CARDS.__getitem__) == sorted(CARDS)


def test_actions_have_one_text_that_round_trips() -> None:
    assert [GAME.parse_action(action.text) for action in PLAY] == list(PLAY)


@pytest.mark.parametrize("text", ["play G10", "Play G7", "play  G7", "play g7", "play G7 ", "G7", "play K1", ""])
def test_action_texts_match_exactly(text: str) -> None:
    with pytest.raises(NotationError, match="is no action of claim"):
        GAME.parse_action(text)


@pytest.mark.parametrize("text", ["K0", "K1", "G10", "g7", "7", "", "U", "Z1"])
def test_what_is_no_card_is_refused(text: str) -> None:
    """C1: there is no Knight below 2."""
    with pytest.raises(NotationError, match="is no card of claim"):
        GAME.parse_card(text)


def test_a_played_card_is_public() -> None:
    """Every played card is seen by all: the public text hides nothing."""
    assert [action.public_text for action in PLAY] == [action.text for action in PLAY]
