"""A ladder's rows as the choice sees them: see `arena.pairing.ladder`. Versions are named by their ids."""

from __future__ import annotations

from itertools import groupby

from sqlalchemy import func
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from arena.door.presence import away_versions
from arena.facts.names import names_of
from arena.ladders.challenges import waiting
from arena.ladders.joining import entries_of
from arena.ladders.models import Ladder, LadderEntry, Season
from arena.ladders.store import pool_in
from arena.leases import clock
from arena.models import Match, MatchBot, MatchStatus, PoolStandings
from arena.pairing.ladder import AVERAGE, Contestant, Rules, Scene, Wish, window
from arena.pairing.rounds import Pairing


def scene_of(session: Session, ladder: Ladder, season: Season) -> Scene:
    entries = entries_of(session, ladder)
    contestants = _contestants(session, ladder, [entry for entry in entries if entry.gone is None])
    recent = _recent(session, ladder, window(len(contestants)))
    return Scene(
        rules=Rules(
            seats=pool_in(session, ladder).players,
            blocks=ladder.blocks,
            gauntlet_blocks=ladder.gauntlet_blocks,
            uniform_share=ladder.uniform_share,
        ),
        contestants=contestants,
        met=_met(session, season),
        recent=recent,
        owners=_owners_of_gone(session, [entry for entry in entries if entry.gone is not None], recent),
        wishes=tuple(Wish(one.id or 0, str(one.version_id), str(one.opponent_id)) for one in waiting(session, ladder)),
    )


def _contestants(session: Session, ladder: Ladder, entries: list[LadderEntry]) -> tuple[Contestant, ...]:
    """Everybody on the ladder. A bot from afar that is away is paired with nobody."""
    names = names_of(session, [entry.version_id for entry in entries])
    ratings = _ratings(session, ladder.pool_id)
    away = away_versions(session, clock(session))
    return tuple(
        Contestant(
            name=str(entry.version_id),
            owner=names[entry.version_id].owner,
            rating=ratings.get(entry.version_id, AVERAGE),
            is_anchor=entry.is_anchor,
            is_new=entry.passed is None,
            is_here=entry.version_id not in away,
        )
        for entry in entries
    )


def _ratings(session: Session, pool_id: int) -> dict[int, float]:
    """As the pool's standings were last computed: good enough to know who is near whom."""
    kept = session.get(PoolStandings, pool_id)
    return {row["version"]: row["rating"] for row in kept.report["rows"]} if kept else {}


def _met(session: Session, season: Season) -> dict[frozenset[str], int]:
    """By pair, the blocks of the season in which they met or are to meet."""
    own, other = aliased(MatchBot), aliased(MatchBot)
    query = (
        select(own.version_id, other.version_id, func.sum(Match.blocks))
        .join(other, (col(other.match_id) == col(own.match_id)) & (col(other.version_id) > col(own.version_id)))
        .join(Match, col(Match.id) == col(own.match_id))
        .where(Match.tournament_id == season.tournament_id, Match.status != MatchStatus.CANCELLED)
        .group_by(col(own.version_id), col(other.version_id))
    )
    return {frozenset((str(one), str(two))): int(blocks) for one, two, blocks in session.exec(query)}


def _recent(session: Session, ladder: Ladder, tables: int) -> tuple[Pairing, ...]:
    """The last tables of the ladder, the newest last."""
    last = (
        select(Match.id)
        .join(Season, col(Season.tournament_id) == Match.tournament_id)
        .where(Season.ladder_id == ladder.id, Match.status != MatchStatus.CANCELLED)
        .order_by(col(Match.id).desc())
        .limit(tables)
    )
    query = select(MatchBot.match_id, MatchBot.version_id).where(col(MatchBot.match_id).in_(last))
    rows = session.exec(query.order_by(col(MatchBot.match_id), col(MatchBot.position))).all()
    return tuple(tuple(str(version) for _, version in table) for _, table in groupby(rows, key=lambda row: row[0]))


def _owners_of_gone(session: Session, gone: list[LadderEntry], recent: tuple[Pairing, ...]) -> dict[str, str]:
    """Of versions that played lately and left: what they had, their owner had."""
    seen = {name for table in recent for name in table}
    ids = [entry.version_id for entry in gone if str(entry.version_id) in seen and not entry.is_anchor]
    return {str(version): named.owner for version, named in names_of(session, ids).items()}
