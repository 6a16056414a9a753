"""Text in tables for spreadsheets."""

from __future__ import annotations

FORMULA = frozenset("=+-@＝＋－＠")
"""How a cell begins that a spreadsheet would compute instead of showing it."""


def safe_cell(text: str) -> str:
    """As text in every spreadsheet: anybody chooses names, and somebody else opens the table."""
    return f"'{text}" if FORMULA & set(text.lstrip()[:1]) or text[:1] in ("\t", "\r", "\n") else text
