"""Hostile programs: every attack fails, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from referee.sandbox import Exit, Launch, Level, Limit, Limits, Sandbox, Unavailable, choose
from tests.sandbox.bots import bot_folder, processes_with, python_bot, run, shell_bot

CALL = """
    import ctypes, errno
    def call(number, *arguments):
        libc = ctypes.CDLL(None, use_errno=True)
        result = libc.syscall(number, *arguments)
        print("result", result, errno.errorcode.get(ctypes.get_errno(), "none") if result < 0 else "none")
"""


@pytest.fixture(params=[Level.STANDARD, Level.STRICT], ids=str)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    try:
        return choose(request.param)
    except Unavailable as reason:
        pytest.skip(str(reason))


def output(sandbox: Sandbox, folder: Path, source: str, limits: Limits | None = None) -> str:
    return run(sandbox, python_bot(folder, source, limits))[1]


# --- the network ---


@pytest.mark.parametrize("family", [2, 10, 16, 17, 29, 31, 38, 40], ids=lambda number: f"family-{number}")
def test_no_socket_but_a_unix_one_can_be_made(sandbox: Sandbox, tmp_path: Path, family: int) -> None:
    source = f"import socket; socket.socket({family}, socket.SOCK_DGRAM if {family} != 40 else socket.SOCK_STREAM)"
    assert "Address family not supported" in output(sandbox, tmp_path, source)


def test_an_abstract_socket_of_the_host_is_out_of_reach(sandbox: Sandbox, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as host:
        host.bind("\0bothy-test-abstract")
        host.listen()
        source = "import socket; socket.socket(socket.AF_UNIX).connect('\\0bothy-test-abstract')"
        assert "Connection refused" in output(sandbox, tmp_path, source)


def test_the_seats_own_socket_is_reached_and_cannot_be_touched(sandbox: Sandbox, tmp_path: Path) -> None:
    folder = tmp_path / "sockets"
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as host:
        host.bind(str(folder / "seat.sock"))
        host.listen()
        path = sandbox.inside(folder / "seat.sock")
        bot = python_bot(
            tmp_path,
            f"""
            import os, socket
            socket.socket(socket.AF_UNIX).connect({path!r}); print("connected")
            attacks = [os.unlink, lambda p: os.chmod(p, 0), lambda p: open(p + "2", "w")]
            for attack in attacks:
                try: attack({path!r}); print("done")
                except OSError as error: print(error.strerror)
            """,
        )
        _, log = run(sandbox, Launch(bot.folder, bot.command, folder))
    assert log.startswith("connected\n")
    assert "done" not in log
    assert os.listdir(folder) == ["seat.sock"]


def test_another_seats_socket_is_not_there(sandbox: Sandbox, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with socket.socket(socket.AF_UNIX) as host:
        host.bind(str(other / "seat.sock"))
        host.listen()
        source = f"import socket; socket.socket(socket.AF_UNIX).connect({str(other / 'seat.sock')!r})"
        assert "No such file" in output(sandbox, tmp_path, source)


# --- files ---


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/etc/shadow", "/root/.ssh", "/home", "/var", "/sys", "/run/docker.sock"]
)
def test_the_hosts_files_are_not_there(sandbox: Sandbox, tmp_path: Path, path: str) -> None:
    assert "False" in output(sandbox, tmp_path, f"import os; print(os.path.exists({path!r}))")


def test_of_the_project_only_the_bot_kit_is_there(sandbox: Sandbox, tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    log = output(sandbox, tmp_path, f"import os; print(sorted(os.listdir({str(root)!r})))")
    assert set(eval(log.splitlines()[0])) <= {".venv", "referee", "proto"}


def test_another_bots_folder_is_not_there(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = bot_folder(tmp_path / "..").parent / "neighbour"
    secret.mkdir(exist_ok=True)
    assert "False" in output(sandbox, tmp_path, f"import os; print(os.path.exists({str(secret)!r}))")


@pytest.mark.parametrize("path", ["/bot/x", "/usr/x", "/x", "/dev/x", "/etc/x", "/proc/sys/kernel/hostname"])
def test_nothing_can_be_written_outside_tmp(sandbox: Sandbox, tmp_path: Path, path: str) -> None:
    log = output(sandbox, tmp_path, f"open({path!r}, 'w').write('x')")
    assert "Read-only file system" in log or "Permission denied" in log


def test_a_link_out_of_the_folder_leads_nowhere(sandbox: Sandbox, tmp_path: Path) -> None:
    (bot_folder(tmp_path) / "link").symlink_to("/etc/shadow")
    assert "No such file" in output(sandbox, tmp_path, "open('link').read()")


def test_tmp_is_gone_with_the_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    output(sandbox, tmp_path, "open('/tmp/left', 'w').write('x')")
    assert "False" in output(sandbox, tmp_path, "import os; print(os.path.exists('/tmp/left'))")


def test_a_full_tmp_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    source = """
        import time
        for number in range(100):
            try: open(f"/tmp/{number}", "wb").write(bytes(2**20))
            except OSError: time.sleep(60)
    """
    end, _ = run(sandbox, python_bot(tmp_path, source, Limits(tmp_mb=4)))
    assert end.limit is Limit.TMP_SIZE


def test_a_flood_of_empty_files_is_over_the_limit_of_tmp(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import itertools\nfor number in itertools.count(): open(f'/tmp/{number}', 'w')"
    assert run(sandbox, python_bot(tmp_path, source, Limits(tmp_mb=4)))[0].limit is Limit.TMP_SIZE


# --- processes and the kernel ---


def test_other_processes_cannot_be_seen(sandbox: Sandbox, tmp_path: Path) -> None:
    log = output(sandbox, tmp_path, "import os; print([int(n) for n in os.listdir('/proc') if n.isdigit()])")
    assert len(eval(log.splitlines()[0])) <= 3


def test_the_referee_cannot_be_killed(sandbox: Sandbox, tmp_path: Path) -> None:
    log = output(sandbox, tmp_path, f"import os; os.kill({os.getpid()}, 9)")
    assert "ProcessLookupError" in log


def test_killing_everybody_kills_nobody_else(sandbox: Sandbox, tmp_path: Path) -> None:
    async def beside_another() -> bool:
        other = await sandbox.start(shell_bot(tmp_path, "sleep 1020.5"))
        killer = await sandbox.start(shell_bot(tmp_path, "kill -9 -1"))
        await killer.wait()
        alive = other.is_running
        await other.stop()
        return alive

    assert asyncio.run(beside_another())


@pytest.mark.parametrize(
    ("name", "number", "arguments"),
    [
        ("ptrace", 101, "0, 0, 0, 0"),
        ("process_vm_readv", 310, "1, 0, 0, 0, 0, 0"),
        ("mount", 165, "0, 0, 0, 0, 0"),
        ("unshare", 272, "0x10000000"),
        ("setns", 308, "0, 0"),
        ("chroot", 161, "b'/'"),
        ("bpf", 321, "0, 0, 0"),
        ("io_uring_setup", 425, "1, 0"),
        ("userfaultfd", 323, "0"),
        ("perf_event_open", 298, "0, 0, 0, 0, 0"),
        ("keyctl", 250, "0, 0"),
        ("open_by_handle_at", 304, "0, 0, 0"),
        ("personality", 135, "0"),
        ("init_module", 175, "0, 0, 0"),
        ("memfd_create", 319, "b'x', 0"),
        ("shmget", 29, "0, 4096, 0"),
        ("clone with a new user namespace", 56, "0x10000011, 0, 0, 0, 0"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86-64")
def test_a_forbidden_call_is_refused(sandbox: Sandbox, tmp_path: Path, name: str, number: int, arguments: str) -> None:
    assert "result -1 EPERM" in output(sandbox, tmp_path, f"{CALL}\n    call({number}, {arguments})")


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only x86-64 has a second numbering")
def test_the_x32_numbering_is_no_way_round(sandbox: Sandbox, tmp_path: Path) -> None:
    assert "result -1 ENOSYS" in output(sandbox, tmp_path, f"{CALL}\n    call(0x40000000 + 101, 0, 0, 0, 0)")


def test_a_bot_has_no_capabilities_and_cannot_get_any(sandbox: Sandbox, tmp_path: Path) -> None:
    log = output(sandbox, tmp_path, "print(open('/proc/self/status').read())")
    facts = dict(line.split(":\t", 1) for line in log.splitlines() if ":\t" in line)
    assert int(facts["CapEff"], 16) == int(facts["CapPrm"], 16) == int(facts["CapBnd"], 16) == 0
    assert facts["NoNewPrivs"].strip() == "1"


def test_limits_cannot_be_raised(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (10**5, 10**5))"
    log = output(sandbox, tmp_path, source)
    assert "not allowed to raise" in log or "Operation not permitted" in log


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a bot another uid")
def test_a_bot_of_root_is_not_root_on_the_host(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = bot_folder(tmp_path) / "secret"
    secret.write_text("x")
    secret.chmod(0o600)
    assert "Permission denied" in output(sandbox, tmp_path, "open('/bot/secret').read()")


# --- secrets ---


def test_the_launchers_environment_and_flags_tell_nothing(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATABASE_URL", "postgres://secret")
    log = run(sandbox, shell_bot(tmp_path, "cat /proc/1/environ /proc/1/cmdline /proc/self/environ"))[1]
    assert "secret" not in log
    assert str(tmp_path) not in log


# --- bombs ---


def test_a_fork_bomb_is_over_its_limit_and_gone(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    end, _ = run(sandbox, python_bot(tmp_path, source, Limits(processes=30)))
    assert end.limit is Limit.PROCESSES
    assert processes_with(str(tmp_path)) == []


def test_a_thread_bomb_is_over_its_limit(sandbox: Sandbox, tmp_path: Path) -> None:
    source = """
        import threading, time
        while True:
            try: threading.Thread(target=time.sleep, args=(60,)).start()
            except RuntimeError: pass
    """
    assert run(sandbox, python_bot(tmp_path, source, Limits(processes=30)))[0].limit is Limit.PROCESSES


def test_memory_that_is_hidden_from_the_watchdog_counts_all_the_same(sandbox: Sandbox, tmp_path: Path) -> None:
    source = """
        import ctypes, time
        ctypes.CDLL(None).prctl(4, 0)
        hoard = [bytearray(b"x" * 2**20) for _ in range(100)]
        time.sleep(60)
    """
    assert run(sandbox, python_bot(tmp_path, source, Limits(memory_mb=64)))[0].limit is Limit.MEMORY


def test_a_bot_may_ask_for_more_than_it_can_have_and_live_with_the_answer(sandbox: Sandbox, tmp_path: Path) -> None:
    source = "try: bytearray(10**12)\nexcept MemoryError: print('refused')"
    end, log = run(sandbox, python_bot(tmp_path, source))
    assert end == Exit(code=0)
    assert log.startswith("refused\n")


def test_cpu_time_of_children_that_nobody_waits_for_counts(sandbox: Sandbox, tmp_path: Path) -> None:
    source = """
        import os, signal, time
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            if os.fork() == 0:
                while time.process_time() < 0.8: pass
                os._exit(0)
            time.sleep(0.9)
    """
    assert run(sandbox, python_bot(tmp_path, source, Limits(cpu_seconds=2)), seconds=40)[0].limit is Limit.CPU_TIME
