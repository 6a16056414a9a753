"""Bots that the referee holds: each under the SHA-256 of its archive, unpacked and built once, read-only, shared."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from referee.sandbox.archives import unpack
from referee.sandbox.build import BuildSettings, Built, build
from referee.sandbox.errors import BuildError, ManifestError, PackageError
from referee.sandbox.folders import make_read_only, make_writable, remove
from referee.sandbox.manifest import Manifest, read_manifest
from referee.sandbox.sandbox import Sandbox

WORK = "work-"
STALE_SECONDS = 3600.0
"""Whoever works for so long was killed at it."""


@dataclass(frozen=True, slots=True)
class Package:
    """A bot that is held."""

    digest: str
    manifest: Manifest


class PackageStore:
    """A folder with a subfolder for each package: `source` as it came, `ready` as it is run, `build.log`."""

    def __init__(self, folder: Path, settings: BuildSettings | None = None) -> None:
        self._folder = folder.absolute()
        self._settings = settings or BuildSettings()
        self._locks: dict[str, asyncio.Lock] = {}

    def __contains__(self, digest: str) -> bool:
        return _is_digest(digest) and (self._folder / digest / "source").is_dir()

    async def hold(self, data: bytes) -> Package:
        """Check an archive, unpack it, keep it. The same archive again is no work."""
        digest = sha256(data).hexdigest()
        async with self._lock(digest):
            if digest not in self:
                await asyncio.to_thread(self._unpack, digest, data)
        return Package(digest, _manifest(self._folder / digest / "source"))

    async def ready(self, digest: str, sandbox: Sandbox) -> Path:
        """The folder to run a bot in, built if its bot.toml says so. A build that failed once fails again."""
        if digest not in self:
            raise PackageError(f"no package {digest[:12]}… is held here")
        place = self._folder / digest
        manifest = _manifest(place / "source")
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
        with self._work_folder() as work:
            folder = work / "bot"
            await asyncio.to_thread(_copy, place / "source", folder)
            built = await build(folder, command, sandbox, self._settings)
            await asyncio.to_thread(_keep, built, folder, place)
        if built.problem is not None:
            raise BuildError(built.problem, built.output)

    def _unpack(self, digest: str, data: bytes) -> None:
        with self._work_folder() as work:
            package = work / "package"
            source = package / "source"
            source.mkdir(parents=True)
            unpack(data, source)
            _manifest(source)
            make_read_only(source)
            _move(package, self._folder / digest)

    @contextmanager
    def _work_folder(self) -> Iterator[Path]:
        """Beside the packages, to be moved there whole: nobody ever sees half of one."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._sweep()
        work = Path(tempfile.mkdtemp(prefix=WORK, dir=self._folder))
        work.chmod(0o755)
        try:
            yield work
        finally:
            remove(work)

    def _sweep(self) -> None:
        """Remove what a referee left that was killed."""
        for left in self._folder.glob(f"{WORK}*"):
            with suppress(FileNotFoundError):  # somebody else sweeps, too
                if left.stat().st_mtime < time.time() - STALE_SECONDS:
                    remove(left)

    def _lock(self, digest: str) -> asyncio.Lock:
        return self._locks.setdefault(digest, asyncio.Lock())


def _manifest(folder: Path) -> Manifest:
    try:
        return read_manifest(folder)
    except ManifestError as error:  # its owner need not know where the referee keeps it
        raise ManifestError(str(error).replace(f"{folder}/", "").replace(str(folder), "the package")) from None


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _copy(source: Path, folder: Path) -> None:
    shutil.copytree(source, folder, symlinks=True)
    make_writable(folder)


def _keep(built: Built, folder: Path, place: Path) -> None:
    (place / "build.log").write_text(built.output, encoding="utf-8")
    if built.problem is not None:
        (place / "failed").write_text(built.problem, encoding="utf-8")
        return
    make_read_only(folder)
    folder.chmod(0o755)  # a folder that changes its parent must be writable itself
    _move(folder, place / "ready")
    (place / "ready").chmod(0o555)


def _move(folder: Path, target: Path) -> None:
    """Unless another referee on the same packages was faster."""
    try:
        folder.rename(target)
    except OSError:
        if not target.is_dir():
            raise
