"""Ladders: who is on them, how they stand, what is played and why; and, for those who may, what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import HTTPException, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session, col, select

from arena.accounts.roles import Scope
from arena.db import writing
from arena.facts.ladders import challenge_values, ladder_report, ladder_standings, last_matches, match_values
from arena.ladders import store
from arena.ladders.challenges import challenge, version_on
from arena.ladders.models import Joins, Ladder
from arena.settings import Settings
from arena.store import LOCAL_OWNER, BotName
from arena.web.api.routes import After, Limit, PageOf, api_router, page_of
from arena.web.api.tournaments import Clock, checked_limits
from arena.web.deps import SessionDep, SettingsDep, ViewerDep
from arena.web.gates import needs, owner_of
from arena.web.ids import HIGHEST, Id
from arena.web.viewers import Viewer

router = api_router("ladders")
Number = Annotated[int | None, Query(ge=1, le=HIGHEST, description="By default the newest.")]
Few = Annotated[int, Query(ge=1, le=200, description="How many at most.")]


class SeasonOut(BaseModel):
    number: int
    status: str
    """open, closing: what is being played is played to its end; over: its standings are final"""
    tournament_id: int
    """Its matches, games and replays are those of this tournament."""
    tournament: str
    blocks_done: int
    started: str
    ended: str | None


class LadderOut(BaseModel):
    """A ladder as it is now."""

    model_config = ConfigDict(extra="allow")

    id: int
    name: str
    status: str
    game: str
    players: int
    options: dict[str, Any]
    bots: list[str]
    anchors: list[str]
    matches_ahead: int
    blocks_lately: int
    """Played in the last 60 minutes."""
    blocks_per_hour: int | None
    waits_for: str | None
    """Why nothing is planned, if nothing is."""
    season: SeasonOut
    seasons: list[SeasonOut]


class LadderSideOut(BaseModel):
    bot: str
    points: float


class LadderMatchOut(BaseModel):
    number: int
    reason: str
    """challenge, gauntlet, teaching, uniform"""
    status: str
    blocks: int
    blocks_done: int
    sides: list[LadderSideOut]
    games: list[int]


class ChallengeOut(BaseModel):
    id: int
    owner: str
    challenger: str
    opponent: str
    status: str
    """waiting, planned, done, dropped"""
    dropped: str
    """Why it is not played, if it is not."""
    match_id: int | None
    created: str


class LadderIn(BaseModel):
    """What shall be played for ever."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=60)
    game: str
    players: int | None = Field(None, ge=2, le=5)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=20)
    blocks: int = Field(2, ge=1, le=store.MOST_BLOCKS)
    clock: Clock = Field(default_factory=lambda: Clock.model_validate({}))
    limits: dict[str, int] | None = Field(None, max_length=20)
    freeze: bool = False
    joins: Joins = Joins.ALL
    anchors: list[str] = Field(default_factory=list, max_length=50)
    blocks_per_hour: int | None = Field(None, ge=1, le=HIGHEST)
    gauntlet_blocks: int = Field(10, ge=0, le=HIGHEST)
    uniform_share: float = Field(0.2, ge=0, le=1)
    challenge_quota: int = Field(5, ge=0, le=HIGHEST)
    ahead: int = Field(8, ge=1, le=store.MOST_AHEAD)


class ChallengeIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    challenger: str = Field(max_length=200)
    """One of your bots; without an owner's name it is yours."""
    opponent: str = Field(max_length=200)


class InvitationIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    bot: str = Field(max_length=200)
    is_invited: bool = True


class AnchorIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    bot: str = Field(max_length=200)
    is_anchor: bool = True


@router.get("/ladders")
def list_ladders(
    session: SessionDep,
    name: Annotated[str | None, Query(max_length=60)] = None,
    after: After = 0,
    limit: Limit = 50,
) -> PageOf[LadderOut]:
    """All ladders, or the one of this name."""
    query = select(Ladder).where(col(Ladder.id) > after).order_by(col(Ladder.id)).limit(limit + 1)
    found = session.exec(query if name is None else query.where(Ladder.name == name))
    return PageOf(**page_of([_out(session, one) for one in found], limit, lambda one: one.id))


@router.get("/ladders/{ladder_id}")
def show_ladder(session: SessionDep, ladder_id: Id) -> LadderOut:
    return _out(session, store.ladder_with(session, ladder_id))


@router.get("/ladders/{ladder_id}/standings")
def standings(session: SessionDep, ladder_id: Id, season: Number = None) -> dict[str, Any]:
    """Of a season. Those of one that is over never change."""
    return ladder_standings(session, store.ladder_with(session, ladder_id), season)


@router.get("/ladders/{ladder_id}/matches")
def matches(session: SessionDep, ladder_id: Id, season: Number = None, limit: Few = 50) -> list[LadderMatchOut]:
    """The last of a season, the newest first, with why they are played."""
    found = store.season_of(session, store.ladder_with(session, ladder_id), season)
    return [LadderMatchOut(**match_values(one)) for one in last_matches(session, found, limit)]


