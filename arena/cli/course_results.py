"""`arena course grades`, `results`, `final` and `kit`: what comes of an assignment, and what it begins with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.afar import course_results as afar
from arena.cli.context import AsJson, examples, print_json, print_table, quoted, ready_settings
from arena.cli.listings import print_kit, print_result
from arena.cli.remote import works_afar
from arena.db import reading
from arena.facts.plans import tournament_report
from arena.models import Format
from arena.store import tournament_named, version_labels
from arena.tournaments import create

Assignment = Annotated[str, typer.Argument(metavar="COURSE/KEY", help="The assignment, like cs101/hw1.")]


def install(app: typer.Typer) -> None:
    """Put these commands among those of `arena course`."""
    app.command("grades", epilog=examples("arena course grades cs101/hw1 --output hw1.csv"))(grades)
    app.command(
        "results",
        epilog=examples("arena course results cs101/hw1", "arena course results cs101/hw1 --into results"),
    )(results)
    app.command(
        "final", epilog=examples("arena course final cs101/hw1", "arena course final cs101/hw1 --format swiss -n 20")
    )(final)
    app.command(
        "kit", epilog=examples("arena course kit cs101/hw1 hw1 --address https://arena.example.org")
    )(kit)  # fmt: skip


def grades(
    assignment: Assignment,
    output: Annotated[Path | None, typer.Option("--output", "-o", dir_okay=False, help="A file to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """A table of all students' points as CSV, for spreadsheets and learning platforms."""
    from arena.courses.exports import grades_csv, grades_rows  # scipy takes a second to load
    from arena.courses.store import assignment_named

    settings = ready_settings()
    with reading(settings.database) as session:
        found = assignment_named(session, assignment)
        if as_json:
            print_json(list(grades_rows(session, *found)))
            return
        text = grades_csv(session, *found)
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, encoding="utf-8")
        print(f"{output} has the points of {max(text.count(chr(10)) - 1, 0)} students.")


@works_afar("course results", afar.results)
def results(
    assignment: Assignment,
    team: Annotated[str | None, typer.Option(help="One team, by its account's name.")] = None,
    into: Annotated[
        Path | None,
        typer.Option(file_okay=False, help="A folder for a results.json of each team, as Gradescope reads it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What the teams have earned so far, and why. From afar: your own team."""
    from arena.courses.exports import gradescope, gradescope_files
    from arena.courses.grades import result_of
    from arena.courses.grades import results as all_results
    from arena.courses.store import assignment_named, team_of

    settings = ready_settings()
    with reading(settings.database) as session:
        course, found = assignment_named(session, assignment)
        labels = version_labels(session, found.baselines)
        if team is not None:
            one = gradescope(found, labels, result_of(session, found, team_of(session, course, team)))
            print_json(one) if as_json else print_result(one)
            return
        if into is not None:
            _write_all(into, gradescope_files(session, found), as_json)
            return
        rows = [{"team": one.account, **gradescope(found, labels, one)} for one in all_results(session, found)]
    print_json(rows) if as_json else _print_results(assignment, rows)


def final(
    assignment: Assignment,
    format: Annotated[
        Format | None, typer.Option(help="By default a round robin of up to 30 bots, and swiss beyond.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="A name for the tournament.")] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", help="Deals in every match.")] = 10,
    rounds: Annotated[int | None, typer.Option(min=1, max=1000, help="For swiss: how many rounds.")] = None,
    seed: Annotated[str | None, typer.Option(help="64 hex digits or any text; by default at random.")] = None,
    as_json: AsJson = False,
) -> None:
    """Plan the final: a tournament of what every team handed in last. From then on it is one as any other."""
    from arena.courses.final import final_plan
    from arena.courses.store import assignment_named

    settings = ready_settings()
    with reading(settings.database) as session:
        course, found = assignment_named(session, assignment)
        plan = final_plan(session, course, found, format, name, blocks, rounds, seed)
    tournament = create(settings.database, plan)
    if as_json:
        with reading(settings.database) as session:
            print_json(tournament_report(session, tournament_named(session, tournament.name)))
        return
    print(f"{tournament.name} is planned: {len(plan.bots)} bots, {plan.format}.")
    print(f"\nNext:  arena tournament run {quoted(tournament.name)}")


@works_afar("course kit", afar.kit)
def kit(
    assignment: Assignment,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The new folder.")],
    address: Annotated[
        str | None, typer.Option(help="The arena's address for students; by default this machine's own, or --server.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a starter kit: a bot, opponents, a notebook that shows replays, and two ways to submit."""
    from arena.courses.kit import make_kit
    from arena.courses.kit_facts import kit_facts
    from arena.courses.store import assignment_named

    settings = ready_settings()
    with reading(settings.database) as session:
        facts = kit_facts(session, *assignment_named(session, assignment))
    files = make_kit(facts, address or "http://127.0.0.1:8000", folder)
    print_kit(folder, files, as_json)


def _write_all(folder: Path, files: dict[str, Any], as_json: bool) -> None:
    from arena.cli.context import json_text

    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(json_text(content), encoding="utf-8")
    if as_json:
        print_json({"folder": str(folder), "files": sorted(files)})
    else:
        print(f"{folder} has the results of {len(files)} teams.")


def _print_results(assignment: str, rows: list[dict[str, Any]]) -> None:
    cells = [
        (
            row["team"],
            row["extra_data"]["bot"] or "–",
            f"{row['score']:g}",
            "yes" if row["extra_data"]["pending"] else "",
        )
        for row in rows
    ]
    print_table(assignment, ("team", "bot", "points>", "pending"), cells)
