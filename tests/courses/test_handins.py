"""Hand-ins: let in at the edges of windows and quotas, settled with their check, answered by a private tournament."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256

import pytest
from sqlmodel import select

from arena.courses.enrolment import give_token, member_with
from arena.courses.facts import slot_facts
from arena.courses.handins import hand_in, handins, settle
from arena.courses.models import Handin, HandinStatus
from arena.courses.store import account_of, change_assignment, course_named, owner_of_team
from arena.db import reading, writing
from arena.leases import due_matches
from arena.models import Kind, Match, Tournament, TournamentStatus, VersionStatus
from arena.settings import ArenaError, Missing
from arena.store import add_version, version_labels, versions_of_match
from arena.uploads.models import Upload, UploadStatus
from arena.uploads.store import MOST_WAITING, take_in
from tests.arena.processes import at_once
from tests.courses.played import DEADLINE, OPENS, course_of, set_up, team

TICK = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
ROSTER = "student_id,name,team\ns1,Anna,Red\ns2,Bert,Red\ns3,Cleo,\n"


@pytest.fixture
def course(database: str) -> str:
    """cs101/hw1, open from October 1 to 25, and two days late; 2 within 24 hours, 2 that are refused."""
    set_up(database, ROSTER, blocks=4)
    with writing(database) as session:
        change_assignment(session, course_of(session)[1], quota=2, failed_quota=2)
    return database


def send(url: str, data: bytes = b"a package", at: datetime = OPENS, account: str = "Red") -> Handin:
    with writing(url) as session:
        return hand_in(session, "cs101/hw1", account, data, at=at)


def check(url: str, handin: Handin, status: UploadStatus = UploadStatus.ACCEPTED, game: str = "claim") -> Handin:
    """What a checker does when a referee has looked at it."""
    with writing(url) as session:
        upload = session.get_one(Upload, handin.upload_id)
        owner = owner_of_team(session, team(session, 1))
        version, _ = add_version(session, owner, "mine", sha256(upload.digest.encode()).hexdigest(), [game])
        version.status = VersionStatus.ACTIVE if status is UploadStatus.ACCEPTED else VersionStatus.REFUSED
        upload.status, upload.version_id = status, version.id
        session.add_all([version, upload])
        session.flush()
        settle(session, upload)
        settle(session, upload)  # once is enough
        return session.get_one(Handin, handin.id)


def test_what_comes_before_the_opening_is_refused_with_the_opening(course: str) -> None:
    with pytest.raises(ArenaError, match="opens at 2026-10-01 02:00 CEST"):
        send(course, at=OPENS - TICK)
    assert send(course, at=OPENS).late_seconds == 0


def test_exactly_at_the_deadline_is_in_time_and_a_moment_later_is_late(course: str) -> None:
    assert send(course, b"1", DEADLINE).late_seconds == 0
    assert send(course, b"2", DEADLINE + TICK).late_seconds == pytest.approx(1e-6)


def test_after_the_last_late_moment_nothing_is_taken(course: str) -> None:
    last = DEADLINE + timedelta(hours=48)
    assert send(course, b"1", last).late_seconds == 48 * 3600
    with pytest.raises(ArenaError, match="is over since 2026-10-27 23:00 CET"):  # the clocks were put back meanwhile
        send(course, b"2", last + TICK)


def test_without_a_free_slot_it_is_refused_with_the_next_one(course: str) -> None:
    check(course, send(course, b"1", OPENS))
    check(course, send(course, b"2", OPENS + HOUR))
    with pytest.raises(ArenaError, match="the next slot is free at 2026-10-02 02:00 CEST"):
        send(course, b"3", OPENS + timedelta(hours=24) - TICK)
    assert send(course, b"3", OPENS + timedelta(hours=24)).status == HandinStatus.WAITING
    assert send(course, b"x", OPENS + HOUR, account="Cleo").status == HandinStatus.WAITING  # each team has its own


def test_refused_ones_use_up_a_quota_of_their_own(course: str) -> None:
    for data in (b"1", b"2"):
        assert check(course, send(course, data), UploadStatus.REFUSED).status == HandinStatus.REFUSED
    with pytest.raises(ArenaError, match="2 that are refused; the next slot is free at"):
        send(course, b"3")


def test_a_slot_that_would_be_free_too_late_is_none(course: str) -> None:
    end = DEADLINE + timedelta(hours=48)
    for data in (b"1", b"2"):
        check(course, send(course, data, end - HOUR))
    with pytest.raises(ArenaError, match="which is too late"):
        send(course, b"3", end)
    with reading(course) as session:
        facts = slot_facts(session, course_of(session)[1], team(session, 1), end)
    nothing = {"next_slot": None, "next_slot_local": None, "is_free_now": False}
    assert facts == nothing | {"used": 2, "failed_used": 0}


def test_before_the_opening_the_next_slot_is_the_opening(course: str) -> None:
    with reading(course) as session:
        facts = slot_facts(session, course_of(session)[1], team(session, 1), OPENS - HOUR)
    assert facts["next_slot"] == OPENS
    assert not facts["is_free_now"]


def test_the_last_package_again_is_the_same_hand_in_and_takes_no_slot(course: str) -> None:
    first = check(course, send(course, b"1"))
    assert send(course, b"1").id == first.id
    check(course, send(course, b"2"))
    with pytest.raises(ArenaError, match="no free slot"):
        send(course, b"1")  # it is not the last any more: to make it count again takes a slot


def test_two_at_once_do_not_both_get_the_last_slot(course: str) -> None:
    check(course, send(course, b"0"))
    results = at_once(_try, [(course, b"one"), (course, b"two"), (course, b"three")])
    assert sorted(results) == ["refused", "refused", "taken"]


def _try(given: tuple[str, bytes]) -> str:
    try:
        send(given[0], given[1])
    except ArenaError as refused:
        assert "no free slot" in str(refused)  # noqa: PT017
        return "refused"
    return "taken"


def test_whoever_is_no_team_of_the_course_hands_nothing_in(course: str) -> None:
    with pytest.raises(Missing, match="'local' is no team of cs101"):
        send(course, account="local")
    with pytest.raises(Missing, match="has no assignment 'hw9'"), writing(course) as session:
        hand_in(session, "cs101/hw9", "Red", b"1", at=OPENS)
    with pytest.raises(ArenaError, match="written COURSE/KEY"), writing(course) as session:
        hand_in(session, "cs101", "Red", b"1", at=OPENS)
    with pytest.raises(ArenaError, match="the package is empty"):
        send(course, b"")


def test_it_is_known_by_whose_token_it_came(course: str) -> None:
    with writing(course) as session:
        found = course_named(session, "cs101")
        bert = member_with(session, found, "s2")
        give_token(session, found, bert)
        one = hand_in(session, "cs101/hw1", "Red", b"1", bert.token_key, OPENS)
        other = hand_in(session, "cs101/hw1", "Cleo", b"1", bert.token_key, OPENS)  # not a member there
        assert (one.member_id, other.member_id) == (bert.id, None)


def test_a_package_that_waits_as_a_submission_is_handed_in_all_the_same(course: str) -> None:
    with writing(course) as session:
        plain = take_in(session, "Red", b"1")
        assert take_in(session, "Red", b"1").id == plain.id
    assert send(course, b"1").upload_id != plain.id


def test_no_more_than_a_few_wait_at_once(course: str) -> None:
    with writing(course) as session:
        change_assignment(session, course_of(session)[1], quota=100, failed_quota=100)
    for number in range(MOST_WAITING):
        send(course, str(number).encode())
    with pytest.raises(ArenaError, match="are waiting to be checked"):
        send(course, b"more")


def test_what_is_accepted_plays_itself_then_the_baselines_before_all_others(course: str) -> None:
    done = check(course, send(course))
    assert done.status == HandinStatus.ACCEPTED
    with reading(course) as session:
        played = session.get_one(Tournament, done.tournament_id)
        owner = owner_of_team(session, team(session, 1))
        assert (played.kind, played.status, played.priority) == (Kind.SUBMISSION, TournamentStatus.RUNNING, 1)
        assert (played.private_to, played.is_rated, played.is_open) == (owner.id, False, False)
        labels = version_labels(session)
        matches = session.exec(select(Match).where(Match.tournament_id == played.id).order_by(Match.number)).all()  # type: ignore[arg-type]
        tables = [[labels[bot.id or 0] for bot in versions_of_match(session, match.id or 0)] for match in matches]
        assert tables == [
            ["Red/mine@1", "Red/mine@1"],
            ["Red/mine@1", "python-greedy@1"],
            ["Red/mine@1", "python-random@1"],
        ]
        assert [match.blocks for match in matches] == [1, 4, 4]
        assert len({match.seed for match in matches} | {played.seed}) == 4  # nobody knows any deal beforehand
        assert list(due_matches(session).values()) == [1, 1, 1]
        assert [session.get_one(Match, one).number for one in due_matches(session)] == [0, 1, 2]


def test_a_bot_that_does_not_play_the_game_is_refused(course: str) -> None:
    done = check(course, send(course), game="schotten_totten")
    assert (done.status, done.tournament_id) == (HandinStatus.REFUSED, None)
    assert done.sentence == "its bot.toml does not say that it plays claim"


def test_what_the_platform_could_not_check_waits_and_counts_as_nothing_refused(course: str) -> None:
    one = send(course)
    with writing(course) as session:
        settle(session, session.get_one(Upload, one.upload_id))  # it waits still
        assert session.get_one(Handin, one.id).status == HandinStatus.WAITING


def test_more_time_makes_late_ones_in_time(course: str) -> None:
    late = send(course, at=DEADLINE + HOUR)
    assert late.late_seconds == 3600
    with writing(course) as session:
        change_assignment(session, course_of(session)[1], deadline=DEADLINE + HOUR)
    with reading(course) as session:
        assert session.get_one(Handin, late.id).late_seconds == 0


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"deadline": OPENS}, "deadline must be after the opening"),
        ({"freeze": OPENS - HOUR}, "freezes after the opening"),
        ({"quota": 0}, "the quota: from 1"),
        ({"failed_quota": 0}, "the quota of failed ones: from 1"),
        ({"late_hours": -1.0}, "late hours: from 0"),
        ({"late_hours": float("nan")}, "late hours: from 0"),
        ({"late_percent_per_day": 101.0}, "percent per late day: from 0 to 100"),
    ],
)
def test_an_assignment_is_not_changed_into_nonsense(course: str, values: dict[str, object], sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence), writing(course) as session:
        change_assignment(session, course_of(session)[1], **values)
    with reading(course) as session:
        assert course_of(session)[1].quota == 2


def test_hand_ins_are_listed_by_team_or_all(course: str) -> None:
    mine, other = send(course), send(course, account="Cleo")
    with reading(course) as session:
        _, assignment = course_of(session)
        assert [one.id for one in handins(session, assignment)] == [mine.id, other.id]
        assert [one.id for one in handins(session, assignment, team(session, 1))] == [mine.id]
        assert [one.id for one in handins(session, assignment, after=mine.id or 0)] == [other.id]
        assert account_of(session, team(session, 1)) == "Red"
