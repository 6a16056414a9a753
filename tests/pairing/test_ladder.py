from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.ladder import Contestant, Rules, Scene, Table, Wish, next_table, next_tables, window
from arena.pairing.reasons import Reason
from arena.pairing.shares import fair_shares, most_of_fair

SEED = bytes(31) + b"\1"


def contestants(owners: list[str], **ratings: float) -> tuple[Contestant, ...]:
    """`b0`, `b1`, …, each of the owner in its place."""
    return tuple(
        Contestant(f"b{index}", owner, rating=ratings.get(f"b{index}", 1500.0 + 40 * (index % 7)))
        for index, owner in enumerate(owners)
    )


def played(scene: Scene, tables: int, seed: bytes = SEED) -> tuple[Scene, list[Table]]:
    chosen = list(next_tables(scene, seed, 0, tables))
    for table in chosen:
        scene = scene.after(table)
    return scene, chosen


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    seats = draw(st.integers(2, 5))
    count = draw(st.integers(seats, 3 * seats))
    owners = draw(st.lists(st.sampled_from("xyzuvw"), min_size=count, max_size=count))
    ratings = draw(st.lists(st.floats(600, 2600), min_size=count, max_size=count))
    field = tuple(Contestant(f"b{i}", owners[i], ratings[i]) for i in range(count))
    return Scene(Rules(seats, blocks=draw(st.integers(1, 4))), field)


@settings(max_examples=25, deadline=None)
@given(scenes(), st.binary(min_size=32, max_size=32))
def test_nobody_starves_and_shares_are_fair(scene: Scene, seed: bytes) -> None:
    """By owner, then by bot: everybody has at least half of a fair share lately, and few have much more."""
    scene, _ = played(scene, 2 * scene.window, seed)
    fair = fair_shares({one.name: one.owner for one in scene.contestants}, scene.rules.seats)
    had = Counter(name for table in scene.recent for name in table)
    seats = sum(had.values())
    for name, share in fair.items():
        assert had[name] >= share * seats / 2 - 2, (name, had, fair)
        if len(scene.contestants) >= 2 * scene.rules.seats:
            assert had[name] <= most_of_fair(scene.rules.seats) * share * seats + 3, (name, had, fair)


@settings(max_examples=25, deadline=None)
@given(scenes(), st.binary(min_size=32, max_size=32))
def test_the_same_scene_and_seed_give_the_same_tables(scene: Scene, seed: bytes) -> None:
    tables = list(next_tables(scene, seed, 5, 10))
    assert tables == list(next_tables(scene, seed, 5, 10))
    later = scene
    for table in tables[:4]:
        later = later.after(table)
    assert tables[4:] == list(next_tables(later, seed, 9, 6)), "however many are asked for at a time"
    for table in tables:
        assert len(set(table.entrants)) == scene.rules.seats


@settings(max_examples=25, deadline=None)
@given(scenes(), st.binary(min_size=32, max_size=32), st.data())
def test_whoever_is_away_is_paired_with_nobody(scene: Scene, seed: bytes, data: st.DataObject) -> None:
    away = data.draw(st.sets(st.sampled_from([one.name for one in scene.contestants])))
    field = tuple(replace(one, is_here=one.name not in away) for one in scene.contestants)
    wishes = tuple(Wish(number, name, "b0") for number, name in enumerate(away - {"b0"}))
    tables = list(next_tables(replace(scene, contestants=field, wishes=wishes), seed, 0, 10))
    assert not away & {name for table in tables for name in table.entrants}
    assert bool(tables) == (len(field) - len(away) >= scene.rules.seats)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_one_free_table_in_five_is_drawn_by_lot(seats: int) -> None:
    _, tables = played(Scene(Rules(seats), contestants(list("abcdefghijkl"))), 800)
    counts = Counter(table.reason for table in tables)
    assert set(counts) == {Reason.TEACHING, Reason.UNIFORM}
    assert 0.16 < counts[Reason.UNIFORM] / 800 < 0.24


def test_by_lot_everybody_meets_everybody() -> None:
    rules = Rules(2, uniform_share=1.0)
    _, tables = played(Scene(rules, contestants(list("abcdef"))), 300)
    assert len({frozenset(table.entrants) for table in tables}) == 15


def test_neighbours_in_the_standings_meet_most() -> None:
    """Four strong ones and four weak ones: what is not known is who is best among each four."""
    ratings = {f"b{i}": 2400.0 + 10 * i if i < 4 else 1200.0 + 10 * i for i in range(8)}
    _, tables = played(Scene(Rules(2), contestants(list("abcdefgh"), **ratings)), 200)
    teaching = [table for table in tables if table.reason is Reason.TEACHING]
    within = [table for table in teaching if len({int(name[1:]) < 4 for name in table.entrants}) == 1]
    assert len(within) > 0.75 * len(teaching), "by chance it would be 12 of 28"


# --- newcomers ---------------------------------------------------------------------------------


def with_newcomer(seats: int = 2, anchors: int = 2, blocks: int = 2) -> Scene:
    rules = Rules(seats, blocks=blocks, gauntlet_blocks=6)
    field = contestants(list("abcdef"))
    house = tuple(Contestant(f"house{i}", "house", is_anchor=True) for i in range(anchors))
    scene, _ = played(Scene(rules, (*field, *house)), 200)
    return replace(scene, contestants=(*scene.contestants, Contestant("new", "z", is_new=True)))


