"""Why tables of a ladder are played."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a table is played: what `arena.pairing.ladder` says, and the database keeps."""

    CHALLENGE = "challenge"
    GAUNTLET = "gauntlet"
    """A new version meets the anchors."""
    TEACHING = "teaching"
    """Nothing makes the standings surer."""
    UNIFORM = "uniform"
    """Drawn by lot, so that everybody meets everybody now and then."""
