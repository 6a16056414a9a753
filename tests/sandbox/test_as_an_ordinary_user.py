"""The sandbox for a referee that is not root: this whole folder of tests once more, as an ordinary user."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.sandbox.programs import host_program

UID = 61234
"""Nobody's: neither a user's of this host nor one that bots get."""
PROJECT = Path(__file__).parents[2]
SECONDS = 900

# In a mount namespace of its own, where a folder that only root may enter (Python may lie in /root) is replaced by
# one that holds nothing but what the tests need. Arguments: such a folder, what is needed of it, --, the command.
SCRIPT = """
set -e
if [ "$1" != -- ]; then
  closed="$1"; shift
  mount --no-mtab -t tmpfs -o mode=755 none /mnt
  number=0; count=0
  while [ "$1" != -- ]; do
    number=$((number + 1)); mkdir "/mnt/$number"; mount --no-mtab --bind "$1" "/mnt/$number"
    eval "path$number=\\$1"; shift
  done
  mount --no-mtab -t tmpfs -o mode=755 none "$closed"
  while [ $count -lt $number ]; do
    count=$((count + 1)); eval "path=\\$path$count"
    mkdir -p "$path"; mount --no-mtab --bind "/mnt/$count" "$path"
  done
fi
shift; exec "$@"
"""


def closed_to_others(path: Path) -> Path | None:
    """The first folder on the way that only its owner may pass."""
    return next((one for one in reversed(path.parents) if not one.stat().st_mode & 0o001), None)


def needed() -> list[str]:
    """Which closed folder is on the way to Python and the project, and what is behind it."""
    paths = list(dict.fromkeys(Path(path).resolve() for path in (sys.base_prefix, sys.prefix, PROJECT)))
    behind = {path: closed for path in paths if (closed := closed_to_others(path)) is not None}
    if len(set(behind.values())) > 1:
        pytest.skip(f"Python and the project lie behind several closed folders: {sorted(set(behind.values()))}")
    return [str(path) for path in (*set(behind.values()), *behind)]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A home that the user owns, at a path short enough for sockets."""
    path = Path(tempfile.mkdtemp(prefix="user-", dir="/tmp"))
    os.chown(path, UID, UID)
    yield path
    shutil.rmtree(path)


@pytest.mark.slow
@pytest.mark.usefixtures("no_orphans")
@pytest.mark.skipif(os.geteuid() != 0, reason="not root: all the tests of the sandbox run as an ordinary user already")
def test_everything_holds_for_an_ordinary_user_too(folder: Path) -> None:
    as_user = [host_program("setpriv"), f"--reuid={UID}", f"--regid={UID}", "--clear-groups", "--inh-caps=-all", "--"]
    own = Path(__file__).relative_to(PROJECT)
    tests = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "2",
        "-rfEs",
        "--tb=short",
        f"--basetemp={folder}/t",
        "-p",
        "no:cacheprovider",
    ]
    command = [*as_user, *tests, "tests/sandbox", f"--ignore={own}"]
    private = [host_program("unshare"), "--mount", "--", "/bin/sh", "-c", SCRIPT, "sh", *needed(), "--"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [*private, *command], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=SECONDS
    )
    lines = done.stdout.splitlines()
    print(*[line for line in lines if not line.startswith("SKIPPED")], done.stderr, sep="\n")
    assert done.returncode == 0
    assert not [line for line in lines if line.startswith("SKIPPED") and "level standard is not" in line]
