"""`python -m arena.orphanless COMMAND…`: becomes the command, which the kernel ends when our parent ends."""

from __future__ import annotations

import os
import sys

from arena.processes import die_with_parent


def main() -> None:
    parent = os.getppid()
    die_with_parent()
    if os.getppid() != parent:  # it ended while we were about to ask
        sys.exit(1)
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
