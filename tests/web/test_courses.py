"""Courses over the API: what teams, admins and everybody else may see; no real name before it is revealed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from fastapi.routing import APIRoute
from sqlmodel import select

from arena.accounts.roles import Role
from arena.accounts.tokens import find_token
from arena.courses.answers import play_answer
from arena.courses.enrolment import enrol, give_token, members_of, revoke_member
from arena.courses.models import Assignment, Handin, HandinStatus
from arena.courses.roster import read_roster
from arena.courses.store import Wanted, account_of, add_assignment, add_course, course_named, reveal
from arena.courses.store import teams_of as teams
from arena.db import reading, writing
from arena.models import Block, Game, Log, Match, MatchStatus, Seat, Version, VersionStatus, now
from arena.reports import tournament_crosstable, tournament_standings
from arena.results import store_block
from arena.store import add_version, owner_named
from arena.tournaments import advance
from arena.uploads.models import Upload, UploadStatus
from arena.web import api, pages, watching
from tests.arena.blocks import match_facts, played_block
from tests.web.sites import Site, Visitor

NEEDLES = ["Needleanna", "Needlebert", "Needleteam", "needle@example.org", "matric-4711", "matric-4712", "matric-4713"]
ROSTER = (
    "student_id;name;email;team\n"
    'matric-4711;"Needleanna; Zoë";needle@example.org;Needleteam Γ\n'
    "matric-4712;Needlebert محمد;;Needleteam Γ\n"
    "matric-4713;Needleanna 👩‍👩‍👧;;\n"
)
ASSIGNMENT = "/api/v1/courses/cs101/assignments/hw1"
SECRET = "what the bot printed for its team"


@dataclass(frozen=True)
class School:
    site: Site
    tokens: dict[str, str]
    """By student."""
    accounts: list[str]
    """Of the team, and of the one who is alone."""
    handins: list[int]
    games: list[int]
    """Of the team's hand-in."""

    def student(self, number: int) -> Visitor:
        return self.site.visitor(self.tokens[f"matric-{number}"])


@pytest.fixture
def school(site: Site) -> School:
    url = site.settings.database
    with writing(url) as session:
        baseline, _ = add_version(session, owner_named(session, "local"), "greedy", "0" * 64, ["claim"])
        baseline.status = VersionStatus.ACTIVE
        session.add(baseline)
        session.flush()
        course = add_course(session, "cs101", "Cards", "Europe/Zurich", pseudonyms=True)
        enrol(session, course, read_roster(ROSTER.encode()))
        tokens = {one.student_id: give_token(session, course, one) or "" for one in members_of(session, course)}
        wanted = Wanted("claim", now() - timedelta(days=1), now() + timedelta(days=1), baselines=["greedy"], blocks=2)
        assignment = add_assignment(session, course, "hw1", wanted)
        found = [find_token(session, tokens[f"matric-{number}"]) for number in (4711, 4713)]
        accounts = [one[1].name for one in found if one is not None]
        handins = [_handed_in(url, session, assignment, account) for account in accounts]
    for handin in handins:
        _play(url, handin)
    with reading(url) as session:
        query = select(Game.id).join(Block).join(Match).join(Handin, Handin.tournament_id == Match.tournament_id)  # type: ignore[arg-type]
        games = [game for game in session.exec(query.where(Handin.id == handins[0])) if game is not None]
    return School(site, tokens, accounts, handins, games)


def _handed_in(url: str, session: object, assignment: Assignment, account: str) -> int:
    from sqlmodel import Session

    assert isinstance(session, Session)
    version, _ = add_version(session, owner_named(session, account), "my-bot", account.encode().hex(), ["claim"])
    version.status = VersionStatus.ACTIVE
    session.add(version)
    session.flush()
    steps = [{"step": "builds", "passed": True, "detail": "fine", "log": SECRET}]
    owner = owner_named(session, account).id or 0
    upload = Upload(owner_id=owner, digest="1" * 64, status=UploadStatus.ACCEPTED, version_id=version.id, steps=steps)
    session.add(upload)
    session.flush()
    team = next(one for one, name in teams(session, course_named(session, "cs101")) if name == account)
    handin = Handin(
        assignment_id=assignment.id or 0, team_id=team.id or 0, upload_id=upload.id or 0, version_id=version.id,
        status=HandinStatus.ACCEPTED,
    )  # fmt: skip
    session.add(handin)
    session.flush()
    handin.tournament_id = play_answer(session, assignment, handin, session.get_one(Version, version.id))
    session.add(handin)
    session.flush()
    return handin.id or 0


