"""Replays of stored games: derived from seed and choices, never stored themselves."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session, col, select

from arena.facts.sight import EVERYTHING, PUBLIC, Sight, tournament_of_game
from arena.models import Block, Game, Match, MatchStatus, Pool, Seat, Tournament, TournamentStatus
from arena.results import floats_from_bytes
from arena.settings import ArenaError
from arena.store import version_labels
from referee.compact import CompactGame, derived_replay
from referee.replay import Replay
from referee.results import Result, Termination


def stored_replay(session: Session, game_id: int, sight: Sight = PUBLIC) -> Replay:
    """The replay of a game. Its deal is secret until nobody plays it any more."""
    tournament = tournament_of_game(session, game_id, sight)
    game = session.get_one(Game, game_id)
    block = session.get_one(Block, game.block_id)
    match = session.get_one(Match, block.match_id)
    if not deals_are_over(tournament, match):
        raise ArenaError(f"{tournament.name} is not over: its deals are published when it is")
    pool = session.get_one(Pool, block.pool_id)
    seats = list(session.exec(select(Seat).where(Seat.game_id == game_id).order_by(col(Seat.seat))))
    labels = version_labels(session, [seat.version_id for seat in seats])
    names = tuple(labels[seat.version_id] for seat in seats)
    return derived_replay(_compact(game, seats), pool.game, pool.options, bytes.fromhex(block.seed), names)


def deals_are_over(tournament: Tournament, match: Match) -> bool:
    """Whether nobody will play a match's deals any more: the matches of a tournament share theirs, unless they have
    some of their own. A tournament that was cancelled may be resumed, so it is not over.
    """
    return tournament.status == TournamentStatus.DONE or (match.seed is not None and match.status == MatchStatus.DONE)


def tournament_replays(session: Session, tournament: Tournament) -> Iterator[tuple[str, Replay]]:
    """All replays in the order of the plan, each with a name for its file; for whoever may see it."""
    query = (
        select(Match.number, Block.number, Game.number, Game.id)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .where(Match.tournament_id == tournament.id)
        .order_by(col(Match.number), col(Block.number), col(Game.number))
    )
    for match, block, number, game_id in session.exec(query):
        assert game_id is not None
        name = f"match-{match + 1:05d}-block-{block + 1:05d}-game-{number + 1}"
        yield name, stored_replay(session, game_id, EVERYTHING)


def _compact(game: Game, seats: list[Seat]) -> CompactGame:
    return CompactGame(
        choices=game.choices,
        ms=floats_from_bytes(game.ms),
        autopilot=set(game.autopilot),
        notes={int(step): note for step, note in game.notes.items()},
        result=Result(
            tuple(seat.placing for seat in seats),
            tuple(seat.score for seat in seats),
            Termination(game.termination),
            game.offenders[0] if game.offenders else None,
            game.detail,
            tuple(game.offenders),
        ),
        cpu_ms=floats_from_bytes(game.cpu_ms or b""),
    )
