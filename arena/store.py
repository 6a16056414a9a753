"""What is written to the database, and read back: bots, tournaments, leases, results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert
from sqlmodel import Session, col, select

from arena.models import Bot, Entry, Match, MatchBot, MatchStatus, Owner, Pool, Tournament, Version, VersionStatus
from arena.settings import ArenaError, Missing


@dataclass(frozen=True, slots=True)
class BotName:
    """A version as people write it: `greedy`, `greedy@2`, `anna/greedy@2`."""

    owner: str
    bot: str
    number: int | None

    @classmethod
    def parse(cls, text: str, default_owner: str) -> BotName:
        owner, slash, rest = text.rpartition("/")
        bot, at, number = rest.partition("@")
        if not bot or (slash and not owner) or (at and not (number.isdecimal() and len(number) < 10)):
            raise ArenaError(f"a bot is written name, name@version or owner/name@version, not {text!r}")
        return cls(owner or default_owner, bot, int(number) if at else None)


LOCAL_OWNER = "local"
"""Who owns the bots of an arena that only its own machine uses."""


def checked_owner(name: str) -> str:
    """An owner's name as it may stand before a bot's: `anna/greedy@2`."""
    if not 1 <= len(name) <= 80 or not name.isprintable() or name.strip() != name or set(name) & set("/,@"):
        raise ArenaError("an owner's name has 1 to 80 printable characters, and no slash, comma or @")
    return name


def owner_named(session: Session, name: str) -> Owner:
    """The owner of this name, added if new."""
    owner = session.exec(select(Owner).where(Owner.name == name)).first()
    if owner is None:
        owner = Owner(name=name)
        session.add(owner)
        session.flush()
    return owner


def add_version(session: Session, owner: Owner, name: str, digest: str, games: Sequence[str]) -> tuple[Version, bool]:
    """The version with this digest of a bot, and whether it is new."""
    assert owner.id is not None
    bot = session.exec(select(Bot).where(Bot.owner_id == owner.id, Bot.name == name)).first()
    if bot is None:
        bot = Bot(owner_id=owner.id, name=name)
        session.add(bot)
        session.flush()
    assert bot.id is not None
    known = session.exec(select(Version).where(Version.bot_id == bot.id, Version.digest == digest)).first()
    if known is not None:
        return known, False
    newest = session.exec(select(func.max(Version.number)).where(Version.bot_id == bot.id)).one()
    version = Version(bot_id=bot.id, number=(newest or 0) + 1, digest=digest, games=list(games))
    session.add(version)
    session.flush()
    return version, True


def find_version(session: Session, name: BotName, game: str | None = None) -> Version:
    """The version that a name means: the newest active one if it names none."""
    query = (
        select(Version)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .join(Owner, col(Owner.id) == Bot.owner_id)
        .where(Owner.name == name.owner, Bot.name == name.bot)
        .order_by(col(Version.number).desc())
    )
    if name.number is not None:
        query = query.where(Version.number == name.number)
    else:
        query = query.where(Version.status == VersionStatus.ACTIVE)
    version = session.exec(query).first()
    if version is None:
        which = f"version {name.number}" if name.number is not None else "active version"
        raise Missing(f"{name.owner}/{name.bot} has no {which}: see arena bot list")
    if game is not None and game not in version.games:
        raise ArenaError(
            f"{name.bot}@{version.number} does not play {game}; its bot.toml says: {', '.join(version.games)}"
        )
    if game is not None and version.status != VersionStatus.ACTIVE:
        raise ArenaError(f"{name.bot}@{version.number} is {version.status}: only active versions can be entered")
    return version


def version_labels(session: Session, ids: Sequence[int] | None = None) -> dict[int, str]:
    """How versions are shown: `greedy@2`, with the owner before it unless it is the local one."""
    query = (
        select(Version.id, Owner.name, Bot.name, Version.number)
        .join(Bot, col(Bot.id) == Version.bot_id)
        .join(Owner, col(Owner.id) == Bot.owner_id)
    )
    if ids is not None:
        query = query.where(col(Version.id).in_(ids))
    return {
        version_id: f"{bot}@{number}" if owner == LOCAL_OWNER else f"{owner}/{bot}@{number}"
        for version_id, owner, bot, number in session.exec(query)
        if version_id is not None
    }


def pool_of(session: Session, game: str, options: Mapping[str, Any], players: int) -> Pool:
    """The pool of a game with these options, all resolved; added if new."""
    key = json.dumps(options, sort_keys=True, separators=(",", ":"))
    query = select(Pool).where(Pool.game == game, Pool.options_key == key, Pool.players == players)
    pool = session.exec(query).first()
    if pool is None:
        pool = Pool(game=game, options=dict(options), options_key=key, players=players)
        session.add(pool)
        session.flush()
    return pool


def tournament_named(session: Session, name: str) -> Tournament:
    tournament = session.exec(select(Tournament).where(Tournament.name == name)).first()
    if tournament is None:
        raise Missing(f"there is no tournament {name!r}: see arena tournament list")
    return tournament


def entrants_of(session: Session, tournament_id: int) -> list[int]:
    """The versions that take part, in their order."""
    query = select(Entry.version_id).where(Entry.tournament_id == tournament_id).order_by(col(Entry.number))
    return list(session.exec(query))


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match that is to be added to a tournament."""

    round: int
    number: int
    job_order: int
    versions: Sequence[int]
    blocks: int | None = None
    """By default as many as the tournament has in every match."""
    seed: str | None = None
    """If its deals are its own."""


def add_matches(session: Session, tournament: Tournament, planned: Sequence[PlannedMatch]) -> list[Match]:
    """All at once: a large tournament has tens of thousands."""
    assert tournament.id is not None
    matches = [
        Match(
            tournament_id=tournament.id,
            round=one.round,
            number=one.number,
            job_order=one.job_order,
            blocks=one.blocks or tournament.blocks,
            seed=one.seed,
            status=MatchStatus.PLANNED,
        )
        for one in planned
    ]
    session.add_all(matches)
    session.flush()
    seats = [
        {"match_id": match.id, "position": position, "version_id": version_id}
        for match, one in zip(matches, planned, strict=True)
        for position, version_id in enumerate(one.versions)
    ]
    if seats:
        session.execute(insert(MatchBot), seats)
    return matches


def versions_of_match(session: Session, match_id: int) -> list[Version]:
    """Who plays in a match, in the order of its seatings."""
    query = (
        select(Version)
        .join(MatchBot, col(MatchBot.version_id) == Version.id)
        .where(MatchBot.match_id == match_id)
        .order_by(col(MatchBot.position))
    )
    return list(session.exec(query))
