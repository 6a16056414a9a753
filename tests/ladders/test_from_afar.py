"""Bots from afar on a ladder: paired while they are here, waited for when they go away; nobody else has to wait."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from arena import leases
from arena.db import writing
from arena.door.bots import add_from_afar
from arena.door.presence import keep_waiting, note_who_is_here
from arena.ladders.scheduler import top_up
from arena.models import MatchStatus
from arena.store import owner_named
from tests.arena.arenas import PATIENT, Arena, until
from tests.arena.arenas import enter as enter_program
from tests.arena.doors import Door, faults
from tests.ladders.ladders import begin, bots_of, enter_all, finish, here, ladder, matches, planned


def enter_from_afar(url: str, owner: str) -> int:
    with writing(url) as session:
        version, _ = add_from_afar(session, owner_named(session, owner), "far", ["claim"])
        return version.id or 0


def look(url: str, version: int, is_here: bool) -> None:
    """What a look at the door finds, and what follows from it."""
    with writing(url) as session:
        at = leases.clock(session)
        note_who_is_here(session, [version] if is_here else [], [version], at)
        keep_waiting(session, at, timedelta(hours=24))


def met(url: str) -> set[int]:
    return {version for match in matches(url) for version in bots_of(url, match)}


def test_a_bot_that_is_away_is_on_the_ladder_but_is_paired_with_nobody(arena: Arena) -> None:
    url = arena.database
    known, far = enter_all(url, "ab"), enter_from_afar(url, "cleo")
    begin(url)
    top_up(url)
    assert here(url) == {*known, far}
    assert met(url) == set(known)
    look(url, far, True)
    for match in planned(url):
        finish(url, match)
    top_up(url)
    assert far in met(url)


def test_matches_that_wait_do_not_keep_others_from_being_played(arena: Arena) -> None:
    url = arena.database
    enter_all(url, "ab")
    far = enter_from_afar(url, "cleo")
    look(url, far, True)
    begin(url, ahead=6, blocks_per_hour=6)
    top_up(url)
    its = [match for match in planned(url) if far in bots_of(url, match)]
    assert its
    look(url, far, False)
    assert {match.id for match in planned(url) if match.waits_since} == {match.id for match in its}
    for match in planned(url):
        if match.waits_since is None:
            finish(url, match)
    before = len(matches(url))
    top_up(url)
    assert len(matches(url)) > before
    assert not any(far in bots_of(url, match) for match in matches(url)[before:])


def test_a_ladder_on_which_bots_stand_still_takes_none_from_afar(arena: Arena) -> None:
    url = arena.database
    known = enter_all(url, "ab")
    look(url, enter_from_afar(url, "cleo"), True)
    begin(url, freeze=True)
    top_up(url)
    assert here(url) == set(known)


@pytest.mark.slow
def test_a_bot_plays_on_a_ladder_goes_away_and_comes_back(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(root / "tmp"))
    door = Door.of(root)
    url = door.arena.database
    for name in ("home", "other"):
        enter_program(door.arena, name)
    far, token = door.enter("far", "anna")
    begin(url, ahead=3, clock=PATIENT)

    def done(with_it: bool) -> int:
        over = matches(url, MatchStatus.DONE)
        return sum((far in bots_of(url, match)) == with_it for match in over)

    with door.open(lambda: top_up(url)):
        with door.bot(token):
            until(lambda: done(with_it=True), 180)
        until(lambda: not door.remote(far).is_here)
        so_far, others = done(with_it=True), done(with_it=False)
        until(lambda: done(with_it=False) > others + 2, 180)
        with door.bot(token):
            until(lambda: done(with_it=True) > so_far, 180)
    assert {version for _, version, _ in faults(door.arena)} <= {far}, "who was here lost nothing"
    assert ladder(url).status == "active"
