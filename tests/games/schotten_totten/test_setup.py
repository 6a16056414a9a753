"""S1, S2: the cards, the deal and the hand limit; and the notation."""

from __future__ import annotations

import pytest

from referee.games import GAMES
from referee.games.base import IllegalAction, NotationError, OptionError
from referee.games.schotten_totten.cards import CARDS, CLAN_TEXTS, TACTIC_TEXTS
from referee.games.shuffle import shuffled

from .puzzles import GAME, VARIANTS, puzzle, read

ZERO = bytes(32)
CLAN = shuffled(CLAN_TEXTS, ZERO, "clan")
TACTIC = shuffled(TACTIC_TEXTS, ZERO, "tactic")


def test_the_clan_deck_is_shuffled_with_its_own_label() -> None:
    """S1, with the vector of the rules."""
    assert CLAN[:10] == ["B9", "N6", "R5", "B6", "R7", "G9", "V8", "N2", "G3", "V6"]


def test_the_tactic_deck_is_shuffled_with_its_own_label() -> None:
    """S1, with the vector of the rules."""
    assert read(GAME.deal(ZERO, options={"tactics": True}), "tactic_deck") == (
        ["joker", "shield", "traitor", "banshee", "joker", "blind", "strategist", "spy", "recruiter", "mud"]
    )


@pytest.mark.parametrize("options", VARIANTS)
def test_seat_0_takes_the_top_cards_and_seat_1_the_next(options: dict[str, bool]) -> None:
    """S1: six each, with tactics seven."""
    size = 7 if options["tactics"] else 6
    hands = read(GAME.deal(ZERO, options=options), "hands")
    assert [set(hand) for hand in hands] == [set(CLAN[:size]), set(CLAN[size : 2 * size])]


@pytest.mark.parametrize("options", VARIANTS)
def test_the_rest_of_the_clan_cards_is_the_deck(options: dict[str, bool]) -> None:
    """S1."""
    assert read(GAME.deal(ZERO, options=options), "clan_deck") == CLAN[14 if options["tactics"] else 12 :]


@pytest.mark.parametrize("options", VARIANTS)
def test_seat_0_begins_with_a_play(options: dict[str, bool]) -> None:
    """S1: with expert, too, as nothing can be claimed yet."""
    state = GAME.deal(ZERO, options=options)
    assert (state.to_act, read(state, "step"), read(state, "turn")) == (0, "play", 1)


def test_without_tactics_there_is_no_tactic_deck() -> None:
    """S1."""
    assert read(GAME.deal(ZERO), "tactic_deck") == []


@pytest.mark.parametrize(("tactics", "limit"), [(False, 6), (True, 7)])
def test_the_hand_limit_is_six_and_with_tactics_seven(tactics: bool, limit: int) -> None:
    """S2."""
    assert puzzle(tactics=tactics).hand_limit == limit


def test_there_are_54_clan_cards_and_ten_tactics_cards_with_two_jokers() -> None:
    """S1: as many as the rules list."""
    assert (len(set(CLAN_TEXTS)), len(TACTIC_TEXTS), TACTIC_TEXTS.count("joker")) == (54, 10, 2)


def test_cards_are_numbered_in_the_order_of_their_texts() -> None:
    """S1: so that sorted hands give sorted legal lists."""
    assert sorted(CARDS) == sorted(CARDS, key=lambda text: CARDS[text])


@pytest.mark.parametrize("text", ["R5", "N9", "joker", "traitor"])
def test_a_card_is_written_as_it_is_read(text: str) -> None:
    assert str(CARDS[text]) == repr(CARDS[text]) == CARDS[text].text == text


def test_a_clan_card_knows_its_colour_and_value() -> None:
    assert (CARDS["V8"].colour, CARDS["V8"].value, CARDS["V8"].deck) == ("V", 8, "clan")


def test_a_tactics_card_has_neither_colour_nor_value() -> None:
    assert (CARDS["spy"].colour, CARDS["spy"].value, CARDS["spy"].deck) == (None, None, "tactic")


@pytest.mark.parametrize(
    "text",
    ["play R5 3", "play joker 3", "play mud 9", "play traitor", "draw clan", "draw tactic", "return R5", "return joker",
     "take R5 3", "take joker 3", "move 5", "discard", "claim 3", "done", "pass"],
)  # fmt: skip
def test_every_action_of_the_notation_is_read(text: str) -> None:
    assert GAME.parse_action(text).text == text


@pytest.mark.parametrize(
    "text", ["play R0 1", "play R5 0", "play R5 10", "play R5", "play traitor 3", "take mud 1", "Pass", "pass "]
)
def test_no_other_text_is_an_action(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse_action(text)


def test_the_game_has_as_many_actions_as_its_notation() -> None:
    """54 Clan cards and 3 elite troops to 9 stones, 2 modes, 4 ruses, 2 draws, 63 returns, 57 takes at 9 stones, …"""
    assert len(GAME.actions) == 57 * 9 + 2 * 9 + 4 + 2 + 63 + 57 * 9 + 9 + 1 + 9 + 1 + 1


def test_an_action_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalAction, match="seat 0 cannot claim 1 here"):
        GAME.advance(GAME.deal(ZERO), GAME.parse_action("claim 1"))


def test_schotten_totten_is_in_the_registry() -> None:
    assert isinstance(GAMES["schotten_totten"], type(GAME))


def test_schotten_totten_is_for_two_players() -> None:
    with pytest.raises(OptionError, match="for 2 players, not 3"):
        GAME.deal(ZERO, 3)


def test_an_option_must_be_true_or_false() -> None:
    with pytest.raises(OptionError, match="option tactics is 1"):
        GAME.deal(ZERO, 2, {"tactics": 1})
