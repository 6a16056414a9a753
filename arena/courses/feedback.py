"""What a team learns from a hand-in: what build and check said, how it did, where it lost. For it and admins alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Any

from sqlmodel import Session, col, select

from arena.accounts.tokens import utc
from arena.courses.facts import slot_facts
from arena.courses.models import Assignment, Course, Handin, Team
from arena.courses.store import account_of
from arena.courses.times import local_text
from arena.leases import clock
from arena.models import Block, Game, Match, MatchBot, MatchStatus, Seat, Tournament, Void
from arena.progress import progress_of
from arena.store import version_labels
from arena.uploads.models import Upload
from arena.uploads.views import upload_facts

MOST_LOST = 5
"""Blocks that are shown as lost, the worst first."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """What a hand-in scored in a block: the share of its opponents that it came before."""

    match: int
    """Its number in the tournament: 0 is against itself, and scores nothing."""
    number: int
    games: tuple[int, ...]
    faulty_games: tuple[int, ...]
    """In which it was at fault."""
    score: float | None


def handin_facts(session: Session, handin: Handin) -> dict[str, Any]:
    """What a list has."""
    assignment = session.get_one(Assignment, handin.assignment_id)
    course = session.get_one(Course, assignment.course_id)
    upload = upload_facts(session, session.get_one(Upload, handin.upload_id))
    return {
        "id": handin.id,
        "assignment": f"{course.key}/{assignment.key}",
        "team": account_of(session, session.get_one(Team, handin.team_id)),
        "received": utc(handin.received),
        "received_local": local_text(handin.received, course.timezone),
        "late_seconds": handin.late_seconds,
        "status": str(handin.status),
        "sentence": handin.sentence or upload["sentence"],
        "version": upload["version"],
        "version_id": upload["version_id"],
        "submission_id": handin.upload_id,
        "tournament_id": handin.tournament_id,
        "progress": _progress(session, handin),
    }


def feedback(session: Session, handin: Handin) -> dict[str, Any]:
    """All of it: the steps of build and check, each match with its score, and the blocks that it lost most clearly."""
    upload = upload_facts(session, session.get_one(Upload, handin.upload_id))
    blocks = list(_blocks(session, handin))
    matches = _matches(session, handin, blocks)
    opponents = {one["match"]: one["opponent"] for one in matches}
    lost = sorted((one for one in blocks if one.score is not None and one.score < 0.5), key=lambda one: one.score or 0)
    shown = [
        {
            "opponent": opponents[one.match],
            "match": one.match + 1,
            "block": one.number + 1,
            "score": round(one.score or 0.0, DIGITS),
            "games": list(one.games),
            "faults": list(one.faulty_games),
        }
        for one in lost[:MOST_LOST]
    ]
    faults = [game for one in blocks for game in one.faulty_games]
    for one in matches:
        one["match"] += 1  # people count from 1
    assignment, team = session.get_one(Assignment, handin.assignment_id), session.get_one(Team, handin.team_id)
    slot = slot_facts(session, assignment, team, clock(session))
    return {**handin_facts(session, handin), **slot, "steps": upload["steps"], "matches": matches, "lost": shown,
            "faults": faults}  # fmt: skip


def _progress(session: Session, handin: Handin) -> dict[str, Any] | None:
    """How far its answer is; None if it has none."""
    if handin.tournament_id is None:
        return None
    found = progress_of(session, session.get_one(Tournament, handin.tournament_id))
    return {"status": str(found.status), "blocks": found.blocks, "blocks_done": found.blocks_done}


def _matches(session: Session, handin: Handin, blocks: Sequence[PlayedBlock]) -> list[dict[str, Any]]:
    played: dict[int, list[PlayedBlock]] = defaultdict(list)
    for block in blocks:
        played[block.match].append(block)
    query = select(Match).where(Match.tournament_id == handin.tournament_id).order_by(col(Match.number))
    found = []
    for match in session.exec(query):
        own = played[match.number]
        scores = [block.score for block in own if block.score is not None]
        found.append(
            {
                "match": match.number,
                "opponent": _opponent(session, match, handin),
                "status": str(match.status),
                "blocks": match.blocks,
                "blocks_done": len(own),
                "score": round(fmean(scores), DIGITS) if scores else None,
                "faults": sum(len(block.faulty_games) for block in own),
                "games": [game for block in own for game in block.games],
                "has_replays": match.status == MatchStatus.DONE,
                "trouble": match.trouble,
            }
        )
    return found


def _opponent(session: Session, match: Match, handin: Handin) -> str:
    bots = select(MatchBot.version_id).where(MatchBot.match_id == match.id).order_by(col(MatchBot.position))
    others = [bot for bot in session.exec(bots) if bot != handin.version_id]
    return version_labels(session, others[:1])[others[0]] if others else "itself"


def _blocks(session: Session, handin: Handin) -> Iterator[PlayedBlock]:
    """In the order of the plan; void ones are not among them."""
    columns: tuple[Any, ...] = (Match.number, Block.number, Game.id, Seat.version_id, Seat.placing, Seat.is_faulty)
    query: Any = (
        select(*columns)
        .join(Block, col(Block.match_id) == Match.id)
        .join(Game, col(Game.block_id) == Block.id)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(Match.tournament_id == handin.tournament_id, col(Block.id).not_in(select(Void.block_id)))
        .order_by(col(Match.number), col(Block.number), col(Game.number), col(Seat.seat))
    )
    for (match, number), rows in groupby(session.exec(query), key=lambda row: tuple(row[:2])):
        seats = list(rows)
        games = {game: [row[3:] for row in own] for game, own in groupby(seats, key=lambda row: row[2])}
        shares = [_share(own, handin.version_id) for own in games.values()]
        scores = [share for share in shares if share is not None]
        faulty = tuple(row[2] for row in seats if row[3] == handin.version_id and row[5])
        yield PlayedBlock(match, number, tuple(games), faulty, fmean(scores) if scores else None)


def _share(seats: Sequence[Any], version: int | None) -> float | None:
    """None for a game against itself."""
    mine = [placing for bot, placing, _ in seats if bot == version]
    others = [placing for bot, placing, _ in seats if bot != version]
    if not others or len(mine) != 1:
        return None
    return fmean((other > mine[0]) + (other == mine[0]) / 2 for other in others)
