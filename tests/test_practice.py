"""Games in process between Python bots."""

from __future__ import annotations

import pytest

from referee.bot import Bot, Choice, GameInfo, Question
from referee.games.base import Event, GameError
from referee.practice import play
from referee.results import Result
from referee.verify import verify

SEED = bytes(range(32))


class First(Bot):
    def choose(self, question: Question) -> Choice:
        return 0


class Chancy(Bot):
    def choose(self, question: Question) -> Choice:
        return question.random.choice(question.legal)


class Witness(Chancy):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.started: list[GameInfo] = []
        self.events: list[Event] = []
        self.results: list[Result] = []
        self.legal_counts: list[int] = []

    def game_started(self, game: GameInfo) -> None:
        self.started.append(game)

    def choose(self, question: Question) -> Choice:
        self.events += question.events
        self.legal_counts.append(len(question.legal))
        return super().choose(question)

    def game_over(self, game: GameInfo, result: Result) -> None:
        self.results.append(result)


class Noting(First):
    def choose(self, question: Question) -> Choice:
        question.note = "why not"
        return 0


class Wrong(Bot):
    def __init__(self, choice: Choice) -> None:
        self._choice = choice

    def choose(self, question: Question) -> Choice:
        return self._choice


@pytest.mark.parametrize("game", ["claim", "schotten_totten", "lords_of_scotland"])
def test_a_game_in_process_has_a_replay_that_verifies(game: str) -> None:
    verify(play(Chancy(), game, against=Chancy()).to_json())


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (play(Chancy(), "claim", against=Chancy(), seed=SEED) for _ in range(2))
    assert [step.action for step in one.steps] == [step.action for step in other.steps]


def test_five_can_play() -> None:
    written = play(First(), "lords_of_scotland", against=[Chancy() for _ in range(4)])
    assert len(written.seats) == 5


def test_options_are_played_with() -> None:
    assert play(First(), "schotten_totten", against=First(), options={"tactics": True}).options["tactics"] is True


def test_a_bot_is_told_of_the_start_and_of_the_end() -> None:
    witness = Witness()
    written = play(First(), "claim", against=witness, seed=SEED)
    assert [info.seat for info in witness.started] == [1]
    assert witness.results == [written.result]


def test_a_bot_is_not_asked_where_it_has_no_choice() -> None:
    witness = Witness()
    play(witness, "claim", against=First(), seed=SEED)
    assert min(witness.legal_counts) == 2


def test_a_bot_misses_no_event_before_its_last_question() -> None:
    """Not even those around its forced moves: they come with its next question."""
    witness = Witness()
    written = play(witness, "claim", against=First(), seed=SEED)
    rules = witness.started[0].rules
    state, happened = rules.deal(SEED), []
    last_question = max(number for number, step in enumerate(written.steps) if step.seat == 0 and not step.forced)
    for step in written.steps[:last_question]:
        state, events = rules.apply(state, rules.parse_action(step.action))
        happened += [event.as_seen_by(0) for event in events]
    assert witness.events == happened
    assert any(step.seat == 0 and step.forced for step in written.steps[:last_question])


def test_notes_are_in_the_replay() -> None:
    written = play(Noting(), "claim", against=First(), seed=SEED)
    assert {step.note for step in written.steps if step.seat == 0 and not step.forced} == {"why not"}


@pytest.mark.parametrize("choice", [-1, 1000])
def test_an_index_that_is_not_legal_is_a_mistake_in_one_sentence(choice: int) -> None:
    with pytest.raises(GameError, match="answered"):
        play(Wrong(choice), "claim", against=First())


def test_a_text_that_is_not_legal_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="list"):
        play(Wrong("fly away"), "claim", against=First())
