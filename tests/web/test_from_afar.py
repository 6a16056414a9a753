"""`arena --server URL --token …`, against an arena that is really served."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.accounts.roles import Role
from arena.cli.app import app
from arena.ladders.scheduler import top_up
from arena.services import services
from arena.settings import ArenaError
from arena.uploads.checker import checking
from arena.web.serving import served
from referee.verify import verify
from tests.web.conftest import short_folder
from tests.web.duel import HOSTILE, Played, fill, games_of, known
from tests.web.sites import Site
from tests.web.test_submitting import BROKEN


@dataclass(frozen=True)
class Afar:
    """The commands of somebody who has an address and a token, and nothing else."""

    played: Played
    url: str

    def run(self, *words: object, user: str = "anna", role: Role = Role.CONTESTANT) -> None:
        token = self.played.site.token(user, role)
        app(["--server", self.url, "--token", token, *map(str, words)], standalone_mode=False)


@pytest.fixture(scope="module")
def afar(valkey: str) -> Iterator[Afar]:
    root = short_folder()
    site = Site.at(root, valkey, trust_bots=1)
    fill(site)
    with services(site.settings, 0, referee=True) as ready, checking(ready), served(ready, "127.0.0.1", 0) as url:
        yield Afar(known(site), url)
    for path in root.glob("**/held/**/"):
        path.chmod(0o755)
    shutil.rmtree(root, ignore_errors=True)


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_bots_are_listed_shown_retired_and_activated(afar: Afar, capsys: pytest.CaptureFixture[str]) -> None:
    afar.run("bot", "list")
    assert "anna/alpha@1" in (out := capsys.readouterr().out)
    assert HOSTILE in out
    for command, status in (("retire", "retired"), ("activate", "active")):
        afar.run("bot", command, "alpha@1", "--json")
        assert printed(capsys)["status"] == status
    afar.run("bot", "show", "alpha")
    assert "anna's own" in capsys.readouterr().out
    afar.run("bot", "show", f"bert/{HOSTILE}")
    assert "bert's own" not in capsys.readouterr().out
    with pytest.raises(ArenaError, match="somebody else's"):
        afar.run("bot", "retire", f"bert/{HOSTILE}")


def test_a_tournament_is_looked_at(afar: Afar, capsys: pytest.CaptureFixture[str]) -> None:
    afar.run("tournament", "list", "--json")
    assert {one["name"] for one in printed(capsys)} >= {"cup", "later"}
    afar.run("tournament", "status", "later")
    assert "secret until it is over" in capsys.readouterr().out
    afar.run("tournament", "standings", "cup", "--json")
    assert len(printed(capsys)["rows"]) == 2
    afar.run("tournament", "crosstable", "cup")
    assert "anna/alpha@1" in capsys.readouterr().out
    afar.run("ratings", "show")
    assert "claim, 2 players" in capsys.readouterr().out


def test_games_are_listed_and_their_replays_downloaded(
    afar: Afar, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    afar.run("tournament", "games", "cup", "--json")
    games = [one["id"] for one in printed(capsys)]
    assert games == games_of(afar.played)
    afar.run("replay", games[-1], "--output", tmp_path / "game.json")
    verify(json.loads((tmp_path / "game.json").read_text()))


def test_an_admin_plans_and_cancels(afar: Afar, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "claim", "--bots", f"anna/alpha,bert/{HOSTILE}", "--blocks", 3, "--json")
    afar.run("tournament", "create", "from afar", *words, user="root", role=Role.ADMIN)
    assert printed(capsys)["status"] == "planned"
    afar.run("tournament", "cancel", "from afar", user="root", role=Role.ADMIN)
    assert "is cancelled" in capsys.readouterr().out
    with pytest.raises(ArenaError, match="lacks the scope tournaments"):
        afar.run("tournament", "create", "mine", *words)


def test_a_broken_bot_is_submitted_and_its_log_comes_back(
    afar: Afar, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "broken.tar.gz"
    package.write_bytes(BROKEN)
    code = app(
        ["--server", afar.url, "--token", afar.played.site.token("dora"), "bot", "submit", str(package)],
        standalone_mode=False,
    )
    out = capsys.readouterr().out
    assert code == 1
    assert "FAILED" in out
    assert "my secret" in out
    assert "dora/broken@1 is refused" in out


def test_a_ladder_is_begun_looked_at_and_played_on(afar: Afar, capsys: pytest.CaptureFixture[str]) -> None:
    url = afar.played.site.settings.database

    def admin(*words: object) -> None:
        afar.run("ladder", *words, user="root", role=Role.ADMIN)

    admin("create", "hill", "--game", "claim", "--anchors", "anna/alpha@1", "--per-hour", 10)
    assert "hill has begun" in capsys.readouterr().out
    top_up(url)
    afar.run("ladder", "list", "--json")
    assert [(one["name"], one["blocks_per_hour"]) for one in printed(capsys)] == [("hill", 10)]
    afar.run("ladder", "challenge", "hill", "alpha", f"bert/{HOSTILE}")
    assert "has challenged" in capsys.readouterr().out
    with pytest.raises(ArenaError, match="somebody else's"):
        afar.run("ladder", "challenge", "hill", f"bert/{HOSTILE}", "alpha")
    for words in (("anchor", "hill", "anna/alpha", "--remove"), ("invite", "hill", "anna/alpha"), ("season", "hill")):
        admin(*words, "--json")
        assert printed(capsys)["anchors"] == []
    for words in (("pause", "hill"), ("resume", "hill"), ("end", "hill")):
        admin(*words)
    assert capsys.readouterr().out == "hill is paused.\nhill goes on.\nhill has ended.\n"
    afar.run("ladder", "status", "hill")
    assert "ended" in capsys.readouterr().out
    top_up(url)
    afar.run("ladder", "standings", "hill", "--season", 1, "--json")
    assert printed(capsys)["is_final"] is True
    with pytest.raises(ArenaError, match="there is no ladder 'none'"):
        afar.run("ladder", "status", "none")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("up",), "own machine only"),
        (("bot", "show", "nobody"), "there is no bot 'nobody'"),
        (("tournament", "standings", "none"), "there is no tournament 'none'"),
        (("tournament", "export", "cup"), "own machine only"),
        (("replay", "77777"), "there is no game 77777"),
        (("bot", "submit", "not-there"), "not-there is not there"),
    ],
)
def test_mistakes_are_the_servers_sentence_or_ours(afar: Afar, words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence):
        afar.run(*words)


def test_server_and_token_may_be_in_the_environment_and_a_wrong_one_is_a_sentence(afar: Afar, tmp_path: Path) -> None:
    given = {"ARENA_SERVER": afar.url, "ARENA_TOKEN": "bothy_0_0", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "arena.cli", "bot", "list"]
    done = subprocess.run(
        command, env=os.environ | given, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "arena: this token is not good: it is wrong, expired or revoked\n"


@pytest.mark.parametrize("server", ["nonsense", "ftp://host", "http://127.0.0.1:1", "http://user:pass@127.0.0.1:1"])
def test_a_server_that_is_none_is_a_sentence_without_secrets(server: str) -> None:
    with pytest.raises(ArenaError) as error:
        app(["--server", server, "bot", "list"], standalone_mode=False)
    assert "pass" not in str(error.value)
