"""Keeps ladders going: a few matches of each are always ready, and no more than its budget allows.

`top_up` is right however often it runs, and from how many places at once. What to add is computed without holding
anybody up; it is added under the ladder's lock, and only if nothing was added meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, or_, update
from sqlmodel import Session, col, select

from arena.db import AWAY, reading, writing
from arena.ladders.challenges import settle_challenges
from arena.ladders.joining import settle
from arena.ladders.models import Challenge, Ladder, LadderMatch, LadderStatus, Season, SeasonStatus
from arena.ladders.scene import scene_of
from arena.ladders.store import locked, season_of
from arena.leases import clock
from arena.models import Block, Match, MatchBot, MatchStatus, Tournament, TournamentStatus, now
from arena.pairing.ladder import Table, next_tables
from arena.store import PlannedMatch, add_matches
from arena.tournaments import advance
from referee.games.shuffle import derive_seed

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be added to a ladder at a moment."""

    matches_ahead: int
    """That are planned and not over."""
    blocks_ahead: int
    """Of these, what is not played yet."""
    blocks_lately: int
    """Played in the last 60 minutes."""
    matches: int
    """That may be added. With what is ahead and what was played, that is within the budget of any hour to come."""


def top_up(url: str, ladder_id: int | None = None) -> int:
    """All ladders that have something left to do, or one of them; how many matches were added.

    If the database is away, nothing is lost: the next look finds it back.
    """
    try:
        return sum(_step(url, one) for one in unfinished(url) if ladder_id in (None, one))
    except AWAY:
        return 0


