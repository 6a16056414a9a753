"""Questions as bytes, put together from parts that were serialized before.

Serialized parts may simply be joined: that is a message. To put messages into messages copies all of them, several
times over, and most of a question is the same few hundred actions and events again and again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from bothy.v1 import bot_pb2

from referee.games import GAMES
from referee.games.base import Action, Event
from referee.wire.codec import Remembered
from referee.wire.games import CODECS

LENGTH_DELIMITED = 2
"""The wire type of messages and texts."""


def framed(field: int, data: bytes) -> bytes:
    """A field that holds these bytes."""
    return _varint(field << 3 | LENGTH_DELIMITED) + _varint(len(data)) + data


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the top bit says that more follow."""
    if number < 0x80:
        return bytes((number,))
    return bytes((number & 0x7F | 0x80,)) + _varint(number >> 7)


class Asking:
    """One game's questions."""

    def __init__(self, key: str) -> None:
        codec, fields = CODECS[key], bot_pb2.Question
        self._codec = codec
        self._legal = {
            action: framed(fields.LEGAL_FIELD_NUMBER, codec.action_to_wire(action).SerializeToString())
            for action in GAMES[key].actions.values()
        }
        self._events = Remembered(
            lambda event: framed(fields.EVENTS_FIELD_NUMBER, codec.event_to_wire(event).SerializeToString())
        )

    def question(self, head: bot_pb2.Question, view: Any, events: Iterable[Event], legal: tuple[Action, ...]) -> bytes:
        """The question that `head` begins."""
        seen = self._codec.view_to_wire(view).SerializeToString()
        parts = [head.SerializeToString(), framed(bot_pb2.Question.VIEW_FIELD_NUMBER, seen)]
        parts += map(self._events.__getitem__, events)
        parts += map(self._legal.__getitem__, legal)
        return b"".join(parts)


@cache
def asking(key: str) -> Asking:
    return Asking(key)
