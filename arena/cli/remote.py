"""`arena --server URL --token …`: the same commands for an arena elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from arena.settings import ArenaError

if TYPE_CHECKING:
    from arena.client import Client

Command = TypeVar("Command", bound=Callable[..., None])

WORKING: list[str] = []
"""The commands that work from afar, as they are typed."""
_chosen: list[Client] = []
"""The arena elsewhere, if one was given."""

Server = Annotated[
    str,
    typer.Option(
        envvar="ARENA_SERVER", metavar="URL", help="An arena elsewhere, for the commands that work from afar (below)."
    ),
]
Token = Annotated[
    str,
    typer.Option(
        envvar="ARENA_TOKEN",
        metavar="TOKEN",
        show_envvar=True,
        help="Who you are there; better in ARENA_TOKEN, where nobody else sees it.",
    ),
]


def choose(context: typer.Context, server: Server = "", token: Token = "") -> None:
    _chosen.clear()
    if server:
        from arena.client import Client  # httpx takes a moment to load, and most commands do without

        _chosen.append(Client(server, token))
    if context.invoked_subcommand not in {name.split()[0] for name in WORKING}:
        refuse_if_afar()


def works_afar(name: str, afar: Callable[..., None]) -> Callable[[Command], Command]:
    """With a server given, `afar` does the command's work. It takes the client, and then what the command takes."""
    WORKING.append(name)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def either(**given: Any) -> None:
            afar(_chosen[0], **given) if _chosen else command(**given)

        return either  # type: ignore[return-value]

    return decorate


def refuse_if_afar() -> None:
    """For everything that is done on this machine alone."""
    if _chosen:
        raise ArenaError("this command works on the arena's own machine only: leave out --server and ARENA_SERVER")


def epilog() -> str:
    return f"With --server these work: {', '.join(sorted(WORKING))}. All others are for the arena's own machine."
