"""Claim: 26 tricks, first for followers, then for the votes of five factions."""

from referee.games.claim.game import Claim

__all__ = ["Claim"]
