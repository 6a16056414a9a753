"""Random play once more, with the rules compiled: in a process of its own, which finds the compiled wheel first.

Everybody is measured anew there, so that these ratios, too, are of one run. `make bench` builds the wheel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import astuple, replace
from pathlib import Path

from tests.benchmarks import random_play
from tests.benchmarks.harness import Effort
from tests.benchmarks.report import PeerMissing, Section

TITLE = "random play in process, the rules compiled by mypyc"
ROOT = Path(__file__).parents[2]
COMPILED = Path(sys.prefix) / "compiled"


def section(effort: Effort) -> Section:
    if not COMPILED.exists():
        raise PeerMissing("the rules are not compiled: make bench does that, or make peers")
    command = [sys.executable, "-P", "-m", "tests.benchmarks.compiled_rules", *map(str, astuple(effort))]
    environment = {**os.environ, "PYTHONPATH": f"{COMPILED}{os.pathsep}{ROOT}"}
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment).stdout
    found = random_play.section_of(random_play.contestants(), json.loads(output))
    figures = [replace(figure, what=f"{figure.what}, compiled") for figure in found.figures]
    return replace(found, title=TITLE, figures=figures)


def main() -> None:
    from referee.games.claim import rules

    if rules.__file__.endswith(".py"):
        sys.exit(f"Error: the rules in {COMPILED} are not compiled: rm -r {COMPILED}, then make peers")
    repetitions, seconds = sys.argv[1:]
    rates = random_play.measure(random_play.contestants(), Effort(int(repetitions), float(seconds)))
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
