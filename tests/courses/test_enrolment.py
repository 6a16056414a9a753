"""Students become teams, which are accounts; a roster is taken whole or not at all, again and again."""

from __future__ import annotations

import pytest
from sqlmodel import Session, col, select

from arena.accounts.models import Token, User
from arena.accounts.tokens import find_token, tokens_of
from arena.courses.enrolment import Imported, enrol, give_token, member_with, members_of, revoke_member
from arena.courses.facts import roster_facts
from arena.courses.models import Course, Member, Team
from arena.courses.roster import Row, read_roster
from arena.courses.store import add_course, course_named, reveal
from arena.db import reading, upgrade, writing
from arena.settings import ArenaError, Missing
from arena.store import checked_owner
from tests.courses.test_roster import NAMES


def begin(url: str, pseudonyms: bool = False) -> None:
    upgrade(url)
    with writing(url) as session:
        add_course(session, "cs101", "Cards & <b>bots</b>", "Europe/Zurich", pseudonyms)


def bring(url: str, *rows: tuple[str, ...]) -> Imported:
    with writing(url) as session:
        listed = [Row(line, *row) for line, row in enumerate(rows, start=2)]
        return enrol(session, course_named(session, "cs101"), listed)


def accounts(url: str) -> dict[str, str]:
    """By student."""
    with reading(url) as session:
        return {one["student_id"]: one["account"] for one in roster_facts(session, course_named(session, "cs101"))}


def test_a_team_shares_an_account_and_a_student_alone_has_one(database: str) -> None:
    begin(database)
    bring(database, ("1", "Anna", "", "Red"), ("2", "Bert", "", "Red"), ("3", "Cleo"))
    assert accounts(database) == {"1": "Red", "2": "Red", "3": "Cleo"}
    with reading(database) as session:
        assert {(team.name, team.is_alone) for team in session.exec(select(Team))} == {("Red", False), ("Cleo", True)}


def test_names_of_any_kind_make_accounts_of_their_own(database: str) -> None:
    begin(database)
    rows = [(str(number), name) for number, name in enumerate([*NAMES, *NAMES, "a/b,c@d", "…", "/"])]
    assert len(bring(database, *rows).new) == len(rows)
    made = accounts(database)
    assert len(set(made.values())) == len(rows)
    for name in made.values():
        checked_owner(name)


def test_nobody_gets_into_the_account_of_a_student_alone(database: str) -> None:
    begin(database)
    bring(database, ("1", "Red"))
    bring(database, ("2", "Bert", "", "Red"), ("3", "Red"))
    made = accounts(database)
    assert len(set(made.values())) == 3
    assert made["1"] == "Red"


def test_an_account_that_was_there_is_nobodys_in_the_roster(database: str) -> None:
    begin(database)
    with writing(database) as session:
        session.add(User(name="Anna", role="admin"))  # type: ignore[arg-type]
    bring(database, ("1", "Anna"))
    assert accounts(database) == {"1": "Anna 2"}


def test_the_same_roster_again_changes_nothing(database: str) -> None:
    begin(database, pseudonyms=True)
    rows = [("1", "Anna", "a@x", "Red"), ("2", "Bert", "", "Red"), ("3", "Cleo")]
    bring(database, *rows)
    before = accounts(database)
    again = bring(database, *rows)
    assert (again.new, again.changed, again.same) == ([], [], ["1", "2", "3"])
    assert accounts(database) == before


def test_who_is_known_is_brought_up_to_date_and_who_is_missing_stays(database: str) -> None:
    begin(database)
    bring(database, ("1", "Anna", "", "Red"), ("2", "Bert", "", "Red"), ("3", "Cleo"))
    done = bring(database, ("1", "Anna Maria", "am@x"), ("4", "Dora", "", "Red"))
    assert (done.new, done.changed) == (["4"], ["1"])
    assert accounts(database) == {"1": "Red", "2": "Red", "3": "Cleo", "4": "Red"}
    with reading(database) as session:
        anna = member_with(session, course_named(session, "cs101"), "1")
        assert (anna.name, anna.email) == ("Anna Maria", "am@x")


def test_who_changes_teams_is_known_to_the_old_one_no_more(database: str) -> None:
    begin(database)
    bring(database, ("1", "Anna", "", "Red"), ("2", "Bert", "", "Red"))
    with writing(database) as session:
        course = course_named(session, "cs101")
        text = give_token(session, course, member_with(session, course, "1")) or ""
        assert find_token(session, text) is not None
    bring(database, ("1", "Anna", "", "Blue"))
    with writing(database) as session:
        assert find_token(session, text) is None
        course = course_named(session, "cs101")
        found = find_token(session, give_token(session, course, member_with(session, course, "1")) or "")
        assert found is not None
        assert found[1].name == "Blue"


