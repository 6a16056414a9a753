"""Uploads in the database: taken in, claimed, followed, ended."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import CursorResult, func, or_, update
from sqlmodel import Session, col, select

from arena.leases import clock
from arena.models import Owner, now
from arena.packages import keep_package
from arena.settings import ArenaError
from arena.store import owner_named
from arena.submissions import MOST_BYTES
from arena.uploads.models import Upload, UploadStatus

MOST_WAITING = 5
"""Of one owner: who fills the queue keeps the others waiting."""


def take_in(session: Session, owner: str, data: bytes) -> Upload:
    """Keep a package until it is checked. The same again, while it waits, is the same upload."""
    digest = sha256(data).hexdigest()
    same = [upload for upload in _waiting(session, owner_named(session, owner)) if upload.digest == digest]
    return same[0] if same else add_upload(session, owner, data)


def add_upload(session: Session, owner: str, data: bytes) -> Upload:
    """The same, though the same package may be waiting already."""
    if not data:
        raise ArenaError("the package is empty: send a .tar.gz or .zip of a folder with a bot.toml")
    if len(data) > MOST_BYTES:
        raise ArenaError(f"the package is too large: it has at most {MOST_BYTES // 1024 // 1024} MB")
    holder, digest = owner_named(session, owner), sha256(data).hexdigest()
    if len(_waiting(session, holder)) >= MOST_WAITING:
        raise ArenaError(f"{MOST_WAITING} of your packages are waiting to be checked: wait for one of them")
    keep_package(session, digest, data)
    upload = Upload(owner_id=holder.id or 0, digest=digest)
    session.add(upload)
    session.flush()
    return upload


def _waiting(session: Session, holder: Owner) -> list[Upload]:
    query = select(Upload).where(Upload.owner_id == holder.id, Upload.status == UploadStatus.WAITING)
    return list(session.exec(query))


def before(session: Session, upload: Upload) -> int:
    """How many uploads are checked before this one."""
    query = select(func.count()).where(Upload.status == UploadStatus.WAITING, col(Upload.id) < (upload.id or 0))
    return session.exec(query).one()


def claim(session: Session, seconds: float) -> Upload | None:
    """The oldest that waits and that nobody checks; it is ours for so long."""
    at = clock(session)
    is_free = or_(col(Upload.lease_until).is_(None), col(Upload.lease_until) < at)
    waiting = select(Upload.id).where(Upload.status == UploadStatus.WAITING, is_free).order_by(col(Upload.id)).limit(1)
    upload_id = session.exec(waiting).first()
    token = secrets.token_hex(16)
    values = {"lease_token": token, "lease_until": at + timedelta(seconds=seconds), "steps": [], "sentence": ""}
    statement = update(Upload).where(col(Upload.id) == upload_id, is_free).values(**values)
    return session.get(Upload, upload_id) if upload_id is not None and _changed(session, statement) else None


def change(session: Session, upload: Upload, **values: Any) -> bool:
    """Write these values, if it is still ours."""
    statement = update(Upload).where(col(Upload.id) == upload.id, col(Upload.lease_token) == upload.lease_token)
    return _changed(session, statement.values(**values))


def renew(session: Session, upload: Upload, seconds: float) -> bool:
    return change(session, upload, lease_until=clock(session) + timedelta(seconds=seconds))


def end(session: Session, upload: Upload, status: UploadStatus, sentence: str = "") -> bool:
    """Over, or, if it is to wait still, free for somebody else."""
    ended: datetime | None = None if status is UploadStatus.WAITING else now()
    return change(session, upload, status=status, sentence=sentence, ended=ended, lease_token=None, lease_until=None)


def _changed(session: Session, statement: Any) -> bool:
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return bool(result.rowcount)
