"""The JSON API, as a program sees it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from arena.accounts.roles import Role, Scope
from arena.db import writing
from arena.exhibitions import store_exhibition
from arena.web.api.routes import Limits
from referee.match import Block
from referee.replay import Replay
from referee.table import GameRecord
from referee.verify import verify
from referee.wire.matches import block_to_wire
from tests.web.duel import BLOCKS, HOSTILE, SECRET, Played, games_of
from tests.web.played import random_replay
from tests.web.sites import Site, Visitor

API = "/api/v1"


def keep(site: Site, played: Replay) -> int:
    """As if a visitor had played it."""
    block = block_to_wire(Block(0, played.seed, [GameRecord((0, 1), played)]))
    with writing(site.settings.database) as session:
        return store_exhibition(session, played.game, played.options, list(played.seats), block)


def get(visitor: Visitor, path: str, status: int = 200, **query: Any) -> Any:
    answer = visitor.get(API + path, params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_what_was_played_can_be_read_by_anybody(played: Played) -> None:
    anybody = played.site.visitor()
    (pool,) = get(anybody, "/pools")
    assert (pool["game"], pool["players"]) == ("claim", 2)
    table = get(anybody, f"/pools/{pool['id']}/standings")
    assert {row["label"] for row in table["rows"]} == {"anna/alpha@1", f"bert/{HOSTILE}@1"}
    assert table["games"] == 2 * BLOCKS
    cup = get(anybody, f"/tournaments/{played.cup}")
    assert (cup["status"], cup["blocks_done"]) == ("done", BLOCKS)
    assert len(get(anybody, f"/tournaments/{played.cup}/standings")["rows"]) == 2
    assert len(get(anybody, f"/tournaments/{played.cup}/crosstable")["cells"]) == 2
    assert [bot["name"] for bot in get(anybody, "/bots")["items"]] == ["alpha", HOSTILE]


def test_what_a_bot_has_done_can_be_read_by_anybody(played: Played) -> None:
    anybody = played.site.visitor()
    bot = get(anybody, f"/versions/{played.annas_version}")["bot_id"]
    (met,) = get(anybody, f"/bots/{bot}/opponents")
    assert met["opponent_version_id"] == played.berts_version
    seats = get(anybody, f"/bots/{bot}/seats")
    assert [(one["seat"], one["games"]) for one in seats] == [(0, BLOCKS), (1, BLOCKS)]
    for result in ("wins", "draws", "losses"):
        assert met[result] == sum(one[result] for one in seats)
    assert met["wins"] + met["draws"] + met["losses"] == 2 * BLOCKS
    (rating,) = get(anybody, f"/bots/{bot}/ratings")
    assert rating["version_id"] == played.annas_version
    assert rating["low"] < rating["rating"] < rating["high"]
    for part in ("opponents", "seats", "ratings", "faults"):
        assert get(anybody, f"/bots/99/{part}", 404) == {"error": "there is no bot 99"}


def test_faults_are_for_everybody_and_their_logs_for_the_owner(played: Played) -> None:
    site = played.site
    bot = get(site.visitor(), f"/versions/{played.annas_version}")["bot_id"]
    askers = [site.visitor(site.token("anna")), site.visitor(site.token("root", Role.ADMIN)), site.visitor()]
    askers += [site.visitor(site.token("bert")), site.visitor(site.token("anna", scopes=[Scope.SUBMIT]))]
    found = [fault for asker in askers for fault in get(asker, f"/bots/{bot}/faults")]
    assert {(fault["game_id"], fault["termination"]) for fault in found} == {(played.faulty_game, "crash")}
    assert [fault["log"] for fault in found] == [SECRET, SECRET, None, None, None]


def test_a_schedule_comes_in_pages(played: Played) -> None:
    anybody = played.site.visitor()
    page = get(anybody, f"/tournaments/{played.cup}/schedule", limit=1)
    (match,) = page["items"]
    assert (match["number"], match["status"], match["blocks_done"], page["next"]) == (1, "done", BLOCKS, None)
    assert sum(side["points"] for side in match["sides"]) == 2 * BLOCKS
    assert get(anybody, f"/tournaments/{played.cup}/schedule", after=1)["items"] == []
    get(anybody, "/tournaments/99/schedule", 404)


def test_games_of_visitors_can_be_replayed(site: Site) -> None:
    played = random_replay("claim", 2)
    kept = [keep(site, played) for _ in range(3)]
    anybody = site.visitor()
    first = get(anybody, "/exhibitions", limit=2)
    assert [one["id"] for one in first["items"]] == kept[:2]
    (last,) = get(anybody, "/exhibitions", after=first["next"])["items"]
    assert (last["game"], last["seats"]) == ("claim", list(played.seats))
    verify(get(anybody, f"/exhibitions/{last['id']}/replay"))
    get(anybody, "/exhibitions/99/replay", 404)


def test_a_seed_is_told_when_it_is_over_and_its_digest_before(played: Played) -> None:
    over, planned = (get(played.site.visitor(), f"/tournaments/{one}") for one in (played.cup, played.planned))
    assert len(over["seed"]) == 64
    assert planned["seed"] is None
    assert len(planned["seed_sha256"]) == 64


def test_replays_can_be_downloaded_and_verified(played: Played) -> None:
    game = games_of(played)[-1]
    verify(get(played.site.visitor(), f"/games/{game}/replay"))


def test_lists_come_in_pages_that_together_are_the_list(played: Played) -> None:
    anybody, seen, after = played.site.visitor(), [], 0
    while after is not None:
        page = get(anybody, "/games", after=after, limit=2)
        assert len(page["items"]) <= 2
        seen += [game["id"] for game in page["items"]]
        after = page["next"]
    assert seen == games_of(played)
    assert get(anybody, "/games", tournament=played.planned)["items"] == []


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 201}, {"after": -1}, {"after": 2**31}, {"limit": "x"}])
def test_pages_have_bounds(played: Played, query: dict[str, Any]) -> None:
    problem = get(played.site.visitor(), "/games", 422, **query)
    assert list(problem) == ["error"]
    assert next(iter(query)) in problem["error"]


def test_what_has_not_changed_is_not_sent_again(played: Played) -> None:
    anybody = played.site.visitor()
    first = anybody.get(f"{API}/games")
    tag = first.headers["etag"]
    again = anybody.get(f"{API}/games", headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert anybody.get(f"{API}/games?limit=1", headers={"If-None-Match": tag}).status_code == 200


def test_an_owners_report_and_log_are_theirs_and_the_admins(played: Played) -> None:
    site = played.site
    anna, bert = site.visitor(site.token("anna")), site.visitor(site.token("bert"))
    root, anybody = site.visitor(site.token("root", Role.ADMIN)), site.visitor()
    log = f"/games/{played.faulty_game}/logs/{played.faulty_seat}"
    assert get(anna, log)["text"] == get(root, log)["text"] == SECRET
    assert get(bert, log, 403) == {"error": "logs are for the bot's owner"}
    get(anybody, log, 401)
    reports = [get(one, f"/versions/{played.annas_version}")["report"] for one in (anna, root, bert, anybody)]
    assert reports == ["passed starts: anna's own"] * 2 + [None] * 2


def test_a_log_needs_a_token_that_may_read(played: Played) -> None:
    token = played.site.token("anna", scopes=[Scope.SUBMIT])
    log = f"/games/{played.faulty_game}/logs/{played.faulty_seat}"
    assert "scope read" in get(played.site.visitor(token), log, 403)["error"]
    assert get(played.site.visitor(token), f"/versions/{played.annas_version}")["report"] is None


def test_there_is_no_log_where_there_was_no_fault(played: Played) -> None:
    bert = played.site.visitor(played.site.token("bert"))
    seat = 1 - played.faulty_seat
    assert "not at fault" in get(bert, f"/games/{played.faulty_game}/logs/{seat}", 404)["error"]


ACTIONS: dict[str, tuple[Scope, Callable[[Played, Visitor], Any]]] = {
    "submissions": (Scope.READ, lambda played, who: who.get(f"{API}/submissions")),
    "tokens": (Scope.READ, lambda played, who: who.get(f"{API}/tokens")),
    "submit": (Scope.SUBMIT, lambda played, who: who.post(f"{API}/submissions", content=b"package")),
    "token": (Scope.TOKENS, lambda played, who: who.post(f"{API}/tokens", json={"scopes": ["tokens"]})),
    "revoke": (Scope.TOKENS, lambda played, who: who.client.delete(f"{API}/tokens/nothing")),
    "plan": (Scope.TOURNAMENTS, lambda played, who: who.post(f"{API}/tournaments", json={})),
    "start": (Scope.TOURNAMENTS, lambda played, who: who.post(f"{API}/tournaments/{2**31 - 1}/start")),
    "cancel": (Scope.TOURNAMENTS, lambda played, who: who.post(f"{API}/tournaments/{2**31 - 1}/cancel")),
    "retire": (Scope.SUBMIT, lambda played, who: who.post(f"{API}/versions/{played.annas_version}/retire")),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_needs_its_scope(played: Played, action: str) -> None:
    """An admin's tokens with one scope each: only one of them gets as far as being wrong about something else."""
    needed, act = ACTIONS[action]
    for scope in Scope:
        answer = act(played, played.site.visitor(played.site.token("root", Role.ADMIN, [scope])))
        lacks = answer.status_code == 403 and answer.json()["error"] == f"your token lacks the scope {needed}"
        assert lacks == (scope is not needed), (scope, answer.text)


