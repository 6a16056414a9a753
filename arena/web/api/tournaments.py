"""Tournaments: what was played, what is played, and, for those who may, what shall be."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session, col, select

from arena.accounts.roles import Scope
from arena.facts.plans import tournament_report
from arena.facts.schedule import Planned, schedule
from arena.facts.sight import EVERYTHING, tournament_with
from arena.models import Format, Tournament
from arena.settings import ArenaError
from arena.store import LOCAL_OWNER
from arena.tournaments import Plan, cancel, create, start
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.deps import SessionDep, SettingsDep, SightDep, ViewerDep
from arena.web.gates import needs
from arena.web.ids import Id
from referee.limits import FIELDS, Limits

router = api_router("tournaments")


class TournamentOut(BaseModel):
    """A tournament and how far it is. Its seed is there when it is over; the seed's SHA-256 always."""

    model_config = ConfigDict(extra="allow")

    id: int
    name: str
    status: str
    game: str
    options: dict[str, Any]
    players: int
    format: str
    bots: list[str]
    blocks: int
    blocks_done: int
    seed: str | None
    seed_sha256: str


class SideOut(BaseModel):
    bot: str
    version_id: int
    points: float
    """For each game, a point for every opponent placed behind, half a point for one in the same place."""


class MatchOut(BaseModel):
    """A match of the plan."""

    number: int
    round: int
    status: str
    blocks: int
    blocks_done: int
    sides: list[SideOut]


class Clock(BaseModel):
    startup_ms: int = Field(10_000, ge=1, le=600_000)
    grace_ms: int = Field(200, ge=0, le=600_000)
    bank_ms: int = Field(20_000, ge=0, le=3_600_000)


class PlanIn(BaseModel):
    """What shall be played."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=80)
    game: str
    bots: list[str] = Field(min_length=2, max_length=200)
    format: Format = Format.ROUND_ROBIN
    players: int | None = Field(None, ge=2, le=5)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=20)
    blocks: int = Field(10, ge=1, le=100_000)
    rounds: int | None = Field(None, ge=1, le=1000)
    seed: str | None = Field(None, max_length=200)
    limits: dict[str, int] | None = Field(None, max_length=20)
    """What each bot may use; those that are not named are as usual."""
    freeze: bool = False
    clock: Clock = Field(default_factory=lambda: Clock.model_validate({}))


@router.get("/tournaments")
def list_tournaments(
    session: SessionDep,
    sight: SightDep,
    name: Annotated[str | None, Query(max_length=80)] = None,
    after: After = 0,
    limit: Limit = 50,
) -> PageOf[TournamentOut]:
    """All tournaments, or the one of this name."""
    query = select(Tournament).where(col(Tournament.id) > after, sight.clause)
    query = query.order_by(col(Tournament.id)).limit(limit + 1)
    found = session.exec(query if name is None else query.where(Tournament.name == name))
    return PageOf(**page_of([_out(session, one) for one in found], limit, lambda one: one.id))


@router.get("/tournaments/{tournament_id}")
def show_tournament(session: SessionDep, sight: SightDep, tournament_id: Id) -> TournamentOut:
    return _out(session, tournament_with(session, tournament_id, sight))


@router.get("/tournaments/{tournament_id}/standings")
def standings(session: SessionDep, sight: SightDep, tournament_id: Id) -> dict[str, Any]:
    """Who is ahead in it, and how sure that is."""
    from arena.reports import tournament_standings  # scipy takes a second to load

    return tournament_standings(session, tournament_with(session, tournament_id, sight))


@router.get("/tournaments/{tournament_id}/crosstable")
def crosstable(session: SessionDep, sight: SightDep, tournament_id: Id) -> dict[str, Any]:
    """Everybody against everybody."""
    from arena.reports import tournament_crosstable

    return tournament_crosstable(session, tournament_with(session, tournament_id, sight))


@router.get("/tournaments/{tournament_id}/schedule")
def tournament_schedule(
    session: SessionDep, sight: SightDep, tournament_id: Id, after: After = 0, limit: Limit = 50
) -> PageOf[MatchOut]:
    """Who meets whom, and how that stands. Matches are numbered from 1; `after` is such a number."""
    tournament_with(session, tournament_id, sight)
    found = [_match(one) for one in schedule(session, tournament_id, after, limit + 1)]
    return PageOf(**page_of(found, limit, lambda one: one.number))


@router.post("/tournaments", status_code=201, dependencies=[needs(Scope.TOURNAMENTS)])
def plan_tournament(settings: SettingsDep, session: SessionDep, viewer: ViewerDep, plan: PlanIn) -> TournamentOut:
    """Plan a tournament. Nothing is played until it is started."""
    values = plan.model_dump(exclude={"clock", "limits"}) | {"limits": checked_limits(plan.limits)}
    made = create(settings.database, Plan(**values, clock=plan.clock.model_dump(), owner=viewer.name or LOCAL_OWNER))
    return _out(session, tournament_with(session, made.id or 0, EVERYTHING))


@router.post("/tournaments/{tournament_id}/start", dependencies=[needs(Scope.TOURNAMENTS)])
def start_tournament(settings: SettingsDep, session: SessionDep, sight: SightDep, tournament_id: Id) -> TournamentOut:
    """Workers play it from now on; also one that was cancelled."""
    tournament_with(session, tournament_id, sight)
    session.rollback()  # look again afterwards
    start(settings.database, tournament_id)
    return _out(session, tournament_with(session, tournament_id, sight))


@router.post("/tournaments/{tournament_id}/cancel", dependencies=[needs(Scope.TOURNAMENTS)])
def cancel_tournament(settings: SettingsDep, session: SessionDep, sight: SightDep, tournament_id: Id) -> TournamentOut:
    """What was played stays; what was not is not played unless it is started again."""
    tournament_with(session, tournament_id, sight)
    session.rollback()
    cancel(settings.database, tournament_id)
    return _out(session, tournament_with(session, tournament_id, sight))


def _match(planned: Planned) -> MatchOut:
    sides = [SideOut(bot=one.bot.label, version_id=one.bot.version_id, points=one.points) for one in planned.sides]
    return MatchOut(
        number=planned.number,
        round=planned.round,
        status=planned.status,
        blocks=planned.blocks,
        blocks_done=planned.blocks_done,
        sides=sides,
    )


def checked_limits(given: dict[str, int] | None) -> dict[str, int] | None:
    if given is None:
        return None
    known = {name: most for name, _, most in FIELDS.values()}
    if wrong := [name for name, value in given.items() if not 1 <= value <= known.get(name, 0)]:
        raise ArenaError(f"{wrong[0]!r} is no limit, or too little or too much; there are: {', '.join(known)}")
    return asdict(Limits(**given))


def _out(session: Session, tournament: Tournament) -> TournamentOut:
    return TournamentOut(id=tournament.id or 0, **tournament_report(session, tournament))
