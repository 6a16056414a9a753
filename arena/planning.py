"""From a tournament's rows to its format and back: which rounds can be planned now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, log2

from sqlmodel import Session, col, select

from arena.models import Block, Format, Match, MatchBot, Pool, Seat, Tournament
from arena.models import Game as StoredGame
from arena.pairing import Format as Form
from arena.pairing import (
    Gauntlet,
    Knockout,
    PairingError,
    Planned,
    PlayedRound,
    RoundRobin,
    Swiss,
    rounds_to_plan,
    usual_rounds,
)
from arena.settings import ArenaError
from arena.store import entrants_of

Tables = list[tuple[int, ...]]
"""The matches of a round: the versions at each table."""


def rounds_of(form: Format, entrants: int, players: int, wanted: int | None) -> int:
    """How many rounds a tournament will have."""
    if form is Format.SWISS:
        return wanted or usual_rounds(entrants)
    if form is Format.KNOCKOUT:
        return ceil(log2(entrants))
    names = tuple(map(str, range(entrants)))
    planned = form_of(form, names, players, 1, bytes(32))
    return len(planned.rounds) if isinstance(planned, Planned) else 1


def form_of(form: Format, entrants: tuple[str, ...], players: int, rounds: int, seed: bytes) -> Form:
    """The format with its entrants; ArenaError if they cannot be paired so."""
    try:
        match form:
            case Format.ROUND_ROBIN:
                return RoundRobin(entrants, players, seed)
            case Format.GAUNTLET:
                return Gauntlet(entrants[:1], entrants[1:], players, seed)
            case Format.SWISS:
                return Swiss(entrants, rounds, seed, seats=players)
            case Format.KNOCKOUT:
                return Knockout(entrants, players)
    except PairingError as error:
        raise ArenaError(str(error)) from None


def next_rounds(
    session: Session, tournament: Tournament, pool: Pool, planned: Sequence[Match]
) -> list[tuple[int, Tables]]:
    """The rounds that can be added to those that are planned, numbered from 1. All that are planned are over."""
    assert tournament.id is not None
    entrants = tuple(map(str, entrants_of(session, tournament.id)))
    form = form_of(
        Format(tournament.format), entrants, pool.players, tournament.rounds, bytes.fromhex(tournament.seed)
    )  # fmt: skip
    done = max((match.round for match in planned), default=0)
    played = [] if isinstance(form, Planned) else _played(form, done, _points(session, tournament.id))
    new = rounds_to_plan(form, done, played)
    return [(done + 1 + index, [tuple(map(int, pairing)) for pairing in one.pairings]) for index, one in enumerate(new)]


def _played(form: Form, rounds: int, points: dict[tuple[int, tuple[str, ...]], tuple[float, ...]]) -> list[PlayedRound]:
    """The rounds again, as the format gave them, with what came of them."""
    played: list[PlayedRound] = []
    for number in range(1, rounds + 1):
        (one,) = rounds_to_plan(form, len(played), played)
        played.append(PlayedRound(one, tuple(points[number, pairing] for pairing in one.pairings)))
    return played


def _points(session: Session, tournament_id: int) -> dict[tuple[int, tuple[str, ...]], tuple[float, ...]]:
    """By round and pairing, what each bot scored in its match: for each game, the others that it was placed before."""
    query = (
        select(Match.id, StoredGame.id, Seat.version_id, Seat.placing)
        .join(Block, col(Block.match_id) == Match.id)
        .join(StoredGame, col(StoredGame.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == StoredGame.id)
        .where(Match.tournament_id == tournament_id)
    )
    games: dict[tuple[int | None, int | None], list[tuple[int, int]]] = defaultdict(list)
    for match_id, game_id, version, placing in session.exec(query):
        games[match_id, game_id].append((version, placing))
    totals: dict[tuple[int | None, int], float] = defaultdict(float)
    for (match_id, _), seats in games.items():
        for version, placing in seats:
            totals[match_id, version] += sum((other > placing) + (other == placing) / 2 for _, other in seats) - 0.5
    bots = (
        select(Match.id, Match.round, MatchBot.version_id)
        .join(MatchBot, col(MatchBot.match_id) == Match.id)
        .where(Match.tournament_id == tournament_id)
        .order_by(col(Match.number), col(MatchBot.position))
    )
    tables: dict[tuple[int | None, int], list[int]] = defaultdict(list)
    for match_id, round_number, version in session.exec(bots):
        tables[match_id, round_number].append(version)
    return {
        (round_number, tuple(map(str, versions))): tuple(totals[match_id, version] for version in versions)
        for (match_id, round_number), versions in tables.items()
    }
