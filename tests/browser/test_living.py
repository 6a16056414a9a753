"""Pages while something happens, and in all the ways in which people look at them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arena.accounts.roles import Role
from arena.accounts.tokens import create_token
from arena.accounts.users import add_user
from arena.db import writing
from arena.tournaments import cancel
from tests.arena.arenas import until
from tests.browser.conftest import PHONE, NewPage
from tests.browser.site import ALL_GAMES, CUP, FEAST, SECONDS, SECRET, SIEGE, Site
from tests.browser.test_replays import short_game

PAGES = [
    "/",
    "/standings/1",
    "/tournaments",
    "/tournaments/1",
    "/ladders",
    "/bots",
    "/bots/1",
    "/login",
    "/rules",
    "/play",
]
LONG = 1000 * SECONDS


def addresses(site: Site) -> list[str]:
    """Pages of every kind that anybody may see."""
    games = [f"/games/{short_game(site, name)}?step=12" for name in (CUP, FEAST, SIEGE)]
    tables = [f"/play?game={game}" for game in ALL_GAMES]
    return [*PAGES, *games, *tables, *(f"/rules/{game}" for game in ALL_GAMES)]


def test_progress_arrives_while_one_looks(page: Page, site: Site) -> None:
    tournament = site.begin("live", "schotten_totten", ["bert", "cleo"], blocks=8)
    page.goto(f"/tournaments/{tournament}")
    page.evaluate("window.neverLoadedAgain = true")
    seen = page.locator("#progress strong")
    expect(seen).to_have_text(re.compile("[1-9]"), timeout=LONG)
    expect(page.locator("#progress")).to_contain_text("done", timeout=LONG)
    expect(page.locator("#progress")).to_contain_text("8 of 8 blocks, 1 of 1 matches")
    expect(page.get_by_role("region", name="Crosstable").locator("tbody tr")).to_have_count(2)
    assert page.evaluate("window.neverLoadedAgain")


def test_standings_of_a_pool_follow_while_it_is_played(page: Page, site: Site) -> None:
    """Without any tournament having ended in it."""
    tournament = site.begin("on and on", "lords_of_scotland", ["bert", "cleo"], players=2, blocks=100_000)
    try:
        until(lambda: _games_counted(page, site) > 0, SECONDS)
    finally:
        cancel(site.database, tournament)


def _games_counted(page: Page, site: Site) -> int:
    page.goto("/")
    card = page.locator("li.card", has=page.get_by_role("link", name="Lords of Scotland, 2 players", exact=True))
    counted = re.search(r"([\d,]+) games", card.last.inner_text())
    return int(counted[1].replace(",", "")) if counted else 0


def test_the_owner_reads_what_the_bot_printed(new_page: NewPage, site: Site) -> None:
    with writing(site.database) as session:
        _, token = create_token(session, add_user(session, "local", Role.CONTESTANT))
    page = new_page()
    page.goto("/login")
    page.get_by_label("token").fill(token)
    page.locator("main").get_by_role("button").click()
    page.goto("/bots?q=faulty")
    page.get_by_role("link", name="faulty", exact=True).click()
    page.get_by_text("What it had printed").first.click()
    expect(page.locator("pre").first).to_contain_text(SECRET)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_phone(new_page: NewPage, site: Site, scheme: str) -> None:
    page = new_page(color_scheme=scheme, **PHONE)
    for address in addresses(site):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_whiskers_are_drawn_on_a_phone_too(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/standings/1")
    assert page.locator("svg.whisker").first.bounding_box()["width"] > 100  # type: ignore[index]


def test_text_stands_out_in_light_and_dark(new_page: NewPage, site: Site) -> None:
    """WCAG AA: 4.5 to 1 for every text on what is behind it."""
    for scheme in ("light", "dark"):
        page = new_page(color_scheme=scheme)
        for address in addresses(site):
            page.goto(address)
            assert page.evaluate(WEAK_TEXTS) == [], (scheme, address)


def test_dark_is_dark(new_page: NewPage) -> None:
    shades = []
    for scheme in ("light", "dark"):
        page = new_page(color_scheme=scheme)
        page.goto("/")
        shades.append(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert shades[0] != shades[1]


def test_everything_can_be_read_without_scripts(new_page: NewPage, site: Site) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Claim", exact=True).click()
    page.get_by_role("region", name="Standings").get_by_role("link", name="anna").click()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name=CUP).click()
    expect(page.get_by_role("region", name="Crosstable")).to_be_visible()


def test_the_keyboard_is_enough(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("To the page's content")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("/$"))


def tab_to(page: Page, role: Any, name: str | re.Pattern[str]) -> None:
    """With the key alone, as far as that takes."""
    wanted = page.get_by_role(role, name=name, exact=True).first
    for _ in range(200):
        if wanted.evaluate("one => one === document.activeElement"):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached with the keyboard")


def test_from_the_first_page_to_the_end_of_a_replay_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/")
    for name in ("Tournaments", CUP, "anna"):
        tab_to(page, "link", name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    number = page.get_by_role("region", name="The last").get_by_role("rowheader").first.inner_text()
    tab_to(page, "link", number)
    page.keyboard.press("Enter")
    replay = page.locator("#replay")
    expect(replay).to_be_visible()
    for name in ("one step on", "the end"):
        tab_to(page, "link", re.compile(name))
        before = replay.get_attribute("data-step")
        page.keyboard.press("Enter")
        expect(replay).not_to_have_attribute("data-step", before or "")
    expect(page.locator(".result")).to_be_visible()


def test_every_page_has_one_heading_landmarks_and_labels(page: Page, site: Site) -> None:
    for address in addresses(site):
        page.goto(address)
        assert page.locator("h1").count() == 1, address
        for landmark in ("banner", "main", "contentinfo"):
            expect(page.get_by_role(landmark)).to_have_count(1)
        assert page.evaluate(UNNAMED) == [], address


UNNAMED = """() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea, [role=region], nav')]
  .filter(one => !(one.labels && one.labels.length) && !one.getAttribute('aria-label')).map(one => one.outerHTML)"""

WEAK_TEXTS = """() => {
  const numbers = colour => (colour.match(/[0-9.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = one => {
    for (let at = one; at; at = at.parentElement) {
      const found = numbers(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const weak = [];
  for (const one of document.querySelectorAll('body *')) {
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || one.closest('svg, noscript, script') || !one.getClientRects().length) continue;
    const [a, b] = [light(numbers(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) weak.push(one.outerHTML.slice(0, 120));
  }
  return weak;
}"""
