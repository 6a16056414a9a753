"""Reading a position's JSON: what is taken, and each complaint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.games.base import NotationError, PositionError
from referee.games.fields import Fields


def upper(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError(f"{value!r} is no text")
    return value.upper()


def test_a_key_is_taken_once() -> None:
    fields = Fields({"a": 1})
    assert fields.take("a") == 1
    with pytest.raises(PositionError, match="position lacks 'a'"):
        fields.take("a")


def test_a_default_stands_in_for_a_key_that_is_left_out() -> None:
    assert Fields({}).take("a", 5) == 5


def test_a_null_is_not_left_out() -> None:
    assert Fields({"a": None}).take("a", 5) is None


def test_finish_is_content_when_every_key_was_taken() -> None:
    fields = Fields({"a": 1})
    fields.take("a")
    fields.finish()
    with pytest.raises(PositionError):
        Fields({"a": 1}).finish()


def test_finish_names_all_keys_that_nobody_took() -> None:
    with pytest.raises(PositionError, match="stone has keys that nobody knows: 'a', 'b'"):
        Fields({"b": 1, "a": 2}, "stone").finish()


def test_reading_leaves_the_given_object_alone() -> None:
    given = {"a": 1}
    Fields(given).take("a")
    assert given == {"a": 1}


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda fields: fields.integer("a", low=1, high=3), 3),
        (lambda fields: fields.integer("a"), 0),
        (lambda fields: fields.boolean("a"), False),
        (lambda fields: fields.choice("a", ["x", None]), None),
        (lambda fields: fields.seat("a", 2), 1),
        (lambda fields: fields.array("a", length=2), [1, "x"]),
        (lambda fields: fields.each("a", int), [4]),
        (lambda fields: fields.each_of("a", 2, int), [[1], []]),
    ],
)
def test_a_good_value_is_taken_as_it_is(read: Callable[[Fields], Any], value: object) -> None:
    assert read(Fields({"a": value})) == value


COMPLAINTS: list[tuple[Callable[[Fields], Any], object, str]] = [
    (lambda f: f.integer("a", low=1, high=3), 4, "p: a must be a whole number from 1 to 3, not 4"),
    (lambda f: f.integer("a", low=1), 0, "p: a must be a whole number of at least 1, not 0"),
    (lambda f: f.integer("a"), -1, "p: a must be a whole number of at least 0, not -1"),
    (lambda f: f.integer("a"), 1.0, "p: a must be a whole number of at least 0, not 1.0"),
    (lambda f: f.integer("a"), True, "p: a must be a whole number of at least 0, not True"),
    (lambda f: f.integer("a"), "1", "p: a must be a whole number of at least 0, not '1'"),
    (lambda f: f.seat("a", 2), 2, "p: a must be a whole number from 0 to 1, not 2"),
    (lambda f: f.boolean("a"), 1, "p: a must be true or false, not 1"),
    (lambda f: f.choice("a", ["x", None]), "y", "p: a must be one of x, null, not 'y'"),
    (lambda f: f.choice("a", ["x"]), ["x"], "p: a must be one of x, not ['x']"),
    (lambda f: f.array("a"), "abc", "p: a must be a list, not a string"),
    (lambda f: f.array("a"), {}, "p: a must be a list, not an object"),
    (lambda f: f.array("a"), None, "p: a must be a list, not null"),
    (lambda f: f.array("a"), 1.5, "p: a must be a list, not a number"),
    (lambda f: f.array("a"), True, "p: a must be a list, not a boolean"),
    (lambda f: f.array("a", length=2), [1], "p: a must have 2 entries, not 1"),
    (lambda f: f.each("a", upper), ["x", 1], "p: a: 1 is no text"),
    (lambda f: f.each("a", upper, length=1), ["x", "y"], "p: a must have 1 entries, not 2"),
    (lambda f: f.each_of("a", 2, upper), [["x"], [1]], "p: a: 1 is no text"),
    (lambda f: f.each_of("a", 2, upper), [["x"]], "p: a must have 2 entries, not 1"),
    (lambda f: f.each_of("a", 2, upper), [["x"], "y"], "p: a must be a list, not a string"),
]


@pytest.mark.parametrize(("read", "value", "message"), COMPLAINTS)
def test_a_bad_value_is_refused_with_where_and_what(read: Callable[[Fields], Any], value: object, message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read(Fields({"a": value}, "p"))
    assert str(refusal.value) == message


@pytest.mark.parametrize(("value", "kind"), [([], "a list"), (None, "null"), ("x", "a string")])
def test_what_is_no_object_is_refused(value: object, kind: str) -> None:
    with pytest.raises(PositionError, match=f"stone must be an object, not {kind}"):
        Fields(value, "stone")


def test_a_list_is_read_entry_by_entry() -> None:
    assert Fields({"a": ["x", "y"]}).each("a", upper) == ["X", "Y"]


def test_a_list_for_each_seat_is_read_entry_by_entry() -> None:
    assert Fields({"a": [["x"], ["y", "z"]]}).each_of("a", 2, upper) == [["X"], ["Y", "Z"]]


def test_a_default_is_read_like_a_value() -> None:
    assert Fields({}).each_of("a", 2, upper, [[], ["x"]]) == [[], ["X"]]
