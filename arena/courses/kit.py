"""The starter kit of an assignment: a bot, opponents, a notebook, and two ways to submit."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from arena.settings import ArenaError
from arena.submissions import packed
from referee.new_bot import LEFT_OUT, make_bot
from referee.samples import FIRST, Sample, samples

BOT = "my-bot"
OPPONENTS = "opponents"
PLACES = {"submit.py": "submit.py", "play.ipynb": "play.ipynb", "submit.yml": ".github/workflows/submit.yml"}
IGNORED = "__pycache__/\n.ipynb_checkpoints/\nresults.json\n"


def make_kit(facts: Mapping[str, Any], server: str, folder: Path) -> list[str]:
    """Fill a folder, new or empty; says which files there are."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArenaError(f"{folder} is there already: give a folder that is new or empty")
    known = {sample.name: sample for sample in samples()}
    make_bot(known[FIRST], folder / BOT)
    _keep_to(facts["game"], folder / BOT / "bot.toml")
    for sample in _opponents(known, facts):
        shutil.copytree(sample.folder, folder / OPPONENTS / sample.name, ignore=LEFT_OUT)
    starter = files("arena.courses").joinpath("starter")
    for name, place in PLACES.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(starter.joinpath(name).read_bytes())
    _write(folder / ".gitignore", IGNORED)
    _write(folder / "assignment.json", json.dumps({"server": server, **facts}, indent=2, ensure_ascii=False) + "\n")
    _write(folder / "README.md", _readme(starter.joinpath("README.txt").read_text(encoding="utf-8"), facts))
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _opponents(known: Mapping[str, Sample], facts: Mapping[str, Any]) -> list[Sample]:
    """The sample bots that are baselines, byte by byte, and the first one. Other baselines are the teacher's secret."""
    wanted = {baseline["digest"] for baseline in facts["baselines"]}
    same = [sample for sample in known.values() if sha256(packed(sample.folder)).hexdigest() in wanted]
    return [known[FIRST], *(sample for sample in same if sample.name != FIRST)]


def _keep_to(game: str, manifest: Path) -> None:
    """A bot that says it plays one game is checked in this one alone."""
    text = manifest.read_text(encoding="utf-8")
    _write(manifest, re.sub(r"(?m)^games = .*$", f'games = ["{game}"]', text))


def _readme(text: str, facts: Mapping[str, Any]) -> str:
    options = "".join(f" --option {name}={_option(value)}" for name, value in sorted(facts["options"].items()))
    enough = " ".join([f"{OPPONENTS}/{FIRST}"] * (facts["players"] - 1))
    words = {"TITLE": facts["title"], "ASSIGNMENT": facts["assignment"], "GAME": facts["game"], "OPTIONS": options}
    words |= {"ENOUGH": enough, "MEETS": _meets(facts)}
    return re.sub("|".join(words), lambda found: words[found[0]], text)


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _meets(facts: Mapping[str, Any]) -> str:
    """What the arena does with a bot, and what earns points."""
    names = [baseline["bot"] for baseline in facts["baselines"]]
    if not names:
        return "At the arena it first plays against itself."
    lines = [
        f"At the arena it first plays against itself, then {facts['blocks']} deals against each of: {', '.join(names)}."
    ]
    if facts["thresholds"]:
        lines += ["", "Points are for a score of which the lower end of its 95 % interval is above a threshold:", ""]
        lines += ["| against | score | points |", "|---|---|---|"]
        lines += [f"| {one['baseline']} | {one['score']:.0%} | {one['points']:g} |" for one in facts["thresholds"]]
    return "\n".join(lines)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
