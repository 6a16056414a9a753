"""Matches and their blocks on the wire. A game is sent compact: its replay follows from seed and choices."""

from __future__ import annotations

from bothy.v1 import referee_pb2

from referee.compact import CompactGame, cpu_times, derived_replay
from referee.games.base import OptionValue
from referee.limits import Limits
from referee.match import Block
from referee.results import Result
from referee.seatings import AS_LISTED, AsListed, Seatings
from referee.table import GameRecord
from referee.wire.results import TERMINATION_FROM_WIRE, TERMINATION_TO_WIRE

SEATINGS_FROM_WIRE: dict[int, Seatings | AsListed] = {
    referee_pb2.SEATINGS_UNSPECIFIED: Seatings.ROTATIONS,
    referee_pb2.SEATINGS_ROTATIONS: Seatings.ROTATIONS,
    referee_pb2.SEATINGS_BALANCED: Seatings.BALANCED,
    referee_pb2.SEATINGS_AS_LISTED: AS_LISTED,
}
SEATINGS_TO_WIRE = {
    Seatings.ROTATIONS: referee_pb2.SEATINGS_ROTATIONS,
    Seatings.BALANCED: referee_pb2.SEATINGS_BALANCED,
}


def limits_from_wire(message: referee_pb2.Limits) -> Limits:
    """Those that are not given by default."""
    return Limits.from_numbers({field.name: getattr(message, field.name) for field in message.DESCRIPTOR.fields})


def block_to_wire(block: Block) -> referee_pb2.Block:
    return referee_pb2.Block(number=block.number, seed=block.seed, games=[_game_to_wire(game) for game in block.games])


def _game_to_wire(game: GameRecord) -> referee_pb2.Game:
    steps, result = game.replay.steps, game.replay.result
    assert result is not None
    return referee_pb2.Game(
        bots=game.seating,
        choices=[step.legal.index(step.action) for step in steps],
        ms=[step.ms for step in steps],
        autopilot=[number for number, step in enumerate(steps) if step.autopilot],
        notes={number: step.note for number, step in enumerate(steps) if step.note},
        termination=TERMINATION_TO_WIRE[result.termination],
        placings=result.placings or (),
        scores=result.scores or (),
        offenders=result.offenders,
        detail=result.detail,
        logs=game.logs,
        times=[_time_of(game, seat) for seat in range(len(game.seating))],
        cpu_ms=cpu_times(steps),
    )


def _time_of(game: GameRecord, seat: int) -> referee_pb2.SeatTime:
    steps = [step for step in game.replay.steps if step.seat == seat and not (step.forced or step.autopilot)]
    times, used = [step.ms for step in steps], [step.cpu_ms for step in steps if step.cpu_ms is not None]
    return referee_pb2.SeatTime(
        decisions=len(times),
        think_ms=sum(times),
        think_max_ms=max(times, default=0.0),
        cpu_ms=sum(used) if used else None,
    )


def block_from_wire(message: referee_pb2.Block, game: str, options: dict[str, OptionValue], names: list[str]) -> Block:
    """The block with full replays, every choice applied to the game again."""
    games = [_game_from_wire(entry, message.seed, game, options, names) for entry in message.games]
    return Block(message.number, message.seed, games)


def _game_from_wire(
    message: referee_pb2.Game, seed: bytes, key: str, options: dict[str, OptionValue], names: list[str]
) -> GameRecord:
    seating = tuple(message.bots)
    result = Result(
        tuple(message.placings) or None,
        tuple(message.scores) or None,
        TERMINATION_FROM_WIRE[message.termination],
        message.offenders[0] if message.offenders else None,
        message.detail,
        tuple(message.offenders),
    )
    compact = CompactGame(
        message.choices, message.ms, set(message.autopilot), dict(message.notes), result, message.cpu_ms
    )
    written = derived_replay(compact, key, options, seed, tuple(names[bot] for bot in seating))
    return GameRecord(seating, written, dict(message.logs))
