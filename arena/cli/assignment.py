"""`arena course assignment …`: what is to be handed in, until when, and what it meets."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Annotated, Any

import typer

from arena.cli import completion
from arena.cli.afar import courses as afar
from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.course_tables import print_assignment
from arena.cli.plans import clock_of, limits_of, names_in, options_of
from arena.cli.remote import works_afar
from arena.courses.facts import assignment_facts
from arena.courses.models import Course
from arena.courses.store import Wanted, add_assignment, assignment_named, change_assignment, course_named
from arena.courses.times import is_twice, local_text, moment_of
from arena.db import reading, writing
from arena.leases import clock as clock_now
from arena.settings import ArenaError
from referee.games import GAMES
from referee.limits import EXAMPLE

app = typer.Typer(no_args_is_help=True, help="What is to be handed in, until when, and what it meets.")

Name = Annotated[str, typer.Argument(metavar="COURSE/KEY", help="The assignment, like cs101/hw1.")]
Late = Annotated[float | None, typer.Option(help="Hours after the deadline in which something is taken, late.")]
Percent = Annotated[float | None, typer.Option(help="Points that every day begun after the deadline takes off, in %.")]
Freeze = Annotated[str | None, typer.Option(help="From when the public leaderboard stands still, until all is over.")]
Quota = Annotated[int | None, typer.Option(help="How many a team may hand in within any 24 hours.")]
Failed = Annotated[int | None, typer.Option(help="How many that are refused, which are counted apart.")]
Opens = Annotated[str | None, typer.Option(help="From when something is taken: 2026-03-01 08:00, the course's clocks.")]
Deadline = Annotated[str | None, typer.Option(help="Until when it is in time: exactly then it is.")]
Title = Annotated[str | None, typer.Option(help="What it is called.")]


@app.command(
    "create",
    epilog=examples(
        "arena course assignment create cs101/hw1 --game claim --deadline '2026-12-01 23:59' --baselines random,greedy",
        "arena course assignment create cs101/hw2 --game schotten_totten --deadline '2026-12-15 23:59' --late-hours 48 "
        "--late-percent 10 --baselines greedy --blocks 200 --threshold greedy:0.5:10",
    ),
)
def create_(
    name: Name,
    game: Annotated[str, typer.Option(help=f"One of: {', '.join(GAMES)}.", autocompletion=completion.games)],
    deadline: Annotated[str, typer.Option(help="Until when it is in time: exactly then it is.")],
    opens: Opens = None,
    title: Title = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Seats at a table.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="K=V", help="An option of the game.")
    ] = None,
    late_hours: Late = None,
    late_percent: Percent = None,
    freeze: Freeze = None,
    quota: Quota = None,
    failed_quota: Failed = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", help="Deals against each baseline.")] = 50,
    baselines: Annotated[
        str, typer.Option(help="What it meets: names, with commas between.", autocompletion=completion.bot_list)
    ] = "",
    threshold: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT:SCORE:POINTS", help="What earns points: greedy:0.5:10; may be given again."),
    ] = None,
    clock: Annotated[
        str, typer.Option(metavar="BUDGETS", help="Any of startup=10s,grace=200ms,bank=20s (the defaults).")
    ] = "",
    limits: Annotated[str, typer.Option(metavar="LIMITS", help=f"What each bot may use, any of {EXAMPLE}.")] = "",
    as_json: AsJson = False,
) -> None:
    """Set an assignment. By default it opens now."""
    settings = ready_settings()
    course_key, slash, key = name.partition("/")
    if not slash:
        raise ArenaError(f"an assignment is written COURSE/KEY, like cs101/hw1, not {name!r}")
    with writing(settings.database) as session:
        course = course_named(session, course_key)
        given = {"late_hours": late_hours, "late_percent_per_day": late_percent, "quota": quota,
                 "failed_quota": failed_quota, "title": title}  # fmt: skip
        wanted = Wanted(
            game=game,
            opens=clock_now(session).replace(microsecond=0) if opens is None else _moment(opens, course),
            deadline=_moment(deadline, course),
            freeze=None if freeze is None else _moment(freeze, course),
            players=players,
            options=options_of(game, option),
            blocks=blocks,
            clock=clock_of(clock),
            limits=limits_of(limits),
            baselines=names_in(baselines),
            thresholds=[_threshold(text) for text in threshold or []],
            **{field: value for field, value in given.items() if value is not None},  # type: ignore[arg-type]
        )
        facts = assignment_facts(session, course, add_assignment(session, course, key, wanted), clock_now(session))
    print_json(facts) if as_json else print_assignment(facts)


@app.command(
    "change",
    epilog=examples(
        "arena course assignment change cs101/hw1 --deadline '2026-12-03 23:59'",
        "arena course assignment change cs101/hw1 --freeze none --quota 10 --json",
    ),
)
def change_(
    name: Name,
    opens: Opens = None,
    deadline: Deadline = None,
    title: Title = None,
    late_hours: Late = None,
    late_percent: Percent = None,
    freeze: Annotated[str | None, typer.Option(help="A moment, or none.")] = None,
    quota: Quota = None,
    failed_quota: Failed = None,
    as_json: AsJson = False,
) -> None:
    """Give more time or more slots. What hand-ins are measured by stays. What was late is counted anew."""
    settings = ready_settings()
    with writing(settings.database) as session:
        course, found = assignment_named(session, name)
        values: dict[str, Any] = {"late_hours": late_hours, "late_percent_per_day": late_percent, "title": title,
                                  "quota": quota, "failed_quota": failed_quota}  # fmt: skip
        moments = {"opens": opens, "deadline": deadline, "freeze": None if freeze == "none" else freeze}
        values |= {field: _moment(text, course) for field, text in moments.items() if text is not None}
        chosen = {field: value for field, value in values.items() if value is not None}
        change_assignment(session, found, **chosen, **({"freeze": None} if freeze == "none" else {}))
        facts = assignment_facts(session, course, found, clock_now(session))
    print_json(facts) if as_json else print_assignment(facts)


@app.command(
    "show", epilog=examples("arena course assignment show cs101/hw1", "arena course assignment show cs101/hw1 --json")
)
@works_afar("course assignment show", afar.show_assignment)
def show_(name: Name, as_json: AsJson = False) -> None:
    """What is to be handed in, until when, and what it meets."""
    settings = ready_settings()
    with reading(settings.database) as session:
        facts = assignment_facts(session, *assignment_named(session, name), clock_now(session))
    print_json(facts) if as_json else print_assignment(facts)


def _moment(text: str, course: Course) -> datetime:
    found = moment_of(text, course.timezone)
    if is_twice(found, course.timezone):
        shown = local_text(found, course.timezone)
        print(f"arena: the clocks show {text!r} twice in {course.timezone}: {shown} is meant", file=sys.stderr)
    return found


def _threshold(text: str) -> dict[str, Any]:
    """`greedy:0.5:10`"""
    try:
        bot, score, points = text.split(":")
        return {"baseline": bot, "score": float(score), "points": float(points)}
    except ValueError:
        raise ArenaError(f"a threshold is written BOT:SCORE:POINTS, like greedy:0.5:10, not {text!r}") from None
