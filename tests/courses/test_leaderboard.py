"""The leaderboard: the last accepted hand-in of each team, standing still from the freeze until it may go on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlmodel import Session, col, select

from arena.courses.feedback import feedback
from arena.courses.leaderboard import leaderboard
from arena.courses.models import Course, Handin, HandinStatus
from arena.courses.store import change_assignment
from arena.db import reading, writing
from arena.models import Block, Game, Log, Match, Seat, Tournament, Void
from tests.courses.played import DEADLINE, OPENS, course_of, hand_in_played, set_up, team

ROSTER = "student_id,name,team\ns1,Anna Real,Red Real\ns2,Bert,Blue Real\ns3,Cleo,Green Real\n"
TICK = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
FREEZE = DEADLINE - timedelta(hours=6)
END = DEADLINE + timedelta(hours=48)


@pytest.fixture
def course(database: str) -> str:
    set_up(database, ROSTER, pseudonyms=True, blocks=2)
    return database


def played(session: Session, number: int, wins: list[list[int]], at: datetime) -> Handin:
    """And all of it at that moment."""
    handin = hand_in_played(session, team(session, number), wins, received=at)
    tournament = session.get_one(Tournament, handin.tournament_id)
    tournament.created = at
    session.add(tournament)
    for block in session.exec(select(Block).join(Match).where(Match.tournament_id == tournament.id)):
        block.created = at
        session.add(block)
    session.flush()
    return handin


def board(url: str, at: datetime = DEADLINE, **more: Any) -> dict[str, Any]:
    with reading(url) as session:
        return leaderboard(session, course_of(session)[1], at, **more)


def scores(shown: dict[str, Any]) -> list[float | None]:
    return [row["score"] for row in shown["rows"]]


def test_the_last_accepted_hand_in_of_each_team_counts(course: str) -> None:
    with writing(course) as session:
        played(session, 0, [[2, 2], [2, 2]], OPENS)
        played(session, 0, [[1, 1], [2, 0]], OPENS + HOUR)
        played(session, 1, [[2, 1], [2, 2]], OPENS)
        hand_in_played(session, team(session, 1), [], OPENS + HOUR, HandinStatus.REFUSED)
        hand_in_played(session, team(session, 1), [], OPENS + 2 * HOUR, HandinStatus.WAITING)
    shown = board(course)
    assert [(row["rank"], row["score"], row["scores"], row["blocks_done"]) for row in shown["rows"]] == [
        (1, 0.875, [0.75, 1.0], 4),
        (2, 0.5, [0.5, 0.5], 4),
    ]
    assert shown["baselines"] == ["python-greedy@1", "python-random@1"]


def test_the_same_score_is_the_same_rank_and_none_yet_is_no_rank(course: str) -> None:
    with writing(course) as session:
        for number, blocks in enumerate([[1], [1], []]):
            played(session, number, [blocks, blocks], OPENS)
    assert [row["rank"] for row in board(course)["rows"]] == [1, 1, None]


def test_a_void_block_does_not_count(course: str) -> None:
    with writing(course) as session:
        handin = played(session, 0, [[2, 0], [1, 1]], OPENS)
        matches = select(Match.id).where(Match.tournament_id == handin.tournament_id, Match.number == 1)
        lost = session.exec(select(Block).where(col(Block.match_id).in_(matches), Block.number == 1)).one()
        session.add(Void(block_id=lost.id or 0, reason="a test"))
    assert board(course)["rows"][0]["scores"] == [1.0, 0.5]


def test_it_stands_still_from_exactly_the_freeze_until_nothing_is_taken_any_more(course: str) -> None:
    with writing(course) as session:
        change_assignment(session, course_of(session)[1], freeze=FREEZE)
        played(session, 0, [[1, 1], [1, 1]], FREEZE - TICK)
        before = leaderboard(session, course_of(session)[1], FREEZE - TICK)
        assert before["frozen_since"] is None
        frozen = leaderboard(session, course_of(session)[1], FREEZE)
        played(session, 0, [[2, 2], [2, 2]], FREEZE)
        played(session, 1, [[2, 2], [2, 2]], FREEZE + HOUR)
    assert scores(frozen) == [0.5]
    assert frozen["frozen_since"] == FREEZE
    for at in (FREEZE, DEADLINE, END):
        assert board(course, at) == frozen
    assert scores(board(course, END + TICK)) == [1.0, 1.0]
    assert scores(board(course, FREEZE, is_whole=True)) == [1.0, 1.0]  # for admins


def test_blocks_that_are_played_or_voided_after_the_freeze_change_nothing(course: str) -> None:
    with writing(course) as session:
        change_assignment(session, course_of(session)[1], freeze=FREEZE)
        handin = played(session, 0, [[2, 2], [0, 0]], FREEZE - HOUR)
        blocks = session.exec(select(Block).join(Match).where(Match.tournament_id == handin.tournament_id)).all()
        late, early = blocks[-1], blocks[1]
        late.created = FREEZE
        session.add(late)
        session.flush()
        frozen = leaderboard(session, course_of(session)[1], FREEZE)
        assert frozen["rows"][0]["blocks_done"] == 3
        session.add(Void(block_id=early.id or 0, reason="a test", created=FREEZE + HOUR))
    assert board(course, DEADLINE) == frozen


def test_what_was_accepted_after_the_freeze_was_not_there_before(course: str) -> None:
    with writing(course) as session:
        change_assignment(session, course_of(session)[1], freeze=FREEZE)
        first = played(session, 0, [[1, 1], [1, 1]], FREEZE - HOUR)
        second = played(session, 0, [[2, 2], [2, 2]], FREEZE - TICK)
        answer = session.get_one(Tournament, second.tournament_id)
        answer.created = FREEZE + TICK  # its check took a while
        session.add(answer)
    assert scores(board(course, DEADLINE)) == [0.5]
    assert first.id is not None


def test_names_are_shown_only_after_they_are_revealed(course: str) -> None:
    with writing(course) as session:
        change_assignment(session, course_of(session)[1], freeze=FREEZE)
        played(session, 0, [[1, 1], [1, 1]], OPENS)
    assert "Real" not in str(board(course)) + str(board(course, is_whole=True))
    with writing(course) as session:
        found = session.exec(select(Course)).one()
        found.revealed = DEADLINE
        session.add(found)
    shown = board(course)
    assert shown["rows"][0]["name"].endswith("Real")
    assert shown["frozen_since"] is None
    assert shown["rows"][0]["team"].startswith("cs101-")  # accounts keep their names: results never change


def test_a_course_of_200_teams_has_a_leaderboard(course: str) -> None:
    from arena.courses.enrolment import enrol
    from arena.courses.roster import read_roster

    many = "student_id,name\n" + "".join(f"n{number},Student {number}\n" for number in range(200))
    with writing(course) as session:
        enrol(session, course_of(session)[0], read_roster(many.encode()))
        for number in range(0, 203, 7):
            played(session, number, [[number % 3, 1], [1, 1]], OPENS)
    shown = board(course)
    assert len(shown["rows"]) == 29
    assert scores(shown) == sorted(scores(shown), key=lambda score: -(score or 0))


def test_feedback_has_each_match_and_where_it_lost(course: str) -> None:
    with writing(course) as session:
        handin = played(session, 0, [[1, 0], [2, 2]], OPENS)
        game = session.exec(
            select(Game).join(Block).join(Match).where(
                Match.tournament_id == handin.tournament_id, Match.number == 1, Block.number == 1, Game.number == 0
            )
        ).one()  # fmt: skip
        seat = session.exec(
            select(Seat).where(Seat.game_id == game.id, Seat.version_id == handin.version_id)
        ).one()  # fmt: skip
        seat.is_faulty = True
        session.add_all([seat, Log(game_id=game.id or 0, seat=seat.seat, text="printed")])
        session.flush()
        found = feedback(session, handin)
    assert [(one["opponent"], one["score"], one["faults"]) for one in found["matches"]] == [
        ("itself", None, 0),
        ("python-greedy@1", 0.25, 1),
        ("python-random@1", 1.0, 0),
    ]
    (lost,) = found["lost"]
    assert (lost["opponent"], lost["match"], lost["block"], lost["score"]) == ("python-greedy@1", 2, 2, 0.0)
    assert game.id in lost["games"]
    assert lost["faults"] == found["faults"] == [game.id]
    assert found["progress"] == {"status": "running", "blocks": 5, "blocks_done": 5}
