"""Attacks in the middle of a match: they fail, they are the attacker's fault alone, the opponent notices nothing."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from referee.clock import ClockSettings
from referee.games.shuffle import commitment, derive_seed
from referee.hall import hall
from referee.live_bot import BotProgram
from referee.match import Block
from referee.results import Termination
from referee.sandbox import Level, Limits, choose
from referee.verify import verify
from referee.wire.matches import block_from_wire, block_to_wire
from tests.e2e.matches import SEED, Left, fair, games_of, match, play_in, result_of, watched
from tests.sandbox.attacker.attacker import ATTEMPTS, ENDINGS
from tests.sandbox.bots import open_descriptors, processes_with

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.uname().machine != "x86_64", reason="the attacker knows the system calls of x86-64"),
]

ATTACKER = Path(__file__).parent / "attacker"
CLOCK = ClockSettings(startup_ms=60_000, grace_ms=1_000, bank_ms=60_000)
SHORT = ClockSettings(startup_ms=60_000, grace_ms=1_000, bank_ms=1_000)
LIMITS = Limits(memory_mb=400, cpu_seconds=60, processes=60, open_files=200, file_size_mb=4, tmp_mb=8, log_mb=1)
MARK = f"mark-of-{os.getpid()}"

REASONS = {
    "fork_bomb": "went over its limit of processes (60, threads included)",
    "thread_bomb": "went over its limit of processes (60, threads included)",
    "memory_bomb": "went over its limit of memory (400 MB)",
    "memory_bomb_of_many": "went over its limit of memory (400 MB)",
    "memory_bomb_without_first_thread": "went over its limit of memory (400 MB)",
    "page_table_bomb": "went over its limit of memory (400 MB)",
    "crash_of_memory": "went over its limit of memory (400 MB)",
    "disk_bomb": "went over its limit of",
    "inode_bomb": "went over its limit of tmp size (8 MB)",
    "inode_bomb_in_shared_memory": "went over its limit of tmp size (8 MB)",
    "descriptor_bomb": "went over its limit of open files (200)",
    "crash_of_descriptors": "went over its limit of open files (200)",
    "socket_bomb": "went over its limit of open files (200)",
    "long_file": "went over its limit of file size (4 MB)",
    "crash_of_long_file": "went over its limit of file size (4 MB)",
    "cpu_bomb": "went over its limit of cpu time (2 s)",
    "output_bomb": "went over its limit of log size (1 MB)",
    "calls_of_old": "was killed by SIG",  # SEGV where the kernel has no such calls
    "kill_everybody": "was killed by SIGKILL",
    "leave_orphans": "exited with code 0",
    "stop_itself": "ran out of time",
}


@dataclass
class Seen:
    """A match of two blocks, with an attack in the first."""

    blocks: list[Block]
    left: Left
    callers: list[str] = field(default_factory=list)
    """Which of the host's sockets somebody has dialled, and what came through the bot's own that should not."""


def attacker(attack: str, **facts: object) -> BotProgram:
    limits = LIMITS if attack != "cpu_bomb" else Limits(cpu_seconds=2)
    words = [f"{name}={value}" for name, value in facts.items()]
    target = commitment(derive_seed(SEED, "block", 0))
    return BotProgram("attacker", ATTACKER, ("python3", "attacker.py", attack, target, *words), limits)


def play(attack: str, **facts: object) -> Seen:
    clock = SHORT if attack == "stop_itself" else CLOCK

    async def playing() -> list[Block]:
        async with hall(choose(Level.STANDARD)) as shared:
            return await play_in(shared, match(fair(), attacker(attack, mark=MARK, **facts), blocks=2, clock=clock))

    with watched() as left:
        blocks = asyncio.run(playing())
    return Seen(blocks, left)


@cache
def peaceful() -> Seen:
    """The same match without an attack; it also has the sandbox's keeper started."""
    return play("nothing")


def moves_of(blocks: list[Block], game: int) -> list[tuple[int, str]]:
    return [(step.seat, step.action) for step in games_of(blocks)[game].replay.steps]


def test_the_cpu_time_of_every_decision_is_recorded_and_sent() -> None:
    blocks = peaceful().blocks
    for game in games_of(blocks):
        own = [step.cpu_ms for step in game.replay.steps if not step.forced]
        assert all(ms is not None and ms >= 0 for ms in own)
        assert sum(ms or 0 for ms in own) > 0
        assert {step.cpu_ms for step in game.replay.steps if step.forced} <= {None}
    sent = block_from_wire(block_to_wire(blocks[0]), "claim", {}, ["fair", "attacker"])
    assert [game.replay.to_json() for game in sent.games] == [game.replay.to_json() for game in blocks[0].games]


