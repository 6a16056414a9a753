"""Checks uploads, one after another, wherever there is a referee."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import grpc

from arena.courses.handins import settle
from arena.db import AWAY, writing
from arena.models import Owner, Version
from arena.packages import kept_package
from arena.settings import ArenaError, Settings
from arena.submissions import Submission, submit_package
from arena.uploads import store
from arena.uploads.models import Upload, UploadStatus

LOOK_SECONDS = 0.5
PAUSE_SECONDS = 5.0
"""After some trouble of the platform's."""


@contextmanager
def checking(settings: Settings) -> Iterator[None]:
    """Uploads are checked as long as this block lasts. One that is interrupted is checked again by somebody else."""
    told = threading.Event()
    thread = threading.Thread(target=_check_all, args=(settings, told), name="checker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        told.set()
        thread.join(2 * LOOK_SECONDS)  # a check that is under way ends with the referee


def _check_all(settings: Settings, told: threading.Event) -> None:
    with ThreadPoolExecutor(1) as pool:
        while not told.wait(LOOK_SECONDS):
            try:
                while not told.is_set() and check_next(settings, pool):
                    pass
            except AWAY:
                told.wait(PAUSE_SECONDS)


def check_next(settings: Settings, pool: ThreadPoolExecutor) -> bool:
    """Check the upload that waits longest. Whether there was one, and there may be more."""
    with writing(settings.database) as session:
        upload = store.claim(session, settings.lease_seconds)
        owner = session.get_one(Owner, upload.owner_id).name if upload else ""
    if upload is None:
        return False
    work = pool.submit(_check, settings, upload, owner)
    while not _is_done(work, settings.lease_seconds / 3):
        with suppress(*AWAY), writing(settings.database) as session:
            store.renew(session, upload, settings.lease_seconds)
    return work.result()


def _is_done(work: Any, seconds: float) -> bool:
    with suppress(TimeoutError):
        work.exception(seconds)
    return bool(work.done())


def _check(settings: Settings, upload: Upload, owner: str) -> bool:
    """Whether it came to an end: not if the platform failed, whose fault is nobody's result."""
    steps: list[dict[str, Any]] = []

    def follow(step: dict[str, Any]) -> None:
        steps.append(step)
        with writing(settings.database) as session:
            store.change(session, upload, steps=list(steps))

    try:
        done = submit_package(settings, kept_package(settings, upload.digest), owner, follow)
    except ArenaError as error:
        return _end(settings, upload, UploadStatus.REFUSED, str(error))
    except grpc.RpcError:
        _end(settings, upload, UploadStatus.WAITING, "the referee did not answer; it will be tried again")
        return False
    with writing(settings.database) as session:
        store.change(session, upload, version_id=done.version.id)
    status = UploadStatus.ACCEPTED if done.is_accepted else UploadStatus.REFUSED
    return _end(settings, upload, status, _sentence(done))


def _end(settings: Settings, upload: Upload, status: UploadStatus, sentence: str) -> bool:
    """Together with the answer, if it was for an assignment: both, or none."""
    with writing(settings.database) as session:
        is_ours = store.end(session, upload, status, sentence)
        if is_ours:
            settle(session, session.get_one(Upload, upload.id))
        return is_ours


def _sentence(done: Submission) -> str:
    version: Version = done.version
    if not done.is_new and not done.steps:
        return f"this is the same package as {done.label}, which is {version.status}"
    failed = [step["step"] for step in done.steps if not step["passed"]]
    return f"{done.label} is {version.status}" + (f": it did not pass {failed[0]!r}" if failed else "")
