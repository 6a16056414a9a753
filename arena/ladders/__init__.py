"""Ladders: matches without end. The scheduler keeps a few ready; a season of a ladder is a tournament that is open."""
