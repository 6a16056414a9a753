from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from arena.db import reading, writing
from arena.ladders.challenges import challenge, version_on
from arena.ladders.scheduler import top_up
from arena.ladders.store import end, pause, resume
from arena.models import Version, VersionStatus
from arena.settings import ArenaError, Missing
from arena.store import BotName
from tests.arena.arenas import Arena
from tests.arena.processes import at_once
from tests.ladders.ladders import (
    begin,
    bots_of,
    challenges,
    enter,
    enter_all,
    ladder,
    matches,
    planned,
    play,
    reasons,
    set_status,
)

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)


@pytest.fixture
def url(arena: Arena) -> str:
    enter_all(arena.database, "abcd")
    begin(arena.database, challenge_quota=2)
    play(arena.database, 3)
    return arena.database


def dare(url: str, mine: int, other: int, at: datetime | None = None) -> None:
    with writing(url) as session:
        one, two = session.get_one(Version, mine), session.get_one(Version, other)
        challenge(session, ladder(url).id or 0, one, two, at)


def test_a_challenge_is_played_next_and_says_so(url: str) -> None:
    dare(url, 1, 3)
    before = len(matches(url))
    play(url, 2)
    (made,) = challenges(url)
    assert made.match_id is not None
    (match,) = [one for one in matches(url) if one.id == made.match_id]
    assert bots_of(url, match) == [1, 3]
    assert reasons(url)[before:].count("challenge") == 1


def test_a_quota_is_of_any_24_hours_and_to_the_moment(url: str) -> None:
    day, moment = timedelta(hours=24), timedelta(microseconds=1)
    dare(url, 1, 2, NOON)
    dare(url, 1, 3, NOON + timedelta(hours=1))
    with pytest.raises(
        ArenaError, match="2 challenges in any 24 hours on hill; the next is free at 2026-03-30 12:00:00"
    ):
        dare(url, 1, 4, NOON + day - moment)
    dare(url, 1, 4, NOON + day)
    second = enter(url, "a", "second")
    top_up(url)
    with pytest.raises(ArenaError, match="free at 2026-03-30 13:00:00"):
        dare(url, second, 3, NOON + day)
    dare(url, 2, 1, NOON)  # another owner has a quota of their own


def test_a_quota_is_an_owners_and_not_a_bots(url: str) -> None:
    second = enter(url, "a", "second")
    top_up(url)
    dare(url, 1, 2)
    dare(url, second, 2)
    with pytest.raises(ArenaError, match="a has 2 challenges"):
        dare(url, second, 3)


def test_a_quota_holds_though_many_ask_at_once(url: str) -> None:
    told = at_once(_dare, [(url, 1, other) for other in (2, 3, 4)])
    assert sorted(told) == [False, True, True]
    assert len(challenges(url)) == 2


def test_without_a_quota_nobody_is_challenged(arena: Arena) -> None:
    enter_all(arena.database, "ab")
    begin(arena.database, challenge_quota=0)
    top_up(arena.database)
    with pytest.raises(ArenaError, match=r"a has 0 challenges in any 24 hours on hill$"):
        dare(arena.database, 1, 2)


def test_a_challenge_waits_while_a_ladder_is_paused(url: str) -> None:
    ladder_id = ladder(url).id or 0
    dare(url, 1, 2)
    top_up(url)
    pause(url, ladder_id)
    top_up(url)
    assert planned(url) == []
    assert [one.match_id for one in challenges(url)] == [None], "its match was withdrawn, so it waits again"
    resume(url, ladder_id)
    play(url, 2)
    assert challenges(url)[0].match_id is not None


def test_a_challenge_of_one_who_leaves_is_dropped_and_does_not_count(url: str) -> None:
    dare(url, 1, 2)
    dare(url, 1, 3)
    set_status(url, 2, VersionStatus.RETIRED)
    top_up(url)
    assert [one.dropped for one in challenges(url)] == ["b/bot-b@1 is not on the ladder any more", ""]
    dare(url, 1, 4)


def test_a_ladder_that_ends_drops_what_waits(url: str) -> None:
    dare(url, 1, 2)
    end(url, ladder(url).id or 0)
    top_up(url)
    assert challenges(url)[0].dropped == "the ladder has ended"
    with pytest.raises(ArenaError, match="has ended"):
        dare(url, 1, 3)


def test_mistakes_are_sentences(url: str) -> None:
    with pytest.raises(ArenaError, match="cannot challenge itself"):
        dare(url, 1, 1)
    dare(url, 1, 2)
    with pytest.raises(ArenaError, match="has challenged b/bot-b@1 already"):
        dare(url, 1, 2)
    late = enter(url, "z", "late")
    with pytest.raises(ArenaError, match="z/late@1 is not on hill"):
        dare(url, 1, late)


def test_a_name_means_the_version_that_is_on_the_ladder(url: str) -> None:
    newer = enter(url, "a", "bot-a", "better")
    top_up(url)
    with reading(url) as session:
        assert version_on(session, ladder(url), BotName("a", "bot-a", None)).id == newer
        with pytest.raises(Missing, match="a/bot-a@1 is not on hill"):
            version_on(session, ladder(url), BotName("a", "bot-a", 1))


def _dare(what: tuple[str, int, int]) -> bool:
    try:
        dare(*what)
    except ArenaError:
        return False
    return True
