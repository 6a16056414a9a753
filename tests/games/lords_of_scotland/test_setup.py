"""The deal (L2), supporters of one strength (L3), and the draw pile that runs out (L4)."""

from __future__ import annotations

from itertools import count

import pytest

from referee.games.base import OptionError
from referee.games.lords_of_scotland.cards import DECK, Card, deck
from referee.games.lords_of_scotland.round_events import PileReshuffled, SupportersRefused
from referee.games.lords_of_scotland.state import LordsState
from referee.games.shuffle import shuffled

from .tables import GAME, happened, last_action, names, pile, play, recruits, seed, table

ZEROS = bytes(32)


def shuffled_deck(number: int) -> list[Card]:
    return shuffled(DECK, seed(number), "deck")


def have_one_strength(cards: list[Card]) -> bool:
    return len({card.strength for card in cards}) == 1


@pytest.mark.parametrize(
    ("bruce", "first_ten"),
    [
        (False, "WE7 FE11 FO2 FO6 CO1 FE4 CK8 SC1 MD11 WE3"),
        (True, "MD5 FE2 MD4 CO3 FO12 FO3 CK9 MD6 CK11 SC2"),
    ],
)
def test_the_hands_are_the_top_of_the_shuffled_deck_seat_by_seat(bruce: bool, first_ten: str) -> None:
    """L2, with the rules' own vectors for the seed of zeros."""
    state = GAME.deal(ZEROS, 2, {"bruce": bruce})
    assert state.hands == (tuple(sorted(pile(first_ten)[:5])), tuple(sorted(pile(first_ten)[5:])))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_recruits_then_supporters_then_the_draw_pile_follow(players: int) -> None:
    """L2, L5: the first recruit is turned up at once."""
    state = GAME.deal(ZEROS, players)
    left = shuffled(DECK, ZEROS, "deck")[5 * players :]
    first, *others = [card.text for card in left[:5]]
    assert recruits(state) == " ".join([first, *[f"({text})" for text in others]])
    assert [*state.supporters, *state.draw] == left[5:]
    assert len(state.supporters) == players


def test_seat_0_has_the_initiative() -> None:
    """L2."""
    state = GAME.deal(ZEROS, 3)
    assert (state.initiative, state.to_act, state.round, state.turn) == (0, 0, 1, 1)


def test_first_supporters_of_one_strength_are_dealt_again() -> None:
    """L3: found by trying seeds; the cards after them are the next of the deck."""
    number = next(n for n in count() if have_one_strength(shuffled_deck(n)[15:17]))
    cards = shuffled_deck(number)
    again = next(start for start in count(15, 2) if not have_one_strength(cards[start : start + 2]))
    state = GAME.deal(seed(number), 2)
    assert state.supporters == tuple(cards[again : again + 2])
    assert state.discard == tuple(cards[15:again])


def next_round(draw: str, **others: object) -> LordsState:
    """Into a new round of two players with empty armies, so that nothing is claimed."""
    return play(last_action("", "", draw=draw, **others), "pass")


def test_later_supporters_of_one_strength_are_dealt_again() -> None:
    """L3: five recruits, two supporters of strength 4 refused, then two others."""
    state = next_round("SC1 SC2 SC3 SC5 SC6 MA4 WE4 FE7 FE8 FE9")
    assert (names(state.supporters), names(state.discard), names(state.draw)) == ("FE7 FE8", "MA4 WE4", "FE9")


def test_supporters_are_dealt_again_as_often_as_it_takes() -> None:
    """L3: until they differ."""
    state = next_round("SC1 SC2 SC3 SC5 SC6 MA4 WE4 FE7 CK7 FE9 FE2")
    assert names(state.supporters) == "FE9 FE2"


def test_refused_supporters_can_come_back_from_the_discard() -> None:
    """L3, L4: they are discarded before the new ones are dealt, and the pile may be reshuffled for those."""
    state = next_round("SC1 SC2 SC3 SC5 SC6 MA4 WE4 FE7")
    assert state.reshuffles == 1
    assert state.supporters[0] == pile("FE7")[0]
    assert state.supporters[1] in pile("MA4 WE4")


def test_supporters_are_dealt_again_if_only_the_discard_has_another_strength() -> None:
    """L3: draw pile and discard together are looked at; in the end the FE7 is among them."""
    state = next_round("SC1 SC2 SC3 SC5 SC6 MA4 WE4", discard="FE7")
    assert state.reshuffles >= 1
    assert pile("FE7")[0] in state.supporters


def test_without_any_card_a_round_has_neither_supporters_nor_recruits() -> None:
    """L4, L3: there is nothing to deal, and nothing to deal again."""
    state = next_round("")
    assert (state.supporters, recruits(state)) == ((), "- - - - -")


def test_supporters_stay_if_no_other_strength_is_left() -> None:
    """L3: supporters, draw pile and discard together hold one strength only."""
    state = next_round("SC1 SC2 SC3 SC5 SC6 MA4 WE4 FE4")
    assert (names(state.supporters), names(state.draw), state.reshuffles) == ("MA4 WE4", "FE4", 0)


