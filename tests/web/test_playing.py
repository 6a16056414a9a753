"""Visitors' tables, with a real referee and real bots: who may sit down, how many, and what becomes of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

from arena.services import start_referee
from arena.web.app import create_app
from arena.web.guests import table as guest_table
from arena.web.guests import tables as guest_tables
from arena.web.guests.table import Table, Wanted
from arena.web.pages import play
from tests.arena.arenas import Arena
from tests.browser.site import enter
from tests.web.sites import Site, Visitor

OPPONENT = "anna@1"


@pytest.fixture
def arena(root: Path, valkey: str) -> Iterator[Site]:
    """An arena with a referee and a bot that plays everything."""
    place = Arena.at(root)
    enter(place, "anna")
    site = Site.at(root, valkey, trust_bots=1)
    settings = replace(site.settings, database_url=place.database, referee_socket=str(root / "r.sock"))
    referee = start_referee(settings, root / "r.sock", root / "referee.log")
    app: FastAPI = create_app(settings)
    app.state.limiter.forget()
    yield Site(settings, app)
    app.state.tables.close()
    referee.stop()


def table_of(visitor: Visitor, site: Site) -> Table:
    table: Table | None = site.app.state.tables.of(visitor.client.cookies["bothy_seat"])
    assert table is not None
    return table


def sit_down(site: Site, game: str = "claim", **fields: str) -> Visitor:
    visitor = site.visitor()
    answer = visitor.send("/play", page=f"/play?game={game}", game=game, opponent=OPPONENT, **fields)
    assert (answer.status_code, answer.headers["location"]) == (303, "/play/table")
    return visitor


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_table_is_its_visitors_and_nobody_elses(arena: Site) -> None:
    visitor = sit_down(arena, seat="1")
    assert "bothy_seat" not in visitor.get("/play/table").text
    until(lambda: table_of(visitor, arena).seat.question)
    stranger = arena.visitor()
    assert stranger.get("/play/table").status_code == 303
    assert stranger.send("/play/table", page="/play", number="0", choice="0").status_code == 404
    number = table_of(visitor, arena).seat.question.number  # type: ignore[union-attr]
    for wrong in ({"number": str(number), "choice": "99"}, {"number": "77", "choice": "0"}):
        visitor.send("/play/table", page="/play", **wrong)
        assert table_of(visitor, arena).seat.question is not None  # no move was made
    assert "you are seat 1" in visitor.get("/play/table").text.lower()


def test_there_are_so_many_tables_and_one_for_each_browser(arena: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_tables, "MOST_TABLES", 1)
    visitor = sit_down(arena)
    first = table_of(visitor, arena)
    refused = arena.visitor().send("/play", page="/play", game="claim", opponent=OPPONENT)
    assert refused.status_code == 400
    assert "tables are taken" in refused.text
    assert visitor.send("/play", page="/play", game="claim", opponent=OPPONENT).status_code == 303
    until(lambda: first.is_over)
    assert table_of(visitor, arena) is not first


def test_who_has_left_is_asked_nothing_more(arena: Site) -> None:
    """Though the referee may not know yet."""
    visitor = sit_down(arena, seat="0")
    table = table_of(visitor, arena)
    until(lambda: table.seat.question)
    table.leave()
    assert table.seat.question is None
    page = visitor.get("/play/table").text
    assert "It is your move" not in page
    until(lambda: table.is_over)
    assert "See the replay" in visitor.get("/play/table").text


def test_who_begins_one_game_after_another_is_asked_to_wait(arena: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "GAMES_BEGUN", (1, 600))
    sit_down(arena)
    refused = arena.visitor().send("/play", page="/play", game="claim", opponent=OPPONENT)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    assert "too many games" in refused.text.lower()


def test_who_asks_for_a_table_again_and_again_is_not_waited_with(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each who waits holds a thread; there are so many for everybody."""
    monkeypatch.setattr(guest_table, "MOST_WAITING", 0)
    Table(site.settings, Wanted("claim", {}, 0, [])).wait(10**6)


def test_a_visitor_who_goes_away_has_left_the_game(arena: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = sit_down(arena)
    table = table_of(visitor, arena)
    until(lambda: table.seat.question)
    assert visitor.get("/play/presence").status_code == 204
    arena.app.state.tables.leave_abandoned()
    assert not table.is_over
    monkeypatch.setattr(guest_table, "CLOSED_SECONDS", -1.0)
    visitor.get("/play/presence")
    arena.app.state.tables.leave_abandoned()
    until(lambda: table.is_over)
    page = visitor.get("/play/table").text
    assert "You left the game" in page
    replay = visitor.get(f"/exhibitions/{table.exhibition}")
    assert replay.status_code == 200
    assert "✓ verified" in replay.text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "chess", "opponent": OPPONENT}, "there is no game"),
        ({"game": "claim", "opponent": "nobody@1"}, "no active bot"),
        ({"game": "claim"}, "is for 2 players"),
        ({"game": "claim", "opponent": OPPONENT, "seat": "5"}, "a seat is any, or from 0 to 1"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(site: Site, fields: dict[str, str], sentence: str) -> None:
    answer = site.visitor().send("/play", page="/play", **fields)
    assert answer.status_code == 400
    assert sentence in answer.text.lower()


def test_an_arena_without_a_referee_says_so(site: Site, root: Path) -> None:
    enter(Arena.at(root), "anna")
    answer = site.visitor().send("/play", page="/play", game="claim", opponent=OPPONENT)
    assert answer.status_code == 400
    assert "there is no referee at this arena" in answer.text.lower()


NOWHERE = [("/play?players=7", 400), ("/exhibitions/99", 404), ("/play/presence", 404)]


@pytest.mark.parametrize(("path", "status"), NOWHERE)
def test_addresses_that_lead_nowhere_say_so(site: Site, path: str, status: int) -> None:
    assert site.visitor().get(path).status_code == status
