"""`referee new-bot`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import AsJson, examples, print_json
from referee.cli.bots import BotFolderError
from referee.new_bot import make_bot
from referee.samples import FIRST, Sample, by_language, samples

EXAMPLES = examples(
    "referee new-bot my-bot",
    "referee new-bot ../bots/tricky --language rust",
    "referee new-bot my-search --from python-strong",
    "referee new-bot --list",
)


def new_bot(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The new bot's folder; its name is the bot's name.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="The language to write it in: python, rust, …")] = None,
    start: Annotated[str | None, typer.Option("--from", metavar="SAMPLE", help="The sample bot to start from.")] = None,
    is_list: Annotated[bool, typer.Option("--list", help="Show the sample bots that there are.")] = False,
    as_json: AsJson = False,
) -> None:
    """Start a new bot: a small one that already plays every game, in the language that you like."""
    known = samples()
    if is_list:
        _print_list(known, as_json)
        return
    if folder is None:
        raise BotFolderError("give a folder for the new bot, or --list to see what there is to start from")
    sample = _chosen(known, language, start)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BotFolderError(f"{folder} is there already: give a folder that is new or empty")
    made = make_bot(sample, folder)
    if as_json:
        print_json({"folder": str(folder), "language": sample.language, "from": sample.name, "files": made})
        return
    print(f"{folder} is ready: {', '.join(made)}")
    print(_next_steps(folder, sample))


def _chosen(known: list[Sample], language: str | None, start: str | None) -> Sample:
    if language is not None and start is not None:
        raise BotFolderError("give --language or --from, not both: a sample bot has a language")
    if language is not None:
        return _found(by_language(known), language, f"there is no bot in {language!r} to start from")
    return _found({sample.name: sample for sample in known}, start or FIRST, f"there is no sample bot {start!r}")


def _found(choices: dict[str, Sample], wanted: str, complaint: str) -> Sample:
    if wanted not in choices:
        raise BotFolderError(f"{complaint}; there are: {', '.join(sorted(choices))}")
    return choices[wanted]


def _next_steps(folder: Path, sample: Sample) -> str:
    steps = [
        *([f"make -C {folder}"] if sample.is_built else []),
        f"referee check {folder}",
        f"referee play claim {folder} {folder} --blocks 10",
    ]
    return "\nNext:  " + "\n       ".join(steps)


def _print_list(known: list[Sample], as_json: bool) -> None:
    if as_json:
        print_json([{"name": one.name, "language": one.language, "summary": one.summary} for one in known])
        return
    for one in known:
        print(f"{one.language:<11} {one.name:<14} {one.summary}")
    print("\nStart with  referee new-bot DIR --language LANGUAGE  or  --from NAME")
