"""Whole games against bots, played by clicking."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from sqlmodel import func, select

from arena.db import reading
from arena.exhibitions import exhibition_replay
from arena.models import Block
from referee.verify import verify
from tests.browser.conftest import PHONE, NewPage
from tests.browser.site import Site

PATIENCE_MS = 60_000
MOVES = 6
"""Of a game that is not played to its end."""


def sit_down(page: Page, game: str, players: int = 2, *variants: str) -> None:
    page.goto(f"/play?game={game}&players={players}")
    for variant in variants:
        page.get_by_label(f"{variant}:").check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/play/table")


def numbers(page: Page) -> str:
    """Which question the page shows; something else when it is over."""
    number = page.locator("[name=number]")
    return (number.get_attribute("value") or "") if number.count() else "over"


def settled(page: Page, before: str) -> str:
    page.wait_for_function(
        """before => { const table = document.getElementById('table');
             const number = table?.querySelector('[name=number]')?.value;
             return table?.querySelector('#outcome') || (number && number !== before); }""",
        arg=before,
        timeout=PATIENCE_MS,
    )
    return numbers(page)


def play_on(page: Page, by_keyboard: bool = False) -> set[str]:
    """Click on something until it is over: now the first, now the last that is offered. What was clicked on."""
    done: set[str] = set()
    now = settled(page, "")
    while now != "over":
        buttons = page.locator("[data-action]")
        button = buttons.first if int(now) % 3 else buttons.last
        done.add((button.get_attribute("data-action") or "").split()[0])
        if by_keyboard:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
        now = settled(page, now)
    return done


def results(site: Site) -> int:
    with reading(site.database) as session:
        return session.exec(select(func.count()).select_from(Block)).one()


@pytest.mark.parametrize(
    ("game", "players", "variants", "verbs"),
    [
        ("claim", 2, (), {"play"}),
        ("schotten_totten", 2, ("tactics",), {"play", "draw"}),
        ("lords_of_scotland", 3, ("bruce",), {"recruit", "muster", "claim"}),
    ],
)
def test_a_whole_game_is_played_by_clicking_and_can_be_replayed(
    site: Site, page: Page, game: str, players: int, variants: tuple[str, ...], verbs: set[str]
) -> None:
    before = results(site)
    sit_down(page, game, players, *variants)
    assert verbs <= play_on(page)
    expect(page.locator("#outcome")).to_contain_text("You have place")
    page.get_by_role("link", name="See the replay").click()
    expect(page.get_by_text("✓ verified")).to_be_visible()
    expect(page.get_by_text("an unrated game")).to_be_visible()
    with reading(site.database) as session:
        replay = exhibition_replay(session, int(page.url.rpartition("/")[2]))
    verify(replay.to_json())
    assert "visitor" in replay.seats
    assert len(replay.seats) == players
    assert results(site) == before  # nothing that could be rated


@pytest.mark.parametrize(
    ("game", "players", "variants"),
    [
        ("schotten_totten", 2, ()),
        ("schotten_totten", 2, ("expert",)),
        ("schotten_totten", 2, ("tactics", "expert")),
        ("lords_of_scotland", 2, ("clan activation",)),
        ("lords_of_scotland", 4, ("bruce",)),
        ("lords_of_scotland", 5, ()),
    ],
)
def test_every_variant_is_played_and_offers_what_is_legal_and_nothing_else(
    site: Site, page: Page, game: str, players: int, variants: tuple[str, ...]
) -> None:
    sit_down(page, game, players, *variants)
    offered: list[list[str]] = []
    now = settled(page, "")
    while now != "over" and len(offered) < MOVES:
        buttons = page.locator("[data-action]")
        offered.append(sorted(buttons.evaluate_all("all => all.map(one => one.dataset.action)")))
        buttons.nth(len(offered) % buttons.count()).click()
        now = settled(page, now)
    if now != "over":
        page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("link", name="See the replay").click(timeout=PATIENCE_MS)
    page.wait_for_url("**/exhibitions/*")
    with reading(site.database) as session:
        replay = exhibition_replay(session, int(page.url.rpartition("/")[2]))
    asked = [step for step in replay.steps if step.seat == replay.seats.index("visitor") and not step.forced]
    assert offered == [sorted(step.legal) for step in asked][: len(offered)]
    assert {variant.replace(" ", "_") for variant in variants} <= {name for name, on in replay.options.items() if on}
    assert len(replay.seats) == players


def test_a_game_on_a_phone_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    sit_down(page, "claim")
    settled(page, "")
    assert page.locator("body").bounding_box()["width"] <= 360  # type: ignore[index]
    assert play_on(page, by_keyboard=True) == {"play"}


def test_a_game_survives_a_reload_and_can_be_left(page: Page) -> None:
    sit_down(page, "schotten_totten")
    now = settled(page, "")
    offered = page.locator("[data-action]").count()
    page.reload()
    assert settled(page, "") == now
    assert page.locator("[data-action]").count() == offered
    with page.context.expect_page() as rules:
        page.get_by_role("link", name="the rules", exact=True).click()
    expect(rules.value.get_by_role("heading", name="Schotten Totten")).to_be_visible()
    page.get_by_role("button", name="Leave the game").click()
    expect(page.locator("#outcome")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("link", name="See the replay")).to_be_visible()


def test_a_game_can_be_played_without_scripts(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    sit_down(page, "claim")
    first = page.locator("[name=number]")
    expect(first).to_be_attached(timeout=PATIENCE_MS)
    before = first.get_attribute("value")
    page.locator("[data-action]").first.click()
    expect(page.locator(f"[name=number]:not([value='{before}'])")).to_be_attached(timeout=PATIENCE_MS)
