"""The sample bots that a new bot can start from, and the .proto files that their builds need."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from referee.sandbox.manifest import FILE_NAME

FIRST = "python-random"
"""The one for whoever begins."""
ENTRY_PROTO = "bothy/v1/bot.proto"
"""What a bot speaks; the others are those that it imports."""
IMPORT = re.compile(r'^import "(bothy/.+)";', re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Sample:
    """A sample bot."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def language(self) -> str:
        """`python-…` are in Python; any other folder has its language's name."""
        return self.name.partition("-")[0]

    @property
    def is_built(self) -> bool:
        """By make, out of sources and .proto files."""
        return (self.folder / "Makefile").exists()

    @property
    def summary(self) -> str:
        """The first sentence of its README."""
        paragraph = (self.folder / "README.md").read_text(encoding="utf-8").split("\n\n")[1]
        plain = LINK.sub(r"\1", " ".join(paragraph.split()))
        return re.split(r"(?<=[.:])\s", plain)[0].rstrip(".:")


def samples() -> list[Sample]:
    """All there are, the one to begin with first, then by name."""
    root = Path(str(files("sample_bots")))
    found = [Sample(path.parent) for path in root.glob(f"*/{FILE_NAME}")]
    return sorted(found, key=lambda sample: (sample.name != FIRST, sample.name))


def by_language(known: list[Sample]) -> dict[str, Sample]:
    """For each language the first of its samples."""
    return {sample.language: sample for sample in reversed(known)}


def protos() -> Mapping[str, str]:
    """The .proto files that a bot's stubs are made of, by path."""
    root = Path(str(files("bothy.v1"))).parents[1]
    texts: dict[str, str] = {}
    wanted = [ENTRY_PROTO]
    while wanted:
        path = wanted.pop()
        if path not in texts:
            texts[path] = (root / path).read_text(encoding="utf-8")
            wanted += IMPORT.findall(texts[path])
    return texts
