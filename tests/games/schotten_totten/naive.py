"""A second referee for Schotten Totten, slow and plain, written from the rules' text alone.

It shares no code with the first, and works on positions (the JSON of the rules) by their texts. Stones count from 0
here, from 1 in texts.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from . import reference
from .reference import Strength

CLAN = [f"{colour}{value}" for colour in "RBGYVN" for value in range(1, 10)]
ELITE = ["joker", "joker", "spy", "shield"]
MODES = ["blind", "mud"]
RUSES = ["recruiter", "strategist", "banshee", "traitor"]
TACTIC = [*ELITE, *MODES, *RUSES]
DECK_ORDER = [*CLAN, *TACTIC]


@cache
def strength(side: tuple[str, ...], is_blind: bool) -> Strength:
    return reference.strength(side, is_blind)


def in_deck_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=DECK_ORDER.index)


class NaiveBorder:
    def __init__(self, position: dict[str, Any]) -> None:
        self.at = deepcopy(position)
        self.ruse: str | None = None
        self.draws = self.returns = 0
        self.taken: str | None = None
        self.taken_from = -1
        self._run_on()

    @classmethod
    def dealt(cls, clan: list[str], tactic: list[str], options: dict[str, bool]) -> NaiveBorder:
        """S1, S2, from the shuffled decks."""
        size = 7 if options["tactics"] else 6
        stone: dict[str, Any] = {"sides": [[], []], "modes": [], "owner": None, "full_since": [None, None]}
        return cls({
            "options": options, "turn": 1, "to_act": 0, "step": "claim" if options["expert"] else "play",
            "hands": [clan[:size], clan[size : 2 * size]], "clan_deck": clan[2 * size :], "tactic_deck": tactic,
            "discard": [], "stones": [deepcopy(stone) for _ in range(9)], "tactics_played": [0, 0],
            "jokers_played": [False, False], "passes": 0, "passed": False, "claimed": False, "under": [[], []],
        })  # fmt: skip

    def position(self) -> dict[str, Any]:
        written = deepcopy(self.at)
        for key in ("hands", "under"):
            written[key] = [in_deck_order(cards) for cards in written[key]]
        written["discard"] = in_deck_order(written["discard"])
        for stone in written["stones"]:
            stone["modes"] = in_deck_order(stone["modes"])
        return written

    # --- the border ---------------------------------------------------------------------------

    def _is_full(self, stone: int, seat: int) -> bool:
        """S8."""
        there = self.at["stones"][stone]
        return len(there["sides"][seat]) == (4 if "mud" in there["modes"] else 3)

    def _unclaimed(self) -> list[int]:
        return [stone for stone in range(9) if self.at["stones"][stone]["owner"] is None]

    def _room(self) -> list[int]:
        """S4."""
        return [stone for stone in self._unclaimed() if not self._is_full(stone, self.at["to_act"])]

    def _put_down(self, card: str, stone: int) -> None:
        seat, there = self.at["to_act"], self.at["stones"][stone]
        there["sides"][seat].append(card)
        if self._is_full(stone, seat):
            there["full_since"][seat] = self.at["turn"]

    def _strength(self, stone: int, seat: int) -> Strength:
        there = self.at["stones"][stone]
        return strength(tuple(sorted(there["sides"][seat])), "blind" in there["modes"])

    def _beats(self, stone: int, seat: int) -> bool:
        """S9, S14, of two full sides."""
        mine, theirs = self._strength(stone, seat), self._strength(stone, 1 - seat)
        since = self.at["stones"][stone]["full_since"]
        return mine > theirs or (mine == theirs and since[seat] < since[1 - seat])

    def _claims(self) -> list[int]:
        """S8–S11."""
        seat, stones = self.at["to_act"], self.at["stones"]
        seen = {*self.at["discard"], *[card for stone in stones for side in stone["sides"] for card in side]}
        unseen = [card for card in CLAN if card not in seen]
        return [
            stone
            for stone in self._unclaimed()
            if self._is_full(stone, seat)
            and (
                self._beats(stone, seat)
                if self._is_full(stone, 1 - seat)
                else not reference.can_beat(
                    stones[stone]["sides"][1 - seat],
                    len(stones[stone]["sides"][seat]),
                    "blind" in stones[stone]["modes"],
                    unseen,
                    self._strength(stone, seat),
                )
            )
        ]

    def _has_won(self, seat: int) -> bool:
        """S24."""
        mine = "".join("x" if stone["owner"] == seat else "." for stone in self.at["stones"])
        return mine.count("x") >= 5 or "xxx" in mine

    # --- the course of a turn -----------------------------------------------------------------

    def _run_on(self) -> None:
        """To the next decision, or the end."""
        at = self.at
        while at["step"] != "over" and not self.legal():
            if at["step"] == "play":
                self._run_recruiter_on()
            elif at["step"] == "claim":
                at["step"] = "play" if at["options"]["expert"] else "draw"
            elif at["passed"] and at["passes"] == 1 and not at["claimed"]:
                at["step"], at["passes"] = "over", 2  # S25
            else:
                if len(at["hands"][at["to_act"]]) < self._limit() and (at["clan_deck"] or at["tactic_deck"]):
                    self._draw_card("clan" if at["clan_deck"] else "tactic")
                self._end_turn()

    def _run_recruiter_on(self) -> None:
        """S23: a draw without a choice, or no more draws, or nothing more to do."""
        at = self.at
        if self.draws and (at["clan_deck"] or at["tactic_deck"]):
            self._draw_card("clan" if at["clan_deck"] else "tactic")
            self.draws -= 1
        elif self.draws:
            self.draws = 0
        else:
            self._end_play()

    def _limit(self) -> int:
        return 7 if self.at["options"]["tactics"] else 6

    def _end_play(self) -> None:
        self.ruse = self.taken = None
        self.at["step"] = "draw" if self.at["options"]["expert"] else "claim"

    def _end_turn(self) -> None:
        at = self.at
        at["passes"] = int(at["passed"] and not at["claimed"])
        at |= {"passed": False, "claimed": False, "turn": at["turn"] + 1, "to_act": 1 - at["to_act"]}
        at["step"] = "claim" if at["options"]["expert"] else "play"

    def _draw_card(self, deck: str) -> None:
        at = self.at
        card = at[f"{deck}_deck"].pop(0)
        at["hands"][at["to_act"]].append(card)
        for under in at["under"]:
            still_there = at[f"{deck}_deck"].count(card)
            if card in under and sum(cards.count(card) for cards in at["under"]) > still_there:
                under.remove(card)

    # --- what is legal ------------------------------------------------------------------------

    def legal(self) -> list[str]:
        at = self.at
        seat, both_decks = at["to_act"], bool(at["clan_deck"] and at["tactic_deck"])
        draws = ["draw clan", "draw tactic"] if both_decks else []
        if at["step"] == "play":
            return sorted(self._ruse_choices(draws) if self.ruse else self._plays())
        if at["step"] == "claim":
            claims = [f"claim {stone + 1}" for stone in self._claims()]
            return [*claims, "done"] if claims else []
        blocked = at["passed"] and at["passes"] == 1 and not at["claimed"]
        has_to_draw = at["step"] == "draw" and len(at["hands"][seat]) < self._limit() and not blocked
        return draws if has_to_draw else []

    def _plays(self) -> set[str]:
        """S4, S7, S18–S22."""
        at, seat = self.at, self.at["to_act"]
        hand, room = at["hands"][seat], self._room()
        clan = {f"play {card} {stone + 1}" for card in hand if card in CLAN for stone in room}
        plays = clan or {"pass"}
        if at["tactics_played"][seat] > at["tactics_played"][1 - seat]:
            return plays
        for card in hand:
            if card in ELITE and not (card == "joker" and at["jokers_played"][seat]):
                plays |= {f"play {card} {stone + 1}" for stone in room}
            if card in MODES:
                plays |= {f"play {card} {stone + 1}" for stone in self._unclaimed()}
            if card in RUSES and self._has_effect(card):
                plays.add(f"play {card}")
        return plays

    def _has_effect(self, ruse: str) -> bool:
        if ruse == "recruiter":
            return bool(self.at["clan_deck"] or self.at["tactic_deck"])
        return bool(self._takes(ruse)) and (ruse != "traitor" or bool(self._room()))

    def _takes(self, ruse: str) -> set[str]:
        side = self.at["to_act"] if ruse == "strategist" else 1 - self.at["to_act"]
        return {
            f"take {card} {stone + 1}"
            for stone in self._unclaimed()
            for card in self.at["stones"][stone]["sides"][side]
            if ruse != "traitor" or card in CLAN
        }

    def _ruse_choices(self, draws: list[str]) -> set[str]:
        assert self.ruse is not None
        if self.ruse == "recruiter":
            hand = self.at["hands"][self.at["to_act"]]
            return set(draws) if self.draws else {f"return {card}" for card in hand if self.returns}
        if self.taken is None:
            return self._takes(self.ruse)
        if self.ruse == "traitor":
            return {f"move {stone + 1}" for stone in self._room()}
        return {"discard", *[f"move {stone + 1}" for stone in self._room() if stone != self.taken_from]}

    # --- what actions do ----------------------------------------------------------------------

    def play(self, text: str) -> None:
        verb, *words = text.split()
        numbers = [int(word) - 1 if word.isdigit() else word for word in words]
        getattr(self, f"_{verb}")(*numbers)
        if self._has_won(0) or self._has_won(1):
            self.at["step"] = "over"
        self._run_on()

    def _play(self, card: str, stone: int = -1) -> None:
        at, seat = self.at, self.at["to_act"]
        at["hands"][seat].remove(card)
        at["tactics_played"][seat] += card in TACTIC
        at["jokers_played"][seat] |= card == "joker"
        if card in RUSES:
            at["discard"].append(card)
            self.ruse, self.draws, self.returns = card, 3, 2
            return
        if card in MODES:
            at["stones"][stone]["modes"].append(card)
            if card == "mud":
                at["stones"][stone]["full_since"] = [None, None]  # S15
        else:
            self._put_down(card, stone)
        self._end_play()

    def _pass(self) -> None:
        self.at["passed"] = True
        self._end_play()

    def _done(self) -> None:
        self.at["step"] = "play" if self.at["options"]["expert"] else "draw"

    def _claim(self, stone: int) -> None:
        self.at["stones"][stone]["owner"] = self.at["to_act"]
        self.at["claimed"] = True

    def _draw(self, deck: str) -> None:
        self._draw_card(deck)
        if self.ruse:
            self.draws -= 1
        else:
            self._end_turn()

    def _return(self, card: str) -> None:
        at, seat = self.at, self.at["to_act"]
        at["hands"][seat].remove(card)
        at["clan_deck" if card in CLAN else "tactic_deck"].append(card)
        at["under"][seat].append(card)
        self.returns -= 1

    def _take(self, card: str, stone: int) -> None:
        there, seat = self.at["stones"][stone], self.at["to_act"]
        side = seat if self.ruse == "strategist" else 1 - seat
        there["sides"][side].remove(card)
        there["full_since"][side] = None
        self.taken, self.taken_from = card, stone
        if self.ruse == "banshee":
            self._discard()

    def _move(self, stone: int) -> None:
        assert self.taken is not None
        self._put_down(self.taken, stone)
        self._end_play()

    def _discard(self) -> None:
        self.at["discard"].append(self.taken)
        self._end_play()

    # --- the end ------------------------------------------------------------------------------

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """S24–S26: placings and scores."""
        owners = [stone["owner"] for stone in self.at["stones"]]
        if self.at["passes"] == 2:
            owners = [self._awarded(stone) if owner is None else owner for stone, owner in enumerate(owners)]
        stones = owners.count(0), owners.count(1)
        if self.at["passes"] == 2 and stones[0] == stones[1]:
            return (1, 1), stones
        first_wins = stones[0] > stones[1] if self.at["passes"] == 2 else self._has_won(0)
        return ((1, 2), (5, stones[1])) if first_wins else ((2, 1), (stones[0], 5))

    def _awarded(self, stone: int) -> int | None:
        """S25."""
        full = [seat for seat in (0, 1) if self._is_full(stone, seat)]
        if len(full) == 2:
            return 0 if self._beats(stone, 0) else 1
        return full[0] if full else None