@pytest.mark.parametrize("anchors", [1, 2, 3])
def test_a_newcomer_goes_first_and_through_the_gauntlet(anchors: int) -> None:
    scene, tables = played(with_newcomer(anchors=anchors), 3 * anchors)
    assert {(table.reason, "new" in table.entrants) for table in tables} == {(Reason.GAUNTLET, True)}
    for anchor in range(anchors):
        assert scene.met[frozenset(("new", f"house{anchor}"))] == 6
    _, after = played(scene, 20)
    assert Reason.GAUNTLET not in {table.reason for table in after}


def test_a_gauntlet_at_larger_tables_has_as_many_anchors_as_fit() -> None:
    scene, tables = played(with_newcomer(seats=4, anchors=2), 3)
    assert all({"new", "house0", "house1"} < set(table.entrants) for table in tables)
    assert scene.met[frozenset(("new", "house1"))] == 6


def test_nobody_else_meets_a_newcomer_before() -> None:
    """Its gauntlet must wait, because others have had nothing: they do not meet it meanwhile."""
    scene = with_newcomer()
    scene = replace(scene, recent=(("new", "house0"),) * scene.window)
    _, tables = played(scene, 2 * scene.window)
    with_new = [table for table in tables if "new" in table.entrants]
    assert tables[0] not in with_new
    assert with_new
    assert with_new[0].reason is Reason.GAUNTLET


def test_without_anchors_a_newcomer_simply_plays() -> None:
    _, tables = played(with_newcomer(anchors=0), 5)
    assert all("new" in table.entrants and table.reason is not Reason.GAUNTLET for table in tables)


def test_whoever_uploads_all_the_time_does_not_starve_the_others() -> None:
    """Every table another new version of the same owner: the others have what is theirs all the same."""
    scene = with_newcomer()
    regulars = scene.contestants[:-1]
    owner_of = {one.name: one.owner for one in regulars}
    seen: Counter[str] = Counter()
    for number in range(2 * scene.window):
        flood = Contestant(f"flood{number}", "z", is_new=True)
        gone = {f"flood{index}": "z" for index in range(number)}
        scene = replace(scene, contestants=(*regulars, flood), owners=gone)
        table = next_table(scene, number.to_bytes(32, "big"))
        assert table is not None
        scene = scene.after(table)
        if number >= scene.window:
            seen.update(owner_of.get(name, "z") for name in table.entrants)
    for owner in "abcdef":
        assert seen[owner] >= (seen.total() - seen["house"]) / 7 / 2 - 2, seen


# --- challenges --------------------------------------------------------------------------------


def test_a_challenge_goes_before_what_teaches() -> None:
    scene, _ = played(Scene(Rules(2), contestants(list("abcdef"))), 100)
    scene = replace(scene, wishes=(Wish(7, "b0", "b5"), Wish(8, "b1", "b2")))
    answered = [table for table in next_tables(scene, SEED, 0, 12) if table.reason is Reason.CHALLENGE]
    assert [(table.entrants, table.wish) for table in answered] == [(("b0", "b5"), 7), (("b1", "b2"), 8)]


def test_at_larger_tables_others_join_a_challenge() -> None:
    scene, _ = played(Scene(Rules(4), contestants(list("abcdef"))), 100)
    scene = replace(scene, wishes=(Wish(7, "b0", "b5"),))
    table = next(table for table in next_tables(scene, SEED, 0, 12) if table.reason is Reason.CHALLENGE)
    assert table.entrants[:2] == ("b0", "b5")
    assert len(set(table.entrants)) == 4


def test_who_has_had_more_than_enough_waits_with_a_challenge() -> None:
    scene = Scene(Rules(2), contestants(list("abcdef")))
    scene = replace(scene, recent=(("b0", "b1"),) * scene.window, wishes=(Wish(7, "b0", "b5"),))
    tables = list(next_tables(scene, SEED, 0, 20))
    assert Reason.CHALLENGE not in {table.reason for table in tables}
    late = list(next_tables(scene, SEED, 0, 4 * scene.window))
    assert Reason.CHALLENGE in {table.reason for table in late}, "it is not forgotten"


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 4), st.binary(min_size=32, max_size=32))
def test_many_challenges_do_not_starve_the_others(seats: int, seed: bytes) -> None:
    scene = Scene(Rules(seats), contestants(list("abcdefgh")))
    wishes = tuple(Wish(number, "b0", f"b{1 + number % 2}") for number in range(1000))
    scene, _ = played(replace(scene, wishes=wishes), 2 * scene.window, seed)
    had = Counter(name for table in scene.recent for name in table)
    assert min(had.values()) >= seats * scene.window / 8 / 2 - 2


# --- few ---------------------------------------------------------------------------------------


def test_too_few_for_a_table_play_nothing() -> None:
    assert next_table(Scene(Rules(3), contestants(["a", "b"])), SEED) is None
    assert next_table(Scene(Rules(2), ()), SEED) is None


def test_anchors_alone_play_each_other() -> None:
    field = tuple(replace(one, is_anchor=True) for one in contestants(list("aaa")))
    _, tables = played(Scene(Rules(2), field), 30)
    assert len({frozenset(table.entrants) for table in tables}) == 3


def test_lately_is_long_enough_for_everybody_to_have_played() -> None:
    assert window(3) == 50
    assert window(100) == 1000
