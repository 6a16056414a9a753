"""`referee check`"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from referee.check import CheckStep
from referee.check import check as check_bot
from referee.cli.arguments import AsJson, examples, print_json
from referee.cli.bots import SandboxLevel, chosen_sandbox
from referee.cli.play import ClockText
from referee.clock import ClockSettings
from referee.hall import hall
from referee.live_bot import BotProgram
from referee.sandbox import Sandbox
from referee.sandbox.manifest import read_manifest
from referee.show import printable

EXAMPLES = examples("referee check sample_bots/python-random", "referee check my-bot --clock grace=50ms --json")


def check(
    bot: Annotated[Path, typer.Argument(metavar="BOT", help="A folder with a bot.toml.")],
    clock: ClockText = "",
    sandbox: SandboxLevel = None,
    as_json: AsJson = False,
) -> None:
    """Put a bot through its paces, step by step, before it meets others.

    The exit code is 0 if it passes every step, 1 if not.
    """
    manifest = read_manifest(bot)
    program = BotProgram(manifest.name, bot.absolute(), manifest.run)
    where = chosen_sandbox(sandbox)
    steps = asyncio.run(_run(program, manifest.games, ClockSettings.parse(clock), where, quiet=as_json))
    passed = all(step.passed for step in steps)
    if as_json:
        facts = {"bot": manifest.name, "sandbox": str(where.level), "passed": passed}
        print_json({**facts, "steps": [step.to_json() for step in steps]})
    else:
        verdict = "is ready to play" if passed else "is not ready"
        print(f"\n{manifest.name} {verdict} (sandbox {where.level})")
    if not passed:
        raise typer.Exit(1)


async def _run(
    program: BotProgram, games: tuple[str, ...], clock: ClockSettings, sandbox: Sandbox, quiet: bool
) -> list[CheckStep]:
    steps = []
    async with hall(sandbox) as place, aclosing(check_bot(program, games, clock, place)) as checks:
        async for step in checks:
            steps.append(step)
            if not quiet:
                _print(step)
    return steps


def _print(step: CheckStep) -> None:
    mark = "[green]passed[/green]" if step.passed else "[bold red]FAILED[/bold red]"
    Console().print(f"{mark}  {escape(step.name)}: {escape(printable(step.detail))}", soft_wrap=True)
    if not step.passed:
        lines = step.log.splitlines()[-20:]
        print("\n".join(f"        | {printable(line)}" for line in lines) or "        | (it printed nothing)")
