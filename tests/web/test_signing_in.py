"""Tokens, logins, and who is known by them."""

from __future__ import annotations

import logging

import pytest
from sqlmodel import select

from arena.accounts.models import Login, Token
from arena.accounts.roles import Role, Scope
from arena.accounts.tokens import create_token, find_token, revoke, token_with_key, tokens_of
from arena.accounts.users import add_user
from arena.db import reading, writing
from arena.settings import ArenaError
from tests.web.sites import Site


def key_of(token: str) -> str:
    return token.split("_")[1]


def test_a_user_signs_in_with_a_token_and_out_again(site: Site) -> None:
    visitor = site.signed_in("anna")
    assert "signed in as <strong>anna</strong>" in visitor.get("/login").text
    assert visitor.send("/logout").status_code == 303
    assert "signed in as" not in visitor.get("/login").text


def test_signing_out_ends_the_login_and_not_only_the_cookie(site: Site) -> None:
    visitor = site.signed_in("anna")
    cookie = visitor.client.cookies["bothy_login"]
    visitor.send("/logout")
    thief = site.visitor()
    thief.client.cookies.set("bothy_login", cookie)
    assert "signed in as" not in thief.get("/login").text


@pytest.mark.parametrize("wrong", ["", "nonsense", "bothy_0123456789_", "bothy__", "bothy_é_x", "x" * 5000])
def test_a_wrong_token_is_refused_in_one_sentence(site: Site, wrong: str) -> None:
    site.token("anna")
    answer = site.visitor().sign_in(wrong)
    assert answer.status_code == 403
    assert "This token is not good" in answer.text
    assert "set-cookie" not in answer.headers or "bothy_login" not in answer.headers["set-cookie"]


def test_a_token_with_another_secret_is_refused(site: Site) -> None:
    anna, bert = site.token("anna"), site.token("bert")
    mixed = f"bothy_{key_of(anna)}_{bert.split('_', 2)[2]}"
    assert site.visitor().sign_in(mixed).status_code == 403


def test_revoking_a_token_signs_its_browsers_out(site: Site) -> None:
    token = site.token("anna")
    visitor = site.visitor()
    visitor.sign_in(token)
    with writing(site.settings.database) as session:
        revoke(session, token_with_key(session, key_of(token)))
    assert "signed in as" not in visitor.get("/login").text
    assert site.visitor(token).get("/api/v1/pools").status_code == 401


def test_a_token_that_has_expired_is_good_for_nothing(site: Site) -> None:
    token = site.token("anna", days=1)
    assert site.visitor(token).get("/api/v1/pools").status_code == 200
    with writing(site.settings.database) as session:
        row = token_with_key(session, key_of(token))
        row.expires = row.created
        session.add(row)
    assert site.visitor(token).get("/api/v1/pools").status_code == 401
    assert site.visitor().sign_in(token).status_code == 403


def test_the_database_has_no_secret(site: Site) -> None:
    token = site.token("anna")
    visitor = site.visitor()
    visitor.sign_in(token)
    secrets = token.split("_", 2)[2], visitor.client.cookies["bothy_login"]
    with reading(site.settings.database) as session:
        rows = [str(row.model_dump()) for kind in (Token, Login) for row in session.exec(select(kind))]
    assert len(rows) == 2
    assert not [row for row in rows for secret in secrets if secret in row]


def test_no_secret_is_in_a_log_or_an_address(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    token = site.token("anna")
    with caplog.at_level(logging.DEBUG):
        visitor = site.visitor()
        answer = visitor.sign_in(token)
        visitor.get("/login")
        site.visitor(token).get("/api/v1/pools")
        site.visitor(token + "x").get("/api/v1/pools")
    secrets = token.split("_", 2)[2], visitor.client.cookies["bothy_login"]
    assert not [secret for secret in secrets if secret in caplog.text or secret in answer.headers["location"]]


def test_the_login_cookie_is_for_our_pages_only(site: Site) -> None:
    token = site.token("anna")
    plain = site.visitor().sign_in(token).headers["set-cookie"]
    assert "HttpOnly" in plain
    assert "SameSite=lax" in plain
    assert "Secure" not in plain, "nobody could sign in over plain HTTP"
    assert "Secure" in site.visitor(base="https://arena.test").sign_in(token).headers["set-cookie"]


@pytest.mark.parametrize(
    "away", ["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)", "/a\r\nb"]
)
def test_signing_in_leads_nowhere_else(site: Site, away: str) -> None:
    assert site.visitor().sign_in(site.token("anna"), next=away).headers["location"] == "/"
    assert site.visitor().sign_in(site.token("anna"), next="/submit").headers["location"] == "/submit"


def test_guessing_tokens_is_slow_wherever_it_is_tried(site: Site) -> None:
    visitor, program = site.visitor(), site.visitor("bothy_0_0")
    answers = [visitor.sign_in("guess").status_code for _ in range(6)]
    answers += [program.get("/api/v1/pools").status_code for _ in range(6)]
    assert answers == [403] * 6 + [401] * 4 + [429] * 2
    late = visitor.sign_in("guess")
    assert late.status_code == 429
    assert 1 <= int(late.headers["retry-after"]) <= 60


def test_who_knows_a_token_is_not_kept_out_by_others_guesses(site: Site) -> None:
    for _ in range(12):
        site.visitor("bothy_0_0").get("/api/v1/pools")
    assert site.visitor(site.token("anna")).get("/api/v1/pools").status_code == 200


def test_limits_hold_without_redis_too(site: Site) -> None:
    """With one that has died, that is."""
    site.app.state.limiter._redis.connection_pool.disconnect()
    site.app.state.limiter._redis.connection_pool.connection_kwargs["path"] += ".gone"
    answers = [site.visitor().sign_in("guess").status_code for _ in range(11)]
    assert answers == [403] * 10 + [429]


@pytest.mark.parametrize("role", list(Role))
def test_a_role_limits_the_scopes_of_its_tokens(site: Site, role: Role) -> None:
    with writing(site.settings.database) as session:
        user = add_user(session, "anna", role)
        for scope in Scope:
            is_allowed = scope in {"spectator": "read tokens", "contestant": "read submit tokens"}.get(
                role, "read submit tokens tournaments admin"
            )
            if is_allowed:
                text = create_token(session, user, [scope])[1]
                assert find_token(session, text) is not None
            else:
                with pytest.raises(ArenaError, match=f"no scope {scope}"):
                    create_token(session, user, [scope])
        assert all(len(token.scopes) == 1 for token in tokens_of(session, user))
