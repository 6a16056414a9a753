"""The engine against a second referee that shares no code with it: L1–L30, at every decision of many games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.games.lords_of_scotland.state import LordsState

from .naive import LASTING, NaiveTable, clan, deck, follower, rank, strength
from .tables import GAME, legal, seed

VARIANTS = [(players, bruce, clan) for players in (2, 3, 4, 5) for bruce in (False, True) for clan in (False, True)]


def assert_same_game(state: LordsState, table: NaiveTable, random: Random) -> None:
    """Both referees say the same at every decision of a game that likes to use powers, and of its end."""
    while state.to_act is not None:
        assert state.is_mid_power == (table.using is not None)
        if table.using is None:
            assert GAME.to_position(state) == table.position()
        texts = legal(state)
        assert texts == table.legal()
        assert state.to_act == table.at["to_act"]
        bold = [text for text in texts if text.endswith("active")]
        text = random.choice(bold if bold and random.random() < 0.5 else texts)
        state = GAME.advance(state, GAME.parse_action(text))
        table.play(text)
    assert GAME.to_position(state) == table.position()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.placings, outcome.scores) == (table.placings(), table.points())


def odd_position(random: Random) -> dict[str, Any]:
    """Anything that a position may hold: few cards, cards of few strengths, marks, empty slots, the last rounds."""
    players, bruce = random.choice((2, 3, 4, 5)), random.random() < 0.7
    cards = deck(bruce)
    if random.random() < 0.3:  # L3
        first = random.randrange(60)
        cards = sorted(cards, key=strength)[first : first + 38]
    random.shuffle(cards)
    del cards[random.randint(players, len(cards)) :]

    def some(*counts: int) -> list[str]:
        return [cards.pop() for _ in range(min(random.choice(counts), len(cards)))]

    def piles(*counts: int) -> list[list[str]]:
        return [sorted(some(*counts), key=rank) for _ in range(players)]

    return {
        "options": {"bruce": bruce, "clan_activation": random.random() < 0.5}, "seed": random.randbytes(32).hex(),
        "round": random.choice((198, 199, 200)), "turn": random.randint(1, 5), "initiative": random.randrange(players),
        "to_act": random.randrange(players), "phase": "turns", "hands": piles(0, 0, 1, 2, 3, 5, 10),
        "armies": [
            [_odd_follower(card, seat, players, random) for card in some(0, 0, 1, 2, 3, 6)] for seat in range(players)
        ],
        "recruits": [_odd_recruit(some(0, 1, 1, 1), random) for _ in range(5)],
        "supporters": some(0, players - 1, players), "victory": piles(0, 0, 1, 2), "draw": some(0, 1, 2, 4, 50),
        "discard": sorted(some(0, 0, 3, 50), key=rank), "reshuffles": random.choice((0, 3)), "order": [], "final": [],
    }  # fmt: skip


def _odd_recruit(cards: list[str], random: Random) -> dict[str, Any] | None:
    return {"card": cards[0], "up": random.random() < 0.5} if cards else None


def _odd_follower(card: str, seat: int, players: int, random: Random) -> dict[str, Any]:
    if random.random() < 0.3:
        return follower(card, up=False, known_to=sorted({seat, random.randrange(players)}))
    chance = random.random()
    if chance < 0.6 and clan(card) in LASTING:
        return follower(card, active=True)
    if chance < 0.6 and clan(card) == "SC":
        return follower(card, active=True, copies=random.choice(LASTING))
    return follower(card, kept=chance > 0.8 and clan(card) in ("SC", "MD"))


@pytest.mark.parametrize(("players", "bruce", "clan_activation"), VARIANTS)
def test_two_referees_agree_on_every_game(players: int, bruce: bool, clan_activation: bool) -> None:
    """L1–L29."""
    options = {"bruce": bruce, "clan_activation": clan_activation}
    for number in range(3):
        table = NaiveTable.dealt(seed(number), players, bruce, clan_activation)
        assert_same_game(GAME.deal(seed(number), players, options), table, Random(number))


@pytest.mark.parametrize("number", range(8))
def test_two_referees_agree_on_odd_positions(number: int) -> None:
    """L3, L4, L7, L22, L27, L30: where cards are scarce, and with all marks."""
    random = Random(number)
    for _ in range(12):
        position = odd_position(random)
        assert_same_game(GAME.from_position(position), NaiveTable(position), random)
