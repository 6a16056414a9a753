"""`arena bot …`"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlmodel import Session, col, select

from arena.cli import completion
from arena.cli.afar import bots as afar
from arena.cli.context import AsJson, examples, print_json, ready_settings
from arena.cli.remote import works_afar
from arena.cli.versions import handed_in, print_step, print_token, print_version, print_versions
from arena.courses.feedback import feedback
from arena.courses.handins import hand_in, handin_with
from arena.db import reading, writing
from arena.door.bots import add_from_afar, new_token, revoke_token
from arena.door.presence import here_versions
from arena.door.rule import RULE
from arena.leases import clock
from arena.models import Bot, Owner, Version, VersionStatus
from arena.pools import last_ratings
from arena.services import services
from arena.settings import ArenaError, Settings
from arena.store import LOCAL_OWNER, BotName, checked_owner, find_version, owner_named, version_labels
from arena.submissions import package_of, submit
from arena.uploads.checker import check_next
from arena.versions import activate, retire
from referee.games import GAMES

app = typer.Typer(no_args_is_help=True, help="Submit bots, and look after their versions.")

LOOK_SECONDS = 0.5
OwnerName = Annotated[str, typer.Option("--owner", help="Whose bot it is.")]
Which = Annotated[
    str,
    typer.Argument(metavar="BOT", help="name, name@version or owner/name@version.", autocompletion=completion.bots),
]


@app.command(
    "submit",
    epilog=examples(
        "arena bot submit my-bot/",
        "arena bot submit my-bot.tar.gz --owner anna --json",
        "arena bot submit my-bot/ --assignment cs101/hw1",
    ),
)
@works_afar("bot submit", afar.submit)
def submit_(
    sources: Annotated[list[Path], typer.Argument(metavar="BOT…", help="Folders with a bot.toml, or archives.")],
    owner: OwnerName = LOCAL_OWNER,
    assignment: Annotated[
        str | None, typer.Option(metavar="COURSE/KEY", help="Hand it in for this assignment; --owner is the team.")
    ] = None,
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
            results.append(
                _submitted(ready, source, owner, as_json)
                if assignment is None
                else _handed_in(ready, source, owner, assignment, as_json)
            )
    if as_json:
        print_json(results)
    if any(result["status"] == VersionStatus.REFUSED for result in results):
        raise typer.Exit(1)


@app.command(
    "afar",
    help=f"Enter a bot that runs on its owner's machine and dials in: a new version, and its token. {RULE}",
    epilog=examples("arena bot afar my-bot --games claim", "arena bot afar my-bot --games claim --owner anna --json"),
)
@works_afar("bot afar", afar.add_from_afar)
def afar_(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name.")],
    games: Annotated[str, typer.Option(help=f"What it plays, with commas between: {', '.join(GAMES)}.")],
    owner: OwnerName = LOCAL_OWNER,
    as_json: AsJson = False,
) -> None:
    settings = ready_settings()
    checked_owner(owner)
    with writing(settings.database) as session:
        version, token = add_from_afar(session, owner_named(session, owner), name, games.split(","))
        label = version_labels(session)[version.id or 0]
    print_token({"bot": label, "token": token, "referee": settings.door}, as_json)


@app.command("token", epilog=examples("arena bot token my-bot", "arena bot token anna/my-bot@2 --revoke"))
@works_afar("bot token", afar.token)
def token_(
    bot: Which,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take its token away, and give it none.")] = False,
    as_json: AsJson = False,
) -> None:
    """Give a bot from afar a new token. The one before is no longer good: whoever plays with it is sent away."""
    settings = ready_settings()
    with writing(settings.database) as session:
        version = _find(session, bot)
        token = None if revoke else new_token(session, version)
        if revoke:
            revoke_token(session, version)
        label = version_labels(session)[version.id or 0]
    print_token({"bot": label, "token": token, "referee": settings.door}, as_json)


def _submitted(settings: Settings, source: Path, owner: str, as_json: bool) -> dict[str, Any]:
    done = submit(settings, source, owner, lambda step: None if as_json else print_step(step))
    if not as_json:
        again = "" if done.is_new else " (the same package as before)"
        print(f"{done.label} is {done.version.status}{again}", flush=True)
    return {"bot": done.label, "new": done.is_new, "status": str(done.version.status), "steps": done.steps}


def _handed_in(settings: Settings, source: Path, team: str, assignment: str, as_json: bool) -> dict[str, Any]:
    """Taken in as from afar, and checked here, with whatever else waits."""
    with writing(settings.database) as session:
        handin = hand_in(session, assignment, team, package_of(source))
    with ThreadPoolExecutor(1) as pool:
        while (facts := _feedback(settings, handin.id or 0))["status"] == "waiting":
            if not check_next(settings, pool):
                time.sleep(LOOK_SECONDS)  # somebody else checks it
    if not as_json:
        for step in facts["steps"]:
            print_step(step)
        print(handed_in(facts), flush=True)
    return {"bot": facts["version"], "status": facts["status"], "sentence": facts["sentence"],
            "steps": facts["steps"], "handin_id": facts["id"]}  # fmt: skip


def _feedback(settings: Settings, handin_id: int) -> dict[str, Any]:
    with reading(settings.database) as session:
        return feedback(session, handin_with(session, handin_id))


@app.command("list", epilog=examples("arena bot list", "arena bot list --json"))
@works_afar("bot list", afar.list_versions)
def list_(as_json: AsJson = False) -> None:
    """All versions of all bots."""
    settings = ready_settings()
    with reading(settings.database) as session:
        facts = _facts(session, *session.exec(select(Version).order_by(col(Version.id))))
    print_json(facts) if as_json else print_versions(facts)


@app.command("show", epilog=examples("arena bot show greedy", "arena bot show anna/greedy@2 --json"))
@works_afar("bot show", afar.show)
def show_(bot: Which, as_json: AsJson = False) -> None:
    """One version: what it is, its ratings when tournaments last ended, and what build and check said of it."""
    settings = ready_settings()
    with reading(settings.database) as session:
        version = _find(session, bot)
        facts = {**_facts(session, version)[0], "ratings": last_ratings(session, version.id or 0)}
    print_json(facts) if as_json else print_version(facts)


@app.command("retire", epilog=examples("arena bot retire greedy@1"))
@works_afar("bot retire", afar.retire)
def retire_(bot: Which, as_json: AsJson = False) -> None:
    """Take a version out of the game: it enters no new tournament. Its results stay."""
    _change(bot, retire, as_json)


@app.command("activate", epilog=examples("arena bot activate greedy@1"))
@works_afar("bot activate", afar.activate)
def activate_(bot: Which, as_json: AsJson = False) -> None:
    """Bring a retired version back into the game."""
    _change(bot, activate, as_json)


def _change(bot: str, change: Callable[[Session, Version], None], as_json: bool) -> None:
    settings = ready_settings()
    with writing(settings.database) as session:
        version = find_version(session, BotName.parse(bot, LOCAL_OWNER))
        change(session, version)
        (facts,) = _facts(session, version)
    print_json(facts) if as_json else print(f"{facts['bot']} is {facts['status']}")


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


def _facts(session: Session, *versions: Version) -> list[dict[str, Any]]:
    labels, here = version_labels(session), here_versions(session, clock(session))
    return [
        {
            "bot": labels[version.id or 0],
            "status": str(version.status),
            "games": version.games,
            "digest": version.digest,
            "is_from_afar": version.is_from_afar,
            "is_here": not version.is_from_afar or version.id in here,
            "created": version.created.isoformat(timespec="seconds"),
            "report": version.report,
        }
        for version in versions
    ]
