"""The versions that the documentation names are those that the project asks for."""

from __future__ import annotations

import re
import tomllib

from tests.docs.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FLOOR = re.compile(r"([\w-]+)[^>]*>=([\d.]+)")
FLOORS = {found[1]: found[2] for text in PROJECT["dependencies"] if (found := FLOOR.match(text))}


def test_the_manual_names_the_oldest_versions_that_are_asked_for() -> None:
    manual = (ROOT / "proto" / "README.md").read_text(encoding="utf-8")
    assert f"grpcio {FLOORS['grpcio']} and protobuf {FLOORS['protobuf']}" in manual
    assert f"Python {PROJECT['requires-python'].removeprefix('>=')}" in manual


def test_the_manual_names_the_generator_of_the_stubs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    generator = re.search(r"grpcio-tools==([\d.]+)", makefile)
    assert generator is not None
    assert f"grpcio-tools {generator[1]}" in (ROOT / "proto" / "README.md").read_text(encoding="utf-8")


def test_the_architecture_gives_a_reason_for_every_dependency() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    missing = [name for name in FLOORS if f"`{name}`" not in page]
    assert not missing
