"""Replays in the format `bothy-replay/1`, written and read."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from referee import replay as replays
from referee import results
from referee.replay import Replay, ReplayError, Step, digest, read_json
from referee.verify import verify
from tests.cli.replays import first_of_each_game, simulated
from tests.variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
every_game = pytest.mark.parametrize("variant", first_of_each_game(), ids=lambda variant: variant.game.key)


def a_replay(*steps: Step, seats: tuple[str, ...] = ("a@1", "b@2")) -> Replay:
    variant = VARIANTS[0]
    written = replays.begin(variant.game, variant.deal(0), variant.seed(0), seats)
    written.steps += steps
    written.result = results.cancelled("it rained")
    return written


@every_variant
def test_a_replay_has_the_keys_of_the_format(variant: Variant) -> None:
    replay = simulated(variant)
    names = "format game options seats seed commitment initial steps result digest"
    assert list(replay) == names.split()
    assert list(replay["steps"][0]) == ["seat", "legal", "action", "forced", "ms"]
    assert list(replay["result"]) == ["placings", "scores", "termination", "offender", "detail"]


@every_variant
def test_the_initial_position_is_the_deal_with_all_options_resolved(variant: Variant) -> None:
    replay = simulated(variant)
    dealt = variant.game.deal(bytes.fromhex(replay["seed"]), variant.players, dict(variant.options))
    assert replay["initial"] == variant.game.to_position(dealt)
    assert replay["options"] == dict(variant.options)
    assert replay["initial"].get("options", {}) == dict(variant.options)


@every_variant
def test_legal_lists_are_sorted_by_code_point_without_repeats(variant: Variant) -> None:
    for step in simulated(variant)["steps"]:
        assert step["legal"] == sorted(set(step["legal"]))


@every_variant
def test_forced_is_true_exactly_where_one_action_is_legal(variant: Variant) -> None:
    for step in simulated(variant)["steps"]:
        assert step["forced"] is (len(step["legal"]) == 1)


def test_the_commitment_is_the_sha_256_of_the_seed_in_lower_case_hex() -> None:
    replay = a_replay().to_json()
    assert replay["commitment"] == sha256(bytes.fromhex(replay["seed"])).hexdigest()


def test_only_steps_made_by_the_referee_carry_autopilot() -> None:
    assert "autopilot" not in Step(0, ("pass",), "pass").to_json()
    assert Step(0, ("pass",), "pass", autopilot=True).to_json()["autopilot"] is True


def test_a_note_is_written_where_there_is_one() -> None:
    assert "note" not in Step(0, ("pass",), "pass").to_json()
    assert Step(0, ("pass",), "pass", note="hm").to_json()["note"] == "hm"


def test_offenders_are_written_where_there_are_some() -> None:
    written = a_replay()
    assert "offenders" not in written.to_json()["result"]
    written.result = results.forfeited(1, results.Termination.CRASH, "it fell over")
    assert written.to_json()["result"]["offenders"] == [1]


def test_a_game_without_a_result_is_not_written() -> None:
    written = a_replay()
    written.result = None
    with pytest.raises(ReplayError, match="without a result"):
        written.to_json()


@every_game
def test_a_file_reads_back_as_it_was_written(variant: Variant, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    replay = simulated(variant)
    path.write_text(replays.to_text(replay), encoding="utf-8")
    assert read_json(path) == replay


@every_game
def test_a_file_has_a_line_for_each_step(variant: Variant) -> None:
    replay = simulated(variant)
    lines = replays.to_text(replay).splitlines()
    assert sum('"seat": ' in line for line in lines) == len(replay["steps"])


def test_a_replay_without_steps_is_json_too(tmp_path: Path) -> None:
    a_replay().write(tmp_path / "game.json")
    assert read_json(tmp_path / "game.json")["steps"] == []


def test_words_that_are_no_unicode_survive_being_written(tmp_path: Path) -> None:
    written = a_replay(seats=("\ud800", "Ærøskøbing \N{GRINNING FACE}"))
    written.write(tmp_path / "game.json")
    replay = read_json(tmp_path / "game.json")
    assert replay["seats"] == ["\ud800", "Ærøskøbing \N{GRINNING FACE}"]
    verify(replay)


def test_the_digest_does_not_cover_think_times() -> None:
    fast, slow = (Step(0, ("play G1", "play G2"), "play G1", ms) for ms in (1.0, 2.0))
    assert digest(a_replay(fast).to_json()) == digest(a_replay(slow).to_json())


@pytest.mark.parametrize("other", [Step(0, ("play G1",), "play G1", note="hm"), Step(0, ("play G2",), "play G2")])
def test_the_digest_covers_everything_else(other: Step) -> None:
    first = Step(0, ("play G1",), "play G1")
    assert digest(a_replay(first).to_json()) != digest(a_replay(other).to_json())


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    replay = a_replay().to_json()
    assert digest(dict(reversed(replay.items()))) == replay["digest"]


# --- files that are no replays --------------------------------------------------------------------

NO_REPLAYS = {
    "empty": (b"", "is no JSON"),
    "blank": (b" \n", "is no JSON"),
    "not UTF-8": (b'{"format": "\xff"}', "is no JSON"),
    "UTF-16": ('{"format": 1}'.encode("utf-16"), "is no JSON"),
    "with a mark of its byte order": (b"\xef\xbb\xbf{}", "is no JSON"),
    "cut off": (b'{"format": "bothy-replay/1", "steps": [', "is no JSON"),
    "two objects": (b"{}{}", "is no JSON"),
    "NaN": (b'{"format": NaN}', "NaN is no number"),
    "infinity": (b'{"format": -Infinity}', "-Infinity is no number"),
    "a key twice": (b'{"format": "bothy-replay/1", "seed": "a", "seed": "b"}', "'seed' is there twice"),
    "a key twice inside": (b'{"steps": [{"ms": 1, "seat": 0, "ms": 2}]}', "'ms' is there twice"),
    "a number too long": (b'{"format": ' + b"9" * 5000 + b"}", "is no JSON"),
    "nested too deeply": (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    "a list": (b"[]", "is no replay"),
    "null": (b"null", "is no replay"),
    "a number": (b"7", "is no replay"),
    "an empty object": (b"{}", "is no replay"),
    "another format": (b'{"format": "bothy-replay/2"}', "is no replay"),
    "a format of the wrong kind": (b'{"format": ["bothy-replay/1"]}', "is no replay"),
}


@pytest.mark.parametrize(("content", "message"), NO_REPLAYS.values(), ids=NO_REPLAYS)
def test_a_file_that_is_no_replay_is_refused_in_one_sentence(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(ReplayError) as caught:
        read_json(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=r"cannot be read: No such file or directory$"):
        read_json(tmp_path / "game.json")


def test_a_folder_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=r"cannot be read: Is a directory$"):
        read_json(tmp_path)


def test_a_text_is_json_for_any_reader() -> None:
    text = replays.to_text(a_replay(Step(0, ("play G1",), "play G1", note='"\n\\')).to_json())
    assert json.loads(text)["steps"][0]["note"] == '"\n\\'
