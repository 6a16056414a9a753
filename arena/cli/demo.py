"""`arena demo`: the main job from nothing to standings, with the sample bots."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.progress import play_with_progress
from arena.cli.results import show_crosstable, show_standings
from arena.cli.sources import submitted_labels
from arena.db import reading
from arena.settings import Settings
from arena.store import LOCAL_OWNER
from arena.tournaments import Plan, create, tournaments
from referee.games import GAMES

SAMPLES = ("python-random", "python-raw", "python-greedy")
SEED = "demo"
EXAMPLES = examples("arena demo", "arena demo --blocks 50")


def demo(
    blocks: Annotated[int, typer.Option("--blocks", "-n", min=1, max=100_000, help="Deals in every match.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Play a round robin of the sample bots in all three games, through the queue, and show who is better.

    Safe to run again: it goes on where it was stopped.
    """
    # The sample bots are ours: where there is no sandbox they are played without one.
    settings = replace(ready_settings(), trust_bots=1)
    print("Submitting the sample bots …", file=sys.stderr, flush=True)
    folder = Path(str(files("sample_bots").joinpath("")))
    labels = submitted_labels(settings, [folder / name for name in SAMPLES], LOCAL_OWNER)
    print(f"  {', '.join(labels)} are active", file=sys.stderr, flush=True)
    names = [f"demo-{game}-{blocks}" for game in GAMES]
    for game, name in zip(GAMES, names, strict=True):
        _play(settings, Plan(name, game, labels, blocks=blocks, seed=SEED), as_json)
        if not as_json:
            _show(settings, name)
    if as_json:
        print_json(_reports(settings, names))
    else:
        print("Next:  .venv/bin/arena tournament list")
        print("       .venv/bin/arena replay 1 -o game.json && .venv/bin/referee show game.json")
        print("       .venv/bin/referee new-bot my-bot && .venv/bin/arena bot submit my-bot")


def _play(settings: Settings, plan: Plan, quiet: bool) -> None:
    with reading(settings.database) as session:
        found = {tournament.name: tournament.id for tournament in tournaments(session)}
    tournament_id = found.get(plan.name) or create(settings.database, plan).id
    assert tournament_id is not None
    play_with_progress(settings, tournament_id, workers=None, quiet=quiet)


def _show(settings: Settings, name: str) -> None:
    show_standings(settings, name, as_json=False)
    print()
    show_crosstable(settings, name, as_json=False)
    print(flush=True)


def _reports(settings: Settings, names: list[str]) -> list[dict[str, object]]:
    from arena.reports import tournament_standings

    with reading(settings.database) as session:
        return [tournament_standings(session, one) for one in tournaments(session) if one.name in names]
