"""`referee new-bot`, as a user runs it."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import complaint, json_output, output


def test_a_new_bot_has_the_folders_name_and_passes_the_check(tmp_path: Path) -> None:
    made = json_output("new-bot", tmp_path / "my-bot")
    assert "bot.py" in made["files"]
    assert 'name = "my-bot"' in (tmp_path / "my-bot/bot.toml").read_text()
    assert json_output("check", tmp_path / "my-bot", "--clock", "startup=60s,grace=10s")["passed"]


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    assert f"referee check {tmp_path / 'my-bot'}" in output("new-bot", tmp_path / "my-bot")


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    assert "is there already" in complaint("new-bot", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_name_that_no_bot_can_have_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    assert "must be made of the letters a to z" in complaint("new-bot", tmp_path / "My Bot")
    assert not (tmp_path / "My Bot").exists()


def test_a_language_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    refused = complaint("new-bot", tmp_path / "x", "--language", "cobol")
    assert "there are: cpp," in refused
    assert "rust" in refused


def test_a_sample_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    assert "python-strong" in complaint("new-bot", tmp_path / "x", "--from", "python-genius")


def test_a_language_and_a_sample_are_one_too_many(tmp_path: Path) -> None:
    assert "not both" in complaint("new-bot", tmp_path / "x", "--language", "rust", "--from", "cpp")


def test_without_a_folder_it_says_what_to_give() -> None:
    assert "give a folder" in complaint("new-bot")


def test_the_list_has_every_sample_bot() -> None:
    listed = json_output("new-bot", "--list")
    assert {"python-random", "python-greedy", "python-strong", "rust", "cpp"} <= {one["name"] for one in listed}
    assert "A whole bot in Rust" in output("new-bot", "--list")


def test_in_a_language_that_is_built_the_next_step_is_to_build(tmp_path: Path) -> None:
    assert f"make -C {tmp_path / 'my-bot'}" in output("new-bot", tmp_path / "my-bot", "--language", "rust")
