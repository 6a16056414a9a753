"""Pages of courses: what everybody sees of them, what a team sees of itself, what admins see; and nothing more."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from arena.accounts.roles import Role, Scope
from arena.accounts.tokens import create_token
from arena.accounts.users import users
from arena.courses.models import Assignment, Course
from arena.courses.store import reveal
from arena.courses.times import local_text
from arena.db import writing
from tests.web.routes import filled_in, looks
from tests.web.school import BLOCKS, REAL, School, answered, opened, received
from tests.web.sites import Site, Visitor
from tests.web.test_links import followed

PAGE = "/courses/cs101/hw1"


@pytest.fixture
def school(site: Site) -> School:
    """The team of s1 and s2 has handed in and been answered, and so has s3."""
    school = opened(site)
    answered(school, "s1")
    answered(school, "s3")
    return school


def strangers(school: School) -> dict[str, tuple[Visitor, Visitor]]:
    """Who may not see what is the team's of s1: with a program, and with a browser."""
    site = school.site
    with writing(site.settings.database) as session:
        mine = next(user for user in users(session) if user.name == school.accounts["s1"])
        blind = create_token(session, mine, [Scope.SUBMIT])[1]
    own = site.visitor()
    own.sign_in(blind)
    watcher = site.token("eve", Role.SPECTATOR)
    eve = site.visitor()
    eve.sign_in(watcher)
    half = site.token("deputy", Role.ADMIN, [Scope.READ])
    deputy = site.visitor()
    deputy.sign_in(half)
    return {
        "anybody": (site.visitor(), site.visitor()),
        "another team": (site.visitor(school.tokens["s3"]), school.student("s3")),
        "a contestant of no course": (site.visitor(site.token("bert")), site.signed_in("bert")),
        "a spectator": (site.visitor(watcher), eve),
        "the team's token that may only submit": (site.visitor(blind), own),
        "an admin's token that may only read": (site.visitor(half), deputy),
    }


def own_addresses(school: School, student: str) -> dict[str, object]:
    game, seat = school.fault(student)
    return {
        "course": "cs101", "assignment": "hw1", "handin_id": school.handins[student],
        "tournament_id": school.tournament(student), "game_id": game, "seat": seat,
    }  # fmt: skip


OWN = ("/handins/", "/courses/{course}/roster", "/tournaments/{tournament_id}", "/games/{game_id}")
ADMINS = ("/courses/{course}/roster", "/courses/{course}/{assignment}/grades.csv")


def test_no_route_tells_strangers_what_is_a_teams_or_the_rosters(school: School) -> None:
    known = own_addresses(school, "s1")
    own = [f'/handins/{known["handin_id"]}"', f'/tournaments/{known["tournament_id"]}"', f'/games/{known["game_id"]}"']
    secrets = [
        *own,
        f"printed by {school.accounts['s1']}",
        *(f'"{student}"' for student in school.tokens),
        *(f">{student}<" for student in school.tokens),
        *REAL,
    ]
    tried = 0
    for who, (program, browser) in strangers(school).items():
        for path in looks():
            answer = (program if path.startswith("/api/") else browser).get(filled_in(path, known))
            assert [secret for secret in secrets if secret in answer.text] == [], (who, path)
            if path.removeprefix("/api/v1").startswith(OWN) or path.endswith("grades.csv"):
                is_sent_to_sign_in = answer.headers.get("location", "").startswith("/login?next=")
                assert answer.status_code in (401, 403, 404) or is_sent_to_sign_in, (who, path)
            tried += 1
    assert tried > 150


def test_a_team_sees_its_own_and_nobodys_name(school: School) -> None:
    known = own_addresses(school, "s1")
    program, browser = school.site.visitor(school.tokens["s2"]), school.student("s2")
    for path in looks():
        answer = (program if path.startswith("/api/") else browser).get(filled_in(path, known))
        assert [name for name in REAL if name in answer.text] == [], path
        if path.removeprefix("/api/v1").startswith(OWN):
            wanted = 403 if path.removeprefix("/api/v1") in ADMINS else 200
            assert answer.status_code == wanted, (path, answer.text)
    assert browser.get(f"{PAGE}/grades.csv").status_code == 403


