"""`arena bot …`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from sqlmodel import col, select

from arena.cli import completion
from arena.cli.context import AsJson, checked_owner, examples, print_facts, print_json, print_table, ready_settings
from arena.db import reading, writing
from arena.models import Bot, Owner, Version, VersionStatus
from arena.pools import last_ratings
from arena.services import services
from arena.settings import ArenaError
from arena.store import LOCAL_OWNER, BotName, find_version, version_labels
from arena.submissions import submit

app = typer.Typer(no_args_is_help=True, help="Submit bots, and look after their versions.")

OwnerName = Annotated[str, typer.Option("--owner", help="Whose bot it is.")]
Which = Annotated[
    str,
    typer.Argument(metavar="BOT", help="name, name@version or owner/name@version.", autocompletion=completion.bots),
]


@app.command(
    "submit", epilog=examples("arena bot submit my-bot/", "arena bot submit my-bot.tar.gz --owner anna --json")
)
def submit_(
    sources: Annotated[list[Path], typer.Argument(metavar="BOT…", help="Folders with a bot.toml, or archives.")],
    owner: OwnerName = LOCAL_OWNER,
    as_json: AsJson = False,
) -> None:
    """Take bots in: pack, build and check each; one that passes is active at once."""
    settings = ready_settings()
    checked_owner(owner)
    for source in sources:
        if not source.exists():
            raise ArenaError(f"{source} is not there: give a folder with a bot.toml, or an archive of one")
        if source.is_dir() and not (source / "bot.toml").is_file():
            raise ArenaError(f"{source} has no bot.toml: referee new-bot makes a folder that has one")
    results: list[dict[str, Any]] = []
    with services(settings, workers=0, referee=True) as ready:
        for source in sources:
            done = submit(ready, source, owner, lambda step: None if as_json else _print_step(step))
            results.append(
                {"bot": done.label, "new": done.is_new, "status": str(done.version.status), "steps": done.steps}
            )
            if not as_json:
                again = "" if done.is_new else " (the same package as before)"
                print(f"{done.label} is {done.version.status}{again}", flush=True)
    if as_json:
        print_json(results)
    if any(result["status"] == VersionStatus.REFUSED for result in results):
        raise typer.Exit(1)


@app.command("list", epilog=examples("arena bot list", "arena bot list --json"))
def list_(as_json: AsJson = False) -> None:
    """All versions of all bots."""
    settings = ready_settings()
    with reading(settings.database) as session:
        labels = version_labels(session)
        versions = list(session.exec(select(Version).order_by(col(Version.id))))
    if as_json:
        print_json([_facts(version, labels) for version in versions])
    elif not versions:
        print("There are no bots yet: arena bot submit FOLDER takes one in.")
    else:
        rows = [[labels[one.id or 0], str(one.status), ", ".join(one.games), one.digest[:12]] for one in versions]
        print_table("", ["bot", "status", "games", "digest"], rows)


@app.command("show", epilog=examples("arena bot show greedy", "arena bot show anna/greedy@2 --json"))
def show_(bot: Which, as_json: AsJson = False) -> None:
    """One version: what it is, its ratings when tournaments last ended, and what build and check said of it."""
    settings = ready_settings()
    with reading(settings.database) as session:
        version = _find(session, bot)
        facts = {**_facts(version, version_labels(session)), "ratings": last_ratings(session, version.id or 0)}
    if as_json:
        print_json(facts)
        return
    lines = {name: facts[name] for name in ("bot", "status", "digest", "created")}
    print_facts({**lines, "games": ", ".join(version.games)})
    if facts["ratings"]:
        _print_ratings(facts["ratings"])
    print(f"\n{version.report}".rstrip())


@app.command("retire", epilog=examples("arena bot retire greedy@1"))
def retire_(bot: Which, as_json: AsJson = False) -> None:
    """Take a version out of the game: it enters no new tournament. Its results stay."""
    settings = ready_settings()
    with writing(settings.database) as session:
        version = find_version(session, BotName.parse(bot, LOCAL_OWNER))
        version.status = VersionStatus.RETIRED
        session.add(version)
        facts = _facts(version, version_labels(session))
    print_json(facts) if as_json else print(f"{facts['bot']} is retired")


def _find(session: Any, text: str) -> Version:
    """A version by name: one that is named, whatever its status, else the newest."""
    name = BotName.parse(text, LOCAL_OWNER)
    if name.number is None:
        newest = session.exec(
            select(Version.number)
            .join(Bot, col(Bot.id) == Version.bot_id)
            .join(Owner, col(Owner.id) == Bot.owner_id)
            .where(Owner.name == name.owner, Bot.name == name.bot)
            .order_by(col(Version.number).desc())
        ).first()
        name = BotName(name.owner, name.bot, newest)
    return find_version(session, name)


def _facts(version: Version, labels: dict[int, str]) -> dict[str, Any]:
    assert version.id is not None
    return {
        "bot": labels[version.id],
        "status": str(version.status),
        "games": version.games,
        "digest": version.digest,
        "created": version.created.isoformat(timespec="seconds"),
        "report": version.report,
    }


def _print_ratings(ratings: list[dict[str, Any]]) -> None:
    rows = [
        [one["pool"], f"{one['rating']:.0f}", f"{one['low']:.0f} to {one['high']:.0f}", f"{one['elo']:.0f}",
         str(one["games"])]
        for one in ratings
    ]  # fmt: skip
    print_table("\nwhen a tournament last ended", ["pool", "rating>", "95 %>", "Elo>", "games>"], rows)


def _print_step(step: dict[str, Any]) -> None:
    print(f"  {'passed' if step['passed'] else 'FAILED'}  {step['step']}: {step['detail']}")
    if not step["passed"]:
        print("\n".join(f"        | {line}" for line in step["log"].splitlines()[-20:]))
