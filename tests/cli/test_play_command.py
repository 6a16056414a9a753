"""`referee play`, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.bots import CRASHING, SAMPLES, bot
from tests.cli.commands import complaint, json_output, output, run

RANDOM, RAW = SAMPLES / "python-random", SAMPLES / "python-raw"
PATIENT = ("--clock", "startup=60s,grace=10s,bank=60s")


def test_a_match_tells_score_elo_los_times_and_faults(tmp_path: Path) -> None:
    facts = json_output("play", "claim", RANDOM, RAW, "-n", 3, "--seed", "x", *PATIENT)
    assert (facts["blocks"], facts["games"]) == (3, 6)
    assert facts["sandbox"] in ("none", "standard", "strict")
    one, other = facts["bots"]
    assert one["score"] + other["score"] == pytest.approx(1)
    assert one["wins"] + one["draws"] + one["losses"] == 6
    assert one["elo_low"] is None or one["elo_low"] <= one["elo"]
    assert 0 <= one["los"] <= 1
    assert 0 < one["think_mean_ms"] <= one["think_max_ms"]
    assert one["faults"] == {}


def test_the_table_names_both_bots_and_how_to_play_the_same_deals_again() -> None:
    text = output("play", "claim", RANDOM, RAW, "-n", 2, "--seed", "x", *PATIENT)
    for word in ("python-random", "python-raw", "Elo", "LOS", "W–D–L", "think", "faults", "--seed 2d71", "sandbox"):
        assert word in text


def test_replays_are_written_and_true(tmp_path: Path) -> None:
    output("play", "claim", RANDOM, RAW, "-n", 2, "--replays", tmp_path / "games", "--parallel", 2, *PATIENT)
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 4
    assert "4 of 4" in output("verify", *files)
    assert json.loads(files[0].read_text())["seats"] == ["python-random", "python-raw"]
    assert json.loads(files[1].read_text())["seats"] == ["python-raw", "python-random"]


def test_balanced_seatings_play_every_pair_in_every_pair_of_seats() -> None:
    bots = (RANDOM, RAW, RANDOM)
    facts = json_output("play", "lords_of_scotland", *bots, "-n", 1, "--seatings", "balanced", *PATIENT)
    assert facts["games"] == 6


def test_a_bot_that_crashes_loses_and_its_own_words_are_shown(tmp_path: Path) -> None:
    crashing = bot(tmp_path / "bad", CRASHING)
    done = run("play", "claim", RAW, crashing, "-n", 1, *PATIENT)
    assert done.returncode == 0
    assert "crash 2" in done.stdout
    assert "I do not know this card" in done.stdout
    assert "about to fall over" in done.stdout


def test_all_logs_are_in_the_json(tmp_path: Path) -> None:
    crashing = bot(tmp_path / "bad", CRASHING)
    facts = json_output("play", "claim", RAW, crashing, "-n", 1, *PATIENT)
    assert [entry["bot"] for entry in facts["logs"]] == ["bad", "bad"]
    assert all("I do not know this card" in entry["log"] for entry in facts["logs"])


def test_mistakes_are_told_in_one_sentence(tmp_path: Path) -> None:
    assert "is for 2 players, not 1" in complaint("play", "claim", RANDOM)
    assert "has no bot.toml" in complaint("play", "claim", tmp_path, RANDOM)
    assert "there is no game 'bridge'" in complaint("play", "bridge", RANDOM, RANDOM)
    assert "a clock is written like" in complaint("play", "claim", RANDOM, RANDOM, "--clock", "fast")
    assert "the clock must leave" in complaint("play", "claim", RANDOM, RANDOM, "--clock", "grace=0s,bank=0s")
    assert "has no option 'tactics'" in complaint("play", "claim", RANDOM, RANDOM, "-o", "tactics=true")
    only_claim = bot(tmp_path / "bad", CRASHING)
    sentence = complaint("play", "schotten_totten", only_claim, RANDOM)
    assert "bad does not play schotten_totten" in sentence
