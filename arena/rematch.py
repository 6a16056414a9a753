"""What if another version had played? The same deals, seats and opponents again, and the difference it made.

A deal's luck falls on both versions alike, so the difference of the two scores on a deal says more than either score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from sqlmodel import Session, col, select

from arena.db import writing
from arena.models import (
    Block,
    Entry,
    Format,
    Game,
    Kind,
    Match,
    MatchBot,
    Pool,
    Seat,
    Tournament,
    TournamentStatus,
    Version,
    Void,
)
from arena.settings import ArenaError, Missing
from arena.store import BotName, PlannedMatch, add_matches, find_version, version_labels

DIGITS = 4
Scores = dict[tuple[int, int], float]
"""By number of the match in the first tournament, and of the block."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """What is played again: one match of a tournament or, with none named, all in which the old version played."""

    tournament: int
    old: int
    new: int
    match: int = -1
    """Its number in the tournament; -1 for all."""


def plan(url: str, game_id: int, new: str, owner: str, old: str | None = None, everywhere: bool = False) -> int:
    """The tournament that plays a game's match again with another version; the same again is found, and goes on."""
    with writing(url) as session:
        match, tournament = _played(session, game_id)
        pool = session.get_one(Pool, tournament.pool_id)
        newcomer = find_version(session, BotName.parse(new, owner), pool.game)
        at_table = _bots(session, match)
        leaver = _leaver(session, at_table, newcomer.bot_id, old, owner)
        if newcomer.id in at_table:
            raise ArenaError(f"{new} played in that game itself: name a version that did not")
        assert newcomer.id is not None
        assert tournament.id is not None
        rematch = Rematch(tournament.id, leaver, newcomer.id, -1 if everywhere else match.number)
        return _tournament(session, rematch, tournament)


def report(session: Session, tournament: Tournament) -> dict[str, Any]:
    """Both scores deal by deal, and the difference with its 95 % interval; deals are the unit."""
    if tournament.rematch is None or tournament.id is None:
        raise ArenaError(f"{tournament.name} plays nothing again")
    rematch = Rematch(**tournament.rematch)
    original = session.get_one(Tournament, rematch.tournament)
    labels = version_labels(session, [rematch.old, rematch.new])
    before = _scores(session, rematch.tournament, rematch.old)
    after = {
        (again, block): score
        for (number, block), score in _scores(session, tournament.id, rematch.new).items()
        for again in [_matches(session, rematch)[number].number]
    }
    both = sorted(before.keys() & after.keys())
    return {
        "rematch": tournament.name,
        "status": str(tournament.status),
        "tournament": original.name,
        "old": labels[rematch.old],
        "new": labels[rematch.new],
        "matches": len({match for match, _ in both}),
        "blocks": len(both),
        "old_score": _mean(before[key] for key in both),
        "new_score": _mean(after[key] for key in both),
        **_difference({key: after[key] - before[key] for key in both}),
    }


def _played(session: Session, game_id: int) -> tuple[Match, Tournament]:
    game = session.get(Game, game_id)
    if game is None:
        raise Missing(f"there is no game {game_id}")
    match = session.get_one(Match, session.get_one(Block, game.block_id).match_id)
    tournament = session.get_one(Tournament, match.tournament_id)
    if tournament.status != TournamentStatus.DONE:
        raise ArenaError(f"{tournament.name} is not over: its deals are published when it is, and played again then")
    return match, tournament


def _leaver(session: Session, at_table: Sequence[int], bot_id: int, old: str | None, owner: str) -> int:
    """Whose place is taken: of the version named, or of the newcomer's own bot."""
    labels = version_labels(session, at_table)
    if old is not None:
        leaver = find_version(session, BotName.parse(old, owner)).id
        if leaver is None or leaver not in at_table:
            raise ArenaError(f"{old} did not play in that game: {', '.join(labels[bot] for bot in at_table)} did")
        return leaver
    mine = [bot for bot in at_table if session.get_one(Version, bot).bot_id == bot_id]
    if not mine:
        names = ", ".join(labels[bot] for bot in at_table)
        raise ArenaError(f"say whose place it takes with --for: {names} played in that game")
    return mine[0]


