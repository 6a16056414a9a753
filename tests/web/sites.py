"""The web of an arena with a database and a Redis of its own, and whoever visits it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from httpx import Response
from starlette.testclient import TestClient

from arena.accounts.roles import Role, Scope
from arena.accounts.tokens import create_token
from arena.accounts.users import add_user, users
from arena.db import upgrade, writing
from arena.settings import Settings
from arena.web.app import create_app

ADDRESS = "http://arena.test"


@dataclass(frozen=True)
class Site:
    """The real application."""

    settings: Settings
    app: FastAPI

    @classmethod
    def at(cls, root: Path, redis_url: str = "", **settings: Any) -> Site:
        ready = Settings(home=root / "home", redis_url=redis_url, **settings)
        upgrade(ready.database)
        return cls(ready, create_app(ready))

    def visitor(self, token: str | None = None, base: str = ADDRESS) -> Visitor:
        """A browser without cookies, or a program that shows a token with every request."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return Visitor(TestClient(self.app, base_url=base, headers=headers, follow_redirects=False))

    def token(self, name: str, role: Role = Role.CONTESTANT, scopes: Sequence[Scope] = (), **more: Any) -> str:
        """A token of this user, who is added if new."""
        with writing(self.settings.database) as session:
            known = {user.name: user for user in users(session)}
            return create_token(session, known.get(name) or add_user(session, name, role), scopes, **more)[1]

    def signed_in(self, name: str, role: Role = Role.CONTESTANT) -> Visitor:
        visitor = self.visitor()
        assert visitor.sign_in(self.token(name, role)).status_code == 303
        return visitor


@dataclass(frozen=True)
class Visitor:
    client: TestClient

    def get(self, path: str, **more: Any) -> Response:
        answer: Response = self.client.get(path, **more)
        return answer

    def post(self, path: str, **more: Any) -> Response:
        answer: Response = self.client.post(path, **more)
        return answer

    def form_token(self, path: str = "/login") -> str:
        """What a page writes into its forms."""
        found = re.search(r'name="form_token" value="([^"]+)"', self.get(path).text)
        assert found, f"{path} has no form"
        return found[1]

    def send(self, path: str, page: str = "/login", files: Any = None, **fields: str) -> Response:
        """A form, as the page sends it."""
        return self.post(path, data={"form_token": self.form_token(page), **fields}, files=files)

    def sign_in(self, token: str, **fields: str) -> Response:
        return self.send("/login", token=token, **fields)
