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
    margin = max(map(len, ["commitment", *position])) + 2
    for name, value in [("seed", seed), ("commitment", mark), *position.items()]:
        print(f"{name:{margin}}{_as_text(value, margin)}")


def _as_text(value: object, margin: int) -> str:
    """A part of a position: a line for each seat (from 0), or for each stone or recruit (from 1)."""
    if isinstance(value, list) and value and all(isinstance(entry, list | dict) for entry in value):
        first = 0 if isinstance(value[0], list) else 1
        lines = [f"{number}: {_as_text(entry, margin)}" for number, entry in enumerate(value, first)]
        return ("\n" + " " * margin).join(lines)
    if isinstance(value, list):
        return " ".join(map(_as_word, value)) or "–"
    return _as_word(value)


def _as_word(value: object) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
