"""Games that visitors played: kept beside the results, so that nothing can be rated by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bothy.v1 import bot_pb2, referee_pb2
from sqlmodel import Session, col, select

from arena.models import Exhibition
from arena.results import floats_from_bytes, floats_to_bytes
from arena.settings import Missing
from referee.compact import CompactGame, derived_replay
from referee.replay import Replay, result_from_json


def store_exhibition(
    session: Session, key: str, options: Mapping[str, Any], seats: list[str], block: referee_pb2.Block
) -> int:
    """Keep the one game of a visitor's match; its id."""
    (game,) = block.games
    kept = Exhibition(
        game=key,
        options=dict(options),
        seats=seats,
        seed=block.seed.hex(),
        choices=bytes(game.choices),
        ms=floats_to_bytes(game.ms),
        autopilot=list(game.autopilot),
        notes={str(step): note for step, note in sorted(game.notes.items())},
        result={
            "placings": list(game.placings) or None,
            "scores": list(game.scores) or None,
            "termination": bot_pb2.Termination.Name(game.termination).removeprefix("TERMINATION_").lower(),
            "offender": game.offenders[0] if game.offenders else None,
            "offenders": list(game.offenders),
            "detail": game.detail,
        },
    )
    session.add(kept)
    session.flush()
    assert kept.id is not None
    return kept.id


def exhibition_replay(session: Session, number: int) -> Replay:
    kept = session.get(Exhibition, number)
    if kept is None:
        raise Missing(f"there is no exhibition {number}")
    compact = CompactGame(
        choices=kept.choices,
        ms=floats_from_bytes(kept.ms),
        autopilot=set(kept.autopilot),
        notes={int(step): note for step, note in kept.notes.items()},
        result=result_from_json(kept.result),
    )
    return derived_replay(compact, kept.game, kept.options, bytes.fromhex(kept.seed), tuple(kept.seats))


def last_exhibitions(session: Session, count: int = 10) -> list[Exhibition]:
    return list(session.exec(select(Exhibition).order_by(col(Exhibition.id).desc()).limit(count)))
