"""Ladders as commands, pages and the API show them: who is on one, how its seasons stand, why matches are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from arena.accounts.tokens import utc
from arena.facts.schedule import Planned, match_count, schedule
from arena.ladders.joining import entries_of
from arena.ladders.models import Challenge, Ladder, LadderMatch, LadderStatus, Season
from arena.ladders.store import pool_in, season_of, seasons_of
from arena.models import Block, Game, Match, MatchStatus, Owner, Tournament
from arena.store import version_labels


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A match of a ladder: why it is played, and the games that it has given."""

    match: Planned
    reason: str
    games: tuple[int, ...]


def ladders(session: Session) -> list[Ladder]:
    return list(session.exec(select(Ladder).order_by(col(Ladder.id))))


def ladder_report(session: Session, ladder: Ladder) -> dict[str, Any]:
    from arena.ladders.scheduler import room_of  # numpy takes a moment to load

    pool, season, room = pool_in(session, ladder), season_of(session, ladder), room_of(session, ladder)
    entries = [entry for entry in entries_of(session, ladder) if entry.gone is None]
    labels = version_labels(session, [entry.version_id for entry in entries])
    settings = (
        "joins", "clock", "limits", "freeze", "ahead", "blocks_per_hour", "gauntlet_blocks", "uniform_share",
        "challenge_quota",
    )  # fmt: skip
    return {
        "id": ladder.id,
        "name": ladder.name,
        "status": str(ladder.status),
        "pool_id": ladder.pool_id,
        "game": pool.game,
        "players": pool.players,
        "options": pool.options,
        "blocks_per_match": ladder.blocks,
        **{name: getattr(ladder, name) for name in settings},
        "bots": [labels[entry.version_id] for entry in entries],
        "anchors": [labels[entry.version_id] for entry in entries if entry.is_anchor],
        "in_gauntlet": [labels[entry.version_id] for entry in entries if entry.passed is None],
        "matches_ahead": room.matches_ahead,
        "blocks_lately": room.blocks_lately,
        "challenges_waiting": sum(one["status"] == "waiting" for one in challenge_values(session, ladder)),
        "waits_for": _waits_for(ladder, len(entries), pool.players, room.matches, room.matches_ahead),
        "season": season_values(session, season),
        "seasons": [season_values(session, one) for one in seasons_of(session, ladder)],
        "created": utc(ladder.created).isoformat(timespec="seconds"),
    }


def season_values(session: Session, season: Season) -> dict[str, Any]:
    tournament = session.get_one(Tournament, season.tournament_id)
    done = select(func.count()).select_from(Block).join(Match, col(Match.id) == Block.match_id)
    return {
        "number": season.number,
        "status": str(season.status),
        "tournament_id": season.tournament_id,
        "tournament": tournament.name,
        "blocks_done": session.exec(done.where(Match.tournament_id == season.tournament_id)).one(),
        "started": utc(season.started).isoformat(timespec="seconds"),
        "ended": None if season.ended is None else utc(season.ended).isoformat(timespec="seconds"),
    }


def ladder_standings(session: Session, ladder: Ladder, number: int | None = None) -> dict[str, Any]:
    """Of a season, by default the newest. Those of one that is over are final."""
    from arena.reports import tournament_standings  # scipy takes a second to load

    season = season_of(session, ladder, number)
    tournament = session.get_one(Tournament, season.tournament_id)
    report = season.final or tournament_standings(session, tournament)
    return {"ladder": ladder.name, "season": season.number, "is_final": season.final is not None, **report}


def challenge_values(session: Session, ladder: Ladder, limit: int = 1000) -> list[dict[str, Any]]:
    """The newest first."""
    columns: tuple[Any, ...] = (Challenge, Owner.name, Match.status)
    query: Any = (
        select(*columns)
        .join(Owner, col(Owner.id) == Challenge.owner_id)
        .outerjoin(Match, col(Match.id) == Challenge.match_id)
        .where(Challenge.ladder_id == ladder.id)
        .order_by(col(Challenge.id).desc())
        .limit(limit)
    )
    rows = session.exec(query).all()
    labels = version_labels(session, [version for one, *_ in rows for version in (one.version_id, one.opponent_id)])
    return [
        {
            "id": one.id,
            "owner": owner,
            "challenger": labels[one.version_id],
            "opponent": labels[one.opponent_id],
            "status": "dropped" if one.dropped else "waiting" if status is None else str(MatchStatus(status)),
            "dropped": one.dropped,
            "match_id": one.match_id,
            "created": utc(one.created).isoformat(timespec="seconds"),
        }
        for one, owner, status in rows
    ]


def last_matches(session: Session, season: Season, limit: int) -> list[LadderGame]:
    """Of a season, the newest first."""
    offset = max(match_count(session, season.tournament_id) - limit, 0)
    found = schedule(session, season.tournament_id, offset, limit)[::-1]
    ids = [match.id for match in found]
    reasons = dict(
        session.exec(select(LadderMatch.match_id, LadderMatch.reason).where(col(LadderMatch.match_id).in_(ids))).all()
    )
    query = select(Block.match_id, Game.id).join(Block, col(Block.id) == Game.block_id)
    games: dict[int, list[int]] = {}
    for match, game in session.exec(query.where(col(Block.match_id).in_(ids)).order_by(col(Game.id))):
        games.setdefault(match, []).append(game or 0)
    return [LadderGame(match, str(reasons.get(match.id, "")), tuple(games.get(match.id, ()))) for match in found]


def match_values(one: LadderGame) -> dict[str, Any]:
    match = one.match
    sides = [{"bot": side.bot.label, "points": side.points} for side in match.sides]
    facts = {"number": match.number, "reason": one.reason, "status": match.status, "blocks": match.blocks}
    return {**facts, "blocks_done": match.blocks_done, "sides": sides, "games": list(one.games)}


def _waits_for(ladder: Ladder, bots: int, players: int, room: int, ahead: int) -> str | None:
    """Why nothing is planned at this moment, if nothing is."""
    if ladder.status != LadderStatus.ACTIVE:
        return f"it is {ladder.status}"
    if bots < players:
        return f"{players} bots are needed for a table, and {bots} are on it"
    if not room and not ahead and ladder.blocks_per_hour is not None:
        return f"its budget of {ladder.blocks_per_hour} blocks in any hour is used up"
    return None
