"""Whatever a file holds, `verify` and `show` pass or complain in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.base import GameError
from referee.show import Eyes, as_text
from referee.verify import Difference, verify
from tests.cli.mutations import mutations
from tests.cli.replays import Json, first_of_each_game, played_on, simulated, without_digest
from tests.variants import VARIANTS

text = st.text(st.characters(), max_size=12)  # lone surrogates too
leaves = st.none() | st.booleans() | st.integers() | st.floats() | text | st.sampled_from([10**400, -(10**400), 2**64])
anything = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3))

REPLAYS = [
    *[without_digest(simulated(variant)) for variant in first_of_each_game()],
    *[without_digest(played_on(variant, {0: 2, 1: 3})) for variant in VARIANTS if variant.players == 3][:1],
]
PLACES = [sorted({change.path for change in mutations(replay)}, key=str) for replay in REPLAYS]


def with_value_at(document: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    changed = copy(document)
    if path[0] in changed or isinstance(changed, list):
        changed[path[0]] = with_value_at(changed[path[0]], path[1:], value)
    else:
        changed[path[0]] = value
    return changed


def complaint(replay: Json) -> str | None:
    return complaint_of(lambda: verify(replay))


def complaint_of(action: Callable[[], object]) -> str | None:
    try:
        action()
    except GameError as error:
        return str(error)
    return None


def write_lines(replay: Json, eyes: Eyes, lines: list[str]) -> None:
    for line in as_text(replay, eyes):
        lines.append(line)


@given(which=st.sampled_from(range(len(REPLAYS))), seed=st.integers(0, 10**6), value=anything)
@settings(max_examples=300, deadline=None)
def test_any_json_anywhere_in_a_replay_is_refused_in_one_sentence(which: int, seed: int, value: object) -> None:
    # Paths are chosen by their depth first: most of the leaves of a replay are entries of legal lists.
    random = Random(seed)
    depth = random.randint(1, 5)
    path = random.choice([place for place in PLACES[which] if len(place) <= depth])
    replay = with_value_at(REPLAYS[which], path, value)
    said = complaint(replay)
    if said is not None:
        assert "\n" not in said
        assert said
        assert len(said) < 700
    eyes: Eyes
    for eyes in ("everything", 0, None):
        lines: list[str] = []
        assert complaint_of(partial(write_lines, replay, eyes, lines)) == said
        assert all(line.isprintable() for line in lines)


@given(st.dictionaries(st.sampled_from(sorted(REPLAYS[0])) | text, anything, max_size=8))
@settings(max_examples=100, deadline=None)
def test_an_object_that_is_no_replay_at_all_is_refused(document: Json) -> None:
    with pytest.raises(Difference):
        verify({"format": "bothy-replay/1", "game": "claim", **document})


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    replay = simulated(VARIANTS[0])
    replay["steps"][0]["note"] = nested(depth)
    assert "nested too deeply" in str(complaint(replay))


def test_a_number_too_long_to_be_written_is_refused() -> None:
    replay = simulated(VARIANTS[0])
    replay["steps"][0]["seat"] = 10**5000
    assert complaint(replay) == "format differs: it holds what JSON cannot"
