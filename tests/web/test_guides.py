"""The guides as pages."""

from __future__ import annotations

import re

import pytest

from tests.web.sites import Site


def test_every_page_leads_to_the_guides(site: Site) -> None:
    assert '<a href="/guides">' in site.visitor().get("/").text
    listed = re.findall(r'href="(/guides/\w+)"', site.visitor().get("/guides").text)
    assert listed == ["/guides/contestants", "/guides/teachers"]


@pytest.mark.parametrize(
    ("key", "title", "command"),
    [
        ("contestants", "Take part", "python submit.py"),
        ("teachers", "A course on an arena", "arena course roster import cs101 roster.csv"),
    ],
)
def test_a_guide_is_a_page_with_its_commands(site: Site, key: str, title: str, command: str) -> None:
    text = site.visitor().get(f"/guides/{key}").text
    assert f"<h1>{title}</h1>" in text
    assert command in text
    assert not [link for link in re.findall(r'href="([^"]*)"', text) if link.endswith(".md")]


def test_there_is_no_third_guide(site: Site) -> None:
    answer = site.visitor().get("/guides/admins")
    assert answer.status_code == 404
    assert "contestants and teachers" in answer.text
