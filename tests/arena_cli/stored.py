"""Comparisons whose results are made up, so that a test decides how they go."""

from __future__ import annotations

from bothy.v1 import bot_pb2, referee_pb2
from sqlmodel import select

from arena.compare import Stopping, Wanted, comparison, plan
from arena.db import reading, upgrade, writing
from arena.models import Match, MatchStatus, Tournament, TournamentStatus, VersionStatus
from arena.results import store_block
from arena.store import LOCAL_OWNER, add_version, entrants_of, owner_named
from arena.tournaments import advance, start


def with_bots(url: str) -> str:
    """A database with two bots of Claim."""
    upgrade(url)
    with writing(url) as session:
        owner = owner_named(session, LOCAL_OWNER)
        for name in ("new", "old"):
            version, _ = add_version(session, owner, name, name.ljust(64, "0"), ["claim"])
            version.status = VersionStatus.ACTIVE
            session.add(version)
    return url


def wanted(max_blocks: int = 100, batch: int = 4, **more: float) -> Wanted:
    return Wanted("new@1", "old@1", "claim", stopping=Stopping(**more, max_blocks=max_blocks), batch=batch)


def planned(url: str, what: Wanted) -> int:
    tournament_id = plan(url, what)
    start(url, tournament_id)
    return tournament_id


def play(url: str, tournament_id: int, scores: str) -> bool:
    """Play what is planned, each block as the next letter says: W both games won, L both lost, D one each.

    False if nothing was planned.
    """
    with writing(url) as session:
        match = session.exec(select(Match).where(Match.tournament_id == tournament_id)).one()
        if match.status != MatchStatus.PLANNED:
            return False
        tournament = session.get_one(Tournament, tournament_id)
        versions = entrants_of(session, tournament_id)
        for number in range(match.blocks):
            block = _block(number, scores[number % len(scores)])
            store_block(session, match, tournament.pool_id, versions, block, "none")
        match.status = MatchStatus.DONE
        session.add(match)
    advance(url, tournament_id)
    return True


def play_out(url: str, tournament_id: int, scores: str) -> dict[str, object]:
    """Play until the test has seen enough; what it says then."""
    while play(url, tournament_id, scores):
        pass
    with reading(url) as session:
        tournament = session.get_one(Tournament, tournament_id)
        assert tournament.status == TournamentStatus.DONE
        return comparison(session, tournament)


def _block(number: int, letter: str) -> referee_pb2.Block:
    won = {"W": (True, True), "D": (True, False), "L": (False, False)}[letter]
    games = [_game([seat, 1 - seat], is_won) for seat, is_won in enumerate(won)]
    return referee_pb2.Block(number=number, seed=number.to_bytes(32, "big"), games=games)


def _game(bots: list[int], is_won: bool) -> referee_pb2.Game:
    placings = [1 if (bot == 0) == is_won else 2 for bot in bots]
    return referee_pb2.Game(
        bots=bots,
        termination=bot_pb2.TERMINATION_NORMAL,
        placings=placings,
        scores=[2 - place for place in placings],
        times=[referee_pb2.SeatTime(), referee_pb2.SeatTime()],
    )
