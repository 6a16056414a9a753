"""Games, their replays, and what a bot at fault had printed."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import HTTPException, Path, Query
from pydantic import BaseModel
from starlette.responses import Response

from arena.accounts.roles import Scope
from arena.facts.games import GameFact, games_after
from arena.facts.plain import game_values
from arena.facts.sight import tournament_of_game
from arena.models import Log, Seat, Version
from arena.replays import stored_replay
from arena.settings import Missing
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.deps import SessionDep, SightDep, ViewerDep
from arena.web.gates import needs, owner_of
from arena.web.ids import HIGHEST, Id
from referee.replay import to_text

router = api_router("games")


class SeatOut(BaseModel):
    seat: int
    bot: str
    version_id: int
    placing: int
    score: int
    is_faulty: bool


class GameOut(BaseModel):
    """One deal, played once, in one seating."""

    id: int
    tournament_id: int
    tournament: str
    pool_id: int
    ended: datetime
    termination: str
    detail: str
    void: str | None
    """Why it does not count, if it does not."""
    sandbox: str
    """`strict`, `standard` or `none`, for the bots that ran here; with `+afar` after it others ran on their owners'
    machines; `afar` alone: all did."""
    seats: list[SeatOut]


class LogOut(BaseModel):
    game_id: int
    seat: int
    text: str


@router.get("/games")
def list_games(
    session: SessionDep,
    sight: SightDep,
    tournament: Annotated[int | None, Query(ge=1, le=HIGHEST, description="Of this tournament only.")] = None,
    after: After = 0,
    limit: Limit = 50,
) -> PageOf[GameOut]:
    found = [_out(game) for game in games_after(session, after, limit + 1, tournament, sight)]
    return PageOf(**page_of(found, limit, lambda game: game.id))


@router.get("/games/{game_id}")
def show_game(session: SessionDep, sight: SightDep, game_id: Id) -> GameOut:
    found = games_after(session, game_id - 1, 1, sight=sight)
    if not found or found[0].id != game_id:
        raise Missing(f"there is no game {game_id}")
    return _out(found[0])


@router.get("/games/{game_id}/replay", response_model=dict[str, Any])
def show_replay(session: SessionDep, sight: SightDep, game_id: Id) -> Response:
    """The whole game as a file that `referee show` and `referee verify` read, once its tournament is over."""
    text = to_text(stored_replay(session, game_id, sight).to_json())
    return Response(text.encode("utf-8", "backslashreplace"), media_type="application/json")


@router.get("/games/{game_id}/logs/{seat}", dependencies=[needs(Scope.READ)])
def show_log(
    session: SessionDep, viewer: ViewerDep, sight: SightDep, game_id: Id, seat: Annotated[int, Path(ge=0, le=4)]
) -> LogOut:
    """What a bot at fault had printed; for its owner only."""
    tournament_of_game(session, game_id, sight)
    sat = session.get(Seat, (game_id, seat))
    if sat is None:
        raise Missing(f"there is no seat {seat} in a game {game_id}")
    if not viewer.owns(owner_of(session, session.get_one(Version, sat.version_id))):
        raise HTTPException(403, "logs are for the bot's owner")
    log = session.get(Log, (game_id, seat))
    if log is None:
        raise Missing("this bot was not at fault in this game, so no log was kept")
    return LogOut(game_id=game_id, seat=seat, text=log.text)


def _out(game: GameFact) -> GameOut:
    return GameOut(**game_values(game))
