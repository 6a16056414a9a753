"""The answer to a hand-in: a private tournament, played before others. It meets itself first, then the baselines."""

from __future__ import annotations

import secrets

from sqlmodel import Session, select

from arena.courses.models import Assignment, Course, Handin, Team
from arena.courses.store import owner_of_team
from arena.models import Entry, Format, Kind, Pool, Tournament, TournamentStatus, Version
from arena.store import PlannedMatch, add_matches
from referee.games.shuffle import SEED_BYTES

PRIORITY = 1
"""Somebody waits for it."""
PARALLEL = 4


def play_answer(session: Session, assignment: Assignment, handin: Handin, version: Version) -> int:
    """Plan it, to be played at once; its id. Each match has deals of its own, drawn at random: nobody knows them
    beforehand, and its replays can be seen as soon as it is over."""
    pool = session.get_one(Pool, assignment.pool_id)
    tournament = Tournament(
        name=_free_name(session, assignment, handin),
        pool_id=assignment.pool_id,
        format=Format.GAUNTLET,
        rounds=1,
        blocks=assignment.blocks,
        seed=_seed(),
        clock=assignment.clock,
        parallel=PARALLEL,
        limits=assignment.limits,
        kind=Kind.SUBMISSION,
        priority=PRIORITY,
        private_to=owner_of_team(session, session.get_one(Team, handin.team_id)).id,
        is_rated=False,
        status=TournamentStatus.RUNNING,
    )
    session.add(tournament)
    session.flush()
    mine, others = version.id or 0, pool.players - 1
    for number, entrant in enumerate(dict.fromkeys([mine, *assignment.baselines])):
        session.add(Entry(tournament_id=tournament.id or 0, number=number, version_id=entrant))
    itself = PlannedMatch(1, 0, 0, [mine] * pool.players, 1, _seed())
    against = [
        PlannedMatch(1, number, number, [mine, *[baseline] * others], assignment.blocks, _seed())
        for number, baseline in enumerate(assignment.baselines, start=1)
    ]
    add_matches(session, tournament, [itself, *against])
    return tournament.id or 0


def _seed() -> str:
    return secrets.token_hex(SEED_BYTES)


def _free_name(session: Session, assignment: Assignment, handin: Handin) -> str:
    """`cs101/hw1 #17`; longer if somebody has called a tournament so."""
    course = session.get_one(Course, assignment.course_id)
    name = f"{course.key}/{assignment.key} #{handin.id}"[:60]
    while session.exec(select(Tournament.id).where(Tournament.name == name)).first() is not None:
        name = f"{name[:60]} {secrets.token_hex(4)}"
    return name
