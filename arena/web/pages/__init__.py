"""Pages: a router a file, and their list."""

from fastapi import APIRouter

from arena.web.pages import (
    bots,
    downloads,
    games,
    home,
    login,
    play,
    rules,
    standings,
    submit,
    tournament_live,
    tournaments,
)

PAGES = (home, standings, tournaments, tournament_live, downloads, bots, games, play, rules, login, submit)
ROUTERS: tuple[APIRouter, ...] = tuple(module.router for module in PAGES)
