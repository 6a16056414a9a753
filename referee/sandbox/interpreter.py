"""Where Python bots find Python: the interpreter that runs the referee, with gRPC and the bot kit.

A bot in another language finds its runtime under /usr.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

PYTHONS = ("python", "python3")


def is_python(command: Sequence[str]) -> bool:
    return command[0] in PYTHONS


def search_path(command: Sequence[str], path: str) -> str:
    """PATH for this command: `python3` is ours."""
    return f"{sys.prefix}/bin:{path}" if is_python(command) else path


def python_folders() -> list[Path]:
    """The folders that our interpreter needs to run and to import the bot kit; nothing else of the project."""
    folders = [Path(sys.base_prefix), Path(sys.prefix), *_source_folders()]
    distinct = [folder for number, folder in enumerate(folders) if not _is_within(folder, folders[:number])]
    return [folder for folder in distinct if not _is_within(folder, [Path("/usr")])]


def _source_folders() -> list[Path]:
    """`referee/` and the generated stubs, when they are installed as links to a working copy."""
    import referee

    package = Path(referee.__file__ or "").parent
    stubs = package.parent / "proto"
    return [package, stubs] if stubs.is_dir() else [package]


def _is_within(folder: Path, others: Sequence[Path]) -> bool:
    return any(folder == other or other in folder.parents for other in others)
