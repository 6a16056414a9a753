"""Tournaments from their plan to their end: rounds are planned into the database, and go on by themselves."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from sqlalchemy import update
from sqlmodel import Session, col, select

from arena.db import reading, writing
from arena.models import Entry, Format, Kind, Match, MatchStatus, Pool, Tournament, TournamentStatus, now
from arena.pairing import job_order
from arena.planning import next_rounds, rounds_of
from arena.settings import ArenaError
from arena.store import LOCAL_OWNER, BotName, PlannedMatch, add_matches, find_version, pool_of
from referee.games import game_of
from referee.games.shuffle import SEED_BYTES, SeedError, parse_seed

MOST_BLOCKS = 100_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to have played."""

    name: str
    game: str
    bots: Sequence[str]
    format: Format = Format.ROUND_ROBIN
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    blocks: int = 10
    rounds: int | None = None
    """For swiss only: by default as many as it takes to tell them apart."""
    seed: str | None = None
    """64 hex digits, or any text; by default drawn at random."""
    clock: Mapping[str, int] = field(default_factory=lambda: {"startup_ms": 10_000, "grace_ms": 200, "bank_ms": 20_000})
    seatings: str = "rotations"
    parallel: int = 4
    limits: Mapping[str, int] | None = None
    """What each bot may use: the fields of `referee.limits.Limits`."""
    freeze: bool = False
    owner: str = LOCAL_OWNER
    stopping: dict[str, float] | None = None
    """The test that ends it: see `arena.compare`."""


def create(url: str, plan: Plan) -> Tournament:
    """Put a tournament into the database with all matches that are known beforehand."""
    game = game_of(plan.game)
    players = plan.players or game.player_counts[0]
    options = game.resolve_options(players, plan.options)
    _refuse_bad(plan, players)
    with writing(url) as session:
        if session.exec(select(Tournament).where(Tournament.name == plan.name)).first() is not None:
            raise ArenaError(f"there is a tournament {plan.name!r} already: give another name, or run that one")
        versions = [find_version(session, BotName.parse(bot, plan.owner), plan.game) for bot in plan.bots]
        ids = [version.id for version in versions if version.id is not None]
        if len(set(ids)) < len(ids):
            raise ArenaError("a bot takes part once: one of them is named twice")
        if plan.freeze and any(version.is_from_afar for version in versions):
            raise ArenaError("a bot from afar cannot be made to stand still: leave out --freeze")
        pool = pool_of(session, plan.game, options, players)
        assert pool.id is not None
        tournament = Tournament(
            name=plan.name,
            pool_id=pool.id,
            format=plan.format,
            rounds=rounds_of(plan.format, len(ids), players, plan.rounds),
            blocks=plan.blocks,
            seed=_seed(plan.seed),
            clock=dict(plan.clock),
            seatings=plan.seatings,
            parallel=plan.parallel,
            limits=None if plan.limits is None else dict(plan.limits),
            freeze=plan.freeze,
            stopping=plan.stopping,
        )
        session.add(tournament)
        session.flush()
        assert tournament.id is not None
        for number, version_id in enumerate(ids):
            session.add(Entry(tournament_id=tournament.id, number=number, version_id=version_id))
        session.flush()
        _plan_next(session, tournament)
        return tournament


def start(url: str, tournament_id: int) -> None:
    """From now on workers may play it."""
    with writing(url) as session:
        tournament = _locked(session, tournament_id)
        if tournament.status in (TournamentStatus.PLANNED, TournamentStatus.CANCELLED):
            tournament.status = TournamentStatus.RUNNING
            _turn(session, tournament_id, MatchStatus.CANCELLED, MatchStatus.PLANNED)


def cancel(url: str, tournament_id: int) -> None:
    """Stop it: what was played stays, what was not is not played unless it is resumed."""
    with writing(url) as session:
        tournament = _locked(session, tournament_id)
        if tournament.status == TournamentStatus.DONE:
            raise ArenaError(f"{tournament.name} is over: it cannot be cancelled")
        tournament.status = TournamentStatus.CANCELLED
        _turn(session, tournament_id, MatchStatus.PLANNED, MatchStatus.CANCELLED)


