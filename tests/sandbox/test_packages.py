"""Packages: held under their digest, unpacked once, read-only, shared."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from hashlib import sha256
from pathlib import Path

import pytest

from referee.sandbox import Launch, ManifestError, PackageError, Sandbox
from referee.sandbox.packages import PackageStore
from tests.sandbox.archives import HONEST, link, tar
from tests.sandbox.bots import run
from tests.sandbox.packages import hold, leftovers


def test_a_package_is_held_under_the_digest_of_its_archive(store: PackageStore) -> None:
    digest = hold(store, tar())
    assert digest == sha256(tar()).hexdigest()
    assert digest in store
    assert "0" * 64 not in store
    assert "../packages" not in store


def test_what_is_held_is_read_only_for_everybody(store: PackageStore, standard: Sandbox) -> None:
    digest = hold(store, tar({**HONEST, "a/b": b"x"}, link("c", "a/b")))
    folder = asyncio.run(store.ready(digest, standard))
    modes = {path.name: path.stat().st_mode & 0o7777 for path in (folder, *folder.rglob("*"))}
    assert modes == {"source": 0o555, "bot.toml": 0o444, "bot.py": 0o444, "a": 0o555, "b": 0o444, "c": 0o444}


def test_a_held_bot_can_be_run_and_cannot_change_itself(store: PackageStore, standard: Sandbox) -> None:
    folder = asyncio.run(store.ready(hold(store, tar()), standard))
    _, log = run(standard, Launch(folder, ("sh", "-c", "cat bot.py; chmod 777 bot.py; echo x > bot.py; touch new")))
    assert log.startswith("print('hello')\n")
    assert log.count("Read-only file system") == 3


def test_a_refused_archive_leaves_nothing(store: PackageStore, tmp_path: Path) -> None:
    with pytest.raises(PackageError):
        hold(store, tar({**HONEST, "../x": b""}))
    assert os.listdir(tmp_path / "packages") == []


@pytest.mark.parametrize("files", [{}, {"bot.toml": b"name = 1"}, {"bot.toml/x": b""}])
def test_a_package_without_a_good_manifest_is_refused_without_telling_paths(
    store: PackageStore, tmp_path: Path, files: dict[str, bytes]
) -> None:
    with pytest.raises(ManifestError) as refused:
        hold(store, tar(files))
    assert str(tmp_path) not in str(refused.value)
    assert os.listdir(tmp_path / "packages") == []


def test_a_manifest_that_is_a_link_cannot_show_the_hosts_files(store: PackageStore) -> None:
    up = link("a/b/c/d/e/up", "../../../../..")
    with pytest.raises(PackageError, match="leads out"):
        hold(store, tar({}, up, link("bot.toml", "a/b/c/d/e/up/../../../etc/hostname")))


def test_the_same_archive_many_times_at_once_is_one_package(store: PackageStore, tmp_path: Path) -> None:
    async def together() -> set[str]:
        return {package.digest for package in await asyncio.gather(*(store.hold(tar()) for _ in range(8)))}

    assert len(asyncio.run(together())) == 1
    assert os.listdir(tmp_path / "packages") == [sha256(tar()).hexdigest()]


def test_two_referees_can_share_a_folder(tmp_path: Path) -> None:
    stores = [PackageStore(tmp_path / "packages") for _ in range(4)]
    threads = [threading.Thread(target=hold, args=(store, tar())) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert os.listdir(tmp_path / "packages") == [sha256(tar()).hexdigest()]


def test_what_a_killed_referee_left_is_swept_away(store: PackageStore, tmp_path: Path) -> None:
    old, new = tmp_path / "packages" / "work-old" / "a", tmp_path / "packages" / "work-new"
    old.mkdir(parents=True)
    new.mkdir()
    os.utime(old.parent, (time.time() - 7200,) * 2)
    hold(store, tar())
    assert leftovers(tmp_path) == ["work-new"]


def test_a_package_that_is_not_held_is_refused(store: PackageStore, standard: Sandbox) -> None:
    with pytest.raises(PackageError, match="is held here"):
        asyncio.run(store.ready("../../etc", standard))
