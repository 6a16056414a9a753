"""Files that several sandboxes see tell none of them what goes on in another: a deal stays at its table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from referee.sandbox import BotProcess, Launch, Sandbox
from referee.sandbox.packages import PackageStore
from tests.sandbox.bots import python_bot, run, until, use
from tests.sandbox.packages import built

LOCKING = """
    import fcntl, time
    files = [open(path) for path in ("bot.py", "/usr/bin/env", "/dev/null")]
    for file in files:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        lock = fcntl.fcntl(file, fcntl.F_GETLK, bytes((1, 0, 0, 0)) + bytes(28))
        print("seen" if lock[0] != 2 else "not seen", flush=True)
    time.sleep(60)
"""


def test_a_lock_of_one_bot_is_no_word_to_another(standard: Sandbox, tmp_path: Path) -> None:
    launch = python_bot(tmp_path, LOCKING)

    async def beside_another(_: BotProcess) -> str:
        other = await standard.start(launch)
        try:
            await until(lambda: other.log.count("seen") == 3, seconds=60)
            return other.log
        finally:
            await other.stop()

    async def first_locked(process: BotProcess) -> str:
        await until(lambda: process.log.count("seen") == 3, seconds=60)
        return await beside_another(process)

    assert use(standard, launch, first_locked) == "not seen\n" * 3


def test_a_database_beside_a_bot_can_be_read(standard: Sandbox, tmp_path: Path) -> None:
    """SQLite locks what it reads."""
    launch = python_bot(
        tmp_path, "import sqlite3; print(*sqlite3.connect('book.db').execute('select moves from line'))"
    )
    with closing(sqlite3.connect(launch.folder / "book.db", isolation_level=None)) as book:
        book.execute("create table line (moves)")
        book.execute("insert into line values (7)")
    assert run(standard, launch)[1].startswith("(7,)\n")


def test_a_pipe_that_a_build_made_carries_nothing(store: PackageStore, standard: Sandbox) -> None:
    folder = built(store, standard, "mkfifo", "pipe")
    source = "import os; print(*(attempt(m) for m in (os.O_WRONLY, os.O_RDWR)))"
    helper = """
import os
def attempt(mode):
    try: return os.open('pipe', mode | os.O_NONBLOCK)
    except OSError as error: return error.strerror
"""
    _, log = run(standard, Launch(folder, ("python3", "-c", helper + source)))
    assert log.startswith("Permission denied Permission denied\n")
