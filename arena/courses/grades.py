"""What the teams of an assignment have earned: their last accepted hand-ins, and what these played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Any

from sqlmodel import Session, col, select

from arena.courses.grading import Grade, Threshold, grade
from arena.courses.models import Assignment, Course, Handin, HandinStatus, Team
from arena.courses.store import account_of, teams_of
from arena.models import Block, Game, Match, MatchBot, Seat, Void
from arena.settings import Missing
from arena.store import version_labels

Scores = dict[int, list[float]]
"""By baseline, the scores of the blocks against it, in their order."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a team has earned; without an accepted hand-in there is no grade."""

    team: Team
    account: str
    handin: Handin | None
    version: str | None
    """As it is written: `cs101-brave-otter/my-bot@3`."""
    scores: Scores
    grade: Grade | None


def thresholds_of(assignment: Assignment) -> list[Threshold]:
    return [Threshold(one["baseline"], one["score"], one["points"]) for one in assignment.thresholds]


def results(session: Session, assignment: Assignment) -> list[Result]:
    """Of every team of the course, by the accounts' names."""
    course = session.get_one(Course, assignment.course_id)
    handins = last_handins(session, assignment)
    scores = block_scores(session, list(handins.values()))
    labels = version_labels(session, [one.version_id for one in handins.values() if one.version_id is not None])
    return [
        _result(assignment, team, account, handins.get(team.id or 0), scores, labels)
        for team, account in teams_of(session, course)
    ]


def result_of(session: Session, assignment: Assignment, team: Team, handin: Handin | None = None) -> Result:
    """Of one team: what counts, or what this hand-in alone is worth."""
    handin = handin or last_handins(session, assignment).get(team.id or 0)
    own = [] if handin is None else [handin]
    labels = version_labels(session, [one.version_id for one in own if one.version_id is not None])
    return _result(assignment, team, account_of(session, team), handin, block_scores(session, own), labels)


def grades_of(session: Session, assignment: Assignment, handins: Sequence[Handin]) -> dict[int, Grade]:
    """What each of these hand-ins is worth by itself; those that were not accepted have no grade."""
    accepted = [one for one in handins if one.status == HandinStatus.ACCEPTED]
    scores = block_scores(session, accepted)
    return {one.id or 0: _grade(assignment, one, scores.get(one.id or 0, {})) for one in accepted}


def handin_of_submission(session: Session, assignment: Assignment, team: Team, upload_id: int) -> Handin:
    query = select(Handin).where(Handin.assignment_id == assignment.id, Handin.team_id == team.id)
    found = session.exec(query.where(Handin.upload_id == upload_id)).first()
    if found is None:
        raise Missing(f"you have handed in no submission {upload_id} here")
    return found


def last_handins(session: Session, assignment: Assignment) -> dict[int, Handin]:
    """By team, what counts: the last one that was accepted. None is that was neither in time nor late by the rule."""
    query = select(Handin).where(Handin.assignment_id == assignment.id, Handin.status == HandinStatus.ACCEPTED)
    return {one.team_id: one for one in session.exec(query.order_by(col(Handin.received), col(Handin.id)))}


def block_scores(session: Session, handins: Sequence[Handin]) -> dict[int, Scores]:
    """By hand-in. Void blocks do not count, nor does what it played against itself."""
    own = {one.tournament_id: one for one in handins if one.tournament_id is not None}
    found: dict[int, Scores] = defaultdict(lambda: defaultdict(list))
    for some in _portions(list(own)):
        opponents = _opponents(session, some)
        for block, rows in groupby(_seats(session, some), key=lambda row: row[:3]):
            tournament, match, _ = block
            version = own[tournament].version_id
            games = [list(game) for _, game in groupby(rows, key=lambda row: row[3])]
            for baseline in opponents[match] - {version}:
                score = fmean(_share([(row[4], row[5]) for row in game], version) for game in games)
                found[own[tournament].id or 0][baseline].append(score)
    return found


def _result(
    assignment: Assignment,
    team: Team,
    account: str,
    handin: Handin | None,
    scores: Mapping[int, Scores],
    labels: Mapping[int, str],
) -> Result:
    if handin is None or handin.status != HandinStatus.ACCEPTED:
        return Result(team, account, handin, None, {}, None)
    own = scores.get(handin.id or 0, {})
    return Result(team, account, handin, labels.get(handin.version_id or 0), own, _grade(assignment, handin, own))


def _grade(assignment: Assignment, handin: Handin, scores: Scores) -> Grade:
    thresholds, per_day = thresholds_of(assignment), assignment.late_percent_per_day
    return grade(thresholds, scores, assignment.blocks, handin.late_seconds, per_day)


def _share(seats: Iterable[tuple[int, int]], version: int | None) -> float:
    """Of the others at the table, how many it came before; as good as half of those beside it."""
    known = list(seats)
    (mine,) = [placing for bot, placing in known if bot == version]
    return fmean((placing > mine) + (placing == mine) / 2 for bot, placing in known if bot != version)


def _opponents(session: Session, tournaments: Sequence[int]) -> dict[int, set[int]]:
    """By match, who plays in it."""
    query = select(MatchBot.match_id, MatchBot.version_id).join(Match, col(Match.id) == MatchBot.match_id)
    found: dict[int, set[int]] = defaultdict(set)
    for match, version in session.exec(query.where(col(Match.tournament_id).in_(tournaments))):
        found[match].add(version)
    return found


def _seats(session: Session, tournaments: Sequence[int]) -> Iterable[Any]:
    """Tournament, match, block, game, version and placing, in the order of play."""
    columns: tuple[Any, ...] = (Match.tournament_id, Match.id, Block.number, Game.number, Seat.version_id, Seat.placing)
    query: Any = (
        select(*columns)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(col(Match.tournament_id).in_(tournaments), col(Block.id).not_in(select(Void.block_id)))
        .order_by(col(Match.id), col(Block.number), col(Game.number), col(Seat.seat))
    )
    return session.exec(query)  # type: ignore[no-any-return]


def _portions(ids: Sequence[int], size: int = 500) -> Iterable[Sequence[int]]:
    """A database takes so many at a time."""
    return (ids[start : start + size] for start in range(0, len(ids), size))
