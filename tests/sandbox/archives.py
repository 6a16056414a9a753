"""Archives, honest and not."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.sandbox import PackageError
from referee.sandbox.archives import unpack

MEGABYTE = 1 << 20
END = bytes(1024)
"""Of a tar."""
MANIFEST = b'name = "honest"\ngames = ["claim"]\nrun = ["python3", "bot.py"]\n'
HONEST = {"bot.toml": MANIFEST, "bot.py": b"print('hello')\n"}


def with_build(*words: str) -> bytes:
    """A manifest with this build command."""
    return MANIFEST + f"build = {json.dumps(words)}\n".encode()


def tar(files: Mapping[str, bytes] = HONEST, *more: tarfile.TarInfo, format: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar of these files, with further headers at its end."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in more:
            archive.addfile(info)
    return out.getvalue()


def tar_gz(files: Mapping[str, bytes] = HONEST) -> bytes:
    return gzip.compress(tar(files), mtime=0)


def zipped(files: Mapping[str, bytes] = HONEST, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, compress_type=method)
    return out.getvalue()


def header(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, linkname: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.size, info.linkname = kind, size, linkname
    return info


def link(name: str, target: str) -> tarfile.TarInfo:
    return header(name, tarfile.SYMTYPE, linkname=target)


def block(info: tarfile.TarInfo) -> bytes:
    """One bare header, whatever it claims."""
    return info.tobuf(tarfile.GNU_FORMAT)


def refusal(data: bytes, folder: Path) -> str:
    """What is said against an archive: a sentence, and nothing about the host."""
    with pytest.raises(PackageError) as refused:
        unpack(data, folder)
    assert len(str(refused.value)) < 400
    assert str(folder) not in str(refused.value)
    return str(refused.value)
