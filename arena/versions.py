"""Versions that their owners activate and retire."""

from __future__ import annotations

from sqlmodel import Session

from arena.models import Version, VersionStatus
from arena.settings import ArenaError

KEPT = (VersionStatus.ACTIVE, VersionStatus.RETIRED)
"""What has passed its check, and can go from one to the other."""


def retire(session: Session, version: Version) -> None:
    """It enters no new tournament. Its results stay."""
    _move(session, version, VersionStatus.RETIRED)


def activate(session: Session, version: Version) -> None:
    """It may be entered again. Only what has passed its check can be."""
    _move(session, version, VersionStatus.ACTIVE)


def _move(session: Session, version: Version, status: VersionStatus) -> None:
    if version.status not in KEPT or any(line.startswith("FAILED ") for line in version.report.splitlines()):
        raise ArenaError(
            f"version {version.number} is {version.status}: only what has passed its check can be {status}"
        )
    version.status = status
    session.add(version)
    session.flush()
