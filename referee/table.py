"""A table: the live bots of one seating, and the games that they play there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.clock import ClockSettings
from referee.entrants import Entrant, SeatedBot
from referee.faults import Abandoned, Fault
from referee.game_run import GameRun
from referee.games.base import AnyGame, OptionValue, Seat
from referee.games.shuffle import derive_seed
from referee.live_bot import Hall
from referee.replay import Replay
from referee.results import Termination
from referee.seatings import Seating


@dataclass(frozen=True, slots=True)
class Deal:
    """What is played at a table: one game of the block with this number."""

    block: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game."""

    seating: Seating
    replay: Replay
    logs: dict[Seat, str] = field(default_factory=dict)
    """What the bots at fault had printed."""

    @property
    def faulty_bots(self) -> set[int]:
        assert self.replay.result is not None
        return {self.seating[seat] for seat in self.replay.result.offenders}


class Table:
    """Starts its bots when they are needed, and afresh after a fault."""

    def __init__(
        self,
        game: AnyGame,
        options: dict[str, OptionValue],
        seating: Seating,
        entrants: Sequence[Entrant],
        seed: bytes,
        clock: ClockSettings,
        hall: Hall,
    ) -> None:
        self.game, self.options, self.seating, self.clock = game, options, seating, clock
        self.entrants = [entrants[bot] for bot in seating]
        self._seed = seed
        self._hall = hall
        self._live: list[SeatedBot | None] = [None] * len(seating)
        self._not_gone: set[SeatedBot] = set()
        """All that were started here and may still have a process or a socket, failed or not."""
        self._starts = [0] * len(seating)
        self._pardoned: set[tuple[Seat, int]] = set()
        """Seats and blocks where a bot ended before its first answer, and was given another process."""
        self._asked_one_at_a_time: set[Seat] = set()
        """Seats whose bot died while several questions were open."""
        self._runs: dict[int, GameRun] = {}
        self._next_id = 1

    async def play(self, deal: Deal, forfeited: dict[Seat, Fault]) -> GameRecord:
        """Play a game to its end. Seats in `forfeited` have lost it beforehand."""
        while True:
            run = GameRun(self, self._next_id, deal, forfeited)
            self._next_id += 1
            self._runs[run.game_id] = run
            try:
                replay = await run.play()
            except Abandoned:
                continue
            finally:
                del self._runs[run.game_id]
            return GameRecord(self.seating, replay, await self._logs(run))

    async def close(self) -> None:
        """End all bots; safe to call again."""
        await asyncio.gather(*[bot.stop() for bot in self._not_gone])

    def bot_at(self, seat: Seat) -> SeatedBot:
        """The bot of a seat, a new one if the last has failed. Whether it is up, `start` tells."""
        bot = self._live[seat]
        if bot is None or bot.stream.fault is not None:
            bot = self._live[seat] = self._new_bot(seat, after=bot)
            self._not_gone.add(bot)
        return bot

    def seated(self, bot: int) -> SeatedBot | None:
        """Who sits here now for a bot of the match; it may have failed."""
        return self._live[self.seating.index(bot)]

    def random_seed(self, deal: Deal, seat: Seat) -> bytes:
        """A bot's own randomness for one game: the same however often, and beside whatever, it is played."""
        return derive_seed(self._seed, f"random:{self.entrants[seat].name!a}:{seat}:{_text(self.seating)}", deal.block)

    def _new_bot(self, seat: Seat, after: SeatedBot | None) -> SeatedBot:
        seed = derive_seed(self._seed, f"process:{seat}:{_text(self.seating)}", self._starts[seat])
        self._starts[seat] += 1

        def failed(fault: Fault) -> None:
            self._bot_failed(seat, bot, fault)

        bot = self.entrants[seat].bot(seed, self.clock, self._hall, failed, after)
        bot.stream.asks_one_at_a_time = seat in self._asked_one_at_a_time
        return bot

    def _bot_failed(self, seat: Seat, bot: SeatedBot, fault: Fault) -> None:
        """Of all games in flight, the one that it failed at is lost; the others start over."""
        bot.begin_stop().add_done_callback(lambda _: self._not_gone.discard(bot))
        runs = [run for run in self._runs.values() if run.is_played_by(seat, bot)]
        blamed = self._blamed(runs, seat, bot, fault)
        for run in runs:
            if run is blamed:
                run.bot_failed(seat, bot, fault)
            else:
                run.abandon()

    def _blamed(self, runs: list[GameRun], seat: Seat, bot: SeatedBot, fault: Fault) -> GameRun | None:
        """The game that a bot failed at: that of its words or its question, else the first that it is in the middle
        of. None if it may well have ended with the game before, or died of one question of several, its answers to
        those before still unsent: a fresh process will show."""
        if fault.termination is Termination.CRASH and bot.stream.open_questions > 1:
            self._asked_one_at_a_time.add(seat)
            return None
        named = [run for run in runs if run.game_id == bot.stream.blamed_game]
        begun = [run for run in runs if run.has_answer_of(seat)]
        run = min(named or begun or runs, key=lambda run: run.block, default=None)
        if run is None or run in begun or not bot.stream.has_played or fault.termination is not Termination.CRASH:
            return run
        if (seat, run.block) in self._pardoned:
            return run
        self._pardoned.add((seat, run.block))
        return None

    async def _logs(self, run: GameRun) -> dict[Seat, str]:
        for bot in run.failed_bots.values():
            await bot.stop()
        return {seat: bot.log for seat, bot in run.failed_bots.items()}


def _text(seating: Seating) -> str:
    return "".join(map(str, seating))
