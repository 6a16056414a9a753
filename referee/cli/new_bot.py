"""`referee new-bot`"""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import AsJson, examples, print_json
from referee.cli.bots import BotFolderError
from referee.sandbox.manifest import FILE_NAME, parse_manifest

EXAMPLES = examples("referee new-bot my-bot", "referee new-bot ../bots/tricky --language python")

STARTING_POINTS = {"python": "python-random"}
"""By language, the sample bot that a new one starts from."""


def new_bot(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The new bot's folder; its name is the bot's name.")],
    language: Annotated[str, typer.Option(help=f"One of: {', '.join(STARTING_POINTS)}.")] = "python",
    as_json: AsJson = False,
) -> None:
    """Start a new bot: a small one that already plays every game."""
    if language not in STARTING_POINTS:
        raise BotFolderError(f"there is no bot in {language!r} to start from; there are: {', '.join(STARTING_POINTS)}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BotFolderError(f"{folder} is there already: give a folder that is new or empty")
    start = Path(str(files("sample_bots").joinpath(STARTING_POINTS[language])))
    manifest = _renamed((start / FILE_NAME).read_text(encoding="utf-8"), folder.absolute().name)
    shutil.copytree(start, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    (folder / FILE_NAME).write_text(manifest, encoding="utf-8")
    made = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    if as_json:
        print_json({"folder": str(folder), "language": language, "files": made})
        return
    print(f"{folder} is ready: {', '.join(made)}")
    print(f"\nNext:  referee check {folder}")
    print(f"       referee play claim {folder} {folder} --blocks 10")


def _renamed(manifest: str, name: str) -> str:
    renamed = re.sub(r'(?m)^name = ".*?"', f'name = "{name}"', manifest, count=1)
    parse_manifest(renamed.encode())
    return renamed
