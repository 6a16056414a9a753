"""`referee simulate`"""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.replay import read_json
from referee.verify import verify
from tests.cli.commands import REFEREE, ROOT, complaint, json_output, output


@pytest.mark.parametrize("key", GAMES)
def test_json_tells_how_the_games_went(key: str) -> None:
    summary = json_output("simulate", key, "--games", 3, "--seed", "monday")
    assert set(summary) == {
        *("game", "players", "options", "seed", "games", "decisions", "seconds", "games_per_second"),
        *("decisions_per_second", "decisions_per_game", "branching_mean", "branching_max", "forced_share"),
        *("draw_share", "seats"),
    }
    assert (summary["game"], summary["games"], summary["players"]) == (key, 3, GAMES[key].player_counts[0])
    assert [seat["seat"] for seat in summary["seats"]] == list(range(summary["players"]))
    assert all(sum(seat["placings"].values()) == 3 for seat in summary["seats"])


def test_text_has_the_same_figures_and_how_to_repeat_them() -> None:
    text = output("simulate", "claim", "--games", 3, "--seed", "monday")
    summary = json_output("simulate", "claim", "--games", 3, "--seed", "monday")
    for words in ("Claim, 2 players", "decisions a game  52.0", "forced", "mean score", f"--seed {summary['seed']}"):
        assert words in text


@pytest.mark.parametrize("key", GAMES)
def test_the_same_seed_gives_the_same_bytes(key: str, tmp_path: Path) -> None:
    for folder in ("first", "second"):
        output("simulate", key, "-n", 2, "--seed", "monday", "--replays", tmp_path / folder)
    names = [f"{key}-000001.json", f"{key}-000002.json"]
    assert sorted(path.name for path in (tmp_path / "first").iterdir()) == names
    for name in names:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
        verify(read_json(tmp_path / "first" / name))


def test_the_printed_seed_gives_the_same_games_again(tmp_path: Path) -> None:
    seed = json_output("simulate", "claim", "-n", 1, "--replays", tmp_path / "a")["seed"]
    output("simulate", "claim", "-n", 1, "--seed", seed, "--replays", tmp_path / "b")
    name = "claim-000001.json"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_without_a_seed_every_run_is_another() -> None:
    seeds = {json_output("simulate", "claim", "-n", 1)["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_players_and_options_reach_the_game(tmp_path: Path) -> None:
    arguments = ("lords_of_scotland", "-p", 4, "-o", "bruce=true", "-o", "clan_activation=false", "-n", 1)
    summary = json_output("simulate", *arguments, "--replays", tmp_path)
    assert (summary["players"], summary["options"]) == (4, {"bruce": True, "clan_activation": False})
    replay = read_json(tmp_path / "lords_of_scotland-000001.json")
    assert (len(replay["seats"]), replay["options"]) == (4, summary["options"])


def test_a_folder_for_replays_is_made_with_its_parents(tmp_path: Path) -> None:
    text = output("simulate", "claim", "-n", 1, "--replays", tmp_path / "a" / "b")
    assert f"referee show {tmp_path}/a/b/claim-000001.json" in text


def test_a_bar_shows_progress_on_a_terminal_and_goes_away() -> None:
    terminal, end = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "xterm"}
    command = [*REFEREE, "simulate", "claim", "-n", "20"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, cwd=ROOT, env=environment, check=True)
    os.close(end)
    drawn = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert "20/20" in drawn
    assert drawn.endswith("\x1b[2K"), "the line of the bar is wiped"
    assert b"20/20" not in done.stdout


MISTAKES = {
    "an unknown game": (["bridge"], "there is no game 'bridge'; there are: claim"),
    "no game": ([], "Missing argument 'GAME'"),
    "two games": (["claim", "claim"], "claim"),
    "an unknown option": (["claim", "-o", "rain=true"], "claim has no option 'rain'; it has: no options"),
    "another unknown option": (["schotten_totten", "-o", "rain=1"], "it has: tactics, expert"),
    "a bad option": (
        ["schotten_totten", "-o", "expert=yes"],
        "option expert is 'yes', but must be one of: false, true",
    ),
    "an option without a value": (["schotten_totten", "-o", "expert"], "an option is written name=value, not 'expert'"),
    "an option twice": (["schotten_totten", "-o", "expert=true", "-o", "expert=true"], "option expert is given twice"),
    "too many players": (["claim", "-p", "3"], "claim is for 2 players, not 3"),
    "no players": (["lords_of_scotland", "-p", "0"], "lords_of_scotland is for 2 or 3 or 4 or 5 players, not 0"),
    "players in words": (["claim", "-p", "two"], "'--players'"),
    "no games": (["claim", "-n", "0"], "--games must be at least 1, not 0"),
    "fewer than no games": (["claim", "-n", "-5"], "--games must be at least 1, not -5"),
    "games in words": (["claim", "-n", "many"], "'--games'"),
    "an unknown flag": (["claim", "--rain"], "--rain"),
}


@pytest.mark.parametrize(("arguments", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence(arguments: list[str], words: str) -> None:
    assert words in complaint("simulate", *arguments)


def test_replays_into_a_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("precious")
    assert complaint("simulate", "claim", "--replays", path) == f"--replays needs a folder, but {path} is a file"
    assert "Not a directory" in complaint("simulate", "claim", "--replays", path / "below")
    assert path.read_text() == "precious"


def test_replays_into_a_folder_that_cannot_be_made_are_refused() -> None:
    assert "/proc/replays" in complaint("simulate", "claim", "--replays", "/proc/replays")