def test_the_page_of_an_assignment_says_what_is_asked_to_everybody(school: School) -> None:
    text = school.site.visitor().get(PAGE).text
    assert "<h1>First &lt;i&gt;bot&lt;/i&gt;</h1>" in text
    for said in ("2026-10-01 10:00 CEST", "2099-10-25 22:59 CET", "3 blocks against each baseline", "base</a>",
                 "2 in any 24 hours", "until 48 hours after the deadline", "takes off 10 %", "90.0 %",
                 school.accounts["s1"], school.accounts["s3"], "Sign in</a> with your token"):  # fmt: skip
        assert said in text, said
    for part in ('type="file"', "Your hand-ins", "Hand-ins of all", "grades.csv"):
        assert part not in text, part
    assert "2099-10-25 22:59 CET" in school.site.visitor().get("/courses/cs101").text


def test_a_team_sees_its_slots_its_hand_ins_and_its_grade(school: School) -> None:
    text = re.sub(r"\s+", " ", school.student("s1").get(PAGE).text)
    assert "you have used 1 of 2, and 0 of 20 for what is refused" in text
    assert "Next free slot: <strong>now</strong>" in text
    assert f'/handins/{school.handins["s1"]}"' in text
    assert f'/handins/{school.handins["s3"]}"' not in text
    assert f"{BLOCKS} of {BLOCKS}" in text
    assert "4 of 10" in text, "its lower bound is above 0 %, and after three blocks never above 90 %"
    assert 'state-met">met' in text
    assert 'state-not-met">not met' in text


def test_the_page_of_a_hand_in_has_all_the_feedback(school: School) -> None:
    anna = school.student("s1")
    text = anna.get(f"/handins/{school.handins['s1']}").text
    assert 'data-over="yes"' in text
    assert "hx-get" not in text
    assert text.count(f"&lt;script&gt;alert(3)&lt;/script&gt; printed by {school.accounts['s1']}") == 2, (
        "check and fault"
    )
    assert 'state-fault">crash' in text
    assert re.search(r'"name">itself</th>.*?1 of 1.*?"name">base@1</th>.*?3 of 3', text, re.DOTALL)
    games = {int(game) for game in re.findall(r'href="/games/(\d+)"', text)}
    assert games == set(school.games("s1"))
    assert anna.get(f"/games/{max(games)}").status_code == 200


def test_no_slot_no_form_but_when_the_next_is_free(school: School) -> None:
    first = received(school, "s1")
    answered(school, "s2")
    anna = school.student("s1")
    when = local_text(first + timedelta(hours=24), "Europe/Zurich")
    page = anna.get(PAGE).text
    assert when in page
    assert 'type="file"' not in page
    refused = anna.send("/submit", "/submit", {"package": ("bot.tar.gz", b"a third")}, assignment="cs101/hw1")
    assert (refused.status_code, when in refused.text) == (400, True)
    assert "used 2 of 2" in page


def test_a_form_hands_in_and_leads_to_where_it_is_watched(school: School) -> None:
    zoe = school.student("s2")
    sent = zoe.send("/submit", PAGE, {"package": ("bot.tar.gz", b"another")}, assignment="cs101/hw1")
    assert sent.status_code == 303
    watched = zoe.get(sent.headers["location"])
    assert 'data-status="waiting"' in watched.text
    assert f'hx-get="{sent.headers["location"]}"' in watched.text
    part = zoe.get(sent.headers["location"], headers={"HX-Request": "true"}).text
    assert part.startswith('<section id="state"')
    assert "used 2 of 2, and 1 of 20" in re.sub(r"\s+", " ", zoe.get(PAGE).text), "what waits may become either"
    bert = school.site.signed_in("bert")
    no_team = bert.send("/submit", "/submit", {"package": ("bot.tar.gz", b"mine")}, assignment="cs101/hw1")
    assert (no_team.status_code, "is no team of cs101" in no_team.text) == (404, True)


