"""Fair shares: as much for one owner as for another, and of that as much for each of the owner's bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arena.pairing.rounds import Entrant


def fair_shares(owners: Mapping[Entrant, str], seats: int) -> dict[Entrant, float]:
    """Of all seats at all tables, by entrant. They sum to 1.

    Nobody sits twice at a table, so nobody can have more than one seat of each; what is left over is the others'.
    """
    bots = Counter(owners.values())
    weights = {name: 1 / len(bots) / bots[owner] for name, owner in owners.items()}
    most = 1 / min(seats, len(owners)) if owners else 1.0
    full: set[Entrant] = set()
    while True:
        left, weight = 1 - most * len(full), sum(weights[name] for name in owners if name not in full)
        shares = {name: most if name in full else weights[name] * left / weight for name in owners}
        over = {name for name, share in shares.items() if share > most * (1 + 1e-9)}
        if not over:
            return shares
        full |= over


def most_of_fair(seats: int) -> float:
    """So many times its fair share an entrant may have before others are seated in its place.

    With more, those who are seated first because they had less than half of theirs could not catch up: at a table of k
    there is one such seat, and favourites at the k − 1 others; half for all is possible up to (k − 1)/(k − 2).
    """
    return 2.0 if seats == 2 else (seats - 1) / (seats - 2)
