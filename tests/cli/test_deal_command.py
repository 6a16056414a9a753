"""`referee deal`, and what all commands have."""

from __future__ import annotations

from hashlib import sha256

import pytest

from referee.games import GAMES
from tests.cli.commands import complaint, json_output, output, run

ZEROS = "0" * 64
COMMITMENT = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.parametrize("key", GAMES)
def test_json_has_the_position_after_the_deal(key: str) -> None:
    dealt = json_output("deal", key, "--seed", ZEROS)
    assert list(dealt) == ["game", "players", "options", "seed", "commitment", "initial"]
    assert (dealt["game"], dealt["seed"], dealt["commitment"]) == (key, ZEROS, COMMITMENT)
    game = GAMES[key]
    assert dealt["initial"] == game.to_position(game.deal(bytes(32)))
    assert dealt["options"] == game.resolve_options(dealt["players"])


def test_a_deal_is_the_one_of_the_rules() -> None:
    """C1 with the vector of the rules: seed zero deals G0 X5 X3 K4 G0 K3 G3 G8 K2 X7 first."""
    hand = json_output("deal", "claim", "--seed", ZEROS)["initial"]["hands"][0]
    assert {"G0", "X5", "X3", "K4", "K3", "G3", "G8", "K2", "X7"} < set(hand)


def test_players_and_options_change_the_deal() -> None:
    dealt = json_output("deal", "lords_of_scotland", "-p", 3, "-o", "bruce=true", "--seed", ZEROS)
    assert (dealt["players"], dealt["options"]["bruce"], len(dealt["initial"]["hands"])) == (3, True, 3)


@pytest.mark.parametrize("key", GAMES)
def test_text_has_every_part_of_the_position(key: str) -> None:
    text = output("deal", key, "--seed", "ab" * 32)
    assert f"seed        {'ab' * 32}\ncommitment  {sha256(bytes.fromhex('ab' * 32)).hexdigest()}\n" in text
    game = GAMES[key]
    for name, value in game.to_position(game.deal(bytes.fromhex("ab" * 32))).items():
        assert f"\n{name} " in text
        if name == "hands":
            assert all(" ".join(hand) in text for hand in value)


def test_text_fits_a_narrow_terminal() -> None:
    text = output("deal", "claim", "--seed", ZEROS, COLUMNS="60").partition("\n\n")[2]
    assert max(map(len, text.splitlines())) <= 60


@pytest.mark.parametrize("seed", ["", "0", "0" * 63, "0" * 65, "AB" * 32, "zz" * 32, " " + "0" * 63, "٠" * 64])
def test_a_malformed_seed_is_refused(seed: str) -> None:
    assert "a seed is 64 lower-case hex digits" in complaint("deal", "claim", "--seed", seed)


MISTAKES = {
    "no seed": (["claim"], "Missing option '--seed'"),
    "an unknown game": (["bridge", "--seed", ZEROS], "there is no game 'bridge'"),
    "too many players": (["claim", "-p", "5", "--seed", ZEROS], "claim is for 2 players, not 5"),
    "an unknown option": (["claim", "-o", "rain=1", "--seed", ZEROS], "claim has no option 'rain'"),
}


@pytest.mark.parametrize(("arguments", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence(arguments: list[str], words: str) -> None:
    assert words in complaint("deal", *arguments)


@pytest.mark.parametrize("command", ["simulate", "verify", "show", "deal"])
def test_the_help_of_a_command_has_examples(command: str) -> None:
    text = output(command, "--help")
    assert "Examples:" in text
    assert f"\n referee {command} " in text
    assert "--json" in text


def test_the_help_lists_the_commands() -> None:
    text = output("--help")
    assert all(f" {command} " in text for command in ("simulate", "verify", "show", "deal"))


def test_without_a_command_there_is_the_help() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.rstrip() == output("--help").rstrip()


@pytest.mark.parametrize("arguments", [["fly"], ["--fly"], ["verify"], ["verify", "--fly", "x"]], ids=str)
def test_a_wrong_command_line_is_one_sentence_with_where_to_read_on(arguments: list[str]) -> None:
    assert complaint(*arguments).endswith(" --help)")
