"""`referee show`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import AsJson, examples, print_json
from referee.games.base import OptionError
from referee.replay import read_json
from referee.show import Eyes, as_text, shown_steps

EXAMPLES = examples(
    "referee show games/claim-000001.json",
    "referee show games/claim-000001.json --seat 1",
    "referee show games/claim-000001.json --spectator --json",
)


def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay file.")],
    seat: Annotated[int | None, typer.Option(help="Only what this seat saw while it was played.")] = None,
    spectator: Annotated[bool, typer.Option("--spectator", help="Only what was public.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a replay step by step: the choices, what they did, and the result."""
    replay = read_json(file)
    eyes: Eyes = "everything"
    if seat is not None:
        if spectator:
            raise OptionError("give --seat or --spectator, not both")
        players = len(replay["seats"]) if isinstance(replay.get("seats"), list) else 0
        if not 0 <= seat < players:
            raise OptionError(f"the game has seats 0 to {players - 1}, not {seat}")
        eyes = seat
    elif spectator:
        eyes = None
    if as_json:
        steps = [step.to_json() for step in shown_steps(replay, eyes)]
        viewer = "spectator" if eyes is None else eyes
        heading = {key: replay[key] for key in ("game", "options", "seats", "commitment")}
        print_json({**heading, "viewer": viewer, "steps": steps, "result": replay["result"]})
    else:
        for line in as_text(replay, eyes):
            print(line)
