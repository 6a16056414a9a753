"""Lords of Scotland: skirmishes for supporters, until somebody has 40 points of them."""

from referee.games.lords_of_scotland.game import LordsOfScotland

__all__ = ["LordsOfScotland"]
