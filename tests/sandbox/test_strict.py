"""Level strict: a cgroup for each bot. What this host's cgroup v2 lacks is skipped, and said."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from referee.sandbox import BotProcess, Exit, Level, Limit, Limits, NotStarted, Unavailable
from referee.sandbox.cgroup import CONTROLLERS, sweep
from referee.sandbox.contained import StrictSandbox
from referee.sandbox.delegation import SETTING, delegated_cgroup, own_cgroup
from referee.sandbox.probe import missing, probe
from tests.sandbox.bots import made, open_descriptors, processes_with, python_bot, run, shell_bot, until, use, zombies


@pytest.fixture
def limited(cgroups: Path) -> StrictSandbox:
    """With those controllers too that not every host has to give."""
    lacking = set(CONTROLLERS) - set((cgroups / "cgroup.controllers").read_text().split())
    if lacking:
        pytest.skip(f"the cgroup v2 of this host lacks: {', '.join(sorted(lacking))}")
    (cgroups / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in CONTROLLERS))
    return StrictSandbox(cgroups)


COUNTING = """
    import itertools, time
    for number in itertools.count():
        print(number, flush=True)
        time.sleep(0.01)
"""


def test_a_bot_runs_and_ends_as_at_every_level(strict: StrictSandbox, tmp_path: Path) -> None:
    assert run(strict, shell_bot(tmp_path, "exit 3"))[0] == Exit(code=3)
    assert strict.level is Level.STRICT


def test_all_processes_of_a_bot_are_in_its_cgroup(strict: StrictSandbox, cgroups: Path, tmp_path: Path) -> None:
    async def look(_: BotProcess) -> None:
        await until(lambda: len(processes_with("1041.5")) >= 3)
        (cgroup,) = made(cgroups)
        inside = {int(pid) for pid in (cgroup / "cgroup.procs").read_text().split()}
        assert set(processes_with("1041.5")) <= inside
        assert os.getpid() not in inside

    use(strict, shell_bot(tmp_path, "sleep 1041.5 & setsid sleep 1041.5 & sleep 1041.5"), look)
    assert processes_with("1041.5") == []


def test_a_frozen_bot_stands_still_until_it_is_thawed(strict: StrictSandbox, tmp_path: Path) -> None:
    async def freeze(process: BotProcess) -> None:
        await until(lambda: process.printed_bytes)
        process.freeze()
        await asyncio.sleep(0.1)
        stood, used = process.printed_bytes, process.cpu_ms()
        await asyncio.sleep(0.3)
        assert (process.printed_bytes, process.cpu_ms()) == (stood, used)
        process.thaw()
        await until(lambda: process.printed_bytes > stood)

    use(strict, python_bot(tmp_path, COUNTING), freeze)


def test_a_frozen_bot_can_be_stopped(strict: StrictSandbox, tmp_path: Path) -> None:
    async def freeze_and_stop(process: BotProcess) -> None:
        process.freeze()
        await asyncio.wait_for(process.stop(), 5)

    use(strict, shell_bot(tmp_path, "sleep 1042.5 & sleep 1042.5"), freeze_and_stop)
    assert processes_with("1042.5") == []


def test_cpu_time_is_exact_for_children_that_nobody_waits_for(strict: StrictSandbox, tmp_path: Path) -> None:
    source = """
        import os, signal, time
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(5):
            if os.fork() == 0:
                while time.process_time() < 0.05: pass
                os._exit(0)
        time.sleep(60)
    """

    async def burn(process: BotProcess) -> None:
        await until(lambda: (process.cpu_ms() or 0) > 250)

    use(strict, python_bot(tmp_path, source), burn)


def test_too_much_cpu_time_is_over_the_limit(strict: StrictSandbox, tmp_path: Path) -> None:
    script = "for i in 1 2 3; do (while :; do :; done) & done; wait"
    assert run(strict, shell_bot(tmp_path, script, Limits(cpu_seconds=1)))[0].limit is Limit.CPU_TIME


def test_nothing_is_left_of_bots_that_ended_each_in_its_way(
    strict: StrictSandbox, cgroups: Path, tmp_path: Path
) -> None:
    run(strict, shell_bot(tmp_path, "true"))
    before = open_descriptors()
    run(strict, shell_bot(tmp_path, "setsid sleep 1043.5 & exit 0"))
    run(strict, shell_bot(tmp_path, "kill -9 $$"))
    run(strict, shell_bot(tmp_path, "for i in $(seq 40); do sleep 1043.5 & done; wait", Limits(processes=20)))
    assert made(cgroups) == []
    assert processes_with("1043.5") == []
    assert open_descriptors() == before
    assert zombies() == []


def test_a_start_that_is_called_off_leaves_no_cgroup(strict: StrictSandbox, cgroups: Path, tmp_path: Path) -> None:
    async def start() -> None:
        for pause in (0, 0.003, 0.01, 0.02, 0.04):
            starting = asyncio.create_task(strict.start(shell_bot(tmp_path, "sleep 1044.5")))
            await asyncio.sleep(pause)
            starting.cancel()
            await asyncio.wait([starting])
            if not starting.cancelled():
                await starting.result().stop()

    asyncio.run(start())
    assert made(cgroups) == []
    assert processes_with("1044.5") == []


def test_a_cgroup_that_cannot_be_made_is_not_the_bots_fault(tmp_path: Path) -> None:
    before = open_descriptors()
    with pytest.raises(NotStarted, match="no cgroup could be made"):
        run(StrictSandbox(tmp_path / "nowhere"), shell_bot(tmp_path, "sleep 1045.5"))
    assert processes_with("1045.5") == []
    assert len(open_descriptors()) <= len(before) + 1  # the keeper's pipe, if this was the first bot


def test_what_a_killed_referee_left_is_swept_away_and_nothing_else(cgroups: Path) -> None:
    nobody = 2**22 + 1  # no pid gets so high
    for name in (f"bothy-{nobody}-1", f"bothy-{os.getpid()}-1", "bothy-x-1"):
        (cgroups / name).mkdir()
    sweep(cgroups)
    assert {path.name for path in made(cgroups)} == {f"bothy-{os.getpid()}-1", "bothy-x-1"}
    for path in made(cgroups):
        path.rmdir()


# --- with all controllers ---


def test_too_much_memory_is_ended_by_the_kernel_and_has_its_name(limited: StrictSandbox, tmp_path: Path) -> None:
    source = "hoard = [bytearray(b'x' * 2**20) for _ in range(1000)]"
    started = time.monotonic()
    assert run(limited, python_bot(tmp_path, source, Limits(memory_mb=64)))[0].limit is Limit.MEMORY
    assert time.monotonic() - started < 10


def test_too_many_processes_have_their_name(limited: StrictSandbox, tmp_path: Path) -> None:
    script = "for i in $(seq 40); do sleep 1046.5 & done; wait"
    assert run(limited, shell_bot(tmp_path, script, Limits(processes=20)))[0].limit is Limit.PROCESSES
    assert processes_with("1046.5") == []


# --- where a cgroup comes from ---


def test_a_folder_that_is_no_cgroup_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, str(tmp_path))
    with pytest.raises(Unavailable, match="is no folder of a cgroup v2"):
        delegated_cgroup()


def test_a_cgroup_without_the_controllers_is_refused_and_the_doctor_says_which(
    cgroups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing_given_on = cgroups / "inner"
    nothing_given_on.mkdir()
    monkeypatch.setenv(SETTING, str(nothing_given_on))
    try:
        (check,) = missing(probe(), Level.STRICT)
    finally:
        nothing_given_on.rmdir()
    assert "lacks the controllers: memory, pids" in check.detail
    assert "Delegate=yes" in check.mend


def test_a_cgroup_that_nobody_delegated_is_not_divided(cgroups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SETTING, raising=False)
    own = own_cgroup()
    assert own is not None
    before = (own / "cgroup.subtree_control").read_text()
    try:
        delegated_cgroup()
    except Unavailable:
        assert (own / "cgroup.subtree_control").read_text() == before


def test_a_cgroup_that_is_given_is_used(limited: StrictSandbox, cgroups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, str(cgroups))
    assert delegated_cgroup() == cgroups
    assert missing(probe(), Level.STRICT) == []
