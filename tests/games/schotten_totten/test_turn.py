"""S3–S7: the steps of a turn, playing, drawing and passing."""

from __future__ import annotations

from typing import Any

from .puzzles import after, all_clan_but, claims, legal, owned, puzzle, read, stone, stone_read

FULL = stone("R1 B3 G6", "R2 B4 G8")
"""A stone at which neither side has room, and neither can be claimed by seat 0."""
WON = stone("R7 R8 R9", "B1 G2 Y4")
"""A stone that seat 0 can claim."""


def test_without_expert_claims_come_after_the_play() -> None:
    """S3."""
    state = puzzle({1: WON}, hands=("N1", "N2"))
    assert read(state, "step") == "play"
    assert read(after(state, "play N1 5"), "step") == "claim"


def test_with_expert_claims_come_before_the_play() -> None:
    """S3."""
    state = puzzle({1: WON}, expert=True, step="claim", hands=("N1", "N2"))
    assert legal(state) == ["claim 1", "done"]
    assert read(after(state, "done"), "step") == "play"


def test_with_expert_the_turn_ends_after_the_play() -> None:
    """S3: no second claim step."""
    state = puzzle({1: stone("R7 R8", "B1 G2 Y4")}, expert=True, hands=("R9", "N2"))
    assert after(state, "play R9 1").to_act == 1


def test_with_expert_the_next_turn_begins_with_its_claims() -> None:
    """S3."""
    state = puzzle({1: stone("B1 G2 Y4", "R7 R8 R9")}, expert=True, hands=("N1", "N2"))
    assert claims(after(state, "play N1 5"), seat=1) == ["claim 1"]


def test_the_card_is_drawn_after_the_claims() -> None:
    """S3."""
    state = puzzle({1: WON}, hands=("N1", "N2"), clan_deck="Y9")
    claiming = after(state, "play N1 5")
    assert read(claiming, "hands")[0] == []
    assert read(after(claiming, "done"), "hands")[0] == ["Y9"]


def test_a_clan_card_can_be_played_to_every_stone_with_room() -> None:
    """S4."""
    state = puzzle({4: FULL}, hands=("N1", ""))
    assert legal(state) == [f"play N1 {number}" for number in (1, 2, 3, 5, 6, 7, 8, 9)]


def test_a_card_goes_to_ones_own_side() -> None:
    """S4."""
    state = after(puzzle({2: stone("R1", "B1")}, hands=("N1", "N2")), "play N1 2")
    assert stone_read(state, 2)["sides"] == [["R1", "N1"], ["B1"]]


def test_a_card_goes_to_seat_1s_own_side() -> None:
    """S4."""
    state = after(puzzle({2: stone("R1", "B1")}, to_act=1, hands=("N1", "N2")), "play N2 2")
    assert stone_read(state, 2)["sides"] == [["R1"], ["B1", "N2"]]


def test_a_full_side_takes_no_more_cards() -> None:
    """S4: three cards; the opponent's side does not matter."""
    state = puzzle({1: stone("R1 B3 G6"), 2: stone("", "R2 B4 G8")}, hands=("N1", ""))
    assert "play N1 1" not in legal(state)
    assert "play N1 2" in legal(state)


def test_a_side_in_the_mud_takes_a_fourth_card() -> None:
    """S4."""
    state = puzzle({1: stone("R1 B3 G6", modes="mud")}, tactics=True, hands=("N1", ""))
    assert "play N1 1" in legal(state)


def test_a_side_in_the_mud_takes_no_fifth_card() -> None:
    """S4."""
    state = puzzle({1: stone("R1 B3 G6 N7", modes="mud")}, tactics=True, hands=("N1", ""))
    assert "play N1 1" not in legal(state)


def test_the_player_may_claim_or_be_done() -> None:
    """S5."""
    state = puzzle({1: WON, 3: stone("V7 V8 V9", "N1 N4 Y5")}, step="claim")
    assert legal(state) == ["claim 1", "claim 3", "done"]


def test_stones_are_claimed_one_at_a_time() -> None:
    """S5: after one claim the others are still to choose from."""
    state = puzzle({1: WON, 3: stone("V7 V8 V9", "N1 N4 Y5")}, step="claim")
    assert legal(after(state, "claim 1")) == ["claim 3", "done"]


def test_without_a_legal_claim_the_step_ends_without_a_decision() -> None:
    """S5."""
    state = puzzle({1: FULL}, hands=("N1", "N2"))
    assert after(state, "play N1 5").to_act == 1


def test_with_no_claim_left_the_step_ends_without_a_decision() -> None:
    """S5."""
    state = after(puzzle({1: WON}, step="claim", hands=("N1", "N2")), "claim 1")
    assert (state.to_act, read(state, "step")) == (1, "play")


def test_done_ends_the_claims_of_the_turn() -> None:
    """S5."""
    state = after(puzzle({1: WON}, step="claim", hands=("N1", "N2")), "done")
    assert (state.to_act, read(state, "turn")) == (1, 22)
    assert stone_read(state, 1)["owner"] is None


