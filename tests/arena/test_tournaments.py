from __future__ import annotations

import pytest
from sqlmodel import col, select

from arena.db import reading, writing
from arena.models import Format, Match, MatchBot, MatchStatus, Tournament, TournamentStatus
from arena.results import store_block
from arena.settings import ArenaError
from arena.tournaments import advance, cancel, start
from tests.arena.arenas import Arena, enter, plan, tournament
from tests.arena.blocks import match_facts, played_block
from tests.arena.processes import at_once

RACES = 12
"""So many chances for two processes to be at the same place at the same time."""
QUARTET = ("anna", "bert", "cleo", "dora")


@pytest.fixture
def quartet(arena: Arena) -> Arena:
    for name in QUARTET:
        enter(arena, name)
    return arena


def test_a_round_robin_is_planned_at_once_and_is_over_with_its_last_match(quartet: Arena) -> None:
    number = begin(quartet, Format.ROUND_ROBIN)
    play_planned(quartet, number)
    assert len(matches(quartet)) == 6
    assert tournament(quartet).status == TournamentStatus.DONE


@pytest.mark.parametrize(("form", "rounds"), [(Format.SWISS, 2), (Format.KNOCKOUT, 2)])
def test_rounds_that_depend_on_results_follow_them(quartet: Arena, form: Format, rounds: int) -> None:
    number = begin(quartet, form)
    for _ in range(rounds):
        assert tournament(quartet).status == TournamentStatus.RUNNING
        play_planned(quartet, number)
    assert {match.round for match in matches(quartet)} == {1, 2}
    assert tournament(quartet).status == TournamentStatus.DONE


def test_processes_that_advance_at_once_plan_a_round_once(quartet: Arena) -> None:
    numbers = [begin(quartet, Format.KNOCKOUT, f"cup {number}") for number in range(RACES)]
    for match in matches(quartet):
        finish(quartet, match)
    at_once(_advance, [(quartet.database, numbers)] * 3)
    assert sorted(match.round for match in matches(quartet)) == [1, 1] * RACES + [2] * RACES


def test_a_tournament_does_not_advance_while_a_match_is_to_be_played(quartet: Arena) -> None:
    number = begin(quartet, Format.KNOCKOUT)
    advance(quartet.database, number)
    assert len(matches(quartet)) == 2


def test_a_tournament_that_is_open_does_not_end_until_it_is_closed(quartet: Arena) -> None:
    tournament_id = begin(quartet, Format.ROUND_ROBIN)
    with writing(quartet.database) as session:
        session.get_one(Tournament, tournament_id).is_open = True
    play_planned(quartet, tournament_id)
    assert tournament(quartet).status == TournamentStatus.RUNNING
    with writing(quartet.database) as session:
        session.get_one(Tournament, tournament_id).is_open = False
    advance(quartet.database, tournament_id)
    assert tournament(quartet).status == TournamentStatus.DONE


def test_a_cancelled_tournament_can_be_resumed(quartet: Arena) -> None:
    number = begin(quartet, Format.ROUND_ROBIN)
    finish(quartet, matches(quartet)[0])
    cancel(quartet.database, number)
    start(quartet.database, number)
    statuses = [match.status for match in matches(quartet)]
    assert statuses == [MatchStatus.DONE] + [MatchStatus.PLANNED] * 5


def test_a_tournament_that_is_over_cannot_be_cancelled(quartet: Arena) -> None:
    number = begin(quartet, Format.ROUND_ROBIN)
    play_planned(quartet, number)
    with pytest.raises(ArenaError, match="is over"):
        cancel(quartet.database, number)


def test_the_same_plan_gives_the_same_matches_in_the_same_order(quartet: Arena) -> None:
    for name in ("one", "two"):
        plan(quartet, name, QUARTET)
    with reading(quartet.database) as session:
        query = select(Match.tournament_id, Match.number, Match.job_order, MatchBot.version_id).join(MatchBot)
        rows = session.exec(query.order_by(col(Match.id), col(MatchBot.position))).all()
    plans = [[tuple(row[1:]) for row in rows if row[0] == number] for number in (1, 2)]
    assert plans[0] == plans[1]


def begin(arena: Arena, form: Format, name: str = "cup") -> int:
    number = plan(arena, name, QUARTET, format=form, blocks=1)
    start(arena.database, number)
    return number


def play_planned(arena: Arena, tournament_id: int) -> None:
    for match in matches(arena):
        if match.status == MatchStatus.PLANNED:
            finish(arena, match)
    advance(arena.database, tournament_id)


def finish(arena: Arena, match: Match) -> None:
    """As a worker would: the last block and the end of the match together."""
    assert match.id is not None
    _, of, versions, labels = match_facts(arena.database, match.id)
    block, _ = played_block(bytes.fromhex(of.seed), 0, labels)
    with writing(arena.database) as session:
        store_block(session, match, of.pool_id, versions, block, "none")
        session.get_one(Match, match.id).status = MatchStatus.DONE


def matches(arena: Arena) -> list[Match]:
    with reading(arena.database) as session:
        return list(session.exec(select(Match).order_by(col(Match.number))))


def _advance(what: tuple[str, list[int]]) -> None:
    url, numbers = what
    for number in numbers:
        advance(url, number)
