"""`arena course …`: rosters, assignments, and what was handed in."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cells import safe_cell
from arena.cli import assignment, course_results
from arena.cli.afar import courses as afar
from arena.cli.context import AsJson, examples, print_json, print_table, quoted, ready_settings
from arena.cli.course_tables import print_course, print_courses, print_feedback, print_handins, print_leaderboard
from arena.cli.remote import works_afar
from arena.courses.enrolment import enrol, member_with, members_of, revoke_member, token_row
from arena.courses.facts import course_facts, roster_facts
from arena.courses.feedback import feedback, handin_facts
from arena.courses.handins import handin_with, handins
from arena.courses.leaderboard import leaderboard
from arena.courses.roster import read_roster
from arena.courses.store import add_course, assignment_named, course_named, courses, reveal
from arena.db import reading, writing
from arena.leases import clock
from arena.settings import ArenaError

app = typer.Typer(no_args_is_help=True, help="Courses: rosters, assignments, and what was handed in.")
roster = typer.Typer(no_args_is_help=True, help="Who takes part in a course, and in which team.")
app.add_typer(roster, name="roster")
app.add_typer(assignment.app, name="assignment")

Key = Annotated[str, typer.Argument(metavar="COURSE", help="The course's key, like cs101.")]
Assigned = assignment.Name
Output = Annotated[Path | None, typer.Option("--output", "-o", dir_okay=False, help="A CSV file, for the owner alone.")]


@app.command(
    "create",
    epilog=examples("arena course create cs101 --timezone Europe/Zurich --pseudonyms", "arena course create ai --json"),
)
def create_(
    key: Annotated[str, typer.Argument(metavar="KEY", help="How commands call it: a-z, 0-9 and -.")],
    title: Annotated[str, typer.Option(help="Its name; by default the key.")] = "",
    timezone: Annotated[str, typer.Option(help="Whose clocks its times are read from: an IANA name.")] = "UTC",
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Teams have names drawn at random, until you reveal who they are.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Begin a course. Its teachers are the arena's admins."""
    settings = ready_settings()
    with writing(settings.database) as session:
        facts = course_facts(session, add_course(session, key, title, timezone, pseudonyms), clock(session))
    print_json(facts) if as_json else print(
        f"{key} is there; its clocks are those of {timezone}.\n\nNext:  arena course roster import {key} roster.csv"
    )


@app.command("list", epilog=examples("arena course list", "arena course list --json"))
@works_afar("course list", afar.list_courses)
def list_(as_json: AsJson = False) -> None:
    """All courses."""
    settings = ready_settings()
    with reading(settings.database) as session:
        facts = [course_facts(session, course, clock(session)) for course in courses(session)]
    print_json(facts) if as_json else print_courses(facts)


@app.command("show", epilog=examples("arena course show cs101", "arena course show cs101 --json"))
@works_afar("course show", afar.show)
def show_(course: Key, as_json: AsJson = False) -> None:
    """A course and its assignments."""
    settings = ready_settings()
    with reading(settings.database) as session:
        facts = course_facts(session, course_named(session, course), clock(session))
    print_json(facts) if as_json else print_course(facts)


@roster.command("import", epilog=examples("arena course roster import cs101 roster.csv"))
def import_(
    course: Key,
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="Columns: student_id,name,email,team.")],
    as_json: AsJson = False,
) -> None:
    """Enter a CSV file's students, all or none. Those of one team share an account; without a team one works alone.

    Who is known is brought up to date; who is not in the file stays. With commas, semicolons or tabs, in UTF-8.
    """
    settings = ready_settings()
    try:
        rows = read_roster(file.read_bytes())
    except OSError as error:
        raise ArenaError(f"{file} cannot be read: {error.strerror}") from None
    with writing(settings.database) as session:
        done = enrol(session, course_named(session, course), rows)
    facts = {"new": done.new, "changed": done.changed, "same": done.same}
    print_json(facts) if as_json else print(
        f"{len(done.new)} students are new, {len(done.changed)} changed, {len(done.same)} as before.\n\n"
        f"Next:  arena course tokens {course} -o tokens.csv"
    )


@roster.command("show", epilog=examples("arena course roster show cs101", "arena course roster show cs101 --json"))
def roster_(course: Key, as_json: AsJson = False) -> None:
    """Who is who: this is shown nowhere else."""
    settings = ready_settings()
    with reading(settings.database) as session:
        facts = roster_facts(session, course_named(session, course))
    if as_json:
        print_json(facts)
        return
    columns = ["student_id", "name", "email", "team", "account", "token"]
    print_table("", columns, [[one[name] for name in columns] for one in facts])


