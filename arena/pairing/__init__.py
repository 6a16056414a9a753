"""Pairing: who meets whom. Pure generators: the same entrants, seed and results give the same rounds.

`RoundRobin` and `Gauntlet` are `Planned`: all rounds at once. `Swiss` and `Knockout` are `Progressive`: the next
round follows from results. `rounds_to_plan` treats both alike; `job_order` shuffles what can be played.
"""

from arena.pairing.gauntlet import Gauntlet
from arena.pairing.knockout import Knockout
from arena.pairing.round_robin import RoundRobin
from arena.pairing.rounds import (
    Entrant,
    Format,
    Pairing,
    PairingError,
    Planned,
    PlayedRound,
    Progressive,
    Round,
    job_order,
    rounds_to_plan,
)
from arena.pairing.swiss import Swiss, usual_rounds

__all__ = [
    "Entrant",
    "Format",
    "Gauntlet",
    "Knockout",
    "Pairing",
    "PairingError",
    "Planned",
    "PlayedRound",
    "Progressive",
    "Round",
    "RoundRobin",
    "Swiss",
    "job_order",
    "rounds_to_plan",
    "usual_rounds",
]
