"""A match: n bots, a number of blocks. A block plays one deal at every seating, each at its own table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from referee.clock import ClockSettings
from referee.entrants import Entrant
from referee.faults import Fault
from referee.games import game_of
from referee.games.base import GameError, OptionValue, Seat
from referee.games.shuffle import derive_seed
from referee.live_bot import Hall
from referee.results import Termination
from referee.seatings import AsListed, Seatings
from referee.table import Deal, GameRecord, Table

FAULTS_TO_FORFEIT = 3
"""After so many faulty games in a row the rest of the match is forfeited."""
MOST_PARALLEL = 64
ARRIVAL_MS = 10_000
"""How long a block may be late because a bot from afar has no stream waiting: it may be about to open the next."""


class MatchError(GameError):
    """A match that cannot be played."""


class Away(GameError):
    """Bots from afar that are not here for the next block: it is not begun."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} away")
        self.names = names


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """What to play. The deals follow from the seed alone."""

    game: str
    options: dict[str, OptionValue]
    bots: Sequence[Entrant]
    blocks: int
    seed: bytes
    clock: ClockSettings = field(default_factory=ClockSettings)
    seatings: Seatings | AsListed = Seatings.ROTATIONS
    parallel: int = 1
    """How many blocks may be in flight at once: so many games on each stream."""
    first_block: int = 0
    """Blocks before it were played already."""
    faults_in_a_row: tuple[int, ...] = ()
    """Of each bot, up to the first block."""
    stop_if_away: bool = False
    """Whether it ends before a block that not all bots are here for; else whoever is away loses the block."""

    def __post_init__(self) -> None:
        game_of(self.game).resolve_options(len(self.bots), self.options)
        if self.blocks < 1 or not 0 <= self.first_block <= self.blocks:
            raise MatchError("a match has at least one block, and begins at one of them")
        if not 1 <= self.parallel <= MOST_PARALLEL:
            raise MatchError(f"from 1 to {MOST_PARALLEL} blocks can be in flight at once, not {self.parallel}")
        if self.faults_in_a_row and len(self.faults_in_a_row) != len(self.bots):
            raise MatchError("faults in a row are counted for every bot, or for none")

    def deal(self, block: int) -> Deal:
        return Deal(block, derive_seed(self.seed, "block", block))


@dataclass(frozen=True, slots=True)
class Block:
    """A finished block: one game for each seating."""

    number: int
    seed: bytes
    games: list[GameRecord] = field(default_factory=list)


class Streaks:
    """How many of each bot's last games were faulty, in the order of blocks and seatings."""

    def __init__(self, counts: list[int], waited_for: frozenset[int] = frozenset()) -> None:
        self._counts = counts
        self._waited_for = waited_for
        """Bots that forfeit nothing beforehand: a block begins when they are here, or not at all."""
        self.forfeited: dict[int, Fault] = {}
        """The bots that have forfeited the rest of the match."""
        for bot, count in enumerate(counts):
            if count >= FAULTS_TO_FORFEIT:
                self._forfeit(bot)

    def count(self, game: GameRecord) -> None:
        for bot in range(len(self._counts)):
            self._counts[bot] = self._counts[bot] + 1 if bot in game.faulty_bots else 0
            if self._counts[bot] >= FAULTS_TO_FORFEIT and bot not in self.forfeited:
                self._forfeit(bot)

    def _forfeit(self, bot: int) -> None:
        """It is not started any more, whatever it did: so a match that is resumed ends like one that was not."""
        if bot in self._waited_for:
            return
        detail = f"forfeited after {FAULTS_TO_FORFEIT} faulty games in a row"
        self.forfeited[bot] = Fault(Termination.NO_START, detail)


class Match:
    """Plays a match. Blocks come out in order; closing the stream of blocks stops everything."""

    def __init__(self, spec: MatchSpec, hall: Hall) -> None:
        self._spec = spec
        game = game_of(spec.game)
        players = len(spec.bots)
        self.options = game.resolve_options(players, spec.options)
        self._tables = [
            Table(game, self.options, seating, spec.bots, spec.seed, spec.clock, hall)
            for seating in spec.seatings.of(players)
        ]
        waited_for = [bot for bot, entrant in enumerate(spec.bots) if spec.stop_if_away and entrant.is_from_afar]
        self._streaks = Streaks(list(spec.faults_in_a_row) or [0] * players, frozenset(waited_for))

    async def blocks(self) -> AsyncGenerator[Block]:
        """Away says that it went no further, because somebody is."""
        try:
            number = self._spec.first_block
            while number < self._spec.blocks:
                # Each stretch ends where a bot forfeits: what was in flight then does not count.
                forfeited = dict(sorted(self._streaks.forfeited.items()))
                async with aclosing(self._stretch(number, forfeited)) as stretch:
                    async for block in stretch:
                        number = block.number + 1
                        yield block
                        if len(self._streaks.forfeited) > len(forfeited):
                            break
        finally:
            await _to_the_end(asyncio.gather(*(table.close() for table in self._tables)))

    async def _stretch(self, first: int, forfeited: dict[int, Fault]) -> AsyncGenerator[Block]:
        """Blocks from `first` on, several in flight, given out in order."""
        tasks: dict[int, asyncio.Task[Block]] = {}
        try:
            for number in range(first, self._spec.blocks):
                for ahead in range(number, min(number + self._spec.parallel, self._spec.blocks)):
                    if ahead not in tasks:
                        tasks[ahead] = asyncio.create_task(self._block(ahead, forfeited))
                block = await tasks.pop(number)
                for game in block.games:
                    self._streaks.count(game)
                yield block
        finally:
            for task in tasks.values():
                task.cancel()
            await _to_the_end(asyncio.gather(*tasks.values(), return_exceptions=True))

    async def _block(self, number: int, forfeited: dict[int, Fault]) -> Block:
        if self._spec.stop_if_away:
            await self._see_that_all_are_here()
        deal = self._spec.deal(number)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(table.play(deal, _by_seat(table, forfeited))) for table in self._tables]
        except ExceptionGroup as errors:  # one is enough to know why the match cannot go on
            raise errors.exceptions[0] from None
        return Block(number, deal.seed, [task.result() for task in tasks])

    async def _see_that_all_are_here(self) -> None:
        seconds = min(self._spec.clock.startup_ms, ARRIVAL_MS) / 1000
        here = [
            entrant.is_here([table.seated(bot) for table in self._tables], seconds)
            for bot, entrant in enumerate(self._spec.bots)
        ]
        found = zip(self._spec.bots, await asyncio.gather(*here), strict=True)
        if away := [entrant.name for entrant, is_here in found if not is_here]:
            raise Away(away)


async def _to_the_end(ending: asyncio.Future[Any]) -> None:
    """Wait for it, however often we are told to stop meanwhile: whoever cancels a match finds nothing running."""
    cancelled: asyncio.CancelledError | None = None
    while not ending.done():
        try:
            await asyncio.wait((ending,))
        except asyncio.CancelledError as error:
            cancelled = error
    ending.result()
    if cancelled is not None:
        raise cancelled


def _by_seat(table: Table, forfeited: dict[int, Fault]) -> dict[Seat, Fault]:
    return {table.seating.index(bot): fault for bot, fault in forfeited.items()}
