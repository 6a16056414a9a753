"""Rosters as schools and spreadsheets write them; one bad line, and nothing of it is taken."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.courses.names import ADJECTIVES, ANIMALS, account_name, clean, pseudonym
from arena.courses.roster import MOST_BYTES, read_roster
from arena.settings import ArenaError
from arena.store import checked_owner

NAMES = [
    "Zoë Lautenschläger",
    "O'Connor-D’Arc, Síle",
    "محمد بن سلمان",
    "שרה לוי",
    "陳大文",
    "Nguyễn Thị Hồng",
    "Z̷a̸l̵g̶o̷",
    "👩‍👩‍👧 Family",
    "🫨 new in Unicode 15",
    "نرم‌افزار",
    "=HYPERLINK(1)",
    "Robert'); DROP TABLE member;--",
    "ﷺ",
    "ǅ",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("before", ["", "\ufeff"])
def test_any_name_is_read_whatever_stands_between_the_cells(name: str, delimiter: str, before: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([["student_id", "name", "email", "team"], ["s1", name, "a@example.org", f"Team {name}"]])
    (row,) = read_roster((before + text.getvalue()).encode())
    assert (row.line, row.student_id, row.email) == (2, "s1", "a@example.org")
    assert (row.name, row.team) == (clean(name), clean(f"Team {name}"))


def test_columns_may_stand_in_any_order_and_case() -> None:
    rows = read_roster(b"Team, Name ,Student ID\nred,Anna,7\n,Bert,8\n")
    assert [(row.team, row.name, row.student_id, row.email) for row in rows] == [
        ("red", "Anna", "7", ""),
        ("", "Bert", "8", ""),
    ]


def test_empty_lines_and_cells_of_several_lines_are_no_trouble() -> None:
    rows = read_roster(b'student_id,name\n\n1,"Anna\nMaria"\n,\n2,Bert\n')
    assert [(row.line, row.name) for row in rows] == [(3, "Anna Maria"), (6, "Bert")]


def test_the_same_to_the_eye_is_the_same() -> None:
    composed, combining = read_roster("student_id,name,team\n1,é,é\n2,e\u0301,e\u0301\n".encode())
    assert composed.name == combining.name
    assert composed.team == combining.team


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the roster is empty"),
        (b"\xef\xbb\xbf", "the roster is empty"),
        (b"student_id,name\n", "no students"),
        (b"student_id\n1\n", "line 1 of the roster lacks the column 'name'"),
        (b"student_id,name,grade\n1,a,b\n", "line 1 of the roster has a column 'grade'"),
        (b"student_id,name,name\n1,a,b\n", "line 1 of the roster has a column twice"),
        (b"student_id,name\n1,Anna\n2\n", "line 3 of the roster has 1 cells, but there are 2 columns"),
        (b"student_id,name\n1,Anna,x\n", "line 2 of the roster has 3 cells"),
        (b"student_id,name\n1,Anna\n,Bert\n", "line 3 of the roster: student_id is empty"),
        (b"student_id,name\n1,  \n", "line 2 of the roster: name is empty"),
        (b"student_id,name\n1,Anna\n2,Bert\n1,Cleo\n", "line 4 of the roster: student_id '1' is in line 2 already"),
        ("student_id,name\né,A\ne\u0301,B\n".encode(), "line 3 of the roster: student_id 'é' is in line 2 already"),
        (b"student_id,name\n1,An\0na\n", "line 2 of the roster"),
        (b"student_id,name\n1,An\x07na\n", "line 2 of the roster: name has a control character"),
        (b"student_id,name\n1,Anna\n2,B\xfcrgi\n", "line 3 of the roster is not UTF-8"),
        ("student_id,name\n1,Anna\n".encode("utf-16"), "line 1 of the roster is not UTF-8"),
        (b'student_id,name\n1,"Anna\n', "line 2 of the roster is no CSV"),
        (b'student_id,name\n1,"An"na"\n', "line 2 of the roster is no CSV"),
        (b"student_id,name\n1," + b"x" * 201 + b"\n", "line 2 of the roster: name has more than 200 characters"),
        (b"x" * (MOST_BYTES + 1), "too large"),
    ],
)
def test_a_bad_roster_is_refused_with_its_line(data: bytes, sentence: str) -> None:
    with pytest.raises(ArenaError) as refused:
        read_roster(data)
    assert sentence in str(refused.value)


@given(st.binary(max_size=300))
def test_any_bytes_are_rows_or_a_sentence(data: bytes) -> None:
    try:
        rows = read_roster(b"student_id,name\n" + data)
    except ArenaError:
        return
    assert all(row.student_id and row.name for row in rows)


@given(st.text(max_size=300), st.lists(st.text(max_size=5)))
def test_any_text_makes_an_accounts_name_that_is_nobody_elses(text: str, taken: list[str]) -> None:
    first = account_name(text, taken)
    second = account_name(text, [*taken, first])
    assert first not in taken
    assert first != second
    assert checked_owner(first) is None or checked_owner(first) == first
    checked_owner(second)


def test_a_pseudonym_is_drawn_until_it_is_nobody_elses() -> None:
    taken: set[str] = set()
    for _ in range(1000):
        taken.add(pseudonym("cs101", taken))
    assert len(taken) == 1000
    everything = {f"c-{one}-{two}" for one in ADJECTIVES for two in ANIMALS}
    assert pseudonym("c", everything) not in everything


def test_pseudonyms_are_drawn_at_random() -> None:
    assert len({pseudonym("cs101", ()) for _ in range(20)}) > 10
