"""Links lead somewhere, and the project stands alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, pages, spoken

LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")

every_page = pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub makes links of them."""
    headings = re.findall(r"^#+ (.+)$", spoken(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for found in LINK.finditer(spoken(page)):
        target = found["target"]
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{target} leads nowhere"
        assert ROOT in (there, *there.parents), f"{target} leads out of the project"
        if anchor:
            assert anchor in anchors(there), f"{path or page.name} has no heading #{anchor}"


@every_page
def test_no_page_speaks_of_what_is_outside_the_project(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "/work/" not in text
    assert "shared/" not in text