@app.command(
    "tokens",
    epilog=examples("arena course tokens cs101 -o tokens.csv", "arena course tokens cs101 --student s17 --again"),
)
def tokens_(
    course: Key,
    student: Annotated[str | None, typer.Option(help="Only this one's, by student_id.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also for those who have one, which is revoked.")] = False,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Make a token for every student who has none. They are shown this once."""
    settings = ready_settings()
    with writing(settings.database) as session:
        found = course_named(session, course)
        chosen = members_of(session, found) if student is None else [member_with(session, found, student)]
        rows = [token_row(session, found, member, again) for member in chosen]
    made = [row for row in rows if row is not None]
    if output is not None:
        output.touch(mode=0o600)
        output.write_text(_csv(made), encoding="utf-8")
        print(f"{len(made)} tokens are in {output}", file=sys.stderr)
    elif as_json:
        print_json(made)
    else:
        sys.stdout.write(_csv(made))


@app.command("revoke", epilog=examples("arena course revoke cs101 s17", "arena course revoke cs101 s17 --json"))
def revoke_(
    course: Key,
    student: Annotated[str, typer.Argument(metavar="STUDENT", help="As the roster has it: the student_id.")],
    as_json: AsJson = False,
) -> None:
    """Make a student's token worthless. Their team, and the tokens of its other members, stay."""
    settings = ready_settings()
    with writing(settings.database) as session:
        was_good = revoke_member(session, member_with(session, course_named(session, course), student))
    sentence = f"The token of {student} is revoked." if was_good else f"{student} had no good token."
    print_json({"student_id": student, "revoked": was_good}) if as_json else print(sentence)


@app.command(
    "submissions", epilog=examples("arena course submissions cs101/hw1", "arena course submissions cs101/hw1 --json")
)
@works_afar("course submissions", afar.submissions)
def submissions_(name: Assigned, as_json: AsJson = False) -> None:
    """What was handed in: everybody's here, from afar your team's."""
    settings = ready_settings()
    with reading(settings.database) as session:
        _, found = assignment_named(session, name)
        facts = [handin_facts(session, one) for one in handins(session, found)]
    print_json(facts) if as_json else print_handins(facts)


@app.command("feedback", epilog=examples("arena course feedback 17", "arena course feedback 17 --json"))
@works_afar("course feedback", afar.show_feedback)
def feedback_(
    handin: Annotated[int, typer.Argument(metavar="ID", min=1, max=2**31 - 1, help="As `submissions` has it.")],
    as_json: AsJson = False,
) -> None:
    """What came of a hand-in: build, check, each match, where it lost, and when the next slot is free."""
    settings = ready_settings()
    with reading(settings.database) as session:
        facts = feedback(session, handin_with(session, handin))
    print_json(facts) if as_json else print_feedback(facts)


@app.command(
    "leaderboard", epilog=examples("arena course leaderboard cs101/hw1", "arena course leaderboard cs101/hw1 --json")
)
@works_afar("course leaderboard", afar.show_leaderboard)
def leaderboard_(name: Assigned, as_json: AsJson = False) -> None:
    """Each team's last accepted hand-in, by its scores against the baselines. Here it is never frozen."""
    settings = ready_settings()
    with reading(settings.database) as session:
        _, found = assignment_named(session, name)
        facts = leaderboard(session, found, clock(session), is_whole=True)
    print_json(facts) if as_json else print_leaderboard(facts)


@app.command("reveal", epilog=examples("arena course reveal cs101", "arena course reveal cs101 --json"))
def reveal_(course: Key, as_json: AsJson = False) -> None:
    """Show in public who is behind the pseudonyms. There is no way back: who has seen it has seen it."""
    settings = ready_settings()
    with writing(settings.database) as session:
        found = course_named(session, course)
        reveal(session, found)
        facts = course_facts(session, found, clock(session))
    print_json(facts) if as_json else print(f"Leaderboards of {quoted(course)} show the teams' own names from now on.")


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, ["student_id", "name", "email", "account", "token"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: safe_cell(cell) for name, cell in row.items()} for row in rows)
    return text.getvalue()


course_results.install(app)
