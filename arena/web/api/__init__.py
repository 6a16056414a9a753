"""The JSON API: a router a file, and their list. All of them are below /api/v1."""

from fastapi import APIRouter

from arena.web.api import (
    bots,
    course_results,
    courses,
    door,
    exhibitions,
    games,
    ladders,
    pools,
    records,
    submissions,
    teaching,
    tokens,
    tournaments,
)

ROUTERS: tuple[APIRouter, ...] = (
    pools.router,
    bots.router,
    door.router,
    records.router,
    tournaments.router,
    ladders.router,
    games.router,
    exhibitions.router,
    submissions.router,
    courses.router,
    teaching.router,
    course_results.router,
    tokens.router,
)
