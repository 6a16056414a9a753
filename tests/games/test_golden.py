"""Golden play-throughs: a change of the rules, the notation or the events shows as a difference to read."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.games.golden import COMMAND, FOLDER, golden_path, play_through
from tests.variants import VARIANTS, Variant


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_game_goes_as_its_golden_play_through(variant: Variant) -> None:
    path, played = golden_path(variant), play_through(variant)
    golden = path.read_text(encoding="utf-8") if path.exists() else ""
    if played != golden:
        changes = list(
            unified_diff(golden.splitlines(), played.splitlines(), str(path), "played now", lineterm="", n=1)
        )
        shown = "\n".join(changes[:30])
        pytest.fail(f"{shown}\n\nIf this is meant, write it anew: {COMMAND}", pytrace=False)


def test_there_is_no_golden_file_without_a_variant() -> None:
    assert set(FOLDER.glob("*/*")) == {golden_path(variant) for variant in VARIANTS}, f"run {COMMAND}"
