"""The starter kit: what is in it, that its notebook plays, and that its two ways to submit say what the arena says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import sample_bots
from arena.courses.kit import make_kit
from arena.settings import ArenaError
from arena.submissions import packed
from referee.loading import bot_class
from referee.replay import Replay

pytestmark = pytest.mark.slow
SAMPLES = Path(next(iter(sample_bots.__path__)))
SERVER = "https://arena.example.org"


def facts(game: str = "claim", players: int = 2, options: dict[str, Any] | None = None) -> dict[str, Any]:
    baselines = [
        {"bot": "python-greedy@1", "digest": sha256(packed(SAMPLES / "python-greedy")).hexdigest()},
        {"bot": "secret@4", "digest": "0" * 64},
    ]
    return {
        "assignment": "cs101/hw1",
        "title": "Claim: GAME of 日本 & <b>",
        "game": game,
        "options": options or {},
        "players": players,
        "blocks": 40,
        "baselines": baselines,
        "thresholds": [{"baseline": "python-greedy@1", "score": 0.5, "points": 7.5}],
    }


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Jupyter keeps of a kernel goes with the test."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        (tmp_path / ".jupyter" / name).mkdir(parents=True)
        monkeypatch.setenv(name, str(tmp_path / ".jupyter" / name))


def executed(kit: Path, **replaced: str) -> Any:
    """The notebook after a kernel of its own has run it from top to bottom, in the kit's folder."""
    read: Any = nbformat.read  # it says nothing of types
    book = read(kit / "play.ipynb", as_version=4)
    for cell in book.cells:
        for before, after in replaced.items():
            cell.source = re.sub(rf"(?m)^{before} = .*", f"{before} = {after}", cell.source)
    resources = {"metadata": {"path": str(kit)}}
    NotebookClient(book, timeout=240, startup_timeout=240, resources=resources).execute()
    nbformat.validate(book)
    return book


def outputs(book: Any) -> list[Any]:
    return [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]


def test_a_kit_has_a_bot_opponents_a_notebook_and_two_ways_to_submit(tmp_path: Path) -> None:
    kit = tmp_path / "hw1"
    written = make_kit(facts(), SERVER, kit)
    assert {"my-bot/bot.py", "play.ipynb", "submit.py", ".github/workflows/submit.yml", "README.md"} <= set(written)
    assert {path.name for path in (kit / "opponents").iterdir()} == {"python-random", "python-greedy"}
    assert json.loads((kit / "assignment.json").read_text(encoding="utf-8"))["server"] == SERVER
    manifest = tomllib.loads((kit / "my-bot" / "bot.toml").read_text())
    assert (manifest["name"], manifest["games"]) == ("my-bot", ["claim"])
    readme = (kit / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Claim: GAME of 日本 & <b>\n")
    assert "referee play claim my-bot opponents/python-random --blocks 50\n" in readme
    assert "| python-greedy@1 | 50% | 7.5 |" in readme
    assert not list(kit.rglob("__pycache__"))


def test_the_source_of_a_secret_baseline_is_not_in_it(tmp_path: Path) -> None:
    other = facts()
    other["baselines"] = [{"bot": "python-greedy@1", "digest": "1" * 64}]
    make_kit(other, SERVER, tmp_path / "kit")
    assert [path.name for path in (tmp_path / "kit" / "opponents").iterdir()] == ["python-random"]


def test_nothing_that_is_there_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "mine.txt").write_text("mine")
    with pytest.raises(ArenaError, match="is there already: give a folder that is new or empty"):
        make_kit(facts(), SERVER, tmp_path / "kit")
    assert [path.name for path in (tmp_path / "kit").iterdir()] == ["mine.txt"]


def test_the_notebook_plays_a_game_shows_it_and_counts_wins(tmp_path: Path) -> None:
    kit = tmp_path / "hw1"
    make_kit(facts(), SERVER, kit)
    first, shown, share = outputs(executed(kit, DEALS="1"))
    assert first.text == "Claim: GAME of 日本 & <b> against python-greedy, python-random\n"
    frame = re.search(r'srcdoc="([^"]*)"', shown.data["text/html"])
    assert frame
    page = unescape(frame[1])
    assert "RandomBot – GreedyBot" in page
    assert page.count("data-card=") > 20
    assert "https://" not in page
    assert re.fullmatch(r"(0|25|50|75|100)% of 2 meetings in 1 deals\n", share.text)


def test_the_notebook_plays_three_at_a_table_too(tmp_path: Path) -> None:
    kit = tmp_path / "hw2"
    make_kit(facts("lords_of_scotland", 3, {"bruce": True}), SERVER, kit)
    _, shown, share = outputs(executed(kit, DEALS="1"))
    assert "RandomBot – GreedyBot – RandomBot" in shown.data["text/html"]
    assert share.text.endswith("of 6 meetings in 1 deals\n")


def test_an_error_in_the_bot_is_an_error_in_the_notebook(tmp_path: Path) -> None:
    kit = tmp_path / "hw1"
    make_kit(facts(), SERVER, kit)
    bot = kit / "my-bot" / "bot.py"
    bot.write_text(bot.read_text().replace("return question", "return 1 / 0 + question"))
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        executed(kit)


def test_submit_packs_as_the_arena_does(tmp_path: Path) -> None:
    kit = tmp_path / "hw1"
    make_kit(facts(), SERVER, kit)
    (kit / "my-bot" / "__pycache__").mkdir()
    (kit / "my-bot" / "__pycache__" / "bot.pyc").write_bytes(b"left out")
    (kit / "my-bot" / "日本.txt").write_text("beside the code")
    (kit / "my-bot" / "run.sh").write_text("#!/bin/sh\n")
    (kit / "my-bot" / "run.sh").chmod(0o755)
    program = "import submit, sys; sys.stdout.buffer.write(submit.packed(submit.BOT))"
    done = subprocess.run([sys.executable, "-c", program], cwd=kit, capture_output=True, check=True)
    assert done.stdout == packed(kit / "my-bot")


def test_the_kits_readme_says_what_works(tmp_path: Path) -> None:
    """Its two commands for testing, as they are typed."""
    kit = tmp_path / "hw2"
    make_kit(facts("lords_of_scotland", 3, {"bruce": True}), SERVER, kit)
    commands = re.findall(r"^referee .*$", (kit / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        words = command.replace("--blocks 50", "--blocks 1").split()
        words = [sys.executable, "-m", "referee.cli", *words[1:]]
        done = subprocess.run(words, cwd=kit, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_bot_of_the_kit_plays_in_process(tmp_path: Path) -> None:
    from referee.practice import play

    make_kit(facts(), SERVER, tmp_path / "kit")
    mine, greedy = (bot_class(tmp_path / "kit" / name)() for name in ("my-bot", "opponents/python-greedy"))
    assert isinstance(play(mine, "claim", greedy), Replay)
    shutil.rmtree(tmp_path / "kit")
