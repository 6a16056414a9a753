"""Reading a position's JSON: every key typed, complaints that say where and what, unknown keys refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee.games.base import NotationError, PositionError, Seat

T = TypeVar("T")
REQUIRED: Any = object()


class Fields:
    """The keys of one JSON object, each taken once; `finish` refuses what is left."""

    def __init__(self, value: object, where: str = "position") -> None:
        if not isinstance(value, Mapping):
            raise PositionError(f"{where} must be an object, not {_kind(value)}")
        self._left = dict(value)
        self.where = where

    def take(self, name: str, default: Any = REQUIRED) -> Any:
        if name in self._left:
            return self._left.pop(name)
        if default is REQUIRED:
            raise PositionError(f"{self.where} lacks {name!r}")
        return default

    def integer(self, name: str, default: Any = REQUIRED, low: int = 0, high: int | None = None) -> int:
        value = self.take(name, default)
        if type(value) is not int or value < low or (high is not None and value > high):
            span = f"from {low} to {high}" if high is not None else f"of at least {low}"
            raise PositionError(f"{self.where}: {name} must be a whole number {span}, not {value!r}")
        return value

    def boolean(self, name: str, default: Any = REQUIRED) -> bool:
        value = self.take(name, default)
        if type(value) is not bool:
            raise PositionError(f"{self.where}: {name} must be true or false, not {value!r}")
        return value

    def choice(self, name: str, choices: Sequence[str | None], default: Any = REQUIRED) -> Any:
        value = self.take(name, default)
        if value not in choices:
            allowed = ", ".join("null" if choice is None else choice for choice in choices)
            raise PositionError(f"{self.where}: {name} must be one of {allowed}, not {value!r}")
        return value

    def seat(self, name: str, players: int, default: Any = REQUIRED) -> Seat:
        return self.integer(name, default, 0, players - 1)

    def array(self, name: str, default: Any = REQUIRED, length: int | None = None) -> list[Any]:
        value = self.take(name, default)
        if not isinstance(value, list | tuple):
            raise PositionError(f"{self.where}: {name} must be a list, not {_kind(value)}")
        if length is not None and len(value) != length:
            raise PositionError(f"{self.where}: {name} must have {length} entries, not {len(value)}")
        return list(value)

    def each(
        self, name: str, read: Callable[[object], T], default: Any = REQUIRED, length: int | None = None
    ) -> list[T]:
        """A list, every entry read by `read`."""
        with_context: list[T] = []
        for entry in self.array(name, default, length):
            try:
                with_context.append(read(entry))
            except NotationError as error:
                raise PositionError(f"{self.where}: {name}: {error}") from None
        return with_context

    def each_of(self, name: str, players: int, read: Callable[[object], T], default: Any = REQUIRED) -> list[list[T]]:
        """A list of lists, one for each seat."""
        rows = self.array(name, default, players)
        return [Fields({name: row}, self.where).each(name, read) for row in rows]

    def finish(self) -> None:
        if self._left:
            names = ", ".join(sorted(map(repr, self._left)))
            raise PositionError(f"{self.where} has keys that nobody knows: {names}")


def _kind(value: object) -> str:
    names = {type(None): "null", bool: "a boolean", int: "a number", float: "a number", str: "a string"}
    names |= {list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)
