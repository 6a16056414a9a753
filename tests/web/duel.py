"""An arena in which something has been played, without processes."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from bothy.v1 import bot_pb2
from sqlmodel import select

from arena.db import reading, writing
from arena.models import Game, Log, Match, MatchStatus, PoolStandings, Version, VersionStatus
from arena.results import store_block
from arena.store import BotName, add_version, find_version, owner_named, tournament_named
from arena.tournaments import Plan, advance, create, start
from tests.arena.blocks import match_facts, played_block
from tests.web.sites import Site

HOSTILE = '<b onclick="x()">&{{7*7}}'
"""A bot's name that no bot.toml could have, for pages that take nothing on trust."""
SECRET = "anna's plan </pre><script>alert(2)</script>"
"""What Anna's bot printed when it failed."""
BLOCKS = 3


@dataclass(frozen=True)
class Played:
    site: Site
    cup: int
    """A tournament that is over; `planned` is one that is not."""
    planned: int
    faulty_game: int
    faulty_seat: int
    annas_version: int
    berts_version: int


def fill(site: Site) -> None:
    """Anna and Bert have a bot each, who have met."""
    url = site.settings.database
    bots = [_enter(url, "anna", "alpha"), _enter(url, "bert", HOSTILE)]
    cup, _ = (create(url, Plan(name, "claim", bots, blocks=BLOCKS)).id or 0 for name in ("cup", "later"))
    start(url, cup)
    play(url, cup)
    advance(url, cup)


def known(site: Site) -> Played:
    with reading(site.settings.database) as session:
        game, seat = session.exec(select(Log.game_id, Log.seat)).one()
        cup, later = (tournament_named(session, name).id or 0 for name in ("cup", "later"))
        anna, bert = (find_version(session, BotName(*bot, 1)).id or 0 for bot in (("anna", "alpha"), ("bert", HOSTILE)))
    return Played(site, cup, later, game, seat, anna, bert)


def games_of(played: Played) -> list[int]:
    with reading(played.site.settings.database) as session:
        return [game for game in session.exec(select(Game.id).order_by(Game.id)) if game is not None]  # type: ignore[arg-type]


def without_standings(site: Site) -> None:
    """They are computed anew when somebody looks."""
    with writing(site.settings.database) as session:
        for kept in session.exec(select(PoolStandings)):
            session.delete(kept)


def _enter(url: str, owner: str, name: str) -> str:
    with writing(url) as session:
        digest = sha256(name.encode()).hexdigest()
        version: Version = add_version(session, owner_named(session, owner), name, digest, ["claim"])[0]
        version.status, version.report = VersionStatus.ACTIVE, f"passed starts: {owner}'s own"
        session.add(version)
    return f"{owner}/{name}"


def play(url: str, tournament_id: int, printed: str = SECRET) -> None:
    """The one match of a tournament; in its first game Anna's bot fails."""
    with reading(url) as session:
        match_id = session.exec(select(Match.id).where(Match.tournament_id == tournament_id)).one() or 0
    match, tournament, versions, labels = match_facts(url, match_id)
    for number in range(BLOCKS):
        block, _ = played_block(bytes.fromhex(tournament.seed), number, labels)
        if number == 0:  # the first seat of the first game is Anna's
            game = block.games[0]
            game.termination = bot_pb2.TERMINATION_CRASH
            game.offenders.append(0)
            game.placings[:], game.scores[:] = [2, 1], [0, 1]
            game.logs[0] = printed
        with writing(url) as session:
            store_block(session, match, tournament.pool_id, versions, block, "none")
    with writing(url) as session:
        done = session.get_one(Match, match_id)
        done.status = MatchStatus.DONE
        session.add(done)
