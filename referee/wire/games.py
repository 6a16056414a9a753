"""The codec of every game: a new game is one more line in `CODECS`."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from bothy.v1 import claim_pb2, game_pb2, lords_of_scotland_pb2, schotten_totten_pb2
from google.protobuf.message import Message

from referee.games import GAMES
from referee.games.base import Action, Event
from referee.games.claim import events as claim_events
from referee.games.claim.view import ClaimView
from referee.games.lords_of_scotland import events as lords_events
from referee.games.lords_of_scotland import round_events as lords_round_events
from referee.games.lords_of_scotland.view import LordsView
from referee.games.schotten_totten import events as schotten_events
from referee.games.schotten_totten.view import SchottenView
from referee.wire.codec import MessageCodec, Remembered, UnionCodec


class GameCodec:
    """One game's views, events and actions on the wire. Messages for actions are built once and reused."""

    def __init__(self, key: str, view: type, events: Iterable[ModuleType], stubs: ModuleType) -> None:
        self._key = key
        game = GAMES[key]
        name = "".join(word.capitalize() for word in key.split("_"))
        messages: dict[str, type[Message]] = {part: getattr(stubs, name + part) for part in ("View", "Event", "Action")}
        self._view = MessageCodec(view, messages["View"].DESCRIPTOR)
        self._event = UnionCodec(_events_in(*events), messages["Event"])
        self._events = Remembered(lambda event: game_pb2.Event(**{key: self._event.to_wire(event)}))
        kinds = {type(action): None for action in game.actions.values()}
        action = UnionCodec(kinds, messages["Action"], left_out=("text", "public_text"))
        self._actions = {
            choice: game_pb2.Action(text=choice.text, **{key: action.to_wire(choice)})
            for choice in game.actions.values()
        }

    def view_to_wire(self, view: Any) -> game_pb2.View:
        return game_pb2.View(**{self._key: self._view.to_wire(view)})

    def view_from_wire(self, message: game_pb2.View) -> Any:
        return self._view.from_wire(getattr(message, self._key))

    def event_to_wire(self, event: Event) -> game_pb2.Event:
        message = self._events[event]
        assert isinstance(message, game_pb2.Event)
        return message

    def event_from_wire(self, message: game_pb2.Event) -> Event:
        event = self._event.from_wire(getattr(message, self._key))
        assert isinstance(event, Event)
        return event

    def action_to_wire(self, action: Action) -> game_pb2.Action:
        return self._actions[action]


def _events_in(*modules: ModuleType) -> list[type[Event]]:
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Event) and value is not Event
    ]


CODECS = {
    "claim": GameCodec("claim", ClaimView, [claim_events], claim_pb2),
    "schotten_totten": GameCodec("schotten_totten", SchottenView, [schotten_events], schotten_totten_pb2),
    "lords_of_scotland": GameCodec(
        "lords_of_scotland", LordsView, [lords_events, lords_round_events], lords_of_scotland_pb2
    ),
}
