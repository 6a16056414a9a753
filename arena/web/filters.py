"""How pages write pools, times, numbers and results: the same everywhere."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from arena.facts.games import GameFact, SeatFact
from arena.models import Pool
from referee.games import GAMES

ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def pool_name(pool: Pool) -> str:
    """`Lords of Scotland, 3 players, bruce`: only what is not a matter of course."""
    game = GAMES.get(pool.game)
    if game is None:  # of a later Bothy
        return f"{pool.game}, {pool.players} players"
    usual = {option.name: option.default(pool.players) for option in game.option_specs}
    unusual = [_option(name, value) for name, value in sorted(pool.options.items()) if value != usual.get(name)]
    players = [f"{pool.players} players"] if len(game.player_counts) > 1 else []
    return ", ".join([game.title, *players, *unusual])


def _option(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else f"no {name}"
    return f"{name} {value}"


def moment(at: datetime) -> Markup:
    """A time that browsers understand, in words that people do."""
    known = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)  # SQLite forgets the zone: it is UTC
    words = f"{known.day} {known:%b %Y, %H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(known.isoformat(timespec="seconds"), words)


def thousands(number: int) -> str:
    return f"{number:,}"


def signed(number: float) -> str:
    """With a real minus."""
    return f"{number:+.0f}".replace("-", "−")


def percent(share: float, digits: int = 0) -> str:
    return f"{share:.{digits}%}".replace("%", " %")


def likelihood(value: float | None) -> str:
    """Never certain: 100 % would be."""
    if value is None:
        return "–"
    if 0.0005 <= value < 0.9995:
        return percent(value, 1)
    return "> 99.9 %" if value > 0.5 else "< 0.1 %"


def ordinal(place: int) -> str:
    return ORDINALS.get(place, f"{place}th")


def rank_range(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best}–{worst}"


def result_word(game: GameFact, seat: SeatFact) -> str:
    """What a seat got: won, lost or draw between two, a place among more."""
    if len(game.seats) > 2:
        return ordinal(seat.placing)
    best = [one for one in game.seats if one.placing == 1]
    return "draw" if len(best) > 1 else "won" if seat.placing == 1 else "lost"


def sandbox_words(level: str) -> str:
    """Where a game's bots ran: `strict+afar` is not a level that everybody knows."""
    here, _, afar = level.rpartition("+") if level.endswith("+afar") else (level, "", "")
    if level == "afar":
        return "none of ours: all bots ran on their owners' machines"
    return f"level {here}" + (", and some bots ran on their owners' machines" if afar else "")


FILTERS = {
    "pool_name": pool_name,
    "moment": moment,
    "thousands": thousands,
    "percent": percent,
    "signed": signed,
    "likelihood": likelihood,
    "ordinal": ordinal,
    "sandbox_words": sandbox_words,
}
FUNCTIONS = {"rank_range": rank_range, "result_word": result_word}
