"""Every example in the documentation is what it says it is."""

from __future__ import annotations

import doctest
import json
import tomllib
from pathlib import Path

import pytest

from referee.games import GAMES, game_of
from referee.games.shuffle import commitment
from referee.sandbox.manifest import parse_manifest
from referee.verify import verify
from tests.docs.examples import example
from tests.docs.pages import ROOT, Block, all_blocks, blocks, blocks_of, pages
from tests.sample_bots.languages import LANGUAGES, pairs

COMMAND = "python -m tests.docs.examples"
MANUAL = ROOT / "proto" / "README.md"


def each(found: list[Block]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", found, ids=lambda block: block.name)


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_says_what_it_is(page: Path) -> None:
    text, found = page.read_text(encoding="utf-8"), blocks_of(page)
    assert text.count("\n```") == 2 * len(found), "a block is not closed, or does not say its language"
    assert {block.language for block in found} <= {"json", "toml", "sh", "text", *LANGUAGES}


@each(blocks("json"))
def test_a_json_example_is_what_the_engine_makes(block: Block) -> None:
    assert block.text == example(block.role), f"run {COMMAND}"


@each([block for block in blocks("json") if block.role.startswith("position=")])
def test_a_position_in_the_documentation_is_read_and_written_back(block: Block) -> None:
    game, position = game_of(block.role.partition("=")[2]), json.loads(block.text)
    assert game.to_position(game.from_position(position)) == position


@pytest.mark.parametrize("key", GAMES)
def test_every_games_rules_have_a_position(key: str) -> None:
    roles = [block.role for block in blocks_of(ROOT / "referee" / "games" / key / "RULES.md")]
    assert f"position={key}" in roles


@each([block for block in blocks("json") if block.role == "replay"])
def test_a_replay_in_the_documentation_is_verified(block: Block) -> None:
    verify(json.loads(block.text))


@each([block for block in all_blocks() if block.role.startswith("file=")])
def test_a_file_in_the_documentation_is_that_file(block: Block) -> None:
    path = ROOT / block.role.removeprefix("file=")
    assert block.text == path.read_text(encoding="utf-8"), f"{path} has changed: run {COMMAND}"


@each([block for block in all_blocks() if block.language not in ("json", "python", "toml", "sh", "text")])
def test_code_in_another_language_is_a_file_that_is_tested(block: Block) -> None:
    assert block.role.startswith("file=sample_bots/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_has_a_whole_bot_in_every_language(language: str) -> None:
    """The simple one: it is checked, and plays, in tests/sample_bots/test_languages.py."""
    simple = next(pair.simple for pair in pairs() if pair.language == language)
    sources = [path for path in simple.iterdir() if path.is_file() and path.name not in ("bot.toml", "README.md")]
    shown = {block.role for block in blocks_of(MANUAL) if block.language == language}
    assert sources
    assert {f"file={path.relative_to(ROOT)}" for path in sources} <= shown


@each([block for block in blocks("python") if not block.role.startswith("file=")])
def test_a_session_in_the_documentation_goes_as_shown(block: Block) -> None:
    assert block.role == "doctest"
    session = doctest.DocTestParser().get_doctest(block.text, {}, block.name, str(block.page), 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=report.append)
    assert not report, "".join(report)


@each([block for block in blocks("toml") if block.role == "manifest"])
def test_a_manifest_in_the_documentation_is_read(block: Block) -> None:
    manifest = parse_manifest(block.text.encode())
    assert tomllib.loads(block.text).keys() == {name for name in manifest.__slots__ if getattr(manifest, name)}


def test_the_commitment_in_the_documentation_is_that_of_the_zero_seed() -> None:
    assert commitment(bytes(32)) in (ROOT / "referee" / "games" / "README.md").read_text(encoding="utf-8")
