"""`arena compare NEW OLD`: is it better? Asked until a test that may be watched has seen enough."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import typer

from arena.cli import completion
from arena.cli.context import AsJson, console, examples, print_facts, print_json, ready_settings
from arena.cli.plans import options_of
from arena.cli.progress import play_with_progress
from arena.cli.sources import labels_of
from arena.cli.tables import likelihood
from arena.db import AWAY, reading
from arena.models import Tournament, TournamentStatus
from arena.progress import Progress
from arena.settings import ArenaError, Settings
from arena.store import LOCAL_OWNER, checked_owner
from referee.games import GAMES

EXAMPLES = examples(
    "arena compare my-bot/ greedy --game claim",
    "arena compare greedy@2 greedy@1 --game schotten_totten -o tactics=true --sprt 0,10 --max-blocks 5000",
    "arena compare new/ old/ --game claim --sprt=-10,0 --json",
)


def compare(
    new: Annotated[
        str, typer.Argument(metavar="NEW", help="A bot, or a folder of one.", autocompletion=completion.bots)
    ],
    old: Annotated[str, typer.Argument(metavar="OLD", help="The same.", autocompletion=completion.bots)],
    game: Annotated[str, typer.Option(help=f"One of: {', '.join(GAMES)}.", autocompletion=completion.games)],
    sprt: Annotated[
        str, typer.Option(metavar="ELO0,ELO1", help="Stop when it is clear which of these is nearer the difference.")
    ] = "0,20",
    alpha: Annotated[float, typer.Option(help="How often NEW may pass that is only ELO0 better.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often NEW may fail that is ELO1 better.")] = 0.05,
    max_blocks: Annotated[int, typer.Option(help="Give up after so many deals; ask for more later.")] = 1000,
    batch: Annotated[int, typer.Option(min=1, max=1000, help="Look after so many deals.")] = 10,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="K=V", help="An option of the game.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Another seed is another comparison; by default at random.")] = None,
    owner: Annotated[str, typer.Option(help="Whose bots they are.")] = LOCAL_OWNER,
    workers: Annotated[int | None, typer.Option("--workers", "-w", min=0, max=64, help="As for a tournament.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell whether NEW is better than OLD, with as few games as that takes.

    The same command again goes on where it was stopped; when all is played it shows the verdict at once.
    """
    from arena.compare import Stopping, Wanted, plan

    low, high = _bounds(sprt)
    stopping = Stopping(low, high, alpha, beta, max_blocks)
    options = options_of(game, option)
    settings = ready_settings()
    first, second = labels_of(settings, [new, old], checked_owner(owner), game)
    tournament_id = plan(settings.database, Wanted(first, second, game, options, stopping, batch, seed))
    play_with_progress(settings, tournament_id, workers, as_json, _describer(settings, tournament_id), max_blocks)
    report = _report(settings, tournament_id)
    print_json(report) if as_json else _print(report)


def _bounds(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise ArenaError(f"--sprt has two Elo differences with a comma between, like 0,20, not {text!r}") from None
    return low, high


def _report(settings: Settings, tournament_id: int) -> dict[str, Any]:
    from arena.compare import comparison

    with reading(settings.database) as session:
        return comparison(session, session.get_one(Tournament, tournament_id))


def _describer(settings: Settings, tournament_id: int) -> Callable[[Progress], str]:
    """Computes again only when there is something new."""
    blocks, line = -1, "starting"

    def describe(progress: Progress) -> str:
        nonlocal blocks, line
        if progress.blocks_done != blocks:
            with suppress(*AWAY):  # a database that is away for a moment stops nothing
                blocks, line = progress.blocks_done, _line(_report(settings, tournament_id))
        return line

    return describe


def _line(report: dict[str, Any]) -> str:
    return f"{report['blocks']} blocks, score {report['score']:.1%}, {_llr(report)}"


def _llr(report: dict[str, Any]) -> str:
    return f"LLR {report['llr']:+.2f} (stops at {report['lower']:.2f} or {report['upper']:+.2f})"


def _print(report: dict[str, Any]) -> None:
    scores = ", ".join(f"{count} × {score}" for score, count in report["block_scores"].items())
    los = "" if report["los"] is None else f"; new is better with a likelihood of {likelihood(report['los'])}"
    print_facts(
        {
            "new": report["new"],
            "old": report["old"],
            "played": f"{report['games']} games in {report['blocks']} blocks of {report['game']}",
            "score of new": f"{report['score']:.1%} (blocks: {scores})",
            "difference": f"{_elo(report['elo'])}{los}",
            "test": f"{report['elo0']:g} or {report['elo1']:g} Elo: {_llr(report)}",
        }
    )
    console().print(f"\n{verdict(report)}")
    print(f"\nThe games: arena tournament export {report['tournament']}", file=sys.stderr)


def _elo(interval: dict[str, float | None]) -> str:
    if interval["value"] is None:
        return "beyond measure: all games went one way"
    spread = "" if interval["plus_minus"] is None else f" ± {interval['plus_minus']:.0f} (95 %)"
    return f"{interval['value']:+.0f}{spread} Elo"


def verdict(report: dict[str, Any]) -> str:
    """What the test says, in one sentence."""
    new, old = report["new"], report["old"]
    wrong = "(tests like this are wrong in {:.0%} of cases)"
    if report["verdict"] == "accept_h1":
        return f"Yes: {new} is better than {old} by more than {report['elo0']:g} Elo {wrong.format(report['alpha'])}."
    if report["verdict"] == "accept_h0":
        return f"No: {new} is not {report['elo1']:g} Elo better than {old} {wrong.format(report['beta'])}."
    if report["status"] == TournamentStatus.CANCELLED:
        return "Undecided: it was cancelled. The same command goes on with it."
    return f"Undecided after {report['blocks']} blocks: the same command with a larger --max-blocks goes on."
