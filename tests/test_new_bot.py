"""A new bot out of each sample bot: complete in itself, under its own name, and without what builds left behind."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from referee.new_bot import make_bot
from referee.samples import Sample, by_language, protos, samples
from referee.sandbox.manifest import read_manifest
from tests.sample_bots.languages import LANGUAGES

EVERY = samples()
every_sample = pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
every_built_sample = pytest.mark.parametrize(
    "sample", [sample for sample in EVERY if sample.is_built], ids=lambda sample: sample.name
)


def texts(folder: Path) -> dict[str, str]:
    """What was copied from the sample, by path: the .proto files are the project's own."""
    files = [path for path in folder.rglob("*") if path.is_file() and "proto" not in path.relative_to(folder).parts]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_there_is_a_sample_to_start_from_in_each_language() -> None:
    languages = by_language(EVERY)
    assert languages["python"].name == "python-random"
    assert {*LANGUAGES} <= languages.keys()


@every_sample
def test_a_new_bot_plays_the_samples_games_under_its_own_name(sample: Sample, tmp_path: Path) -> None:
    make_bot(sample, tmp_path / "my-own")
    manifest, original = read_manifest(tmp_path / "my-own"), read_manifest(sample.folder)
    assert (manifest.name, manifest.games, manifest.run) == ("my-own", original.games, original.run)


@every_sample
def test_a_new_bot_has_all_files_of_the_sample(sample: Sample, tmp_path: Path) -> None:
    made = make_bot(sample, tmp_path / "my-own")
    outputs = {"target", "node_modules", "bin", "build", "dist", "generated", "__pycache__"}
    files = [path.relative_to(sample.folder) for path in sample.folder.rglob("*") if path.is_file()]
    sources = [path.as_posix() for path in files if not outputs & {*path.parts}]
    assert [path for path in made if not path.startswith("proto/")] == sorted(sources)


@every_sample
def test_nothing_in_a_new_bot_points_out_of_its_folder(sample: Sample, tmp_path: Path) -> None:
    make_bot(sample, tmp_path / "my-own")
    outside = {
        path: re.findall(r"\S*\.\./\.\.\S*|\]\(\.\./\S*|sample_bots/\S*", text)
        for path, text in texts(tmp_path).items()
    }
    assert {path: found for path, found in outside.items() if found} == {}


@every_built_sample
def test_no_package_of_a_new_bot_has_the_samples_name(sample: Sample, tmp_path: Path) -> None:
    make_bot(sample, tmp_path / "my-own")
    named = [path for path, text in texts(tmp_path).items() if f"bothy-{sample.name}" in text]
    assert named == []
    assert read_manifest(tmp_path / "my-own" / "minimal").name == "my-own-minimal"


@every_built_sample
def test_a_new_bot_brings_the_protos_that_its_stubs_are_made_of(sample: Sample, tmp_path: Path) -> None:
    make_bot(sample, tmp_path / "my-own")
    copied = {path: (tmp_path / "my-own/proto" / path).read_text(encoding="utf-8") for path in protos()}
    assert copied == protos()
    assert "bothy/v1/claim.proto" in copied
    assert "bothy/v1/referee.proto" not in copied


def test_what_a_build_left_in_the_sample_is_not_copied(tmp_path: Path) -> None:
    sample = Sample(shutil.copytree(by_language(EVERY)["cpp"].folder, tmp_path / "cpp"))
    for path in ("target/deep/thing.o", "bin/bot", "minimal/bin/bot"):
        (sample.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (sample.folder / path).write_bytes(b"\x7fELF\xff")
    made = make_bot(sample, tmp_path / "my-own")
    assert [path for path in made if "bin/" in path or "target" in path] == []


@every_sample
def test_its_readme_is_about_the_new_bot(sample: Sample, tmp_path: Path) -> None:
    make_bot(sample, tmp_path / "my-own")
    readme = (tmp_path / "my-own/README.md").read_text(encoding="utf-8")
    assert readme.startswith("# my-own\n")
    assert "referee check ." in readme
    assert ("\nmake\n" in readme) == sample.is_built
    assert "How strong" not in readme


def test_a_long_name_is_fine(tmp_path: Path) -> None:
    make_bot(by_language(EVERY)["rust"], tmp_path / ("n" * 40))
    assert len(read_manifest(tmp_path / ("n" * 40) / "minimal").name) <= 40


@every_sample
def test_every_sample_says_in_a_sentence_what_it_is(sample: Sample) -> None:
    assert 10 < len(sample.summary) < 100
    assert "[" not in sample.summary