def advance(url: str, tournament_id: int) -> None:
    """If all planned matches are played: plan the next round, or end it. Right however often it is called."""
    with writing(url) as session:
        tournament = _locked(session, tournament_id)
        if tournament.status != TournamentStatus.RUNNING or tournament.is_open:
            return
        if _is_anything_left(session, tournament_id):
            return
        is_planned = tournament.kind == Kind.PLANNED and _plan_next(session, tournament)
        if not is_planned and not _grow(session, tournament):
            _end(session, tournament)


def after_match(url: str, match_id: int) -> None:
    with reading(url) as session:
        tournament_id = session.get_one(Match, match_id).tournament_id
    advance(url, tournament_id)


def tournaments(session: Session) -> list[Tournament]:
    return list(session.exec(select(Tournament).order_by(col(Tournament.id))))


def running_tournaments(url: str) -> list[int]:
    with reading(url) as session:
        query = select(Tournament.id).where(Tournament.status == TournamentStatus.RUNNING).order_by(col(Tournament.id))
        return [tournament_id for tournament_id in session.exec(query) if tournament_id is not None]


def _locked(session: Session, tournament_id: int) -> Tournament:
    """Nobody else starts, cancels or plans it meanwhile. (SQLite has one writer anyway.)"""
    return session.get_one(Tournament, tournament_id, with_for_update=True)


def _turn(session: Session, tournament_id: int, old: MatchStatus, new: MatchStatus) -> None:
    """Change the status of those that have the old one at that moment: a match that is done stays done."""
    mine = col(Match.tournament_id) == tournament_id, col(Match.status) == old
    session.execute(update(Match).where(*mine).values(status=new))


def _plan_next(session: Session, tournament: Tournament) -> bool:
    """Plan the next matches: all that can be known now. False if there are none left to plan."""
    assert tournament.id is not None
    pool = session.get_one(Pool, tournament.pool_id)
    planned = _matches(session, tournament.id)
    rounds = next_rounds(session, tournament, pool, planned)
    tables = [(number, table) for number, tables in rounds for table in tables]
    order = job_order(range(len(tables)), bytes.fromhex(tournament.seed))
    places = {index: place for place, index in enumerate(order)}
    new = [
        PlannedMatch(round_number, len(planned) + index, len(planned) + places[index], table)
        for index, (round_number, table) in enumerate(tables)
    ]
    add_matches(session, tournament, new)
    return bool(new)


def _grow(session: Session, tournament: Tournament) -> bool:
    """Whether a test that has not seen enough has asked for more blocks."""
    if tournament.stopping is None:
        return False
    # Imported here, as below: scipy takes a second to load, and no worker needs it for a match.
    from arena.compare import grow

    return grow(session, tournament)


def _end(session: Session, tournament: Tournament) -> None:
    """It is over: with a snapshot of its pool's ratings, or not at all."""
    from arena.snapshots import take_at_end

    tournament.status = TournamentStatus.DONE
    tournament.ended = now()
    if tournament.is_rated:
        take_at_end(session, tournament)


def _matches(session: Session, tournament_id: int) -> list[Match]:
    return list(session.exec(select(Match).where(Match.tournament_id == tournament_id).order_by(col(Match.number))))


def _is_anything_left(session: Session, tournament_id: int) -> bool:
    query = select(Match.id).where(Match.tournament_id == tournament_id, Match.status == MatchStatus.PLANNED)
    return session.exec(query.limit(1)).first() is not None


def _seed(text: str | None) -> str:
    if text is None:
        return secrets.token_hex(SEED_BYTES)
    try:
        return parse_seed(text).hex()
    except SeedError:
        return sha256(text.encode()).hexdigest()


def _refuse_bad(plan: Plan, players: int) -> None:
    if not plan.name.strip() or len(plan.name) > 80 or not plan.name.isprintable():
        raise ArenaError("a tournament's name has 1 to 80 printable characters")
    if not 1 <= plan.blocks <= MOST_BLOCKS:
        raise ArenaError(f"a match has 1 to {MOST_BLOCKS} blocks, not {plan.blocks}")
    if len(plan.bots) < players:
        raise ArenaError(f"{players} players sit at a table, but only {len(plan.bots)} bots take part")
    if plan.rounds is not None and plan.format is not Format.SWISS:
        raise ArenaError("only a swiss tournament has a number of rounds to choose")
