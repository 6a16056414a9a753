"""Uploads and versions as their owners see them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from arena.accounts.tokens import utc
from arena.models import Bot, Owner, Version
from arena.store import version_labels
from arena.uploads.models import Upload, UploadStatus
from arena.uploads.store import before


def upload_facts(session: Session, upload: Upload) -> dict[str, Any]:
    """Everything about an upload, its log included: for its owner only."""
    version = None if upload.version_id is None else version_labels(session, [upload.version_id])[upload.version_id]
    is_waiting = upload.status == UploadStatus.WAITING
    return {
        "id": upload.id,
        "owner": session.get_one(Owner, upload.owner_id).name,
        "digest": upload.digest,
        "status": str(upload.status),
        "is_over": not is_waiting,
        "before": before(session, upload) if is_waiting else 0,
        "version": version,
        "version_id": upload.version_id,
        "sentence": upload.sentence,
        "steps": upload.steps,
        "created": utc(upload.created),
        "ended": None if upload.ended is None else utc(upload.ended),
    }


def recent_uploads(session: Session, owner: str, most: int = 10) -> list[dict[str, Any]]:
    query = (
        select(Upload)
        .join(Owner, col(Owner.id) == Upload.owner_id)
        .where(Owner.name == owner)
        .order_by(col(Upload.id).desc())
        .limit(most)
    )
    return [upload_facts(session, upload) for upload in session.exec(query)]


def own_versions(session: Session, owner: str) -> list[tuple[str, Version, datetime]]:
    """All versions of an owner's bots, with their names, the newest of each bot first."""
    query = (
        select(Version)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .join(Owner, col(Owner.id) == Bot.owner_id)
        .where(Owner.name == owner)
        .order_by(col(Bot.name), col(Version.number).desc())
    )
    versions = list(session.exec(query))
    labels = version_labels(session, [version.id or 0 for version in versions])
    return [(labels[version.id or 0], version, utc(version.created)) for version in versions]
