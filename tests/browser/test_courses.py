"""A hand-in in a browser, on a phone, with the keyboard: from the first page to a replay of where it was beaten."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from arena.accounts.roles import Role
from arena.accounts.tokens import create_token
from arena.accounts.users import add_user
from arena.courses.enrolment import enrol, give_token, members_of
from arena.courses.roster import read_roster
from arena.courses.store import Wanted, add_assignment, add_course
from arena.db import writing
from tests.arena.arenas import PATIENT
from tests.browser.conftest import PHONE, NewPage
from tests.browser.site import Site
from tests.browser.test_living import UNNAMED, tab_to
from tests.browser.test_submitting import GOOD, LONG, looks_right

COURSE, TASK = "Cards & <i>cunning</i>", "First bot"
NAMES = ("Zoë Lautenschläger", "Ottokar von der Langenhinterfahrenbach")


def opened(site: Site) -> list[str]:
    """The tokens of two students, and of an admin."""
    roster = "student_id,name\n" + "".join(f"s{number},{name}\n" for number, name in enumerate(NAMES))
    with writing(site.database) as session:
        course = add_course(session, "cards", COURSE, "Europe/Zurich", pseudonyms=True)
        enrol(session, course, read_roster(roster.encode()))
        thresholds = [{"baseline": "bert", "score": 0.5, "points": 10}]
        window = datetime(2026, 10, 1, tzinfo=UTC), datetime(2099, 12, 31, 22, 59, tzinfo=UTC)
        wanted = Wanted("claim", *window, title=TASK, blocks=3, quota=1, baselines=["bert"], thresholds=thresholds,
                        clock=PATIENT)  # fmt: skip
        add_assignment(session, course, "hw1", wanted)
        tokens = [give_token(session, course, member) or "" for member in members_of(session, course)]
        return [*tokens, create_token(session, add_user(session, "teacher", Role.ADMIN))[1]]


def follow(page: Page, link: str | re.Pattern[str], heading: str | re.Pattern[str]) -> None:
    tab_to(page, "link", link)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def sign_in(page: Page, token: str) -> None:
    page.goto("/")
    follow(page, "Sign in", "Sign in")
    tab_to(page, "textbox", "Your token")
    page.keyboard.type(token)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bots that play cards")


def is_well_made(page: Page) -> None:
    looks_right(page)
    assert page.evaluate(UNNAMED) == []
    assert page.locator("h1").count() == 1


def test_a_student_hands_in_on_a_phone_with_the_keyboard_and_sees_how_it_went(new_page: NewPage, site: Site) -> None:
    student, other, teacher = opened(site)
    page = new_page(**PHONE, color_scheme="dark")
    sign_in(page, student)
    follow(page, "Courses", "Courses")
    is_well_made(page)
    follow(page, COURSE, COURSE)
    is_well_made(page)
    follow(page, TASK, TASK)
    is_well_made(page)
    assignment = page.url
    package = {"name": "bot.tar.gz", "mimeType": "application/gzip", "buffer": GOOD}
    page.get_by_label("An archive of your bot's folder").set_input_files(package)  # type: ignore[arg-type]
    tab_to(page, "button", "Hand in")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Hand-in"))
    page.evaluate("window.neverLoadedAgain = true")
    expect(page.locator("#state[data-over=yes]")).to_be_visible(timeout=LONG)
    assert page.evaluate("window.neverLoadedAgain"), "it arrived while one looked"
    expect(page.get_by_role("region", name="What it played").locator("tbody tr")).to_have_count(2)
    assert page.locator("[data-passed=true]").count() >= 5
    is_well_made(page)
    handin = page.url

    page.goto(assignment)
    expect(page.get_by_text("Next free slot:")).to_contain_text(re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d"))
    expect(page.get_by_role("button", name="Hand in")).to_have_count(0)
    expect(page.get_by_role("region", name="Leaderboard")).to_contain_text("you")
    is_well_made(page)
    page.goto(handin)
    itself = page.get_by_role("region", name="What it played").get_by_role("row", name="itself")
    follow(page, itself.get_by_role("link").first.inner_text(), re.compile("."))
    expect(page.locator("#replay")).to_be_visible()

    nosy = new_page(refusals=True)
    sign_in(nosy, other)
    answer = nosy.goto(handin)
    assert answer is not None
    assert answer.status == 404
    admin = new_page(**PHONE)
    sign_in(admin, teacher)
    admin.goto(handin)
    expect(admin.locator("main")).to_contain_text(NAMES[0])
    for address in (assignment, re.sub("/hw1$", "", assignment)):
        admin.goto(address)
        expect(admin.locator("main")).to_contain_text(NAMES[0])
        is_well_made(admin)