def _play(url: str, handin: int) -> None:
    """Every block of its answer, as a referee sends it; in the last game the bot fails."""
    with reading(url) as session:
        tournament_id = session.get_one(Handin, handin).tournament_id or 0
        matches = [one for one in session.exec(select(Match.id).where(Match.tournament_id == tournament_id)) if one]
    for match_id in matches:
        match, tournament, versions, labels = match_facts(url, match_id)
        # A bot that meets itself sits there twice.
        both, names = (versions * 2, labels * 2) if len(versions) == 1 else (versions, labels)
        for number in range(match.blocks):
            block, _ = played_block(bytes.fromhex(match.seed or tournament.seed), number, names)
            block.games[0].logs[0] = SECRET
            block.games[0].offenders.append(0)
            with writing(url) as session:
                store_block(session, match, tournament.pool_id, both, block, "none")
        with writing(url) as session:
            done = session.get_one(Match, match_id)
            done.status = MatchStatus.DONE
            session.add(done)
    advance(url, tournament_id)


def paths(school: School) -> Iterator[tuple[str, str]]:
    """Every address that can be looked at, for each number that there may be; those of events do not end."""
    routes = [("", route) for router in pages.ROUTERS for route in router.routes]
    routes += [("/api/v1", route) for router in api.ROUTERS for route in router.routes]
    for before, route in [*routes, *(("", route) for route in watching.router.routes)]:
        assert isinstance(route, APIRoute)
        if "GET" in (route.methods or ()) and not route.path.endswith("/live"):
            for number in (1, 2, school.games[-1]) if "{" in route.path else (1,):
                known = {"course": "cs101", "assignment": "hw1", "handin_id": str(number), "seat": "0"}
                filled = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], str(number)), route.path)  # noqa: B023
                yield route.path, before + filled


def test_no_real_name_leaks_before_it_is_revealed(school: School) -> None:
    """All routes, as anybody, as another team, and as the team itself."""
    site = school.site
    cookie, other = site.visitor(), site.visitor()
    cookie.sign_in(school.tokens["matric-4711"])
    other.sign_in(school.tokens["matric-4713"])
    who = [(site.visitor(), site.visitor()), (school.student(4711), cookie), (school.student(4713), other)]
    tried = 0
    for program, browser in who:
        for path, filled in paths(school):
            text = (program if filled.startswith("/api/") else browser).get(filled).text
            assert not [needle for needle in NEEDLES if needle in text], path
            tried += 1
    assert tried > 200


def test_no_real_name_is_in_replays_logs_or_exports(school: School) -> None:
    site = school.site
    root = site.visitor(site.token("root", Role.ADMIN))
    with reading(site.settings.database) as session:
        from arena.facts.sight import EVERYTHING, tournament_of_game

        tournament = tournament_of_game(session, school.games[0], EVERYTHING)
        reports = [tournament_standings(session, tournament), tournament_crosstable(session, tournament)]
        kept = str([session.exec(select(table)).all() for table in (Upload, Log, Seat, Game, Version)])
    texts = [str(reports), kept]
    texts += [root.get(f"/api/v1/games/{game}/replay").text for game in school.games]
    browser = site.signed_in("root", Role.ADMIN)
    texts += [browser.get(f"/tournaments/{tournament.id}/{name}").text for name in ("games.csv", "results.json")]
    texts.append(browser.get(f"/tournaments/{tournament.id}").text)
    assert school.accounts[0] in texts[-1]
    assert not [needle for needle in NEEDLES for text in texts if needle in text]


def test_the_roster_is_for_admins_alone(school: School) -> None:
    site, path = school.site, "/api/v1/courses/cs101/roster"
    assert site.visitor().get(path).status_code == 401
    assert school.student(4711).get(path).status_code == 403
    shown = site.visitor(site.token("root", Role.ADMIN)).get(path).json()
    assert [one["student_id"] for one in shown] == ["matric-4711", "matric-4712", "matric-4713"]
    assert [one["account"] for one in shown] == [school.accounts[0], *school.accounts]


