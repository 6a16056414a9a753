"""What the scheduler adds, and what it does not: on both databases, from several processes, through any kill."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context

import pytest
from sqlmodel import select

from arena import leases
from arena.accounts.roles import Role
from arena.accounts.users import add_user
from arena.courses.models import Course, Team
from arena.db import reading, writing
from arena.ladders import scheduler
from arena.ladders.joining import settle
from arena.ladders.models import Joins, LadderMatch, LadderStatus, SeasonStatus
from arena.ladders.scheduler import match_seed, room_of, top_up
from arena.ladders.store import end, ladder_named, next_season, pause, resume, set_invited
from arena.models import MatchStatus, Tournament, TournamentStatus, VersionStatus
from arena.outcomes import tournament_games
from arena.reports import tournament_standings
from arena.settings import ArenaError
from arena.store import BotName
from arena.voids import void_block
from tests.arena.arenas import Arena, until
from tests.arena.processes import at_once
from tests.ladders.ladders import (
    LADDER,
    age,
    begin,
    bots_of,
    enter,
    enter_all,
    entries,
    finish,
    here,
    ladder,
    matches,
    planned,
    play,
    reasons,
    seasons,
    set_status,
)


@pytest.fixture
def url(arena: Arena) -> str:
    return arena.database


def test_a_few_matches_are_kept_ready(url: str) -> None:
    enter_all(url)
    begin(url, ahead=4)
    assert top_up(url) == 4
    assert top_up(url) == 0, "however often it runs"
    for match in planned(url)[:2]:
        finish(url, match)
    assert top_up(url) == 2
    assert len(planned(url)) == 4
    assert [match.number for match in matches(url)] == list(range(6))


def test_without_a_ladder_or_bots_there_is_nothing_to_do(url: str) -> None:
    assert top_up(url) == 0
    begin(url)
    enter(url, "a", "alone")
    assert top_up(url) == 0


def test_every_match_has_deals_of_its_own_that_follow_from_the_seasons_seed(url: str) -> None:
    enter_all(url)
    begin(url)
    play(url)
    (season,) = seasons(url)
    with reading(url) as session:
        seed = bytes.fromhex(session.get_one(Tournament, season.tournament_id).seed)
    assert [match.seed for match in matches(url)] == [match_seed(seed, number) for number in range(4)]


def test_over_time_everybody_plays_and_the_reasons_are_kept(url: str) -> None:
    versions = enter_all(url, "abcdef")
    begin(url, ahead=6)
    play(url, 8)
    had = Counter(bot for match in matches(url) for bot in bots_of(url, match))
    assert set(had) == set(versions)
    assert min(had.values()) >= 0.5 * 2 * 48 / 6 - 2
    assert len(reasons(url)) == 48
    assert set(reasons(url)) == {"teaching", "uniform"}


# --- several places, kills ---------------------------------------------------------------------


def test_processes_that_top_up_at_once_add_as_much_as_one(url: str) -> None:
    enter_all(url, "abcdefgh")
    begin(url, ahead=20)
    at_once(_top_up_often, [url] * 3)
    assert len(matches(url)) == 20
    assert [match.number for match in matches(url)] == list(range(20))
    assert len(here(url)) == 8


def test_what_is_chosen_from_an_old_look_is_not_added(url: str) -> None:
    """Somebody else was quicker: between the look and the lock."""
    enter_all(url)
    ladder_id = begin(url)
    with writing(url) as session:
        settle(session, ladder(url), seasons(url)[0])
    with reading(url) as session:
        plan = scheduler._planned(session, ladder_named(session, LADDER))
    assert len(plan.tables) == 4
    top_up(url)
    with writing(url) as session:
        assert scheduler._add(session, ladder_named(session, LADDER), plan) == 0
    pause(url, ladder_id)
    assert len(matches(url)) == 4


def test_a_scheduler_may_be_killed_at_any_moment(url: str) -> None:
    """Half a plan is never there: a match has its bots, its reason and its seed, or there is no such match."""
    enter_all(url, "abcdef")
    begin(url, ahead=3)
    context = get_context("spawn")
    for number in range(3):
        before = len(matches(url))
        process = context.Process(target=_play_for_ever, args=(url,))
        process.start()
        until(lambda before=before: len(matches(url)) > before + 1)  # type: ignore[misc]
        process.join(0.05 * number)
        process.kill()
        process.join()
    top_up(url)
    assert len(planned(url)) <= 3
    assert [match.number for match in matches(url)] == list(range(len(matches(url))))
    assert all(len(bots_of(url, match)) == 2 and match.seed for match in matches(url))
    with reading(url) as session:
        assert len(session.exec(select(LadderMatch)).all()) == len(matches(url))


# --- budgets -----------------------------------------------------------------------------------


def test_no_more_blocks_than_the_budget_are_played_in_any_hour(url: str) -> None:
    enter_all(url)
    begin(url, blocks=2, ahead=4, blocks_per_hour=7)
    play(url, 5)
    assert len(matches(url)) == 3, "six blocks: with a fourth match there would be eight"
    first, *_ = matches(url)
    now = datetime.now(UTC)
    age(url, first, now - timedelta(minutes=59))
    assert top_up(url) == 0
    age(url, first, now - timedelta(minutes=60, seconds=1))
    assert top_up(url) == 1
    assert top_up(url) == 0, "what is planned counts before it is played"


def test_a_budget_is_the_ladders_and_not_a_seasons(url: str) -> None:
    enter_all(url)
    ladder_id = begin(url, ahead=2, blocks_per_hour=2)
    play(url, 2)
    next_season(url, ladder_id)
    assert top_up(url) == 0
    with reading(url) as session:
        assert room_of(session, ladder_named(session, LADDER)).blocks_lately == 2


def test_a_budget_below_one_match_is_refused(url: str) -> None:
    with pytest.raises(ArenaError, match="fewer in an hour"):
        begin(url, blocks=5, blocks_per_hour=4)


# --- joining and leaving -----------------------------------------------------------------------


def test_the_newest_active_version_of_every_bot_joins(url: str) -> None:
    begin(url)
    one, other = enter_all(url, "ab")
    enter(url, "c", "elsewhere", game="schotten_totten")
    top_up(url)
    assert here(url) == {one, other}
    newer = enter(url, "a", "bot-a", "better")
    top_up(url)
    assert here(url) == {newer, other}
    set_status(url, newer, VersionStatus.RETIRED)
    top_up(url)
    assert here(url) == {one, other}, "the older one is active still"


def test_a_version_that_left_is_not_played_any_more(url: str) -> None:
    versions = enter_all(url, "abc")
    begin(url)
    top_up(url)
    set_status(url, versions[0], VersionStatus.RETIRED)
    top_up(url)
    assert all(versions[0] not in bots_of(url, match) for match in planned(url))
    assert len(planned(url)) > 2, "never fewer than half of them are ready"


def test_what_is_being_played_is_played_to_its_end_though_a_version_leaves(url: str) -> None:
    versions = enter_all(url, "ab")
    begin(url)
    top_up(url)
    match = planned(url)[0]
    with writing(url) as session:
        assert leases.claim(session, match.id or 0, 600)
    set_status(url, versions[0], VersionStatus.RETIRED)
    top_up(url)
    assert [one.id for one in planned(url)] == [match.id]


def test_where_only_the_invited_join_the_others_do_not(url: str) -> None:
    versions = enter_all(url, "abc")
    begin(url, joins=Joins.INVITED)
    top_up(url)
    assert here(url) == set()
    for owner in "ab":
        with writing(url) as session:
            set_invited(session, ladder(url), BotName(owner, f"bot-{owner}", None), True)
    top_up(url)
    assert here(url) == set(versions[:2])
    with writing(url) as session:
        set_invited(session, ladder(url), BotName("a", "bot-a", None), False)
    top_up(url)
    assert here(url) == {versions[1]}


def test_the_bots_of_a_course_join_only_if_they_are_asked(url: str) -> None:
    enter_all(url, "ab")
    student = enter(url, "cs101-brave-otter", "homework")
    with writing(url) as session:
        course = Course(key="cs101", title="Bots", timezone="UTC")
        account = add_user(session, "cs101-brave-otter", Role.CONTESTANT)
        session.add(course)
        session.flush()
        session.add(Team(course_id=course.id or 0, name="Zoë and Ümit", account_id=account.id or 0))
    begin(url)
    top_up(url)
    assert student not in here(url)
    with writing(url) as session:
        set_invited(session, ladder(url), BotName("cs101-brave-otter", "homework", None), True)
    top_up(url)
    assert student in here(url)


def test_a_newcomer_meets_the_anchors_first(url: str) -> None:
    house = enter(url, "house", "anchor")
    enter_all(url, "abc")
    begin(url, anchors=["house/anchor"], gauntlet_blocks=2, ahead=2)
    play(url, 10)
    assert all(entry.passed for entry in entries(url).values())
    newcomer = enter(url, "z", "new")
    before = len(matches(url))
    play(url, 2)
    first = matches(url)[before : before + 2]
    assert [set(bots_of(url, match)) for match in first] == [{house, newcomer}] * 2
    assert reasons(url)[before : before + 2] == ["gauntlet"] * 2
    top_up(url)
    assert entries(url)[newcomer].passed is not None


def test_an_anchor_stays_though_newer_versions_of_it_come(url: str) -> None:
    old = enter(url, "house", "anchor")
    begin(url, anchors=["house/anchor"])
    newer = enter(url, "house", "anchor", "better")
    top_up(url)
    assert here(url) == {old, newer}
    set_status(url, old, VersionStatus.RETIRED)
    top_up(url)
    assert here(url) == {newer}


# --- pausing, seasons --------------------------------------------------------------------------


def test_a_paused_ladder_begins_nothing_and_goes_on_when_resumed(url: str) -> None:
    enter_all(url)
    ladder_id = begin(url)
    top_up(url)
    running = planned(url)[0]
    with writing(url) as session:
        assert leases.claim(session, running.id or 0, 600)
    pause(url, ladder_id)
    assert top_up(url) == 0
    assert [match.id for match in planned(url)] == [running.id], "it is played to its end"
    finish(url, running)
    assert top_up(url) == 0
    resume(url, ladder_id)
    assert top_up(url) == 4


def test_a_season_ends_with_standings_that_never_change(url: str) -> None:
    versions = enter_all(url)
    ladder_id = begin(url)
    play(url, 3)
    top_up(url)
    running = planned(url)[0]
    with writing(url) as session:
        assert leases.claim(session, running.id or 0, 600)
    next_season(url, ladder_id)
    top_up(url)
    old, new = seasons(url)
    assert (old.status, old.final, new.status) == (SeasonStatus.CLOSING, None, SeasonStatus.OPEN)
    finish(url, running)
    top_up(url)
    old, new = seasons(url)
    assert old.status == SeasonStatus.OVER
    assert old.final is not None
    assert old.final["games"] == 2 * 13
    with reading(url) as session:
        tournament = session.get_one(Tournament, old.tournament_id)
        assert tournament.status == TournamentStatus.DONE
        assert old.final == tournament_standings(session, tournament)
    with writing(url) as session:
        void_block(session, session.get_one(Tournament, old.tournament_id), 1, 1, "the host was swapping")
    set_status(url, versions[0], VersionStatus.RETIRED)
    play(url, 3)
    assert seasons(url)[0].final == old.final
    with reading(url) as session:
        assert len(tournament_games(session, new.tournament_id)) > 0, "the next one is played meanwhile"


def test_processes_that_end_a_season_at_once_write_its_standings_once(url: str) -> None:
    enter_all(url)
    ladder_id = begin(url)
    play(url, 2)
    next_season(url, ladder_id)
    at_once(top_up, [url] * 3)
    old, new = seasons(url)
    assert (old.status, new.status) == (SeasonStatus.OVER, SeasonStatus.OPEN)
    assert old.final is not None
    assert len(planned(url)) == 4


def test_a_season_in_which_nobody_played_ends_too(url: str) -> None:
    ladder_id = begin(url)
    next_season(url, ladder_id)
    top_up(url)
    (old, _) = seasons(url)
    assert (old.status, old.final and old.final["rows"]) == (SeasonStatus.OVER, [])


def test_a_version_in_a_new_season_needs_no_gauntlet_again(url: str) -> None:
    enter(url, "house", "anchor")
    enter_all(url)
    ladder_id = begin(url, anchors=["house/anchor"], gauntlet_blocks=1)
    play(url, 8)
    next_season(url, ladder_id)
    before = len(matches(url))
    play(url, 3)
    assert "gauntlet" not in reasons(url)[before:]


def test_a_ladder_that_has_ended_plays_nothing_more(url: str) -> None:
    enter_all(url)
    ladder_id = begin(url)
    play(url, 2)
    top_up(url)
    end(url, ladder_id)
    assert top_up(url) == 0
    assert ladder(url).status == LadderStatus.ENDED
    (season,) = seasons(url)
    assert (season.status, season.final and season.final["games"]) == (SeasonStatus.OVER, 16)
    assert planned(url) == []
    assert {match.status for match in matches(url)} == {MatchStatus.DONE, MatchStatus.CANCELLED}
    for change in (pause, resume, end, next_season):
        with pytest.raises(ArenaError, match="has ended"):
            change(url, ladder_id)


def _top_up_often(url: str) -> None:
    for _ in range(10):
        top_up(url)


def _play_for_ever(url: str) -> None:
    while True:
        play(url)
