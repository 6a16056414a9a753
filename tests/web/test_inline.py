"""A replay in a notebook: whole, alone, and drawn as on the arena's pages."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from arena.settings import ArenaError
from arena.web.inline import shown
from referee.show import Eyes, shown_steps
from tests.web.played import random_replay

GAMES = [
    ("claim", 2, {}),
    ("schotten_totten", 2, {"tactics": True, "expert": True}),
    ("lords_of_scotland", 4, {"bruce": True}),
]
NOTE = "</script><script>alert(1)</script>\u2028 a plan"


def frames_of(page: str) -> list[str]:
    """As the script puts them together."""
    packed = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert packed
    film = json.loads(packed[1])
    return ["\n".join(film["lines"][line] for line in frame) for frame in film["frames"]]


@pytest.mark.parametrize(("key", "players", "options"), GAMES)
def test_every_step_is_told_in_the_engines_own_words(key: str, players: int, options: dict[str, Any]) -> None:
    replay = random_replay(key, players, **options)
    views: list[tuple[str, Eyes]] = [("all", "everything"), ("spectator", None), ("1", 1)]
    for view, eyes in views:
        frames = frames_of(shown(replay, view).page)
        steps = list(shown_steps(replay.to_json(), eyes))
        assert len(frames) == len(steps) + 1
        assert "The deal" in frames[0]
        for step, frame in zip(steps, frames[1:], strict=True):
            action = re.search(r'id="action">(.*?)</span>', frame)
            assert action
            assert unescape(action[1]) == step.action
            told = frame.split('class="events"')[1].split("</ul>")[0]
            assert tuple(map(unescape, re.findall(r"<li>(.*?)</li>", told))) == step.events
        assert 'class="note result"' in frames[-1]


def test_without_scripts_the_end_is_there() -> None:
    page = shown(random_replay("claim", 2)).page
    assert frames_of(page)[-1] in page.split('<script type="application/json"')[0]


@pytest.mark.parametrize(("key", "players", "options"), GAMES)
def test_it_asks_nobody_for_anything(key: str, players: int, options: dict[str, Any]) -> None:
    page = shown(random_replay(key, players, **options)).page
    assert "default-src 'none'" in page
    assert not re.search(r"\b(src|href|action)=|url\(|@import|https?://", page)


def test_it_is_small_enough_for_a_notebook() -> None:
    assert len(shown(random_replay("lords_of_scotland", 5))._repr_html_()) < 3_000_000


def test_a_seats_view_holds_no_card_that_the_seat_does_not_see() -> None:
    replay = random_replay("claim", 2)
    own, theirs = (set(re.findall(r'data-card="(\w+)"', frames_of(shown(replay, view).page)[0])) for view in "01")
    assert own >= set(replay.initial["hands"][0])
    assert not own & set(replay.initial["hands"][1])
    assert theirs >= set(replay.initial["hands"][1])


def test_what_a_bot_says_stays_text() -> None:
    page = shown(random_replay("claim", 2, note=NOTE)).page
    assert "alert(1)</script>" not in page
    assert any("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;\u2028 a plan" in one for one in frames_of(page))
    assert page.count("</script>") == 2


def test_a_notebook_gets_one_frame_that_may_run_scripts_and_nothing_else() -> None:
    replay = shown(random_replay("claim", 2))
    html = replay._repr_html_()
    assert html.startswith('<iframe sandbox="allow-scripts" ')
    assert "allow-same-origin" not in html
    inner = re.search(r'srcdoc="([^"]*)"></iframe>$', html)
    assert inner
    assert unescape(inner[1]) == replay.page


def test_replays_from_files_are_shown_too_and_wrong_views_are_a_sentence() -> None:
    replay = random_replay("claim", 2)
    assert shown(json.loads(json.dumps(replay.to_json()))).page == shown(replay).page
    with pytest.raises(ArenaError, match="a view is all, spectator, or a seat"):
        shown(replay, "2")
