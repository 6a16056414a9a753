"""The contract that every game satisfies.

A game is pure: functions over values, standard library only, all randomness from the seed. A state
always stands at a decision of exactly one seat, or at the end of the game; its legal actions are
part of it. States are never changed once made: `advance` and `apply` return new ones.

Mistakes are exceptions, split by cause:

    GameError
     ├─ NotationError   a text that names no card or action of the game
     ├─ IllegalAction   an action that is not legal in this state
     ├─ PositionError   a position that breaks the game's invariants, or a state that has none
     └─ OptionError     an option, or a number of players, that the game does not have
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, NoReturn, Protocol, TypeAlias, TypeVar, final

Seat: TypeAlias = int
"""A place at the table, 0 to n−1; turn order is 0, 1, … n−1, 0."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or None for a spectator, who sees what is public."""

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, OptionValue]
Position: TypeAlias = Mapping[str, Any]
"""A JSON object with everything that matters, hidden cards included: the FEN of these games."""


class GameError(Exception):
    """The root of all mistakes about a game; its message is one clear sentence."""


class NotationError(GameError):
    """A text that names no card or action of the game."""


class IllegalAction(GameError):
    """An action that is not legal in this state; the state is unchanged."""


class PositionError(GameError):
    """A position that breaks the game's invariants, or a state that no position describes."""


class OptionError(GameError):
    """An option, its value, or a number of players, that the game does not have."""


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """A choice. There is one object for each canonical text, so actions compare by identity."""

    text: str
    """The canonical text, as in replays."""
    public_text: str
    """What other seats and spectators read until the game is over."""

    def __str__(self) -> str:
        return self.text

    def text_for(self, actor: Seat, viewer: Viewer) -> str:
        """The text of this action of `actor` as `viewer` may read it while the game lasts."""
        return self.text if actor == viewer else self.public_text


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the past tense. Subclasses hold what happened, hidden cards included."""

    def as_seen_by(self, viewer: Viewer) -> Event:
        """This event with everything that `viewer` may not see taken out (as None)."""
        return self

    @property
    def text(self) -> str:
        """One plain sentence without a full stop."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A place is 1 + the number of seats strictly better: 1, 1 is a draw."""

    placings: tuple[int, ...]
    scores: tuple[int, ...]
    detail: str


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a game's rules; its default may depend on the number of players."""

    name: str
    help: str
    default: Callable[[int], OptionValue]
    choices: tuple[OptionValue, ...] = (False, True)

    def validated(self, value: object) -> OptionValue:
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        allowed = ", ".join(_option_text(choice) for choice in self.choices)
        raise OptionError(f"option {self.name} is {value!r}, but must be one of: {allowed}")

    def parse(self, text: str) -> OptionValue:
        """The value that a user wrote: `true`, `3`, …"""
        for choice in self.choices:
            if _option_text(choice) == text:
                return choice
        return self.validated(text)


