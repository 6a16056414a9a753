"""Ratings: pure functions on results, per pool. Results never change; ratings follow from them alone.

Two things are shown and never confused: `elo`, as games end, and `standings`, a fit of all results at once with
95 % intervals. `block_sample` and `Sprt` compare two bots; `crosstable` has everybody against everybody.
"""

from arena.ratings.bradley_terry import Anchor, Estimate, Fit, fit
from arena.ratings.crosstable import Cell, crosstable
from arena.ratings.elo import elo
from arena.ratings.pentanomial import Interval, Sample, block_sample, pentanomial, trinomial
from arena.ratings.records import Record, records
from arena.ratings.results import Block, Bot, Game, RatingError, Results
from arena.ratings.sprt import Scale, Sprt, Verdict
from arena.ratings.standings import Row, SeatEffect, Standings, standings, standings_of

__all__ = [
    "Anchor",
    "Block",
    "Bot",
    "Cell",
    "Estimate",
    "Fit",
    "Game",
    "Interval",
    "RatingError",
    "Record",
    "Results",
    "Row",
    "Sample",
    "Scale",
    "SeatEffect",
    "Sprt",
    "Standings",
    "Verdict",
    "block_sample",
    "crosstable",
    "elo",
    "fit",
    "pentanomial",
    "records",
    "standings",
    "standings_of",
    "trinomial",
]
