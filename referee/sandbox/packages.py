"""Bots that the referee holds: each under the SHA-256 of its archive, unpacked and built once, read-only, shared."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from referee.sandbox.archives import unpack
from referee.sandbox.build import build
from referee.sandbox.errors import BuildError, PackageError
from referee.sandbox.manifest import Manifest, read_manifest
from referee.sandbox.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Package:
    """A bot that is held."""

    digest: str
    manifest: Manifest


class PackageStore:
    """A folder with a subfolder for each package: `source` as it came, `ready` as it is run, `build.log`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._locks: dict[str, asyncio.Lock] = {}

    def __contains__(self, digest: str) -> bool:
        return _is_digest(digest) and (self._folder / digest / "source").is_dir()

    async def hold(self, data: bytes) -> Package:
        """Check an archive, unpack it, keep it. The same archive again is no work."""
        digest = sha256(data).hexdigest()
        async with self._lock(digest):
            if digest not in self:
                await asyncio.to_thread(self._unpack, digest, data)
        return Package(digest, read_manifest(self._folder / digest / "source"))

    async def ready(self, digest: str, sandbox: Sandbox) -> Path:
        """The folder to run a bot in, built if its bot.toml says so. A build that failed once fails again."""
        if digest not in self:
            raise PackageError(f"no package {digest[:12]}… is held here")
        place = self._folder / digest
        manifest = read_manifest(place / "source")
        if manifest.build is None:
            return place / "source"
        async with self._lock(digest):
            if not (place / "ready").is_dir():
                await self._build(place, manifest.build, sandbox)
        return place / "ready"

    def build_log(self, digest: str) -> str:
        """What the build printed; empty if there was none."""
        path = self._folder / digest / "build.log"
        return path.read_text(encoding="utf-8") if _is_digest(digest) and path.exists() else ""

    async def _build(self, place: Path, command: tuple[str, ...], sandbox: Sandbox) -> None:
        failed = place / "failed"
        if failed.exists():
            raise BuildError(failed.read_text(encoding="utf-8"), self.build_log(place.name))
        work = Path(tempfile.mkdtemp(prefix="build-", dir=place))
        try:
            shutil.copytree(place / "source", work, dirs_exist_ok=True, symlinks=True)
            _writable(work)
            output, error = await build(work, command, sandbox)
            (place / "build.log").write_text(output, encoding="utf-8")
            if error is not None:
                failed.write_text(error, encoding="utf-8")
                raise BuildError(error, output)
            _read_only(work)
            work.rename(place / "ready")
        finally:
            _remove(work)

    def _unpack(self, digest: str, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        # Unpacked beside its place and moved there whole: nobody ever sees half a package.
        work = Path(tempfile.mkdtemp(prefix="unpack-", dir=self._folder))
        try:
            source = work / "source"
            source.mkdir()
            unpack(data, source)
            read_manifest(source)
            _read_only(source)
            work.chmod(0o755)
            try:
                work.rename(self._folder / digest)
            except OSError:
                if digest not in self:  # another referee on the same folder may have been faster
                    raise
        finally:
            _remove(work)

    def _lock(self, digest: str) -> asyncio.Lock:
        return self._locks.setdefault(digest, asyncio.Lock())


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _read_only(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444)


def _writable(folder: Path) -> None:
    """For whoever builds: perhaps another user than we are."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o777 if path.is_dir() or os.access(path, os.X_OK) else 0o666)


def _remove(folder: Path) -> None:
    for path in folder.rglob("*") if folder.is_dir() else ():
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder, ignore_errors=True)
