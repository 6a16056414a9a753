"""A course in which two teams have handed in and been answered, without processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import Any

from bothy.v1 import bot_pb2, referee_pb2
from sqlmodel import col, select

from arena.accounts.tokens import utc
from arena.courses.enrolment import enrol, give_token, members_of
from arena.courses.handins import hand_in, settle
from arena.courses.models import Assignment, Course, Handin
from arena.courses.roster import read_roster
from arena.courses.store import Wanted, add_assignment, add_course
from arena.db import reading, writing
from arena.models import Block, Game, Log, Match, MatchStatus, Tournament, Version, VersionStatus
from arena.results import store_block
from arena.store import add_version, owner_named
from arena.tournaments import advance
from arena.uploads.models import Upload, UploadStatus
from tests.arena.blocks import match_facts, played_block
from tests.web.sites import Site, Visitor

ROSTER = """student_id,name,email,team
s1,Zoë Lautenschläger,zoe@example.org,Team Γ
s2,محمد الأمين,mo@example.org,Team Γ
s3,Ann <b>O'Neill</b>,ann@example.org,
"""
REAL = ("Lautenschl", "محمد", "Team Γ", "O&#39;Neill", "O'Neill", "zoe@example.org", "ann@example.org")
"""What tells who somebody is."""
OPENS, DEADLINE = datetime(2026, 10, 1, 8, tzinfo=UTC), datetime(2099, 10, 25, 21, 59, tzinfo=UTC)
BLOCKS = 3


@dataclass(frozen=True)
class School:
    """cs101/hw1: Claim, three blocks against the one baseline. Students s1 and s2 are a team, s3 is alone."""

    site: Site
    tokens: dict[str, str]
    """By student."""
    accounts: dict[str, str]
    handins: dict[str, int]

    def student(self, student: str) -> Visitor:
        """In a browser."""
        visitor = self.site.visitor()
        assert visitor.sign_in(self.tokens[student]).status_code == 303
        return visitor

    def change(self, what: Callable[[Course, Assignment], None]) -> None:
        with writing(self.site.settings.database) as session:
            found = session.exec(select(Course)).one(), session.exec(select(Assignment)).one()
            what(*found)
            session.add_all(found)

    def games(self, student: str) -> list[int]:
        """Of this student's hand-in."""
        with reading(self.site.settings.database) as session:
            query = select(Game.id).join(Block).join(Match).where(Match.tournament_id == self.tournament(student))
            return [game for game in session.exec(query) if game is not None]

    def fault(self, student: str) -> tuple[int, int]:
        """The game in which this student's hand-in failed, and its seat."""
        with reading(self.site.settings.database) as session:
            query = select(Log.game_id, Log.seat).where(col(Log.game_id).in_(self.games(student)))
            return session.exec(query).one()

    def tournament(self, student: str) -> int:
        with reading(self.site.settings.database) as session:
            return session.get_one(Handin, self.handins[student]).tournament_id or 0


def opened(site: Site, **wanted: Any) -> School:
    """With pseudonyms."""
    url = site.settings.database
    with writing(url) as session:
        session.add(_active(add_version(session, owner_named(session, "local"), "base", "b" * 64, ["claim"])[0]))
        course = add_course(session, "cs101", "Cards & co", "Europe/Zurich", pseudonyms=True)
        enrol(session, course, read_roster(ROSTER.encode()))
        thresholds = [{"baseline": "base", "score": 0.0, "points": 4}, {"baseline": "base", "score": 0.9, "points": 6}]
        usual: dict[str, Any] = {
            "title": "First <i>bot</i>", "blocks": BLOCKS, "baselines": ["base"], "thresholds": thresholds, "quota": 2,
            "late_hours": 48, "late_percent_per_day": 10,
        }  # fmt: skip
        add_assignment(session, course, "hw1", Wanted("claim", OPENS, DEADLINE, **(usual | wanted)))
        tokens = {one.student_id: give_token(session, course, one) or "" for one in members_of(session, course)}
    accounts = {student: site.visitor(token).get("/api/v1/me").json()["name"] for student, token in tokens.items()}
    return School(site, tokens, accounts, {})


def answered(school: School, student: str) -> int:
    """A hand-in of this student's, accepted and played; its id."""
    url, account = school.site.settings.database, school.accounts[student]
    with writing(url) as session:
        handin = hand_in(session, "cs101/hw1", account, f"package of {student} {len(school.handins)}".encode())
        upload = session.get_one(Upload, handin.upload_id)
        owner = owner_named(session, account)
        digest = sha256(f"{account} {handin.id}".encode()).hexdigest()
        version = _active(add_version(session, owner, "mine", digest, ["claim"])[0])
        upload.version_id, upload.status = version.id, UploadStatus.ACCEPTED
        upload.steps = [{"step": "starts", "passed": True, "detail": "in 40 ms", "log": printed(account)}]
        session.add_all([version, upload])
        settle(session, upload)
        tournament = handin.tournament_id or 0
        school.handins[student] = handin.id or 0
    _play(url, tournament, printed(account))
    return school.handins[student]


def printed(account: str) -> str:
    """What this team's bots print."""
    return f"</pre><script>alert(3)</script> printed by {account}"


def received(school: School, student: str) -> datetime:
    with reading(school.site.settings.database) as session:
        return utc(session.get_one(Handin, school.handins[student]).received)


def _active(version: Version) -> Version:
    version.status = VersionStatus.ACTIVE
    return version


def _fail(game: referee_pb2.Game, printed: str) -> None:
    game.termination = bot_pb2.TERMINATION_CRASH
    game.offenders.append(0)
    game.placings[:], game.scores[:] = [2, 1], [0, 1]
    game.logs[0] = printed


def _good_in_the_second_seat() -> str:
    """The seed of a match in whose first deal the second seat wins; the bots of these matches play like their seats."""
    seeds = (sha256(str(number).encode()) for number in count())
    return next(
        seed.hexdigest()
        for seed in seeds
        if played_block(seed.digest(), 0, ["one", "two"])[0].games[0].placings[1] == 1
    )


def _play(url: str, tournament: int, printed: str) -> None:
    """It fails in the first game against a baseline, and wins that deal in the other seat."""
    with writing(url) as session:
        planned = list(session.exec(select(Match).where(Match.tournament_id == tournament)))
        for one in planned:
            one.seed = _good_in_the_second_seat()
        matches = [(one.id or 0, one.blocks) for one in planned]
        pool = session.get_one(Tournament, tournament).pool_id
    for match_id, blocks in matches:
        match, _, versions, labels = match_facts(url, match_id)
        for number in range(blocks):
            block, _ = played_block(bytes.fromhex(match.seed or ""), number, labels)
            if match.number and not number:  # the first seat of the first game is the hand-in's
                _fail(block.games[0], printed)
            with writing(url) as session:
                store_block(session, match, pool, versions, block, "none")
        with writing(url) as session:
            done = session.get_one(Match, match_id)
            done.status = MatchStatus.DONE
            session.add(done)
    advance(url, tournament)
