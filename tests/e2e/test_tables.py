"""Three to five players: who fails is moved for and placed last, and the others play on."""

from __future__ import annotations

import pytest

from referee.clock import ClockSettings
from referee.match import Block
from referee.results import Termination
from referee.table import GameRecord
from referee.verify import verify
from tests.e2e.matches import Left, fair, games_of, hostile, match, play, result_of, watched

QUICK = ClockSettings(startup_ms=60_000, grace_ms=2_000, bank_ms=1_000)


def lords(players: int, misdeed: str) -> Block:
    bots = [*(fair(name=f"fair-{number}") for number in range(players - 1)), hostile(misdeed)]
    (block,) = play(match(*bots, game="lords_of_scotland"))
    return block


def steps_of_others(game: GameRecord, offender: int) -> set[bool]:
    return {step.autopilot for step in game.replay.steps if step.seat != offender}


@pytest.mark.parametrize(
    "players", [3, pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)]
)
def test_the_others_play_on_when_one_crashes(players: int) -> None:
    with watched() as left:
        block = lords(players, "exit_1")
    for game in block.games:
        seat = game.seating.index(players - 1)
        result = result_of(game)
        assert (result.termination, result.offenders) == (Termination.CRASH, (seat,))
        assert result.placings is not None
        assert result.placings[seat] == players
        assert steps_of_others(game, seat) == {False}
        verify(game.replay.to_json())
    assert left == Left()


def test_the_referee_moves_for_the_offender_from_its_fault_on() -> None:
    for game in lords(3, "out_of_range").games:
        own = [step.autopilot for step in game.replay.steps if step.seat == game.seating.index(2)]
        assert own == sorted(own)
        assert own[-1]


def test_two_offenders_are_last_in_the_order_of_their_faults() -> None:
    bots = [fair(), hostile("wrong_token"), hostile("silence")]
    (block,) = play(match(*bots, game="lords_of_scotland", clock=QUICK))
    for game in block.games:
        result, seats = result_of(game), [game.seating.index(bot) for bot in range(3)]
        assert result.offenders == (seats[1], seats[2])
        assert result.placings is not None
        assert [result.placings[seat] for seat in seats] == [1, 3, 2]
        assert set(game.logs) == {seats[1], seats[2]}
        verify(game.replay.to_json())


def test_a_failed_bot_is_gone_long_before_its_game_is_over() -> None:
    """The others think on for seconds; the offender's log has no room for what it would do in that time."""
    bots = [fair("--slow", "0.1"), fair("--slow", "0.1"), hostile("keeps_printing")]
    (block,) = play(match(*bots, game="lords_of_scotland"))
    for game in block.games:
        thought = sum(step.ms for step in game.replay.steps) / 1000
        (log,) = game.logs.values()
        assert thought > 3
        assert log.count("still here") * 0.1 < thought / 2


def test_nobody_starts_and_the_game_is_played_by_the_referee() -> None:
    bots = [hostile("exits_at_once")] * 3
    (block,) = play(match(*bots, game="lords_of_scotland"))
    for game in block.games:
        assert result_of(game).offenders == (0, 1, 2)
        assert all(step.autopilot for step in game.replay.steps)
        verify(game.replay.to_json())


def test_three_faulty_games_in_a_row_forfeit_the_rest_of_the_match() -> None:
    bots = [fair(), hostile("killed", block=None)]
    blocks = play(match(*bots, blocks=4))
    details = [[result_of(game).detail for game in block.games] for block in blocks]
    assert (
        details
        == [["the bot's process was killed by SIGKILL"] * 2] * 2 + [["forfeited after 3 faulty games in a row"] * 2] * 2
    )
    assert {bot for game in games_of(blocks) for bot in game.faulty_bots} == {1}
    for game in games_of(blocks):
        verify(game.replay.to_json())


def test_the_others_of_a_forfeited_bot_play_on() -> None:
    bots = [fair(), fair(), hostile("exits_at_once")]
    blocks = play(match(*bots, game="lords_of_scotland", blocks=3, parallel=3))
    assert {bot for game in games_of(blocks) for bot in game.faulty_bots} == {2}
    assert {result_of(game).detail for game in blocks[2].games} == {"forfeited after 3 faulty games in a row"}
    for game in games_of(blocks):
        assert steps_of_others(game, game.seating.index(2)) == {False}
        verify(game.replay.to_json())
