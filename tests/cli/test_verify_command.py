"""`referee verify`"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.commands import json_output, output, run
from tests.cli.replays import first_of_each_game, simulated
from tests.variants import VARIANTS, Variant


def written(folder: Path, variant: Variant, name: str = "true.json", **changes: object) -> Path:
    path = folder / name
    path.write_text(json.dumps({**simulated(variant), **changes}), encoding="utf-8")
    return path


@pytest.mark.parametrize("variant", first_of_each_game(), ids=lambda variant: variant.game.key)
def test_a_true_file_is_ok_with_exit_code_0(variant: Variant, tmp_path: Path) -> None:
    path = written(tmp_path, variant)
    assert output("verify", path) == f"{path}: ok\n"


def test_a_tampered_file_has_its_first_difference_told_with_exit_code_1(tmp_path: Path) -> None:
    path = written(tmp_path, VARIANTS[0], seed="0" * 64)
    done = run("verify", path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{path}: commitment differs: it should be ")


def test_of_several_files_one_that_is_wrong_makes_the_exit_code_1(tmp_path: Path) -> None:
    true = written(tmp_path, VARIANTS[0])
    wrong = written(tmp_path, VARIANTS[0], "wrong.json", seats=["a"])
    done = run("verify", true, wrong, tmp_path / "missing.json")
    assert done.returncode == 1
    assert [line.rpartition("/")[2] for line in done.stdout.splitlines()] == [
        "true.json: ok",
        "wrong.json: seats differs: claim is not for 1 players",
        "missing.json: cannot be read: No such file or directory",
        "1 of 3 files are true",
    ]


def test_json_has_a_report_for_each_file(tmp_path: Path) -> None:
    replay = simulated(VARIANTS[0])
    replay["steps"][4]["legal"].reverse()
    true = written(tmp_path, VARIANTS[0])
    wrong = written(tmp_path, VARIANTS[0], "wrong.json", steps=replay["steps"])
    done = run("verify", true, wrong, tmp_path, "--json")
    reports = json.loads(done.stdout)
    assert done.returncode == 1
    assert [(report["file"], report["ok"], report["what"], report["step"]) for report in reports] == [
        (str(true), True, None, None),
        (str(wrong), False, "legal list", 4),
        (str(tmp_path), False, "file", None),
    ]
    assert reports[2]["message"] == "cannot be read: Is a directory"


def test_json_of_true_files_has_exit_code_0(tmp_path: Path) -> None:
    assert json_output("verify", written(tmp_path, VARIANTS[0]))[0]["ok"] is True


def test_a_file_with_a_name_that_is_no_text_is_verified_too(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path)
    path = os.path.join(folder, b"\xff.json")
    with open(path, "wb") as file:
        file.write(b"{}")
    done = run("verify", os.fsdecode(path))
    assert done.returncode == 1
    assert "is no replay" in done.stdout
    assert done.stderr == ""
