"""What a match is, who has forfeited it, and which deals it has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee import results
from referee.games.base import GameError, Outcome
from referee.live_bot import BotProgram
from referee.match import MatchError, MatchSpec, Streaks
from referee.replay import Replay
from referee.results import Result, Termination
from referee.table import GameRecord

BOT = BotProgram("bot", Path(), ("true",))
NORMAL = results.normal(Outcome((1, 2), (1, 0), ""))


def spec(**different: Any) -> MatchSpec:
    settings: dict[str, Any] = {"game": "claim", "options": {}, "bots": [BOT, BOT], "blocks": 3, "seed": bytes(32)}
    return MatchSpec(**(settings | different))


@pytest.mark.parametrize(
    "different",
    [
        {"game": "chess"},
        {"bots": [BOT]},
        {"bots": [BOT] * 3},
        {"options": {"speed": 3}},
        {"blocks": 0},
        {"first_block": 4},
        {"first_block": -1},
        {"parallel": 0},
        {"parallel": 65},
        {"faults_in_a_row": (1,)},
    ],
    ids=str,
)
def test_a_match_that_cannot_be_played_is_refused(different: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        spec(**different)


def test_a_match_that_is_all_played_is_no_mistake() -> None:
    assert spec(first_block=3).first_block == 3


def test_its_own_mistakes_have_a_name() -> None:
    with pytest.raises(MatchError):
        spec(parallel=0)


def test_deals_follow_from_the_seed_and_the_number_alone() -> None:
    assert spec().deal(1) == spec(blocks=9, parallel=4, first_block=1, bots=[BOT, BotProgram("b", Path(), ())]).deal(1)


def test_every_block_has_a_deal_of_its_own() -> None:
    assert len({spec().deal(number).seed for number in range(100)}) == 100


# --- three in a row ----------------------------------------------------------------------------


def record(result: Result, seating: tuple[int, ...] = (0, 1)) -> GameRecord:
    return GameRecord(seating, Replay("claim", {}, ("a", "b"), bytes(32), {}, result=result))


def lost_by(seat: int, termination: Termination = Termination.CRASH) -> Result:
    return results.forfeited(seat, termination, "it fell over")


def counted(*games: GameRecord, before: tuple[int, ...] = (0, 0)) -> Streaks:
    streaks = Streaks(list(before))
    for game in games:
        streaks.count(game)
    return streaks


def test_three_faulty_games_in_a_row_forfeit_the_rest() -> None:
    assert list(counted(*[record(lost_by(1))] * 3).forfeited) == [1]


def test_two_do_not() -> None:
    assert counted(*[record(lost_by(1))] * 2).forfeited == {}


def test_a_game_without_a_fault_begins_the_count_again() -> None:
    assert counted(*[record(lost_by(1))] * 2, record(NORMAL), *[record(lost_by(1))] * 2).forfeited == {}


def test_faults_count_for_the_bot_and_not_for_its_seat() -> None:
    games = [record(lost_by(1)), record(lost_by(0), seating=(1, 0)), record(lost_by(1))]
    assert list(counted(*games).forfeited) == [1]


def test_faults_of_two_bots_do_not_add_up() -> None:
    assert counted(record(lost_by(0)), record(lost_by(1)), record(lost_by(0))).forfeited == {}


def test_what_was_counted_before_counts() -> None:
    assert list(counted(record(lost_by(0)), before=(2, 0)).forfeited) == [0]


def test_a_match_taken_up_again_knows_who_has_forfeited() -> None:
    assert list(counted(before=(0, 3)).forfeited) == [1]


def test_a_forfeit_is_the_same_in_a_match_that_is_resumed() -> None:
    games = [record(lost_by(1))] * 2 + [record(lost_by(1, Termination.TIMEOUT))]
    assert counted(*games).forfeited == counted(before=(0, 3)).forfeited


def test_a_bot_that_has_forfeited_has_done_so_for_good() -> None:
    streaks = counted(*[record(lost_by(1))] * 3, record(NORMAL))
    assert list(streaks.forfeited) == [1]
