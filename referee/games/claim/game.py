"""Claim as a game of the arena."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from referee.games.base import Action, Event, Game, OptionValue, Outcome, Position, Viewer
from referee.games.claim import position, rules, view
from referee.games.claim.cards import CARDS, PLAY, PlayCard
from referee.games.claim.state import ClaimState
from referee.games.claim.view import ClaimView


class Claim(Game[ClaimState, ClaimView]):
    key = "claim"
    title = "Claim"
    player_counts = (2,)
    max_decisions = 52
    actions: Mapping[str, Action] = {action.text: action for action in PLAY}
    cards: Mapping[str, int] = CARDS

    def _deal(self, seed: bytes, players: int, options: dict[str, OptionValue]) -> ClaimState:
        return rules.dealt(seed)

    def _advance(self, state: ClaimState, action: Action, events: list[Event] | None) -> ClaimState:
        assert isinstance(action, PlayCard)
        return rules.played(state, action, events)

    def outcome(self, state: ClaimState) -> Outcome | None:
        return rules.outcome(state)

    def players(self, state: ClaimState) -> int:
        return 2

    def options(self, state: ClaimState) -> dict[str, OptionValue]:
        return {}

    def observe(self, state: ClaimState, viewer: Viewer) -> ClaimView:
        return view.observe(state, viewer)

    def determinize(self, view_: ClaimView, random: Random) -> ClaimState:
        return view.determinize(view_, random)

    def to_position(self, state: ClaimState) -> dict[str, Any]:
        return position.to_position(state)

    def from_position(self, position_: Position) -> ClaimState:
        return position.from_position(position_)
