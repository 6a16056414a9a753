"""`referee deal`"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from referee.cli.arguments import AsJson, GameKey, OptionTexts, Players, examples, parse_options, print_json
from referee.games import game_of
from referee.games.shuffle import commitment, parse_seed

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
    print(f"{rules.title}, {rules.players(state)} players")
    print(f"seed        {seed}\ncommitment  {mark}\n")
    for name, value in position.items():
        print(f"{name:12}{_as_text(value)}")


def _as_text(value: object) -> str:
    """A part of a position, a line for each entry of a list of lists or objects."""
    if isinstance(value, list) and value and all(isinstance(entry, list | dict) for entry in value):
        return ("\n" + " " * 12).join(f"{number}: {_as_text(entry)}" for number, entry in enumerate(value))
    if isinstance(value, list):
        return " ".join(map(str, value)) or "–"
    return json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
