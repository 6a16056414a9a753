"""`referee deal`"""

from __future__ import annotations

import json
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import Annotated

import typer

from referee.cli.arguments import AsJson, GameKey, OptionTexts, Players, examples, parse_options, print_json
from referee.games import game_of
from referee.games.base import Position
from referee.games.shuffle import commitment, parse_seed
from referee.show import WIDTH

ZEROS = "0" * 64

EXAMPLES = examples(
    f"referee deal claim --seed {ZEROS}", f"referee deal lords_of_scotland --players 3 --json --seed {ZEROS}"
)


def deal(
    game: GameKey,
    seed: Annotated[str, typer.Option(help="64 hex digits, as published with a replay.")],
    players: Players = None,
    option: OptionTexts = None,
    as_json: AsJson = False,
) -> None:
    """Print the deal of a seed: the position at the first decision, and the seed's commitment."""
    rules = game_of(game)
    seed_bytes = parse_seed(seed)
    state = rules.deal(seed_bytes, players, parse_options(rules, option))
    position = rules.to_position(state)
    mark = commitment(seed_bytes)
    if as_json:
        facts = {"game": rules.key, "players": rules.players(state), "options": rules.options(state)}
        print_json({**facts, "seed": seed, "commitment": mark, "initial": position})
        return
    print(f"{rules.title}, {rules.players(state)} players\nseed        {seed}\ncommitment  {mark}\n")
    _print_position(position)


def _print_position(position: Position) -> None:
    margin = max(map(len, position)) + 2
    width = max(get_terminal_size((WIDTH, 24)).columns, 2 * margin)
    for name, value in position.items():
        for line in _lines(value):
            hanging = " " * (margin + 3)
            print("\n".join(wrap(line, width, initial_indent=f"{name:{margin}}", subsequent_indent=hanging)))
            name = ""


def _lines(value: object) -> Iterator[str]:
    """A part of a position: a line for each seat (from 0), or for each stone or recruit (from 1)."""
    if isinstance(value, list) and value and all(isinstance(entry, list | dict) for entry in value):
        for number, entry in enumerate(value, start=0 if isinstance(value[0], list) else 1):
            yield f"{number}: {_as_text(entry)}"
    else:
        yield _as_text(value)


def _as_text(value: object) -> str:
    if value is None or value == []:
        return "–"
    if isinstance(value, list):
        return " ".join(map(_as_text, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
