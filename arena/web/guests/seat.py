"""A visitor's side of the conversation with a referee: a bot from afar whose answers come out of a browser."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import Any

import grpc
from bothy.v1 import bot_pb2, bot_pb2_grpc

from referee.wire.games import CODECS

PROTOCOL = 1
SOFTWARE = "bothy-web 1"


class GuestSeat:
    """Reads what the referee says in a thread of its own, and answers when the visitor does."""

    def __init__(self, key: str) -> None:
        self._codec = CODECS[key]
        self._sent: SimpleQueue[bot_pb2.PlayRequest | None] = SimpleQueue()
        self._call: Any = None
        self._changed = threading.Condition()
        self.question: bot_pb2.Question | None = None
        self.view: Any = None
        """What the visitor saw last."""
        self.told: list[str] = []
        """What happened, oldest first, as the seat may read it."""
        self.news = 0
        """How many of the last of `told` came with the last message."""
        self.commitment = ""
        self.over: bot_pb2.GameOver | None = None
        self.has_ended = False
        self._has_left = False

    def dial(self, channel: grpc.Channel, token: str) -> None:
        """Say hello, and listen until the referee says goodbye."""
        hello = bot_pb2.Hello(token=token, protocol=PROTOCOL, software=SOFTWARE)
        self._sent.put(bot_pb2.PlayRequest(hello=hello))
        self._call = bot_pb2_grpc.BotServiceStub(channel).Play(iter(self._sent.get, None))
        threading.Thread(target=self._listen, name="guest", daemon=True).start()

    def answer(self, number: int, index: int) -> bool:
        """Answer the open question; False if this is not it, or has no such action."""
        with self._changed:
            question = self.question
            if question is None or question.number != number or not 0 <= index < len(question.legal):
                return False
            self.question = None
        answer = bot_pb2.Answer(game_id=question.game_id, number=number, index=index)
        self._sent.put(bot_pb2.PlayRequest(answers=[answer]))
        return True

    def leave(self) -> None:
        """Nothing is asked any more from now on, whatever is under way."""
        with self._changed:
            self._has_left, self.question = True, None
        self._sent.put(None)
        if self._call is not None:
            self._call.cancel()

    def wait(self, seconds: float) -> None:
        """Until there is something to answer or nothing more to come."""
        with self._changed:
            self._changed.wait_for(lambda: self.question is not None or self.has_ended, seconds)

    def _listen(self) -> None:
        try:
            for response in self._call:
                with self._changed:
                    self._hear(response)
                    self._changed.notify_all()
        except grpc.RpcError:
            pass  # the end of the stream, whoever ended it; the match knows why
        finally:
            self._sent.put(None)
            with self._changed:
                self.question, self.has_ended = None, True
                self._changed.notify_all()

    def _hear(self, response: bot_pb2.PlayResponse) -> None:
        for started in response.games_started:
            self.commitment = started.commitment
        for question in response.questions:
            self._tell(question.events)
            self.view = self._codec.view_from_wire(question.view)
            self.question = None if self._has_left else question
        for over in response.games_over:
            self._tell(over.events)
            self.question, self.over = None, over

    def _tell(self, events: Any) -> None:
        texts = [self._codec.event_from_wire(event).text for event in events]
        self.told += texts
        self.news = len(texts)
