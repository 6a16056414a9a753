"""A tournament while it is played: a live bar on a terminal, a line now and then where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from arena.db import reading
from arena.models import Tournament, TournamentStatus
from arena.progress import Progress, progress_of
from arena.running import run
from arena.settings import Settings

Describe = Callable[[Progress], str]


def sentence(progress: Progress) -> str:
    rounds = f", round {progress.round} of {progress.rounds}" if progress.rounds > 1 else ""
    return (
        f"{progress.status}, {progress.blocks_done} of {progress.blocks} blocks, "
        f"{progress.matches_done} of {progress.matches} matches{rounds}"
    )


def play_with_progress(
    settings: Settings,
    tournament_id: int,
    workers: int | None,
    quiet: bool,
    describe: Describe = sentence,
    most_blocks: int | None = None,
) -> Progress:
    """Play it to its end; at once if it has ended already. `most_blocks` is for one that grows as it goes."""
    known = look(settings, tournament_id)
    if known.status == TournamentStatus.DONE:
        if not quiet:
            print(f"{known.name} is all played.", file=sys.stderr, flush=True)
        return known
    console = Console(stderr=True)
    with Bar(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("blocks"),
        TimeElapsedColumn(), TimeRemainingColumn(),
        console=console, disable=quiet or not console.is_terminal, transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task(escape(known.name), total=None)
        teller = _Teller(describe)

        def show(progress: Progress) -> None:
            if console.is_terminal and not quiet:
                text = progress.name if describe is sentence else describe(progress)
                bar.update(
                    task, total=most_blocks or progress.blocks, completed=progress.blocks_done, description=escape(text)
                )
            elif not quiet:
                teller.tell(progress)

        return run(settings, tournament_id, workers, show)


def look(settings: Settings, tournament_id: int) -> Progress:
    with reading(settings.database) as session:
        return progress_of(session, session.get_one(Tournament, tournament_id))


class _Teller:
    """Says something each time another tenth is played, or more has been planned."""

    def __init__(self, describe: Describe) -> None:
        self._describe = describe
        self._told: tuple[int, int] | None = None

    def tell(self, progress: Progress) -> None:
        point = (progress.blocks, progress.blocks_done * 10 // max(progress.blocks, 1))
        if point != self._told:
            self._told = point
            print(f"{progress.name}: {self._describe(progress)}", file=sys.stderr, flush=True)
