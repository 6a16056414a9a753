"""Courses with hand-ins that have played: their blocks are as workers store them, without processes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from random import Random

from sqlmodel import Session, select

from arena.courses.enrolment import enrol
from arena.courses.models import Assignment, Course, Handin, HandinStatus, Team
from arena.courses.roster import read_roster
from arena.courses.store import Wanted, account_of, add_assignment, add_course, teams_of
from arena.db import upgrade, writing
from arena.models import (
    Block,
    Format,
    Game,
    Kind,
    Match,
    MatchStatus,
    Seat,
    Tournament,
    TournamentStatus,
    Version,
    VersionStatus,
)
from arena.store import PlannedMatch, add_matches, add_version, owner_named, versions_of_match
from arena.uploads.models import Upload, UploadStatus

OPENS = datetime(2026, 10, 1, tzinfo=UTC)
DEADLINE = datetime(2026, 10, 25, 22, tzinfo=UTC)


def set_up(url: str, roster: str, pseudonyms: bool = False, blocks: int = 40, late_percent: float = 10.0) -> None:
    """cs101/hw1: Claim, against python-greedy (6 points above 50 %, 4 above 80 %) and python-random (2 above 90 %)."""
    upgrade(url)
    with writing(url) as session:
        for name in ("python-greedy", "python-random"):
            add_active(session, "local", name)
        course = add_course(session, "cs101", "Cards", "Europe/Zurich", pseudonyms)
        enrol(session, course, read_roster(roster.encode()))
        thresholds = [
            {"baseline": "python-greedy", "score": 0.5, "points": 6},
            {"baseline": "python-greedy", "score": 0.8, "points": 4},
            {"baseline": "python-random", "score": 0.9, "points": 2},
        ]
        wanted = Wanted(
            "claim",
            OPENS,
            DEADLINE,
            late_hours=48,
            late_percent_per_day=late_percent,
            blocks=blocks,
            baselines=("python-greedy", "python-random"),
            thresholds=thresholds,
        )
        add_assignment(session, course, "hw1", wanted)


def add_active(session: Session, owner: str, name: str) -> Version:
    digest = sha256(f"{owner}/{name}/{len(session.exec(select(Version.id)).all())}".encode()).hexdigest()
    version, _ = add_version(session, owner_named(session, owner), name, digest, ["claim"])
    version.status = VersionStatus.ACTIVE
    session.add(version)
    session.flush()
    return version


def course_of(session: Session) -> tuple[Course, Assignment]:
    return session.exec(select(Course)).one(), session.exec(select(Assignment)).one()


def team(session: Session, number: int = 0) -> Team:
    return teams_of(session, course_of(session)[0])[number][0]


def hand_in_played(
    session: Session,
    who: Team,
    wins: Sequence[Sequence[int]],
    received: datetime = DEADLINE,
    status: HandinStatus = HandinStatus.ACCEPTED,
) -> Handin:
    """Wins: for each baseline, how many of its two games the bot won in each block that is played."""
    _, assignment = course_of(session)
    account = account_of(session, who)
    version = add_active(session, account, "my-bot")
    owner = owner_named(session, account)
    upload = Upload(owner_id=owner.id or 0, digest=version.digest, status=UploadStatus.ACCEPTED, version_id=version.id)
    session.add(upload)
    session.flush()
    late = max(0.0, (received - DEADLINE).total_seconds())
    handin = Handin(
        assignment_id=assignment.id or 0,
        team_id=who.id or 0,
        upload_id=upload.id or 0,
        version_id=version.id,
        received=received,
        late_seconds=late,
        status=status,
    )
    session.add(handin)
    session.flush()
    if status is HandinStatus.ACCEPTED:
        handin.tournament_id = _answer(session, assignment, handin, version, owner.id or 0, wins)
        session.add(handin)
        session.flush()
    return handin


def _answer(
    session: Session,
    assignment: Assignment,
    handin: Handin,
    version: Version,
    owner: int,
    wins: Sequence[Sequence[int]],
) -> int:
    tournament = Tournament(
        name=f"hand-in {handin.id}",
        pool_id=assignment.pool_id,
        format=Format.GAUNTLET,
        rounds=1,
        blocks=assignment.blocks,
        seed="0" * 64,
        clock=assignment.clock,
        kind=Kind.SUBMISSION,
        private_to=owner,
        is_rated=False,
        status=TournamentStatus.RUNNING,
    )
    session.add(tournament)
    session.flush()
    mine = version.id or 0
    plan = [PlannedMatch(1, 0, 0, [mine, mine], 1)]
    plan += [PlannedMatch(1, number, number, [mine, one]) for number, one in enumerate(assignment.baselines, start=1)]
    itself, *matches = add_matches(session, tournament, plan)
    _block(session, assignment, itself, 0, [(mine, 1), (mine, 2)], 2)
    for match, baseline, blocks in zip(matches, assignment.baselines, wins, strict=True):
        for number, won in enumerate(blocks):
            _block(session, assignment, match, number, [(mine, 1), (baseline, 2)], won)
        if len(blocks) == assignment.blocks:
            match.status = MatchStatus.DONE
    return tournament.id or 0


def _block(
    session: Session, assignment: Assignment, match: Match, number: int, seats: list[tuple[int, int]], won: int
) -> None:
    """Two games; the first seat of the list wins so many of them."""
    block = Block(match_id=match.id or 0, pool_id=assignment.pool_id, number=number, seed="0" * 64, sandbox="none")
    session.add(block)
    session.flush()
    for index in range(2):
        game = Game(block_id=block.id or 0, number=index, choices=b"", ms=b"", termination="normal", detail="")
        session.add(game)
        session.flush()
        for seat, (version, placing) in enumerate(seats):
            session.add(
                Seat(
                    game_id=game.id or 0,
                    seat=seat ^ index,
                    version_id=version,
                    placing=placing if index < won else 3 - placing,
                    score=0,
                    decisions=1,
                    think_ms=1.0,
                    think_max_ms=1.0,
                )
            )


def end_match(session: Session, match: Match, chance: Random) -> None:
    """All its blocks, won by whoever has the luck; and the match is over."""
    assignment = course_of(session)[1]
    one, other = [version.id or 0 for version in versions_of_match(session, match.id or 0)]
    for number in range(match.blocks):
        _block(session, assignment, match, number, [(one, 1), (other, 2)], chance.randrange(3))
    match.status = MatchStatus.DONE
    session.add(match)
