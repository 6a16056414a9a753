"""Uploaded packages: kept in the database, given to whichever referee needs them."""

from __future__ import annotations

import grpc
from bothy.v1 import referee_pb2, referee_pb2_grpc
from sqlmodel import Session, select

from arena.db import reading, writing
from arena.models import Package
from arena.settings import ArenaError, Settings

PIECE_BYTES = 1024 * 1024


def keep_package(session: Session, digest: str, data: bytes) -> None:
    """The same package again is no work."""
    if session.exec(select(Package.digest).where(Package.digest == digest)).first() is None:
        session.add(Package(digest=digest, data=data))
        session.flush()


def kept_package(settings: Settings, digest: str) -> bytes:
    """A package by its digest."""
    with reading(settings.database) as session:
        found = session.get(Package, digest)
    return found.data if found is not None else _from_the_home(settings, digest)


def _from_the_home(settings: Settings, digest: str) -> bytes:
    """Before the database kept packages, they were files of the home: such a one moves now."""
    try:
        data = (settings.packages / f"{digest}.package").read_bytes()
    except OSError:
        raise ArenaError(f"package {digest[:12]}… is not in the database: submit that bot again") from None
    with writing(settings.database) as session:
        keep_package(session, digest, data)
    return data


def hold_packages(stub: referee_pb2_grpc.RefereeServiceStub, settings: Settings, digests: list[str]) -> None:
    """Give the referee the packages that it does not have yet."""
    asked = referee_pb2.FindPackagesRequest(digests=digests)
    for digest in stub.FindPackages(asked, wait_for_ready=True, timeout=30).missing:
        hold_package(stub, kept_package(settings, digest))


def hold_package(stub: referee_pb2_grpc.RefereeServiceStub, data: bytes) -> referee_pb2.HoldPackageResponse:
    """Give the referee a package; ArenaError if it refuses it."""
    pieces = (data[start : start + PIECE_BYTES] for start in range(0, len(data), PIECE_BYTES))
    try:
        return stub.HoldPackage((referee_pb2.HoldPackageRequest(data=piece) for piece in pieces), timeout=300)
    except grpc.RpcError as error:
        if isinstance(error, grpc.Call) and error.code() is grpc.StatusCode.INVALID_ARGUMENT:
            raise ArenaError(error.details() or "the package was refused") from None
        raise
