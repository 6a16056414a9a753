"""The commands of `referee`, put together. A user's mistake is one sentence and exit code 2."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer

from referee.cli import check, deal, doctor, new_bot, play, serve, show, simulate, verify
from referee.games.base import GameError
from referee.sandbox import SandboxError

USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""click's UsageError: typer has it in different places from version to version."""

app = typer.Typer(
    name="referee",
    help="Rules, replays and games between bots.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command(epilog=play.EXAMPLES)(play.play)
app.command(epilog=check.EXAMPLES)(check.check)
app.command("new-bot", epilog=new_bot.EXAMPLES)(new_bot.new_bot)
app.command(epilog=simulate.EXAMPLES)(simulate.simulate)
app.command(epilog=verify.EXAMPLES)(verify.verify)
app.command(epilog=show.EXAMPLES)(show.show)
app.command(epilog=deal.EXAMPLES)(deal.deal)
app.command(epilog=doctor.EXAMPLES)(doctor.doctor)
app.command(epilog=serve.EXAMPLES)(serve.serve)
app.command(epilog=serve.TOKEN_EXAMPLES)(serve.token)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not know every character
    sys.exit(_run())


def _run() -> int:
    """The exit code of the command that the arguments name."""
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except USAGE_ERROR as error:
        return _complain(_usage_sentence(error))
    except (GameError, SandboxError) as error:
        return _complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        print("referee: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (`| head`) has seen enough; keep Python from complaining when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def _usage_sentence(error: Exception) -> str:
    """What is wrong with the command line, and where to read on; nothing if the help was printed already."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "referee"
    return f"{message.rstrip('.')} (see {command} --help)" if message else ""


def _complain(sentence: str) -> int:
    if sentence:
        print(f"referee: {sentence}", file=sys.stderr)
    return 2
