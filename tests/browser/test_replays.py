"""Replays in a browser: stepped from the deal to the end, and told in the engine's own words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from sqlmodel import select

from arena.db import reading
from arena.models import Block, Game, Match
from arena.replays import stored_replay
from referee.show import shown_steps
from tests.browser.conftest import PHONE, NewPage
from tests.browser.site import CUP, FEAST, SIEGE, Site


def short_game(site: Site, tournament: str) -> int:
    """The shortest game of a tournament that ended by the rules."""
    with reading(site.database) as session:
        query = select(Game).join(Block).join(Match).where(Match.tournament_id == site.tournament(tournament).id)
        games = [game for game in session.exec(query) if game.termination == "normal"]
        number = min(games, key=lambda game: len(game.choices)).id
    assert number is not None
    return number


@pytest.mark.parametrize("tournament", [CUP, FEAST, SIEGE])
def test_a_replay_stepped_to_its_end_says_what_the_engine_says(site: Site, page: Page, tournament: str) -> None:
    game = short_game(site, tournament)
    with reading(site.database) as session:
        steps = list(shown_steps(stored_replay(session, game).to_json(), "everything"))
    page.goto(f"/games/{game}")
    for step in steps:
        page.keyboard.press("ArrowRight")
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step.number))
        told = page.evaluate(
            "[document.getElementById('action').textContent,"
            " [...document.querySelectorAll('.events li')].map(line => line.textContent)]"
        )
        assert told == [step.action, list(step.events)]
    expect(page.locator(".result")).to_be_visible()


def test_keys_slider_field_and_autoplay_lead_to_steps(site: Site, page: Page) -> None:
    page.goto(f"/games/{short_game(site, SIEGE)}")
    replay = page.locator("#replay")
    last = int(replay.get_attribute("data-last") or "0")
    page.keyboard.press("End")
    expect(replay).to_have_attribute("data-step", str(last))
    page.keyboard.press("ArrowLeft")
    expect(replay).to_have_attribute("data-step", str(last - 1))
    page.keyboard.press("Home")
    expect(replay).to_have_attribute("data-step", "0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="pause")).to_be_visible()
    expect(replay).to_have_attribute("data-step", "2")
    page.get_by_role("button", name="pause").click()
    page.get_by_label("Step", exact=True).fill("7")
    expect(replay).to_have_attribute("data-step", "7")
    page.get_by_role("spinbutton").fill("9")
    page.get_by_role("spinbutton").press("Enter")
    expect(replay).to_have_attribute("data-step", "9")
    assert "step=9" in page.url  # a link to a step
    page.reload()
    expect(replay).to_have_attribute("data-step", "9")


def test_a_view_stays_chosen_from_step_to_step(site: Site, page: Page) -> None:
    page.goto(f"/games/{short_game(site, FEAST)}?step=3")
    page.get_by_role("link", name="seat 1,").click()
    expect(page.locator('[data-seat="0"] [data-hidden]').first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "4")
    assert "view=1" in page.url
    expect(page.locator('[data-seat="1"] [data-row="hand"] [data-card]').first).to_be_visible()
    expect(page.locator('[data-seat="2"] [data-row="hand"] [data-card]')).to_have_count(0)


@pytest.mark.parametrize("tournament", [CUP, FEAST, SIEGE])
def test_a_replay_fits_a_phone_and_needs_no_scripts(site: Site, new_page: NewPage, tournament: str) -> None:
    page = new_page(**PHONE, java_script_enabled=False)
    page.goto(f"/games/{short_game(site, tournament)}?step=11")
    page.get_by_role("link", name="one step on").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "12")
    assert page.locator("body").bounding_box()["width"] <= 360  # type: ignore[index]
