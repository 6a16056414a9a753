"""`arena ladder …`: matches without end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from arena.cli import completion
from arena.cli.afar import ladders as afar
from arena.cli.context import AsJson, examples, print_json, quoted, ready_settings
from arena.cli.ladders import print_challenge, print_ladder, print_ladders, season_title
from arena.cli.plans import clock_of, limits_of, names_in, options_of
from arena.cli.remote import works_afar
from arena.cli.tables import print_standings
from arena.db import reading, writing
from arena.door.rule import RULE
from arena.facts.ladders import challenge_values, ladder_report, ladder_standings, ladders
from arena.ladders import store
from arena.ladders.challenges import challenge, version_on
from arena.ladders.models import Joins
from arena.settings import Settings
from arena.store import LOCAL_OWNER, BotName, checked_owner
from referee.games import GAMES
from referee.limits import EXAMPLE

app = typer.Typer(no_args_is_help=True, help=f"Ladders: matches without end, chosen by what they teach.\n\n{RULE}")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The ladder's name.", autocompletion=completion.ladders)]
OwnerName = Annotated[str, typer.Option("--owner", help="Whose bots are meant where a name has no owner.")]


def wanted(
    name: str, game: str, players: int | None, option: list[str] | None, blocks: int, clock: str, limits: str,
    freeze: bool, joins: Joins, anchors: str, per_hour: int | None, gauntlet: int, uniform: float, quota: int,
    ahead: int, owner: str,
) -> store.Wanted:  # fmt: skip
    """From the options of `arena ladder create`."""
    return store.Wanted(
        name, game, players, options_of(game, option), blocks, clock_of(clock), limits_of(limits), freeze, joins,
        names_in(anchors), per_hour, gauntlet, uniform, quota, ahead, checked_owner(owner),
    )  # fmt: skip


@app.command(
    "create",
    epilog=examples(
        "arena ladder create hill --game claim",
        "arena ladder create night --game lords_of_scotland -p 3 --per-hour 120 --anchors python-greedy,python-random",
    ),
)
@works_afar("ladder create", afar.create)
def create_(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name for it.")],
    game: Annotated[str, typer.Option(help=f"One of: {', '.join(GAMES)}.", autocompletion=completion.games)],
    players: Annotated[int | None, typer.Option("--players", "-p", help="Seats at a table.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="K=V", help="An option of the game.")
    ] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-n", help="Deals in every match.")] = 2,
    clock: Annotated[str, typer.Option(metavar="BUDGETS", help="Any of startup=10s,grace=200ms,bank=20s.")] = "",
    limits: Annotated[str, typer.Option(metavar="LIMITS", help=f"What each bot may use, any of {EXAMPLE}.")] = "",
    freeze: Annotated[bool, typer.Option("--freeze", help="Bots stand still while others are to move.")] = False,
    joins: Annotated[Joins, typer.Option(help="Whose bots join by themselves; those of courses never do.")] = Joins.ALL,
    anchors: Annotated[str, typer.Option(help="Versions that new ones meet first.")] = "",
    per_hour: Annotated[int | None, typer.Option(min=1, help="Blocks that are played in any hour at most.")] = None,
    gauntlet: Annotated[int, typer.Option(min=0, help="Blocks of a new version against each anchor.")] = 10,
    uniform: Annotated[float, typer.Option(min=0, max=1, help="The share of matches that are drawn by lot.")] = 0.2,
    quota: Annotated[int, typer.Option(min=0, help="Challenges of an owner in any 24 hours.")] = 5,
    ahead: Annotated[int, typer.Option(min=1, help="Matches that are kept ready: no fewer than workers.")] = 8,
    owner: OwnerName = LOCAL_OWNER,
    as_json: AsJson = False,
) -> None:
    """Begin a ladder. Bots join it by themselves; `arena up` keeps it going, or `arena ladder run`."""
    plan = wanted(
        name, game, players, option, blocks, clock, limits, freeze, joins, anchors, per_hour, gauntlet, uniform,
        quota, ahead, owner,
    )  # fmt: skip
    settings = ready_settings()
    store.create(settings.database, plan)
    if as_json:
        print_json(_facts(settings, name))
    else:
        print(f"{name} has begun.\n\nNext:  arena ladder run {quoted(name)}   or   arena up")


@app.command("list", epilog=examples("arena ladder list", "arena ladder list --json"))
@works_afar("ladder list", afar.list_ladders)
def list_(as_json: AsJson = False) -> None:
    """All ladders."""
    settings = ready_settings()
    with reading(settings.database) as session:
        found = [ladder_report(session, one) for one in ladders(session)]
    print_json(found) if as_json else print_ladders(found)


@app.command("status", epilog=examples("arena ladder status hill", "arena ladder status hill --json"))
@works_afar("ladder status", afar.status)
def status_(name: Name, as_json: AsJson = False) -> None:
    """How a ladder is: who is on it, what is ready, what its budget leaves."""
    facts = _facts(ready_settings(), name)
    print_json(facts) if as_json else print_ladder(facts)


@app.command(
    "standings",
    epilog=examples("arena ladder standings hill", "arena ladder standings hill --season 1 --json"),
)
@works_afar("ladder standings", afar.standings)
def standings_(
    name: Name,
    season: Annotated[int | None, typer.Option(min=1, max=2**31 - 1, help="By default the newest.")] = None,
    as_json: AsJson = False,
) -> None:
    """Who is ahead in a season, and how sure that is. Of one that is over they are final."""
    settings = ready_settings()
    with reading(settings.database) as session:
        report = ladder_standings(session, store.ladder_named(session, name), season)
    print_json(report) if as_json else print_standings(report, season_title(report))


@app.command("pause", epilog=examples("arena ladder pause hill"))
@works_afar("ladder pause", afar.pause)
def pause_(name: Name, as_json: AsJson = False) -> None:
    """Begin nothing any more. What is being played is played to its end."""
    _change(name, store.pause, "is paused", as_json)


@app.command("resume", epilog=examples("arena ladder resume hill"))
@works_afar("ladder resume", afar.resume)
def resume_(name: Name, as_json: AsJson = False) -> None:
    """Go on with a ladder that was paused."""
    _change(name, store.resume, "goes on", as_json)


@app.command("season", epilog=examples("arena ladder season hill", "arena ladder season hill --json"))
@works_afar("ladder season", afar.season)
def season_(name: Name, as_json: AsJson = False) -> None:
    """End the season, and begin the next. Its final standings are kept for ever."""
    _change(name, store.next_season, "begins a new season", as_json)


@app.command("end", epilog=examples("arena ladder end hill"))
@works_afar("ladder end", afar.end)
def end_(name: Name, as_json: AsJson = False) -> None:
    """End a ladder for good, with its last season."""
    _change(name, store.end, "has ended", as_json)


@app.command("challenge", epilog=examples("arena ladder challenge hill my-bot anna/greedy"))
@works_afar("ladder challenge", afar.challenge)
def challenge_(
    name: Name,
    mine: Annotated[str, typer.Argument(metavar="MINE", help="A bot on the ladder.", autocompletion=completion.bots)],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Whom it shall meet.", autocompletion=completion.bots)],
    as_json: AsJson = False,
) -> None:
    """Have one bot meet another, before what the ladder would choose. Each owner has so many in 24 hours."""
    settings = ready_settings()
    with writing(settings.database) as session:
        ladder = store.ladder_named(session, name)
        one, two = (version_on(session, ladder, BotName.parse(text, LOCAL_OWNER)) for text in (mine, other))
        made = challenge(session, ladder.id or 0, one, two)
        (facts,) = (one for one in challenge_values(session, ladder) if one["id"] == made.id)
    print_json(facts) if as_json else print_challenge(facts, name)


@app.command(
    "invite", epilog=examples("arena ladder invite hill anna/greedy", "arena ladder invite hill anna/greedy --withdraw")
)
@works_afar("ladder invite", afar.invite)
def invite_(
    name: Name,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Whose newest version joins.")],
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take an invitation back.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let a bot join where not all do: by invitation, or because it is one of a course's."""
    settings = ready_settings()
    with writing(settings.database) as session:
        ladder = store.ladder_named(session, name)
        store.set_invited(session, ladder, BotName.parse(bot, LOCAL_OWNER), not withdraw)
    _say(settings, name, f"{bot} is {'not invited any more' if withdraw else 'invited'}.", as_json)


