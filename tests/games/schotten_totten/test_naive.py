"""The engine against a second referee that shares no code with it: S1–S26, at every decision of many games."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from referee.games.schotten_totten.cards import CLAN_DECK, TACTIC_DECK
from referee.games.schotten_totten.state import SchottenState
from referee.games.shuffle import shuffled

from .naive import CLAN, ELITE, MODES, TACTIC, NaiveBorder, in_deck_order
from .puzzles import GAME, VARIANTS, legal

LIKED = {"pass", "tactic", *TACTIC}


def assert_same_game(state: SchottenState, border: NaiveBorder, random: Random) -> None:
    """Both referees say the same at every decision of a game that likes Tactics cards, and of its end."""
    while state.to_act is not None:
        assert (state.pending is None) == (border.ruse is None)
        if border.ruse is None:
            assert GAME.to_position(state) == border.position()
        texts = legal(state)
        assert texts == border.legal()
        assert state.to_act == border.at["to_act"]
        liked = [text for text in texts if LIKED & set(text.split())]
        text = random.choice(liked if liked and random.random() < 0.5 else texts)
        state = GAME.advance(state, GAME.parse_action(text))
        border.play(text)
    assert GAME.to_position(state) == border.position()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.placings, outcome.scores) == border.result()


def odd_position(random: Random) -> dict[str, Any]:
    """A border far into a game: nearly full, few cards left, any step, and Tactics cards everywhere."""
    tactics, expert = random.random() < 0.8, random.random() < 0.5
    clan, tactic = random.sample(CLAN, random.randint(35, 54)), random.sample(TACTIC, len(TACTIC)) if tactics else []
    jokers = [False, False]
    stones = [_odd_stone(clan, tactic, jokers, random) for _ in range(9)]
    hands = [_some(random.choice((clan, tactic)), random.choice((0, 1, 2, 3)), random) for _ in (0, 1, 0, 1)]
    turn, step = random.randint(20, 41), random.choice(("play", "play", "claim", "draw"))
    return {
        "options": {"tactics": tactics, "expert": expert}, "turn": turn, "to_act": 1 - turn % 2, "step": step,
        "hands": [in_deck_order(hands[0] + hands[1]), in_deck_order(hands[2] + hands[3])],
        "clan_deck": _some(clan, random.choice((0, 1, 2, 9)), random),
        "tactic_deck": _some(tactic, random.choice((0, 1, 2, 9)), random),
        "discard": in_deck_order(_some(clan, random.choice((0, 3)), random) + _some(tactic, 1, random)),
        "stones": stones, "tactics_played": [random.randint(0, 2), random.randint(0, 2)], "jokers_played": jokers,
        "passes": random.choice((0, 1)), "passed": step == ("draw" if expert else "claim") and random.random() < 0.5,
        "claimed": step == "draw" and random.random() < 0.3, "under": [[], []],
    }  # fmt: skip


def _some(cards: list[str], count: int, random: Random) -> list[str]:
    return [cards.pop(random.randrange(len(cards))) for _ in range(min(count, len(cards)))]


def _odd_stone(clan: list[str], tactic: list[str], jokers: list[bool], random: Random) -> dict[str, Any]:
    modes = [mode for mode in MODES if mode in tactic and random.random() < 0.15]
    for mode in modes:
        tactic.remove(mode)
    size = 4 if "mud" in modes else 3
    sides = [_some(clan, random.choice((0, 1, 2, 3, size, size)), random) for _ in (0, 1)]
    for seat, side in enumerate(sides):
        elite = [card for card in ELITE if card in tactic and not (card == "joker" and jokers[seat])]
        if elite and len(side) == 2 and random.random() < 0.4:
            card = random.choice(elite)
            tactic.remove(card)
            side.append(card)
            jokers[seat] |= card == "joker"
    full = [seat for seat in (0, 1) if len(sides[seat]) == size]
    full_since = [2 * random.randint(1, 9) - (1 - seat) if seat in full else None for seat in (0, 1)]
    owner = random.choice(full) if full and random.random() < 0.1 else None
    return {"sides": sides, "modes": modes, "owner": owner, "full_since": full_since}


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(name for name in options if options[name]))
def test_two_referees_agree_on_every_game(options: dict[str, bool]) -> None:
    """S1–S26."""
    for number in range(3):
        seed = sha256(bytes([number])).digest()
        clan = [card.text for card in shuffled(CLAN_DECK, seed, "clan")]
        tactic = [card.text for card in shuffled(TACTIC_DECK, seed, "tactic")] if options["tactics"] else []
        assert_same_game(GAME.deal(seed, options=options), NaiveBorder.dealt(clan, tactic, options), Random(number))


@pytest.mark.parametrize("number", range(8))
def test_two_referees_agree_on_odd_positions(number: int) -> None:
    """S5–S7, S10, S15, S18–S25: late turns, from any step."""
    random = Random(number)
    for _ in range(12):
        position = odd_position(random)
        if sum(stone["owner"] is not None for stone in position["stones"]) < 3:
            assert_same_game(GAME.from_position(position), NaiveBorder(position), random)
