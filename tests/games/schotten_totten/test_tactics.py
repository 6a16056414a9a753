"""S16–S21: the limit, elite troops, jokers and combat modes."""

from __future__ import annotations

import pytest

from .puzzles import after, claims, legal, owned, puzzle, read, stone, stone_read

TACTICS = ["banshee", "blind", "joker", "mud", "recruiter", "shield", "spy", "strategist", "traitor"]
ON_THE_TABLE = {1: stone("R1", "B1")}


def tactics_plays(texts: list[str]) -> set[str]:
    """The Tactics cards that can be played."""
    return {text.split()[1] for text in texts if text.startswith("play")} & set(TACTICS)


def test_the_rulebooks_example_of_the_limit() -> None:
    """S18: two played against one: no third before the opponent's second."""
    state = puzzle(tactics=True, hands=("N1 mud", "N2"), tactics_played=[2, 1])
    assert tactics_plays(legal(state)) == set()


@pytest.mark.parametrize("played", [[0, 0], [1, 1], [1, 2]])
def test_a_tactics_card_may_be_played_while_one_has_played_no_more_than_the_opponent(played: list[int]) -> None:
    """S18."""
    state = puzzle(tactics=True, hands=("N1 mud", "N2"), tactics_played=played)
    assert tactics_plays(legal(state)) == {"mud"}


@pytest.mark.parametrize("card", TACTICS)
def test_the_limit_holds_for_every_tactics_card(card: str) -> None:
    """S18."""
    keys = {"tactics": True, "hands": (f"N1 {card}", "N2"), "clan_deck": "N3"}
    assert tactics_plays(legal(puzzle(ON_THE_TABLE, **keys))) == {card}
    assert tactics_plays(legal(puzzle(ON_THE_TABLE, **keys, tactics_played=[1, 0]))) == set()


@pytest.mark.parametrize("play", ["play joker 3", "play blind 3", "play recruiter"])
def test_every_tactics_card_played_counts(play: str) -> None:
    """S18: elite troops, modes and ruses alike."""
    card = play.split()[1]
    state = after(puzzle(tactics=True, hands=(card, "N2"), clan_deck="N3"), play)
    if card == "recruiter":
        state = after(state, "return N3")
    assert read(state, "tactics_played") == [1, 0]


def test_a_clan_card_does_not_count() -> None:
    """S18."""
    assert read(after(puzzle(tactics=True, hands=("N1", "N2")), "play N1 1"), "tactics_played") == [0, 0]


@pytest.mark.parametrize("card", ["joker", "spy", "shield"])
def test_elite_troops_are_placed_like_clan_cards(card: str) -> None:
    """S19, S4: wherever there is room on one's own side."""
    stones = {1: stone("R1 B3 G6"), **owned(1, 5)}
    state = puzzle(stones, tactics=True, hands=(card, "N2"))
    assert legal(state) == ["pass", *[f"play {card} {number}" for number in (2, 3, 4, 6, 7, 8, 9)]]
    assert stone_read(after(state, f"play {card} 2"), 2)["sides"] == [[card], []]


def test_an_elite_troop_fills_a_side() -> None:
    """S19: and is worth its best at the claim that follows."""
    state = puzzle({1: stone("R8 R9", "B7 B8")}, tactics=True, hands=("spy", "N2"))
    filled = after(state, "play spy 1")
    assert claims(filled) == ["claim 1"]


def test_an_elite_troop_does_not_make_a_clan_card_seen() -> None:
    """S19, S10: the joker that counts as R9 leaves R9 unseen."""
    state = puzzle({1: stone("R7 R8", "")}, tactics=True, hands=("joker", "N2"), clan_deck="R9")
    assert state.unseen == after(state, "play joker 1").unseen


def test_a_player_plays_at_most_one_joker() -> None:
    """S20."""
    state = puzzle(tactics=True, hands=("N1 joker", "N2"), jokers_played=[True, False])
    assert tactics_plays(legal(state)) == set()


def test_the_opponents_joker_does_not_matter() -> None:
    """S20."""
    state = puzzle(tactics=True, hands=("N1 joker", "N2"), jokers_played=[False, True])
    assert tactics_plays(legal(state)) == {"joker"}


def test_a_joker_counts_even_if_it_was_taken_away_since() -> None:
    """S20."""
    state = puzzle(tactics=True, hands=("joker joker", "N2 banshee"))
    gone = after(state, "play joker 1", "play banshee", "take joker 1")
    assert read(gone, "discard") == ["joker", "banshee"]
    assert (gone.to_act, legal(gone)) == (0, ["pass"])


def test_the_other_elite_troops_are_no_jokers() -> None:
    """S20."""
    state = after(puzzle(tactics=True, hands=("spy", "N2")), "play spy 1")
    assert read(state, "jokers_played") == [False, False]


@pytest.mark.parametrize("mode", ["blind", "mud"])
def test_a_combat_mode_lies_on_an_unclaimed_stone_on_nobodys_side(mode: str) -> None:
    """S21: full sides do not matter."""
    stones = {1: stone("R1 B3 G6", "R2 G4 G8"), **owned(1, 5)}
    state = puzzle(stones, tactics=True, hands=(f"N1 {mode}", "N2"))
    assert [text for text in legal(state) if mode in text] == [f"play {mode} {n}" for n in (1, 2, 3, 4, 6, 7, 8, 9)]
    laid = stone_read(after(state, f"play {mode} 1"), 1)
    assert (laid["modes"], laid["sides"]) == ([mode], [["R1", "B3", "G6"], ["R2", "G4", "G8"]])


def test_a_stone_may_bear_both_modes() -> None:
    """S21."""
    state = puzzle({1: stone(modes="blind")}, tactics=True, hands=("mud", "N2"))
    assert stone_read(after(state, "play mud 1"), 1)["modes"] == ["blind", "mud"]


def test_no_ruse_can_take_a_combat_mode() -> None:
    """S21."""
    stones = {1: stone("R1", "B1", modes="blind")}
    state = after(puzzle(stones, tactics=True, hands=("banshee", "")), "play banshee")
    assert legal(state) == ["take B1 1"]


def test_mud_fight_gives_room_to_full_sides() -> None:
    """S17: also where they had three cards already."""
    state = puzzle({1: stone("R1 B3 G6", "R2 B4 G8")}, tactics=True, hands=("mud N1", "N2"))
    muddy = after(state, "play mud 1")
    assert "play N2 1" in legal(muddy)
    assert "play N1 1" in legal(after(muddy, "play N2 5"))


def test_mud_fight_takes_back_the_right_to_claim() -> None:
    """S17, S8."""
    state = puzzle({1: stone("R7 R8 R9", "B1 B3 G7")}, tactics=True, hands=("mud", "N2"))
    assert claims(after(state, "play mud 1")) == []


def test_four_cards_in_the_mud_fight_as_four_card_formations() -> None:
    """S17: a run of four against four of which only three are equal."""
    stones = {1: stone("R1 B2 G3 Y4", "R9 B9 G9 Y8", modes="mud")}
    assert claims(puzzle(stones, tactics=True, step="claim")) == ["claim 1"]


def test_both_modes_mean_four_cards_and_sums_only() -> None:
    """S17."""
    stones = {1: stone("R9 B9 G8 Y2", "R4 R5 R6 R7", modes="blind mud")}
    assert claims(puzzle(stones, tactics=True, step="claim")) == ["claim 1"]
