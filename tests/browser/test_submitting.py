"""A good bot and a broken one, uploaded in a browser: on a phone, by somebody who signs in with the keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from arena.accounts.roles import Role
from arena.accounts.tokens import create_token
from arena.accounts.users import add_user
from arena.db import writing
from tests.arena.arenas import SAMPLES
from tests.browser.conftest import PHONE, NewPage
from tests.browser.site import SECONDS, Site
from tests.browser.test_living import WEAK_TEXTS, tab_to
from tests.web.test_submitting import BROKEN, archive

LONG = 1000 * SECONDS
GOOD = archive(
    bot_toml='name = "good"\ngames = ["claim"]\nrun = ["python3", "bot.py"]\n',
    bot_py=(SAMPLES / "python-raw" / "bot.py").read_text(),
)


def sign_in(page: Page, site: Site, name: str) -> None:
    """As a contestant who is new."""
    with writing(site.database) as session:
        _, token = create_token(session, add_user(session, name, Role.CONTESTANT))
    page.goto("/")
    tab_to(page, "link", "Submit")
    page.keyboard.press("Enter")
    tab_to(page, "textbox", "Your token")
    page.keyboard.type(token)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Submit a bot")
    assert token not in page.content()
    assert token not in page.url


def upload(page: Page, package: bytes) -> None:
    file = {"name": "bot.tar.gz", "mimeType": "application/gzip", "buffer": package}
    page.get_by_label("An archive of your bot's folder").set_input_files(file)  # type: ignore[arg-type]
    tab_to(page, "button", "Upload")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Submission"))


def looks_right(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]  # type: ignore[index]
    assert page.evaluate(WEAK_TEXTS) == []


def test_a_good_bot_is_watched_until_it_is_active_and_can_be_retired(new_page: NewPage, site: Site) -> None:
    page = new_page(**PHONE, color_scheme="dark")
    sign_in(page, site, "gwen")
    upload(page, GOOD)
    page.evaluate("window.neverLoadedAgain = true")
    expect(page.locator("#state")).to_contain_text("Accepted.", timeout=LONG)
    assert page.evaluate("window.neverLoadedAgain"), "its check arrived while one looked"
    assert page.locator("[data-passed=true]").count() >= 5
    looks_right(page)
    page.goto("/submit")
    bots = page.get_by_role("region", name="Your bots")
    expect(bots).to_contain_text("active")
    looks_right(page)
    for change, state in (("Retire", "retired"), ("Activate", "active")):
        tab_to(page, "button", f"{change} gwen/good@1")
        page.keyboard.press("Enter")
        expect(bots.locator(".state")).to_have_text(state)
    page.goto("/play?game=claim")
    assert "gwen/good@1" in page.get_by_label("opponent").locator("option").all_inner_texts()


def test_a_broken_bot_is_refused_and_its_log_is_there_to_read(new_page: NewPage, site: Site) -> None:
    page = new_page(**PHONE)
    sign_in(page, site, "bros")
    upload(page, BROKEN)
    expect(page.locator("#state")).to_contain_text("Refused.", timeout=LONG)
    expect(page.locator("[data-passed=false] pre").first).to_contain_text("<script>alert(1)</script> my secret")
    looks_right(page)
    stranger = new_page(refusals=True)
    stranger.goto(page.url)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Sign in")
    sign_in(stranger, site, "nosy")
    answer = stranger.goto(page.url)
    assert answer is not None
    assert answer.status == 404
    assert "my secret" not in stranger.content()
