"""Warnings where results do not hang together."""

from __future__ import annotations

from arena.ratings.connectivity import Connectivity, connectivity
from arena.ratings.meetings import meetings
from tests.ratings.games import Tally, results


def graph(*tallies: Tally) -> Connectivity:
    played = results(tallies)
    return connectivity(played.bots, meetings(played))


def test_wins_both_ways_round_a_ring_connect() -> None:
    ring = graph(("a", "b", 1, 0, 0), ("b", "c", 1, 0, 0), ("c", "a", 1, 0, 0))
    assert ring.is_connected
    assert ring.warnings == ()


def test_a_draw_connects_both_ways() -> None:
    assert graph(("a", "b", 5, 0, 1)).is_connected
    assert graph(("a", "b", 0, 5, 1)).is_connected


def test_a_bot_that_always_lost_is_warned_of() -> None:
    lopsided = graph(("a", "b", 1, 1, 0), ("a", "c", 3, 0, 0), ("b", "c", 3, 0, 0))
    assert lopsided.leagues == (("a", "b"), ("c",))
    assert "all games went one way" in lopsided.warnings[0]
    assert "a, b; c" in lopsided.warnings[0]


def test_groups_that_never_met_are_warned_of() -> None:
    apart = graph(("a", "b", 1, 1, 0), ("c", "d", 1, 1, 0))
    assert apart.islands == (("a", "b"), ("c", "d"))
    assert "2 groups that never met: a, b; c, d" in apart.warnings[0]


def test_long_lists_are_cut_short() -> None:
    many = graph(*((f"a{n}", f"b{n}", 1, 1, 0) for n in range(9)))
    assert many.warnings[0].endswith("and 5 more")


def test_no_bots_need_no_warning() -> None:
    assert graph().warnings == ()
