"""A guest at the table of a match: known by a token that works once, asked like any bot, gone when it goes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
from bothy.v1 import bot_pb2, bot_pb2_grpc, referee_pb2, referee_pb2_grpc

from tests.e2e.test_service import control, folder_bot, match_of, serving

pytestmark = pytest.mark.usefixtures("no_orphans")
TOKEN = "a guest's token"


def match_with_guest(token: str = TOKEN) -> referee_pb2.PlayMatchRequest:
    guest = referee_pb2.BotSource(name="visitor", guest=sha256(token.encode()).hexdigest())
    request = match_of(folder_bot("python-raw"), guest, blocks=1)
    request.seatings = referee_pb2.SEATINGS_AS_LISTED
    return request


class Guest:
    """Takes the first legal action, as long as it is there."""

    def __init__(self, folder: Path, token: str = TOKEN) -> None:
        self._sent: SimpleQueue[bot_pb2.PlayRequest] = SimpleQueue()
        self._sent.put(bot_pb2.PlayRequest(hello=bot_pb2.Hello(token=token, protocol=1)))
        self._channel = grpc.insecure_channel(f"unix:{folder / 'r.sock'}")
        self.call = bot_pb2_grpc.BotServiceStub(self._channel).Play(iter(self._sent.get, None))

    def questions(self) -> Iterator[bot_pb2.Question]:
        for response in self.call:
            yield from response.questions

    def answer(self, question: bot_pb2.Question) -> None:
        answer = bot_pb2.Answer(game_id=question.game_id, number=question.number, index=0)
        self._sent.put(bot_pb2.PlayRequest(answers=[answer]))

    def leave(self) -> None:
        self._channel.close()


def test_a_guest_plays_one_game_in_the_seat_that_it_was_given(tmp_path: Path) -> None:
    with serving(tmp_path), control(tmp_path) as stub:
        call = begun(stub)
        assert next(call).HasField("started")
        guest = Guest(tmp_path)
        seats = set()
        for question in guest.questions():
            seats.add(question.view.claim.viewer)
            guest.answer(question)
        (response,) = call
        guest.leave()
    (game,) = response.block.games
    assert seats == {1}
    assert (list(game.bots), game.termination) == ([0, 1], bot_pb2.TERMINATION_NORMAL)


def test_a_token_works_once_and_strangers_are_sent_away(tmp_path: Path) -> None:
    with serving(tmp_path), control(tmp_path) as stub:
        call = begun(stub)
        assert next(call).HasField("started")
        guest = Guest(tmp_path)
        next(guest.questions())
        for token in (TOKEN, "something else", ""):
            stranger = Guest(tmp_path, token)
            with pytest.raises(grpc.RpcError) as refused:
                next(stranger.questions())
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
            stranger.leave()
        guest.leave()
        (response,) = call
    (game,) = response.block.games
    assert (list(game.placings), game.termination) == ([1, 2], bot_pb2.TERMINATION_CRASH)


def test_a_match_that_is_cancelled_forgets_its_guest(tmp_path: Path) -> None:
    with serving(tmp_path), control(tmp_path) as stub:
        first = begun(stub)
        assert next(first).HasField("started")
        assert not is_expected(stub)  # at another table
        first.cancel()
        deadline = time.monotonic() + 20
        while not is_expected(stub):
            assert time.monotonic() < deadline
            time.sleep(0.02)


def is_expected(stub: referee_pb2_grpc.RefereeServiceStub) -> bool:
    call = begun(stub)
    try:
        return next(call).HasField("started")  # type: ignore[no-any-return]
    except grpc.RpcError as refused:
        if refused.details() != "this guest is expected at another table":
            raise
        return False
    finally:
        call.cancel()


def begun(stub: referee_pb2_grpc.RefereeServiceStub) -> Any:
    return stub.PlayMatch(match_with_guest())


def test_a_guest_is_named_by_the_digest_of_a_token(tmp_path: Path) -> None:
    request = match_with_guest()
    request.bots[1].guest = "visitor"
    with serving(tmp_path), control(tmp_path) as stub, pytest.raises(grpc.RpcError) as refused:
        list(stub.PlayMatch(request))
    assert refused.value.details() == "a guest is known by the SHA-256 of its token, in hex"
