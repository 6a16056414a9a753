"""Games in process between Python bots: for debugging, notebooks and tests. No clock, no wire, no mercy for bugs:
an exception in a bot is an exception here."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee import replay, results
from referee.bot import Bot, GameInfo, Question, Source
from referee.clock import LONGEST_MS
from referee.games import game_of
from referee.games.base import Event, GameError
from referee.games.shuffle import SEED_BYTES, commitment, derive_seed
from referee.replay import Replay, Step


def play(
    bot: Bot,
    game: str,
    against: Bot | Sequence[Bot],
    seed: bytes | None = None,
    options: Mapping[str, object] | None = None,
) -> Replay:
    """Play one game: `bot` in seat 0, the others after it. Same seed, same deal and same randomness."""
    bots = [bot, *([against] if isinstance(against, Bot) else against)]
    seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    rules = game_of(game)
    state = rules.deal(seed, len(bots), options)
    games = [
        GameInfo(game, rules.options(state), seat, len(bots), commitment(seed), Random(derive_seed(seed, "bot", seat)))
        for seat in range(len(bots))
    ]
    written = replay.begin(rules, state, seed, tuple(type(one).__name__ for one in bots))
    for one, info in zip(bots, games, strict=True):
        one.game_started(info)
    news: list[list[Event]] = [[] for _ in bots]
    while (seat := state.to_act) is not None:
        step = _step(bots[seat], games[seat], state, len(written.steps), news[seat])
        if not step.forced:  # who is not asked is told with its next question
            news[seat] = []
        written.steps.append(step)
        state, events = rules.apply(state, rules.parse_action(step.action))
        for viewer, heard in enumerate(news):
            heard += [event.as_seen_by(viewer) for event in events]
    outcome = rules.outcome(state)
    assert outcome is not None
    written.result = results.normal(outcome)
    for one, info in zip(bots, games, strict=True):
        one.game_over(info, written.result)
    return written


def _step(bot: Bot, game: GameInfo, state: Any, number: int, news: list[Event]) -> Step:
    """A decision; one with a single legal action is not asked, as in a real game."""
    legal = state.legal
    texts = tuple(action.text for action in legal)
    if len(legal) == 1:
        return Step(game.seat, texts, texts[0])
    source = Source(
        view=lambda: game.rules.observe(state, game.seat),
        legal=lambda: legal,
        events=lambda: news,
    )
    question = Question(game, number, LONGEST_MS, source)
    started = time.perf_counter()
    index = question.index_of(bot.choose(question))
    ms = (time.perf_counter() - started) * 1000
    if not 0 <= index < len(legal):
        raise GameError(f"{type(bot).__name__} answered {index}, but only 0 to {len(legal) - 1} are legal")
    return Step(game.seat, texts, texts[index], round(ms, 3), note=question.note)
