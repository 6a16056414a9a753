"""One game between live bots: asks whose turn it is, applies the answer, writes it down."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bothy.v1 import bot_pb2

from referee import replay, results
from referee.clock import GameClock
from referee.entrants import SeatedBot
from referee.faults import Abandoned, Fault
from referee.games.base import Action, Event, Seat
from referee.games.shuffle import commitment
from referee.questions import Answered, Question
from referee.replay import Replay, Step
from referee.results import Result
from referee.wire.asking import asking
from referee.wire.games import CODECS
from referee.wire.results import game_over, options_to_wire

if TYPE_CHECKING:
    from referee.table import Deal, Table


class GameRun:
    """An attempt at a game. It ends with a replay, or is abandoned and played again from the start."""

    def __init__(self, table: Table, game_id: int, deal: Deal, forfeited: dict[Seat, Fault]) -> None:
        self.game_id, self.block = game_id, deal.block
        self.failed_bots: dict[Seat, SeatedBot] = {}
        self._table, self._deal = table, deal
        self._game, self._codec = table.game, CODECS[table.game.key]
        self._asking = asking(table.game.key)
        players = len(table.seating)
        self._bots: list[SeatedBot | None] = [None] * players
        self._offences: dict[Seat, Fault] = dict(forfeited)
        """In the order of offence."""
        self._is_abandoned = False
        self._have_answered: set[Seat] = set()
        self._asked: Seat | None = None
        self._answer: asyncio.Future[Answered | None] | None = None
        """What `_asked` is asked for; None comes if there is no point in waiting any longer."""
        self._clocks = [GameClock(table.clock) for _ in range(players)]
        self._events: list[Event] = []
        self._told = [0] * players
        """How many of the events each seat has been told."""
        self._forced: list[list[Action]] = [[] for _ in range(players)]

    async def play(self) -> Replay:
        game, table = self._game, self._table
        state = game.deal(self._deal.seed, len(table.seating), table.options)
        written = replay.begin(game, state, self._deal.seed, tuple(entrant.name for entrant in table.entrants))
        if not self._is_lost:
            await self._gather_bots()
            self._tell_started()
        try:
            while state.to_act is not None and not self._is_lost:
                decision = await self._decide(state, len(written.steps))
                # Who failed right after its answer has lost before it counts.
                if decision is not None and not self._is_lost:
                    step, action = decision
                    written.steps.append(step)
                    state, events = game.apply(state, action)
                    self._events += events
        except BaseException:
            self._tell_over(results.cancelled("the game was broken off"))
            raise
        written.result = self._result(state)
        self._tell_over(written.result)
        return written

    # --- faults --------------------------------------------------------------------------------

    @property
    def _is_lost(self) -> bool:
        """Two players: the first fault ends the game."""
        return len(self._bots) == 2 and bool(self._offences)

    def is_played_by(self, seat: Seat, bot: SeatedBot) -> bool:
        return self._bots[seat] is bot and seat not in self._offences

    def has_answer_of(self, seat: Seat) -> bool:
        return seat in self._have_answered

    def bot_failed(self, seat: Seat, bot: SeatedBot, fault: Fault) -> None:
        """A bot of this game has failed, at its turn or not."""
        self._offences[seat] = fault
        self.failed_bots[seat] = bot
        if self._asked == seat or self._is_lost:
            self._stop_asking()

    def abandon(self) -> None:
        self._is_abandoned = True
        self._stop_asking()

    def _stop_asking(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(None)

    # --- the course of the game ----------------------------------------------------------------

    async def _gather_bots(self) -> None:
        """Start all bots that play, or wait for them if they are being started."""
        beforehand = len(self._offences)
        for seat in range(len(self._bots)):
            if seat not in self._offences:
                self._bots[seat] = self._table.bot_at(seat)
        await asyncio.gather(*[bot.start() for bot in self._bots if bot is not None])
        if self._is_abandoned:
            raise Abandoned
        # Who of several failed first at the start is chance: they count by seat.
        offences = list(self._offences.items())
        self._offences = dict(offences[:beforehand] + sorted(offences[beforehand:], key=lambda offence: offence[0]))

    async def _decide(self, state: Any, number: int) -> tuple[Step, Action] | None:
        """The step at this state; None if somebody failed and the referee has to look again."""
        if self._is_abandoned:
            raise Abandoned
        seat, legal = state.to_act, state.legal
        texts = tuple([action.text for action in legal])
        if seat in self._offences:
            return Step(seat, texts, texts[0], autopilot=True), legal[0]
        if len(legal) == 1:
            self._forced[seat].append(legal[0])
            return Step(seat, texts, texts[0]), legal[0]
        answer = await self._ask(seat, state, number)
        if answer is None:
            return None
        self._have_answered.add(seat)
        action = legal[answer.index]
        cpu_ms = None if answer.cpu_ms is None else round(answer.cpu_ms, 3)
        return Step(seat, texts, action.text, round(answer.ms, 3), note=answer.note, cpu_ms=cpu_ms), action

    async def _ask(self, seat: Seat, state: Any, number: int) -> Answered | None:
        bot = self._bots[seat]
        assert bot is not None
        clock = self._clocks[seat]
        head = bot_pb2.Question(
            game_id=self.game_id,
            number=number,
            bank_left_ms=int(clock.bank_left_ms),
            forced=self._forced_of(seat),
        )
        message = self._asking.question(head, self._game.observe(state, seat), self._news(seat), state.legal)
        question = Question(self.game_id, number, message, len(state.legal), clock)
        self._asked, self._answer = seat, bot.stream.ask(question)
        try:
            return await self._answer
        finally:
            self._asked = self._answer = None

    def _news(self, seat: Seat) -> list[Event]:
        """What happened since the seat was last told, as it may see it."""
        events = self._events[self._told[seat] :]
        self._told[seat] = len(self._events)
        return [event.as_seen_by(seat) for event in events]

    def _forced_of(self, seat: Seat) -> list[Any]:
        forced, self._forced[seat] = self._forced[seat], []
        return [self._codec.action_to_wire(action) for action in forced]

    def _result(self, state: Any) -> Result:
        outcome = self._game.outcome(state)
        if not self._offences:
            assert outcome is not None
            return results.normal(outcome)
        offender, fault = next(iter(self._offences.items()))
        if len(self._bots) == 2:
            return results.forfeited(offender, fault.termination, fault.detail)
        assert outcome is not None
        return results.played_on(outcome, tuple(self._offences), fault.termination, fault.detail)

    # --- what the bots are told ----------------------------------------------------------------

    def _tell_started(self) -> None:
        for seat, bot in enumerate(self._bots):
            if bot is not None and seat not in self._offences:
                bot.stream.tell_started(
                    bot_pb2.GameStarted(
                        game_id=self.game_id,
                        game=self._game.key,
                        options=options_to_wire(self._table.options),
                        seat=seat,
                        players=len(self._bots),
                        commitment=commitment(self._deal.seed),
                        random_seed=self._table.random_seed(self._deal, seat),
                    )
                )

    def _tell_over(self, result: Result) -> None:
        for seat, bot in enumerate(self._bots):
            if bot is not None and bot.stream.fault is None:
                over = game_over(self.game_id, result)
                over.events.extend([self._codec.event_to_wire(event) for event in self._news(seat)])
                over.forced.extend(self._forced_of(seat))
                bot.stream.tell_over(over)
