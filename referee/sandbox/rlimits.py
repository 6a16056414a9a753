"""The limits that the kernel holds for each process."""

from __future__ import annotations

from referee.limits import Limits
from referee.sandbox.programs import host_program

MEGABYTE = 1 << 20
SPARE_FILES = 16
SPARE_BYTES = 64 * 1024
"""Room in which the watchdog sees who goes over a limit, and can give the fault its name."""


def prlimit_command(limits: Limits) -> list[str]:
    """Puts itself before a command.

    Memory is limited by what can be written (RLIMIT_DATA), not by address space, of which Node and Java reserve
    gigabytes that they never touch. It leaves room above the watchdog's limit, which has the name of the fault.
    """
    cpu = limits.cpu_seconds
    data = 2 * limits.memory_mb * MEGABYTE
    return [
        host_program("prlimit"),
        f"--cpu={cpu}:{cpu + 1}",
        f"--data={data}",
        f"--nofile={2 * limits.open_files + SPARE_FILES}",
        f"--fsize={limits.file_size_mb * MEGABYTE + SPARE_BYTES}",
        "--core=0",
        "--memlock=0",
        "--msgqueue=0",
        "--",
    ]
