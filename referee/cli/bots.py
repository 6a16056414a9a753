"""Bots as commands take them: folders with a bot.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.games.base import GameError
from referee.live_bot import BotProgram
from referee.sandbox import Level, Sandbox, Unavailable, choose
from referee.sandbox.manifest import read_manifest

SandboxLevel = Annotated[
    Level | None,
    typer.Option("--sandbox", help="How bots are shut in; by default the best that this machine has."),
]


class BotFolderError(GameError):
    """A folder that holds no bot for this game."""


def program_of(folder: Path, game: str | None = None) -> BotProgram:
    """What to start for the bot in a folder; refused if it does not play the game."""
    manifest = read_manifest(folder)
    if game is not None and game not in manifest.games:
        raise BotFolderError(f"{manifest.name} does not play {game}; its bot.toml says: {', '.join(manifest.games)}")
    return BotProgram(manifest.name, folder.absolute(), tuple(manifest.run))


def chosen_sandbox(wanted: Level | None) -> Sandbox:
    """The sandbox of a level, by default the best there is. Whoever wants none says so."""
    try:
        return choose(wanted)
    except Unavailable as error:
        raise Unavailable(f"{error}; bots of your own can do without: --sandbox none") from None
