"""A rematch: the same deals, seats and opponents with another version. A test decides its results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bothy.v1 import bot_pb2, referee_pb2
from sqlmodel import col, select

from arena.db import reading, upgrade, writing
from arena.models import Block, Game, Match, MatchStatus, Seat, Tournament, VersionStatus
from arena.outcomes import pool_games
from arena.rematch import plan, report
from arena.results import store_block
from arena.settings import ArenaError, Missing
from arena.store import LOCAL_OWNER, add_version, owner_named, versions_of_match
from arena.tournaments import Plan, advance, create, start


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Two versions of `mine`, and two others, on a fresh database."""
    url = f"sqlite:///{tmp_path}/arena.db"
    upgrade(url)
    with writing(url) as session:
        owner = owner_named(session, LOCAL_OWNER)
        for bot, digest in (("mine", "a"), ("mine", "b"), ("anna", "c"), ("bert", "d")):
            version, _ = add_version(session, owner, bot, digest * 64, ["claim", "lords_of_scotland"])
            version.status = VersionStatus.ACTIVE
            session.add(version)
    return url


def played(url: str, bots: list[str], scores: str, game: str = "claim", players: int = 2) -> int:
    """A tournament in which the first of the bots wins (W), loses (L) or halves (D) its blocks as the letters say."""
    tournament = create(url, Plan("cup", game, bots, players=players, blocks=len(scores), seed="deals"))
    assert tournament.id is not None
    play(url, tournament.id, scores)
    return tournament.id


def play(url: str, tournament_id: int, scores: str) -> None:
    start(url, tournament_id)
    with writing(url) as session:
        for match in session.exec(select(Match).where(Match.tournament_id == tournament_id)):
            versions = [version.id or 0 for version in versions_of_match(session, match.id or 0)]
            mine = next((index for index, version in enumerate(versions) if version in (1, 2)), 0)
            for number, letter in enumerate(scores):
                block = _block(number, letter, mine, len(versions))
                store_block(session, match, 1, versions, block, "none")
            match.status = MatchStatus.DONE
    advance(url, tournament_id)


def _block(number: int, letter: str, mine: int, players: int) -> referee_pb2.Block:
    games = []
    for turn in range(players):
        bots = [(turn + seat) % players for seat in range(players)]
        is_won = letter == "W" or (letter == "D" and turn == 0)
        rest = iter(range(2, players + 1) if is_won else range(1, players))
        placings = [(1 if is_won else players) if bot == mine else next(rest) for bot in bots]
        games.append(
            referee_pb2.Game(
                bots=bots,
                termination=bot_pb2.TERMINATION_NORMAL,
                placings=placings,
                scores=placings,
                times=[referee_pb2.SeatTime()] * players,
            )
        )
    return referee_pb2.Block(number=number, seed=number.to_bytes(32, "big"), games=games)


def said(url: str, tournament_id: int) -> dict[str, Any]:
    with reading(url) as session:
        return report(session, session.get_one(Tournament, tournament_id))


def first_game(url: str) -> int:
    """Of `mine`."""
    with reading(url) as session:
        return session.exec(select(Seat.game_id).where(col(Seat.version_id).in_([1, 2]))).all()[0]


def again(url: str, scores: str, **more: Any) -> dict[str, Any]:
    number = plan(url, first_game(url), "mine@2", LOCAL_OWNER, **more)
    play(url, number, scores)
    return said(url, number)


def test_the_difference_is_taken_deal_by_deal(url: str) -> None:
    played(url, ["mine@1", "anna"], "WLLD")
    facts = again(url, "WWLW")
    assert (facts["old"], facts["new"], facts["old_score"], facts["new_score"]) == ("mine@1", "mine@2", 0.375, 0.75)
    assert (facts["deals"], facts["difference"]) == (4, 0.375)
    # Differences 0, 1, 0 and a half: a standard error of 0.2394, and Student's 3.1824 of them.
    assert (facts["low"], facts["high"]) == (-0.3867, 1.1367)


def test_it_is_the_same_deals_clock_and_seats_with_the_new_version_in_the_old_ones_place(url: str) -> None:
    cup = played(url, ["anna", "mine@1", "bert"], "W", "lords_of_scotland", 3)
    number = plan(url, 1, "mine@2", LOCAL_OWNER)
    with reading(url) as session:
        first, second = session.get_one(Tournament, cup), session.get_one(Tournament, number)
        assert (second.seed, second.clock, second.seatings) == (first.seed, first.clock, first.seatings)
        before, after = ([v.id for v in versions_of_match(session, match)] for match in (1, 2))
    assert after == [2 if version == 1 else version for version in before]


def test_with_all_every_match_of_the_old_version_is_played_again_and_deals_are_counted_once(url: str) -> None:
    played(url, ["mine@1", "anna", "bert"], "LL")
    facts = again(url, "WW", everywhere=True)
    assert (facts["matches"], facts["blocks"], facts["deals"], facts["difference"]) == (2, 4, 2, 1.0)


def test_it_counts_for_no_rating(url: str) -> None:
    played(url, ["mine@1", "anna"], "WL")
    again(url, "WW")
    with reading(url) as session:
        assert {bot for game in pool_games(session, 1) for bot in game.bots} == {"mine@1", "anna@1"}


def test_the_same_again_is_the_same_rematch(url: str) -> None:
    played(url, ["mine@1", "anna"], "WL")
    assert plan(url, 1, "mine@2", LOCAL_OWNER) == plan(url, 3, "mine@2", LOCAL_OWNER)


def test_one_deal_has_no_interval(url: str) -> None:
    played(url, ["mine@1", "anna"], "L")
    facts = again(url, "W")
    assert (facts["difference"], facts["low"], facts["high"]) == (1.0, None, None)


def test_another_bot_says_whose_place_it_takes(url: str) -> None:
    played(url, ["mine@1", "anna"], "W")
    with pytest.raises(ArenaError, match="--for: mine@1, anna@1 played"):
        plan(url, 1, "bert", LOCAL_OWNER)
    with pytest.raises(ArenaError, match="did not play in that game"):
        plan(url, 1, "bert", LOCAL_OWNER, old="mine@2")
    number = plan(url, 1, "bert", LOCAL_OWNER, old="anna")
    assert said(url, number)["old"] == "anna@1"


def test_a_bot_does_not_meet_itself(url: str) -> None:
    played(url, ["mine@1", "anna"], "W")
    with pytest.raises(ArenaError, match="played in that game itself"):
        plan(url, 1, "anna", LOCAL_OWNER, old="mine@1")


def test_deals_that_are_still_secret_are_not_played_again(url: str) -> None:
    tournament_id = played(url, ["mine@1", "anna"], "W")
    with writing(url) as session:
        session.get_one(Tournament, tournament_id).status = "running"  # type: ignore[assignment]
    with pytest.raises(ArenaError, match="is not over"):
        plan(url, 1, "mine@2", LOCAL_OWNER)


def test_a_game_that_is_not_there_is_missing(url: str) -> None:
    with pytest.raises(Missing, match="no game 99"):
        plan(url, 99, "mine@2", LOCAL_OWNER)


def test_the_rows_of_the_first_tournament_stay_as_they_were(url: str) -> None:
    played(url, ["mine@1", "anna"], "WL")
    with reading(url) as session:
        before = [session.exec(select(table)).all() for table in (Block, Game, Seat)]
    plan(url, 1, "mine@2", LOCAL_OWNER)
    with reading(url) as session:
        assert [session.exec(select(table)).all() for table in (Block, Game, Seat)] == before
