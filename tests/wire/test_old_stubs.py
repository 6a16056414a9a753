"""The stubs load, and a bot plays with them, under the oldest grpcio and protobuf that we promise."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referee.live_bot import BotProgram
from tests.e2e.matches import FAIR, games_of, match, play, result_of

ROOT = Path(__file__).parents[2]
OLD_PYTHON = ROOT / ".venv/stubs/bin/python"
"""Made by `make test`: grpcio 1.62.3 and protobuf 4.25.0."""


def test_the_old_environment_is_as_old_as_we_say() -> None:
    asked = "import grpc, google.protobuf; print(grpc.__version__, google.protobuf.__version__)"
    answer = subprocess.run([OLD_PYTHON, "-c", asked], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["1.62.3", "4.25.0"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["claim", "schotten_totten", "lords_of_scotland"])
def test_a_bot_with_an_old_grpcio_and_protobuf_plays_every_game(game: str) -> None:
    command = ("env", f"PYTHONPATH={ROOT / 'proto'}", str(OLD_PYTHON), "bot.py")
    old = BotProgram("old", ROOT / "sample_bots/python-raw", command)
    for record in games_of(play(match(old, FAIR, game=game))):
        assert result_of(record).termination == "normal"