@pytest.mark.parametrize("action", ACTIONS)
def test_no_action_is_for_anybody(played: Played, action: str) -> None:
    assert ACTIONS[action][1](played, played.site.visitor()).status_code == 401


def test_an_owner_retires_and_activates_and_nobody_else(played: Played) -> None:
    site = played.site
    anna, bert = site.visitor(site.token("anna")), site.visitor(site.token("bert"))
    path = f"{API}/versions/{played.annas_version}"
    assert bert.post(f"{path}/retire").json() == {"error": "this bot is somebody else's"}
    assert anna.post(f"{path}/retire").json()["status"] == "retired"
    assert anna.post(f"{path}/activate").json()["status"] == "active"


def test_an_admin_plans_starts_and_cancels(played: Played) -> None:
    root = played.site.visitor(played.site.token("root", Role.ADMIN))
    plan = {"name": "winter", "game": "claim", "bots": ["anna/alpha", f"bert/{HOSTILE}"], "blocks": 4}
    made = root.post(f"{API}/tournaments", json=plan)
    assert (made.status_code, made.json()["status"]) == (201, "planned")
    path = f"{API}/tournaments/{made.json()['id']}"
    assert root.post(f"{path}/start").json()["status"] == "running"
    assert root.post(f"{path}/cancel").json()["status"] == "cancelled"
    again = root.post(f"{API}/tournaments", json=plan)
    assert (again.status_code, again.json()["error"][:31]) == (400, "there is a tournament 'winter' ")
    assert [one["id"] for one in get(root, "/tournaments", name="winter")["items"]] == [made.json()["id"]]


