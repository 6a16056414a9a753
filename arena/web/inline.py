"""A replay as one piece of HTML, for notebooks: drawn as on the arena's pages, and nothing of it is fetched."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markupsafe import Markup

from arena.web.eyes import eyes_of
from arena.web.film import film
from arena.web.rendering import STATIC, Rendering
from referee.replay import Replay


@dataclass(frozen=True, slots=True)
class Shown:
    """What a notebook shows where it is the last value of a cell."""

    page: str
    """A whole HTML page."""

    def _repr_html_(self) -> str:
        """In a frame of its own: the notebook's styles do not reach it, and its script does not reach the notebook."""
        style = "width: 100%; height: 46rem; border: 0"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(self.page)}"></iframe>'


def shown(replay: Replay | Mapping[str, Any], view: str = "all") -> Shown:
    """A replay step by step, with keys, buttons and a slider. The view is `all`, `spectator`, or a seat's number."""
    facts = replay.to_json() if isinstance(replay, Replay) else replay
    reel = film(facts, eyes_of(str(view), len(facts["seats"])))
    rendering = Rendering()
    frames = [
        Markup(rendering.text("inline_frame.html", {"frame": reel.frame(step), "replay": facts, "last": reel.last}))
        for step in range(reel.last + 1)
    ]
    context = {
        "rules": reel.game,
        "replay": facts,
        "last": reel.last,
        "frames": frames,
        "packed": _packed(frames),
        "style": _own("style.css") + _own("board.css"),
        "script": _own("inline.js"),
    }
    return Shown(rendering.text("inline.html", context))


def _packed(frames: Sequence[str]) -> Markup:
    """Most of a frame is as in the one before: every line is there once, and frames say which they are made of."""
    numbers: dict[str, int] = {}
    lists = [[numbers.setdefault(line, len(numbers)) for line in frame.split("\n")] for frame in frames]
    text = json.dumps({"lines": list(numbers), "frames": lists}, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # so that no line ends the script


def _own(name: str) -> Markup:
    return Markup((STATIC / name).read_text(encoding="utf-8"))
