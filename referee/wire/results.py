"""Results and options on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bothy.v1 import bot_pb2, game_pb2

from referee.clock import ClockSettings
from referee.games.base import Options, OptionValue
from referee.results import Result, Termination

TERMINATION_TO_WIRE = {
    termination: bot_pb2.Termination.Value(f"TERMINATION_{termination.name}") for termination in Termination
}
TERMINATION_FROM_WIRE = {number: termination for termination, number in TERMINATION_TO_WIRE.items()}


def game_over(game_id: int, result: Result) -> bot_pb2.GameOver:
    return bot_pb2.GameOver(
        game_id=game_id,
        termination=TERMINATION_TO_WIRE[result.termination],
        placings=result.placings or (),
        scores=result.scores or (),
        offender=result.offender,
        detail=result.detail,
    )


def result_from_wire(message: bot_pb2.GameOver) -> Result:
    return Result(
        tuple(message.placings) or None,
        tuple(message.scores) or None,
        TERMINATION_FROM_WIRE[message.termination],
        message.offender if message.HasField("offender") else None,
        message.detail,
    )


def options_to_wire(options: Options) -> dict[str, game_pb2.OptionValue]:
    return {name: option_to_wire(value) for name, value in options.items()}


def option_to_wire(value: OptionValue) -> game_pb2.OptionValue:
    if isinstance(value, bool):
        return game_pb2.OptionValue(flag=value)
    return game_pb2.OptionValue(number=value) if isinstance(value, int) else game_pb2.OptionValue(text=value)


def options_from_wire(options: Mapping[str, Any]) -> dict[str, OptionValue]:
    return {name: getattr(value, value.WhichOneof("value")) for name, value in options.items()}


def clock_to_wire(clock: ClockSettings) -> bot_pb2.Clock:
    return bot_pb2.Clock(startup_ms=clock.startup_ms, grace_ms=clock.grace_ms, bank_ms=clock.bank_ms)


def clock_from_wire(clock: bot_pb2.Clock) -> ClockSettings:
    return ClockSettings(clock.startup_ms, clock.grace_ms, clock.bank_ms)
