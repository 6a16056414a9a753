"""Viewpoints as they are written in addresses: `all`, `spectator`, or a seat's number."""

from __future__ import annotations

from arena.settings import ArenaError
from referee.show import Eyes


def eyes_of(view: str, players: int) -> Eyes:
    if view == "all":
        return "everything"
    if view == "spectator":
        return None
    if view.isascii() and view.isdigit() and len(view) == 1 and int(view) < players:
        return int(view)
    raise ArenaError(f"a view is all, spectator, or a seat from 0 to {players - 1}")


def views(seats: list[str]) -> list[tuple[str, str]]:
    """All viewpoints of a game, each with its name."""
    own = [(str(seat), f"seat {seat}, {name}") for seat, name in enumerate(seats)]
    return [("all", "everything"), ("spectator", "spectator"), *own]
