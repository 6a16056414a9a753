"""Bots from afar that come and go, as a referee sees them: over TLS, with processes of their own."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bothy.v1 import bot_pb2, referee_pb2, referee_pb2_grpc

from tests.e2e.afar import bot_from_afar, free_port
from tests.e2e.test_service import control, folder_bot, match_of, serving_afar

pytestmark = pytest.mark.usefixtures("no_orphans")

STUDENT = referee_pb2.BotSource(name="anna/student@1", remote="student")
Stub = referee_pb2_grpc.RefereeServiceStub


def waiting_match(*bots: referee_pb2.BotSource, blocks: int = 2, game: str = "claim") -> referee_pb2.PlayMatchRequest:
    request = match_of(*bots, blocks=blocks, game=game)
    request.stop_if_away = True
    request.parallel = 1
    return request


def here(stub: Stub) -> list[tuple[str, int, int]]:
    callers = stub.FindCallers(referee_pb2.FindCallersRequest()).callers
    return [(caller.name, caller.waiting, caller.playing) for caller in callers]


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + 90
    while not is_so():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


def token_command(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "referee.cli", "token", "student", "--tokens", "tokens.txt", *arguments]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.split()[0]


def test_a_match_ends_before_a_block_that_a_bot_is_not_here_for(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port), control(tmp_path) as stub:
        request = waiting_match(folder_bot("python-raw"), STUDENT)
        request.clock.startup_ms = 1000
        started, away = stub.PlayMatch(request)
    assert started.HasField("started")
    assert list(away.away.names) == ["anna/student@1"]


def test_the_referee_says_who_is_here_and_who_is_not_any_more(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, control(tmp_path) as stub:
        assert here(stub) == []
        with bot_from_afar(tmp_path, port, token, "fair.py", "--slow", "0.2"):
            until(lambda: here(stub) == [("student", 1, 0)])
            call = stub.PlayMatch(waiting_match(folder_bot("python-raw"), STUDENT))
            until(lambda: here(stub) == [("student", 1, 2)])
            call.cancel()  # type: ignore[no-untyped-call]
            until(lambda: here(stub) == [("student", 1, 0)])
        until(lambda: here(stub) == [])


def test_a_bot_that_goes_away_in_the_middle_loses_the_block_and_no_other(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, control(tmp_path) as stub:
        request = waiting_match(folder_bot("python-raw"), STUDENT, blocks=3)
        with bot_from_afar(tmp_path, port, token, "fair.py", "--slow", "0.3"):
            call = iter(stub.PlayMatch(request))
            until(lambda: here(stub) == [("student", 1, 2)])
            time.sleep(2)  # so that both games are in their middle
        _, lost, away = call
        assert [game.termination for game in lost.block.games] == [bot_pb2.TERMINATION_CRASH] * 2
        assert [list(game.offenders) for game in lost.block.games] == [[1], [0]]
        assert list(away.away.names) == ["anna/student@1"]
        request.first_block = 1
        request.faults_in_a_row.extend([0, 2])
        with bot_from_afar(tmp_path, port, token):
            _, *rest = stub.PlayMatch(request)
    terminations = [game.termination for response in rest for game in response.block.games]
    assert terminations == [bot_pb2.TERMINATION_NORMAL] * 4


def test_a_bot_that_is_waited_for_forfeits_nothing_beforehand(tmp_path: Path) -> None:
    port = free_port()
    with (
        serving_afar(tmp_path, port) as token,
        control(tmp_path) as stub,
        bot_from_afar(tmp_path, port, token, "clumsy.py", "exception"),
    ):
        _, *blocks = stub.PlayMatch(waiting_match(folder_bot("python-raw"), STUDENT, blocks=3))
    games = [game for response in blocks for game in response.block.games]
    assert [game.termination for game in games] == [bot_pb2.TERMINATION_CRASH] * 6


def test_a_revoked_token_ends_what_waits_and_what_plays(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, control(tmp_path) as stub:
        with bot_from_afar(tmp_path, port, token, "fair.py", "--slow", "0.3") as bot:
            call = iter(stub.PlayMatch(waiting_match(folder_bot("python-raw"), STUDENT)))
            until(lambda: here(stub) == [("student", 1, 2)])
            token_command(tmp_path, "--revoke")
            _, complaint = bot.communicate(timeout=60)
        assert bot.returncode == 2
        assert "does not know this token" in complaint
        _, lost, away = call
        assert {game.detail for game in lost.block.games} == {"the bot's token was revoked"}
        assert away.HasField("away")


def test_a_new_token_makes_the_old_one_worthless(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, control(tmp_path) as stub:
        with bot_from_afar(tmp_path, port, token) as before:
            until(lambda: here(stub))
            new = token_command(tmp_path)
            assert before.wait(60) == 2
        with bot_from_afar(tmp_path, port, new):
            until(lambda: here(stub))


def test_a_bot_sits_at_the_tables_of_several_matches_at_once(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, control(tmp_path) as stub, bot_from_afar(tmp_path, port, token):
        others = [folder_bot("python-raw") for _ in range(4)]
        bots = [*others, STUDENT]
        calls = [stub.PlayMatch(waiting_match(*bots, blocks=1, game="lords_of_scotland")) for _ in range(2)]
        responses = [list(call)[1] for call in calls]
    terminations = [game.termination for response in responses for game in response.block.games]
    assert terminations == [bot_pb2.TERMINATION_NORMAL] * 10


def test_a_line_that_is_dead_is_noticed(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, control(tmp_path) as stub, bot_from_afar(tmp_path, port, token) as bot:
        until(lambda: here(stub))
        bot.send_signal(signal.SIGSTOP)  # it answers nothing any more, and closes nothing either
        until(lambda: not here(stub))
