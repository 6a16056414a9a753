"""What several commands take."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Annotated, Any, TypeAlias

import typer

from referee.games import GAMES
from referee.games.base import AnyGame, OptionError, OptionValue
from referee.games.shuffle import SEED_BYTES, SeedError, parse_seed


def _options_help() -> str:
    names = {key: ", ".join(spec.name for spec in game.option_specs) for key, game in GAMES.items()}
    return " ".join(f"{key} has: {options}." for key, options in names.items() if options)


GameKey: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
Players: TypeAlias = Annotated[
    int | None, typer.Option("--players", "-p", help="How many seats; by default the fewest that the game allows.")
]
OptionTexts: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="K=V", help=f"An option of the game; may be repeated. {_options_help()}"),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def examples(*lines: str) -> str:
    """Examples for the end of a command's help."""
    return "Examples:\n\n" + "\n\n".join(f"  {line}" for line in lines)


def parse_options(game: AnyGame, texts: list[str] | None) -> dict[str, OptionValue]:
    specs = {option.name: option for option in game.option_specs}
    options: dict[str, OptionValue] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"an option is written name=value, not {text!r}")
        if name in options:
            raise OptionError(f"option {name} is given twice")
        if name not in specs:
            raise OptionError(f"{game.key} has no option {name!r}; it has: {', '.join(specs) or 'no options'}")
        options[name] = specs[name].parse(value)
    return options


def master_seed(text: str | None) -> bytes:
    """A seed for many games: 64 hex digits as they are, any other text by its SHA-256, none at random."""
    if text is None:
        return secrets.token_bytes(SEED_BYTES)
    try:
        return parse_seed(text)
    except SeedError:
        return sha256(text.encode()).digest()


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))