@router.get("/ladders/{ladder_id}/challenges")
def challenges(session: SessionDep, ladder_id: Id, limit: Few = 50) -> list[ChallengeOut]:
    """The newest first."""
    found = challenge_values(session, store.ladder_with(session, ladder_id), limit)
    return [ChallengeOut(**one) for one in found]


@router.post("/ladders", status_code=201, dependencies=[needs(Scope.TOURNAMENTS)])
def create_ladder(settings: SettingsDep, session: SessionDep, viewer: ViewerDep, plan: LadderIn) -> LadderOut:
    """Begin a ladder. Bots join it by themselves."""
    values = plan.model_dump(exclude={"clock", "limits"}) | {"limits": checked_limits(plan.limits)}
    wanted = store.Wanted(**values, clock=plan.clock.model_dump(), owner=viewer.name or LOCAL_OWNER)
    return show_ladder(session, store.create(settings.database, wanted).id or 0)


@router.post("/ladders/{ladder_id}/pause", dependencies=[needs(Scope.TOURNAMENTS)])
def pause_ladder(settings: SettingsDep, session: SessionDep, ladder_id: Id) -> LadderOut:
    """Nothing is begun any more. What is being played is played to its end."""
    return _changed(settings, session, ladder_id, store.pause)


@router.post("/ladders/{ladder_id}/resume", dependencies=[needs(Scope.TOURNAMENTS)])
def resume_ladder(settings: SettingsDep, session: SessionDep, ladder_id: Id) -> LadderOut:
    return _changed(settings, session, ladder_id, store.resume)


@router.post("/ladders/{ladder_id}/season", dependencies=[needs(Scope.TOURNAMENTS)])
def next_season(settings: SettingsDep, session: SessionDep, ladder_id: Id) -> LadderOut:
    """End the season, and begin the next."""
    return _changed(settings, session, ladder_id, store.next_season)


@router.post("/ladders/{ladder_id}/end", dependencies=[needs(Scope.TOURNAMENTS)])
def end_ladder(settings: SettingsDep, session: SessionDep, ladder_id: Id) -> LadderOut:
    """For good, with its last season."""
    return _changed(settings, session, ladder_id, store.end)


@router.post("/ladders/{ladder_id}/invitations", dependencies=[needs(Scope.TOURNAMENTS)])
def invite(
    settings: SettingsDep, session: SessionDep, viewer: ViewerDep, ladder_id: Id, asked: InvitationIn
) -> LadderOut:
    """Let a bot join where not all do, or take that back."""
    with writing(settings.database) as writer:
        name = BotName.parse(asked.bot, viewer.name or LOCAL_OWNER)
        store.set_invited(writer, store.ladder_with(writer, ladder_id), name, asked.is_invited)
    return show_ladder(session, ladder_id)


@router.post("/ladders/{ladder_id}/anchors", dependencies=[needs(Scope.TOURNAMENTS)])
def anchor(settings: SettingsDep, session: SessionDep, viewer: ViewerDep, ladder_id: Id, asked: AnchorIn) -> LadderOut:
    """Have new versions meet this one first, or no more."""
    with writing(settings.database) as writer:
        name = BotName.parse(asked.bot, viewer.name or LOCAL_OWNER)
        store.set_anchor(writer, store.ladder_with(writer, ladder_id), name, asked.is_anchor)
    return show_ladder(session, ladder_id)


@router.post("/ladders/{ladder_id}/challenges", status_code=201, dependencies=[needs(Scope.SUBMIT)])
def challenge_somebody(settings: SettingsDep, viewer: ViewerDep, ladder_id: Id, asked: ChallengeIn) -> ChallengeOut:
    """Have one of your bots meet another; so often in any 24 hours."""
    return ChallengeOut(**challenged(settings, viewer, ladder_id, asked.challenger, asked.opponent))


def challenged(settings: Settings, viewer: Viewer, ladder_id: int, challenger: str, opponent: str) -> dict[str, Any]:
    """Make a challenge in the name of whoever owns the challenger: its owner, or an admin for them."""
    default = viewer.name or LOCAL_OWNER
    with writing(settings.database) as session:
        ladder = store.ladder_with(session, ladder_id)
        mine, other = (version_on(session, ladder, BotName.parse(text, default)) for text in (challenger, opponent))
        if not viewer.may_change(owner_of(session, mine)):
            raise HTTPException(403, "this bot is somebody else's: challenge with one of yours")
        made = challenge(session, ladder_id, mine, other)
        return next(one for one in challenge_values(session, ladder) if one["id"] == made.id)


def _changed(settings: Settings, session: Session, ladder_id: int, change: Callable[[str, int], Any]) -> LadderOut:
    store.ladder_with(session, ladder_id)
    session.rollback()  # look again afterwards
    change(settings.database, ladder_id)
    return show_ladder(session, ladder_id)


def _out(session: Session, ladder: Ladder) -> LadderOut:
    return LadderOut(**ladder_report(session, ladder))
