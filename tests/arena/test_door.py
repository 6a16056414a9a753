"""Bots from afar in an arena: real processes, real TLS. They come, go away, and come back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from arena.db import writing
from arena.door.bots import new_token, revoke_token
from arena.models import Match, MatchStatus, TournamentStatus, Version, now
from arena.running import run
from arena.settings import ArenaError
from arena.tournaments import start
from tests.arena.arenas import PATIENT, enter, plan, tournament, until
from tests.arena.doors import QUICK, Door, blocks, faults, matches, until_played

pytestmark = pytest.mark.slow


@pytest.fixture
def door(root: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    monkeypatch.setattr("tempfile.tempdir", str(root / "tmp"))
    return Door.of(root)


@pytest.fixture
def opened(door: Door) -> Iterator[Door]:
    with door.open():
        yield door


MANY = 100
"""So many blocks that we are quicker than the bots."""


def cup(door: Door, *bots: str, blocks: int = 2, clock: dict[str, int] = PATIENT) -> None:
    start(door.arena.database, plan(door.arena, bots=bots, blocks=blocks, clock=clock))


def test_a_bot_from_afar_plays_in_a_tournament_when_it_is_here(opened: Door) -> None:
    enter(opened.arena, "home")
    version, token = opened.enter("far")
    cup(opened, "home", "far")
    until(opened.is_waited_for)
    assert [(match.attempts, match.status) for match in matches(opened.arena)] == [(0, MatchStatus.PLANNED)]
    with opened.bot(token):
        until_played(opened.arena)
        until(lambda: tournament(opened.arena).status == TournamentStatus.DONE)
        assert opened.remote(version).is_here
    assert faults(opened.arena) == []
    assert [block.sandbox.split("+")[1:] for block in blocks(opened.arena)] == [["afar"]] * 2
    assert not opened.is_waited_for()
    until(lambda: not opened.remote(version).is_here)


def test_no_token_is_kept_anywhere(opened: Door) -> None:
    version, token = opened.enter("far")
    with opened.bot(token):
        until(lambda: opened.remote(version).is_here)
    for path in opened.arena.settings.home.rglob("*"):
        if path.is_file():
            assert token.encode() not in path.read_bytes(), path


def test_a_bot_that_goes_away_between_two_blocks_is_waited_for_and_nobody_loses(door: Door) -> None:
    enter(door.arena, "home")
    _, token = door.enter("far")
    cup(door, "home", "far", blocks=MANY)
    with door.bot(token), door.open():
        until(lambda: blocks(door.arena), 120)
    assert 0 < len(blocks(door.arena)) < MANY  # our own end: nobody's fault
    with door.open():
        until(door.is_waited_for)
        with door.bot(token):
            until_played(door.arena)
    assert faults(door.arena) == []
    assert [block.number for block in blocks(door.arena)] == list(range(MANY))


def test_a_bot_that_goes_away_in_the_middle_loses_that_block_and_goes_on_when_it_is_back(opened: Door) -> None:
    enter(opened.arena, "home")
    version, token = opened.enter("far")
    cup(opened, "home", "far", clock=QUICK)
    with opened.bot(token, "fair.py", "--slow", "0.3"):
        until(lambda: matches(opened.arena)[0].attempts)
        time.sleep(4)
    until(opened.is_waited_for, 120)
    assert [(number, who) for number, who, _ in faults(opened.arena)] == [(0, version)] * 2
    with opened.bot(token):
        until_played(opened.arena)
    assert {number for number, _, _ in faults(opened.arena)} == {0}
    assert len(blocks(opened.arena)) == 2


def test_a_match_whose_bot_is_away_for_too_long_is_cancelled_and_has_no_result(opened: Door) -> None:
    enter(opened.arena, "home")
    enter(opened.arena, "other")
    opened.enter("far")
    cup(opened, "home", "far", "other", blocks=1)
    until(lambda: sum(match.waits_since is not None for match in matches(opened.arena)) == 2)
    with writing(opened.arena.database) as session:
        waits = Match.waits_since.is_not(None)  # type: ignore[union-attr]
        session.execute(update(Match).where(waits).values(waits_since=now() - timedelta(hours=25)))
    until(lambda: tournament(opened.arena).status == TournamentStatus.DONE, 180)
    assert sorted(match.status for match in matches(opened.arena)) == ["cancelled", "cancelled", "done"]
    assert {match.trouble for match in matches(opened.arena)} == {
        "",
        "cancelled: a bot from afar was away for 24 hours",
    }
    assert len(blocks(opened.arena)) == 1


def test_a_bot_whose_token_was_revoked_no_longer_plays_until_it_has_a_new_one(opened: Door) -> None:
    enter(opened.arena, "home")
    version, token = opened.enter("far")
    with opened.bot(token) as bot:
        until(lambda: opened.remote(version).is_here)
        with writing(opened.arena.database) as session:
            revoke_token(session, session.get_one(Version, version))
        assert bot.wait(60) == 2
    until(lambda: not opened.remote(version).is_here)
    cup(opened, "home", "far")
    until(opened.is_waited_for)
    with writing(opened.arena.database) as session:
        renewed = new_token(session, session.get_one(Version, version))
    with opened.bot(token) as old:
        assert old.wait(60) == 2
    assert blocks(opened.arena) == []
    with opened.bot(renewed):
        until_played(opened.arena)
    assert faults(opened.arena) == []


def test_a_wrong_token_opens_no_door(opened: Door) -> None:
    version, token = opened.enter("far")
    with opened.bot(token[:-1] + ("a" if token[-1] != "a" else "b")) as bot:
        _, complaint = bot.communicate(timeout=60)
    assert "does not know this token" in complaint
    assert opened.remote(version).seen is None


def test_two_bots_of_two_owners_meet_from_afar(opened: Door) -> None:
    (_, anna), (_, bert) = opened.enter("far", "anna"), opened.enter("far", "bert")
    cup(opened, "anna/far", "bert/far")
    with ExitStack() as homes:
        homes.enter_context(opened.bot(anna))
        until(opened.is_waited_for)  # for the other
        homes.enter_context(opened.bot(bert))
        until_played(opened.arena)
    assert faults(opened.arena) == []
    assert [block.sandbox for block in blocks(opened.arena)] == ["afar"] * 2


def test_without_a_door_a_tournament_with_a_bot_from_afar_is_refused(root: Path) -> None:
    door = Door.of(root)
    enter(door.arena, "home")
    door.enter("far")
    number = plan(door.arena, bots=("home", "far"))
    shut = door.arena.at(root).settings
    with pytest.raises(ArenaError, match="far@1: from afar, and this arena has no door"):
        run(shut, number, 1, lambda progress: None)
