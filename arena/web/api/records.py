"""What bots have done: what they were worth when, whom they met, where they sat, what they did wrong."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel
from sqlmodel import Session

from arena.accounts.tokens import utc
from arena.facts.bots import Tally, bot_with_owner, faults_of, opponents_of, rating_curve, records_by_seat, versions_of
from arena.models import Owner
from arena.settings import Missing
from arena.web.api.routes import api_router
from arena.web.deps import SessionDep, SightDep, ViewerDep
from arena.web.ids import Id

router = api_router("bots")


class RatingOut(BaseModel):
    """What a version was worth in a pool when a tournament ended, with its 95 % interval."""

    pool_id: int
    version_id: int
    at: datetime
    rating: float
    low: float
    high: float
    games: int


class Counted(BaseModel):
    """In a game of several, each opponent counts by itself."""

    pool_id: int
    wins: int
    draws: int
    losses: int


class OpponentOut(Counted):
    version_id: int
    """The bot's own."""
    opponent: str
    opponent_version_id: int


class SeatOut(Counted):
    seat: int
    games: int


class FaultOut(BaseModel):
    game_id: int
    seat: int
    version_id: int
    termination: str
    detail: str
    ended: datetime
    log: str | None
    """What the bot had printed; for its owner only."""


@router.get("/bots/{bot_id}/ratings")
def ratings_of_bot(session: SessionDep, bot_id: Id) -> list[RatingOut]:
    """Over time, the oldest first."""
    _, versions = _bot(session, bot_id)
    return [
        RatingOut(
            pool_id=one.pool_id,
            version_id=one.version_id,
            at=utc(one.at),
            rating=one.rating,
            low=one.low,
            high=one.high,
            games=one.games,
        )
        for one in rating_curve(session, versions)
    ]


@router.get("/bots/{bot_id}/opponents")
def opponents_of_bot(session: SessionDep, bot_id: Id) -> list[OpponentOut]:
    _, versions = _bot(session, bot_id)
    return [
        OpponentOut(
            pool_id=one.pool.id or 0,
            version_id=one.version.version_id,
            opponent=one.opponent.label,
            opponent_version_id=one.opponent.version_id,
            **_counts(one.tally),
        )
        for one in opponents_of(session, versions)
    ]


@router.get("/bots/{bot_id}/seats")
def seats_of_bot(session: SessionDep, bot_id: Id) -> list[SeatOut]:
    """Its results by seat."""
    _, versions = _bot(session, bot_id)
    return [
        SeatOut(pool_id=one.pool.id or 0, seat=one.seat, games=one.games, **_counts(one.tally))
        for one in records_by_seat(session, versions)
    ]


@router.get("/bots/{bot_id}/faults")
def faults_of_bot(
    session: SessionDep,
    viewer: ViewerDep,
    sight: SightDep,
    bot_id: Id,
    limit: Annotated[int, Query(ge=1, le=200, description="How many at most.")] = 50,
) -> list[FaultOut]:
    """The newest first."""
    owner, versions = _bot(session, bot_id)
    return [
        FaultOut(
            game_id=one.game_id,
            seat=one.seat,
            version_id=one.version.version_id,
            termination=one.termination,
            detail=one.detail,
            ended=utc(one.ended),
            log=one.log,
        )
        for one in faults_of(session, versions, with_logs=viewer.owns(owner.name), limit=limit, sight=sight)
    ]


def _bot(session: Session, bot_id: int) -> tuple[Owner, list[int]]:
    """Whose it is, and its versions."""
    found = bot_with_owner(session, bot_id)
    if found is None:
        raise Missing(f"there is no bot {bot_id}")
    return found[1], [version.id for version in versions_of(session, bot_id) if version.id is not None]


def _counts(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