def room_of(session: Session, ladder: Ladder) -> Room:
    """Matches that wait for a bot from afar do not keep others from being played."""
    is_ahead = (Match.status == MatchStatus.PLANNED, col(Match.waits_since).is_(None))
    mine = col(Season.ladder_id) == ladder.id
    planned = (
        select(func.count(), func.sum(Match.blocks))
        .select_from(Match)
        .join(Season, col(Season.tournament_id) == Match.tournament_id)
        .where(mine, *is_ahead)
    )
    blocks = (
        select(func.count())
        .select_from(Block)
        .join(Match, col(Match.id) == Block.match_id)
        .join(Season, col(Season.tournament_id) == Match.tournament_id)
        .where(mine)
    )
    matches, all_blocks = session.exec(planned).one()
    ahead = int(all_blocks or 0) - session.exec(blocks.where(*is_ahead)).one()
    lately = session.exec(blocks.where(col(Block.created) > clock(session) - HOUR)).one()
    most = max(ladder.ahead - matches, 0)
    if ladder.blocks_per_hour is not None:
        most = min(most, max(ladder.blocks_per_hour - lately - ahead, 0) // ladder.blocks)
    return Room(matches, ahead, lately, most)


# --- a step --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    season_id: int
    first: int
    tables: Sequence[Table]


def unfinished(url: str) -> list[int]:
    """The ladders that go on, or whose last season is not over."""
    with reading(url) as session:
        is_ending = select(Season.ladder_id).where(Season.status != SeasonStatus.OVER)
        query = select(Ladder.id).where(or_(col(Ladder.status) != LadderStatus.ENDED, col(Ladder.id).in_(is_ending)))
        return [ladder_id for ladder_id in session.exec(query.order_by(col(Ladder.id))) if ladder_id is not None]


def _step(url: str, ladder_id: int) -> int:
    with writing(url) as session:
        ladder = locked(session, ladder_id)
        here = settle(session, ladder, season_of(session, ladder))
        _withdraw(session, ladder, here)
        settle_challenges(session, ladder, here)
    _finish(url, ladder_id)
    with reading(url) as session:
        plan = _planned(session, session.get_one(Ladder, ladder_id))
    if not plan.tables:
        return 0
    with writing(url) as session:
        return _add(session, locked(session, ladder_id), plan)


def _withdraw(session: Session, ladder: Ladder, here: set[int]) -> None:
    """What nobody plays and nobody shall: of a ladder that is paused, a season that closes, or a version that left."""
    is_free = or_(col(Match.lease_until).is_(None), col(Match.lease_until) < clock(session))
    due = (col(Match.status) == MatchStatus.PLANNED, is_free)
    query = (
        select(Match.id, Season.status)
        .join(Season, col(Season.tournament_id) == Match.tournament_id)
        .where(Season.ladder_id == ladder.id, *due)
    )
    planned = {match: status for match, status in session.exec(query) if match is not None}
    playing = select(MatchBot.match_id).where(
        col(MatchBot.match_id).in_(planned), col(MatchBot.version_id).not_in(here)
    )
    left = set(session.exec(playing))
    is_active = ladder.status == LadderStatus.ACTIVE
    ids = [one for one, status in planned.items() if not is_active or status != SeasonStatus.OPEN or one in left]
    # A worker may have taken one since: then it is not free any more, and is played.
    session.execute(update(Match).where(col(Match.id).in_(ids), *due).values(status=MatchStatus.CANCELLED))


def _finish(url: str, ladder_id: int) -> None:
    """Seasons that close and of which everything is played get their final standings, once."""
    with reading(url) as session:
        query = select(Season).where(Season.ladder_id == ladder_id, Season.status == SeasonStatus.CLOSING)
        closing = list(session.exec(query))
    for season in closing:
        advance(url, season.tournament_id)
        with reading(url) as session:
            tournament = session.get_one(Tournament, season.tournament_id)
            if tournament.status != TournamentStatus.DONE:
                continue
            from arena.reports import tournament_standings  # scipy takes a second to load

            final = tournament_standings(session, tournament)
        with writing(url) as session:
            mine = col(Season.id) == season.id, col(Season.status) == SeasonStatus.CLOSING
            values = {"status": SeasonStatus.OVER, "final": final, "ended": now()}
            session.execute(update(Season).where(*mine).values(**values))


def _planned(session: Session, ladder: Ladder) -> _Plan:
    season = season_of(session, ladder)
    first = _matches(session, season)
    plan = _Plan(season.id or 0, first, ())
    if ladder.status != LadderStatus.ACTIVE or season.status != SeasonStatus.OPEN:
        return plan
    room = room_of(session, ladder)
    # Half of them at a time: then the choice is computed half as often, and none the worse.
    if not room.matches or room.matches_ahead > ladder.ahead // 2:
        return plan
    seed = bytes.fromhex(session.get_one(Tournament, season.tournament_id).seed)
    return _Plan(season.id or 0, first, list(next_tables(scene_of(session, ladder, season), seed, first, room.matches)))


def _add(session: Session, ladder: Ladder, plan: _Plan) -> int:
    """The tables as matches, unless the ladder has moved on since they were chosen."""
    season = season_of(session, ladder)
    is_open = ladder.status == LadderStatus.ACTIVE and season.status == SeasonStatus.OPEN
    if not is_open or season.id != plan.season_id or _matches(session, season) != plan.first:
        return 0
    tournament = session.get_one(Tournament, season.tournament_id)
    seed = bytes.fromhex(tournament.seed)
    new = [
        PlannedMatch(1, number, number, list(map(int, table.entrants)), ladder.blocks, match_seed(seed, number))
        for number, table in enumerate(plan.tables, start=plan.first)
    ]
    for match, table in zip(add_matches(session, tournament, new), plan.tables, strict=True):
        session.add(LadderMatch(match_id=match.id or 0, reason=table.reason))
        if table.wish is not None:
            session.get_one(Challenge, table.wish).match_id = match.id
    session.flush()
    return len(new)


def match_seed(season_seed: bytes, number: int) -> str:
    """From which the deals of a season's match follow. When the season's seed is published, everybody can check it."""
    return derive_seed(season_seed, "match", number).hex()


def _matches(session: Session, season: Season) -> int:
    """How many there are; they are numbered from 0."""
    query = select(func.count()).select_from(Match).where(Match.tournament_id == season.tournament_id)
    return session.exec(query).one()
