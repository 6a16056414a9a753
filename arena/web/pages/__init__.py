"""Pages: a router a file, and their list."""

from fastapi import APIRouter

from arena.web.pages import (
    bots,
    courses,
    door,
    downloads,
    games,
    guides,
    home,
    ladders,
    login,
    play,
    rules,
    standings,
    submit,
    tournament_live,
    tournaments,
)

PAGES = (
    home, standings, tournaments, tournament_live, downloads, ladders, bots, games, play, rules, guides, login, submit,
    courses, door,
)  # fmt: skip
ROUTERS: tuple[APIRouter, ...] = tuple(module.router for module in PAGES)
