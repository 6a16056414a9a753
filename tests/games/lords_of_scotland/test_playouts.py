"""Random games to the end, for every number of players and every option; counts that must not change."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.base import Action
from referee.games.lords_of_scotland.state import LordsState

from .tables import GAME, cards_of, seed, table

VARIANTS = [(players, bruce, clan) for players in (2, 3, 4, 5) for bruce in (False, True) for clan in (False, True)]


def a_game(number: int, players: int, bruce: bool, clan: bool) -> tuple[list[LordsState], list[Action]]:
    """Every state of a random game that likes to use powers, and the actions between them."""
    random = Random(number)
    states = [GAME.deal(seed(number), players, {"bruce": bruce, "clan_activation": clan})]
    actions: list[Action] = []
    while legal := states[-1].legal:
        bold = [action for action in legal if action.text.endswith("active")]
        actions.append(random.choice(bold if bold and random.random() < 0.4 else legal))
        states.append(GAME.advance(states[-1], actions[-1]))
    return states, actions


@pytest.mark.parametrize(("players", "bruce", "clan"), VARIANTS)
def test_a_random_game_ends_and_keeps_all_its_cards(players: int, bruce: bool, clan: bool) -> None:
    """L2, L29."""
    states, _ = a_game(1, players, bruce, clan)
    assert GAME.outcome(states[-1]) is not None
    assert len(states) < GAME.max_decisions
    whole = cards_of(states[0])
    assert len(set(whole)) == (98 if bruce else 96)
    assert all(cards_of(state) == whole for state in states)


@pytest.mark.parametrize(("players", "bruce", "clan"), VARIANTS)
def test_positions_round_trip_at_every_decision_outside_powers(players: int, bruce: bool, clan: bool) -> None:
    """Position: the same texts, the same legal actions."""
    for state in a_game(2, players, bruce, clan)[0]:
        if not state.is_mid_power:
            written = GAME.to_position(state)
            read = GAME.from_position(written)
            assert (GAME.to_position(read), read.legal, read.to_act) == (written, state.legal, state.to_act)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_goes_on_from_its_position_as_it_would_have(players: int) -> None:
    """Position, L4: with the seed and the number of reshuffles the rest of the game is the same."""
    states, actions = a_game(3, players, True, False)
    middle = next(at for at in range(len(states) // 3, len(states)) if not states[at].is_mid_power)
    state = GAME.from_position(GAME.to_position(states[middle]))
    for action in actions[middle:]:
        state = GAME.advance(state, action)
    assert GAME.to_position(state) == GAME.to_position(states[-1])


@pytest.mark.parametrize(("players", "bruce", "clan"), VARIANTS)
def test_legal_actions_are_sorted_and_different(players: int, bruce: bool, clan: bool) -> None:
    """Replay: sorted by code point, without repeats, and never empty before the end."""
    for state in a_game(4, players, bruce, clan)[0]:
        texts = [action.text for action in state.legal]
        assert texts == sorted(set(texts))
        assert bool(texts) == (state.to_act is not None)


def count(state: LordsState, depth: int) -> int:
    """How many ways there are to go on for some decisions."""
    if depth == 0 or not state.legal:
        return 1
    return sum(count(GAME.advance(state, action), depth - 1) for action in state.legal)


def test_the_ways_to_go_on_are_counted_by_hand_on_a_small_table() -> None:
    """L6, L9: seat 0 has 3 ways for its Cochrane; seat 1 three for its Scott if it sees a follower to copy."""
    # Face-up or active, the CO2 stands against nothing weaker than itself: SC1 can copy it, then choose target 0.1.
    # Face-down it cannot be copied: 2 ways. So 3 + 3 + 2.
    assert count(table("CO2", "SC1"), 2) == 8


@pytest.mark.parametrize(("depth", "expected"), [(1, 18), (2, 318), (3, 4885)])
def test_the_ways_to_go_on_from_the_seed_of_zeros_stay_as_many(depth: int, expected: int) -> None:
    """A count that changes when any rule of turns and powers does."""
    assert count(GAME.deal(bytes(32), 2), depth) == expected
