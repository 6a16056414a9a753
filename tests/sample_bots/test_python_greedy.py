"""The greedy bot: better than chance in every game, at home in every variant, the same again with the same seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from referee.bot import GameInfo, Question, Source
from referee.games.claim import Claim
from referee.games.claim.state import ClaimState
from referee.games.shuffle import derive_seed
from referee.loading import bot_class
from referee.practice import play
from referee.replay import Replay, Step
from referee.results import Termination
from tests.benchmarks.strength import measure
from tests.games.claim.puzzles import phase_one
from tests.variants import VARIANTS, Variant

SAMPLE_BOTS = Path(__file__).parents[2] / "sample_bots"
GreedyBot = bot_class(SAMPLE_BOTS / "python-greedy")
RandomBot = bot_class(SAMPLE_BOTS / "python-random")
SEED = b"greed" + bytes(27)

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


@every_variant
def test_it_beats_the_random_bot_clearly(variant: Variant) -> None:
    """Equals would score 50 %. The seed is fixed: what this measures changes only with the bot."""
    blocks = 24 // variant.players
    measured = measure(
        GreedyBot, RandomBot, variant.game.key, blocks, variant.players, dict(variant.options), SEED
    )  # fmt: skip
    assert fmean(measured.scores) > 0.75


@every_variant
def test_it_plays_itself_to_the_end(variant: Variant) -> None:
    result = greedy_game(variant, number=1).result
    assert result is not None
    assert result.termination is Termination.NORMAL


@every_variant
def test_the_same_seed_gives_the_same_game(variant: Variant) -> None:
    assert greedy_game(variant, number=2).to_json()["digest"] == greedy_game(variant, number=2).to_json()["digest"]


@pytest.mark.slow
def test_its_choices_do_not_depend_on_the_hash_seed_of_its_process() -> None:
    assert digests_with_hash_seed("1") == digests_with_hash_seed("2")


def test_it_claims_a_stone_whenever_it_may() -> None:
    steps = [step for step in steps_against_random("schotten_totten") if step.legal[0].startswith("claim")]
    assert steps
    assert all(step.action.startswith("claim") for step in steps)


def test_it_claims_the_strongest_supporter() -> None:
    steps = [step for step in steps_against_random("lords_of_scotland") if step.legal[0].startswith("claim")]
    assert steps
    assert all(strength(step.action) == max(map(strength, step.legal)) for step in steps)


def test_it_wins_a_good_prize_with_the_cheapest_card_that_does() -> None:
    assert choice_in(phase_one("U2 U3", "K3 K5 K9", led="K4", prize="X9")) == "play K5"


def test_it_throws_its_lowest_card_at_a_bad_prize() -> None:
    assert choice_in(phase_one("U2 U3", "K3 K5 K9", led="K4", prize="G0")) == "play K3"


def test_it_explains_itself_in_the_replay() -> None:
    steps = steps_against_random("claim")
    assert all(step.note.startswith("looks like") for step in steps)


def greedy_game(variant: Variant, number: int) -> Replay:
    first, *others = [GreedyBot() for _ in range(variant.players)]
    return play(first, variant.game.key, others, variant.seed(number), dict(variant.options))


def steps_against_random(game: str) -> list[Step]:
    """What the bot was asked, and answered, in a few games."""
    games = [play(GreedyBot(), game, RandomBot(), derive_seed(SEED, "game", number)) for number in range(4)]
    return [step for game in games for step in game.steps if step.seat == 0 and not step.forced]


def strength(claim: str) -> int:
    """`claim SC11` is worth 11."""
    return int(claim.removeprefix("claim ")[2:])


def choice_in(state: ClaimState) -> str:
    """What the bot does in a position of Claim."""
    seat = state.to_act
    assert seat is not None
    source = Source(view=lambda: Claim().observe(state, seat), legal=lambda: state.legal, events=list)
    question = Question(GameInfo("claim", {}, seat, 2, "", Random(0)), 0, 0, source)
    return state.legal[question.index_of(GreedyBot().choose(question))].text


DIGESTS = """
from tests.sample_bots.test_python_greedy import VARIANTS, greedy_game
for variant in VARIANTS[::3]:
    print(greedy_game(variant, number=3).to_json()["digest"])
"""


def digests_with_hash_seed(hash_seed: str) -> list[str]:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", DIGESTS]
    root = SAMPLE_BOTS.parent
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()
