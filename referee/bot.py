"""What a Python bot imports: subclass `Bot`, implement `choose`, and call `run`.

    from referee.bot import Bot, Question

    class MyBot(Bot):
        def choose(self, question: Question) -> int:
            return question.random.randrange(len(question.legal))

    if __name__ == "__main__":
        MyBot().run()

The same bot plays in process, for debugging and notebooks:
`from referee.practice import play; play(MyBot(), "claim", against=OtherBot())`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from operator import index
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, TypeAlias

import grpc
from bothy.v1 import bot_pb2, bot_pb2_grpc

from referee.games import game_of
from referee.games.base import Action, AnyGame, Event, Options, Seat
from referee.results import Result
from referee.wire.games import CODECS
from referee.wire.results import options_from_wire, result_from_wire

PROTOCOL = 1
SOFTWARE = "bothy-python 0.1"
SENDING_SECONDS = 1.0
Choice: TypeAlias = int | Action | str
"""An index into `legal`, one of its actions, or the text of one."""


@dataclass(frozen=True)
class GameInfo:
    """A game that the bot plays."""

    key: str
    options: Options
    seat: Seat
    players: int
    commitment: str
    random: Random
    """The bot's own randomness for this game: the same when the game is played again."""

    @property
    def rules(self) -> AnyGame:
        return game_of(self.key)


class Question:
    """A decision to make. What is not looked at costs nothing."""

    def __init__(self, game: GameInfo, number: int, bank_left_ms: int, source: Source) -> None:
        self.game = game
        self.number = number
        self.bank_left_ms = bank_left_ms
        self.note = ""
        """Set it to explain the choice in the replay."""
        self._source = source

    @property
    def random(self) -> Random:
        return self.game.random

    @cached_property
    def view(self) -> Any:
        """All that the seat may see: the game's own view (`ClaimView`, `SchottenView`, `LordsView`)."""
        return self._source.view()

    @cached_property
    def legal(self) -> Sequence[Action]:
        """The legal actions, sorted by text; there are at least two."""
        return self._source.legal()

    @cached_property
    def events(self) -> Sequence[Event]:
        """What happened since the bot's last question of this game."""
        return self._source.events()

    def index_of(self, choice: Choice) -> int:
        """The index of a choice. A text that is not legal is a ValueError."""
        if not isinstance(choice, Action | str):
            return index(choice)  # numpy's whole numbers too
        texts = [action.text for action in self.legal]
        return texts.index(choice.text if isinstance(choice, Action) else choice)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a question's parts come from: the wire, or the same process."""

    view: Callable[[], Any]
    legal: Callable[[], Sequence[Action]]
    events: Callable[[], Sequence[Event]]


class Bot:
    """A bot. One object plays all games of its process, several at once if the referee asks so."""

    def choose(self, question: Question) -> Choice:
        """Decide: an index into `question.legal`, one of its actions, or its text."""
        raise NotImplementedError

    def game_started(self, game: GameInfo) -> None:
        """A game begins. Override to prepare."""

    def game_over(self, game: GameInfo, result: Result) -> None:
        """A game has ended. Override to learn from it."""

    def run(self) -> None:
        """Play until the referee says goodbye. The referee's address and the token are in the environment."""
        try:
            address, token = os.environ["BOTHY_REFEREE"], os.environ["BOTHY_TOKEN"]
        except KeyError:
            print("This is a bot: the referee starts it. Try  referee play claim . .", file=sys.stderr)
            sys.exit(2)
        if not address.startswith("unix:"):
            from referee.afar import play_from_afar  # which needs this module

            play_from_afar(self, address, token)
            return
        with channel_to(address) as channel:
            Conversation(self, token).hold(bot_pb2_grpc.BotServiceStub(channel))


