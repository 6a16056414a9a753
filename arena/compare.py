"""Is a new bot better than an old one? A gauntlet of two whose match grows until a sequential test has seen enough.

The test looks at whole batches of blocks only, so that where it stops follows from the results alone: not from who
played when, how often somebody watched, or what was stopped on the way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import isfinite
from typing import Any

from sqlmodel import Session, select

from arena.db import writing
from arena.models import Format, Match, MatchStatus, Pool, Tournament, TournamentStatus
from arena.outcomes import tournament_games
from arena.ratings import Interval, RatingError, Results, Sample, Sprt, Verdict, block_sample, pentanomial
from arena.results import blocks_played
from arena.settings import ArenaError
from arena.store import entrants_of, version_labels
from arena.tournaments import MOST_BLOCKS, Plan, create
from referee.games import game_of

DIGITS = 4


@dataclass(frozen=True, slots=True)
class Stopping:
    """When to stop: the bounds of the test, and a number of blocks after which nobody waits any longer."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    max_blocks: int = 1000

    def __post_init__(self) -> None:
        if not 1 <= self.max_blocks <= MOST_BLOCKS:
            raise ArenaError(f"a comparison has 1 to {MOST_BLOCKS} blocks, not {self.max_blocks}")
        if not (isfinite(self.elo0) and isfinite(self.elo1)) or max(abs(self.elo0), abs(self.elo1)) > 1000:
            raise ArenaError("the bounds of the test are Elo differences from -1000 to 1000")
        try:
            self.sprt.llr(pentanomial(0, 0, 1, 0, 0, 0))
        except RatingError as error:
            raise ArenaError(str(error)) from None

    @property
    def sprt(self) -> Sprt:
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta)

    @classmethod
    def of(cls, tournament: Tournament) -> Stopping:
        if tournament.stopping is None:
            raise ArenaError(f"{tournament.name} is no comparison of two bots")
        values = dict(tournament.stopping)
        return cls(max_blocks=int(values.pop("max_blocks")), **values)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Two versions to be compared, and how."""

    new: str
    old: str
    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    stopping: Stopping = field(default_factory=Stopping)
    batch: int = 10
    seed: str | None = None

    @property
    def name(self) -> str:
        """Follows from everything but the most blocks: the same again goes on where it was, and can go further."""
        stopping = {name: float(value) for name, value in asdict(self.stopping).items() if name != "max_blocks"}
        options = game_of(self.game).resolve_options(2, self.options)
        facts = [self.new, self.old, self.game, options, stopping, self.batch, self.seed]
        digest = sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
        return f"{f'compare-{self.new}-{self.old}-{self.game}'[:71]}-{digest[:8]}"


def plan(url: str, wanted: Wanted) -> int:
    """The tournament of a comparison, new or taken up again; its id."""
    if wanted.new == wanted.old:
        raise ArenaError(f"both are {wanted.new}: there is nothing to compare")
    with writing(url) as session:
        known = session.exec(select(Tournament).where(Tournament.name == wanted.name)).first()
        if known is not None and known.id is not None:
            _take_up(session, known, wanted.stopping)
            return known.id
    tournament = create(
        url,
        Plan(
            wanted.name, wanted.game, [wanted.new, wanted.old], Format.GAUNTLET, 2, wanted.options,
            min(wanted.batch, wanted.stopping.max_blocks), seed=wanted.seed, stopping=asdict(wanted.stopping),
        ),
    )  # fmt: skip
    assert tournament.id is not None
    return tournament.id


def grow(session: Session, tournament: Tournament) -> bool:
    """Give the match more blocks if the test wants to see more; False if it has seen enough. Its match is played."""
    assert tournament.id is not None
    stopping = Stopping.of(tournament)
    match = _match(session, tournament.id)
    if match.status == MatchStatus.CANCELLED:  # one of the two is from afar, and was away for too long
        return False
    # From what is there, not from what was planned: two that grow it at once come to the same.
    played = len(blocks_played(session, match.id or 0))
    if played >= stopping.max_blocks or stopping.sprt.verdict(_sample(session, tournament)) is not Verdict.CONTINUE:
        return False
    match.blocks = min(played + tournament.blocks, stopping.max_blocks)
    match.status = MatchStatus.PLANNED
    session.add(match)
    return True


def comparison(session: Session, tournament: Tournament) -> dict[str, Any]:
    """What is known of the two: their scores by block, and what the test says of them."""
    assert tournament.id is not None
    stopping, sample = Stopping.of(tournament), _sample(session, tournament)
    labels = version_labels(session)
    new, old = (labels[version] for version in entrants_of(session, tournament.id))
    pool = session.get_one(Pool, tournament.pool_id)
    # In the middle of a batch the test has not been asked.
    verdict = stopping.sprt.verdict(sample) if tournament.status == TournamentStatus.DONE else Verdict.CONTINUE
    return {
        "tournament": tournament.name,
        "status": str(tournament.status),
        "new": new,
        "old": old,
        "game": pool.game,
        "options": pool.options,
        "blocks": int(sample.units),
        "games": int(sample.units) * sample.games_per_unit,
        "block_scores": {f"{score:g}": int(count) for score, count in zip(sample.scores, sample.counts, strict=True)},
        "score": round(sample.mean, DIGITS),
        "elo": _interval(sample.elo) if sample.units else _interval(Interval(0.0, float("inf"))),
        "los": round(sample.los, DIGITS) if sample.units and sample.variance else None,
        "llr": round(stopping.sprt.llr(sample), DIGITS),
        "lower": round(stopping.sprt.lower, DIGITS),
        "upper": round(stopping.sprt.upper, DIGITS),
        **asdict(stopping),
        "verdict": str(verdict),
    }


def _take_up(session: Session, tournament: Tournament, stopping: Stopping) -> None:
    """Ask for more blocks than before, never for fewer: one that ended without a verdict then goes on."""
    known = Stopping.of(tournament)
    if stopping.max_blocks <= known.max_blocks:
        return
    tournament.stopping = asdict(stopping)
    undecided = known.sprt.verdict(_sample(session, tournament)) is Verdict.CONTINUE
    if tournament.status == TournamentStatus.DONE and undecided:
        tournament.status, tournament.ended = TournamentStatus.RUNNING, None
    session.add(tournament)


def _match(session: Session, tournament_id: int) -> Match:
    return session.exec(select(Match).where(Match.tournament_id == tournament_id)).one()


def _sample(session: Session, tournament: Tournament) -> Sample:
    assert tournament.id is not None
    games = tournament_games(session, tournament.id)
    if not games:
        return pentanomial(0, 0, 0, 0, 0, 0)
    labels = version_labels(session)
    new, old = (labels[version] for version in entrants_of(session, tournament.id))
    return block_sample(Results.of_games(games), new, old)


def _interval(interval: Interval) -> dict[str, float | None]:
    """Without bounds, nothing: JSON has no infinity."""
    return {
        name: round(value, 2) if isfinite(value) else None
        for name, value in (("value", interval.value), ("plus_minus", interval.plus_minus))
    }
