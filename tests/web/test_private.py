"""A tournament that is private to its owner: all routes are tried, by everybody who might look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlmodel import select

from arena.accounts.roles import Role, Scope
from arena.db import reading, writing
from arena.facts.sight import EVERYTHING, PUBLIC, Sight
from arena.models import Block, Game, Kind, Log, Match, Owner, Tournament
from arena.tournaments import Plan, advance, create, start
from tests.web.duel import Played, play, without_standings
from tests.web.routes import filled_in, looks
from tests.web.sites import Visitor

NAME = "the-secret-answer-7f3"
PRINTED = "what-only-anna-may-read"
THERE = ("/tournaments/{tournament_id}", "/games/{game_id}")
"""What is of a tournament has an address that begins so, in the API and among the pages."""


@dataclass(frozen=True)
class Private:
    played: Played
    tournament: int
    games: list[int]

    @property
    def needles(self) -> list[str]:
        addresses = [f'games/{game}"' for game in self.games] + [f'tournaments/{self.tournament}"']
        return [NAME, PRINTED, *addresses]


@pytest.fixture
def private(played: Played) -> Private:
    url = played.site.settings.database
    made = create(url, Plan(NAME, "claim", ["anna/alpha", 'bert/<b onclick="x()">&{{7*7}}'], blocks=3)).id or 0
    with writing(url) as session:
        tournament = session.get_one(Tournament, made)
        tournament.private_to = session.exec(select(Owner.id).where(Owner.name == "anna")).one()
        tournament.is_rated, tournament.kind = False, Kind.SUBMISSION
        session.add(tournament)
    start(url, made)
    play(url, made, PRINTED)
    advance(url, made)
    with reading(url) as session:
        query = select(Game.id).join(Block).join(Match).where(Match.tournament_id == made)
        games = [game for game in session.exec(query) if game is not None]
    return Private(played, made, games)


def paths(private: Private) -> Iterator[tuple[str, str]]:
    """Every address that can be looked at, as it is written in the code and filled in."""
    with reading(private.played.site.settings.database) as session:
        game, seat = session.exec(select(Log.game_id, Log.seat).where(Log.game_id.in_(private.games))).one()  # type: ignore[attr-defined]
    known = {
        "tournament_id": private.tournament, "game_id": game, "seat": seat, "version_id": private.played.annas_version,
    }  # fmt: skip
    for path in looks():
        yield path, filled_in(path, known)
    yield "/games", f"/api/v1/games?tournament={private.tournament}"
    yield "/tournaments", f"/api/v1/tournaments?name={NAME}"


def strangers(private: Private) -> dict[str, tuple[Visitor, Visitor]]:
    """Who may not see it: with a program, and with a browser."""
    site = private.played.site
    nosy = site.visitor()
    nosy.sign_in(site.token("bert"))
    blind = site.token("anna", scopes=[Scope.SUBMIT])
    anna = site.visitor()
    anna.sign_in(blind)
    watcher = site.visitor()
    watcher.sign_in(site.token("eve", Role.SPECTATOR))
    return {
        "anybody": (site.visitor(), site.visitor()),
        "another contestant": (site.visitor(site.token("bert")), nosy),
        "a spectator": (site.visitor(site.token("eve")), watcher),
        "the owner's token that may only submit": (site.visitor(blind), anna),
    }


def found_in(text: str, private: Private) -> list[str]:
    return [needle for needle in private.needles if needle in text]


def test_no_route_shows_it_to_strangers(private: Private) -> None:
    tried = 0
    for who, (program, browser) in strangers(private).items():
        for path, filled in paths(private):
            answer = (program if filled.startswith("/api/") else browser).get(filled)
            assert not found_in(answer.text, private), (who, path)
            own = path.removeprefix("/api/v1").startswith(THERE)
            assert not own or answer.status_code in (401, 403, 404), (who, path)
            tried += 1
    assert tried > 100


def test_what_is_private_is_answered_like_what_is_not_there(private: Private) -> None:
    site, last = private.played.site, max(private.games) + 1000
    visitor = site.visitor(site.token("bert"))
    for one, none in [
        (f"/api/v1/tournaments/{private.tournament}", f"/api/v1/tournaments/{last}"),
        (f"/api/v1/games/{private.games[0]}", f"/api/v1/games/{last}"),
        (f"/api/v1/games/{private.games[0]}/replay", f"/api/v1/games/{last}/replay"),
    ]:
        there, missing = visitor.get(one), visitor.get(none)
        assert there.status_code == missing.status_code == 404
        assert re.sub(r"\d+", "", there.text) == re.sub(r"\d+", "", missing.text)


@pytest.mark.parametrize(("name", "role"), [("anna", Role.CONTESTANT), ("root", Role.ADMIN)])
def test_its_owner_and_admins_see_all_of_it(private: Private, name: str, role: Role) -> None:
    site = private.played.site
    program, browser = site.visitor(site.token(name, role)), site.signed_in(name, role)
    shown: dict[str, Any] = {}
    for path, filled in paths(private):
        answer = (program if filled.startswith("/api/") else browser).get(filled)
        if path.removeprefix("/api/v1").startswith(THERE):
            assert answer.status_code == 200, (path, answer.text)
        shown[path] = answer.text
    assert NAME in shown["/tournaments"]
    assert NAME in shown["/tournaments/{tournament_id}"]
    assert PRINTED in shown["/api/v1/games/{game_id}/logs/{seat}"]
    assert f"/games/{private.games[-1]}" in shown["/"]


def test_live_events_are_for_those_who_may_see_it(private: Private) -> None:
    site, path = private.played.site, f"/tournaments/{private.tournament}/live"
    for _, browser in strangers(private).values():
        assert browser.get(path).status_code == 404
    seen = site.signed_in("anna").get(path)  # it is over, and so are its events
    assert seen.status_code == 200
    assert "event: over" in seen.text


def test_a_bots_page_counts_no_private_fault(private: Private) -> None:
    site, version = private.played.site, private.played.annas_version
    bot = site.visitor().get(f"/api/v1/versions/{version}").json()["bot_id"]
    mine = site.visitor(site.token("anna")).get(f"/api/v1/bots/{bot}/faults").json()
    others = site.visitor(site.token("bert")).get(f"/api/v1/bots/{bot}/faults").json()
    assert len(mine) == 2
    assert [fault["game_id"] for fault in others] == [private.played.faulty_game]


def test_it_rates_nobody(private: Private) -> None:
    site = private.played.site
    without_standings(site)
    assert site.visitor().get("/api/v1/pools/1/standings").json()["games"] == 6


def test_sight_is_public_unless_somebody_says_otherwise() -> None:
    hidden, shown = Tournament(private_to=7), Tournament()  # type: ignore[call-arg]
    for sight, sees in [(PUBLIC, False), (EVERYTHING, True), (Sight(7), True), (Sight(8), False)]:
        assert sight.has(hidden) is sees
        assert sight.has(shown)
