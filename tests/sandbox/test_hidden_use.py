"""What a bot takes of its host in ways that the usual figures do not show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.sandbox import Exit, Limit, Limits, Sandbox, proc
from tests.sandbox.bots import python_bot, run

SMALL = Limits(memory_mb=64, open_files=100)


@pytest.mark.parametrize("hidden", [False, True], ids=["plain", "hidden"])
def test_open_files_count_for_all_processes_together(standard: Sandbox, tmp_path: Path, hidden: bool) -> None:
    source = f"""
        import ctypes, os, time
        hoard = [os.dup(0) for _ in range(40)]
        if {hidden}:
            ctypes.CDLL(None).prctl(4, 0)
        os.fork(); os.fork()
        time.sleep(60)
    """
    assert run(standard, python_bot(tmp_path, source, SMALL))[0].limit is Limit.OPEN_FILES


def test_memory_of_a_process_without_its_first_thread_counts(standard: Sandbox, tmp_path: Path) -> None:
    source = """
        import ctypes, threading, time
        hoard = []
        def fill():
            for _ in range(100):
                hoard.append(bytearray(2**20))
            time.sleep(60)
        threading.Thread(target=fill).start()
        ctypes.CDLL(None).syscall(60, 0)
    """
    assert run(standard, python_bot(tmp_path, source, SMALL))[0].limit is Limit.MEMORY


def test_many_small_files_in_shared_memory_are_over_the_limit_of_tmp(standard: Sandbox, tmp_path: Path) -> None:
    source = "import itertools\nfor number in itertools.count(): open(f'/dev/shm/{number}', 'w')"
    assert run(standard, python_bot(tmp_path, source, SMALL))[0].limit is Limit.TMP_SIZE


def test_shared_memory_can_be_used(standard: Sandbox, tmp_path: Path) -> None:
    source = """
        from multiprocessing import Lock, Value
        from multiprocessing.shared_memory import SharedMemory
        with Lock():
            Value("i", 1).value += 1
        memory = SharedMemory(create=True, size=2**20)
        memory.unlink()
    """
    assert run(standard, python_bot(tmp_path, source, SMALL))[0] == Exit(code=0)


DYING = {
    "memory": ("bytearray(2**34)", Limit.MEMORY),
    "processes": (
        "import threading, time\n"
        "while True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
        Limit.PROCESSES,
    ),
    "tmp size": ("[open(f'/tmp/{name}', 'wb').write(bytes(2**24)) for name in 'xyz']", Limit.TMP_SIZE),
}  # fmt: skip


@pytest.mark.parametrize("refused", DYING)
def test_a_bot_that_dies_of_a_refusal_has_the_limits_name(standard: Sandbox, tmp_path: Path, refused: str) -> None:
    source, limit = DYING[refused]
    limits = Limits(memory_mb=512, processes=20, file_size_mb=64)
    end, log = run(standard, python_bot(tmp_path, source, limits))
    assert end.limit is limit
    assert log.endswith(f"[bothy: the bot went over its limit of {limits.text(limit)}]\n")


def test_a_process_is_not_dead_while_a_thread_of_it_lives() -> None:
    program = (
        "import ctypes, threading, time; threading.Thread(target=time.sleep, args=(60,)).start(); print(flush=True); "
    )
    with subprocess.Popen([sys.executable, "-c", program + "ctypes.CDLL(None).syscall(60, 0)"], stdout=-1) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            while (one := proc.stat(process.pid)) is not None and one.thread is None:
                assert not one.is_dead
            assert one is not None
            assert not one.is_dead
            assert one.resident > 0
            assert proc.memory_of(one) > 0
            assert proc.open_files_of(one) >= 3
        finally:
            process.kill()


def test_swapped_pages_and_page_tables_are_held_too() -> None:
    one = proc.stat(os.getpid())
    assert one is not None
    assert proc.held_by(one) > one.resident
