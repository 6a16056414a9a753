"""The standing service, as the arena and bots from afar use it: real processes, real sockets, real TLS."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from bothy.v1 import bot_pb2, referee_pb2, referee_pb2_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.verify import verify
from referee.wire.matches import block_from_wire
from tests.e2e.afar import bot_from_afar, free_port, make_certificates

SAMPLES = Path(__file__).parents[2] / "sample_bots"
CLOCK = bot_pb2.Clock(startup_ms=60_000, grace_ms=10_000, bank_ms=60_000)

pytestmark = pytest.mark.usefixtures("no_orphans")


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "referee.cli", "serve", "--socket", str(folder / "r.sock")]
    process = subprocess.Popen(
        [*command, "--packages", str(folder / "packages"), *options],
        stdout=subprocess.PIPE, text=True, cwd=folder,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert "ready" in process.stdout.readline()
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


@contextmanager
def control(folder: Path) -> Iterator[referee_pb2_grpc.RefereeServiceStub]:
    with grpc.insecure_channel(f"unix:{folder / 'r.sock'}") as channel:
        yield referee_pb2_grpc.RefereeServiceStub(channel)


def packed(folder: Path) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for path in sorted(folder.glob("*.*")):
            archive.add(path, path.name)
    return data.getvalue()


def hold(stub: referee_pb2_grpc.RefereeServiceStub, data: bytes) -> referee_pb2.HoldPackageResponse:
    pieces = [data[start : start + 1000] for start in range(0, len(data), 1000)]
    return stub.HoldPackage(iter([referee_pb2.HoldPackageRequest(data=piece) for piece in pieces]))


def match_of(*bots: referee_pb2.BotSource, blocks: int = 2, game: str = "claim") -> referee_pb2.PlayMatchRequest:
    return referee_pb2.PlayMatchRequest(game=game, bots=bots, blocks=blocks, seed=bytes(32), clock=CLOCK, parallel=2)


def folder_bot(name: str) -> referee_pb2.BotSource:
    return referee_pb2.BotSource(name=name, folder=str(SAMPLES / name))


def test_packages_are_held_once_and_play_a_match_whose_blocks_stream_out_in_order(tmp_path: Path) -> None:
    with serving(tmp_path), control(tmp_path) as stub:
        held = [hold(stub, packed(SAMPLES / name)) for name in ("python-random", "python-raw")]
        assert [package.name for package in held] == ["python-random", "python-raw"]
        digests = [package.digest for package in held]
        unknown = "0" * 64
        missing = stub.FindPackages(referee_pb2.FindPackagesRequest(digests=[*digests, unknown])).missing
        assert list(missing) == [unknown]
        bots = [referee_pb2.BotSource(name=name, digest=digest) for name, digest in zip("ab", digests, strict=True)]
        started, *blocks = stub.PlayMatch(match_of(*bots))
        assert started.started.sandbox in ("strict", "standard")
        assert [response.block.number for response in blocks] == [0, 1]
        for response in blocks:
            for game in block_from_wire(response.block, "claim", {}, ["a", "b"]).games:
                verify(game.replay.to_json())
                assert game.replay.result is not None
                assert game.replay.result.termination == "normal"


def test_a_match_goes_on_from_the_block_that_it_is_told(tmp_path: Path) -> None:
    bots = [folder_bot("python-raw"), folder_bot("python-random")]
    with serving(tmp_path), control(tmp_path) as stub:
        whole = [response.block for response in stub.PlayMatch(match_of(*bots, blocks=3))][1:]
        request = match_of(*bots, blocks=3)
        request.first_block = 2
        rest = [response.block for response in stub.PlayMatch(request)][1:]
    assert [list(game.choices) for game in rest[0].games] == [list(game.choices) for game in whole[2].games]


def test_cancelling_a_call_leaves_nothing_running(tmp_path: Path) -> None:
    with serving(tmp_path) as referee, control(tmp_path) as stub:
        call = stub.PlayMatch(match_of(folder_bot("python-random"), folder_bot("python-raw"), blocks=10_000))
        for response in call:
            if response.HasField("block"):
                break
        assert len(bots_of(referee.pid)) >= 4
        call.cancel()  # type: ignore[no-untyped-call]
        deadline = time.monotonic() + 20
        while bots_of(referee.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not bots_of(referee.pid)


def bots_of(referee: int) -> list[str]:
    """The processes below a referee, but for the keeper that cleans up after it."""
    parents, commands = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(folder.name)] = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
    below = {referee}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return [commands[pid] for pid in below - {referee} if "keeper" not in commands[pid]]


def test_the_check_streams_its_steps(tmp_path: Path) -> None:
    with serving(tmp_path), control(tmp_path) as stub:
        steps = list(stub.CheckBot(referee_pb2.CheckBotRequest(bot=folder_bot("python-raw"), clock=CLOCK)))
    assert [step.step for step in steps][:2] == ["starts", "says hello"]
    assert all(step.passed for step in steps)


def test_the_service_says_that_it_is_healthy(tmp_path: Path) -> None:
    with serving(tmp_path), grpc.insecure_channel(f"unix:{tmp_path / 'r.sock'}") as channel:
        asked = health_pb2.HealthCheckRequest(service="bothy.v1.RefereeService")
        assert health_pb2_grpc.HealthStub(channel).Check(asked).status == health_pb2.HealthCheckResponse.SERVING


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (match_of(game="bridge"), "there is no game 'bridge'"),
        (match_of(folder_bot("python-raw")), "claim is for 2 players, not 1"),
        (match_of(folder_bot("nobody"), folder_bot("nobody")), "has no bot.toml"),
        (match_of(referee_pb2.BotSource(), referee_pb2.BotSource()), "a bot needs a source"),
        (match_of(*[referee_pb2.BotSource(digest="1" * 64)] * 2), "is held here"),
        (match_of(*[referee_pb2.BotSource(remote="afar")] * 2), "takes no bots from afar"),
    ],
)
def test_a_request_that_cannot_be_met_is_refused_in_a_sentence(
    tmp_path: Path, request_: referee_pb2.PlayMatchRequest, sentence: str
) -> None:
    with serving(tmp_path), control(tmp_path) as stub, pytest.raises(grpc.RpcError) as refused:
        list(stub.PlayMatch(request_))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert sentence in (refused.value.details() or "")


def test_rubbish_is_no_package(tmp_path: Path) -> None:
    with serving(tmp_path), control(tmp_path) as stub, pytest.raises(grpc.RpcError) as refused:
        hold(stub, b"rubbish" * 100)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_a_second_referee_does_not_steal_the_socket(tmp_path: Path) -> None:
    with serving(tmp_path):
        command = [sys.executable, "-m", "referee.cli", "serve", "--socket", str(tmp_path / "r.sock")]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
        assert second.returncode == 2
        assert "a referee is at" in second.stderr
        with control(tmp_path) as stub:
            assert not stub.FindPackages(referee_pb2.FindPackagesRequest()).missing


@contextmanager
def serving_afar(folder: Path, port: int) -> Iterator[str]:
    """A referee that takes bots from afar, and a token for one of them."""
    make_certificates(folder)
    made = subprocess.run(
        [sys.executable, "-m", "referee.cli", "token", "student", "--tokens", "tokens.txt"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    options = ["--listen", f"localhost:{port}", "--cert", "cert.pem", "--key", "key.pem", "--tokens", "tokens.txt"]
    with serving(folder, *options):
        yield made.stdout.split()[0]


def test_a_bot_from_afar_plays_at_both_tables_over_tls(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token, bot_from_afar(tmp_path, port, token), control(tmp_path) as stub:
        student = referee_pb2.BotSource(name="student", remote="student")
        _, *blocks = stub.PlayMatch(match_of(student, folder_bot("python-raw")))
    results = [game.termination for response in blocks for game in response.block.games]
    assert results == [bot_pb2.TERMINATION_NORMAL] * 4


def test_a_bot_from_afar_that_never_dials_in_has_not_started(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port), control(tmp_path) as stub:
        student = referee_pb2.BotSource(name="student", remote="student")
        request = match_of(student, folder_bot("python-raw"), blocks=1)
        request.clock.startup_ms = 3000
        _, response = stub.PlayMatch(request)
    assert [game.termination for game in response.block.games] == [bot_pb2.TERMINATION_NO_START] * 2


def test_a_bot_from_afar_with_a_revoked_token_is_turned_away(tmp_path: Path) -> None:
    port = free_port()
    with serving_afar(tmp_path, port) as token:
        revoke = [sys.executable, "-m", "referee.cli", "token", "student", "--revoke", "--tokens", "tokens.txt"]
        subprocess.run(revoke, cwd=tmp_path, check=True, capture_output=True)
        with bot_from_afar(tmp_path, port, token) as bot:
            _, complaint = bot.communicate(timeout=60)
    assert bot.returncode == 2
    assert "does not know this token" in complaint