def test_a_single_supporter_is_not_dealt_again() -> None:
    """L3: only with at least two of them; cards are scarce here, so supporters came first (L27)."""
    state = next_round("SC1")
    assert names(state.supporters) == "SC1"


def test_refused_supporters_are_told() -> None:
    """L3."""
    events = happened(last_action("", "", draw="SC1 SC2 SC3 SC5 SC6 MA4 WE4 FE7 FE8"), "pass")
    assert SupportersRefused(pile("MA4 WE4")) in events


def test_an_empty_draw_pile_is_made_anew_from_the_discard() -> None:
    """L4: in deck order, shuffled under `reshuffle:1`."""
    state = play(table("", "MA1", recruits="SC3", discard="WE7 CO2 FE9 SC8"), "recruit 1")
    new = shuffled(pile("CO2 WE7 SC8 FE9"), ZEROS, "reshuffle:1")
    assert recruits(state).split()[0] == new[0].text
    assert list(state.draw) == new[1:]
    assert (state.discard, state.reshuffles) == ((), 1)


def test_the_whole_deck_reshuffled_comes_as_the_rules_say() -> None:
    """L4, with the rules' own vector for the seed of zeros."""
    everything = " ".join(card.text for card in DECK)
    state = play(last_action("", "", discard=everything), "pass")
    dealt = [text.strip("()") for text in recruits(state).split()] + [card.text for card in state.supporters]
    assert dealt == ["SC10", "CO8", "WE8", "MD5", "MD1", "FE8", "CK7"]
    assert names(state.draw[:3]) == "CK6 WE5 SC8"


def test_the_second_reshuffle_has_a_label_of_its_own() -> None:
    """L4."""
    state = play(table("", "MA1", recruits="SC3", discard="WE7 CO2 FE9 SC8", reshuffles=1), "recruit 1")
    new = shuffled(sorted(pile("WE7 CO2 FE9 SC8"), key=lambda card: card.rank), ZEROS, "reshuffle:2")
    assert [recruits(state).split()[0], *[card.text for card in state.draw]] == [card.text for card in new]


def test_the_seed_of_the_game_decides_the_reshuffle() -> None:
    """L4."""
    state = play(table("", "MA1", recruits="SC3", discard="WE7 CO2 FE9 SC8 MA2 MA3", seed="ab" * 32), "recruit 1")
    new = shuffled(
        sorted(pile("WE7 CO2 FE9 SC8 MA2 MA3"), key=lambda c: c.rank), bytes.fromhex("ab" * 32), "reshuffle:1"
    )
    assert list(state.draw) == new[1:]


def test_taking_the_last_card_of_the_draw_pile_does_not_reshuffle() -> None:
    """L4: only when a card must be drawn."""
    state = play(table("", "MA1", recruits="SC3", draw="FO2", discard="WE7 CO2"), "recruit 1")
    assert (state.draw, names(state.discard), state.reshuffles) == ((), "CO2 WE7", 0)


def test_a_draw_pile_can_run_out_in_the_middle_of_a_deal() -> None:
    """L4: the first three recruits are the old pile's, what follows is the new one's."""
    state = next_round("SC1 SC2 SC3", discard="MA1 WE2 FE3 CO4 CK5 FO6")
    new = shuffled(sorted(pile("MA1 WE2 FE3 CO4 CK5 FO6"), key=lambda card: card.rank), ZEROS, "reshuffle:1")
    dealt = [text.strip("()") for text in recruits(state).split()]
    assert dealt == ["SC1", "SC2", "SC3", new[0].text, new[1].text]
    assert list(state.supporters) == new[2:4]


def test_without_any_card_to_draw_a_slot_stays_empty() -> None:
    """L4."""
    assert recruits(play(table("", "MA1", recruits="SC3"), "recruit 1")) == "- - - - -"


def test_a_reshuffle_is_told() -> None:
    """L4."""
    assert PileReshuffled(1, 2) in happened(table("", "MA1", recruits="SC3", discard="WE7 CO2"), "recruit 1")


@pytest.mark.parametrize(("players", "expected"), [(2, False), (3, False), (4, True), (5, True)])
def test_clan_activation_is_the_rule_of_large_tables_by_default(players: int, expected: bool) -> None:
    """Options."""
    assert GAME.options(GAME.deal(ZEROS, players)) == {"bruce": False, "clan_activation": expected}


@pytest.mark.parametrize("players", [1, 6])
def test_it_is_for_two_to_five_players(players: int) -> None:
    """Options."""
    with pytest.raises(OptionError):
        GAME.deal(ZEROS, players)


def test_bruce_cards_are_in_the_deck_only_with_the_option() -> None:
    """L1."""
    assert (len(deck(bruce=True)), len(deck(bruce=False))) == (98, 96)
