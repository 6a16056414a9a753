"""Ladders from their beginning to their end, and their seasons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from arena.db import writing
from arena.ladders.models import Invitation, Joins, Ladder, LadderEntry, LadderStatus, Season, SeasonStatus
from arena.leases import clock
from arena.models import Bot, Format, Kind, Owner, Pool, Tournament, TournamentStatus, Version, VersionStatus
from arena.settings import ArenaError, Missing
from arena.store import LOCAL_OWNER, BotName, find_version, pool_of
from referee.games import game_of
from referee.games.shuffle import SEED_BYTES

MOST_BLOCKS = 1000
MOST_AHEAD = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """The ladder that somebody wants to have."""

    name: str
    game: str
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    blocks: int = 2
    clock: Mapping[str, int] = field(default_factory=lambda: {"startup_ms": 10_000, "grace_ms": 200, "bank_ms": 20_000})
    limits: Mapping[str, int] | None = None
    freeze: bool = False
    joins: Joins = Joins.ALL
    anchors: Sequence[str] = ()
    blocks_per_hour: int | None = None
    gauntlet_blocks: int = 10
    uniform_share: float = 0.2
    challenge_quota: int = 5
    ahead: int = 8
    owner: str = LOCAL_OWNER
    """Whose bots are meant where an anchor's name has no owner."""


def create(url: str, wanted: Wanted) -> Ladder:
    """A ladder with its first season. From now on the scheduler looks after it."""
    game = game_of(wanted.game)
    players = wanted.players or game.player_counts[0]
    options = game.resolve_options(players, wanted.options)
    _refuse_bad(wanted)
    with writing(url) as session:
        if session.exec(select(Ladder).where(Ladder.name == wanted.name)).first() is not None:
            raise ArenaError(f"there is a ladder {wanted.name!r} already: give another name")
        pool = pool_of(session, wanted.game, options, players)
        assert pool.id is not None
        names = ("name", "blocks", "freeze", "joins", "blocks_per_hour", "gauntlet_blocks", "uniform_share")
        ladder = Ladder(
            **{name: getattr(wanted, name) for name in (*names, "challenge_quota", "ahead")},
            pool_id=pool.id,
            clock=dict(wanted.clock),
            limits=None if wanted.limits is None else dict(wanted.limits),
        )
        session.add(ladder)
        session.flush()
        begin_season(session, ladder)
        for anchor in wanted.anchors:
            set_anchor(session, ladder, BotName.parse(anchor, wanted.owner), True)
        return ladder


def ladder_named(session: Session, name: str) -> Ladder:
    ladder = session.exec(select(Ladder).where(Ladder.name == name)).first()
    if ladder is None:
        raise Missing(f"there is no ladder {name!r}: see arena ladder list")
    return ladder


def ladder_with(session: Session, ladder_id: int) -> Ladder:
    ladder = session.get(Ladder, ladder_id)
    if ladder is None:
        raise Missing(f"there is no ladder {ladder_id}")
    return ladder


def locked(session: Session, ladder_id: int) -> Ladder:
    """Nobody else plans, pauses or ends it meanwhile. (SQLite has one writer anyway.)"""
    return session.get_one(Ladder, ladder_id, with_for_update=True)


def pool_in(session: Session, ladder: Ladder) -> Pool:
    return session.get_one(Pool, ladder.pool_id)


# --- seasons -----------------------------------------------------------------------------------


def seasons_of(session: Session, ladder: Ladder) -> list[Season]:
    """The newest first."""
    return list(session.exec(select(Season).where(Season.ladder_id == ladder.id).order_by(col(Season.number).desc())))


def season_of(session: Session, ladder: Ladder, number: int | None = None) -> Season:
    """The one of this number; by default the newest."""
    found = [season for season in seasons_of(session, ladder) if number in (None, season.number)]
    if not found:
        raise Missing(f"{ladder.name} has no season {number}: see arena ladder status")
    return found[0]


def begin_season(session: Session, ladder: Ladder) -> Season:
    assert ladder.id is not None
    number = max((season.number for season in seasons_of(session, ladder)), default=0) + 1
    name = f"{ladder.name}, season {number}"
    if session.exec(select(Tournament).where(Tournament.name == name)).first() is not None:
        raise ArenaError(f"there is a tournament {name!r} already, which is how this season would be called")
    tournament = Tournament(
        name=name,
        pool_id=ladder.pool_id,
        format=Format.ROUND_ROBIN,
        rounds=1,
        blocks=ladder.blocks,
        seed=secrets.token_hex(SEED_BYTES),
        clock=ladder.clock,
        seatings=ladder.seatings,
        parallel=ladder.parallel,
        limits=ladder.limits,
        freeze=ladder.freeze,
        kind=Kind.SEASON,
        is_open=True,
        status=TournamentStatus.RUNNING,
    )
    session.add(tournament)
    session.flush()
    assert tournament.id is not None
    season = Season(ladder_id=ladder.id, number=number, tournament_id=tournament.id)
    session.add(season)
    session.flush()
    return season


