"""Blocks as a referee sends them, played here without processes."""

from __future__ import annotations

from random import Random

from bothy.v1 import bot_pb2, referee_pb2

from arena.db import reading
from arena.models import Match, Tournament
from arena.store import version_labels, versions_of_match
from referee import replay
from referee.games import game_of
from referee.games.shuffle import derive_seed
from referee.replay import Replay, Step
from referee.results import normal
from referee.seatings import Seatings


def played_block(seed: bytes, number: int, labels: list[str]) -> tuple[referee_pb2.Block, list[Replay]]:
    """A block of Claim between bots that choose at random, as the wire has it and as the referee writes it down."""
    deal = derive_seed(seed, "block", number)
    games, replays = [], []
    for seating in Seatings.ROTATIONS.of(len(labels)):
        game, written = _played_game(deal, list(seating), labels)
        games.append(game)
        replays.append(written)
    return referee_pb2.Block(number=number, seed=deal, games=games), replays


def _played_game(deal: bytes, seating: list[int], labels: list[str]) -> tuple[referee_pb2.Game, Replay]:
    rules, chance, choices = game_of("claim"), Random(deal), []
    state = rules.deal(deal, len(labels), rules.resolve_options(len(labels), {}))
    written = replay.begin(rules, state, deal, tuple(labels[bot] for bot in seating))
    while (outcome := rules.outcome(state)) is None:
        choices.append(chance.randrange(len(state.legal)))
        action = state.legal[choices[-1]]
        note = "why not" if len(choices) == 1 else ""
        texts = tuple(legal.text for legal in state.legal)
        ms = 0.25 * len(choices) if len(texts) > 1 else 0.0
        written.steps.append(Step(state.to_act, texts, action.text, ms, note=note, cpu_ms=ms or None))
        state = rules.advance(state, action)
    written.result = normal(outcome)
    game = referee_pb2.Game(
        bots=seating,
        choices=choices,
        ms=[step.ms for step in written.steps],
        cpu_ms=[step.cpu_ms or -1.0 for step in written.steps],
        notes={0: "why not"},
        termination=bot_pb2.TERMINATION_NORMAL,
        placings=outcome.placings,
        scores=outcome.scores,
        detail=outcome.detail,
        times=[referee_pb2.SeatTime(decisions=1, think_ms=1.0, think_max_ms=1.0) for _ in seating],
    )
    return game, written


def match_facts(url: str, match_id: int) -> tuple[Match, Tournament, list[int], list[str]]:
    """A match, its tournament, and its versions by id and by label."""
    with reading(url) as session:
        match = session.get_one(Match, match_id)
        tournament = session.get_one(Tournament, match.tournament_id)
        ids = [version.id for version in versions_of_match(session, match_id) if version.id is not None]
        labels = version_labels(session, ids)
    return match, tournament, ids, [labels[number] for number in ids]
