"""`arena user …`"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arena.accounts.models import User
from arena.accounts.roles import Role
from arena.accounts.users import add_user, users
from arena.cli.context import AsJson, examples, print_json, print_table, quoted, ready_settings
from arena.db import reading, writing

app = typer.Typer(no_args_is_help=True, help="Who may sign in: admins, contestants, spectators.")


@app.command("add", epilog=examples("arena user add anna", "arena user add root --role admin --json"))
def add_(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The owner of this name has their bots.")],
    role: Annotated[Role, typer.Option(help="What they may do at most.")] = Role.CONTESTANT,
    as_json: AsJson = False,
) -> None:
    """Add a user. They sign in with a token: arena token create."""
    settings = ready_settings()
    with writing(settings.database) as session:
        user = add_user(session, name, role)
    if as_json:
        print_json(_facts(user))
    else:
        print(f"{name} is a {role}.\n\nNext:  arena token create {quoted(name)}")


@app.command("list", epilog=examples("arena user list", "arena user list --json"))
def list_(as_json: AsJson = False) -> None:
    """All users."""
    settings = ready_settings()
    with reading(settings.database) as session:
        found = users(session)
    if as_json:
        print_json([_facts(user) for user in found])
    elif not found:
        print("There are no users yet: arena user add NAME adds one.")
    else:
        print_table(
            "", ["user", "role", "since"], [[one.name, str(one.role), f"{one.created:%Y-%m-%d}"] for one in found]
        )


def _facts(user: User) -> dict[str, Any]:
    return {"user": user.name, "role": str(user.role), "created": user.created.isoformat(timespec="seconds")}
