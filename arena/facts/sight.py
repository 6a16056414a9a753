"""Who may see which tournaments: the one place that decides. Matches, blocks, games, replays and logs are seen with
their tournament, or not at all; what is not seen is answered like what is not there."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_, true
from sqlmodel import Session, col, select

from arena.models import Block, Game, Match, Tournament
from arena.settings import Missing


@dataclass(frozen=True, slots=True)
class Sight:
    """Of somebody who is this owner, or of nobody in particular, who sees what is public."""

    owner_id: int | None = None
    is_everything: bool = False

    @property
    def clause(self) -> ColumnElement[bool]:
        """For queries that join tournaments."""
        if self.is_everything:
            return true()
        is_public = col(Tournament.private_to).is_(None)
        return is_public if self.owner_id is None else or_(is_public, col(Tournament.private_to) == self.owner_id)

    def has(self, tournament: Tournament) -> bool:
        return self.is_everything or tournament.private_to in (None, self.owner_id)


PUBLIC = Sight()
EVERYTHING = Sight(is_everything=True)
"""For admins, and on the arena's own machine."""


def tournament_with(session: Session, tournament_id: int, sight: Sight = PUBLIC) -> Tournament:
    found = session.get(Tournament, tournament_id)
    if found is None or not sight.has(found):
        raise Missing(f"there is no tournament {tournament_id}")
    return found


def tournament_of_game(session: Session, game_id: int, sight: Sight = PUBLIC) -> Tournament:
    query = (
        select(Tournament)
        .join(Match, col(Match.tournament_id) == Tournament.id)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .where(Game.id == game_id, sight.clause)
    )
    found = session.exec(query).first()
    if found is None:
        raise Missing(f"there is no game {game_id}")
    return found
