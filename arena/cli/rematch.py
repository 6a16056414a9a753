"""`arena rematch GAME --with NEW`: would another version have done better with the same cards?"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from arena.cli import completion
from arena.cli.context import AsJson, examples, print_facts, print_json, ready_settings
from arena.cli.progress import play_with_progress
from arena.cli.sources import labels_of
from arena.db import reading
from arena.models import Block, Game, Pool, Tournament
from arena.settings import Missing, Settings
from arena.store import LOCAL_OWNER, checked_owner

EXAMPLES = examples(
    "arena rematch 17 --with my-bot/",
    "arena rematch 17 --with greedy@2 --for greedy@1 --all",
    "arena rematch 17 --with greedy@2 --json",
)
HIGHEST_ID = 2**31 - 1


def rematch(
    game: Annotated[int, typer.Argument(metavar="GAME", min=1, max=HIGHEST_ID, help="A game's number.")],
    new: Annotated[
        str, typer.Option("--with", metavar="NEW", help="A bot, or a folder of one.", autocompletion=completion.bots)
    ],
    old: Annotated[
        str | None, typer.Option("--for", metavar="OLD", help="Whose place it takes; by default its own bot's.")
    ] = None,
    everywhere: Annotated[
        bool, typer.Option("--all", help="All matches of that tournament in which OLD played, not only this one.")
    ] = False,
    owner: Annotated[str, typer.Option(help="Whose bots they are.")] = LOCAL_OWNER,
    workers: Annotated[int | None, typer.Option("--workers", "-w", min=0, max=64, help="As for a tournament.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play the match of a game again with another version: same deals, same seats, same opponents.

    It counts for no rating. The same command again goes on where it was stopped, and then shows the result.
    """
    from arena.rematch import plan

    settings = ready_settings()
    owner = checked_owner(owner)
    (label,) = labels_of(settings, [new], owner, _name_of(settings, game))
    tournament_id = plan(settings.database, game, label, owner, old, everywhere)
    play_with_progress(settings, tournament_id, workers, as_json)
    report = _report(settings, tournament_id)
    print_json(report) if as_json else _print(report)


def _name_of(settings: Settings, game_id: int) -> str:
    """The name of the game that was played."""
    with reading(settings.database) as session:
        game = session.get(Game, game_id)
        if game is None:
            raise Missing(f"there is no game {game_id}")
        return session.get_one(Pool, session.get_one(Block, game.block_id).pool_id).game


def _report(settings: Settings, tournament_id: int) -> dict[str, Any]:
    from arena.rematch import report

    with reading(settings.database) as session:
        return report(session, session.get_one(Tournament, tournament_id))


def _print(report: dict[str, Any]) -> None:
    print_facts(
        {
            "played again": f"{report['blocks']} blocks in {report['matches']} matches of {report['tournament']}",
            "score of the old": f"{report['old_score']:.1%} ({report['old']})",
            "score of the new": f"{report['new_score']:.1%} ({report['new']})",
            "difference": _interval(report),
        }
    )
    print(f"\n{verdict(report)}")
    print(f"\nThe games: arena tournament export {report['rematch']}", file=sys.stderr)


def _interval(report: dict[str, Any]) -> str:
    points = f"{100 * report['difference']:+.1f} points of 100"
    if report["low"] is None:
        return f"{points} (one deal: no interval)"
    return f"{points} (95 %: {100 * report['low']:+.1f} to {100 * report['high']:+.1f}, {report['deals']} deals)"


def verdict(report: dict[str, Any]) -> str:
    """What the difference says, in one sentence."""
    new, old = report["new"], report["old"]
    if report["low"] is not None and report["low"] > 0:
        return f"{new} does better than {old} with these cards."
    if report["high"] is not None and report["high"] < 0:
        return f"{new} does worse than {old} with these cards."
    return f"No difference is proven: {new} may be better or worse than {old}. More deals would tell."
