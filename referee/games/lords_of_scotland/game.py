"""Lords of Scotland as a game of the arena."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from referee.games.base import Action, Event, Game, Option, OptionValue, Outcome, Position, Viewer
from referee.games.lords_of_scotland import position, reading, rounds, rules, view
from referee.games.lords_of_scotland.actions import ACTIONS, MOST_PLAYERS
from referee.games.lords_of_scotland.cards import CARDS
from referee.games.lords_of_scotland.determinize import determinize
from referee.games.lords_of_scotland.legal import HAND_LIMIT
from referee.games.lords_of_scotland.state import LordsState
from referee.games.lords_of_scotland.turns import TURNS
from referee.games.lords_of_scotland.view import LordsView

# A chain of Makgills empties a hand at most. A link costs two decisions, a Scott and its target; the last card
# three, a Scott, its target, and that of the power it copies.
_MOST_IN_AN_ACTION = 2 * (HAND_LIMIT - 1) + 3
_MOST_IN_A_ROUND = MOST_PLAYERS * TURNS * _MOST_IN_AN_ACTION + MOST_PLAYERS


class LordsOfScotland(Game[LordsState, LordsView]):
    key = "lords_of_scotland"
    title = "Lords of Scotland"
    player_counts = (2, 3, 4, 5)
    option_specs = (
        Option("bruce", "with the two Bruce cards", lambda players: False),
        Option(
            "clan_activation",
            "only followers of the same clan stand against a power; by default with 4 or 5 players",
            lambda players: players >= 4,
        ),
    )
    max_decisions = rounds.LAST_ROUND * _MOST_IN_A_ROUND  # L30
    actions: Mapping[str, Action] = ACTIONS
    cards: Mapping[str, int] = CARDS

    def _deal(self, seed: bytes, players: int, options: dict[str, OptionValue]) -> LordsState:
        return rules.dealt(seed, players, bool(options["bruce"]), bool(options["clan_activation"]))

    def _advance(self, state: LordsState, action: Action, events: list[Event] | None) -> LordsState:
        return rules.advanced(state, action, events)

    def outcome(self, state: LordsState) -> Outcome | None:
        return rounds.outcome(state)

    def players(self, state: LordsState) -> int:
        return state.players

    def options(self, state: LordsState) -> dict[str, OptionValue]:
        return {"bruce": state.bruce, "clan_activation": state.clan_activation}

    def observe(self, state: LordsState, viewer: Viewer) -> LordsView:
        return view.observe(state, viewer)

    def determinize(self, view_: LordsView, random: Random) -> LordsState:
        return determinize(view_, random)

    def to_position(self, state: LordsState) -> dict[str, Any]:
        return position.to_position(state)

    def from_position(self, position_: Position) -> LordsState:
        return reading.from_position(position_, self.resolve_options)
