"""Games played at random, stored as a worker stores them."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from sqlmodel import select

from arena.db import writing
from arena.models import Game, Match, TournamentStatus, VersionStatus
from arena.results import store_block
from arena.store import add_version, owner_named, pool_of, tournament_named, versions_of_match
from arena.tournaments import Plan, create
from referee.games import game_of
from referee.match import Block
from referee.replay import Replay
from referee.simulate import Simulation
from referee.table import GameRecord
from referee.wire.matches import block_to_wire


def random_replay(key: str, players: int, note: str = "", **options: Any) -> Replay:
    """A game of random choices, with thinking times, and a note by each seat's first own step."""
    played = Simulation(game_of(key), players, options, sha256(key.encode()).digest()).play(0, record=True)
    assert played is not None
    for number, step in enumerate(played.steps):
        if not step.forced:
            object.__setattr__(step, "ms", number + 0.5)
            if note and number < 2 * players:
                object.__setattr__(step, "note", note)
    return played


def store(url: str, replay: Replay, is_over: bool = True) -> int:
    """As the one game of a tournament's first block; its id."""
    players = len(replay.seats)
    names = [f"bot-{number}" for number in range(players)]
    with writing(url) as session:
        owner = owner_named(session, "local")
        for name in names:
            version, _ = add_version(session, owner, name, sha256(name.encode()).hexdigest(), [*_all_games()])
            version.status = VersionStatus.ACTIVE
            session.add(version)
    name = f"{replay.game} {replay.seed.hex()}"[:60]
    create(url, Plan(name, replay.game, names, players=players, options=replay.options, blocks=1))
    with writing(url) as session:
        tournament = tournament_named(session, name)
        match = session.exec(select(Match).where(Match.tournament_id == tournament.id)).first()
        assert match is not None
        assert match.id is not None
        ids = [version.id for version in versions_of_match(session, match.id) if version.id is not None]
        pool = pool_of(session, replay.game, replay.options, players)
        assert pool.id is not None
        block = Block(0, replay.seed, [GameRecord(tuple(range(players)), replay)])
        store_block(session, match, pool.id, ids, block_to_wire(block), "strict")
        tournament.status = TournamentStatus.DONE if is_over else TournamentStatus.RUNNING
        session.add(tournament)
        session.flush()
        game_id = session.exec(select(Game.id).order_by(Game.id.desc())).first()  # type: ignore[union-attr]
        assert game_id is not None
        return game_id


def _all_games() -> tuple[str, ...]:
    return ("claim", "schotten_totten", "lords_of_scotland")
