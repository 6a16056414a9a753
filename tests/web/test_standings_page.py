"""The standings of a large pool: a page at a time, and without reading them again for every look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from arena.db import engine_of, writing
from arena.models import Bot, Owner, Pool, PoolStandings, Version, VersionStatus, now
from arena.store import pool_of
from tests.web.sites import Site

BOTS = 1000


@pytest.fixture
def large(site: Site) -> Site:
    keep(site)
    return site


def keep(site: Site, rating: float = 3000.0) -> None:
    """The standings of a thousand bots, each ten points ahead of the next, as if somebody had computed them."""
    with writing(site.settings.database) as session:
        if session.get(Owner, 1) is None:
            session.add(Owner(id=1, name="local"))
            session.add(Pool(id=1, game="claim", options={}, options_key="{}", players=2))
            session.flush()
            for number in range(1, BOTS + 1):
                session.add(Bot(id=number, owner_id=1, name=f"bot-{number}"))
            session.flush()
            for number in range(1, BOTS + 1):
                version = Version(id=number, bot_id=number, number=1, digest=f"{number:064}", games=["claim"])
                version.status = VersionStatus.ACTIVE
                session.add(version)
            session.flush()
        known = session.get(PoolStandings, 1)
        if known is not None:
            session.delete(known)
            session.flush()
        report = {"rows": [row(number, rating) for number in range(1, BOTS + 1)], "minimum_blocks": 20, "blocks": 5}
        session.add(
            PoolStandings(
                pool_id=1, last_block_id=1, void_blocks=0, bots=BOTS, games=1_000_000, report=report, created=now()
            )
        )


def row(number: int, rating: float) -> dict[str, Any]:
    ranks = {"rank": number, "best_rank": number, "worst_rank": min(number + 1, BOTS)}
    counts = {"wins": 3, "draws": 1, "losses": 2, "placings": [4, 2], "games": 6, "blocks": 3, "faults": 0}
    shares = {"score": 0.5, "draw_share": 0.1, "los_over_next": 0.75, "is_provisional": False}
    return {"version": number, "label": f"bot-{number}@1", "rating": rating - 10 * number, "plus_minus": 15.0} | (
        ranks | counts | shares
    )


@contextmanager
def statements(site: Site) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    asked: list[str] = []
    engine = engine_of(site.settings.database)

    def hear(*facts: Any) -> None:
        asked.append(facts[2])

    event.listen(engine, "before_cursor_execute", hear)
    yield asked
    event.remove(engine, "before_cursor_execute", hear)


def test_every_bot_is_on_one_page(large: Site) -> None:
    visitor = large.visitor()
    for page in (1, 4, 10):
        text = visitor.get(f"/standings/1?page={page}").text
        first, last = 100 * page - 99, 100 * page
        assert f">bot-{first}<" in text
        assert f">bot-{last}<" in text
        assert f">bot-{last + 1}<" not in text
        assert text.count('class="whisker"') == 100


def test_beyond_the_last_page_is_nothing(large: Site) -> None:
    assert large.visitor().get("/standings/1?page=11").status_code == 404
    assert large.visitor().get("/standings/1?page=0").status_code == 422


def test_a_second_look_does_not_read_the_standings_again(large: Site) -> None:
    visitor = large.visitor()
    first = visitor.get("/standings/1?page=2").text
    with statements(large) as asked:
        assert visitor.get("/standings/1?page=2").text == first
    assert asked
    assert not any("poolstandings.report" in one for one in asked)


def test_new_standings_are_shown_at_once(large: Site) -> None:
    visitor = large.visitor()
    assert "2990 ± 15" in visitor.get("/standings/1").text
    keep(large, rating=5000.0)
    assert "4990 ± 15" in visitor.get("/standings/1").text


def test_a_pool_in_which_nothing_has_counted_yet_has_a_page(site: Site) -> None:
    with writing(site.settings.database) as session:
        pool = pool_of(session, "schotten_totten", {}, 2).id
    shown = site.visitor().get(f"/standings/{pool}")
    assert shown.status_code == 200
    assert "Schotten" in shown.text
