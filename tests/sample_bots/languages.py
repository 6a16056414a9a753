"""The sample bots by language, and whether each can be tested on this machine."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.new_bot import make_bot
from referee.samples import Sample
from referee.sandbox import Level, Sandbox, Unavailable, choose
from referee.sandbox.choice import RUNTIMES
from referee.sandbox.manifest import read_manifest
from tests.conftest import NOT_TESTED

SAMPLE_BOTS = Path(__file__).parents[2] / "sample_bots"
STAMPS = SAMPLE_BOTS / ".built"
LANGUAGES = ("python", "typescript", "go", "rust", "java", "cpp", "ruby")
"""What is promised: a language that loses its bot is noticed."""
SYSTEM = Path("/usr")
"""What a sandboxed bot sees of the machine anyway."""


@dataclass(frozen=True)
class Pair:
    """A bot that knows what it does, and a simple one that plays at random."""

    clever: Path
    simple: Path

    @property
    def name(self) -> str:
        return self.clever.name

    @property
    def language(self) -> str:
        return Sample(self.clever).language


def pairs() -> list[Pair]:
    """Every bot that has a minimal one beside it, and the Python ones."""
    compiled = [Pair(folder, folder / "minimal") for folder in folders() if (folder / "minimal").is_dir()]
    return [Pair(SAMPLE_BOTS / "python-greedy", SAMPLE_BOTS / "python-raw"), *compiled]


def folders() -> list[Path]:
    return sorted(path.parent for path in SAMPLE_BOTS.glob("*/bot.toml"))


def simple_folders() -> list[Path]:
    return [SAMPLE_BOTS / "python-random", *(pair.simple for pair in pairs())]


def hasty(folder: Path) -> Path:
    """A copy of the strong bot that does not think for long: its budget is set as its README says."""
    make_bot(Sample(SAMPLE_BOTS / "python-strong"), folder)
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"bot.py"', '"bot.py", "--iterations", "3"'))
    return folder


def games_of(folder: Path) -> tuple[str, ...]:
    return read_manifest(folder).games


def require_built(folder: Path) -> None:
    """A bot without its language's tools is not tested: the run says so at its end, and fails if it is CI's."""
    language = folder.relative_to(SAMPLE_BOTS).parts[0]
    if (SAMPLE_BOTS / language / "Makefile").exists():
        reason = why_not_built(STAMPS / language)
        if reason:
            not_tested(f"the sample bot in {language}: {reason}")


def why_not_built(stamp: Path) -> str:
    return stamp.read_text(encoding="utf-8").strip() if stamp.exists() else "it is not built: run `make sample-bots`"


def not_tested(what: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{NOT_TESTED}{what}")
    pytest.skip(f"{NOT_TESTED}{what}")


def sandbox(monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The one for strangers' bots, with the runtimes that this machine keeps outside of /usr."""
    programs = [shutil.which(name) for name in ("node", "java", "ruby")]
    homes = {Path(program).resolve().parents[1] for program in programs if program}
    elsewhere = [str(home) for home in homes if SYSTEM not in (home, *home.parents)]
    known = [os.environ[RUNTIMES]] if os.environ.get(RUNTIMES) else []
    monkeypatch.setenv(RUNTIMES, ":".join([*known, *elsewhere]))
    try:
        return choose(Level.STANDARD)
    except Unavailable as reason:
        not_tested(f"the sample bots in the sandbox: {reason}")
        raise
