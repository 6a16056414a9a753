from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

import pytest

from arena import leases
from arena.db import reading, writing
from arena.models import Match, MatchStatus, now
from arena.tournaments import cancel, start
from tests.arena.arenas import TRIO, Arena, enter, plan, with_trio
from tests.arena.postgres import Postgres
from tests.arena.processes import at_once


@pytest.fixture
def tournament_id(arena: Arena) -> int:
    for name in TRIO:
        enter(arena, name)
    number = plan(arena)
    start(arena.database, number)
    return number


def test_of_many_processes_one_gets_the_lease(arena: Arena, tournament_id: int) -> None:
    tokens = at_once(_claim_first, [arena.database] * 24)
    assert len([token for token in tokens if token is not None]) == 1


def test_a_lease_that_ran_out_is_somebody_elses(arena: Arena, tournament_id: int) -> None:
    lost = _claim(arena, seconds=0.1)
    time.sleep(0.2)
    assert _claim(arena) is not None
    with writing(arena.database) as session:
        assert not leases.renew(session, 1, lost or "", 30)


def test_a_lease_that_is_renewed_does_not_run_out(arena: Arena, tournament_id: int) -> None:
    token = _claim(arena, seconds=0.1)
    with writing(arena.database) as session:
        assert leases.renew(session, 1, token or "", 30)
    time.sleep(0.2)
    assert _claim(arena) is None


def test_a_released_match_is_due_again_with_its_trouble(arena: Arena, tournament_id: int) -> None:
    token = _claim(arena)
    with writing(arena.database) as session:
        leases.release(session, 1, token or "", "the referee was away")
    with reading(arena.database) as session:
        assert 1 in leases.due_matches(session)
        assert session.get_one(Match, 1).trouble == "the referee was away"


def test_whoever_lost_a_lease_cannot_release_it(arena: Arena, tournament_id: int) -> None:
    _claim(arena)
    with writing(arena.database) as session:
        assert not leases.release(session, 1, "another's", status=MatchStatus.DONE)


def test_a_held_match_is_not_due(arena: Arena, tournament_id: int) -> None:
    _claim(arena)
    with reading(arena.database) as session:
        assert sorted(leases.due_matches(session)) == [2, 3]


def test_what_a_worker_held_is_free_when_it_is_gone_and_what_others_hold_is_not(
    arena: Arena, tournament_id: int
) -> None:
    _claim(arena, match=1, holder="home.1")
    _claim(arena, match=2, holder="home.10")
    with writing(arena.database) as session:
        leases.free(session, "home.1")
    with reading(arena.database) as session:
        assert sorted(leases.due_matches(session)) == [1, 3]


def test_a_match_of_a_cancelled_tournament_cannot_be_claimed(arena: Arena, tournament_id: int) -> None:
    cancel(arena.database, tournament_id)
    assert _claim(arena) is None


def test_a_lease_ends_when_the_tournament_is_cancelled(arena: Arena, tournament_id: int) -> None:
    token = _claim(arena)
    cancel(arena.database, tournament_id)
    with writing(arena.database) as session:
        assert not leases.renew(session, 1, token or "", 30)


def test_a_host_whose_clock_is_wrong_takes_nobodys_lease(
    root: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = with_trio(Arena.at(root, postgres.new_database()))
    _claim(arena)
    monkeypatch.setattr(leases, "now", lambda: now() + timedelta(hours=1))
    assert _claim(arena) is None


def _claim(arena: Arena, match: int = 1, seconds: float = 30, holder: str = "somebody") -> str | None:
    with writing(arena.database) as session:
        return leases.claim(session, match, seconds, holder)


def _claim_first(url: str) -> str | None:
    with writing(url) as session:
        return leases.claim(session, 1, 30)
