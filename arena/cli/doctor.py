"""`arena doctor`: whether this machine has what an arena needs, and how to mend what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import typer
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from arena.cli.context import AsJson, examples, print_json, print_table
from arena.db import engine_of
from arena.queue import connect
from arena.redis_server import server_program
from arena.settings import ArenaError, Settings, load_settings

EXAMPLES = examples("arena doctor", "arena doctor --json")
SANDBOX_SECONDS = 60


def doctor(as_json: AsJson = False) -> None:
    """Look whether this machine has what an arena needs. The exit code is 1 if something is missing."""
    settings = load_settings()
    checks = [_home(settings), _database(settings), _queue(settings), _sandbox()]
    if as_json:
        print_json(checks)
    else:
        rows = [["ok" if check["ok"] else "MISSING", check["what"], check["detail"]] for check in checks]
        print_table("", ["", "what", "found"], rows, "More about the sandbox: referee doctor")
    if not all(check["ok"] for check in checks):
        raise typer.Exit(1)


def _home(settings: Settings) -> dict[str, Any]:
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
        probe = settings.home / ".doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return _check(
            "a home", False, f"{settings.home.absolute()}: {error.strerror}; set ARENA_HOME to a folder of yours"
        )
    return _check("a home", True, str(settings.home.absolute()))


def _database(settings: Settings) -> dict[str, Any]:
    try:
        with engine_of(settings.database).connect() as connection:
            connection.execute(text("SELECT 1"))
    except (DBAPIError, ArenaError, OSError) as error:
        return _check("a database", False, f"{str(error).splitlines()[0]}; see ARENA_DATABASE_URL")
    return _check("a database", True, safe_url(settings))


def _queue(settings: Settings) -> dict[str, Any]:
    try:
        if settings.redis_url:
            connect(settings.redis_url)
            return _check("a queue", True, "the Redis of ARENA_REDIS_URL answers")
        return _check("a queue", True, f"its own: {server_program()}")
    except (ArenaError, ImportError, OSError) as error:
        return _check("a queue", False, f"{error}; see ARENA_REDIS_URL")


def _sandbox() -> dict[str, Any]:
    """The referee runs the bots, so it is the referee that is asked."""
    command = [sys.executable, "-m", "referee.cli", "doctor", "--json"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SANDBOX_SECONDS, check=False)
        level = json.loads(done.stdout)["level"]
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return _check("a sandbox for bots", False, "the referee could not tell: try referee doctor")
    if done.returncode:
        return _check(
            "a sandbox for bots", False, "not good enough for strangers' bots: referee doctor tells how to mend it"
        )
    return _check("a sandbox for bots", True, f"level {level}")


def _check(what: str, ok: bool, detail: str) -> dict[str, Any]:
    return {"what": what, "ok": ok, "detail": detail}


def safe_url(settings: Settings) -> str:
    return engine_of(settings.database).url.render_as_string(hide_password=True)
