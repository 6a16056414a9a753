"""New bots for real: made, built where that has to be, and put through the check in the sandbox."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referee.new_bot import make_bot
from referee.samples import Sample
from tests.sample_bots.languages import SAMPLE_BOTS, require_built, sandbox
from tests.sample_bots.test_languages import GAMES, failed_steps


@pytest.mark.slow
@pytest.mark.parametrize("language", ["go", "ruby"])
def test_a_new_bot_that_has_to_be_built_is_built_in_its_own_folder(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In those that are built fast: what a build fetches is there since the sample was built."""
    require_built(SAMPLE_BOTS / language)
    make_bot(Sample(SAMPLE_BOTS / language), tmp_path / "my-bot")
    built = subprocess.run(["make"], cwd=tmp_path / "my-bot", capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert failed_steps(tmp_path / "my-bot", GAMES[:1], sandbox(monkeypatch)) == []