class State(Protocol):
    """What all states have. Each game's own state has the rest."""

    @property
    def to_act(self) -> Seat | None:
        """Whose decision it is; None when the game is over."""

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, sorted by text, without repeats; empty only when the game is over."""


S = TypeVar("S", bound=State)
V = TypeVar("V")


class Game(ABC, Generic[S, V]):
    """One game's rules. `S` is its state, `V` its view: what a seat sees."""

    key: ClassVar[str]
    """The name in files, commands and the database."""
    title: ClassVar[str]
    player_counts: ClassVar[tuple[int, ...]]
    option_specs: ClassVar[tuple[Option, ...]] = ()
    max_decisions: ClassVar[int]
    """No game has more decisions: a bound for whoever must plan or stop."""

    # --- options ------------------------------------------------------------------------------

    @final
    def resolve_options(self, players: int, given: Mapping[str, object] | None = None) -> dict[str, OptionValue]:
        """All options with their values: `given` checked, the rest by default."""
        self.check_players(players)
        given = given or {}
        known = {option.name for option in self.option_specs}
        for name in given:
            if name not in known:
                names = ", ".join(sorted(known)) or "no options"
                raise OptionError(f"{self.key} has no option {name!r}; it has: {names}")
        return {
            option.name: option.validated(given[option.name]) if option.name in given else option.default(players)
            for option in self.option_specs
        }

    @final
    def check_players(self, players: int) -> None:
        if players not in self.player_counts:
            counts = " or ".join(map(str, self.player_counts))
            raise OptionError(f"{self.key} is for {counts} players, not {players}")

    # --- the course of a game -----------------------------------------------------------------

    @final
    def deal(self, seed: bytes, players: int | None = None, options: Mapping[str, object] | None = None) -> S:
        """The state at the first decision of the game that `seed` gives."""
        players = self.player_counts[0] if players is None else players
        return self._deal(seed, players, self.resolve_options(players, options))

    @final
    def legal_actions(self, state: S) -> tuple[Action, ...]:
        return state.legal

    @final
    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The state after `action`, and what happened on the way there."""
        if action not in state.legal:
            self._refuse(state, action)
        events: list[Event] = []
        return self._advance(state, action, events), tuple(events)

    @final
    def advance(self, state: S, action: Action) -> S:
        """As `apply`, without the work for events."""
        if action not in state.legal:
            self._refuse(state, action)
        return self._advance(state, action, None)

    @final
    def advance_by(self, state: S, index: int) -> S:
        """As `advance`, with the legal action at `index`: quicker, for it need not be found among the others."""
        legal = state.legal
        if not 0 <= index < len(legal):
            raise IllegalAction(f"there are {len(legal)} legal actions here, and none has the index {index}")
        return self._advance(state, legal[index], None)

    @final
    def _refuse(self, state: S, action: Action) -> NoReturn:
        if state.to_act is None:
            raise IllegalAction(f"the game is over: {action} is not possible")
        raise IllegalAction(f"seat {state.to_act} cannot {action} here")

    @abstractmethod
    def _deal(self, seed: bytes, players: int, options: dict[str, OptionValue]) -> S: ...

    @abstractmethod
    def _advance(self, state: S, action: Action, events: list[Event] | None) -> S:
        """The next state. What happened is appended to `events` unless it is None."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game lasts."""

    @abstractmethod
    def players(self, state: S) -> int: ...

    @abstractmethod
    def options(self, state: S) -> dict[str, OptionValue]:
        """The options, all resolved."""

    # --- what is seen -------------------------------------------------------------------------

    @abstractmethod
    def observe(self, state: S, viewer: Viewer) -> V:
        """What `viewer` may see, built up from nothing."""

    @abstractmethod
    def determinize(self, view: V, random: Random) -> S:
        """A state that looks like `view` to its viewer, everything hidden dealt at random."""

    # --- positions and notation ---------------------------------------------------------------

    @abstractmethod
    def to_position(self, state: S) -> dict[str, Any]:
        """Everything that matters, as a JSON object; PositionError where no position describes it."""

    @abstractmethod
    def from_position(self, position: Position) -> S:
        """The state that `position` describes; PositionError says what is wrong with a bad one."""

    @property
    @abstractmethod
    def actions(self) -> Mapping[str, Action]:
        """Every action that the game can ever offer, by its text."""

    @property
    @abstractmethod
    def cards(self) -> Mapping[str, int]:
        """Every card by its text; a card is a small number that knows its text."""

    @final
    def parse_action(self, text: str) -> Action:
        try:
            return self.actions[text]
        except KeyError:
            raise NotationError(f"{text!r} is no action of {self.key}") from None

    @final
    def parse_card(self, text: str) -> int:
        try:
            return self.cards[text]
        except (KeyError, TypeError):
            raise NotationError(f"{text!r} is no card of {self.key}") from None


AnyGame: TypeAlias = Game[Any, Any]


def placings_by(values: list[Any]) -> tuple[int, ...]:
    """Places by value, higher is better: 1 + the number of seats strictly better."""
    return tuple(1 + sum(other > value for other in values) for value in values)


def _option_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
