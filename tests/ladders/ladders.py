"""Ladders for tests: bots without packages, matches that are played here without processes."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from arena.db import reading, writing
from arena.ladders.models import Challenge, Ladder, LadderEntry, LadderMatch, Season
from arena.ladders.scheduler import top_up
from arena.ladders.store import Wanted, create, ladder_named, seasons_of
from arena.models import Block, Match, MatchBot, MatchStatus, Version, VersionStatus
from arena.results import store_block
from arena.store import add_version, owner_named
from arena.tournaments import after_match
from tests.arena.blocks import match_facts, played_block

LADDER = "hill"


def enter(url: str, owner: str, bot: str, text: str = "", game: str = "claim") -> int:
    """An active version of a bot, another one for another text; its id."""
    with writing(url) as session:
        digest = sha256(f"{owner}/{bot}/{text}".encode()).hexdigest()
        version, _ = add_version(session, owner_named(session, owner), bot, digest, [game])
        version.status = VersionStatus.ACTIVE
        session.add(version)
        session.flush()
        assert version.id is not None
        return version.id


def enter_all(url: str, owners: str = "abcd") -> list[int]:
    """A bot of each owner."""
    return [enter(url, owner, f"bot-{owner}") for owner in owners]


def set_status(url: str, version: int, status: VersionStatus) -> None:
    with writing(url) as session:
        session.get_one(Version, version).status = status


def begin(url: str, **more: Any) -> int:
    """A ladder of Claim; its id."""
    ladder = create(url, Wanted(LADDER, "claim", **({"blocks": 1, "ahead": 4} | more)))
    assert ladder.id is not None
    return ladder.id


def ladder(url: str) -> Ladder:
    with reading(url) as session:
        return ladder_named(session, LADDER)


def seasons(url: str) -> list[Season]:
    """The oldest first."""
    with reading(url) as session:
        return seasons_of(session, ladder_named(session, LADDER))[::-1]


def matches(url: str, status: MatchStatus | None = None) -> list[Match]:
    with reading(url) as session:
        found = session.exec(select(Match).order_by(col(Match.id)))
        return [match for match in found if status in (None, match.status)]


def planned(url: str) -> list[Match]:
    return matches(url, MatchStatus.PLANNED)


def bots_of(url: str, match: Match) -> list[int]:
    with reading(url) as session:
        query = select(MatchBot.version_id).where(MatchBot.match_id == match.id)
        return list(session.exec(query.order_by(col(MatchBot.position))))


def reasons(url: str) -> list[str]:
    """By match."""
    with reading(url) as session:
        return [str(one.reason) for one in session.exec(select(LadderMatch).order_by(col(LadderMatch.match_id)))]


def entries(url: str) -> dict[int, LadderEntry]:
    with reading(url) as session:
        return {entry.version_id: entry for entry in session.exec(select(LadderEntry))}


def here(url: str) -> set[int]:
    """The versions that are on a ladder."""
    return {version for version, entry in entries(url).items() if entry.gone is None}


def challenges(url: str) -> list[Challenge]:
    with reading(url) as session:
        return list(session.exec(select(Challenge).order_by(col(Challenge.id))))


def finish(url: str, match: Match, played_at: datetime | None = None) -> None:
    """As a worker would, at once or at a given moment."""
    assert match.id is not None
    _, of, versions, labels = match_facts(url, match.id)
    with writing(url) as session:
        for number in range(match.blocks):
            block, _ = played_block(bytes.fromhex(match.seed or of.seed), number, labels)
            store_block(session, match, of.pool_id, versions, block, "none")
        session.get_one(Match, match.id).status = MatchStatus.DONE
    if played_at is not None:
        age(url, match, played_at)
    after_match(url, match.id)


def age(url: str, match: Match, moment: datetime) -> None:
    """Have a match's blocks be played at this moment."""
    with writing(url) as session:
        session.execute(update(Block).where(col(Block.match_id) == match.id).values(created=moment.astimezone(UTC)))


def play(url: str, rounds: int = 1) -> None:
    """So many times: top up, and play everything that is planned."""
    for _ in range(rounds):
        top_up(url)
        for match in planned(url):
            finish(url, match)
