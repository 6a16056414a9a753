"""Replays for the tests: simulated ones, and ones with faults, written without the code under test."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from referee.games.base import Outcome
from referee.simulate import Simulation
from tests.variants import VARIANTS, Variant

Json = dict[str, Any]

TWO_PLAYERS = [variant for variant in VARIANTS if variant.players == 2]
MORE_PLAYERS = [variant for variant in VARIANTS if variant.players > 2]


def first_of_each_game() -> list[Variant]:
    return list({variant.game.key: variant for variant in reversed(VARIANTS)}.values())


def simulated(variant: Variant, number: int = 0) -> Json:
    """A replay of random play, as it would be read from its file."""
    return deepcopy(_simulated(variant, number))


@cache
def _simulated(variant: Variant, number: int) -> Json:
    simulation = Simulation(variant.game, variant.players, dict(variant.options), variant.seed(number))
    written = simulation.play(number, record=True)
    assert written is not None
    replay = json.loads(json.dumps(written.to_json()))
    assert isinstance(replay, dict)
    return replay


def without_digest(replay: Json) -> Json:
    return {key: value for key, value in replay.items() if key != "digest"}


class Recorder:
    """Plays a random game and writes it down by hand. `failures` has, for each seat that fails, at which of
    the choices that it is asked for; a seat that fails at none of them is not in it."""

    def __init__(self, variant: Variant, failures: Mapping[int, int], number: int = 0) -> None:
        self.variant, self.failures = variant, failures
        self.state = variant.deal(number)
        self.seed = variant.seed(number)
        self.initial = variant.game.to_position(self.state)
        self.random = Random(number)
        self.steps: list[Json] = []
        self.asked = [0] * variant.players
        self.offenders: list[int] = []

    def play(self, limit: int | None = None) -> None:
        """To the end, to the first fault of two players, or until `limit` steps are made."""
        while self.state.to_act is not None and len(self.steps) != limit:
            if self._fails() and self.variant.players == 2:
                return
            self._step()

    def _fails(self) -> bool:
        """Whether the seat to act fails here."""
        seat = self.state.to_act
        if len(self.state.legal) > 1 and seat not in self.offenders:
            self.asked[seat] += 1
            if self.asked[seat] == self.failures.get(seat):
                self.offenders.append(seat)
        return seat in self.offenders

    def _step(self) -> None:
        seat, legal = self.state.to_act, self.state.legal
        autopilot = seat in self.offenders
        action = legal[0] if autopilot else self.random.choice(legal)
        step = {"seat": seat, "legal": [entry.text for entry in legal], "action": action.text}
        step |= {"forced": len(legal) == 1, "ms": 0.0 if autopilot or len(legal) == 1 else 1.5}
        self.steps.append(step | ({"autopilot": True} if autopilot else {}))
        self.state = self.variant.game.advance(self.state, action)

    def outcome(self) -> Outcome:
        outcome = self.variant.game.outcome(self.state)
        assert outcome is not None
        return outcome

    def replay(self, result: Json) -> Json:
        replay: Json = {"format": "bothy-replay/1", "game": self.variant.game.key}
        replay |= {"options": dict(self.variant.options), "seats": ["somebody@1"] * self.variant.players}
        replay |= {"seed": self.seed.hex(), "commitment": sha256(self.seed).hexdigest(), "initial": self.initial}
        return deepcopy({**replay, "steps": self.steps, "result": result})


def forfeited(variant: Variant, seat: int, choice: int, termination: str = "timeout") -> Json:
    """A game of two that ended when `seat` failed at its `choice`-th choice."""
    game = Recorder(variant, {seat: choice})
    game.play()
    assert game.offenders == [seat]
    placings = [2, 1] if seat == 0 else [1, 2]
    return game.replay(result_entry(placings, [0, 0], termination, seat))


def played_on(variant: Variant, failures: Mapping[int, int], termination: str = "timeout") -> Json:
    """A game of three or more in which seats failed and the rest played on; `offenders` is written."""
    game = Recorder(variant, failures)
    game.play()
    assert set(game.offenders) == set(failures)
    placings = places(game.outcome().placings, game.offenders)
    entry = result_entry(placings, list(game.outcome().scores), termination, game.offenders[0])
    return game.replay({**entry, "offenders": game.offenders})


def cancelled(variant: Variant, steps: int, failures: Mapping[int, int] | None = None) -> Json:
    game = Recorder(variant, failures or {})
    game.play(steps)
    return game.replay(result_entry(None, None, "cancelled", None))


def result_entry(placings: list[int] | None, scores: list[int] | None, termination: str, offender: int | None) -> Json:
    return {
        "placings": placings,
        "scores": scores,
        "termination": termination,
        "offender": offender,
        "detail": "as it happened",
    }


def places(placings: Sequence[int], offenders: Sequence[int]) -> list[int]:
    """Everybody ranked by (failed late or never, place in the game): a slow second opinion."""
    ranks = [
        (-offenders[::-1].index(seat) - 1, 0) if seat in offenders else (1, -place)
        for seat, place in enumerate(placings)
    ]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]
