"""Which matches wait for bots from afar, as the database has it, and for how long."""

from __future__ import annotations

from datetime import timedelta

import pytest
from rq import Queue
from sqlmodel import select

from arena import leases
from arena.compare import Wanted
from arena.compare import plan as compare
from arena.db import reading, writing
from arena.door.bots import MOST_OF_AN_OWNER, add_from_afar, digests, new_token, revoke_token
from arena.door.models import Remote
from arena.door.presence import (
    HERE_SECONDS,
    away_versions,
    begin_waiting_anew,
    here_versions,
    keep_waiting,
    note_who_is_here,
)
from arena.door.rule import RULE, rule
from arena.models import Format, MatchStatus, Tournament, TournamentStatus, Version, VersionStatus
from arena.progress import progress_of
from arena.queue import afar_queue_of, connect, queue_of
from arena.reconcile import Reconciler
from arena.settings import ArenaError
from arena.store import BotName, find_version, owner_named
from arena.tournaments import advance, cancel, start
from tests.arena.arenas import SAMPLES, Arena, enter, plan, tournament
from tests.arena.doors import matches
from tests.arena.test_tournaments import finish

DAY = timedelta(hours=24)
AWAY, HERE = "away", "here"


@pytest.fixture
def cup(arena: Arena) -> Arena:
    """Three meet each other: one that was uploaded, one from afar that is here, one from afar that is away."""
    enter(arena, "home")
    with writing(arena.database) as session:
        for name in (HERE, AWAY):
            add_from_afar(session, owner_named(session, "local"), name, ["claim"])
    start(arena.database, plan(arena, bots=("home", HERE, AWAY), blocks=1))
    look(arena, HERE)
    return arena


def look(arena: Arena, *names: str, before: tuple[str, ...] = (), late: timedelta = timedelta()) -> None:
    """What a look at the door finds, and what follows from it; so much later than now."""
    with writing(arena.database) as session:
        at = leases.clock(session) + late
        ids = {name: find_version(session, BotName.parse(name, "local")).id or 0 for name in (HERE, AWAY)}
        note_who_is_here(session, [ids[name] for name in names], [ids[name] for name in before], at)
        keep_waiting(session, at, DAY)


def waiting(arena: Arena) -> list[str]:
    """The status of each match, in the order of the plan; those that wait are called so."""
    assert all(match.status == MatchStatus.PLANNED for match in matches(arena) if match.waits_since)
    return ["waits" if match.waits_since else str(match.status) for match in matches(arena)]


def due(arena: Arena) -> tuple[int, int]:
    """How many matches workers could take, here and at the door."""
    with reading(arena.database) as session:
        return len(leases.due_matches(session)), len(leases.due_matches(session, from_afar=True))


def test_only_matches_with_somebody_who_is_away_wait(cup: Arena) -> None:
    assert sorted(waiting(cup)) == ["planned", "waits", "waits"]
    assert due(cup) == (0, 1)
    with reading(cup.database) as session:
        assert progress_of(session, tournament(cup)).matches_waiting == 2


def test_whoever_comes_ends_the_waiting_and_whoever_goes_begins_it_anew(cup: Arena) -> None:
    look(cup, HERE, AWAY, before=(HERE,))
    assert waiting(cup) == ["planned"] * 3
    assert due(cup) == (0, 3)
    look(cup, before=(HERE, AWAY))
    assert waiting(cup) == ["waits"] * 3
    assert due(cup) == (0, 0)


def test_two_doors_speak_of_their_own_bots_only(cup: Arena) -> None:
    look(cup, AWAY, before=())
    with reading(cup.database) as session:
        assert len(here_versions(session, leases.clock(session))) == 2


def test_a_door_that_nobody_looks_at_any_more_has_nobody_at_it(cup: Arena) -> None:
    with reading(cup.database) as session:
        later = leases.clock(session) + timedelta(seconds=HERE_SECONDS + 1)
        assert len(away_versions(session, leases.clock(session))) == 1
        assert len(away_versions(session, later)) == 2


