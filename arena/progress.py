"""How far a tournament is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func
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
    matches = list(session.exec(select(Match).where(Match.tournament_id == tournament.id)))
    at = clock(session)
    done = select(func.count()).select_from(Block).join(Match, col(Match.id) == Block.match_id)
    return Progress(
        name=tournament.name,
        status=TournamentStatus(tournament.status),
        rounds=tournament.rounds,
        round=max((match.round for match in matches), default=0),
        matches=len(matches),
        matches_done=sum(match.status == MatchStatus.DONE for match in matches),
        matches_playing=sum(_is_held(match, at) for match in matches),
        matches_waiting=sum(_is_waiting(match) for match in matches),
        blocks=sum(match.blocks for match in matches),
        blocks_done=session.exec(done.where(Match.tournament_id == tournament.id)).one(),
        troubles=tuple(dict.fromkeys(match.trouble for match in matches if match.trouble and _is_left(match))),
    )


def _is_left(match: Match) -> bool:
    return match.status == MatchStatus.PLANNED


def _is_waiting(match: Match) -> bool:
    return _is_left(match) and match.waits_since is not None


def _is_held(match: Match, at: Any) -> bool:
    until = match.lease_until
    if until is None or not _is_left(match):
        return False
    # SQLite gives times without a zone; they are UTC.
    return bool(until.replace(tzinfo=at.tzinfo) > at)
