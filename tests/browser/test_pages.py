"""Each page, as somebody sees it who looks."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.verify import verify
from tests.browser.conftest import NewPage
from tests.browser.site import CUP, FEAST, SECRET, SIEGE, STRANGER, Site


def test_the_first_page_has_pools_and_the_latest_games(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bots that play cards")
    for pool in ("Claim", "Lords of Scotland, 3 players", "Schotten Totten, tactics"):
        expect(page.get_by_role("link", name=pool, exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="The last 10 games").get_by_role("row")).to_have_count(11)


def test_standings_say_how_sure_they_are(page: Page) -> None:
    page.goto("/standings")
    page.get_by_role("navigation", name="Pools").get_by_role("link", name="Claim").click()
    rows = page.get_by_role("region", name="Standings").locator("tbody tr")
    expect(rows).to_have_count(3)
    last = rows.nth(2)
    expect(last).to_contain_text("faulty@1")
    expect(last).to_contain_text("0 – 0 – 8")
    expect(last.locator("svg.whisker circle")).to_have_count(1)
    expect(page.get_by_role("columnheader", name="LOS", exact=True)).to_be_visible()


def test_standings_of_three_count_places(page: Page) -> None:
    page.goto("/standings")
    page.get_by_role("navigation", name="Pools").get_by_role("link", name="Lords of Scotland, 3 players").click()
    expect(page.get_by_role("columnheader", name="1st – 2nd – 3rd")).to_be_visible()


def test_a_bots_page_has_its_curve_its_opponents_and_its_seats(page: Page) -> None:
    page.goto("/bots?q=ann")
    page.get_by_role("link", name="anna", exact=True).click()
    expect(page.locator("svg.chart")).to_have_count(3)
    expect(page.get_by_role("region", name="Opponents")).to_contain_text(f"{STRANGER}/dora@1")
    expect(page.get_by_role("region", name="Results by seat").locator("tbody tr")).to_have_count(7)
    expect(page.get_by_role("region", name="Versions")).to_contain_text("active")


def test_a_stranger_sees_faults_but_not_what_the_bot_printed(page: Page) -> None:
    page.goto("/bots?q=faulty")
    page.get_by_role("link", name="faulty", exact=True).click()
    expect(page.get_by_role("region", name="Faults").locator("tbody tr").first).to_contain_text("crash")
    assert "secret plan" not in page.content()
    assert SECRET.split("<")[0] not in page.locator("body").inner_text()


def test_names_are_text_whatever_is_in_them(page: Page, site: Site) -> None:
    page.goto("/tournaments")
    page.get_by_role("link", name=FEAST).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(FEAST)
    assert page.locator("h1 b").count() == 0
    page.goto("/bots?q=<script>alert(1)</script>")
    expect(page.locator("main")).to_contain_text("No bot or owner has “<script>alert(1)</script>” in its name.")


def test_a_tournaments_page_has_everything_of_it(page: Page, site: Site) -> None:
    cup = site.tournament(CUP)
    page.goto(f"/tournaments/{cup.id}")
    expect(page.locator("#progress")).to_contain_text("6 of 6 blocks, 3 of 3 matches")
    expect(page.get_by_role("region", name="Crosstable").locator("tbody tr")).to_have_count(3)
    expect(page.get_by_role("region", name="Schedule").locator("tbody tr")).to_have_count(3)
    expect(page.locator("main")).to_contain_text(cup.seed)


def test_downloads_are_what_was_played(page: Page, site: Site, tmp_path: Path) -> None:
    page.goto(f"/tournaments/{site.tournament(SIEGE).id}")
    files = {}
    for name in ("Games as CSV", "Everything as JSON", "All replays"):
        with page.expect_download() as caught:
            page.get_by_role("link", name=name).click()
        files[name] = Path(caught.value.path()).read_bytes()
    assert len(files["Games as CSV"].splitlines()) == 1 + 2 * 2 * 2  # a head; two blocks of two games of two seats
    assert len(json.loads(files["Everything as JSON"])["seats"]) == 8
    with zipfile.ZipFile(io.BytesIO(files["All replays"])) as archive:
        replays = [json.loads(archive.read(name)) for name in archive.namelist()]
    assert len(replays) == 4
    for replay in replays:
        verify(replay)


@pytest.mark.parametrize("address", ["/nowhere", "/tournaments/999", "/bots/999", "/standings/999", "/bots?page=99"])
def test_an_address_where_nothing_is_gets_a_page_that_says_so(new_page: NewPage, address: str) -> None:
    page = new_page(refusals=True)
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("main")).to_contain_text(re.compile("[Tt]here is no"))
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
