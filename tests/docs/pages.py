"""The documentation as tests see it: pages, and the fenced blocks in them.

The words after a block's language say what it is and how it is tested:

    ```json position=claim      a position of this game, as `tests.docs.examples` makes it
    ```json replay              a whole replay, likewise
    ```python file=PATH         the file at PATH, whole (in any language)
    ```python doctest           a session at the prompt
    ```toml manifest            a bot.toml
    ```sh                       commands for a user to type
    ```sh WORD                  those of a tour or a guide, which a test types in their order
    ```text roster.csv          a file of this name, for the guide that it is in
    ```text                     shown, and not tested
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILT = {"target", "node_modules"}
"""Folders that the sample bots' build tools fill: not ours."""
FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what else its first line says, and its text."""

    page: Path
    language: str
    role: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.language} {self.role}".rstrip()


def pages() -> list[Path]:
    """Every page of documentation in the project."""
    folders = [ROOT / name for name in ("referee", "arena", "proto", "sample_bots", "tests", "deploy")]
    found = [*ROOT.glob("*.md"), *(page for folder in folders for page in folder.rglob("*.md"))]
    return sorted(page for page in found if not BUILT.intersection(page.parts))


def blocks(language: str) -> list[Block]:
    return [block for block in all_blocks() if block.language == language]


def all_blocks() -> list[Block]:
    return [block for page in pages() for block in blocks_of(page)]


def blocks_of(page: Path) -> list[Block]:
    return [_block(page, found["info"], found["text"]) for found in FENCE.finditer(page.read_text(encoding="utf-8"))]


def _block(page: Path, info: str, text: str) -> Block:
    language, _, role = info.partition(" ")
    return Block(page, language, role, text)


def spoken(page: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))
