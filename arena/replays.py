"""Replays of stored games: derived from seed and choices, never stored themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select

from arena.models import Block, Game, Match, Pool, Seat, Tournament, TournamentStatus
from arena.results import floats_from_bytes
from arena.settings import ArenaError
from arena.store import version_labels
from referee import replay
from referee.games import game_of
from referee.replay import Replay, Step
from referee.results import Result, Termination


def stored_replay(session: Session, game_id: int) -> Replay:
    """The replay of a game. The seed is secret until its tournament is over: other tables play the same deals.

    One that was cancelled may be resumed, so it is not over.
    """
    game = session.get(Game, game_id)
    if game is None:
        raise ArenaError(f"there is no game {game_id}")
    block = session.get_one(Block, game.block_id)
    tournament = session.get_one(Tournament, session.get_one(Match, block.match_id).tournament_id)
    if tournament.status != TournamentStatus.DONE:
        raise ArenaError(f"{tournament.name} is not over: its deals are published when it is")
    pool = session.get_one(Pool, block.pool_id)
    seats = list(session.exec(select(Seat).where(Seat.game_id == game_id).order_by(col(Seat.seat))))
    labels = version_labels(session, [seat.version_id for seat in seats])
    names = tuple(labels[seat.version_id] for seat in seats)
    return derived(game, bytes.fromhex(block.seed), pool.game, pool.options, seats, names)


def tournament_replays(session: Session, tournament: Tournament) -> Iterator[tuple[str, Replay]]:
    """All replays in the order of the plan, each with a name for its file."""
    query = (
        select(Match.number, Block.number, Game.number, Game.id)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .where(Match.tournament_id == tournament.id)
        .order_by(col(Match.number), col(Block.number), col(Game.number))
    )
    for match, block, number, game_id in session.exec(query):
        assert game_id is not None
        yield f"match-{match + 1:05d}-block-{block + 1:05d}-game-{number + 1}", stored_replay(session, game_id)


def derived(
    game: Game, seed: bytes, key: str, options: dict[str, Any], seats: list[Seat], names: tuple[str, ...]
) -> Replay:
    rules = game_of(key)
    state: Any = rules.deal(seed, len(seats), options)
    written = replay.begin(rules, state, seed, names)
    autopilot = set(game.autopilot)
    for number, (choice, ms) in enumerate(zip(game.choices, floats_from_bytes(game.ms), strict=True)):
        texts = tuple([action.text for action in state.legal])
        note = game.notes.get(str(number), "")
        written.steps.append(
            Step(state.to_act, texts, texts[choice], round(ms, 3), autopilot=number in autopilot, note=note)
        )
        state = rules.advance(state, state.legal[choice])
    written.result = Result(
        tuple(seat.placing for seat in seats),
        tuple(seat.score for seat in seats),
        Termination(game.termination),
        game.offenders[0] if game.offenders else None,
        game.detail,
        tuple(game.offenders),
    )
    return written
