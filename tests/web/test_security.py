"""What a hostile site, name or visitor tries."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from arena.web.csrf import COOKIE
from tests.web.duel import HOSTILE, SECRET, Played
from tests.web.sites import ADDRESS, Site

PAGES = ("/", "/standings", "/tournaments", "/bots", "/login", "/nothing", "/api/v1/pools", "/static/style.css")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_strict_headers(site: Site, path: str) -> None:
    headers = site.visitor().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy, "nothing comes from other hosts"
    for name, value in (("x-content-type-options", "nosniff"), ("x-frame-options", "DENY")):
        assert headers[name] == value
    assert headers["referrer-policy"] == "same-origin"


def test_only_static_files_are_kept_by_caches(site: Site) -> None:
    page = site.visitor().get("/")
    assert page.headers["cache-control"] == "private, no-cache"
    styles = re.findall(r'href="(/static/[^"]+\.css\?v=\w+)"', page.text)
    assert styles
    assert "immutable" in site.visitor().get(styles[0]).headers["cache-control"]


def test_https_is_for_good(site: Site) -> None:
    assert "strict-transport-security" not in site.visitor().get("/").headers
    assert "strict-transport-security" in site.visitor(base="https://arena.test").get("/").headers


def test_pages_have_nothing_inline(played: Played) -> None:
    for path in ("/", "/login", "/submit", "/tournaments", "/bots", "/standings"):
        text = played.site.signed_in("anna").get(path).text.replace(str(escape(HOSTILE)), "")
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", text), path
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', text), path


def test_a_form_of_another_site_is_refused(site: Site) -> None:
    anna = site.signed_in("anna")
    good = anna.form_token()
    for fields, headers in [
        ({}, {}),
        ({"form_token": "guess"}, {}),
        ({"form_token": ""}, {}),
        ({"form_token": good}, {"Origin": "https://evil.test"}),
        ({"form_token": good}, {"Origin": "null"}),
        ({"form_token": good}, {"Sec-Fetch-Site": "cross-site"}),
        ({"form_token": good}, {"Sec-Fetch-Site": "same-site"}),
    ]:
        assert anna.post("/logout", data=fields, headers=headers).status_code == 403, (fields, headers)
    own = {"Origin": ADDRESS, "Sec-Fetch-Site": "same-origin"}
    assert anna.post("/logout", data={"form_token": good}, headers=own).status_code == 303


def test_a_form_needs_the_cookie_that_goes_with_it(site: Site) -> None:
    token = site.visitor().form_token()
    assert site.visitor().post("/login", data={"form_token": token, "token": ""}).status_code == 403
    cookie = site.visitor().get("/login").headers["set-cookie"]
    assert cookie.startswith(COOKIE)
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_a_cookie_is_no_token_for_the_api(site: Site) -> None:
    """So no other site can make a browser use it."""
    anna = site.signed_in("anna")
    assert anna.get("/api/v1/me").json()["name"] is None
    assert anna.post("/api/v1/submissions", content=b"x").status_code == 401


def test_hostile_names_are_text(played: Played) -> None:
    bert = played.site.signed_in("bert")
    pages = ("/", "/submit", "/bots", "/tournaments", f"/tournaments/{played.cup}", "/standings")
    shown = [text for path in pages if HOSTILE[:2] in (text := bert.get(path).text)]
    for text in shown:
        assert HOSTILE not in text
        assert "<b onclick" not in text
        assert "&amp;49" not in text, "no template is made of a name"
    assert "&lt;b onclick=" in bert.get("/submit").text


def test_a_log_is_on_no_page_but_its_owners(played: Played) -> None:
    others = played.site.visitor(), played.site.signed_in("bert")
    paths = (
        "/",
        "/bots",
        f"/bots/{played.annas_version}",
        f"/tournaments/{played.cup}",
        f"/games/{played.faulty_game}",
    )
    for visitor in others:
        for path in paths:
            assert "plan" not in visitor.get(path).text.replace("planned", ""), path
    assert SECRET not in played.site.signed_in("anna").get(f"/bots/{played.annas_version}").text, "escaped"


def test_an_error_tells_nothing_of_the_inside(played: Played) -> None:
    for path in ("/bots/x", "/games/99999999999999999999", "/submissions/-1", "/tournaments/%00", "/login?next=%00"):
        answer = played.site.visitor().get(path)
        assert answer.status_code < 500, path
        assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["/broken", "/api/v1/broken"])
def test_our_own_mistakes_tell_nothing_either(site: Site, path: str) -> None:
    def broken() -> None:
        raise RuntimeError(SECRET)

    site.app.add_api_route(path, broken)
    answer = TestClient(site.app, raise_server_exceptions=False).get(path)
    assert answer.status_code == 500
    assert "not your fault" in answer.text
    assert "plan" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
