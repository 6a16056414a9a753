"""The one kind of job: play a match, as far as it has not been played. It carries the match's id and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc
from bothy.v1 import bot_pb2, game_pb2, referee_pb2, referee_pb2_grpc
from sqlalchemy.exc import DBAPIError

from arena import leases
from arena.db import reading, writing
from arena.models import Match, MatchStatus, Pool, Tournament
from arena.results import blocks_played, faults_in_a_row, store_block
from arena.settings import ArenaError, Settings, load_settings
from arena.store import version_labels, versions_of_match
from arena.tournaments import after_match

PIECE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Job:
    """A match that this worker holds the lease of, and what is left of it to play."""

    match: Match
    pool_id: int
    versions: list[int]
    digests: list[str]
    request: referee_pb2.PlayMatchRequest


def play_match(match_id: int) -> str:
    """What RQ calls. Whatever becomes of it, the database says what is left to do."""
    settings = load_settings()
    with writing(settings.database) as session:
        token = leases.claim(session, match_id, settings.lease_seconds)
    if token is None:
        return "nothing to do: it is played, cancelled, or somebody else plays it"
    trouble, status = "", None
    try:
        with _Lease(settings, match_id, token) as lease:
            if _play(settings, match_id, lease):
                status = MatchStatus.DONE
    except (grpc.RpcError, OSError, ArenaError) as error:
        trouble = _sentence(error)
    except BaseException:
        trouble = "the worker was stopped"
        raise
    finally:
        with writing(settings.database) as session:
            leases.release(session, match_id, token, trouble, status)
    if status is MatchStatus.DONE:
        after_match(settings.database, match_id)
    return trouble or "played"


def _play(settings: Settings, match_id: int, lease: _Lease) -> bool:
    """Play what is left, block by block into the database; False if the lease was lost on the way."""
    job = _load(settings.database, match_id)
    if job.request.first_block >= job.request.blocks:
        return True
    with grpc.insecure_channel(f"unix:{Path(settings.referee_socket).absolute()}") as channel:
        stub = referee_pb2_grpc.RefereeServiceStub(channel)
        hold_packages(stub, settings.packages, job.digests)
        call = stub.PlayMatch(job.request, wait_for_ready=True)
        lease.on_loss(call.cancel)
        sandbox = ""
        for response in call:
            if response.HasField("started"):
                sandbox = response.started.sandbox
                continue
            with writing(settings.database) as session:
                if not leases.renew(session, match_id, lease.token, settings.lease_seconds):
                    return False
                store_block(session, job.match, job.pool_id, job.versions, response.block, sandbox)
    return True


def _load(url: str, match_id: int) -> Job:
    with reading(url) as session:
        match = session.get_one(Match, match_id)
        tournament = session.get_one(Tournament, match.tournament_id)
        pool = session.get_one(Pool, tournament.pool_id)
        versions = versions_of_match(session, match_id)
        ids = [version.id for version in versions if version.id is not None]
        labels = version_labels(session, ids)
        played = blocks_played(session, match_id)
        request = referee_pb2.PlayMatchRequest(
            game=pool.game,
            options={name: _option(value) for name, value in pool.options.items()},
            bots=[
                referee_pb2.BotSource(name=labels[number], digest=version.digest)
                for number, version in zip(ids, versions, strict=True)
            ],
            blocks=match.blocks,
            first_block=len(played),
            seed=bytes.fromhex(tournament.seed),
            clock=bot_pb2.Clock(**tournament.clock),
            seatings=referee_pb2.Seatings.Value(f"SEATINGS_{tournament.seatings.upper()}"),
            parallel=tournament.parallel,
            faults_in_a_row=faults_in_a_row(session, match_id, ids),
        )
        assert pool.id is not None
        return Job(match, pool.id, ids, [version.digest for version in versions], request)


def _option(value: object) -> game_pb2.OptionValue:
    if isinstance(value, bool):
        return game_pb2.OptionValue(flag=value)
    return game_pb2.OptionValue(number=value) if isinstance(value, int) else game_pb2.OptionValue(text=str(value))


def hold_packages(stub: referee_pb2_grpc.RefereeServiceStub, packages: Path, digests: list[str]) -> None:
    """Give the referee the packages that it does not have yet."""
    asked = referee_pb2.FindPackagesRequest(digests=digests)
    for digest in stub.FindPackages(asked, wait_for_ready=True, timeout=30).missing:
        hold_package(stub, (packages / f"{digest}.package").read_bytes())


def hold_package(stub: referee_pb2_grpc.RefereeServiceStub, data: bytes) -> referee_pb2.HoldPackageResponse:
    """Give the referee a package; ArenaError if it refuses it."""
    pieces = (data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES))
    try:
        return stub.HoldPackage((referee_pb2.HoldPackageRequest(data=piece) for piece in pieces), timeout=300)
    except grpc.RpcError as error:
        if isinstance(error, grpc.Call) and error.code() is grpc.StatusCode.INVALID_ARGUMENT:
            raise ArenaError(error.details() or "the package was refused") from None
        raise


def _sentence(error: Exception) -> str:
    if isinstance(error, grpc.Call):
        return f"the referee: {error.code().name.lower()}: {error.details()}"
    return str(error) or type(error).__name__


class _Lease:
    """Keeps a lease alive from a thread of its own, so that a long block does not lose it."""

    def __init__(self, settings: Settings, match_id: int, token: str) -> None:
        self.token = token
        self._settings, self._match_id = settings, match_id
        self._ended = threading.Event()
        self._stop: Callable[[], object] = lambda: None
        self._thread = threading.Thread(target=self._keep, name="lease", daemon=True)

    def __enter__(self) -> _Lease:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def on_loss(self, stop: Callable[[], object]) -> None:
        self._stop = stop

    def _keep(self) -> None:
        while not self._ended.wait(self._settings.lease_seconds / 4):
            try:
                with writing(self._settings.database) as session:
                    held = leases.renew(session, self._match_id, self.token, self._settings.lease_seconds)
            except DBAPIError:
                # The database is away for a moment; if for longer, the lease runs out by itself.
                continue
            if not held:
                self._stop()
                return
