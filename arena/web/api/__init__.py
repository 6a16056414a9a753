"""The JSON API: a router a file, and their list. All of them are below /api/v1."""

from fastapi import APIRouter

from arena.web.api import bots, games, pools, submissions, tokens, tournaments

ROUTERS: tuple[APIRouter, ...] = (
    pools.router,
    bots.router,
    tournaments.router,
    games.router,
    submissions.router,
    tokens.router,
)
