"""What archives of all formats consist of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MOST_FILES = 5000
"""Folders and links count, those too that an archive only implies."""


class Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in an archive, under the name that it has there: a folder, a link, or a file with its contents."""

    name: str
    is_executable: bool = False
    link: str | None = None
    file: Reader | None = None
    """To be read before the next entry is asked for; None for a folder or a link."""

    @property
    def is_folder(self) -> bool:
        return self.file is None and self.link is None


class BadArchive(Exception):
    """It cannot be read, and why."""
