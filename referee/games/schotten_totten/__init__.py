"""Schotten Totten: nine boundary stones, and formations of three cards that fight for them."""

from referee.games.schotten_totten.game import SchottenTotten

__all__ = ["SchottenTotten"]