def test_a_match_waits_for_as_long_as_the_rule_says_and_no_longer(cup: Arena) -> None:
    look(cup, HERE, before=(HERE,), late=DAY - timedelta(minutes=1))
    assert sorted(waiting(cup)) == ["planned", "waits", "waits"]
    look(cup, HERE, before=(HERE,), late=DAY + timedelta(minutes=1))
    cancelled = [match for match in matches(cup) if match.status == MatchStatus.CANCELLED]
    assert len(cancelled) == 2
    assert {match.trouble for match in cancelled} == {"cancelled: a bot from afar was away for 24 hours"}


def test_a_match_that_waited_in_vain_can_be_planned_again_by_going_on_with_its_tournament(cup: Arena) -> None:
    number = tournament(cup).id or 0
    look(cup, HERE, before=(HERE,), late=2 * DAY)
    assert sorted(waiting(cup)) == ["cancelled", "cancelled", "planned"]
    cancel(cup.database, number)
    start(cup.database, number)
    look(cup, HERE, before=(HERE,), late=2 * DAY)
    assert sorted(waiting(cup)) == ["planned", "waits", "waits"]


def test_while_the_door_was_shut_nobody_was_late(cup: Arena) -> None:
    with writing(cup.database) as session:
        begin_waiting_anew(session)
    look(cup, HERE, before=(HERE,), late=2 * DAY)
    assert sorted(waiting(cup)) == ["planned", "waits", "waits"]


def test_a_match_that_is_being_played_does_not_wait(cup: Arena) -> None:
    ids = [match.id or 0 for match in matches(cup)]
    look(cup, HERE, AWAY, before=(HERE,))
    with writing(cup.database) as session:
        for match_id in ids:
            assert leases.claim(session, match_id, 1000)
    look(cup, before=(HERE, AWAY))
    assert waiting(cup) == ["planned"] * 3


def test_nothing_waits_where_nothing_is_played(cup: Arena) -> None:
    cancel(cup.database, tournament(cup).id or 0)
    look(cup, before=(HERE,))
    assert waiting(cup) == ["cancelled"] * 3


def test_a_match_that_is_over_waits_for_nobody(cup: Arena) -> None:
    for match in matches(cup):
        finish(cup, match)
    look(cup, before=(HERE,))
    assert waiting(cup) == ["done"] * 3


def test_hosts_with_a_door_alone_are_given_matches_from_afar(cup: Arena, redis_url: str) -> None:
    enter(cup, "other")
    start(cup.database, plan(cup, "another", bots=("home", "other"), blocks=1))
    connection = connect(redis_url)
    Reconciler(cup.database, queue_of(connection)).run_once()
    here, afar = [[job.args[0] for job in queue.get_jobs()] for queue in (queue_of(connection), _afar(redis_url))]
    with reading(cup.database) as session:
        assert here == list(leases.due_matches(session))
        assert afar == list(leases.due_matches(session, from_afar=True))
    assert (len(here), len(afar)) == (1, 1)


def _afar(redis_url: str) -> Queue:
    return afar_queue_of(connect(redis_url))


# --- bots and their tokens -----------------------------------------------------------------------


def test_a_new_version_from_afar_is_active_and_has_a_token_of_its_own(arena: Arena) -> None:
    with writing(arena.database) as session:
        owner = owner_named(session, "anna")
        made = [add_from_afar(session, owner, "far", ["claim", "claim"]) for _ in range(2)]
        assert [(version.number, version.status, version.games) for version, _ in made] == [
            (1, VersionStatus.ACTIVE, ["claim"]),
            (2, VersionStatus.ACTIVE, ["claim"]),
        ]
        assert len({token for _, token in made}) == len(digests(session)) == 2
        assert not any(token in row.model_dump_json() for row in session.exec(select(Remote)) for _, token in made)