def test_after_the_play_one_card_is_drawn_from_the_top() -> None:
    """S6: never more than one, although there is room for more."""
    state = after(puzzle(hands=("N1", "N2"), clan_deck="Y9 Y8"), "play N1 5")
    assert read(state, "hands")[0] == ["Y9"]
    assert read(state, "clan_deck") == ["Y8"]


def test_without_tactics_drawing_is_no_decision() -> None:
    """S6."""
    state = after(puzzle(hands=("N1", "N2"), clan_deck="Y9 Y8"), "play N1 5")
    assert state.to_act == 1


def test_with_both_decks_the_player_chooses_one() -> None:
    """S6."""
    state = after(puzzle(tactics=True, hands=("N1", "N2"), clan_deck="Y9", tactic_deck="mud"), "play N1 5")
    assert (state.to_act, legal(state)) == (0, ["draw clan", "draw tactic"])


def test_the_chosen_deck_is_drawn_from() -> None:
    """S6."""
    state = puzzle(tactics=True, hands=("N1", "N2"), clan_deck="Y9", tactic_deck="mud")
    assert read(after(state, "play N1 5", "draw clan"), "hands")[0] == ["Y9"]
    assert read(after(state, "play N1 5", "draw tactic"), "hands")[0] == ["mud"]


def test_with_only_the_clan_deck_left_there_is_no_choice() -> None:
    """S6."""
    state = after(puzzle(tactics=True, hands=("N1", "N2"), clan_deck="Y9"), "play N1 5")
    assert (state.to_act, read(state, "hands")[0]) == (1, ["Y9"])


def test_with_only_the_tactic_deck_left_there_is_no_choice() -> None:
    """S6."""
    state = after(puzzle(tactics=True, hands=("N1", "N2"), tactic_deck="mud"), "play N1 5")
    assert (state.to_act, read(state, "hands")[0]) == (1, ["mud"])


def test_with_all_decks_empty_play_goes_on_without_drawing() -> None:
    """S6."""
    state = after(puzzle(hands=("N1 N3", "N2")), "play N1 5")
    assert (state.to_act, read(state, "hands")[0]) == (1, ["N3"])


def test_a_hand_at_the_limit_draws_nothing() -> None:
    """S6: after a pass."""
    stones = {number: FULL_OF_OTHERS[number] for number in range(1, 10)}
    state = after(puzzle(stones, hands=("N1 N2 N3 N4 N5 N6", ""), clan_deck="N9"), "pass")
    assert read(state, "clan_deck") == ["N9"]


def test_a_hand_short_of_the_limit_draws_after_a_pass() -> None:
    """S7: a turn with a pass still has its draw step."""
    stones = {number: FULL_OF_OTHERS[number] for number in range(1, 10)}
    state = after(puzzle(stones, hands=("N1", ""), clan_deck="N9"), "pass")
    assert read(state, "hands")[0] == ["N1", "N9"]


def test_without_tactics_pass_is_the_only_action_where_no_play_is_legal() -> None:
    """S7: no room anywhere."""
    assert legal(puzzle(FULL_OF_OTHERS, hands=("N1", "N2"))) == ["pass"]


def test_an_empty_hand_passes() -> None:
    """S7."""
    assert legal(puzzle(hands=("", "N2"))) == ["pass"]


def test_who_can_play_a_clan_card_cannot_pass() -> None:
    """S7."""
    assert "pass" not in legal(puzzle(tactics=True, hands=("N1 mud", "")))


def test_with_tactics_pass_stands_beside_the_tactics_plays() -> None:
    """S7: the hand has no Clan card."""
    assert legal(puzzle({1: stone("R1")}, tactics=True, hands=("banshee strategist", ""))) == [
        "pass",
        "play strategist",
    ]


def test_with_tactics_pass_is_offered_where_clan_cards_have_no_room() -> None:
    """S7: the hand has one, but it cannot be played."""
    state = puzzle(FULL_OF_OTHERS, tactics=True, hands=("N1 mud", ""))
    assert legal(state) == ["pass", *[f"play mud {number}" for number in range(1, 10)]]


def test_a_turn_with_a_pass_still_has_its_claim_step() -> None:
    """S7."""
    assert claims(after(puzzle({1: WON}, hands=("", "N2")), "pass")) == ["claim 1"]


def test_a_claimed_stone_takes_no_more_cards() -> None:
    """S4, S12: on neither side."""
    stones = owned(1, 2)
    assert "play N1 2" not in legal(puzzle(stones, hands=("N1", "N2")))


def test_legal_plays_are_sorted_and_two_jokers_are_one() -> None:
    """The order of a replay: by code point, without repeats."""
    texts = legal(puzzle(tactics=True, hands=("Y1 B9 joker joker mud", "")))
    assert texts == sorted(set(texts))
    assert texts.count("play joker 1") == 1


def _filled() -> dict[int, dict[str, Any]]:
    """Nine stones at which seat 0's side is full, with seat 1's side too open for a proof."""
    cards = all_clan_but("N1 N2 N3 N4 N5 N6 N7 N8 N9").split()
    low = sorted(cards, key=lambda text: (text[1], text[0]))[:27]
    return {number + 1: stone(" ".join(low[number::9])) for number in range(9)}


FULL_OF_OTHERS = _filled()
