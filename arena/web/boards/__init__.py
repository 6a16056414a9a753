"""How each game's table is drawn: from what somebody sees, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arena.web.boards import claim, lords_of_scotland, schotten_totten
from arena.web.boards.model import Board, Choice, Face, Looks, Offer
from referee.games import game_of
from referee.games.base import AnyGame, Seat
from referee.show import Eyes

__all__ = ["Board", "board_of_seat", "board_of_state", "offers_of"]

BOARDS: dict[str, Callable[[Looks[Any]], Board]] = {
    "claim": claim.board,
    "schotten_totten": schotten_totten.board,
    "lords_of_scotland": lords_of_scotland.board,
}
NAMES: dict[str, Callable[[Any, Any], tuple[Face | None, str]]] = {
    "claim": claim.named,
    "schotten_totten": schotten_totten.named,
    "lords_of_scotland": lords_of_scotland.named,
}


def board_of_state(game: AnyGame, state: Any, eyes: Eyes) -> Board:
    """The table through somebody's eyes: the engine says what they see."""
    seats: Sequence[Seat] = range(game.players(state)) if eyes == "everything" else () if eyes is None else (eyes,)
    public = game.observe(state, None if eyes == "everything" else eyes)
    return BOARDS[game.key](Looks(public, {seat: game.observe(state, seat) for seat in seats}))


def board_of_seat(key: str, view: Any) -> Board:
    """The table as a seat was shown it."""
    return BOARDS[key](Looks(view, {view.viewer: view}))


def offers_of(key: str, view: Any, texts: Sequence[str]) -> tuple[Offer, ...]:
    """The legal actions, those about the same card together, in the order in which they are first there."""
    cards: dict[object, tuple[Face | None, list[Choice]]] = {}
    for index, text in enumerate(texts):
        face, label = NAMES[key](game_of(key).parse_action(text), view)
        is_alone = face is None or not face.text
        _, choices = cards.setdefault(index if is_alone else face, (face, []))
        choices.append(Choice(index, text, label))
    return tuple(Offer(face, tuple(choices)) for face, choices in cards.values())
