from __future__ import annotations

import pytest

from arena import leases, reconcile
from arena.db import writing
from arena.models import Format, MatchStatus, Tournament, TournamentStatus
from arena.queue import connect, queue_of
from arena.reconcile import Reconciler
from arena.redis_server import start_redis
from arena.tournaments import start
from tests.arena.arenas import TRIO, Arena, enter, plan, tournament
from tests.arena.test_tournaments import finish, matches


@pytest.fixture
def running(arena: Arena, redis_url: str) -> Arena:
    """A round robin of three matches that nobody plays yet."""
    for name in TRIO:
        enter(arena, name)
    start(arena.database, plan(arena, blocks=1))
    return arena.with_redis(redis_url)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconcile, "PATIENCE_SECONDS", -1.0)


def test_what_is_due_is_queued_in_the_order_of_the_plan(running: Arena) -> None:
    reconciler(running).run_once()
    order = [match.id for match in sorted(matches(running), key=lambda match: match.job_order)]
    assert queued(running) == order


def test_what_is_queued_is_not_queued_again(running: Arena, impatient: None) -> None:
    for _ in range(3):
        reconciler(running).run_once()
    assert len(queued(running)) == 3


def test_a_match_that_somebody_plays_is_not_queued(running: Arena) -> None:
    with writing(running.database) as session:
        leases.claim(session, 2, 30)
    reconciler(running).run_once()
    assert sorted(queued(running)) == [1, 3]


def test_what_a_flushed_redis_lost_is_queued_again(running: Arena, impatient: None) -> None:
    mender = reconciler(running)
    mender.run_once()
    connect(running.settings.redis_url).flushall()
    assert mender.run_once() == 3


def test_a_match_whose_lease_ran_out_is_queued_again(running: Arena) -> None:
    with writing(running.database) as session:
        leases.claim(session, 2, -1)
    reconciler(running).run_once()
    assert 2 in queued(running)


def test_a_tournament_whose_last_worker_died_before_ending_it_is_ended(running: Arena) -> None:
    for match in matches(running):
        finish(running, match)
    reconciler(running).run_once()
    assert tournament(running).status == TournamentStatus.DONE


def test_a_round_that_a_dying_worker_did_not_plan_is_planned_and_queued(running: Arena) -> None:
    enter(running, "dora")
    start(running.database, plan(running, "knockout", (*TRIO, "dora"), format=Format.KNOCKOUT, blocks=1))
    for match in matches(running):
        finish(running, match)
    reconciler(running).run_once()
    assert [match.round for match in matches(running) if match.status == MatchStatus.PLANNED] == [2]
    assert len(queued(running)) == 1


def test_without_a_redis_nothing_is_queued_and_nothing_breaks(running: Arena) -> None:
    root = running.root
    server = start_redis(root / "other", root / "other.sock", root / "other.log")
    mender = Reconciler(running.database, queue_of(connect(f"unix://{root}/other.sock")))
    server.stop()
    assert mender.run_once() == 0


def test_what_is_urgent_passes_what_is_queued(running: Arena) -> None:
    reconciler(running).run_once()
    before = queued(running)
    urgent = plan(running, name="urgent", blocks=1)
    with writing(running.database) as session:
        session.get_one(Tournament, urgent).priority = 1
    start(running.database, urgent)
    reconciler(running).run_once()
    mine = [match for match in matches(running) if match.tournament_id == urgent]
    assert queued(running) == [*(match.id for match in sorted(mine, key=lambda match: match.job_order)), *before]


def test_only_so_many_matches_are_queued_at_once(running: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconcile, "MOST_QUEUED", 2)
    reconciler(running).run_once()
    assert len(queued(running)) == 2


def reconciler(arena: Arena) -> Reconciler:
    return Reconciler(arena.database, queue_of(connect(arena.settings.redis_url)))


def queued(arena: Arena) -> list[int]:
    """The matches in the queue: their ids are all that a job carries."""
    return [job.args[0] for job in queue_of(connect(arena.settings.redis_url)).get_jobs()]
