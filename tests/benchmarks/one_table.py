"""Decisions of one table over gRPC, beside the bare ways to exchange messages of the same size.

Only decisions that were asked count: those with a single legal action never reach a bot. The bots are the sample's
random one, in processes of their own, on sockets of their own, as in any match; the floors do nothing with what
they are sent. gRPC has two clients for Python, of which now the one and now the other is quicker: the floor is
the better of the two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bothy.v1 import bot_pb2

from referee.cli.bots import program_of
from referee.clock import ClockSettings
from referee.games import game_of
from referee.games.base import Event
from referee.games.shuffle import derive_seed
from referee.hall import hall
from referee.live_bot import Hall
from referee.sandbox import Level, choose
from referee.table import Deal, Table
from referee.wire.games import CODECS
from tests.benchmarks.floors import bare_grpc, json_lines
from tests.benchmarks.harness import Contestant, Effort, Rates, measured, ratio
from tests.benchmarks.report import Figure, Must, Section

TITLE = "one table, decisions asked over gRPC"
GAMES = ("claim", "schotten_totten", "lords_of_scotland")
BOT = Path(__file__).parents[2] / "sample_bots" / "python-random"
SEED = b"one table".ljust(32)
PATIENT = ClockSettings(startup_ms=60_000, grace_ms=60_000, bank_ms=60_000)
IN_FLIGHT = 16
CLIENTS = ("threads", "event_loop")


def section(effort: Effort) -> Section:
    games = GAMES if effort.seconds else GAMES[:1]
    return asyncio.run(_section(games, effort))


async def _section(games: tuple[str, ...], effort: Effort) -> Section:
    loop = asyncio.get_running_loop()
    everyone: list[Contestant] = []
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(hall(choose(Level.NONE)))
        for key in games:
            questions, answer_bytes = recorded(key)
            for client in CLIENTS:
                work = await stack.enter_async_context(bare_grpc(client, questions, answer_bytes))
                everyone.append(Contestant(f"{key}: bare gRPC, {client}", key, _blocking(loop, work)))
            lines = stack.enter_context(json_lines(questions, answer_bytes))
            everyone.append(Contestant(f"{key}: JSON lines", key, lines))
            for in_flight in (1, IN_FLIGHT):
                table = await _table(key, place, stack)
                work = _games(table, in_flight, 1 if in_flight == 1 else 4 * in_flight)
                everyone.append(Contestant(f"{key}: {_name(in_flight)}", key, _blocking(loop, work)))
        rates = await asyncio.to_thread(measured, everyone, replace(effort, seconds=effort.seconds * 2))
    return Section(TITLE, "decisions", [line for key in games for line in _figures(key, rates)], everyone, rates)


def _blocking(loop: asyncio.AbstractEventLoop, work: Callable[[], Any]) -> Callable[[], int]:
    """The event loop runs beside; only one thing is done there at a time."""
    return lambda: int(asyncio.run_coroutine_threadsafe(work(), loop).result())


async def _table(key: str, place: Hall, stack: AsyncExitStack) -> Table:
    game, bots = game_of(key), [program_of(BOT, key)] * 2
    table = Table(game, game.resolve_options(2, {}), (0, 1), bots, SEED, PATIENT, place)
    stack.push_async_callback(table.close)
    await table.play(Deal(0, SEED), {})
    return table


def _games(table: Table, in_flight: int, games: int) -> Callable[[], Any]:
    numbers = count(1)

    async def player(deals: Iterator[int]) -> int:
        return sum([await _asked(table, number) for number in deals])

    async def play() -> int:
        deals = iter([next(numbers) for _ in range(games)])
        return sum(await asyncio.gather(*[player(deals) for _ in range(in_flight)]))

    return play


async def _asked(table: Table, number: int) -> int:
    record = await table.play(Deal(number, derive_seed(SEED, "block", number)), {})
    return sum(len(step.legal) > 1 for step in record.replay.steps)


def recorded(key: str) -> tuple[list[bytes], int]:
    """The messages of a game: its questions as they go over the wire, and the size of an answer."""
    game, codec, random = game_of(key), CODECS[key], Random(1)
    state, number = game.deal(SEED, 2, {}), 0
    questions: list[bytes] = []
    events: list[Event] = []
    while state.to_act is not None:
        if len(state.legal) > 1:
            question = bot_pb2.Question(
                game_id=1,
                number=number,
                view=codec.view_to_wire(game.observe(state, state.to_act)),
                events=[codec.event_to_wire(event.as_seen_by(state.to_act)) for event in events],
                legal=[codec.action_to_wire(action) for action in state.legal],
                bank_left_ms=20_000,
            )
            questions.append(bot_pb2.PlayResponse(questions=[question]).SerializeToString())
            events = []
        state, new = game.apply(state, random.choice(state.legal))
        events += new
        number += 1
    answer = bot_pb2.PlayRequest(answers=[bot_pb2.Answer(game_id=1, number=30, index=3)])
    return questions, len(answer.SerializeToString())


def _figures(key: str, rates: Rates) -> list[Figure]:
    bare = max([rates[f"{key}: bare gRPC, {client}"] for client in CLIENTS], key=median)
    lines = rates[f"{key}: JSON lines"]
    single, several = rates[f"{key}: {_name(1)}"], rates[f"{key}: {_name(IN_FLIGHT)}"]
    return [
        Figure(f"{key}, {_name(1)}", "bare gRPC ping-pong", ratio(single, bare), Must("≥", 0.6)),
        Figure(f"{key}, {_name(IN_FLIGHT)}", "bare gRPC ping-pong", ratio(several, bare), Must("≥", 3)),
        Figure(f"{key}, {_name(IN_FLIGHT)}", "JSON lines ping-pong", ratio(several, lines), Must("≥", 1)),
    ]


def _name(in_flight: int) -> str:
    return "one game at a time" if in_flight == 1 else f"{in_flight} games in flight"
