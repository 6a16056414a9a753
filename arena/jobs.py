"""The one kind of job: play a match, as far as it has not been played. It carries the match's id and nothing else."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc
from bothy.v1 import bot_pb2, game_pb2, referee_pb2, referee_pb2_grpc
from sqlalchemy.exc import DBAPIError

from arena import leases
from arena.db import AWAY, reading, writing
from arena.door.bots import caller_of
from arena.models import Match, MatchStatus, Pool, Tournament, Version
from arena.packages import hold_packages
from arena.results import blocks_played, faults_in_a_row, store_block
from arena.settings import ArenaError, Settings, load_settings
from arena.store import version_labels, versions_of_match
from arena.tournaments import after_match

HOLDER = "ARENA_WORKER_NAME"
"""The variable with the name under which a worker holds its leases."""
RETRY_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Job:
    """A match that this worker holds the lease of, and what is left of it to play."""

    match: Match
    pool_id: int
    versions: list[int]
    digests: list[str]
    from_afar: int
    """How many of the versions run on their owners' machines."""
    request: referee_pb2.PlayMatchRequest

    def sandbox(self, level: str) -> str:
        """What is to be said of where the bots ran, if those that ran here had a sandbox of this level."""
        if not self.from_afar:
            return level
        return "afar" if self.from_afar == len(self.versions) else f"{level}+afar"


class BotsAway(Exception):
    """The next block was not begun: it waits for bots from afar."""


def play_match(match_id: int) -> str:
    """What RQ calls. Whatever becomes of it, the database says what is left to do."""
    settings = load_settings()
    with writing(settings.database) as session:
        token = leases.claim(session, match_id, settings.lease_seconds, os.environ.get(HOLDER, "nobody"))
    if token is None:
        return "nothing to do: it is played, cancelled, or somebody else plays it"
    trouble, waits = "the worker was stopped", ""
    try:
        with _Lease(settings, match_id, token) as lease:
            trouble = _play(settings, match_id, lease)
    except BotsAway as away:  # nobody's trouble
        trouble, waits = "", str(away)
    except (grpc.RpcError, OSError, ArenaError, DBAPIError) as error:
        trouble = _sentence(error)
    finally:
        _release(settings, match_id, token, trouble)
    if not trouble and not waits:
        after_match(settings.database, match_id)
    return trouble or waits or "played"


def _play(settings: Settings, match_id: int, lease: _Lease) -> str:
    """Play what is left, block by block into the database. What went wrong, if it is not played to its end."""
    job = _load(settings.database, match_id)
    if job.request.first_block >= job.request.blocks:
        with writing(settings.database) as session:
            leases.release(session, match_id, lease.token, status=MatchStatus.DONE)
        return ""
    with grpc.insecure_channel(f"unix:{Path(settings.referee_socket).absolute()}") as channel:
        stub = referee_pb2_grpc.RefereeServiceStub(channel)
        hold_packages(stub, settings, job.digests)
        call = stub.PlayMatch(job.request, wait_for_ready=True)
        lease.on_loss(call.cancel)
        sandbox, played = "", job.request.first_block
        # No further than the last block: with it the lease was let go, which its keeper may take for a loss.
        while played < job.request.blocks and (response := next(iter(call), None)):
            if response.HasField("started"):
                sandbox = job.sandbox(response.started.sandbox)
                continue
            if response.HasField("away"):
                raise BotsAway(f"it waits for {', '.join(response.away.names)}")
            if not _store(settings, job, lease.token, response.block, sandbox):
                return "somebody else plays it, or it was cancelled"
            played = response.block.number + 1
    return "" if played >= job.request.blocks else "the referee ended before the match did"


def _store(settings: Settings, job: Job, token: str, block: referee_pb2.Block, sandbox: str) -> bool:
    """A block into the database, if the match is still ours. With its last block a match is done, in the same moment:
    whoever dies right after that leaves nothing to be mended."""
    assert job.match.id is not None
    with writing(settings.database) as session:
        if not leases.renew(session, job.match.id, token, settings.lease_seconds):
            return False
        store_block(session, job.match, job.pool_id, job.versions, block, sandbox)
        if block.number + 1 == job.request.blocks:
            leases.release(session, job.match.id, token, status=MatchStatus.DONE)
    return True


def _release(settings: Settings, match_id: int, token: str, trouble: str) -> None:
    """Let go of what is still ours. A database that is away is waited for, as long as the lease would last anyway."""
    deadline = time.monotonic() + settings.lease_seconds
    while True:
        try:
            with writing(settings.database) as session:
                leases.release(session, match_id, token, trouble)
            return
        except AWAY:
            if time.monotonic() > deadline:
                return
            time.sleep(RETRY_SECONDS)


def _load(url: str, match_id: int) -> Job:
    with reading(url) as session:
        match = session.get_one(Match, match_id)
        tournament = session.get_one(Tournament, match.tournament_id)
        pool = session.get_one(Pool, tournament.pool_id)
        versions = versions_of_match(session, match_id)
        ids = [version.id for version in versions if version.id is not None]
        from_afar = sum(version.is_from_afar for version in versions)
        labels = version_labels(session, ids)
        played = blocks_played(session, match_id)
        request = referee_pb2.PlayMatchRequest(
            game=pool.game,
            options={name: option_to_wire(value) for name, value in pool.options.items()},
            bots=[_source(number, labels[number], version) for number, version in zip(ids, versions, strict=True)],
            blocks=match.blocks,
            first_block=len(played),
            seed=bytes.fromhex(match.seed or tournament.seed),
            clock=bot_pb2.Clock(**tournament.clock),
            seatings=referee_pb2.Seatings.Value(f"SEATINGS_{tournament.seatings.upper()}"),
            # One block at a time: who goes away loses one.
            parallel=1 if from_afar else tournament.parallel,
            stop_if_away=bool(from_afar),
            limits=referee_pb2.Limits(**(tournament.limits or {})),
            freeze=tournament.freeze,
            faults_in_a_row=faults_in_a_row(session, match_id, ids),
        )
        assert pool.id is not None
        digests = [version.digest for version in versions if not version.is_from_afar]
        return Job(match, pool.id, ids, digests, from_afar, request)


def _source(version_id: int, label: str, version: Version) -> referee_pb2.BotSource:
    if version.is_from_afar:
        return referee_pb2.BotSource(name=label, remote=caller_of(version_id))
    return referee_pb2.BotSource(name=label, digest=version.digest)


def option_to_wire(value: object) -> game_pb2.OptionValue:
    if isinstance(value, bool):
        return game_pb2.OptionValue(flag=value)
    return game_pb2.OptionValue(number=value) if isinstance(value, int) else game_pb2.OptionValue(text=str(value))


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
        self._lost = threading.Event()
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
        if self._lost.is_set():  # before there was anything to stop
            stop()

    def _keep(self) -> None:
        while not self._ended.wait(self._settings.lease_seconds / 4):
            try:
                with writing(self._settings.database) as session:
                    held = leases.renew(session, self._match_id, self.token, self._settings.lease_seconds)
            except DBAPIError:
                # The database is away for a moment; if for longer, the lease runs out by itself.
                continue
            if not held:
                self._lost.set()
                self._stop()
                return
