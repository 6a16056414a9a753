"""`arena bot afar`, `arena bot token` and `arena up --door`, as a user types them."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from arena.door.rule import RULE
from tests.arena_cli.commands import SECONDS, Home
from tests.e2e.afar import bot_from_afar, free_port, make_certificates

pytestmark = pytest.mark.slow


def test_the_rule_is_told_where_a_bot_is_entered(home: Home) -> None:
    told = " ".join(home.output("bot", "afar", "--help", COLUMNS="200").replace("│", " ").split())
    assert RULE in told


def test_a_token_is_shown_once_and_made_anew(home: Home) -> None:
    said = home.output("bot", "afar", "far", "--games", "claim")
    token = said.split()[0].removeprefix("BOTHY_TOKEN=")
    assert token.startswith("bothy_")
    assert "far@1 plays when its owner starts it" in said
    assert home.json("bot", "token", "far")["token"] != token
    assert home.json("bot", "token", "far@1", "--revoke")["token"] is None
    listed = home.output("bot", "list")
    assert "from afar, away" in listed
    assert token not in listed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bot", "afar", "Far", "--games", "claim"), "1 to 40 letters"),
        (("bot", "afar", "far", "--games", "chess"), "there is no game 'chess'"),
        (("bot", "token", "python-raw"), "was uploaded and runs here"),
        (("bot", "token", "nobody"), "has no"),
        (("up", "--door", "localhost:1"), "a door needs door_cert"),
        (("up", "--door", "localhost:1", "--cert", "no.pem", "--key", "no.pem"), "no.pem is not there"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(home: Home, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in home.complaint(*words)


def test_an_arena_with_a_door_plays_a_tournament_with_a_bot_from_afar(home: Home, tmp_path: Path) -> None:
    port = free_port()
    make_certificates(tmp_path)
    door = ("--door", f"localhost:{port}", "--cert", tmp_path / "cert.pem", "--key", tmp_path / "key.pem")
    token = home.json("bot", "afar", "visitor", "--games", "claim")["token"]
    arena = home.start("up", "--port", 0, "--json", *door)
    try:
        assert arena.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            said += arena.stdout.readline()
        url = json.loads(said)["url"]
        assert url.startswith("http://127.0.0.1")
        home.output("tournament", "create", "far cup", "--game", "claim", "--bots", "visitor,python-raw", "-n", 1)
        home.output("user", "add", "root", "--role", "admin")
        admin = home.json("token", "create", "root")["token"]
        with bot_from_afar(tmp_path, port, token):
            standings = home.json("tournament", "run", "far cup", ARENA_SERVER=url, ARENA_TOKEN=admin)
        assert standings["games"] == 2
        assert standings["faults"] == {}
    finally:
        arena.send_signal(signal.SIGINT)
        arena.communicate(timeout=SECONDS)
