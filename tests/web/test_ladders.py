"""Ladders over the API and as pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from arena.accounts.roles import Role
from arena.ladders.scheduler import top_up
from arena.web.api.routes import Limits
from tests.ladders.ladders import begin, challenges, enter, finish, here, ladder, planned, play, seasons
from tests.web.duel import HOSTILE, Played
from tests.web.sites import Site, Visitor

API = "/api/v1/ladders"


@pytest.fixture
def hill(site: Site) -> Site:
    """A ladder on which three have met."""
    site.app.state.limits = Limits(reads=10**6, writes=10**6)
    for owner in ("anna", "bert", "cleo"):
        enter(site.settings.database, owner, "alpha")
    begin(site.settings.database, challenge_quota=1)
    play(site.settings.database, 2)
    return site


def root(site: Site) -> Visitor:
    return site.visitor(site.token("root", Role.ADMIN))


def get(visitor: Visitor, path: str = "", **query: Any) -> Any:
    answer = visitor.get(f"{API}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_anybody_reads_how_a_ladder_is(hill: Site) -> None:
    anybody = hill.visitor()
    (facts,) = get(anybody)["items"]
    assert (facts["name"], facts["status"], len(facts["bots"])) == ("hill", "active", 3)
    assert get(anybody, name="other")["items"] == []
    assert get(anybody, "/1") == facts
    table = get(anybody, "/1/standings")
    assert (table["season"], table["is_final"], len(table["rows"])) == (1, False, 3)
    matches = get(anybody, "/1/matches", limit=3)
    assert [match["number"] for match in matches] == [8, 7, 6]
    assert {match["reason"] for match in matches} <= {"teaching", "uniform"}
    games = [game for match in matches for game in match["games"]]
    assert len(games) == 6
    assert anybody.get(f"/api/v1/games/{games[0]}/replay").status_code == 200, "its deals are its match's own"
    assert anybody.get(f"{API}/2").status_code == 404
    assert anybody.get(f"{API}/1/standings?season=2").status_code == 404


def test_an_admin_looks_after_it(hill: Site) -> None:
    admin, url = root(hill), hill.settings.database
    assert admin.post(f"{API}/1/pause").json()["waits_for"] == "it is paused"
    assert admin.post(f"{API}/1/resume").json()["status"] == "active"
    assert admin.post(f"{API}/1/anchors", json={"bot": "anna/alpha@1"}).json()["anchors"] == ["anna/alpha@1"]
    assert admin.post(f"{API}/1/anchors", json={"bot": "anna/alpha", "is_anchor": False}).json()["anchors"] == []
    assert admin.post(f"{API}/1/invitations", json={"bot": "nobody/x"}).json()["error"].startswith("there is no bot")
    assert admin.post(f"{API}/1/season").json()["season"]["number"] == 2
    top_up(url)
    first = get(admin, "/1/standings", season=1)
    assert (first["is_final"], first["games"]) == (True, 16)
    assert admin.post(f"{API}/1/end").json()["status"] == "ended"
    assert admin.post(f"{API}/1/resume").json() == {"error": "hill has ended: create another ladder"}


def test_a_ladder_is_begun_over_the_api(site: Site) -> None:
    url = site.settings.database
    enter(url, "anna", "alpha")
    plan = {"name": "low", "game": "claim", "blocks": 3, "blocks_per_hour": 30, "anchors": ["anna/alpha"], "ahead": 2}
    made = root(site).post(API, json=plan)
    assert made.status_code == 201, made.text
    assert (made.json()["blocks_per_match"], made.json()["anchors"]) == (3, ["anna/alpha@1"])
    assert root(site).post(API, json=plan).status_code == 400
    enter(url, "bert", "beta")
    assert top_up(url) == 2
    assert len(here(url)) == 2


def test_an_owner_challenges_and_nobody_else(hill: Site) -> None:
    anna, path = hill.visitor(hill.token("anna")), f"{API}/1/challenges"
    made = anna.post(path, json={"challenger": "alpha", "opponent": "bert/alpha"})
    assert (made.status_code, made.json()["status"]) == (201, "waiting"), made.text
    again = anna.post(path, json={"challenger": "alpha", "opponent": "cleo/alpha"})
    assert (again.status_code, "1 challenges in any 24 hours" in again.json()["error"]) == (400, True)
    other = anna.post(path, json={"challenger": "bert/alpha", "opponent": "cleo/alpha"})
    assert (other.status_code, other.json()["error"]) == (
        403,
        "this bot is somebody else's: challenge with one of yours",
    )
    assert root(hill).post(path, json={"challenger": "bert/alpha", "opponent": "cleo/alpha"}).status_code == 201
    assert hill.visitor().post(path, json={"challenger": "bert/alpha", "opponent": "cleo/alpha"}).status_code == 401
    assert [one["owner"] for one in get(hill.visitor(), "/1/challenges")] == ["bert", "anna"]


@pytest.mark.parametrize("change", ["pause", "resume", "season", "end", "anchors", "invitations"])
def test_only_who_may_plan_tournaments_changes_a_ladder(hill: Site, change: str) -> None:
    assert hill.visitor().post(f"{API}/1/{change}", json={"bot": "x"}).status_code == 401
    assert hill.visitor(hill.token("anna")).post(f"{API}/1/{change}", json={"bot": "x"}).status_code == 403
    assert ladder(hill.settings.database).status == "active"


def test_pages_show_standings_reasons_queue_and_seasons(hill: Site) -> None:
    url = hill.settings.database
    top_up(url)
    anybody = hill.visitor()
    assert "hill" in anybody.get("/ladders").text
    text = anybody.get("/ladders/1").text
    for words in ("4 matches in the queue", "teaching", "anna/alpha", "Sign in", "Season 1"):
        assert words in text, words
    assert '<select id="challenger"' not in text
    assert "so far" in anybody.get("/ladders/1/seasons/1").text
    assert "<dt>format</dt><dd>season</dd>" in anybody.get("/tournaments/1").text
    root(hill).post(f"{API}/1/season")
    top_up(url)
    assert seasons(url)[0].final
    assert "these standings are final" in anybody.get("/ladders/1/seasons/1").text
    assert "Nobody has played in this season yet" in anybody.get("/ladders/1").text
    assert anybody.get("/ladders/1/seasons/3").status_code == anybody.get("/ladders/7").status_code == 404


def test_an_owner_challenges_on_the_page(hill: Site) -> None:
    anna = hill.signed_in("anna")
    text = anna.get("/ladders/1").text
    select = re.search(r'<select id="challenger".*?</select>', text, re.DOTALL)
    assert select is not None
    assert re.findall(r'value="([^"]+)"', select[0]) == ["anna/alpha@1"]
    sent = anna.send("/ladders/1/challenges", "/ladders/1", challenger="anna/alpha@1", opponent="cleo/alpha@1")
    assert (sent.status_code, sent.headers["location"]) == (303, "/ladders/1#challenges")
    assert len(challenges(hill.settings.database)) == 1
    assert "anna/alpha@1 against cleo/alpha@1: waiting" in anna.get("/ladders/1").text
    again = anna.send("/ladders/1/challenges", "/ladders/1", challenger="anna/alpha@1", opponent="bert/alpha@1")
    assert (again.status_code, "1 challenges in any 24 hours" in again.text) == (400, True)


def test_names_are_taken_for_nothing_but_names(played: Played) -> None:
    url = played.site.settings.database
    begin(url)
    top_up(url)
    for match in planned(url):
        if match.seed is not None:
            finish(url, match)
    text = played.site.signed_in("bert").get("/ladders/1").text
    assert HOSTILE not in text
    assert "&lt;b onclick=" in text