def close_season(session: Session, season: Season) -> None:
    """No match is added any more. What is being played is played to its end; then its standings are final."""
    season.status = SeasonStatus.CLOSING
    session.get_one(Tournament, season.tournament_id, with_for_update=True).is_open = False
    session.flush()


def next_season(url: str, ladder_id: int) -> Season:
    """End the season that is open, and begin another."""
    with writing(url) as session:
        ladder = _living(session, ladder_id)
        close_season(session, season_of(session, ladder))
        return begin_season(session, ladder)


# --- pausing, ending, who may join ---------------------------------------------------------------


def pause(url: str, ladder_id: int) -> None:
    """Nothing is begun any more; what is being played is played to its end."""
    with writing(url) as session:
        _living(session, ladder_id).status = LadderStatus.PAUSED


def resume(url: str, ladder_id: int) -> None:
    with writing(url) as session:
        _living(session, ladder_id).status = LadderStatus.ACTIVE


def end(url: str, ladder_id: int) -> None:
    """For good: its last season closes."""
    with writing(url) as session:
        ladder = _living(session, ladder_id)
        ladder.status = LadderStatus.ENDED
        close_season(session, season_of(session, ladder))


def set_anchor(session: Session, ladder: Ladder, name: BotName, is_anchor: bool) -> Version:
    """Whether new versions meet this one first."""
    version = find_version(session, name, pool_in(session, ladder).game)
    assert ladder.id is not None
    assert version.id is not None
    entry = session.get(LadderEntry, (ladder.id, version.id))
    if entry is None:
        at = clock(session)
        entry = LadderEntry(ladder_id=ladder.id, version_id=version.id, joined=at, passed=at)
    entry.is_anchor = is_anchor
    session.add(entry)
    session.flush()
    return version


def set_invited(session: Session, ladder: Ladder, name: BotName, is_invited: bool) -> None:
    """Whether a bot may join where not all do."""
    assert ladder.id is not None
    query = select(Bot.id).join(Owner, col(Owner.id) == Bot.owner_id)
    bot_id = session.exec(query.where(Owner.name == name.owner, Bot.name == name.bot)).first()
    if bot_id is None:
        raise Missing(f"there is no bot {name.owner}/{name.bot}: see arena bot list")
    known = session.get(Invitation, (ladder.id, bot_id))
    if is_invited and known is None:
        session.add(Invitation(ladder_id=ladder.id, bot_id=bot_id))
    if not is_invited and known is not None:
        session.delete(known)
    session.flush()


def is_on(session: Session, ladder: Ladder, version: Version) -> bool:
    entry = session.get(LadderEntry, (ladder.id, version.id))
    return entry is not None and entry.gone is None and version.status == VersionStatus.ACTIVE


def _living(session: Session, ladder_id: int) -> Ladder:
    ladder = locked(session, ladder_id)
    if ladder.status == LadderStatus.ENDED:
        raise ArenaError(f"{ladder.name} has ended: create another ladder")
    return ladder


def _refuse_bad(wanted: Wanted) -> None:
    if not wanted.name.strip() or len(wanted.name) > 60 or not wanted.name.isprintable():
        raise ArenaError("a ladder's name has 1 to 60 printable characters")
    if not 1 <= wanted.blocks <= MOST_BLOCKS:
        raise ArenaError(f"a match of a ladder has 1 to {MOST_BLOCKS} blocks, not {wanted.blocks}")
    if wanted.blocks_per_hour is not None and wanted.blocks_per_hour < wanted.blocks:
        raise ArenaError(f"a match has {wanted.blocks} blocks: fewer in an hour would be none at all")
    if not 0 <= wanted.uniform_share <= 1:
        raise ArenaError("the share of matches that are drawn by lot is from 0 to 1")
    if not 1 <= wanted.ahead <= MOST_AHEAD:
        raise ArenaError(f"1 to {MOST_AHEAD} matches are kept ready, not {wanted.ahead}")
    if wanted.gauntlet_blocks < 0 or wanted.challenge_quota < 0:
        raise ArenaError("a gauntlet's blocks and a quota are whole numbers from 0")