def channel_to(address: str) -> grpc.Channel:
    """A unix socket in the clear; anything else with TLS, trusting BOTHY_CA or the system's authorities."""
    if address.startswith("unix:"):
        # The authority of a unix socket is its path, which not every server takes.
        return grpc.insecure_channel(address, options=[("grpc.default_authority", "localhost")])
    authority = os.environ.get("BOTHY_CA")
    certificates = Path(authority).read_bytes() if authority else None
    credentials = grpc.ssl_channel_credentials(certificates)
    # A referee whose host is gone without a word is noticed, and dialled again.
    return grpc.secure_channel(address, credentials, options=[("grpc.keepalive_time_ms", 30_000)])


class Conversation:
    """The bot's side of a stream."""

    def __init__(self, bot: Bot, token: str, on_welcome: Callable[[], None] = lambda: None) -> None:
        self._bot, self._token, self._on_welcome = bot, token, on_welcome
        self._games: dict[int, GameInfo] = {}
        self._outgoing: SimpleQueue[bot_pb2.PlayRequest | None] = SimpleQueue()

    def hold(self, stub: bot_pb2_grpc.BotServiceStub) -> None:
        hello = bot_pb2.Hello(token=self._token, protocol=PROTOCOL, software=SOFTWARE)
        self._outgoing.put(bot_pb2.PlayRequest(hello=hello))
        call = stub.Play(self._requests(), wait_for_ready=True)
        try:
            for response in call:
                self._hear(response)
                if response.HasField("goodbye"):
                    break
        finally:
            self._leave(call)

    def _leave(self, call: Iterable[bot_pb2.PlayResponse]) -> None:
        """In good order: whoever breaks off a stream may take back what it said last."""
        self._outgoing.put(None)
        leaving = Thread(target=_hear_out, args=(call,), daemon=True)
        leaving.start()
        leaving.join(SENDING_SECONDS)

    def _requests(self) -> Iterator[bot_pb2.PlayRequest]:
        """gRPC takes them in a thread of its own, and comes back when the last one is sent. Whatever was answered
        meanwhile goes out in one message; nothing waits for more to come."""
        while (request := self._outgoing.get()) is not None:
            is_last = False
            while not self._outgoing.empty() and not is_last:
                more = self._outgoing.get()
                is_last = more is None
                if more is not None:
                    request.MergeFrom(more)
            yield request
            if is_last:
                return

    def _hear(self, response: bot_pb2.PlayResponse) -> None:
        if response.HasField("welcome"):
            self._on_welcome()
        for started in response.games_started:
            game = GameInfo(
                started.game,
                options_from_wire(started.options),
                started.seat,
                started.players,
                started.commitment,
                Random(started.random_seed),
            )
            self._games[started.game_id] = game
            self._bot.game_started(game)
        over = {message.game_id for message in response.games_over}
        for question in response.questions:
            if question.game_id not in over:
                self._answer(question)
        for message in response.games_over:
            self._bot.game_over(self._games.pop(message.game_id), result_from_wire(message))
        if response.HasField("problem"):
            print(f"The referee says: {response.problem.detail}", file=sys.stderr)

    def _answer(self, message: bot_pb2.Question) -> None:
        game = self._games[message.game_id]
        codec, rules = CODECS[game.key], game.rules
        source = Source(
            view=lambda: codec.view_from_wire(message.view),
            legal=lambda: [rules.parse_action(action.text) for action in message.legal],
            events=lambda: [codec.event_from_wire(event) for event in message.events],
        )
        question = Question(game, message.number, message.bank_left_ms, source)
        chosen = question.index_of(self._bot.choose(question))
        answer = bot_pb2.Answer(game_id=message.game_id, number=message.number, index=chosen, note=question.note)
        # It goes out as soon as it can: the bot's clock for the next question starts with it.
        self._outgoing.put(bot_pb2.PlayRequest(answers=[answer]))


def _hear_out(call: Iterable[bot_pb2.PlayResponse]) -> None:
    with suppress(grpc.RpcError):
        for _ in call:
            pass
