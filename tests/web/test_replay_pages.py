"""The replay viewer as a reader without JavaScript meets it."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from httpx import Response

from referee.replay import Replay
from referee.show import Eyes, shown_steps
from referee.verify import verify
from tests.web.played import random_replay, store
from tests.web.sites import Site

GAMES = [
    ("claim", 2, {}),
    ("schotten_totten", 2, {"tactics": True, "expert": True}),
    ("lords_of_scotland", 3, {"bruce": True}),
]
NOTE = "<i>I have</i> a plan"


@pytest.mark.parametrize(("key", "players", "options"), GAMES)
def test_every_step_is_told_in_the_engines_own_words_through_everybodys_eyes(
    site: Site, key: str, players: int, options: dict[str, Any]
) -> None:
    replay = random_replay(key, players, **options)
    game = store(site.settings.database, replay)
    for view, eyes in _views(players):
        steps = list(shown_steps(replay.to_json(), eyes))
        for number in (1, len(steps) // 2, len(steps)):
            page = site.visitor().get(f"/games/{game}?step={number}&view={view}")
            assert page.status_code == 200
            assert _told(page) == (steps[number - 1].action, list(steps[number - 1].events))


def test_a_seat_sees_its_own_hand_and_others_see_only_how_many_cards(site: Site) -> None:
    replay = random_replay("claim", 2)
    game = store(site.settings.database, replay)
    hands = replay.initial["hands"]
    own, theirs = (_hand(site, game, 0, seat) for seat in (0, 1))
    assert (own, theirs) == (sorted(hands[0]), ["hidden 13"])
    assert _hand(site, game, "all", 1) == sorted(hands[1])
    assert _hand(site, game, "spectator", 0) == ["hidden 13"]


def test_a_follower_that_lies_face_down_is_shown_to_those_who_know_it(site: Site) -> None:
    replay = random_replay("lords_of_scotland", 3)
    number = next(number for number, step in enumerate(replay.steps) if step.action.endswith(" down"))
    step, card = replay.steps[number], replay.steps[number].action.split()[1]
    game = store(site.settings.database, replay)
    for view, sees in ((str(step.seat), True), ("all", True), ("spectator", False), (str((step.seat + 1) % 3), False)):
        page = site.visitor().get(f"/games/{game}?step={number + 1}&view={view}").text
        army = _row(page, step.seat, "army")
        assert (f'data-card="{card}"' in army) is sees
        assert "face-down" in army


def test_notes_and_times_are_for_those_who_may_see_them_and_are_escaped(site: Site) -> None:
    replay = random_replay("schotten_totten", 2, note=NOTE)
    game = store(site.settings.database, replay)
    own, other = (site.visitor().get(f"/games/{game}?step=1&view={view}").text for view in ("0", "1"))
    assert "&lt;i&gt;I have&lt;/i&gt; a plan" in own
    assert NOTE not in own
    assert "plan" not in other.split('class="told"')[1].split('class="board"')[0]
    assert "not shown in this view" in other


def test_clocks_count_each_seats_own_time(site: Site) -> None:
    replay = random_replay("claim", 2)
    game = store(site.settings.database, replay)
    spent = [sum(step.ms for step in replay.steps[:10] if step.seat == seat) for seat in (0, 1)]
    page = site.visitor().get(f"/games/{game}?step=10").text
    assert re.findall(r"<b>([0-9.]+) ms</b>", page.split('class="clocks"')[1]) == [f"{ms:.1f}" for ms in spent]


def test_the_replay_is_verified_and_can_be_taken_home(site: Site) -> None:
    replay = random_replay("lords_of_scotland", 2)
    game = store(site.settings.database, replay)
    page = site.visitor().get(f"/games/{game}").text
    assert "✓ verified" in page
    assert replay.seed.hex() in page
    assert replay.to_json()["commitment"] in page
    file = site.visitor().get(f"/games/{game}/replay.json")
    assert "attachment" in file.headers["content-disposition"]
    verify(json.loads(file.text))


def test_a_deal_that_others_still_play_is_not_shown(site: Site) -> None:
    replay = random_replay("claim", 2)
    game = store(site.settings.database, replay, is_over=False)
    for path in (f"/games/{game}", f"/games/{game}/replay.json"):
        answer = site.visitor().get(path)
        assert 400 <= answer.status_code < 500
        assert "is not over" in answer.text
        assert replay.seed.hex() not in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [("?step=-1", 422), ("?step=x", 422), ("?view=9", 400), ("?view=²", 400), ("?step=9999", 200), ("?view=", 400)],
)
def test_addresses_that_nobody_linked_to_are_answered_in_a_sentence(site: Site, path: str, status: int) -> None:
    game = store(site.settings.database, random_replay("claim", 2))
    assert site.visitor().get(f"/games/{game}{path}").status_code == status


@pytest.mark.parametrize("number", ["0", "4711", "99999999999999999999999"])
def test_a_game_that_does_not_exist_is_not_found(site: Site, number: str) -> None:
    assert site.visitor().get(f"/games/{number}").status_code == 404


@pytest.mark.parametrize(
    ("key", "number"), [("claim", "C11"), ("schotten_totten", "S15"), ("lords_of_scotland", "L19")]
)
def test_the_rules_are_one_click_away(site: Site, key: str, number: str) -> None:
    players = 2
    game = store(site.settings.database, random_replay(key, players))
    assert f'href="/rules/{key}"' in site.visitor().get(f"/games/{game}").text
    rules = site.visitor().get(f"/rules/{key}")
    assert f"<strong>{number}" in rules.text
    assert ".md" not in re.sub(r"<code>.*?</code>", "", rules.text)
    assert site.visitor().get("/rules/chess").status_code in (400, 404)


def _views(players: int) -> list[tuple[str, Eyes]]:
    return [("all", "everything"), ("spectator", None), *((str(seat), seat) for seat in range(players))]


def _told(page: Response) -> tuple[str, list[str]]:
    action = re.search(r'id="action">([^<]*)<', page.text)
    events = re.search(r'<ul class="events">(.*?)</ul>', page.text, re.S)
    assert action
    assert events
    return unescape(action[1]), [unescape(text) for text in re.findall(r"<li>([^<]*)</li>", events[1])]


def _row(page: str, seat: int, label: str) -> str:
    return (
        page.split(f'data-seat="{seat}"')[1]
        .split("</section>")[0]
        .split(f'data-row="{label}"')[1]
        .split('data-row="')[0]
    )


def _hand(site: Site, game: int, view: object, seat: int) -> list[str]:
    row = _row(site.visitor().get(f"/games/{game}?view={view}").text, seat, "hand")
    hidden = [f"hidden {number}" for number in re.findall(r'data-hidden="(\d+)"', row)]
    return sorted(re.findall(r'data-card="([^"]+)"', row)) + hidden


def test_a_game_of_the_past_can_be_read_without_scripts(site: Site) -> None:
    """Every control is a link or a form of its own."""
    replay: Replay = random_replay("claim", 2)
    game = store(site.settings.database, replay)
    page = site.visitor().get(f"/games/{game}?step=5&view=1").text
    for step in (0, 4, 6, len(replay.steps)):
        assert f'href="?step={step}&amp;view=1"' in page
