"""`arena demo`: the main job from nothing to standings, with the sample bots."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.context import ready_settings
from arena.cli.tables import print_crosstable, print_standings
from arena.cli.tournament import play_with_progress
from arena.db import reading
from arena.reports import tournament_crosstable, tournament_standings
from arena.services import services
from arena.settings import Settings
from arena.store import tournament_named
from arena.submissions import submit
from arena.tournaments import Plan, create, tournaments

SAMPLES = ("python-random", "python-raw", "python-greedy")
SEED = "demo"


def demo(blocks: Annotated[int, typer.Option(min=1, help="Deals in every match.")] = 10) -> None:
    """Play a round robin of the sample bots in all three games, through the queue, and show who is better.

    Safe to run again: it goes on where it was stopped.
    """
    # The sample bots are ours: where there is no sandbox they are played without one.
    settings = replace(ready_settings(), trust_bots=1)
    names = _submit_samples(settings)
    for game in ("claim", "schotten_totten", "lords_of_scotland"):
        name = f"demo-{game}-{blocks}"
        _play(settings, Plan(name, game, names, blocks=blocks, seed=SEED))
        with reading(settings.database) as session:
            tournament = tournament_named(session, name)
            print_standings(tournament_standings(session, tournament))
            print_crosstable(tournament_crosstable(session, tournament))
        print()
    print("Next:  .venv/bin/arena tournament list")
    print("       .venv/bin/arena replay 1 -o game.json && .venv/bin/referee show game.json")
    print("       .venv/bin/referee new-bot my-bot && .venv/bin/arena bot submit my-bot")


def _submit_samples(settings: Settings) -> list[str]:
    print("Submitting the sample bots …", flush=True)
    folder = Path(str(files("sample_bots").joinpath("")))
    with services(settings, workers=0, referee=True) as ready:
        done = [submit(ready, folder / name) for name in SAMPLES]
    for submission in done:
        print(f"  {submission.label} is {submission.version.status}")
    return [submission.label for submission in done if submission.is_accepted]


def _play(settings: Settings, plan: Plan) -> None:
    with reading(settings.database) as session:
        found = {tournament.name: tournament.id for tournament in tournaments(session)}
    tournament_id = found.get(plan.name)
    if tournament_id is None:
        tournament_id = create(settings.database, plan).id
    assert tournament_id is not None
    play_with_progress(settings, tournament_id, workers=None, quiet=False)
