"""Bots from afar: what the arena knows of them, and the tokens by which they are known."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256

from sqlmodel import Session, col, select

from arena.door.models import Remote
from arena.models import AFAR, Bot, Owner, Version, VersionStatus
from arena.settings import ArenaError
from arena.store import add_version
from referee.games import GAMES

NAME = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
MOST_OF_AN_OWNER = 50
"""Versions from afar that have a token."""


def add_from_afar(session: Session, owner: Owner, name: str, games: Sequence[str]) -> tuple[Version, str]:
    """A new version of a bot, which is active at once, and its token, which is nowhere else."""
    if not NAME.fullmatch(name):
        raise ArenaError(f"a bot's name has 1 to 40 letters a to z, digits and hyphens; {name!r} has not")
    if not games or (unknown := sorted(set(games) - set(GAMES))):
        which = f"there is no game {unknown[0]!r}" if games else "a bot plays at least one game"
        raise ArenaError(f"{which}; the games are: {', '.join(GAMES)}")
    if _with_tokens(session, owner) >= MOST_OF_AN_OWNER:
        raise ArenaError(f"{owner.name} has {MOST_OF_AN_OWNER} bots from afar with a token: revoke one first")
    # No package, so no digest of one: the number is unique among the bot's versions as well.
    version, _ = add_version(session, owner, name, f"{AFAR}{secrets.token_hex(8)}", list(dict.fromkeys(games)))
    version.status = VersionStatus.ACTIVE
    assert version.id is not None
    session.add_all([version, Remote(version_id=version.id)])
    session.flush()
    return version, new_token(session, version)


def new_token(session: Session, version: Version) -> str:
    """Its token from now on; the one before is no longer good."""
    token = f"bothy_{secrets.token_urlsafe(32)}"
    _set_digest(session, version, sha256(token.encode()).hexdigest())
    return token


def revoke_token(session: Session, version: Version) -> None:
    """Nobody plays as this version until it has a new token."""
    _set_digest(session, version, None)


def digests(session: Session) -> dict[str, str]:
    """Of all good tokens, by the names under which the bots dial in."""
    rows = session.exec(select(Remote).where(col(Remote.digest).is_not(None)).order_by(col(Remote.version_id)))
    return {caller_of(row.version_id): row.digest for row in rows if row.digest is not None}


def caller_of(version_id: int) -> str:
    """The name under which a version dials in."""
    return f"version-{version_id}"


def _set_digest(session: Session, version: Version, digest: str | None) -> None:
    remote = session.get(Remote, version.id)
    if remote is None:
        raise ArenaError(f"version {version.number} was uploaded and runs here: only bots from afar have a token")
    remote.digest = digest
    session.add(remote)
    session.flush()


def _with_tokens(session: Session, owner: Owner) -> int:
    query = select(Remote).join(Version, col(Version.id) == Remote.version_id).join(Bot, col(Bot.id) == Version.bot_id)
    return len(session.exec(query.where(Bot.owner_id == owner.id, col(Remote.digest).is_not(None))).all())
