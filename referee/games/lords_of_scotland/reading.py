"""Positions of Lords of Scotland, read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from referee.games.base import NotationError, OptionError, OptionValue, Position, PositionError, Seat
from referee.games.fields import REQUIRED, Fields
from referee.games.lords_of_scotland.actions import RECRUIT_SLOTS
from referee.games.lords_of_scotland.cards import CARDS, Card, Clan
from referee.games.lords_of_scotland.followers import Follower, activated, face_down, face_up, kept, learned_by
from referee.games.lords_of_scotland.invariants import refuse_broken, refuse_impossible_marks
from referee.games.lords_of_scotland.legal import at_decision
from referee.games.lords_of_scotland.rounds import LAST_ROUND
from referee.games.lords_of_scotland.state import EMPTY_SLOT, Army, LordsState, Pending, Pile, Recruit
from referee.games.lords_of_scotland.turns import TURNS
from referee.games.shuffle import SEED_BYTES, SeedError, parse_seed

ResolveOptions: TypeAlias = Callable[[int, Mapping[str, object]], dict[str, OptionValue]]
PENDING: dict[str, Pending] = {"turns": "turn", "claims": "claim", "over": "over"}


def from_position(position: Position, resolve_options: ResolveOptions) -> LordsState:
    """The state of a position: its decision is always due, or the game is over."""
    fields = Fields(position)
    hands = fields.array("hands")
    players = len(hands)
    options = _read_options(fields, players, resolve_options)
    phase = fields.choice("phase", tuple(PENDING))
    in_claims = REQUIRED if phase == "claims" else []
    nothing: list[list[Any]] = [[] for _ in range(players)]
    state = LordsState(
        bruce=bool(options["bruce"]),
        clan_activation=bool(options["clan_activation"]),
        seed=_read_seed(fields),
        round=fields.integer("round", low=1, high=LAST_ROUND),
        turn=fields.integer("turn", low=1, high=TURNS),
        initiative=fields.seat("initiative", players),
        to_act=_read_to_act(fields, players),
        pending=PENDING[phase],
        is_copied=False,
        hands=_read_piles(Fields({"hands": hands}), "hands", players),
        armies=_read_armies(fields, players),
        recruits=_read_recruits(fields),
        supporters=tuple(fields.each("supporters", _read_card)),
        victory=_read_piles(fields, "victory", players, nothing),
        draw=tuple(fields.each("draw", _read_card)),
        discard=tuple(sorted(fields.each("discard", _read_card, []))),
        reshuffles=fields.integer("reshuffles", 0),
        order=_read_seats(fields, "order", players, in_claims),
        final=_read_seats(fields, "final", players, in_claims),
        taken=((),) * players,
    )
    fields.finish()
    refuse_broken(state)
    return at_decision(state)


def _read_options(fields: Fields, players: int, resolve_options: ResolveOptions) -> dict[str, OptionValue]:
    given = fields.take("options", {})
    if not isinstance(given, Mapping):
        raise PositionError(f"position: options must be an object, not {given!r}")
    try:
        return resolve_options(players, given)
    except OptionError as error:
        raise PositionError(f"position: {error}") from None


def _read_seed(fields: Fields) -> bytes:
    text = fields.take("seed", "00" * SEED_BYTES)
    if not isinstance(text, str):
        raise PositionError(f"position: seed must be a string, not {text!r}")
    try:
        return parse_seed(text)
    except SeedError as error:
        raise PositionError(f"position: {error}") from None


def _read_to_act(fields: Fields, players: int) -> Seat | None:
    value = fields.take("to_act")
    return None if value is None else Fields({"to_act": value}).seat("to_act", players)


def _read_card(text: object) -> Card:
    if not isinstance(text, str) or text not in CARDS:
        raise NotationError(f"{text!r} is no card of lords_of_scotland")
    return CARDS[text]


def _card_field(fields: Fields) -> Card:
    try:
        return _read_card(fields.take("card"))
    except NotationError as error:
        raise PositionError(f"{fields.where}: {error}") from None


def _read_piles(fields: Fields, name: str, players: int, default: Any = REQUIRED) -> tuple[Pile, ...]:
    return tuple(tuple(sorted(row)) for row in fields.each_of(name, players, _read_card, default))


def _read_seats(fields: Fields, name: str, players: int, default: Any) -> tuple[Seat, ...]:
    seats = fields.array(name, default)
    return tuple(Fields({"seat": seat}, f"{fields.where}: {name}").seat("seat", players) for seat in seats)


def _read_recruits(fields: Fields) -> tuple[Recruit, ...]:
    entries = fields.array("recruits", length=RECRUIT_SLOTS)
    return tuple(_read_recruit(entry, slot) for slot, entry in enumerate(entries, start=1))


def _read_recruit(entry: object, slot: int) -> Recruit:
    if entry is None:
        return EMPTY_SLOT
    fields = Fields(entry, f"recruit slot {slot}")
    card, is_up = _card_field(fields), fields.boolean("up")
    fields.finish()
    return face_up(card) if is_up else int(card)


def _read_armies(fields: Fields, players: int) -> tuple[Army, ...]:
    armies = []
    for seat, row in enumerate(fields.array("armies", length=players)):
        entries = Fields({"army": row}, f"armies of seat {seat}").array("army")
        where = f"army of seat {seat}, place"
        armies.append(
            tuple(
                _read_follower(Fields(entry, f"{where} {place}"), seat, players)
                for place, entry in enumerate(entries, start=1)
            )
        )
    return tuple(armies)


def _read_follower(fields: Fields, seat: Seat, players: int) -> Follower:
    card, is_up = _card_field(fields), fields.boolean("up")
    is_active, is_kept = fields.boolean("active", False), fields.boolean("kept", False)
    code = fields.choice("copies", (None, "MD", "CO", "BR"), None)
    copies = Clan(code) if code is not None else None
    refuse_impossible_marks(fields.where, card, is_up, is_active, copies, is_kept)
    knowing = _read_seats(fields, "known_to", players, [] if is_up else [seat])
    _refuse_impossible_knowledge(fields.where, knowing, seat, is_up)
    fields.finish()
    if is_up:
        return kept(card) if is_kept else activated(face_up(card), copies) if is_active else face_up(card)
    follower = face_down(card, seat, turn=0)
    for other in knowing:
        follower = learned_by(follower, other)
    return follower


def _refuse_impossible_knowledge(where: str, knowing: tuple[Seat, ...], seat: Seat, is_up: bool) -> None:
    if is_up:
        if knowing:
            raise PositionError(f"{where}: known_to is for face-down followers only")
    elif seat not in knowing:
        raise PositionError(f"{where}: known_to must have its controller, seat {seat}, among them")
    elif len(set(knowing)) < len(knowing):
        raise PositionError(f"{where}: known_to names a seat twice: {list(knowing)}")
