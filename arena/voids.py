"""Blocks that do not count any more. Nothing is changed or taken away: a reason is added, for everybody to read."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, col, select

from arena.models import Block, Match, Tournament, Void
from arena.settings import ArenaError


def void_block(session: Session, tournament: Tournament, match: int, block: int, reason: str) -> None:
    """Matches and blocks are numbered from 1, as in exports and the names of replays."""
    if not reason.strip():
        raise ArenaError("a block is void for a reason: say which")
    found = _block(session, tournament, match, block)
    known = session.get(Void, found.id)
    if known is not None:
        raise ArenaError(f"block {block} of match {match} is void already: {known.reason}")
    assert found.id is not None
    session.add(Void(block_id=found.id, reason=reason.strip()))
    session.flush()


def voids_of(session: Session, tournament: Tournament) -> list[dict[str, Any]]:
    """The void blocks of a tournament in the order of the plan."""
    query = (
        select(Match.number, Block.number, Void.reason)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Void, col(Void.block_id) == Block.id)
        .where(Match.tournament_id == tournament.id)
        .order_by(col(Match.number), col(Block.number))
    )
    return [{"match": match + 1, "block": block + 1, "reason": reason} for match, block, reason in session.exec(query)]


def _block(session: Session, tournament: Tournament, match: int, block: int) -> Block:
    matches = list(session.exec(select(Match).where(Match.tournament_id == tournament.id).order_by(col(Match.number))))
    if not 1 <= match <= len(matches):
        raise ArenaError(f"{tournament.name} has no match {match}: its matches are numbered from 1 to {len(matches)}")
    query = select(Block).where(Block.match_id == matches[match - 1].id, Block.number == block - 1)
    found = session.exec(query).first()
    if found is None:
        raise ArenaError(f"block {block} of match {match} has not been played: there is nothing to void")
    return found
