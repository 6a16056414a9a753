"""`arena token …`"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arena.accounts.models import Token, User
from arena.accounts.roles import Scope
from arena.accounts.tokens import create_token, is_good, revoke, token_with_key, tokens_of
from arena.accounts.users import user_named
from arena.cli.context import AsJson, examples, print_json, print_table, ready_settings
from arena.db import reading, writing

app = typer.Typer(no_args_is_help=True, help="Tokens, by which users are known to the web and to `arena --server`.")


@app.command(
    "create",
    epilog=examples("arena token create anna", "arena token create anna --scope read --days 90 --label laptop --json"),
)
def create_(
    user: Annotated[str, typer.Argument(metavar="USER", help="Whose token it is.")],
    scope: Annotated[list[Scope], typer.Option(help="What it is for; by default what the role usually needs.")] = [],  # noqa: B006
    label: Annotated[str, typer.Option(help="A word to know it again by.")] = "",
    days: Annotated[int | None, typer.Option(help="How long it is good; by default until it is revoked.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token. It is shown this once; the arena keeps a digest only."""
    settings = ready_settings()
    with writing(settings.database) as session:
        holder = user_named(session, user)
        token, text = create_token(session, holder, scope, label, days)
    if as_json:
        print_json({**facts(token, holder), "token": text})
    else:
        print(f"{text}\n\nIt is shown this once. It is good for: {', '.join(token.scopes)}.")


@app.command("list", epilog=examples("arena token list", "arena token list anna --json"))
def list_(
    user: Annotated[str | None, typer.Argument(metavar="[USER]", help="Only this user's.")] = None,
    as_json: AsJson = False,
) -> None:
    """All tokens, without their secrets."""
    settings = ready_settings()
    with reading(settings.database) as session:
        found = tokens_of(session, None if user is None else user_named(session, user))
        rows = [facts(token, session.get_one(User, token.user_id)) for token in found]
    if as_json:
        print_json(rows)
    elif not rows:
        print("There are no tokens yet: arena token create USER makes one.")
    else:
        columns = ["key", "user", "scopes", "state", "expires", "label"]
        print_table("", columns, [[_cell(row[name]) for name in columns] for row in rows])


@app.command("revoke", epilog=examples("arena token revoke 0123456789", "arena token revoke 0123456789 --json"))
def revoke_(
    key: Annotated[str, typer.Argument(metavar="KEY", help="As `arena token list` has it.")], as_json: AsJson = False
) -> None:
    """Make a token worthless, and sign out every browser that used it."""
    settings = ready_settings()
    with writing(settings.database) as session:
        token = token_with_key(session, key)
        revoke(session, token)
        row = facts(token, session.get_one(User, token.user_id))
    print_json(row) if as_json else print(f"Token {key} of {row['user']} is revoked.")


def facts(token: Token, user: User) -> dict[str, Any]:
    state = "good" if is_good(token) else "revoked" if token.revoked else "expired"
    return {
        "key": token.key,
        "user": user.name,
        "label": token.label,
        "scopes": token.scopes,
        "state": state,
        "created": token.created.isoformat(timespec="seconds"),
        "expires": token.expires.isoformat(timespec="seconds") if token.expires else None,
    }


def _cell(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value or "–")
