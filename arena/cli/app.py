"""The commands of `arena`, put together. A user's mistake is one sentence and exit code 2."""

from __future__ import annotations

import os
import signal
import sys
from io import TextIOWrapper

import grpc
import typer
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, OperationalError

from arena.cli import (
    bot,
    compare,
    course,
    demo,
    doctor,
    ladder,
    ratings,
    rematch,
    remote,
    stations,
    token,
    tournament,
    user,
)
from arena.settings import ArenaError
from referee.games.base import GameError

USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""click's UsageError: typer has it in different places from version to version."""

STOPPED = 130
"""The exit code after Ctrl-C; some versions of typer make it of the exception themselves."""

app = typer.Typer(
    name="arena",
    help="Tournaments of bots, and what they show.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command(epilog=stations.INIT_EXAMPLES)(stations.init)
app.command(epilog=demo.EXAMPLES)(demo.demo)
app.add_typer(bot.app, name="bot")
app.add_typer(tournament.app, name="tournament")
app.add_typer(ladder.app, name="ladder")
app.command(epilog=compare.EXAMPLES)(compare.compare)
app.command(epilog=rematch.EXAMPLES)(rematch.rematch)
app.add_typer(ratings.app, name="ratings")
app.command(epilog=ratings.REPLAY_EXAMPLES)(ratings.replay)
app.command(epilog=stations.UP_EXAMPLES)(stations.up)
app.command(epilog=stations.SERVE_EXAMPLES)(stations.serve)
app.command(epilog=stations.WORKER_EXAMPLES)(stations.worker)
app.add_typer(user.app, name="user")
app.add_typer(token.app, name="token")
app.add_typer(course.app, name="course")
app.command(epilog=doctor.EXAMPLES)(doctor.doctor)
app.callback(epilog=remote.epilog())(remote.choose)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not know every character
    # Told to stop, it ends what it started, as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(_run())


def _run() -> int:
    """The exit code of the command that the arguments name."""
    try:
        code = app(prog_name="arena", standalone_mode=False)
        sys.stdout.flush()
        return _stopped() if code == STOPPED else code if isinstance(code, int) else 0
    except USAGE_ERROR as error:
        return _complain(_usage_sentence(error))
    except (typer.Abort, KeyboardInterrupt):
        return _stopped()
    except BrokenPipeError:
        # The reader (`| head`) has seen enough; keep Python from complaining when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ArenaError, GameError, CommandError, DBAPIError, grpc.RpcError, OSError, UnicodeEncodeError) as error:
        return _complain(_sentence(error))


def _sentence(error: Exception) -> str:
    """What is wrong, in the user's words."""
    match error:
        case OperationalError():
            return f"the database does not answer: {str(error.orig).splitlines()[0]}"
        case DBAPIError():
            return f"the database refused it: {str(error.orig).splitlines()[0]}"
        case CommandError():
            return f"the database is of another Bothy, perhaps a newer one: {error}"
        case grpc.RpcError():
            return f"the referee does not answer: {error.details() if isinstance(error, grpc.Call) else error}"
        case UnicodeEncodeError():
            return "a name in these arguments is not valid Unicode"
        case OSError() if error.filename:
            return f"{error.filename}: {error.strerror}"
        case _:
            return str(error)


def _usage_sentence(error: Exception) -> str:
    """What is wrong with the command line, and where to read on; nothing if the help was printed already."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "arena"
    return f"{message.rstrip('.')} (see {command} --help)" if message else ""


def _stopped() -> int:
    print("arena: stopped; run it again to go on", file=sys.stderr)
    return STOPPED


def _complain(sentence: str) -> int:
    if sentence:
        print(f"arena: {sentence}", file=sys.stderr)
    return 2