# --- what ought to be refused ------------------------------------------------------------------


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    folder = tmp_path_factory.mktemp("host")
    canary = folder / "canary"
    canary.write_text("BOTHY_CANARY")
    peaceful()
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOTHY_CANARY", "BOTHY_CANARY")
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        abstract, unix = (stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(2))
        abstract.bind(f"\0{MARK}")
        unix.bind(str(folder / "sock"))
        for server in (abstract, unix):
            server.listen()
        (folder / "sock").chmod(0o777)
        seen = play(
            "attempts",
            canary=canary,
            port=tcp.getsockname()[1],
            abstract=MARK,
            socket=folder / "sock",
            opponent=Path(__file__).parents[1] / "e2e" / "bots" / "fair.py",
            referee=os.getpid(),
        )
        for name, server in {"tcp": tcp, "abstract": abstract, "unix": unix}.items():
            server.setblocking(False)
            with suppress(BlockingIOError):
                server.accept()[0].close()
                seen.callers.append(name)
        # The bot sent some of this file; they would stay.
        seen.callers += [one for one in open_descriptors() if one.endswith("/attacker.py")]
    assert canary.read_text() == "BOTHY_CANARY"
    return seen


def outcomes(seen: Seen, game: int) -> dict[str, str]:
    notes = [step.note for step in games_of(seen.blocks)[game].replay.steps if step.note]
    return dict(entry.rsplit(": ", 1) for note in notes for entry in note.split("; "))


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_attempt_fails_in_both_seats(attempts: Seen, attempt: str) -> None:
    for game in (0, 1):
        assert outcomes(attempts, game)[attempt] in {
            *("OSError", "PermissionError", "FileNotFoundError", "ConnectionRefusedError", "ProcessLookupError"),
            *("LookupError", "ValueError", "NotADirectoryError", "BrokenPipeError"),
        }


def test_an_attempt_that_fails_changes_nothing_in_the_game(attempts: Seen) -> None:
    assert [result_of(game).termination for game in games_of(attempts.blocks)] == [Termination.NORMAL] * 4
    for game in range(4):
        assert moves_of(attempts.blocks, game) == moves_of(peaceful().blocks, game)


def test_nobody_called_the_host(attempts: Seen) -> None:
    assert attempts.callers == []


def test_attempts_leave_nothing_behind(attempts: Seen) -> None:
    check_that_nothing_is_left(attempts)


# --- what ends the game ------------------------------------------------------------------------


# One test for each attack, because a match of processes is dear.
@pytest.mark.parametrize("attack", ENDINGS)
def test_an_attack_costs_the_attacker_its_game_and_nobody_else_anything(attack: str) -> None:
    peaceful()
    seen = play(attack)
    check_that_the_fault_is_the_attackers_alone(attack, seen)
    check_that_the_opponent_played_as_if_there_were_no_attack(seen)
    check_that_nothing_is_left(seen)
    for game in games_of(seen.blocks):
        verify(game.replay.to_json())


def check_that_the_fault_is_the_attackers_alone(attack: str, seen: Seen) -> None:
    wanted = Termination.TIMEOUT if attack == "stop_itself" else Termination.CRASH
    for game in seen.blocks[0].games:
        result, seat = result_of(game), game.seating.index(1)
        assert (result.termination, game.faulty_bots) == (wanted, {1})
        assert REASONS[attack] in result.detail
        assert list(game.logs) == [seat]
        assert REASONS[attack] in game.logs[seat]


def check_that_the_opponent_played_as_if_there_were_no_attack(seen: Seen) -> None:
    for game in (0, 1):
        moves = moves_of(seen.blocks, game)
        assert moves == moves_of(peaceful().blocks, game)[: len(moves)]
    for game in (2, 3):
        assert moves_of(seen.blocks, game) == moves_of(peaceful().blocks, game)
    assert [result_of(game).termination for game in seen.blocks[1].games] == [Termination.NORMAL] * 2


def check_that_nothing_is_left(seen: Seen) -> None:
    # Descriptors are counted over many matches (tests/e2e/test_endings.py): gRPC opens some when it likes.
    assert seen.left == Left()
    assert processes_with(MARK) == []
