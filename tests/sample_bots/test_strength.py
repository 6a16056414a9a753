"""The yardstick itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from referee.bot import Bot, Question
from referee.loading import bot_class
from tests.benchmarks.strength import Estimate, measure

ROOT = Path(__file__).parents[2]
RandomBot = bot_class(ROOT / "sample_bots" / "python-random")


class FirstBot(Bot):
    """Always answers 0."""

    def choose(self, question: Question) -> int:
        return 0


def test_a_bot_scores_half_against_itself() -> None:
    """Deal by deal: who wins in one seat loses in the other."""
    measured = measure(RandomBot, RandomBot, "claim", 5)
    assert measured.scores == [0.5] * 5


def test_a_bot_wins_its_share_against_copies_of_itself() -> None:
    measured = measure(RandomBot, RandomBot, "lords_of_scotland", 3, players=4)
    assert measured.wins == pytest.approx([0.25] * 3)


def test_the_same_seed_gives_the_same_scores() -> None:
    one, two = (measure(RandomBot, FirstBot, "claim", 5, seed=b"s" * 32) for _ in range(2))
    assert one.scores == two.scores


def test_another_seed_gives_other_deals() -> None:
    one, two = (measure(RandomBot, FirstBot, "claim", 10, seed=seed * 32) for seed in (b"s", b"t"))
    assert one.scores != two.scores


def test_more_blocks_give_a_tighter_interval() -> None:
    few, many = Estimate.over([0.5, 1.0] * 10), Estimate.over([0.5, 1.0] * 100)
    assert many.high - many.low < few.high - few.low


def test_a_clean_sweep_is_not_certain() -> None:
    sweep = Estimate.over([1.0] * 20)
    assert (sweep.mean, sweep.high) == (1.0, 1.0)
    assert sweep.low < 0.95


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Of 1,000 samples of 100 coin tosses, the interval should contain one half about 950 times."""
    random = Random(7)
    samples = [Estimate.over([float(random.random() < 0.5) for _ in range(100)]) for _ in range(1000)]
    assert 930 <= sum(sample.low <= 0.5 <= sample.high for sample in samples) <= 970


def test_the_command_prints_json() -> None:
    done = command("claim", "--blocks", "2", "--json")
    assert json.loads(done.stdout)["score"]["mean"] == 0.5


def test_the_command_takes_options_of_the_game() -> None:
    assert command("schotten_totten", "--blocks", "1", "-o", "tactics=true").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "there is no game 'chess'"),
        (["claim", "-o", "tactics=true"], "has no option 'tactics'"),
        (["claim", "--players", "3"], "not 3"),
        (["schotten_totten", "-o", "tactics=maybe"], "must be one of"),
    ],
)
def test_a_mistake_is_one_clear_sentence(arguments: list[str], complaint: str) -> None:
    done = command(*arguments)
    assert done.returncode == 1
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    bots = ["sample_bots/python-random"] * 2
    line = [sys.executable, "-m", "tests.benchmarks.strength", *bots, *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