@app.command(
    "anchor", epilog=examples("arena ladder anchor hill python-greedy@1", "arena ladder anchor hill old@1 --remove")
)
@works_afar("ladder anchor", afar.anchor)
def anchor_(
    name: Name,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="name@version, as long as it is active.")],
    remove: Annotated[bool, typer.Option("--remove", help="It is an anchor no more.")] = False,
    as_json: AsJson = False,
) -> None:
    """Have new versions meet this one first. It stays on the ladder though newer ones come."""
    settings = ready_settings()
    with writing(settings.database) as session:
        ladder = store.ladder_named(session, name)
        store.set_anchor(session, ladder, BotName.parse(bot, LOCAL_OWNER), not remove)
    _say(settings, name, f"{bot} is {'no anchor any more' if remove else 'an anchor'}.", as_json)


@app.command("run", epilog=examples("arena ladder run hill", "arena ladder run hill --workers 4"))
def run_(
    name: Name,
    workers: Annotated[int | None, typer.Option("--workers", "-w", min=0, max=64, help="Matches at once.")] = None,
    as_json: AsJson = False,
) -> None:
    """Keep a ladder going until told to stop, where no `arena up` does. It goes on where it was."""
    from arena.ladders.running import run

    settings = ready_settings()
    with reading(settings.database) as session:
        ladder_id = store.ladder_named(session, name).id or 0

    def ready(count: int) -> None:
        if as_json:
            print_json({"ready": True, "ladder": name, "workers": count})
        else:
            print(f"{name} is being played.  Ctrl-C stops it.", flush=True)

    run(settings, ladder_id, workers, ready)
    if not as_json:
        print(f"{name} has ended: arena ladder standings {quoted(name)} shows how.")


def _change(name: str, change: Callable[[str, int], Any], words: str, as_json: bool) -> None:
    """Do it, and at once what follows from it, so that it does not wait for the scheduler."""
    from arena.ladders.scheduler import top_up  # numpy takes a moment to load

    settings = ready_settings()
    with reading(settings.database) as session:
        ladder_id = store.ladder_named(session, name).id or 0
    change(settings.database, ladder_id)
    top_up(settings.database, ladder_id)
    _say(settings, name, f"{name} {words}.", as_json)


def _say(settings: Settings, name: str, sentence: str, as_json: bool) -> None:
    print_json(_facts(settings, name)) if as_json else print(sentence)


def _facts(settings: Settings, name: str) -> dict[str, Any]:
    with reading(settings.database) as session:
        return ladder_report(session, store.ladder_named(session, name))
