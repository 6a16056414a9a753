"""The final: a tournament of what every team handed in last."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlmodel import select

from arena.courses.final import final_plan
from arena.courses.grades import last_handins
from arena.courses.models import HandinStatus
from arena.courses.store import teams_of
from arena.db import reading, writing
from arena.models import Format, Match, MatchBot, Tournament, TournamentStatus
from arena.settings import ArenaError
from arena.store import entrants_of
from arena.tournaments import advance, create, start
from tests.courses.played import DEADLINE, course_of, end_match, hand_in_played, set_up, team


def roster(students: int) -> str:
    return "student_id,name\n" + "".join(f"s{number},Student {number}\n" for number in range(students))


@pytest.fixture
def arena(root: Path) -> str:
    return f"sqlite:///{root}/arena.db"


def with_teams(url: str, teams: int) -> None:
    set_up(url, roster(teams), pseudonyms=True, blocks=1)
    with writing(url) as session:
        for who, _ in teams_of(session, course_of(session)[0]):
            hand_in_played(session, who, [[], []])


def test_a_small_final_is_a_round_robin_of_last_accepted_versions(database: str) -> None:
    with_teams(database, 4)
    with writing(database) as session:
        newer = hand_in_played(session, team(session, 0), [[], []]).version_id
        hand_in_played(session, team(session, 1), [], DEADLINE, HandinStatus.REFUSED)
        plan = final_plan(session, *course_of(session))
    assert (plan.format, plan.players, len(plan.bots)) == (Format.ROUND_ROBIN, 2, 4)
    tournament = create(database, plan)
    with reading(database) as session:
        entrants = entrants_of(session, tournament.id or 0)
        assert newer in entrants
        assert set(entrants) == {one.version_id for one in last_handins(session, course_of(session)[1]).values()}
        assert len(session.exec(select(Match).where(Match.tournament_id == tournament.id)).all()) == 6
        assert (tournament.name, tournament.private_to) == ("cs101 hw1 final", None)


@pytest.mark.slow
def test_the_final_of_200_teams_is_planned_and_partly_played(database: str) -> None:
    with_teams(database, 200)
    with reading(database) as session:
        plan = final_plan(session, *course_of(session), blocks=2)
    assert plan.format is Format.SWISS
    tournament = create(database, plan)
    assert tournament.id is not None
    start(database, tournament.id)
    chance = Random(8)
    for number in (1, 2):
        with writing(database) as session:
            query = select(Match).where(Match.tournament_id == tournament.id, Match.round == number)
            matches = list(session.exec(query))
            assert len(matches) == 100
            for match in matches:
                end_match(session, match, chance)
        advance(database, tournament.id)
    with reading(database) as session:
        pairs = [
            frozenset(session.exec(select(MatchBot.version_id).where(MatchBot.match_id == match)).all())
            for match in session.exec(select(Match.id).where(Match.tournament_id == tournament.id))
        ]
        assert session.get_one(Tournament, tournament.id).status == TournamentStatus.RUNNING
    assert len(pairs) == len(set(pairs)) == 300, "three rounds, and nobody meets anybody twice"
    assert all(len(pair) == 2 for pair in pairs)


@pytest.mark.parametrize(("teams", "usual"), [(30, Format.ROUND_ROBIN), (31, Format.SWISS)])
def test_beyond_30_bots_it_is_swiss_unless_told_otherwise(arena: str, teams: int, usual: Format) -> None:
    with_teams(arena, teams)
    with reading(arena) as session:
        assert final_plan(session, *course_of(session)).format is usual
        chosen = final_plan(session, *course_of(session), format=Format.KNOCKOUT, name="cup", seed="drawn in public")
    assert (chosen.format, chosen.name, chosen.seed) == (Format.KNOCKOUT, "cup", "drawn in public")


def test_one_bot_is_no_final(arena: str) -> None:
    with_teams(arena, 1)
    with reading(arena) as session, pytest.raises(ArenaError, match="has 1 accepted bots: too few for a final"):
        final_plan(session, *course_of(session))
