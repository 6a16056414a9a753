"""How far a tournament is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, case, func
from sqlmodel import Session, col, select

from arena.leases import clock
from arena.models import Block, Match, MatchStatus, Tournament, TournamentStatus


@dataclass(frozen=True, slots=True)
class Progress:
    """Counted from the database alone."""

    name: str
    status: TournamentStatus
    rounds: int
    round: int
    """The highest that is planned."""
    matches: int
    matches_done: int
    matches_playing: int
    matches_waiting: int
    """For bots from afar that are away."""
    blocks: int
    """Of all matches that are planned."""
    blocks_done: int
    troubles: tuple[str, ...]
    """What the platform's last failures were: nobody's result."""

    @property
    def is_over(self) -> bool:
        return self.status in (TournamentStatus.DONE, TournamentStatus.CANCELLED)

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__} | {"troubles": list(self.troubles)}


def progress_of(session: Session, tournament: Tournament) -> Progress:
    """Counted by the database: a ladder's season has hundreds of thousands of matches."""
    mine, is_left = col(Match.tournament_id) == tournament.id, col(Match.status) == MatchStatus.PLANNED
    is_held = and_(is_left, col(Match.lease_until) > clock(session))
    is_waiting = and_(is_left, col(Match.waits_since).is_not(None))
    kinds = (col(Match.status) == MatchStatus.DONE, is_held, is_waiting)
    counts: tuple[Any, ...] = (
        func.count(), *(func.sum(case((kind, 1), else_=0)) for kind in kinds), func.sum(Match.blocks),
        func.max(Match.round),
    )  # fmt: skip
    matches, *sums = session.execute(select(*counts).where(mine)).one()
    matches_done, playing, waiting, blocks, last_round = (int(value or 0) for value in sums)
    done = select(func.count()).select_from(Block).join(Match, col(Match.id) == Block.match_id)
    troubles = select(Match.trouble).where(mine, is_left, Match.trouble != "").order_by(col(Match.id))
    return Progress(
        name=tournament.name,
        status=TournamentStatus(tournament.status),
        rounds=tournament.rounds,
        round=last_round,
        matches=matches,
        matches_done=matches_done,
        matches_playing=playing,
        matches_waiting=waiting,
        blocks=blocks,
        blocks_done=session.exec(done.where(mine)).one(),
        troubles=tuple(dict.fromkeys(session.exec(troubles))),
    )