@pytest.mark.parametrize(("opens", "deadline", "said"), [
    (datetime(2098, 7, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC), "2098-07-01 02:00 CEST"),
    (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 3, 29, tzinfo=UTC), "nothing is taken any more"),
])  # fmt: skip
def test_outside_its_window_there_is_no_form(site: Site, opens: datetime, deadline: datetime, said: str) -> None:
    school = opened(site)

    def move(_: Course, assignment: Assignment) -> None:
        assignment.opens, assignment.deadline = opens, deadline

    school.change(move)
    text = school.student("s3").get(PAGE).text
    assert said in text
    assert 'type="file"' not in text
    assert "Nothing is open at present" in site.visitor().get("/courses").text


def test_while_it_is_frozen_the_page_says_so_and_shows_nothing_new(site: Site) -> None:
    school = opened(site, freeze=datetime(2026, 10, 2, 8, tzinfo=UTC))
    answered(school, "s1")
    for visitor in (site.visitor(), school.student("s1")):
        text = visitor.get(PAGE).text
        assert "It stands still since 2026-10-02 10:00 CEST" in text
        assert "Nothing was accepted yet" in text
    text = site.signed_in("root", Role.ADMIN).get(PAGE).text
    assert "Everybody else sees it as it stood at 2026-10-02 10:00 CEST" in text
    assert "Nothing was accepted yet" not in text


def test_admins_see_who_is_who_everybodys_hand_ins_and_the_grades(school: School) -> None:
    root = school.site.signed_in("root", Role.ADMIN)
    course, page = (unescape(root.get(path).text) for path in ("/courses/cs101", PAGE))
    for told in ("Zoë Lautenschläger", "محمد الأمين", "Team Γ", "zoe@example.org", *school.accounts.values()):
        assert told in course, told
    assert "<b>O'Neill" not in root.get("/courses/cs101").text
    for handin in school.handins.values():
        assert f'/handins/{handin}"' in page
        assert root.get(f"/handins/{handin}").status_code == 200
    assert "Team Γ" in page
    grades = root.get(f"{PAGE}/grades.csv")
    assert grades.headers["content-type"].startswith("text/csv")
    assert "Zoë Lautenschläger" in grades.text
    assert len(grades.text.splitlines()) == 4


def test_what_was_revealed_everybody_sees(school: School) -> None:
    assert "Team Γ" not in school.site.visitor().get(PAGE).text
    with writing(school.site.settings.database) as session:
        reveal(session, session.get_one(Course, 1))
    text = school.site.visitor().get(PAGE).text
    assert "Team Γ" in text
    assert "zoe@example.org" not in text


def test_no_link_of_a_course_is_broken(school: School) -> None:
    for visitor in (school.site.visitor(), school.student("s1"), school.site.signed_in("root", Role.ADMIN)):
        seen = followed(visitor)
        assert {"/courses", "/courses/cs101", PAGE} <= seen
    assert {f"{PAGE}/grades.csv", *(f"/handins/{one}" for one in school.handins.values())} <= seen


def test_without_courses_nothing_leads_to_them(site: Site) -> None:
    assert 'href="/courses"' not in site.visitor().get("/").text
    assert "There are no courses yet" in site.visitor().get("/courses").text
    for path in ("/courses/none", "/courses/none/hw1", "/courses/none/hw1?page=2"):
        assert site.visitor().get(path).status_code == 404
    opened(site)
    assert 'href="/courses"' in site.visitor().get("/").text
    assert site.visitor().get("/courses/cs101/none").status_code == 404
    assert site.visitor().get("/handins/1").headers["location"] == "/login?next=/handins/1"
