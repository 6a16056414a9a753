"""`referee play`"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from referee.cli.arguments import AsJson, GameKey, OptionTexts, examples, master_seed, parse_options, print_json
from referee.cli.bots import SandboxLevel, chosen_sandbox, program_of
from referee.clock import ClockSettings
from referee.games import game_of
from referee.hall import hall
from referee.limits import EXAMPLE, Limits
from referee.match import Block, Match, MatchSpec
from referee.resting import check_that_bots_can_rest
from referee.sandbox import Sandbox
from referee.seatings import Seatings
from referee.show import printable
from referee.summary import BotSummary, MatchSummary

EXAMPLES = examples(
    "referee play claim sample_bots/python-greedy sample_bots/python-random --blocks 100",
    "referee play lords_of_scotland A B C --blocks 20 -o bruce=true --replays games/",
    "referee play claim A B --clock grace=50ms,bank=5s --parallel 8 --json",
    "referee play claim A B --limits memory=256MB,cpu-time=60s,processes=16 --sandbox standard",
)

LOG_LINES = 24
"""Of a faulty bot's log: a traceback, and what came before it."""

ClockText = Annotated[
    str,
    typer.Option(
        "--clock", metavar="BUDGETS", help="Any of startup=10s,grace=200ms,bank=20s (these are the defaults)."
    ),
]

LimitsText = Annotated[
    str,
    typer.Option("--limits", metavar="LIMITS", help=f"What each bot may use, any of {EXAMPLE}."),
]


def play(
    game: GameKey,
    bots: Annotated[list[Path], typer.Argument(metavar="BOT BOT…", help="Folders with a bot.toml, one for each seat.")],
    blocks: Annotated[
        int, typer.Option("--blocks", "-n", min=1, help="How many deals; each is played in every seating.")
    ] = 10,
    option: OptionTexts = None,
    seed: Annotated[
        str | None, typer.Option(help="Same seed, same deals: 64 hex digits or any text; by default at random.")
    ] = None,
    clock: ClockText = "",
    replays: Annotated[Path | None, typer.Option(file_okay=False, help="A folder for the replays.")] = None,
    parallel: Annotated[int, typer.Option(min=1, max=64, help="How many blocks are in flight at once.")] = 1,
    seatings: Annotated[
        Seatings, typer.Option(help="rotations: each bot once in each seat; balanced: each pair in each pair of seats.")
    ] = Seatings.ROTATIONS,
    sandbox: SandboxLevel = None,
    limits: LimitsText = "",
    freeze: Annotated[
        bool, typer.Option("--freeze", help="Bots stand still while others are to move (at level strict).")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a match between bots and tell who is better, and how sure that is."""
    rules = game_of(game)
    rules.check_players(len(bots))
    allowed = Limits.parse(limits)
    programs = [replace(program_of(folder, game), limits=allowed, freeze=freeze) for folder in bots]
    master = master_seed(seed)
    spec = MatchSpec(
        game, parse_options(rules, option), programs, blocks, master,
        ClockSettings.parse(clock), seatings, parallel,
    )  # fmt: skip
    if replays is not None:
        replays.mkdir(parents=True, exist_ok=True)
    where = chosen_sandbox(sandbox)
    if freeze:
        check_that_bots_can_rest(where)
    summary = MatchSummary(program.name for program in programs)
    logs = asyncio.run(_play(spec, where, summary, replays, quiet=as_json))
    facts: dict[str, Any] = {"game": game, "options": rules.resolve_options(len(bots), spec.options)}
    facts |= {"seed": master.hex(), "sandbox": str(where.level), **summary.to_json()}
    if as_json:
        print_json({**facts, "logs": logs})
    else:
        _print(summary, rules.title, master, where, logs, replays)


async def _play(
    spec: MatchSpec, sandbox: Sandbox, summary: MatchSummary, replays: Path | None, quiet: bool
) -> list[dict[str, Any]]:
    """Play the match; what the bots at fault had printed, game by game."""
    logs: list[dict[str, Any]] = []
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, disable=quiet or not console.is_terminal, transient=True,
    ) as progress:  # fmt: skip
        task = progress.add_task("starting the bots", total=spec.blocks)
        async with hall(sandbox) as place, aclosing(Match(spec, place).blocks()) as blocks:
            async for block in blocks:
                summary.count(block)
                logs += _faults(block, summary)
                if replays is not None:
                    _write(block, replays, spec)
                progress.update(task, advance=1, description=_running_score(summary))
    return logs


def _running_score(summary: MatchSummary) -> str:
    return "  ".join(f"{bot.name} {bot.score:.1%}" for bot in summary.bots)


def _faults(block: Block, summary: MatchSummary) -> list[dict[str, Any]]:
    return [
        {
            "block": block.number,
            "game": number,
            "bot": summary.bots[game.seating[seat]].name,
            "termination": str(game.replay.result.termination),
            "detail": game.replay.result.detail,
            "log": log,
        }
        for number, game in enumerate(block.games)
        if game.replay.result is not None
        for seat, log in game.logs.items()
    ]


def _write(block: Block, folder: Path, spec: MatchSpec) -> None:
    for number, game in enumerate(block.games):
        game.replay.write(folder / f"{spec.game}-{block.number + 1:06d}-{number + 1}.json")


def _print(
    summary: MatchSummary, title: str, master: bytes, sandbox: Sandbox, logs: list[dict[str, Any]], replays: Path | None
) -> None:
    console = Console()
    console.print(f"[bold]{title}[/bold], {summary.blocks} blocks, {summary.games} games, sandbox {sandbox.level}")
    table = Table("bot", "score", "Elo", "LOS", "W–D–L", "think mean/max", "faults", box=None, pad_edge=False)
    for bot in summary.bots:
        table.add_row(
            bot.name,
            f"{bot.score:.1%}" + (f" ±{bot.margin:.1%}" if bot.margin is not None else ""),
            _elo_text(bot),
            f"{bot.los:.1%}" if bot.los is not None else "–",
            f"{bot.wins}–{bot.draws}–{bot.losses}",
            f"{bot.think_mean_ms:.1f}/{bot.think_max_ms:.0f} ms",
            ", ".join(f"{name} {count}" for name, count in bot.faults.items()) or "none",
        )
    console.print(table)
    if summary.blocks < 2:
        console.print("One block says nothing about how sure this is: play more with --blocks.")
    for entry in logs[:3]:
        print(f"\n{entry['bot']}, block {entry['block'] + 1}: {entry['detail']}")
        print("\n".join(f"  | {printable(line)}" for line in entry["log"].splitlines()[-LOG_LINES:]))
    if len(logs) > 3:
        print(f"\n… and {len(logs) - 3} more faults: --json has all logs.")
    print(f"\nThe same deals again: --seed {master.hex()}")
    if replays is not None:
        print(f"Replays are in {replays}: try  referee show {replays}/FILE")


def _elo_text(bot: BotSummary) -> str:
    elo, low, high = bot.elo
    if elo is None:
        return "beyond measure"
    if low is None or high is None:
        return f"{elo:+.0f}"
    return f"{elo:+.0f} ±{(high - low) / 2:.0f}"
