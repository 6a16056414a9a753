"""Schotten Totten as a game of the arena."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from referee.games.base import Action, Event, Game, Option, OptionValue, Outcome, Position, Viewer
from referee.games.schotten_totten import ending, imagining, position, turn, view
from referee.games.schotten_totten.actions import ACTIONS
from referee.games.schotten_totten.cards import CARDS
from referee.games.schotten_totten.state import SchottenState
from referee.games.schotten_totten.view import SchottenView

MAX_TURNS = 2 * (64 + 9) + 2
"""Each of 64 cards is played once, 9 stones are claimed once: at most 73 turns without a pass, or with a pass and a
claim. Passes without a claim stand alone between those, but for the last two (S25)."""


class SchottenTotten(Game[SchottenState, SchottenView]):
    key = "schotten_totten"
    title = "Schotten Totten"
    player_counts = (2,)
    option_specs = (
        Option("tactics", "adds the Tactics cards", lambda players: False),
        Option("expert", "moves claiming to the start of the turn", lambda players: False),
    )
    # A play and a `done` each turn, the claims, a choice of deck for each card drawn (two may come back), and at most
    # five, two, one and two choices in the ruses.
    max_decisions = 2 * MAX_TURNS + 9 + (64 - 14 + 2) + 10
    actions: Mapping[str, Action] = ACTIONS
    cards: Mapping[str, int] = CARDS

    def _deal(self, seed: bytes, players: int, options: dict[str, OptionValue]) -> SchottenState:
        return turn.dealt(seed, bool(options["tactics"]), bool(options["expert"]))

    def _advance(self, state: SchottenState, action: Action, events: list[Event] | None) -> SchottenState:
        return turn.advanced(state, action, events)

    def outcome(self, state: SchottenState) -> Outcome | None:
        return ending.outcome(state)

    def players(self, state: SchottenState) -> int:
        return 2

    def options(self, state: SchottenState) -> dict[str, OptionValue]:
        return {"tactics": state.tactics, "expert": state.expert}

    def observe(self, state: SchottenState, viewer: Viewer) -> SchottenView:
        return view.observe(state, viewer)

    def determinize(self, view_: SchottenView, random: Random) -> SchottenState:
        return imagining.determinize(view_, random)

    def to_position(self, state: SchottenState) -> dict[str, Any]:
        return position.to_position(state)

    def from_position(self, position_: Position) -> SchottenState:
        return position.from_position(position_)
