"""Results over the API: a team's own, by its members' tokens, and nobody else's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.accounts.roles import Role
from arena.courses.enrolment import give_token, members_of, revoke_member
from arena.courses.store import account_of
from arena.db import writing
from tests.courses.played import course_of, hand_in_played, set_up, team
from tests.web.sites import Site

pytestmark = pytest.mark.slow
HW1 = "/api/v1/courses/cs101/assignments/hw1"
ROSTER = "student_id,name,email,team\ns1,Anna,,\ns2,Bert,,Duo\ns3,Cleo,,Duo\n"


@dataclass(frozen=True)
class Results:
    site: Site
    tokens: Mapping[str, str]
    accounts: list[str]
    submissions: list[int]


@pytest.fixture
def arena(root: Path) -> Results:
    """Two teams with pseudonyms: the first has proved everything, the second nothing."""
    (root / "home").mkdir()
    url = f"sqlite:///{root}/home/arena.db"
    set_up(url, ROSTER, pseudonyms=True)
    with writing(url) as session:
        course, _ = course_of(session)
        both = [team(session, 0), team(session, 1)]
        handins = [hand_in_played(session, both[0], [[2] * 40] * 2), hand_in_played(session, both[1], [[0] * 40] * 2)]
        by_team = {one.id: number for number, one in enumerate(both)}
        tokens = {
            f"{by_team[member.team_id]} {member.student_id}": give_token(session, course, member) or ""
            for member in members_of(session, course)
        }
        accounts, submissions = [account_of(session, one) for one in both], [one.upload_id for one in handins]
    return Results(Site.at(root), tokens, accounts, submissions)


def test_every_member_sees_the_teams_results_and_nobody_elses(arena: Results) -> None:
    for name, token in arena.tokens.items():
        mine = int(name[0])
        visitor = arena.site.visitor(token)
        found = visitor.get(f"{HW1}/results").json()
        assert found["score"] == [12.0, 0.0][mine]
        assert found["extra_data"]["bot"] == f"{arena.accounts[mine]}/my-bot@1"
        other = visitor.get(f"{HW1}/results", params={"team": arena.accounts[1 - mine]}).json()
        assert other == found, "only admins say whose they want"
        own = visitor.get(f"{HW1}/results", params={"submission": arena.submissions[mine]}).json()
        assert own == found
        theirs = visitor.get(f"{HW1}/results", params={"submission": arena.submissions[1 - mine]})
        assert theirs.status_code == 404
        assert arena.accounts[1 - mine] not in theirs.text


def test_admins_see_everybodys(arena: Results) -> None:
    admin = arena.site.visitor(arena.site.token("root", Role.ADMIN))
    for account, score in zip(arena.accounts, (12.0, 0.0), strict=True):
        assert admin.get(f"{HW1}/results", params={"team": account}).json()["score"] == score
    assert admin.get(f"{HW1}/results").status_code == 404


@pytest.mark.parametrize("path", ["results", "kit"])
def test_outsiders_see_nothing(arena: Results, path: str) -> None:
    assert arena.site.visitor().get(f"{HW1}/{path}").status_code == 401
    assert arena.site.visitor(arena.site.token("mallory")).get(f"{HW1}/{path}").status_code == 404


def test_a_revoked_token_shows_nothing_while_the_other_member_goes_on(arena: Results) -> None:
    with writing(arena.site.settings.database) as session:
        course, _ = course_of(session)
        (bert,) = [one for one in members_of(session, course) if one.student_id == "s2"]
        assert revoke_member(session, bert)
    tokens = {name.split()[1]: token for name, token in arena.tokens.items()}
    assert arena.site.visitor(tokens["s2"]).get(f"{HW1}/results").status_code == 401
    assert arena.site.visitor(tokens["s3"]).get(f"{HW1}/results").status_code == 200


def test_nobodys_name_is_in_results_or_kits(arena: Results) -> None:
    for token in arena.tokens.values():
        for path in ("results", "kit"):
            text = arena.site.visitor(token).get(f"{HW1}/{path}").text
            assert not any(name in text for name in ("Anna", "Bert", "Cleo", "Duo"))