def test_what_is_revealed_is_shown_on_the_leaderboard(school: School) -> None:
    anybody = school.site.visitor()
    assert "name" not in anybody.get(f"{ASSIGNMENT}/leaderboard").json()["rows"][0]
    with writing(school.site.settings.database) as session:
        reveal(session, course_named(session, "cs101"))
    rows = anybody.get(f"{ASSIGNMENT}/leaderboard").json()["rows"]
    assert {row["name"] for row in rows} == {"Needleteam Γ", "Needleanna 👩‍👩‍👧"}
    assert {row["team"] for row in rows} == set(school.accounts)


def test_feedback_is_for_its_team_and_admins_alone(school: School) -> None:
    site, path = school.site, f"/api/v1/handins/{school.handins[0]}"
    for number in (4711, 4712):
        shown = school.student(number).get(path)
        assert shown.status_code == 200
        assert SECRET in shown.text
        assert [one["opponent"] for one in shown.json()["matches"]] == ["itself", "greedy@1"]
    assert site.visitor(site.token("root", Role.ADMIN)).get(path).status_code == 200
    assert site.visitor().get(path).status_code == 401
    refused = school.student(4713).get(path)
    assert refused.status_code == 404
    assert refused.json()["error"] == f"there is no hand-in {school.handins[0]}"


def test_a_hand_ins_games_are_for_its_team_and_admins_alone(school: School) -> None:
    site, game = school.site, school.games[0]
    for path in (f"/api/v1/games/{game}", f"/api/v1/games/{game}/replay"):
        assert school.student(4712).get(path).status_code == 200
        assert school.student(4713).get(path).status_code == site.visitor().get(path).status_code == 404
    assert SECRET in school.student(4712).get(f"/api/v1/games/{game}/logs/0").text
    assert school.student(4713).get(f"/api/v1/games/{game}/logs/0").status_code == 404
    own = {one["tournament"] for one in school.student(4713).get("/api/v1/games").json()["items"]}
    assert own == {f"cs101/hw1 #{school.handins[1]}"}


def test_each_team_sees_its_own_hand_ins_and_admins_all(school: School) -> None:
    site = school.site
    who = [school.student(4711), school.student(4713), site.visitor(site.token("root", Role.ADMIN))]
    seen = [[one["id"] for one in visitor.get(f"{ASSIGNMENT}/handins").json()["items"]] for visitor in who]
    assert seen == [school.handins[:1], school.handins[1:], school.handins]
    assert site.visitor(site.token("stranger")).get(f"{ASSIGNMENT}/handins").status_code == 404
    assert site.visitor().get(f"{ASSIGNMENT}/handins").status_code == 401


def test_a_revoked_token_is_good_for_nothing_in_programs_and_browsers(school: School) -> None:
    browser = school.site.visitor()
    browser.sign_in(school.tokens["matric-4711"])
    with writing(school.site.settings.database) as session:
        anna = members_of(session, course_named(session, "cs101"))[0]
        assert revoke_member(session, anna)
    path = f"/api/v1/handins/{school.handins[0]}"
    assert school.student(4711).get(path).status_code == 401
    sent = school.student(4711).post("/api/v1/submissions?assignment=cs101/hw1", content=b"a package")
    assert sent.status_code == 401
    assert browser.get(f"/games/{school.games[0]}").status_code == 404
    assert browser.get("/submit").status_code == 303
    assert school.student(4712).get(path).status_code == 200


def test_a_package_is_handed_in_for_the_team_of_the_token(school: School) -> None:
    bert = school.student(4712)
    assert bert.get(f"{ASSIGNMENT}/slot").json()["is_free_now"]
    sent = bert.post("/api/v1/submissions?assignment=cs101/hw1", content=b"a package").json()
    shown = bert.get(f"/api/v1/handins/{sent['handin_id']}").json()
    assert (shown["team"], shown["status"], shown["assignment"]) == (school.accounts[0], "waiting", "cs101/hw1")
    with reading(school.site.settings.database) as session:
        handin = session.get_one(Handin, sent["handin_id"])
        assert handin.member_id == members_of(session, course_named(session, "cs101"))[1].id
        assert account_of(session, teams(session, course_named(session, "cs101"))[0][0]) in school.accounts


@pytest.mark.parametrize(
    ("assignment", "status", "sentence"),
    [
        ("cs101/hw9", 404, "cs101 has no assignment 'hw9'"),
        ("cs9/hw1", 404, "there is no course 'cs9'"),
        ("cs101", 400, "an assignment is written COURSE/KEY"),
        ("", 400, "an assignment is written COURSE/KEY"),
    ],
)
def test_a_hand_in_for_nothing_is_refused_in_a_sentence(
    school: School, assignment: str, status: int, sentence: str
) -> None:
    answer = school.student(4711).post(f"/api/v1/submissions?assignment={assignment}", content=b"a package")
    assert answer.status_code == status
    assert sentence in answer.json()["error"]


