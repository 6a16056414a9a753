"""The strong bot: better than the greedy one in every game, at home in every variant, fair, and never late."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any

import pytest

from referee.bot import Bot, GameInfo, Question, Source
from referee.clock import LONGEST_MS
from referee.games.base import AnyGame
from referee.games.claim import Claim
from referee.loading import bot_class, bot_module
from referee.practice import play
from referee.replay import Replay
from referee.results import Termination
from tests.benchmarks.strength import measure
from tests.games.claim.puzzles import phase_two
from tests.variants import VARIANTS, Variant, random_states

SAMPLE_BOTS = Path(__file__).parents[2] / "sample_bots"
GreedyBot = bot_class(SAMPLE_BOTS / "python-greedy")
STRONG: Any = bot_module(SAMPLE_BOTS / "python-strong")
SEED = b"strong" + bytes(26)

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)


def strong_bot(iterations: int, **budget: float) -> Bot:
    bot: Bot = STRONG.StrongBot(STRONG.Budget(dict.fromkeys(STRONG.HINTS, iterations), **budget))
    return bot


def quick_strong_bot(iterations: int) -> type[Bot]:
    """The strong bot with a fraction of its budget."""

    class QuickStrongBot(Bot):
        def __init__(self) -> None:
            self.choose = strong_bot(iterations).choose  # type: ignore[method-assign]

    return QuickStrongBot


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "blocks", "iterations"),
    [("claim", 8, 120), ("schotten_totten", 4, 60), ("lords_of_scotland", 3, 60)],
)
def test_it_beats_the_greedy_bot_with_a_fraction_of_its_budget(game: str, blocks: int, iterations: int) -> None:
    """The seed is fixed: what this measures changes only with the bots. The README has what many blocks say."""
    assert fmean(measure(quick_strong_bot(iterations), GreedyBot, game, blocks, seed=SEED).scores) > 0.5


@every_variant
def test_it_plays_to_the_end_and_the_same_again(variant: Variant) -> None:
    one, two = (strong_game(variant, number=1) for _ in range(2))
    assert one.result is not None
    assert one.result.termination is Termination.NORMAL
    assert one.to_json()["digest"] == two.to_json()["digest"]


@pytest.mark.slow
def test_its_choices_do_not_depend_on_the_hash_seed_of_its_process() -> None:
    assert digests_with_hash_seed("1") == digests_with_hash_seed("2")


@every_variant
def test_what_it_cannot_see_changes_nothing(variant: Variant) -> None:
    """Two states that look alike to it and differ in all that is hidden: the same choice."""
    state = random_states(variant, number=4)[7][0]
    view = variant.game.observe(state, state.to_act)
    hidden_otherwise = [variant.game.determinize(view, Random(number)) for number in (1, 2)]
    one, two = (choice_in(variant.game, other) for other in hidden_otherwise)
    assert one == two


def test_it_finds_the_trick_that_decides_a_vote() -> None:
    """Two Knights are at stake and nothing else: the 9 takes the Knight that is led, the 2 gives both away."""
    assert choice_in(Claim(), phase_two("G1", "K2 K9", led="K5"), iterations=50) == "play K9"


def test_it_explains_itself_in_the_replay() -> None:
    steps = [step for step in strong_game(VARIANTS[0], number=2).steps if step.seat == 0 and not step.forced]
    assert steps
    assert all("visits" in step.note for step in steps)


def test_with_no_time_left_it_still_answers_after_one_thought() -> None:
    question = question_in(Claim(), Claim().deal(SEED), bank_left_ms=0)
    strong_bot(1_000_000, seconds=1e-9).choose(question)
    assert "1 of 1 visits" in question.note


def test_a_decision_never_takes_more_than_a_small_part_of_the_bank() -> None:
    budget, now = STRONG.Budget(), monotonic()
    assert budget.deadline(bank_left_ms=20_000) - now < 20 / 10
    assert budget.deadline(bank_left_ms=1_000) - now < 1 / 10


def test_the_seconds_of_the_budget_end_a_search_that_has_iterations_left() -> None:
    question = question_in(Claim(), Claim().deal(SEED))
    strong_bot(10**9, seconds=0.05).choose(question)
    assert "visits" in question.note


def test_its_budget_is_read_from_its_command_line() -> None:
    budget = STRONG.Budget.from_arguments(["--iterations", "7", "--seconds", "0.5"])
    assert (budget.iterations["claim"], budget.seconds) == (7, 0.5)


@pytest.mark.parametrize("words", [["--iterations", "0"], ["--seconds", "-1"], ["--iterations", "many"]])
def test_a_budget_that_makes_no_sense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        STRONG.Budget.from_arguments(words)
    assert "invalid" in capsys.readouterr().err


def strong_game(variant: Variant, number: int) -> Replay:
    """Against greedy bots, with hardly a thought: for what does not depend on strength."""
    others = [GreedyBot() for _ in range(variant.players - 1)]
    return play(strong_bot(4), variant.game.key, others, variant.seed(number), dict(variant.options))


def choice_in(game: AnyGame, state: Any, iterations: int = 10) -> str:
    question = question_in(game, state)
    return str(state.legal[question.index_of(strong_bot(iterations).choose(question))])


def question_in(game: AnyGame, state: Any, bank_left_ms: int = LONGEST_MS) -> Question:
    seat = state.to_act
    source = Source(view=lambda: game.observe(state, seat), legal=lambda: state.legal, events=list)
    info = GameInfo(game.key, game.options(state), seat, game.players(state), "", Random(0))
    return Question(info, 0, bank_left_ms, source)


DIGESTS = """
from tests.sample_bots.test_python_strong import VARIANTS, strong_game
for variant in VARIANTS[::4]:
    print(strong_game(variant, number=3).to_json()["digest"])
"""


def digests_with_hash_seed(hash_seed: str) -> list[str]:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", DIGESTS]
    root = SAMPLE_BOTS.parent
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()
