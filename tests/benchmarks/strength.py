"""How strong one bot is against another, in process, over duplicate deals.

    python -m tests.benchmarks.strength sample_bots/python-greedy sample_bots/python-random claim --blocks 500

A block is one deal, played once with the first bot in each seat and the second bot in all others. Blocks are
independent of each other, the games of one block are not: intervals are over blocks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from referee.bot import Bot
from referee.games import GAMES, game_of
from referee.games.base import AnyGame, GameError, Options, OptionValue, Seat
from referee.games.shuffle import derive_seed
from referee.loading import bot_class
from referee.practice import play
from referee.replay import Replay

STANDARD_ERRORS = 1.96
"""To either side: 95 %."""
VIRTUAL_BLOCKS = (0.0, 0.0, 1.0, 1.0)
"""Two lost and two won blocks (Agresti and Coull): without them a clean sweep would seem certain beyond doubt."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over blocks and its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def over(cls, blocks: list[float]) -> Estimate:
        padded = [*blocks, *VIRTUAL_BLOCKS]
        error = STANDARD_ERRORS * stdev(padded) / sqrt(len(padded))
        return cls(fmean(blocks), max(0.0, fmean(padded) - error), min(1.0, fmean(padded) + error))

    def __str__(self) -> str:
        return f"{self.mean:.1%} (95 %: {self.low:.1%} to {self.high:.1%})"


@dataclass(slots=True)
class Measurement:
    """Block by block, how the first bot did."""

    scores: list[float] = field(default_factory=list)
    """The share of opponents that it came before, a shared place counted half: 50 % between equals."""
    wins: list[float] = field(default_factory=list)
    """The share of games that it won, a shared win divided: 100 % / players between equals."""
    think_ms: list[float] = field(default_factory=list)
    """By decision, not by block."""

    def count(self, games: list[Replay]) -> None:
        """A block: in the first game the bot sat in seat 0, in the second in seat 1, and so on."""
        self.scores.append(fmean(_score(game, seat) for seat, game in enumerate(games)))
        self.wins.append(fmean(_win(game, seat) for seat, game in enumerate(games)))
        steps = [step for seat, game in enumerate(games) for step in game.steps if step.seat == seat]
        self.think_ms += [step.ms for step in steps if not step.forced]


def _placings(game: Replay) -> tuple[int, ...]:
    assert game.result is not None
    assert game.result.placings is not None
    return game.result.placings


def _score(game: Replay, seat: Seat) -> float:
    placings = _placings(game)
    others = [place for at, place in enumerate(placings) if at != seat]
    return fmean((place > placings[seat]) + (place == placings[seat]) / 2 for place in others)


def _win(game: Replay, seat: Seat) -> float:
    placings = _placings(game)
    return 1 / placings.count(1) if placings[seat] == 1 else 0.0


def blocks(
    bot: type[Bot], other: type[Bot], game: str, players: int, options: Options, seed: bytes, count: int
) -> Iterator[list[Replay]]:
    """The games of each block. Every seat has a bot of its own: nobody remembers a deal from its other seating."""
    for number in range(count):
        deal = derive_seed(seed, "block", number)
        yield [_game(bot, other, game, players, options, deal, seat) for seat in range(players)]


def _game(
    bot: type[Bot], other: type[Bot], game: str, players: int, options: Options, deal: bytes, seat: Seat
) -> Replay:
    first, *rest = [bot() if at == seat else other() for at in range(players)]
    return play(first, game, rest, deal, options)


def measure(
    bot: type[Bot],
    other: type[Bot],
    game: str,
    count: int,
    players: int | None = None,
    options: Options | None = None,
    seed: bytes = bytes(32),
) -> Measurement:
    measurement = Measurement()
    players = players or game_of(game).player_counts[0]
    for games in blocks(bot, other, game, players, options or {}, seed, count):
        measurement.count(games)
    return measurement


def main() -> None:
    asked = _arguments()
    try:
        options = _options(game_of(asked.game), asked.option)
        classes = bot_class(asked.bot), bot_class(asked.other)
        measured = measure(*classes, asked.game, asked.blocks, asked.players, options, _seed(asked.seed))
    except (GameError, ImportError) as error:
        sys.exit(f"Error: {error}")
    score, wins = Estimate.over(measured.scores), Estimate.over(measured.wins)
    mean_ms, max_ms = fmean(measured.think_ms), max(measured.think_ms)
    if asked.json:
        think = {"mean_ms": round(mean_ms, 3), "max_ms": round(max_ms, 3)}
        print(json.dumps({"blocks": asked.blocks, "score": asdict(score), "wins": asdict(wins), "think": think}))
    else:
        print(f"score {score}, wins {wins}, {asked.blocks} blocks; {mean_ms:.2f} ms a decision, {max_ms:.1f} at most")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("bot", type=Path, metavar="BOT_FOLDER", help="the bot to measure")
    parser.add_argument("other", type=Path, metavar="BOT_FOLDER", help="the bot to measure it against")
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--blocks", type=_count, default=200, metavar="N", help="how many deals (200)")
    parser.add_argument("--players", type=_count, metavar="N", help="by default the fewest that the game allows")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--seed", default="strength", help="any text: the same seed, the same games")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
    return parser.parse_args()


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def _options(game: AnyGame, texts: list[str]) -> dict[str, OptionValue]:
    """The options as the user wrote them; names that the game does not have are refused when it is dealt."""
    given = dict(text.partition("=")[::2] for text in texts)
    specs = {spec.name: spec for spec in game.option_specs}
    return {name: specs[name].parse(text) if name in specs else text for name, text in given.items()}


def _seed(text: str) -> bytes:
    return sha256(text.encode()).digest()


if __name__ == "__main__":
    main()
