"""Finished blocks in the database: each once, whole, and never changed."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence

from bothy.v1 import bot_pb2, referee_pb2
from sqlmodel import Session, col, select

from arena.models import Block, Game, Log, Match, Seat

FAULTS_KEPT = 64 * 1024
"""How much of a faulty bot's log is kept, in characters."""


def store_block(
    session: Session, match: Match, pool_id: int, versions: Sequence[int], message: referee_pb2.Block, sandbox: str
) -> bool:
    """Write a block and its games; False if it is there already. The whole of it is one transaction."""
    assert match.id is not None
    # Whoever stores a block of the same match waits here, and then finds it stored. (SQLite has one writer anyway.)
    session.exec(select(Match.id).where(Match.id == match.id).with_for_update()).one()
    known = select(Block.id).where(Block.match_id == match.id, Block.number == message.number)
    if session.exec(known).first() is not None:
        return False
    block = Block(
        match_id=match.id, pool_id=pool_id, number=message.number, seed=message.seed.hex(), sandbox=sandbox
    )  # fmt: skip
    session.add(block)
    session.flush()
    assert block.id is not None
    for number, game in enumerate(message.games):
        _store_game(session, block.id, number, game, versions)
    return True


def _store_game(
    session: Session, block_id: int, number: int, message: referee_pb2.Game, versions: Sequence[int]
) -> None:
    game = Game(
        block_id=block_id,
        number=number,
        choices=bytes(message.choices),
        ms=floats_to_bytes(message.ms),
        cpu_ms=floats_to_bytes(message.cpu_ms) if message.cpu_ms else None,
        autopilot=list(message.autopilot),
        notes={str(step): note for step, note in sorted(message.notes.items())},
        termination=bot_pb2.Termination.Name(message.termination).removeprefix("TERMINATION_").lower(),
        offenders=list(message.offenders),
        detail=message.detail,
    )
    session.add(game)
    session.flush()
    assert game.id is not None
    for seat, bot in enumerate(message.bots):
        session.add(
            Seat(
                game_id=game.id,
                seat=seat,
                version_id=versions[bot],
                placing=message.placings[seat],
                score=message.scores[seat],
                is_faulty=seat in message.offenders,
                decisions=message.times[seat].decisions,
                think_ms=message.times[seat].think_ms,
                think_max_ms=message.times[seat].think_max_ms,
            )
        )
    for seat, log in sorted(message.logs.items()):
        session.add(Log(game_id=game.id, seat=seat, text=log.replace("\0", "�")[-FAULTS_KEPT:]))


def blocks_played(session: Session, match_id: int) -> list[int]:
    """The numbers of the blocks that are there, ascending."""
    query = select(Block.number).where(Block.match_id == match_id).order_by(col(Block.number))
    return list(session.exec(query))


def faults_in_a_row(session: Session, match_id: int, versions: Sequence[int]) -> list[int]:
    """Of each bot of a match, how many of its last games were faulty without one between that was not.

    Three in a row forfeit the rest: that stands, even if others of the same block went well.
    """
    query = (
        select(Block.number, Game.number, Seat.version_id, Seat.is_faulty)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(Block.match_id == match_id)
        .order_by(col(Block.number), col(Game.number))
    )
    counts = dict.fromkeys(versions, 0)
    for _, _, version, is_faulty in session.exec(query):
        if counts[version] < 3:
            counts[version] = counts[version] + 1 if is_faulty else 0
    return [counts[version] for version in versions]


def floats_to_bytes(values: Sequence[float]) -> bytes:
    packed = array("f", values)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def floats_from_bytes(data: bytes) -> list[float]:
    packed = array("f", data)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tolist()
