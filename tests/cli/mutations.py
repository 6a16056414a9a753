"""Everything that can be changed in a JSON value, one change at a time."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]
GONE: Any = object()
"""The new value of something that is taken away."""


@dataclass(frozen=True)
class Mutation:
    """One change: what lies at `path` becomes `value`."""

    path: Path
    kind: str
    value: Any

    @property
    def shape(self) -> tuple[Path, str]:
        """Mutations of one shape are alike: places in lists do not matter."""
        return tuple("*" if isinstance(key, int) else key for key in self.path), self.kind

    @property
    def name(self) -> str:
        return f"{'/'.join(map(str, self.path))}: {self.kind}"

    def apply(self, document: dict[str, Any]) -> dict[str, Any]:
        """The changed document; the given one is left alone, what is not changed is shared with it."""
        changed = copy(document)
        holder: Any = changed
        for key in self.path[:-1]:
            holder[key] = copy(holder[key])
            holder = holder[key]
        if self.value is GONE:
            del holder[self.path[-1]]
        else:
            holder[self.path[-1]] = self.value
        return changed


def mutations(value: Any, path: Path = ()) -> Iterator[Mutation]:
    """Every leaf changed, every key and entry removed, entries added and swapped, kinds confused."""
    for kind, changed in _changed(value):
        if path:
            yield Mutation(path, kind, changed)
    if path:
        yield Mutation(path, "removed", GONE)
    if isinstance(value, dict):
        yield Mutation((*path, "weather"), "key added", "rain")
        for key, entry in value.items():
            yield from mutations(entry, (*path, key))
    if isinstance(value, list):
        yield from _reordered(value, path)
        for place, entry in enumerate(value):
            yield from mutations(entry, (*path, place))


def _changed(value: Any) -> Iterator[tuple[str, Any]]:
    for kind, other in (("null", None), ("an empty list", []), ("an empty object", {}), ("a text", "rain")):
        if value != other:
            yield kind, other
    if isinstance(value, bool):
        yield from [("negated", not value), ("as a number", int(value)), ("as a float", float(value))]
    elif isinstance(value, int | float):
        yield from [("one more", value + 1), ("negative", -1 - value), ("as a text", str(value))]
        if isinstance(value, int):
            yield "as a float", float(value)
        if value in (0, 1):
            yield "as a boolean", bool(value)
    elif isinstance(value, str):
        yield from [("longer", value + " "), ("shorter", value[:-1]), ("in capitals", value.swapcase())]
    elif value is None:
        yield from [("false", False), ("zero", 0)]
    else:
        yield "in a list", [value]


def _reordered(value: list[Any], path: Path) -> Iterator[Mutation]:
    if value:
        yield Mutation(path, "an entry doubled", [value[0], *value])
    yield Mutation(path, "an entry added", [*value, "rain"])
    for place in range(len(value) - 1):
        if value[place] != value[place + 1]:
            swapped = [*value[:place], value[place + 1], value[place], *value[place + 2 :]]
            yield Mutation(path, "entries swapped", swapped)
