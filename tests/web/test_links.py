"""Every link on every page leads somewhere."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

from tests.web.duel import Played
from tests.web.sites import Visitor

LINK = re.compile(r'\b(?:href|src|sse-connect|hx-get)="([^"]+)"')
ENDLESS = re.compile(r"/live$")
"""What never ends by itself while a tournament is played."""


def test_no_link_is_broken(played: Played) -> None:
    for visitor in (played.site.visitor(), played.site.signed_in("anna")):
        seen = followed(visitor)
        kinds = {re.sub(r"\d+", "N", path) for path in seen}
        assert {"/games/N", "/games/N/replay.json", "/bots/N", "/tournaments/N/replays.zip", "/rules/claim"} <= kinds


def followed(visitor: Visitor) -> set[str]:
    """All paths that can be reached by clicking; of a replay's many steps the last that is linked to."""
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        address = waiting.pop()
        path = urlsplit(address).path
        if path in seen or ENDLESS.search(path):
            continue
        seen.add(path)
        answer = visitor.get(address)
        assert answer.status_code in (200, 204, 303), (address, answer.text)
        if answer.headers.get("content-type", "").startswith("text/html"):
            found = (urljoin(address, unescape(link)) for link in LINK.findall(answer.text))
            waiting += [link for link in found if not link.startswith("data:")]
    return seen
