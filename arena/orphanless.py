"""`python -m arena.orphanless PARENT COMMAND…`: becomes the command, which the kernel ends when our parent ends."""

from __future__ import annotations

import os
import sys

from arena.processes import die_with_parent


def main() -> None:
    die_with_parent()
    if os.getppid() != int(sys.argv[1]):  # it ended before we could ask
        sys.exit(1)
    os.execvp(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
