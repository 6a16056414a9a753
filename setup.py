"""The build is pyproject.toml's. With BOTHY_COMPILED=1 the wheel also has the busiest rules as machine code.

mypyc compiles the same sources. Python prefers what is compiled where it is there. Functions and states are compiled;
what other classes inherit from (the contract, actions, events) stays as it is, and so do cards, which are numbers.
"""

import os
import sys

from setuptools import setup

BUSIEST = {
    ".": ("shuffle",),
    "claim": ("rules", "state"),
    "lords_of_scotland": (*("followers", "legal", "piles", "powers", "rounds", "rules", "scoring", "state", "turns"),),
    "schotten_totten": (
        *("border", "claims", "decks", "ending", "formations", "plays", "proof", "ruses", "state", "turn"),
    ),
}


def compiled_rules():
    try:
        from mypyc.build import mypycify
    except ModuleNotFoundError:
        sys.exit("Error: BOTHY_COMPILED=1 needs mypy in this environment: pip install mypy, then --no-build-isolation")
    modules = [f"referee/games/{folder}/{name}.py" for folder, names in BUSIEST.items() for name in names]
    return mypycify([os.path.normpath(path) for path in modules], group_name="bothy_rules")


setup(ext_modules=compiled_rules() if os.environ.get("BOTHY_COMPILED") == "1" else [])
