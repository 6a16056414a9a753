"""Packages to hold and to build."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import pytest

from referee.sandbox import BuildError, Sandbox
from referee.sandbox.build import BUILD_LIMITS, BuildSettings
from referee.sandbox.packages import PackageStore
from tests.sandbox.archives import HONEST, tar, with_build

SMALL = BuildSettings(
    seconds=20, limits=replace(BUILD_LIMITS, cpu_seconds=20, tmp_mb=16), folder_mb=8, folder_files=500
)


def hold(store: PackageStore, data: bytes) -> str:
    return asyncio.run(store.hold(data)).digest


def built(store: PackageStore, standard: Sandbox, *command: str, **files: bytes) -> Path:
    """The folder of a bot with this build command."""
    digest = hold(store, tar(HONEST | {"bot.toml": with_build(*command)} | files))
    return asyncio.run(store.ready(digest, standard))


def failure(store: PackageStore, standard: Sandbox, *command: str) -> BuildError:
    with pytest.raises(BuildError) as failed:
        built(store, standard, *command)
    return failed.value


def leftovers(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder / "packages") if len(name) != 64]
