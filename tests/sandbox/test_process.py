"""How a bot runs and ends, the same at every level."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from referee.sandbox import BotProcess, Exit, Launch, Limit, Limits, NotStarted, Sandbox
from tests.sandbox.bots import (
    bot_folder,
    open_descriptors,
    processes_with,
    python_bot,
    run,
    shell_bot,
    until,
    use,
    zombies,
)


def test_a_bot_that_ends_by_itself_has_its_exit_code(sandbox: Sandbox, tmp_path: Path) -> None:
    end, _ = run(sandbox, shell_bot(tmp_path, "exit 3"))
    assert end == Exit(code=3)


def test_a_bot_that_dies_of_a_signal_has_the_signal(sandbox: Sandbox, tmp_path: Path) -> None:
    end, log = run(sandbox, shell_bot(tmp_path, "kill -SEGV $$"))
    assert end == Exit(signal=11)
    assert "[bothy: the bot was killed by SIGSEGV]" in log


def test_a_command_that_does_not_exist_is_the_bots_fault(sandbox: Sandbox, tmp_path: Path) -> None:
    end, log = run(sandbox, Launch(bot_folder(tmp_path), ("no-such-program",)))
    assert end.code == 127
    assert "no-such-program" in log


def test_a_folder_that_does_not_exist_is_not_the_bots_fault(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(NotStarted):
        run(sandbox, Launch(tmp_path / "nowhere", ("true",)))


def test_a_bot_runs_in_its_folder(sandbox: Sandbox, tmp_path: Path) -> None:
    (bot_folder(tmp_path) / "here").touch()
    assert run(sandbox, shell_bot(tmp_path, "test -e here"))[0].code == 0


def test_the_word_after_dashes_is_the_bots_own(sandbox: Sandbox, tmp_path: Path) -> None:
    _, log = run(sandbox, Launch(bot_folder(tmp_path), ("echo", "--", "-n", "$HOME", "a  b")))
    assert log.startswith("-- -n $HOME a  b\n")


def test_python_is_the_referees_own_with_its_libraries(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import grpc, referee.games, bothy.v1.bot_pb2; print('found')"
    assert "found" in run(sandbox, python_bot(tmp_path, source))[1]


def test_a_bot_gets_its_variables_and_none_of_the_hosts(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATABASE_URL", "postgres://secret")
    _, log = run(sandbox, python_bot(tmp_path, "import os; print(dict(os.environ))", BOTHY_SEED="17"))
    assert "'BOTHY_SEED': '17'" in log
    assert "secret" not in log


def test_standard_input_is_empty(sandbox: Sandbox, tmp_path: Path) -> None:
    assert "read nothing" in run(sandbox, shell_bot(tmp_path, "read -r word || echo read nothing"))[1]


def test_a_bot_has_no_open_files_but_the_three_of_everybody(sandbox: Sandbox, tmp_path: Path) -> None:
    _, log = run(
        sandbox,
        python_bot(tmp_path, "import os; print([fd for fd in range(1000) if os.path.exists(f'/proc/self/fd/{fd}')])"),
    )
    assert "[0, 1, 2]" in log


def test_output_and_errors_are_interleaved_in_the_log(sandbox: Sandbox, tmp_path: Path) -> None:
    _, log = run(sandbox, shell_bot(tmp_path, "echo one; echo two >&2; echo three"))
    assert log.startswith("one\ntwo\nthree\n")


def test_a_stopped_bot_is_gone(sandbox: Sandbox, tmp_path: Path) -> None:
    async def stop(process: BotProcess) -> Exit:
        await process.stop()
        return await process.wait()

    end = use(sandbox, shell_bot(tmp_path, "sleep 1001.5"), stop)
    assert end.stopped
    assert processes_with("1001.5") == []


def test_stopping_twice_and_at_once_does_no_harm(sandbox: Sandbox, tmp_path: Path) -> None:
    async def stop(process: BotProcess) -> None:
        await asyncio.gather(process.stop(), process.stop())
        await process.stop()

    use(sandbox, shell_bot(tmp_path, "sleep 1002.5"), stop)
    assert processes_with("1002.5") == []


def test_a_stop_that_is_called_off_stops_the_bot_all_the_same(sandbox: Sandbox, tmp_path: Path) -> None:
    async def stop(process: BotProcess) -> None:
        stopping = asyncio.create_task(process.stop())
        await asyncio.sleep(0)
        stopping.cancel()
        await until(lambda: not process.is_running)

    use(sandbox, shell_bot(tmp_path, "sleep 1003.5"), stop)
    assert processes_with("1003.5") == []


def test_a_start_that_is_called_off_leaves_nothing(sandbox: Sandbox, tmp_path: Path) -> None:
    async def start() -> None:
        for pause in (0, 0.001, 0.003, 0.006, 0.01, 0.02):
            starting = asyncio.create_task(sandbox.start(shell_bot(tmp_path, "sleep 1004.5")))
            await asyncio.sleep(pause)
            starting.cancel()
            if not starting.done() or not starting.cancelled():
                await asyncio.wait([starting])

    asyncio.run(start())
    assert processes_with("1004.5") == []


def test_an_event_loop_that_ends_takes_its_bots_along(sandbox: Sandbox, tmp_path: Path) -> None:
    async def start_and_forget() -> None:
        await sandbox.start(shell_bot(tmp_path, "sleep 1005.5"))

    asyncio.run(start_and_forget())
    assert processes_with("1005.5") == []


def test_children_die_with_the_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    end, _ = run(sandbox, shell_bot(tmp_path, "sleep 1006.5 & sleep 1006.5 & exit 0"))
    assert end.code == 0
    assert processes_with("1006.5") == []


FORKING_AWAY = """
    import os, sys, time
    if os.fork():
        time.sleep({stay})
        sys.exit(0)
    os.setsid()
    if os.fork():
        os._exit(0)
    os.close(1); os.close(2)
    os.execlp("sleep", "sleep", "{mark}")
