"""The examples in the documentation, made by the engines or copied from files.

`python -m tests.docs.examples` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from referee import replay, results
from referee.games import game_of
from referee.games.base import OptionValue
from referee.replay import Step
from referee.results import Termination
from tests.docs.pages import FENCE, ROOT, pages

ZERO = bytes(32)
POSITIONS: dict[str, tuple[int, dict[str, OptionValue], int]] = {
    "claim": (2, {}, 9),
    "schotten_totten": (2, {"tactics": True}, 50),
    "lords_of_scotland": (3, {}, 15),
}
"""By game: players, options, and after how many random decisions."""


def example(role: str) -> str:
    """The text of the example that a block with this role shows."""
    kind, _, key = role.partition("=")
    if kind == "file":
        return (ROOT / key).read_text(encoding="utf-8")
    return laid_out(position(key)) if kind == "position" else replay.to_text(replay_of_a_fault())


def position(key: str) -> dict[str, Any]:
    game, random = game_of(key), Random(0)
    players, options, decisions = POSITIONS[key]
    state = game.deal(ZERO, players, options)
    for _ in range(decisions):
        state = game.advance(state, random.choice(state.legal))
    return game.to_position(state)


def replay_of_a_fault() -> dict[str, Any]:
    """A game of Claim in which seat 1 plays one card and then crashes."""
    game = game_of("claim")
    state = game.deal(ZERO)
    written = replay.begin(game, state, ZERO, ("greedy@3", "shaky@1"))
    for ms, note in ((1.31, "my lowest Knight"), (0.42, "")):
        seat, legal = state.to_act, tuple(action.text for action in state.legal)
        action = game.parse_action("play K2") if note else state.legal[0]
        written.steps.append(Step(seat, legal, action.text, ms, note=note))
        state = game.advance(state, action)
    written.result = results.forfeited(1, Termination.CRASH, "the bot's process exited with code 1")
    return written.to_json()


def laid_out(value: Mapping[str, Any]) -> str:
    """JSON with a key a line, and an entry a line where entries are objects."""
    return "{" + ",\n ".join(f"{json.dumps(key)}: {_entries(entry)}" for key, entry in value.items()) + "}\n"


def _entries(value: Any) -> str:
    if isinstance(value, list) and any(_holds_objects(entry) for entry in value):
        return "[\n  " + ",\n  ".join(json.dumps(entry) for entry in value) + "]"
    return json.dumps(value)


def _holds_objects(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_holds_objects, value)))


def write_all() -> None:
    for page in pages():
        text = page.read_text(encoding="utf-8")
        written = FENCE.sub(lambda found: _rewritten(found[0], found["info"]), text)
        if written != text:
            page.write_text(written, encoding="utf-8")
            print(f"{page} has new examples: read the difference before you commit it")


def _rewritten(block: str, info: str) -> str:
    language, _, role = info.partition(" ")
    is_made = language == "json" or role.startswith("file=")
    return f"```{info}\n{example(role)}```" if is_made else block


if __name__ == "__main__":
    write_all()
