"""Bots that do wrong: hostile.py MISDEED [COMMITMENT [QUESTION]]

Speaks raw gRPC, because the kit would not let it misbehave. It plays fairly (always the first action) but for its
misdeed, which it does in the game with that commitment, or in every game if there is none, at question 4 or later.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

import grpc
from bothy.v1 import bot_pb2

HUGE = 8 * 1024 * 1024


class Wire:
    """A stream on which anything can be said."""

    def __init__(self) -> None:
        options = [("grpc.default_authority", "localhost"), ("grpc.max_send_message_length", -1)]
        self._channel = grpc.insecure_channel(os.environ["BOTHY_REFEREE"], options=options)
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self.call = self.open(iter(self._outgoing.get, None))

    def open(self, requests: Iterator[bytes]) -> Any:
        method = self._channel.stream_stream(
            "/bothy.v1.BotService/Play",
            request_serializer=lambda data: data,
            response_deserializer=bot_pb2.PlayResponse.FromString,
        )
        return method(requests, wait_for_ready=True)

    def send(self, data: bytes | None) -> None:
        self._outgoing.put(data)

    def hello(self, token: str | None = None, protocol: int = 1) -> None:
        self.send(hello(token, protocol))

    def answer(self, *answers: bot_pb2.Answer) -> None:
        self.send(bot_pb2.PlayRequest(answers=answers).SerializeToString())


def hello(token: str | None = None, protocol: int = 1) -> bytes:
    token = os.environ["BOTHY_TOKEN"] if token is None else token
    return bot_pb2.PlayRequest(hello=bot_pb2.Hello(token=token, protocol=protocol)).SerializeToString()


def fair(question: bot_pb2.Question, **different: Any) -> bot_pb2.Answer:
    return bot_pb2.Answer(**({"game_id": question.game_id, "number": question.number, "index": 0} | different))


# --- misdeeds at a question --------------------------------------------------------------------


def out_of_range(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, index=len(question.legal)))


def far_out_of_range(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, index=2**32 - 1))


def late(wire: Wire, question: bot_pb2.Question) -> None:
    time.sleep(question.bank_left_ms / 1000 + 0.5)
    wire.answer(fair(question))


def silence(wire: Wire, question: bot_pb2.Question) -> None:
    del wire, question


def wrong_question(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, number=question.number + 1))


def wrong_game(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, game_id=question.game_id + 1000))


def twice_at_once(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question), fair(question))


def twice(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question))
    wire.answer(fair(question))


def flood_of_answers(wire: Wire, question: bot_pb2.Question) -> None:
    for _ in range(200_000):
        wire.answer(fair(question))


def flood_of_nothing(wire: Wire, question: bot_pb2.Question) -> None:
    del question
    for _ in range(200_000):
        wire.send(b"")


def garbage(wire: Wire, question: bot_pb2.Question) -> None:
    del question
    wire.send(b"\xff" * 100)


def oversized(wire: Wire, question: bot_pb2.Question) -> None:
    padding = 65_537 - len(bot_pb2.PlayRequest(answers=[fair(question, note="x" * 65_000)]).SerializeToString())
    wire.answer(fair(question, note="x" * (65_000 + padding)))


def far_too_large(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, note="x" * HUGE))
    time.sleep(60)


def hello_again(wire: Wire, question: bot_pb2.Question) -> None:
    del question
    wire.hello()


def stream_closed(wire: Wire, question: bot_pb2.Question) -> None:
    del question
    wire.send(None)
    time.sleep(60)


def stream_cancelled(wire: Wire, question: bot_pb2.Question) -> None:
    del question
    wire.call.cancel()
    time.sleep(60)


def killed(wire: Wire, question: bot_pb2.Question) -> None:
    del wire, question
    os.kill(os.getpid(), signal.SIGKILL)


def exit_0(wire: Wire, question: bot_pb2.Question) -> None:
    del wire, question
    os._exit(0)


def exit_1(wire: Wire, question: bot_pb2.Question) -> None:
    del wire, question
    sys.exit(1)


def exception(wire: Wire, question: bot_pb2.Question) -> None:
    del wire, question
    print("my last words")
    raise RuntimeError("I did not think of this")


def crash_off_turn(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question))
    time.sleep(0.15)
    os._exit(9)


def talk_off_turn(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question))
    time.sleep(0.15)
    wire.answer(fair(question, number=question.number + 2))


def endless_output(wire: Wire, question: bot_pb2.Question) -> None:
    del wire, question
    print("the beginning", flush=True)
    while True:
        os.write(1, b"x" * 4096)


def endless_errors(wire: Wire, question: bot_pb2.Question) -> None:
    def scream() -> None:
        while True:
            os.write(2, b"x" * 4096)

    threading.Thread(target=scream, daemon=True).start()
    wire.answer(fair(question))
    time.sleep(60)


def listens_to_the_end(wire: Wire, question: bot_pb2.Question) -> None:
    out_of_range(wire, question)
    for response in wire.call:
        if response.HasField("problem"):
            print("heard:", response.problem.termination, response.problem.detail, flush=True)
        if response.HasField("goodbye"):
            print("heard goodbye", flush=True)
            os._exit(0)


def ignores_goodbye(wire: Wire, question: bot_pb2.Question) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    out_of_range(wire, question)
    time.sleep(60)


def keeps_printing(wire: Wire, question: bot_pb2.Question) -> None:
    out_of_range(wire, question)
    while True:
        print("still here", flush=True)
        time.sleep(0.1)


# --- no misdeeds, though they look like some ---------------------------------------------------


def second_stream(wire: Wire, question: bot_pb2.Question) -> None:
    other = wire.open(iter([hello()]))
    wire.answer(fair(question, note=other.code().name))


def long_note(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, note="é" * 20_000))


def control_characters(wire: Wire, question: bot_pb2.Question) -> None:
    wire.answer(fair(question, note="\x1b[31mred\nand\x00\u202eright"))


# --- misdeeds at the start ---------------------------------------------------------------------


def wrong_token(wire: Wire) -> None:
    wire.hello(token="guess")


def wrong_protocol(wire: Wire) -> None:
    wire.hello(protocol=2)


def answer_first(wire: Wire) -> None:
    wire.answer(bot_pb2.Answer(game_id=1))


def garbage_first(wire: Wire) -> None:
    wire.send(b"\xff" * 100)


def never_says_hello(wire: Wire) -> None:
    del wire
    time.sleep(60)


def exits_at_once(wire: Wire) -> None:
    del wire
    print("not today")
    sys.exit(4)


def hello_and_gone(wire: Wire) -> None:
    wire.hello()
    next(wire.call)
    os._exit(5)


def never_reads(wire: Wire) -> None:
    wire.hello()
    time.sleep(60)


AT_A_QUESTION: dict[str, Callable[[Wire, bot_pb2.Question], None]] = {
    misdeed.__name__: misdeed
    for misdeed in (
        *(out_of_range, far_out_of_range, late, silence, wrong_question, wrong_game, twice_at_once, twice),
        *(flood_of_answers, flood_of_nothing, garbage, oversized, far_too_large, hello_again, stream_closed),
        *(stream_cancelled, killed, exit_0, exit_1, exception, crash_off_turn, talk_off_turn, endless_output),
        *(
            endless_errors,
            listens_to_the_end,
            ignores_goodbye,
            keeps_printing,
            second_stream,
            long_note,
            control_characters,
        ),
    )
}
AT_THE_START: dict[str, Callable[[Wire], None]] = {
    misdeed.__name__: misdeed
    for misdeed in (
        *(wrong_token, wrong_protocol, answer_first, garbage_first, never_says_hello, exits_at_once),
        *(hello_and_gone, never_reads),
    )
}


class Hostile:
    """Plays, and does its misdeed when the time has come: not at its first question, but soon."""

    def __init__(self, misdeed: str, commitment: str = "", question: str = "4") -> None:
        self._misdeed, self._commitment, self._question = misdeed, commitment, int(question)
        self._doomed: set[int] = set()
        self._parent = fork_away() if misdeed == "forks_away" else None

    def run(self) -> None:
        self._wire = Wire()
        if self._misdeed in AT_THE_START:
            AT_THE_START[self._misdeed](self._wire)
        else:
            self._wire.hello()
        for response in self._wire.call:
            for started in response.games_started:
                self._start(started)
            for question in response.questions:
                self._answer(question)
            for over in response.games_over:
                if self._misdeed == "exit_at_game_over" and over.game_id in self._doomed:
                    os._exit(6)
            if response.HasField("goodbye"):
                return

    def _start(self, started: bot_pb2.GameStarted) -> None:
        if started.commitment.startswith(self._commitment):
            self._doomed.add(started.game_id)
            if self._misdeed == "before_asked":
                self._wire.answer(bot_pb2.Answer(game_id=started.game_id, number=77))

    def _answer(self, question: bot_pb2.Question) -> None:
        if question.game_id not in self._doomed or question.number < self._question:
            self._wire.answer(fair(question))
        elif self._parent is not None:
            os.write(self._parent, b"go")
            time.sleep(60)
        elif self._misdeed in AT_A_QUESTION:
            AT_A_QUESTION[self._misdeed](self._wire, question)
        else:
            self._wire.answer(fair(question))


def fork_away() -> int:
    """Leave the first process behind; it ends when told through this pipe."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    os.setsid()
    if os.fork():
        os._exit(0)
    return writing


if __name__ == "__main__":
    Hostile(*sys.argv[1:]).run()
