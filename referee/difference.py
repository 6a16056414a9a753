"""Where a replay says something else than its seed and actions do, and how that is told."""

from __future__ import annotations

import json

from referee.replay import ReplayError

SHORT = 120


class Difference(ReplayError):
    """Where a replay first says something else than its seed and actions do."""

    def __init__(self, what: str, message: str, step: int | None = None) -> None:
        place = f"step {step + 1}: " if step is not None else ""
        super().__init__(f"{place}{what} differs: {message}")
        self.what = what
        """deal, commitment, seat, legal list, forced flag, action, …"""
        self.step = step
        """Counted from 0; None for what concerns the whole game."""


def same(one: object, other: object) -> bool:
    """Equal as JSON: true is not 1, and 1 is not 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def contrast(want: object, got: object) -> str:
    """What should be written and what is, down to the first entry that differs."""
    if isinstance(want, list) and isinstance(got, list):
        for number, (wanted, found) in enumerate(zip(want, got, strict=False), start=1):
            if not same(wanted, found):
                return f"entry {number}: {contrast(wanted, found)}"
        return f"it should have {len(want)} entries, the file has {len(got)}"
    if isinstance(want, dict) and isinstance(got, dict):
        for key in [*want, *got]:
            if key not in want:
                return f"the key {key!r} does not belong there"
            if key not in got:
                return f"the key {key!r} is missing"
            if not same(want[key], got[key]):
                return f"{key}: {contrast(want[key], got[key])}"
    return f"it should be {short(want)}, the file says {short(got)}"


def short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
