"""`referee show`"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from referee.show import as_text
from tests.cli.commands import REFEREE, ROOT, complaint, json_output, output, run
from tests.cli.replays import first_of_each_game, simulated
from tests.variants import VARIANTS, Variant

every_game = pytest.mark.parametrize("variant", first_of_each_game(), ids=lambda variant: variant.game.key)


def written(folder: Path, variant: Variant) -> Path:
    path = folder / "game.json"
    path.write_text(json.dumps(simulated(variant)), encoding="utf-8")
    return path


@every_game
def test_the_whole_replay_is_shown(variant: Variant, tmp_path: Path) -> None:
    assert output("show", written(tmp_path, variant)).splitlines() == list(as_text(simulated(variant), "everything"))


@every_game
def test_a_seat_is_shown_what_it_saw(variant: Variant, tmp_path: Path) -> None:
    text = output("show", written(tmp_path, variant), "--seat", 1)
    assert text.splitlines() == list(as_text(simulated(variant), 1))


@every_game
def test_a_spectator_is_shown_what_was_public(variant: Variant, tmp_path: Path) -> None:
    text = output("show", written(tmp_path, variant), "--spectator")
    assert text.splitlines() == list(as_text(simulated(variant), None))


@pytest.mark.parametrize(
    ("arguments", "viewer"), [([], "everything"), (["--seat", 0], 0), (["--spectator"], "spectator")]
)
def test_json_has_the_steps_as_they_were_seen(arguments: list[object], viewer: object, tmp_path: Path) -> None:
    shown = json_output("show", written(tmp_path, VARIANTS[0]), *arguments)
    assert set(shown) == {"game", "options", "seats", "commitment", "viewer", "steps", "result"}
    assert shown["viewer"] == viewer
    for step, original in zip(shown["steps"], simulated(VARIANTS[0])["steps"], strict=True):
        is_seen = viewer in ("everything", original["seat"])
        assert step["legal"] == (original["legal"] if is_seen else None)


def test_lines_are_as_wide_as_the_terminal_but_not_too_wide(tmp_path: Path) -> None:
    path = written(tmp_path, VARIANTS[0])
    narrow, wide = (output("show", path, COLUMNS=columns).partition("\n\n")[2] for columns in ("50", "300"))
    assert max(map(len, narrow.splitlines())) <= 50
    assert 50 < max(map(len, wide.splitlines())) <= 100


def test_a_terminal_that_lacks_a_character_gets_an_escape_instead(tmp_path: Path) -> None:
    assert "\\xb7 seat 0 leads" in output("show", written(tmp_path, VARIANTS[0]), PYTHONIOENCODING="ascii")


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_the_game_does_not_have_is_refused(seat: int, tmp_path: Path) -> None:
    path = written(tmp_path, VARIANTS[0])
    assert complaint("show", path, "--seat", seat) == f"the game has seats 0 to 1, not {seat}"


def test_a_seat_and_a_spectator_at_once_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, VARIANTS[0])
    assert complaint("show", path, "--seat", 0, "--spectator") == "give --seat or --spectator, not both"


def test_a_file_that_is_missing_or_no_replay_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert complaint("show", path) == f"{path}: cannot be read: No such file or directory"
    path.write_text("{}")
    assert complaint("show", path) == f"{path}: is no replay: its format is not 'bothy-replay/1'"
    assert "Is a directory" in complaint("show", tmp_path)
    assert "Missing argument 'FILE'" in complaint("show")


@pytest.mark.parametrize("key", ["options", "seats", "initial", "steps", "result", "seed"])
def test_a_replay_that_lacks_a_part_is_refused(key: str, tmp_path: Path) -> None:
    path = written(tmp_path, VARIANTS[0])
    replay = json.loads(path.read_text())
    del replay[key]
    path.write_text(json.dumps(replay))
    assert complaint("show", path) == f"format differs: {key!r} is missing or of the wrong kind"


def test_a_difference_in_the_middle_is_told_after_the_steps_before_it(tmp_path: Path) -> None:
    path = written(tmp_path, VARIANTS[0])
    replay = json.loads(path.read_text())
    replay["steps"][20]["action"] = "play Z9"
    path.write_text(json.dumps(replay))
    done = run("show", path)
    assert done.returncode == 2
    assert "\n20. seat" in done.stdout
    assert done.stderr == 'referee: step 21: action differs: "play Z9" is not legal here\n'


@pytest.mark.parametrize("lines", [0, 1, 20])
def test_a_reader_may_stop_reading(lines: int, tmp_path: Path) -> None:
    """`referee show FILE | head` ends without a complaint."""
    command = [*REFEREE, "show", str(written(tmp_path, VARIANTS[0]))]
    show = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    assert show.stdout is not None
    assert show.stderr is not None
    for _ in range(lines):
        show.stdout.readline()
    show.stdout.close()
    assert show.stderr.read() == b""
    show.stderr.close()
    assert show.wait(30) in (0, 1)


def test_who_stops_a_command_gets_no_traceback(tmp_path: Path) -> None:
    command = [*REFEREE, "simulate", "claim", "-n", "10000000", "--replays", str(tmp_path)]
    simulate = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    while not any(tmp_path.iterdir()):  # until it is at work
        assert simulate.poll() is None
        time.sleep(0.05)
    os.kill(simulate.pid, signal.SIGINT)
    _, said = simulate.communicate(timeout=30)
    assert simulate.returncode == 130
    assert b"Traceback" not in said