def test_a_token_is_taken_away_and_another_given(arena: Arena) -> None:
    with writing(arena.database) as session:
        version, _ = add_from_afar(session, owner_named(session, "anna"), "far", ["claim"])
        first = digests(session)
        revoke_token(session, version)
        assert digests(session) == {}
        new_token(session, version)
        assert digests(session).keys() == first.keys()
        assert digests(session) != first


def test_what_cannot_be_is_refused_in_a_sentence(arena: Arena) -> None:
    enter(arena, "home")
    with writing(arena.database) as session:
        owner = owner_named(session, "anna")
        for name, games, sentence in (
            ("Far!", ["claim"], "1 to 40 letters"),
            ("far", ["chess"], "there is no game 'chess'"),
            ("far", [], "at least one game"),
        ):
            with pytest.raises(ArenaError, match=sentence):
                add_from_afar(session, owner, name, games)
        with pytest.raises(ArenaError, match="was uploaded and runs here"):
            new_token(session, session.get_one(Version, 1))


def test_an_owner_has_only_so_many(arena: Arena) -> None:
    with writing(arena.database) as session:
        owner = owner_named(session, "anna")
        made = [add_from_afar(session, owner, "far", ["claim"]) for _ in range(MOST_OF_AN_OWNER)]
        with pytest.raises(ArenaError, match="revoke one first"):
            add_from_afar(session, owner, "far", ["claim"])
        revoke_token(session, made[0][0])
        add_from_afar(session, owner, "far", ["claim"])


def test_a_bot_from_afar_cannot_be_made_to_stand_still(arena: Arena) -> None:
    enter(arena, "home")
    with writing(arena.database) as session:
        add_from_afar(session, owner_named(session, "local"), "far", ["claim"])
    with pytest.raises(ArenaError, match="cannot be made to stand still"):
        plan(arena, bots=("home", "far"), freeze=True)


def test_the_rule_tells_the_patience_that_an_arena_has() -> None:
    assert "for 24 hours at most" in rule()
    assert "for 90 minutes at most" in rule(90)
    assert "for 1 hour at most" in rule(60)


def test_the_manual_states_the_rule_word_for_word() -> None:
    assert RULE in " ".join((SAMPLES.parent / "proto" / "README.md").read_text().split())


def test_a_knockout_goes_on_without_a_match_that_waited_in_vain(arena: Arena) -> None:
    for name in ("home", "other"):
        enter(arena, name)
    with writing(arena.database) as session:
        for name in (HERE, AWAY):
            add_from_afar(session, owner_named(session, "local"), name, ["claim"])
    bots = ("home", "other", HERE, AWAY)
    start(arena.database, plan(arena, bots=bots, format=Format.KNOCKOUT, blocks=1))
    look(arena, HERE)
    look(arena, HERE, before=(HERE,), late=2 * DAY)
    assert sorted(waiting(arena)) == ["cancelled", "planned"]
    for match in matches(arena):
        if match.status == MatchStatus.PLANNED:
            finish(arena, match)
    advance(arena.database, tournament(arena).id or 0)
    assert [match.round for match in matches(arena)] == [1, 1, 2]
    assert tournament(arena).status == TournamentStatus.RUNNING


def test_a_comparison_with_a_bot_that_stays_away_ends_without_a_verdict(arena: Arena) -> None:
    enter(arena, "home")
    with writing(arena.database) as session:
        for name in (HERE, AWAY):
            add_from_afar(session, owner_named(session, "local"), name, ["claim"])
    number = compare(arena.database, Wanted("home", AWAY, "claim"))
    start(arena.database, number)
    look(arena)
    look(arena, late=2 * DAY)
    advance(arena.database, number)
    with reading(arena.database) as session:
        assert session.get_one(Tournament, number).status == TournamentStatus.DONE
