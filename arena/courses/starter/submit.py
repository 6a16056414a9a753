"""Submits the bot and waits for its result:  python submit.py

The token is taken from the environment (ARENA_TOKEN), because everybody on a machine can read command lines, and logs
keep addresses. It is sent in a header, to the arena alone. Nothing is needed besides Python.
Exit code 0: taken in, checked and played. 1: refused by the check. 2: not taken at all; it says why.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BOT = HERE / "my-bot"
RESULTS = HERE / "results.json"
LEFT_OUT = {"__pycache__", ".git", ".venv", "node_modules", "target", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
LOOK_SECONDS = float(os.environ.get("LOOK_SECONDS") or 3)
MOST_SECONDS = 3600
TRIES = 10


class Refused(Exception):
    """What the arena says no to, or what keeps us from asking it. The message is one sentence."""

    def __init__(self, sentence: str, is_passing: bool = False) -> None:
        super().__init__(sentence)
        self.is_passing = is_passing
        """Whether it is worth asking again."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the token to whoever it names."""

    def redirect_request(self, *_: object) -> None:
        return None


class Arena:
    def __init__(self, server: str, token: str) -> None:
        if urllib.parse.urlsplit(server).scheme not in ("http", "https"):
            raise Refused("there is no address of an arena: set ARENA_SERVER, or write it into assignment.json")
        if not token:
            raise Refused("there is no token: set ARENA_TOKEN (in CI: a secret of this name)")
        if not token.isascii() or not token.isprintable():
            raise Refused("what ARENA_TOKEN holds is no token: copy it again")
        self._api, self._token = f"{server.rstrip('/')}/api/v1", token
        self._opener = urllib.request.build_opener(NoRedirect)

    def ask(self, path: str, data: bytes | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/octet-stream"}
        request = urllib.request.Request(self._api + path, data, headers)
        try:
            with self._opener.open(request, timeout=60) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            raise Refused(sentence_of(error), error.code == 429 or error.code >= 500) from None
        except (OSError, ValueError) as error:
            raise Refused(f"no arena answers: {getattr(error, 'reason', error)}", True) from None

    def watch(self, path: str) -> dict[str, Any]:
        """The same, but not put off by a moment without network."""
        for _ in range(TRIES):
            try:
                return self.ask(path)
            except Refused as trouble:
                if not trouble.is_passing:
                    raise
                last = trouble
                time.sleep(LOOK_SECONDS)
        raise last


def sentence_of(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"the arena answered {error.code}"


def packed(folder: Path) -> bytes:
    """The same files give the same bytes: what did not change is known to the arena already."""
    if not (folder / "bot.toml").is_file():
        raise Refused(f"{folder.name} has no bot.toml: run this file where it came from, beside the bot's folder")
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not LEFT_OUT & set(name.parts):
                info = tarfile.TarInfo(name.as_posix())
                info.size = path.stat().st_size
                info.mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
                with path.open("rb") as file:
                    archive.addfile(info, file)
    return gzip.compress(raw.getvalue(), mtime=0)


def submit(arena: Arena, assignment: str) -> int:
    state = arena.ask(f"/submissions?{urllib.parse.urlencode({'assignment': assignment})}", packed(BOT))
    number, told = state["id"], 0
    say(f"Submitted to {assignment} as number {number}.")
    deadline = time.monotonic() + MOST_SECONDS
    while True:
        for step in state["steps"][told:]:
            say(f"{'passed' if step['passed'] else 'FAILED'}  {step['step']}: {step['detail']}")
            if not step["passed"] and step["log"]:
                say(step["log"])
        told = len(state["steps"])
        if state["is_over"]:
            break
        wait(deadline)
        state = arena.watch(f"/submissions/{number}")
    say(state["sentence"] or state["status"])
    return 1 if state["status"] == "refused" else follow(arena, assignment, number, deadline)


def follow(arena: Arena, assignment: str, number: int, deadline: float) -> int:
    """Wait until it has met the baselines, and keep what came of it."""
    course, _, key = assignment.partition("/")
    path = f"/courses/{urllib.parse.quote(course)}/assignments/{urllib.parse.quote(key)}/results?submission={number}"
    while (result := arena.watch(path))["extra_data"]["pending"]:
        wait(deadline)
    RESULTS.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    for test in result["tests"]:
        say(f"{test['score']:g} of {test['max_score']:g} points: {test['name']}; {test['output']}")
    say(result["output"])
    return int(result["extra_data"]["bot"] is None)


def wait(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise Refused("it is still being played: look at the arena's pages later; it was taken in")
    time.sleep(LOOK_SECONDS)


def say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not know every character
    try:
        facts = json.loads((HERE / "assignment.json").read_text(encoding="utf-8"))
        server = os.environ.get("ARENA_SERVER", "").strip() or facts["server"]
        return submit(Arena(server, os.environ.get("ARENA_TOKEN", "").strip()), facts["assignment"])
    except Refused as refusal:
        print(f"submit.py: {refusal}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