def _tournament(session: Session, rematch: Rematch, original: Tournament) -> int:
    labels = version_labels(session, [rematch.new, rematch.old])
    where = "all" if rematch.match < 0 else f"match-{rematch.match + 1}"
    ends = f"-{rematch.tournament}-{rematch.old}-{rematch.new}"
    name = f"{f'rematch-{where}-{original.name}-{labels[rematch.new]}'[: 80 - len(ends)]}{ends}"
    known = session.exec(select(Tournament).where(Tournament.name == name)).first()
    if known is None:
        known = _added(session, name, rematch, original)
    assert known.id is not None
    return known.id


def _added(session: Session, name: str, rematch: Rematch, original: Tournament) -> Tournament:
    tournament = Tournament(
        name=name,
        pool_id=original.pool_id,
        format=Format.GAUNTLET,
        rounds=1,
        blocks=original.blocks,
        seed=original.seed,
        clock=original.clock,
        seatings=original.seatings,
        parallel=original.parallel,
        rematch=asdict(rematch),
        kind=Kind.REMATCH,
        private_to=original.private_to,
        is_rated=False,
    )
    session.add(tournament)
    session.flush()
    entrants: dict[int, None] = {rematch.new: None}
    planned = []
    for number, match in enumerate(_matches(session, rematch)):
        bots = [rematch.new if bot == rematch.old else bot for bot in _bots(session, match)]
        planned.append(PlannedMatch(1, number, number, bots, match.blocks, match.seed))
        entrants |= dict.fromkeys(bots)
    add_matches(session, tournament, planned)
    for number, version in enumerate(entrants):
        session.add(Entry(tournament_id=tournament.id or 0, number=number, version_id=version))
    session.flush()
    return tournament


def _matches(session: Session, rematch: Rematch) -> list[Match]:
    """Those that are played again, in their order; without any in which both versions met."""
    query = (
        select(Match)
        .join(MatchBot, col(MatchBot.match_id) == Match.id)
        .where(Match.tournament_id == rematch.tournament, MatchBot.version_id == rematch.old)
        .order_by(col(Match.number))
    )
    matches = [match for match in session.exec(query) if rematch.match in (-1, match.number)]
    return [match for match in matches if rematch.new not in _bots(session, match)]


def _bots(session: Session, match: Match) -> list[int]:
    query = select(MatchBot.version_id).where(MatchBot.match_id == match.id).order_by(col(MatchBot.position))
    return list(session.exec(query))


def _scores(session: Session, tournament_id: int, version: int) -> Scores:
    """What a version scored in each block that counts: the share of the others that it was placed before."""
    columns: tuple[Any, ...] = (Match.number, Block.number, Game.id, Seat.version_id, Seat.placing)
    query = (
        select(*columns)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(Match.tournament_id == tournament_id, col(Block.id).not_in(select(Void.block_id)))
    )
    games: dict[tuple[int, int, int | None], dict[int, int]] = defaultdict(dict)
    for match, block, game_id, bot, placing in session.exec(query):
        games[match, block, game_id][bot] = placing
    shares: dict[tuple[int, int], list[float]] = defaultdict(list)
    for (match, block, _), placings in games.items():
        if version in placings:
            shares[match, block].append(_share(placings, version))
    return {key: fmean(values) for key, values in shares.items()}


def _share(placings: Mapping[int, int], version: int) -> float:
    mine = placings[version]
    others = [placing for bot, placing in placings.items() if bot != version]
    return fmean((other > mine) + (other == mine) / 2 for other in others)


def _difference(differences: Mapping[tuple[int, int], float]) -> dict[str, Any]:
    """The matches of a tournament play the same deals, so what they say of one deal is taken together first."""
    deals: dict[int, list[float]] = defaultdict(list)
    for (_, block), value in differences.items():
        deals[block].append(value)
    values = [fmean(deal) for deal in deals.values()]
    facts = {"deals": len(values), "difference": _mean(values), "low": None, "high": None}
    if len(values) < 2:
        return facts
    from scipy.stats import t  # takes a second to load

    half = float(t.ppf(0.975, len(values) - 1)) * stdev(values) / sqrt(len(values))
    middle = fmean(values)
    return {**facts, "low": round(middle - half, DIGITS), "high": round(middle + half, DIGITS)}


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return round(fmean(known), DIGITS) if known else None