"""


def test_a_daemon_that_forked_away_twice_dies_with_the_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    run(sandbox, python_bot(tmp_path, FORKING_AWAY.format(stay=0.3, mark="1007.5")))
    assert processes_with("1007.5") == []


def test_a_daemon_that_forked_away_twice_is_stopped_with_the_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    async def wait_for_it(_: BotProcess) -> None:
        await until(lambda: processes_with("1008.5"))

    use(sandbox, python_bot(tmp_path, FORKING_AWAY.format(stay=60, mark="1008.5")), wait_for_it)
    assert processes_with("1008.5") == []


def test_stopping_one_bot_leaves_the_other_alone(sandbox: Sandbox, tmp_path: Path) -> None:
    async def stop_one(process: BotProcess) -> bool:
        other = await sandbox.start(shell_bot(tmp_path, "sleep 1009.5"))
        await other.stop()
        await asyncio.sleep(0.05)
        return process.is_running

    assert use(sandbox, shell_bot(tmp_path, "sleep 1010.5"), stop_one)


def test_nothing_is_left_in_the_referee_itself(sandbox: Sandbox, tmp_path: Path) -> None:
    launch = python_bot(tmp_path, FORKING_AWAY.format(stay=0.05, mark="1011.5"))
    run(sandbox, launch)
    before = open_descriptors()
    for _ in range(3):
        run(sandbox, launch)
    assert open_descriptors() == before
    assert zombies() == []


def test_a_flood_of_output_keeps_its_beginning_and_its_end(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "print('begin'); [print('x' * 999) for _ in range(2000)]; print('end')"
    _, log = run(sandbox, python_bot(tmp_path, source))
    assert log.startswith("begin\n")
    assert "bytes are missing]" in log
    assert log.endswith("end\n[bothy: the bot exited with code 0]\n")
    assert len(log) < 300_000


def test_an_endless_flood_costs_the_referee_next_to_nothing(sandbox: Sandbox, tmp_path: Path) -> None:
    async def suffer(process: BotProcess) -> float:
        await until(lambda: process.is_flooding)
        before = time.process_time()
        await asyncio.sleep(1.0)
        return time.process_time() - before

    assert use(sandbox, shell_bot(tmp_path, "yes"), suffer) < 0.1


def test_a_bot_that_takes_too_much_memory_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import time; hoard = [bytearray(b'x' * 2**20) for _ in range(100)]; time.sleep(60)"
    end, log = run(sandbox, python_bot(tmp_path, source, Limits(memory_mb=64)))
    assert end.limit is Limit.MEMORY
    assert "[bothy: the bot went over its limit of memory (64 MB)]" in log


def test_memory_counts_for_all_processes_together(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import os, time; os.fork(); os.fork(); hoard = b'x' * (30 * 2**20); time.sleep(60)"
    assert run(sandbox, python_bot(tmp_path, source, Limits(memory_mb=80)))[0].limit is Limit.MEMORY


def test_memory_that_processes_share_counts_once(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import os, time; hoard = b'x' * (40 * 2**20); os.fork(); os.fork(); time.sleep(0.8)"
    assert run(sandbox, python_bot(tmp_path, source, Limits(memory_mb=100)))[0] == Exit(code=0)


def test_a_bot_that_burns_too_much_cpu_time_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    end, _ = run(sandbox, shell_bot(tmp_path, "while :; do :; done", Limits(cpu_seconds=1)))
    assert end.limit is Limit.CPU_TIME


def test_cpu_time_counts_for_all_processes_together(sandbox: Sandbox, tmp_path: Path) -> None:
    burn = "while time.process_time() < 0.7: pass"
    source = f"""
        import subprocess, sys, time
        for _ in range(4):
            subprocess.run([sys.executable, "-c", "import time\\n{burn}"])
        time.sleep(60)
    """
    assert run(sandbox, python_bot(tmp_path, source, Limits(cpu_seconds=2)))[0].limit is Limit.CPU_TIME


def test_a_bot_with_too_many_processes_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    end, _ = run(sandbox, shell_bot(tmp_path, "for i in $(seq 40); do sleep 1012.5 & done; wait", Limits(processes=20)))
    assert end.limit is Limit.PROCESSES
    assert processes_with("1012.5") == []


def test_a_file_that_grows_too_big_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    script = 'exec head -c 3000000 /dev/zero > "$(mktemp)"'
    end, _ = run(sandbox, shell_bot(tmp_path, script, Limits(file_size_mb=2)))
    assert end.limit is Limit.FILE_SIZE


def test_a_bot_that_opens_too_many_files_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import os, time; hoard = [os.dup(0) for _ in range(100)]; time.sleep(60)"
    end, log = run(sandbox, python_bot(tmp_path, source, Limits(open_files=64)))
    assert end.limit is Limit.OPEN_FILES
    assert log.endswith("[bothy: the bot went over its limit of open files (64)]\n")


def test_a_bot_that_dies_of_too_many_files_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "hoard = [open('/dev/null') for _ in range(1000)]"
    assert run(sandbox, python_bot(tmp_path, source, Limits(open_files=64)))[0].limit is Limit.OPEN_FILES


def test_a_bot_that_prints_too_much_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    end, log = run(sandbox, shell_bot(tmp_path, "yes", Limits(log_mb=1)))
    assert end.limit is Limit.LOG_SIZE
    assert log.endswith("[bothy: the bot went over its limit of log size (1 MB)]\n")


def test_cpu_time_is_told_while_the_bot_runs(sandbox: Sandbox, tmp_path: Path) -> None:
    async def burn(process: BotProcess) -> None:
        await until(lambda: (process.cpu_ms() or 0) > 100)

    use(sandbox, shell_bot(tmp_path, "while :; do :; done"), burn)


def test_freezing_and_thawing_never_fail(sandbox: Sandbox, tmp_path: Path) -> None:
    async def freeze(process: BotProcess) -> None:
        process.freeze()
        process.thaw()
        await process.stop()
        process.freeze()

    use(sandbox, shell_bot(tmp_path, "sleep 1013.5"), freeze)


def test_a_frozen_bot_can_be_stopped(sandbox: Sandbox, tmp_path: Path) -> None:
    async def freeze_and_stop(process: BotProcess) -> None:
        process.freeze()
        await process.stop()

    use(sandbox, shell_bot(tmp_path, "sleep 1014.5"), freeze_and_stop)
    assert processes_with("1014.5") == []


def test_the_referees_own_children_are_left_alone(sandbox: Sandbox, tmp_path: Path) -> None:
    async def own_child(_: BotProcess) -> int:
        child = await asyncio.create_subprocess_exec("sh", "-c", "exit 7", start_new_session=True)
        await asyncio.sleep(0.6)
        return await child.wait()

    assert use(sandbox, shell_bot(tmp_path, "sleep 1015.5"), own_child) == 7
