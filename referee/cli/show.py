"""`referee show`"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any

import typer

from referee.cli.arguments import AsJson, examples, print_json
from referee.games.base import OptionError
from referee.replay import read_json
from referee.show import WIDTH, Eyes, as_text, shown_steps
from referee.verify import verified_deal

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
    game, state = verified_deal(replay)
    eyes = _eyes(game.players(state), seat, spectator)
    if as_json:
        print_json(_to_json(replay, eyes))
        return
    for line in as_text(replay, eyes, min(get_terminal_size((WIDTH, 24)).columns, WIDTH)):
        print(line)


def _eyes(players: int, seat: int | None, spectator: bool) -> Eyes:
    if seat is None:
        return None if spectator else "everything"
    if spectator:
        raise OptionError("give --seat or --spectator, not both")
    if not 0 <= seat < players:
        raise OptionError(f"the game has seats 0 to {players - 1}, not {seat}")
    return seat


def _to_json(replay: Mapping[str, Any], eyes: Eyes) -> dict[str, Any]:
    steps = [step.to_json() for step in shown_steps(replay, eyes)]
    heading = {key: replay[key] for key in ("game", "options", "seats", "commitment")}
    viewer = "spectator" if eyes is None else eyes
    return {**heading, "viewer": viewer, "steps": steps, "result": replay["result"]}
