"""The `referee` command."""

from __future__ import annotations

from referee.cli.app import main

__all__ = ["main"]
