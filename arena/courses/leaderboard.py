"""The public leaderboard of an assignment: each team's last accepted hand-in, by its scores against the baselines."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from statistics import fmean
from typing import Any

from sqlalchemy import case, func
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from arena.accounts.tokens import utc
from arena.courses.models import Assignment, Course, Handin, HandinStatus, Team
from arena.courses.slots import last_moment
from arena.courses.store import teams_of
from arena.courses.times import local_text
from arena.models import Block, Game, Match, Seat, Tournament, Void
from arena.store import version_labels

DIGITS = 4
AT_ONCE = 500
"""Tournaments in one query: databases have limits."""


def leaderboard(session: Session, assignment: Assignment, at: datetime, is_whole: bool = False) -> dict[str, Any]:
    """As everybody sees it at this moment; or whole, as admins do, whether it stands still or not."""
    course = session.get_one(Course, assignment.course_id)
    until = None if is_whole else stands_still_since(course, assignment, at)
    last = _last(session, assignment, until)
    scores = _scores(session, last, until)
    labels = version_labels(session, [*assignment.baselines, *(one.version_id or 0 for one in last.values())])
    names = {team.id: (account, team) for team, account in teams_of(session, course)}
    rows = [
        _row(names[team_id], handin, scores.get(handin.tournament_id or 0, {}), assignment, labels)
        | ({"name": names[team_id][1].name} if course.revealed is not None else {})
        for team_id, handin in last.items()
    ]
    rows.sort(key=lambda row: (row["score"] is None, -(row["score"] or 0.0), row["team"]))
    return {
        "assignment": f"{course.key}/{assignment.key}",
        "frozen_since": until,
        "frozen_since_local": None if until is None else local_text(until, course.timezone),
        "baselines": [labels[baseline] for baseline in assignment.baselines],
        "blocks": assignment.blocks,
        "rows": [{"rank": _rank([one["score"] for one in rows], row["score"]), **row} for row in rows],
    }


def stands_still_since(course: Course, assignment: Assignment, at: datetime) -> datetime | None:
    """From the freeze on nothing changes in public, until nothing can be handed in any more, or all is revealed."""
    if assignment.freeze is None or at < utc(assignment.freeze) or at > last_moment(assignment):
        return None
    return None if course.revealed is not None and at >= utc(course.revealed) else utc(assignment.freeze)


def _rank(scores: list[float | None], score: float | None) -> int | None:
    """The same for the same score; none before the first block."""
    return None if score is None else 1 + sum(other is not None and other > score for other in scores)


def _row(
    named: tuple[str, Team], handin: Handin, scores: dict[int, tuple[float, int]], assignment: Assignment, labels: Any
) -> dict[str, Any]:
    known = [scores[baseline][0] for baseline in assignment.baselines if baseline in scores]
    return {
        "team": named[0],
        "version": labels[handin.version_id],
        "late_seconds": handin.late_seconds,
        "score": round(fmean(known), DIGITS) if known else None,
        "scores": [
            round(scores[one][0], DIGITS) if one in scores else None for one in assignment.baselines
        ],
        "blocks_done": sum(blocks for _, blocks in scores.values()),
    }  # fmt: skip


def _last(session: Session, assignment: Assignment, until: datetime | None) -> dict[int, Handin]:
    """By team, in the order of the hand-ins; what was not accepted by then was not there by then."""
    query = (
        select(Handin)
        .join(Tournament, col(Tournament.id) == Handin.tournament_id)
        .where(Handin.assignment_id == assignment.id, Handin.status == HandinStatus.ACCEPTED)
        .order_by(col(Handin.received), col(Handin.id))
    )
    if until is not None:
        query = query.where(col(Handin.received) < until, col(Tournament.created) < until)
    return {handin.team_id: handin for handin in session.exec(query)}


def _scores(
    session: Session, last: dict[int, Handin], until: datetime | None
) -> dict[int, dict[int, tuple[float, int]]]:
    """By tournament and baseline, the score over all blocks that count, and how many they are."""
    ids = [handin.tournament_id for handin in last.values() if handin.tournament_id is not None]
    found: dict[int, dict[int, tuple[float, int]]] = defaultdict(dict)
    for start in range(0, len(ids), AT_ONCE):
        for tournament, baseline, score, blocks in session.execute(_query(ids[start : start + AT_ONCE], until)):
            found[tournament][baseline] = (float(score), blocks)
    return found


def _query(tournaments: list[int], until: datetime | None) -> Any:
    """Every pair of an own seat and an opponent's counts the same, as all blocks of a match have as many of them."""
    own, other = aliased(Seat), aliased(Seat)
    share = case((own.placing < other.placing, 1.0), (own.placing == other.placing, 0.5), else_=0.0)  # type: ignore[arg-type]
    voids = select(Void.block_id)
    if until is not None:
        voids = voids.where(col(Void.created) < until)
    query: Any = (
        select(Match.tournament_id, other.version_id, func.avg(share), func.count(func.distinct(Block.id)))
        .select_from(Handin)
        .join(Match, col(Match.tournament_id) == Handin.tournament_id)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .join(own, (own.game_id == Game.id) & (own.version_id == Handin.version_id))  # type: ignore[arg-type]
        .join(other, (other.game_id == Game.id) & (other.version_id != Handin.version_id))  # type: ignore[arg-type]
        .where(col(Match.tournament_id).in_(tournaments), col(Block.id).not_in(voids))
        .group_by(col(Match.tournament_id), col(other.version_id))
    )
    return query if until is None else query.where(col(Block.created) < until)
