"""Bots that are written for a test."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

SAMPLES = Path(__file__).parents[2] / "sample_bots"


def bot(folder: Path, code: str, games: str = '["claim"]', name: str = "bad") -> Path:
    """A folder with a bot that is this program."""
    folder.mkdir()
    (folder / "bot.toml").write_text(f'name = "{name}"\ngames = {games}\nrun = ["python3", "bot.py"]\n')
    (folder / "bot.py").write_text(dedent(code))
    return folder


CRASHING = """
    from referee.bot import Bot

    class Crashing(Bot):
        def choose(self, question):
            print("about to fall over", flush=True)
            raise ValueError("I do not know this card")

    Crashing().run()
"""
STAYING = """
    import time
    from referee.bot import Bot

    class Staying(Bot):
        def choose(self, question):
            return 0

    Staying().run()
    time.sleep(600)
"""