def test_a_mistake_in_the_last_line_imports_nothing(database: str) -> None:
    begin(database)
    students = "".join(f"{number},Student {number}\n" for number in range(50))
    with pytest.raises(ArenaError, match="line 52"), writing(database) as session:
        enrol(session, course_named(session, "cs101"), read_roster(f"student_id,name\n{students}7,Again\n".encode()))
    with reading(database) as session:
        assert not session.exec(select(Member)).all()
        assert not session.exec(select(User)).all()


def test_200_students_in_80_teams_have_200_tokens(database: str) -> None:
    begin(database, pseudonyms=True)
    rows = "".join(
        f's{number};"{NAMES[number % len(NAMES)]} {number}";;{f"T{number % 60}" if number < 180 else ""}\r\n'
        for number in range(200)
    )
    text = "student_id;name;email;team\r\n" + rows
    with writing(database) as session:
        course = course_named(session, "cs101")
        assert len(enrol(session, course, read_roster(("\ufeff" + text).encode())).new) == 200
        texts = [give_token(session, course, member) or "" for member in members_of(session, course)]
    made = accounts(database)
    assert len(set(made.values())) == 80
    assert all(name.startswith("cs101-") for name in made.values())
    with reading(database) as session:
        users = {found[1].name for one in texts if (found := find_token(session, one))}
        assert len(set(texts)) == 200
        assert users == set(made.values())


def test_a_token_is_made_once_unless_it_is_asked_for_again(database: str) -> None:
    begin(database)
    bring(database, ("1", "Anna"))
    with writing(database) as session:
        course = course_named(session, "cs101")
        anna = member_with(session, course, "1")
        first = give_token(session, course, anna) or ""
        assert give_token(session, course, anna) is None
        second = give_token(session, course, anna, anew=True) or ""
        assert find_token(session, first) is None
        assert find_token(session, second) is not None
        assert revoke_member(session, anna)
        assert not revoke_member(session, anna)
        assert find_token(session, second) is None
        assert give_token(session, course, anna) is not None  # a new one, for somebody who lost theirs


def test_a_members_token_is_revoked_and_the_teams_others_are_not(database: str) -> None:
    begin(database)
    bring(database, ("1", "Anna", "", "Red"), ("2", "Bert", "", "Red"))
    with writing(database) as session:
        course = course_named(session, "cs101")
        anna, bert = (member_with(session, course, number) for number in "12")
        annas, berts = (give_token(session, course, one) or "" for one in (anna, bert))
        revoke_member(session, anna)
        assert find_token(session, annas) is None
        assert find_token(session, berts) is not None


@pytest.mark.parametrize("pseudonyms", [True, False])
def test_a_tokens_label_says_whose_it_is_unless_names_are_hidden(database: str, pseudonyms: bool) -> None:
    begin(database, pseudonyms)
    bring(database, ("1", "محمد بن سلمان\u200f"), ("2", "é" * 200))
    with writing(database) as session:
        course = course_named(session, "cs101")
        for member in members_of(session, course):
            give_token(session, course, member)
        labels = [token.label for token in tokens_of(session)]
    assert ("محمد بن سلمان" in labels) is not pseudonyms
    assert all(len(label) <= 80 for label in labels)


def test_nothing_but_the_roster_has_a_real_name_in_a_course_with_pseudonyms(database: str) -> None:
    begin(database, pseudonyms=True)
    bring(database, ("1", "Needle Anna", "needle@x", "Needle Team"), ("2", "Needle Bert"))
    with writing(database) as session:
        course = course_named(session, "cs101")
        for member in members_of(session, course):
            give_token(session, course, member)
        texts = [*session.exec(select(User.name)), *session.exec(select(col(Token.label)))]
        assert not [text for text in texts if "eedle" in text]


def test_only_what_is_hidden_can_be_revealed(database: str) -> None:
    begin(database)
    with writing(database) as session:
        with pytest.raises(ArenaError, match="no pseudonyms"):
            reveal(session, course_named(session, "cs101"))
        hidden = add_course(session, "cs102", pseudonyms=True)
        reveal(session, hidden)
        first = hidden.revealed
        reveal(session, hidden)
        assert hidden.revealed == first


@pytest.mark.parametrize("key", ["", "CS101", "-a", "a/b", "a" * 41, "é", "a b"])
def test_a_key_is_plain(database: str, key: str) -> None:
    upgrade(database)
    with pytest.raises(ArenaError, match="a key is"), writing(database) as session:
        add_course(session, key)


def test_what_is_not_there_is_named(database: str) -> None:
    begin(database)
    with reading(database) as session:
        with pytest.raises(Missing, match="no course 'cs9'"):
            course_named(session, "cs9")
        with pytest.raises(Missing, match="no student '9'"):
            member_with(session, _course(session), "9")
    with pytest.raises(ArenaError, match="there is a course 'cs101' already"), writing(database) as session:
        add_course(session, "cs101")


def _course(session: Session) -> Course:
    return course_named(session, "cs101")
