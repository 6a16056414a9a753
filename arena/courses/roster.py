"""Rosters as CSV: read whole, or refused with the line of the first mistake. Pure."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.courses.names import clean
from arena.settings import ArenaError

COLUMNS = {"student_id": 80, "name": 200, "email": 200, "team": 200}
"""And how long each may be."""
NEEDED = ("student_id", "name")
MOST_BYTES = 4 * 1024 * 1024
MOST_ROWS = 10_000


@dataclass(frozen=True, slots=True)
class Row:
    """A student."""

    line: int
    student_id: str
    name: str
    email: str = ""
    team: str = ""
    """Empty for somebody who works alone."""


def read_roster(data: bytes) -> list[Row]:
    """The students in a CSV file with a line of column names: student_id, name and, if wanted, email and team."""
    lines = _lines(_text(data))
    header = next(lines, None)
    if header is None:
        raise ArenaError("the roster is empty: its first line names the columns student_id,name,email,team")
    columns = _columns(header[1])
    rows = [_row(line, columns, cells) for line, cells in lines]
    if not rows:
        raise ArenaError("the roster has no students below its line of column names")
    if len(rows) > MOST_ROWS:
        raise ArenaError(f"a roster has at most {MOST_ROWS} students")
    _refuse_doubles(rows)
    return rows


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise ArenaError(f"the roster is too large: it has at most {MOST_BYTES // 1024 // 1024} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ArenaError(f"line {line} of the roster is not UTF-8: save the table as CSV UTF-8") from None


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that has any, with its number."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise ArenaError(f"line {line} of the roster is no CSV: {error}") from None


def _delimiter(text: str) -> str:
    """What stands between the column names: spreadsheets of many countries write semicolons."""
    header = text.partition("\n")[0]
    return max(",;\t", key=header.count)


def _columns(cells: Sequence[str]) -> list[str]:
    names = ["_".join(clean(cell).casefold().replace("-", " ").split()) for cell in cells]
    if unknown := [name for name in names if name not in COLUMNS]:
        raise ArenaError(f"line 1 of the roster has a column {unknown[0]!r}; there are: {', '.join(COLUMNS)}")
    if missing := [name for name in NEEDED if name not in names]:
        raise ArenaError(f"line 1 of the roster lacks the column {missing[0]!r}; there are: {', '.join(COLUMNS)}")
    if len(set(names)) < len(names):
        raise ArenaError("line 1 of the roster has a column twice")
    return names


def _row(line: int, columns: Sequence[str], cells: Sequence[str]) -> Row:
    if len(cells) != len(columns):
        raise ArenaError(f"line {line} of the roster has {len(cells)} cells, but there are {len(columns)} columns")
    values = {name: clean(cell) for name, cell in zip(columns, cells, strict=True)}
    for name, value in values.items():
        if len(value) > COLUMNS[name]:
            raise ArenaError(f"line {line} of the roster: {name} has more than {COLUMNS[name]} characters")
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
            raise ArenaError(f"line {line} of the roster: {name} has a control character")
    for name in NEEDED:
        if not values[name]:
            raise ArenaError(f"line {line} of the roster: {name} is empty")
    return Row(line, **values)


def _refuse_doubles(rows: Sequence[Row]) -> None:
    seen: dict[str, int] = {}
    for row in rows:
        if row.student_id in seen:
            first = seen[row.student_id]
            raise ArenaError(f"line {row.line} of the roster: student_id {row.student_id!r} is in line {first} already")
        seen[row.student_id] = row.line
