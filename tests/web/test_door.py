"""Bots from afar on pages and in the API: entered by their owners, shown to everybody, their tokens to nobody."""

from __future__ import annotations

import re

import pytest
from sqlmodel import select

from arena.accounts.roles import Role, Scope
from arena.db import reading, writing
from arena.door.models import Remote
from arena.door.presence import note_who_is_here
from arena.door.rule import RULE, rule
from arena.ladders.store import Wanted, create
from arena.leases import clock
from tests.web.duel import Played
from tests.web.sites import Site, Visitor

API = "/api/v1"
TOKEN = re.compile(r"bothy_[\w-]{43}")
FAR = {"name": "far", "games": ["claim"]}


def enter(visitor: Visitor) -> str:
    """The token that the page shows."""
    answer = visitor.send("/afar", "/submit", name="far", games="claim")
    assert answer.status_code == 200, answer.text
    found = TOKEN.search(answer.text)
    assert found, answer.text
    return found[0]


def digest_of_one(site: Site) -> str | None:
    with reading(site.settings.database) as session:
        return session.exec(select(Remote.digest)).one()


def test_an_owner_enters_a_bot_from_afar_and_sees_its_token_once(site: Site) -> None:
    anna = site.signed_in("anna")
    token = enter(anna)
    page = anna.get("/submit").text
    assert "anna/far@1" in page
    assert "New token of anna/far@1" in page
    assert token not in page
    assert str(digest_of_one(site)) not in page


def test_the_pages_say_who_is_away_and_what_becomes_of_its_matches(site: Site) -> None:
    anna = site.signed_in("anna")
    enter(anna)
    assert "is away" in (page := site.visitor().get("/bots/1").text)
    assert RULE in page
    with writing(site.settings.database) as session:
        note_who_is_here(session, [1], [], clock(session))
    assert "is here" in site.visitor().get("/bots/1").text


def test_the_pages_tell_the_patience_that_this_arena_has(site: Site) -> None:
    patient = Site.at(site.settings.home.parent, site.settings.redis_url, patience_minutes=90)
    enter(patient.signed_in("anna"))
    assert rule(90) in patient.visitor().get("/bots/1").text


def test_a_token_is_renewed_and_revoked_by_its_owner_alone(site: Site) -> None:
    anna, bert = site.signed_in("anna"), site.signed_in("bert")
    first = enter(anna)
    before = digest_of_one(site)
    for change in ("token", "revoke"):
        assert bert.send(f"/afar/1/{change}", "/submit").status_code == 403
    assert digest_of_one(site) == before
    answer = anna.send("/afar/1/token", "/submit")
    assert TOKEN.findall(answer.text) != [first]
    assert digest_of_one(site) not in (None, before)
    assert "has no token any more" in anna.send("/afar/1/revoke", "/submit").text
    assert digest_of_one(site) is None
    assert anna.send("/afar/1/else", "/submit").status_code == 404


def test_what_cannot_be_entered_is_refused_in_a_sentence(site: Site) -> None:
    anna = site.signed_in("anna")
    answer = anna.send("/afar", "/submit", name="Far away", games="claim")
    assert answer.status_code == 400
    assert "1 to 40 letters" in answer.text
    assert "at least one game" in anna.send("/afar", "/submit", name="far").text
    spectator = site.signed_in("sue", Role.SPECTATOR)
    assert spectator.send("/afar", "/login", name="far", games="claim").status_code == 403


def test_the_api_enters_renews_and_revokes(site: Site) -> None:
    anna = site.visitor(site.token("anna"))
    made = anna.post(f"{API}/bots/afar", json=FAR)
    assert made.status_code == 201
    assert TOKEN.fullmatch(made.json()["token"])
    shown = site.visitor().get(f"{API}/versions/1").json()
    assert (shown["bot"], shown["is_from_afar"], shown["is_here"]) == ("anna/far@1", True, False)
    assert TOKEN.fullmatch(anna.post(f"{API}/versions/1/token").json()["token"])
    assert anna.post(f"{API}/versions/1/revoke").json()["token"] is None
    assert digest_of_one(site) is None


@pytest.mark.parametrize("path", ["bots/afar", "versions/1/token", "versions/1/revoke"])
def test_without_the_right_token_nothing_is_entered(site: Site, path: str) -> None:
    assert site.visitor(site.token("anna")).post(f"{API}/bots/afar", json=FAR).status_code == 201
    assert site.visitor().post(f"{API}/{path}", json=FAR).status_code == 401
    reader = site.visitor(site.token("rita", scopes=[Scope.READ]))
    assert reader.post(f"{API}/{path}", json=FAR).status_code == 403


def test_what_was_uploaded_has_no_token_and_is_always_here(played: Played) -> None:
    anna = played.site.visitor(played.site.token("anna"))
    assert anna.get(f"{API}/versions/1").json()["is_here"]
    answer = anna.post(f"{API}/versions/1/token")
    assert (answer.status_code, "was uploaded" in answer.text) == (400, True)


def test_a_bot_from_afar_is_no_opponent_for_visitors(played: Played) -> None:
    enter(played.site.signed_in("anna"))
    page = played.site.visitor().get("/play?game=claim").text
    assert "anna/alpha@1" in page
    assert "anna/far@1" not in page


def test_a_replay_says_where_its_bots_ran(played: Played) -> None:
    game = played.site.visitor().get(f"{API}/games").json()["items"][0]
    assert game["sandbox"] in ("strict", "standard", "none")
    page = played.site.visitor().get(f"/games/{game['id']}").text
    assert f"level {game['sandbox']}" in page


def test_a_ladders_page_states_the_rule(site: Site) -> None:
    create(site.settings.database, Wanted("hill", "claim"))
    assert RULE in site.visitor().get("/ladders/1").text