def test_a_token_makes_and_revokes_others_but_none_that_may_more(site: Site) -> None:
    anna = site.visitor(site.token("anna", scopes=[Scope.READ, Scope.TOKENS]))
    assert anna.post(f"{API}/tokens", json={"scopes": ["submit"]}).status_code == 403
    made = anna.post(f"{API}/tokens", json={"scopes": ["read"], "label": "ci", "days": 7}).json()
    assert datetime.fromisoformat(made["expires"]) > datetime.fromisoformat(made["created"])
    other = site.visitor(made["token"])
    assert get(other, "/me") == {"name": "anna", "role": "contestant", "scopes": ["read"]}
    listed = anna.get(f"{API}/tokens").text
    assert made["key"] in listed
    assert made["token"].split("_", 2)[2] not in listed
    bert = site.visitor(site.token("bert", scopes=[Scope.TOKENS]))
    assert bert.client.delete(f"{API}/tokens/{made['key']}").status_code == 403
    assert anna.client.delete(f"{API}/tokens/{made['key']}").json()["is_good"] is False
    get(other, "/me", 401)


def test_who_asks_too_often_waits_and_the_others_do_not(site: Site) -> None:
    site.app.state.limits = Limits(reads=3, writes=1)
    anybody, anna = site.visitor(), site.visitor(site.token("anna", scopes=[Scope.TOKENS]))
    assert [anybody.get(f"{API}/pools").status_code for _ in range(4)] == [200] * 3 + [429]
    late = anybody.get(f"{API}/me")
    assert (late.json(), 1 <= int(late.headers["retry-after"]) <= 60) == (
        {"error": "too many requests: wait a little"},
        True,
    )
    assert anna.get(f"{API}/pools").status_code == 200
    made = [anna.post(f"{API}/tokens", json={"scopes": ["tokens"]}).status_code for _ in range(2)]
    assert made == [201, 429]


def test_a_submission_over_the_api_is_watched_by_its_owner_alone(site: Site) -> None:
    anna, bert = site.visitor(site.token("anna")), site.visitor(site.token("bert"))
    sent = anna.post(f"{API}/submissions", content=b"a package")
    assert (sent.status_code, sent.json()["status"]) == (202, "waiting")
    path = f"/submissions/{sent.json()['id']}"
    assert get(anna, path)["owner"] == "anna"
    get(bert, path, 404)
    assert [len(get(one, "/submissions")["items"]) for one in (anna, bert)] == [1, 0]


@pytest.mark.parametrize("path", ["/nothing", "/games/2000000000", "/bots/7777", "/tournaments/0", "/games/x"])
def test_mistakes_are_one_sentence(site: Site, path: str) -> None:
    answer = site.visitor().get(API + path)
    assert answer.status_code in (404, 422)
    assert list(answer.json()) == ["error"]
    assert "\n" not in answer.json()["error"]


def test_an_arena_says_that_it_is_alive_and_ready_and_what_it_does(played: Played) -> None:
    anybody = played.site.visitor()
    assert anybody.get("/healthz").text == "ok\n"
    assert anybody.get("/readyz").json() == {"ready": True, "database": True, "redis": True}
    anybody.get(f"{API}/games/{games_of(played)[0]}")
    text = anybody.get("/metrics").text
    assert f"bothy_games {2 * BLOCKS}.0" in text
    assert 'bothy_http_requests_total{method="GET",route="/api/v1/games/{game_id}",status="200"} 1.0' in text


def test_an_arena_without_its_redis_is_not_ready_but_answers(site: Site) -> None:
    gone = Site.at(site.settings.home.parent / "other", "unix:///nowhere/redis.sock")
    answer = gone.visitor().get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (503, False)
    assert gone.visitor().get(f"{API}/pools").json() == []
