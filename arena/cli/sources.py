"""Bots that a command is given: names of versions that are here, or folders and archives to be submitted first."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from sqlmodel import col, select

from arena.db import reading
from arena.models import Bot, Owner, Version, VersionStatus
from arena.services import services
from arena.settings import ArenaError, Settings
from arena.store import BotName, find_version, version_labels
from arena.submissions import packed, submit


def labels_of(settings: Settings, texts: Sequence[str], owner: str, game: str) -> list[str]:
    """The versions that are meant, all of them active and playing the game."""
    paths = {text: Path(text) for text in texts if _is_package(Path(text))}
    submitted = dict(zip(paths, submitted_labels(settings, list(paths.values()), owner), strict=True))
    with reading(settings.database) as session:
        names = [BotName.parse(submitted.get(text, text), owner) for text in texts]
        ids = [find_version(session, name, game).id or 0 for name in names]
        labels = version_labels(session, ids)
    return [labels[version_id] for version_id in ids]


def submitted_labels(settings: Settings, sources: Sequence[Path], owner: str) -> list[str]:
    """Submit what is not here already; a referee is started only if there is something to check."""
    known = {source: active_label(settings, source, owner) for source in sources}
    new = [source for source, label in known.items() if label is None]
    if new:
        with services(settings, workers=0, referee=True) as ready:
            known |= {source: _accepted(ready, source, owner) for source in new}
    return [known[source] or "" for source in sources]


def active_label(settings: Settings, source: Path, owner: str) -> str | None:
    """The active version that has been made of exactly these files."""
    digest = sha256(packed(source) if source.is_dir() else source.read_bytes()).hexdigest()
    query = (
        select(Version.id)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .join(Owner, col(Owner.id) == Bot.owner_id)
        .where(Owner.name == owner, Version.digest == digest, Version.status == VersionStatus.ACTIVE)
    )
    with reading(settings.database) as session:
        found = session.exec(query).first()
        return version_labels(session, [found])[found] if found is not None else None


def _accepted(settings: Settings, source: Path, owner: str) -> str:
    done = submit(settings, source, owner)
    if not done.is_accepted:
        raise ArenaError(f"{source}: {done.label} is {done.version.status}; arena bot show {done.label} tells why")
    return done.label


def _is_package(path: Path) -> bool:
    """A folder is one if it says so: `greedy` may be a bot's name and a folder of something else."""
    return (path / "bot.toml").is_file() or path.is_file()