def test_a_course_is_shown_to_everybody(school: School) -> None:
    shown = school.site.visitor().get("/api/v1/courses/cs101").json()
    assert (shown["key"], shown["teams"], shown["pseudonyms"]) == ("cs101", 2, True)
    (assignment,) = shown["assignments"]
    assert (assignment["assignment"], assignment["state"]) == ("cs101/hw1", "open")
    assert assignment["baselines"] == ["greedy@1"]
    assert school.site.visitor().get("/api/v1/courses/cs9").status_code == 404


def test_a_teacher_does_everything_from_afar(site: Site) -> None:
    with writing(site.settings.database) as session:
        baseline, _ = add_version(session, owner_named(session, "local"), "greedy", "0" * 64, ["claim"])
        baseline.status = VersionStatus.ACTIVE
        session.add(baseline)
    root = site.visitor(site.token("root", Role.ADMIN))
    begun = root.post("/api/v1/courses", json={"key": "ai", "timezone": "Europe/Zurich", "pseudonyms": True})
    assert begun.status_code == 201, begun.text
    sent = root.post("/api/v1/courses/ai/roster", content=ROSTER.encode()).json()
    assert sent["new"] == ["matric-4711", "matric-4712", "matric-4713"]
    tokens = {one["student_id"]: one["token"] for one in root.post("/api/v1/courses/ai/tokens", json={}).json()}
    assert len(set(tokens.values())) == 3
    given = {
        "key": "hw1", "game": "claim", "deadline": "2099-12-01 23:59", "baselines": ["greedy"], "quota": 1,
        "thresholds": [{"baseline": "greedy", "score": 0.5, "points": 10}],
    }  # fmt: skip
    made = root.post("/api/v1/courses/ai/assignments", json=given)
    assert made.status_code == 201, made.text
    assert made.json()["deadline"] == "2099-12-01T22:59:00Z"
    path = "/api/v1/courses/ai/assignments/hw1"
    student = site.visitor(tokens["matric-4713"])
    assert student.post("/api/v1/submissions?assignment=ai/hw1", content=b"one").status_code == 202
    refused = student.post("/api/v1/submissions?assignment=ai/hw1", content=b"two")
    assert refused.status_code == 400
    assert "the next slot is free at" in refused.json()["error"]
    changed = root.client.patch(path, json={"quota": 2, "freeze": "2099-11-30 12:00"}).json()
    assert (changed["quota"], changed["freeze_local"]) == (2, "2099-11-30 12:00 CET")
    assert root.client.patch(path, json={"freeze": "none"}).json()["freeze"] is None
    assert student.post("/api/v1/submissions?assignment=ai/hw1", content=b"two").status_code == 202
    assert root.client.delete("/api/v1/courses/ai/tokens/matric-4713").json()["revoked"]
    assert student.get(f"{path}/slot").status_code == 401
    assert root.post("/api/v1/courses/ai/reveal").json()["revealed"] is not None


def test_a_bad_roster_from_afar_is_refused_whole(school: School) -> None:
    root = school.site.visitor(school.site.token("root", Role.ADMIN))
    bad = root.post("/api/v1/courses/cs101/roster", content=b"student_id,name\nnew,New\nnew,Again\n")
    assert bad.status_code == 400
    assert "line 3 of the roster" in bad.json()["error"]
    assert len(root.get("/api/v1/courses/cs101/roster").json()) == 3


def test_a_course_is_changed_by_admins_alone(school: School) -> None:
    for visitor, status in ((school.site.visitor(), 401), (school.student(4711), 403)):
        for path in ("courses", "courses/cs101/tokens", "courses/cs101/reveal", "courses/cs101/assignments"):
            assert visitor.post(f"/api/v1/{path}", json={}).status_code == status
        assert visitor.post("/api/v1/courses/cs101/roster", content=ROSTER.encode()).status_code == status
        assert visitor.client.patch(ASSIGNMENT, json={"quota": 99}).status_code == status
        assert visitor.client.delete("/api/v1/courses/cs101/tokens/matric-4711").status_code == status
