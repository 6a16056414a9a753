"""A second referee for Lords of Scotland, slow and plain, written from the rules' text alone.

It shares no code with the first, and works on positions (the JSON of the rules) by their texts.
"""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256
from typing import Any

CLANS = ["SC", "MA", "MD", "WE", "FE", "FO", "CK", "CO"]
LASTING = ["MD", "CO", "BR"]
Place = tuple[int, int]
"""A seat and a place in its army, from 1."""


def clan(card: str) -> str:
    return card[:2]


def strength(card: str) -> int:
    return 12 if clan(card) == "BR" else int(card[2:])


def rank(card: str) -> int:
    """L1."""
    return int(card[2:]) if clan(card) == "BR" else 8 * (strength(card) - 1) + CLANS.index(clan(card)) + 1


def deck(bruce: bool) -> list[str]:
    cards = [f"{code}{number}" for code in CLANS for number in range(1, 13)] + (["BR97", "BR98"] if bruce else [])
    return sorted(cards, key=rank)


def shuffled(cards: list[str], seed: str, label: str) -> list[str]:
    pile, counter = list(cards), 0
    words: list[int] = []
    for last in range(len(pile) - 1, 0, -1):
        word = 2**32
        while word >= 2**32 // (last + 1) * (last + 1):
            if not words:
                digest = sha256(bytes.fromhex(seed) + label.encode() + counter.to_bytes(8, "big")).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
        other = word % (last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def follower(card: str, up: bool = True, **marks: Any) -> dict[str, Any]:
    return {"card": card, "up": up, "active": False, "copies": None, "kept": False} | marks


def power(one: dict[str, Any]) -> str | None:
    """The end-of-round power that is active on a follower."""
    return (one["copies"] or clan(one["card"])) if one["active"] else None


def army_strength(army: list[dict[str, Any]]) -> int:
    """L23."""
    total = sum(strength(one["card"]) for one in army)
    fits = [all(clan(one["card"]) == code or power(one) == "BR" for one in army) for code in [*CLANS, "BR"]]
    return 2 * total if len(army) > 1 and any(fits) else total


class NaiveTable:
    def __init__(self, position: dict[str, Any]) -> None:
        self.at = deepcopy(position)
        self.players = len(position["hands"])
        self.using: str | None = None
        """The clan whose power is being decided on."""

    @classmethod
    def dealt(cls, seed: bytes, players: int, bruce: bool, clan_activation: bool) -> NaiveTable:
        """L2, L3, L5."""
        cards = shuffled(deck(bruce), seed.hex(), "deck")
        table = cls({
            "options": {"bruce": bruce, "clan_activation": clan_activation}, "seed": seed.hex(), "round": 1, "turn": 1,
            "initiative": 0, "to_act": 0, "phase": "turns", "hands": [cards[5 * seat :][:5] for seat in range(players)],
            "armies": [[] for _ in range(players)], "recruits": [], "supporters": [],
            "victory": [[] for _ in range(players)], "draw": cards[5 * players :], "discard": [],
            "reshuffles": 0, "order": [], "final": [],
        })  # fmt: skip
        table._deal_recruits()
        table._deal_supporters()
        table._turn_up()
        return table

    def position(self) -> dict[str, Any]:
        written = deepcopy(self.at)
        for piles in (*written["hands"], *written["victory"], written["discard"]):
            piles.sort(key=rank)
        return written

    # --- piles --------------------------------------------------------------------------------

    def _draw(self) -> str | None:
        """L4."""
        at = self.at
        if not at["draw"] and at["discard"]:
            at["reshuffles"] += 1
            at["draw"] = shuffled(sorted(at["discard"], key=rank), at["seed"], f"reshuffle:{at['reshuffles']}")
            at["discard"] = []
        return at["draw"].pop(0) if at["draw"] else None

    def _deal_recruits(self) -> None:
        cards = [self._draw() for _ in range(5)]
        self.at["recruits"] = [None if card is None else {"card": card, "up": False} for card in cards]

    def _deal_supporters(self) -> None:
        """L3."""
        at = self.at
        while True:
            dealt = [card for card in [self._draw() for _ in range(self.players)] if card is not None]
            at["supporters"] = dealt
            differ = len({strength(card) for card in dealt}) > 1
            could_differ = len({strength(card) for card in [*dealt, *at["draw"], *at["discard"]]}) > 1
            if differ or len(dealt) < 2 or not could_differ:
                return
            at["discard"] += dealt

    def _turn_up(self) -> None:
        """L5."""
        down = [recruit for recruit in self.at["recruits"] if recruit is not None and not recruit["up"]]
        if down:
            down[0]["up"] = True

    # --- what is legal ------------------------------------------------------------------------

    def legal(self) -> list[str]:
        at, seat = self.at, self.at["to_act"]
        if at["phase"] == "over":
            return []
        if at["phase"] == "claims":
            return sorted(f"claim {card}" for card in at["supporters"])
        if self.using == "MA":
            return sorted(self._musters())
        if self.using == "CK":
            return sorted(f"take {card}" for card in at["supporters"])
        if self.using is not None:
            return sorted(f"target {army}.{place}" for army, place in self._targets())
        slots = [slot for slot, recruit in enumerate(at["recruits"], 1) if recruit is not None]
        recruits = [f"recruit {slot}" for slot in slots if len(at["hands"][seat]) < 10]
        return sorted(self._musters() + recruits) or ["pass"]

    def _followers(self) -> dict[Place, dict[str, Any]]:
        return {
            (seat, place): one for seat, army in enumerate(self.at["armies"]) for place, one in enumerate(army, start=1)
        }

    def _musters(self) -> list[str]:
        hand, others = self.at["hands"][self.at["to_act"]], self._followers()
        musters = [f"muster {card} {way}" for card in hand for way in ("down", "up")]
        return musters + [
            f"muster {card} active"
            for card in hand
            if self._is_unopposed(card) and self._has_effect(clan(card), len(hand) - 1, others)
        ]

    def _is_unopposed(self, card: str) -> bool:
        """L12, L13."""
        shown = [one["card"] for one in self._followers().values() if one["up"]]
        if self.at["options"]["clan_activation"]:
            return not any(clan(one) == clan(card) and strength(one) <= strength(card) for one in shown)
        return not any(strength(one) < strength(card) for one in shown)

    def _has_effect(self, code: str, cards_left: int, others: dict[Place, dict[str, Any]]) -> bool:
        """L14–L19; `others` are all followers but the card itself."""
        at = self.at
        conditions: dict[str, Any] = {
            "SC": self._copyable(cards_left, others) if code == "SC" else None,
            "MA": cards_left,
            "WE": others,
            "FE": [seat for seat, _ in others if seat != at["to_act"]],
            "FO": at["draw"] or at["discard"],
            "CK": at["supporters"],
        }
        return bool(conditions.get(code, True))

    def _copyable(self, cards_left: int, others: dict[Place, dict[str, Any]]) -> list[Place]:
        """L19."""
        shown = {place: clan(one["card"]) for place, one in others.items() if one["up"]}
        return [place for place, code in shown.items() if code != "SC" and self._has_effect(code, cards_left, others)]

    def _targets(self) -> list[Place]:
        seat = self.at["to_act"]
        others = self._followers()
        del others[seat, len(self.at["armies"][seat])]
        if self.using == "SC":
            return self._copyable(len(self.at["hands"][seat]), others)
        return [(army, place) for army, place in others if self.using == "WE" or army != seat]

    # --- what actions do ----------------------------------------------------------------------

    def play(self, text: str) -> None:
        verb, *words = text.split()
        if getattr(self, f"_{verb}")(*words):
            return  # Something is left to decide, or the end of the round has seen to it.
        at = self.at
        self.using = None
        at["to_act"] = (at["to_act"] + 1) % self.players
        if at["to_act"] == at["initiative"]:
            if at["turn"] == 5:
                self._end_round()
            else:
                at["turn"] += 1
                self._turn_up()

    def _pass(self) -> bool:
        return False

    def _recruit(self, slot: str) -> bool:
        """L7."""
        taken = self.at["recruits"][int(slot) - 1]
        self.at["hands"][self.at["to_act"]].append(taken["card"])
        card = self._draw()
        self.at["recruits"][int(slot) - 1] = None if card is None else {"card": card, "up": taken["up"]}
        return False

    def _muster(self, card: str, way: str) -> bool:
        """L8, L9."""
        seat = self.at["to_act"]
        self.at["hands"][seat].remove(card)
        down = {"known_to": [seat]} if way == "down" else {}
        self.at["armies"][seat].append(follower(card, way != "down", **down))
        return way == "active" and self._use(clan(card), None)

    def _use(self, code: str, copied: str | None) -> bool:
        """Whether something is to be decided."""
        seat = self.at["to_act"]
        if code == "FO":
            self.at["hands"][seat].append(self._draw())
        elif code in LASTING:
            self.at["armies"][seat][-1] |= {"active": True, "copies": copied}
        else:
            self.using = code
            return True
        return False

    def _take(self, card: str) -> bool:
        """L14."""
        army, supporters = self.at["armies"][self.at["to_act"]], self.at["supporters"]
        supporters.remove(card)
        supporters.append(army.pop()["card"])
        army.append(follower(card))
        return False

    def _target(self, target: str) -> bool:
        at, seat = self.at, self.at["to_act"]
        other, place = (int(number) for number in target.split("."))
        army = at["armies"][other]
        if self.using == "SC":
            code = clan(army[place - 1]["card"])
            return self._use(code, code)  # L19
        if self.using == "WE":
            at["discard"].append(army.pop(place - 1)["card"])  # L18
            return False
        gained = army.pop(place - 1)  # L15
        if not gained["up"]:
            gained["known_to"] = sorted({*gained["known_to"], seat})
        army.append(at["armies"][seat].pop())
        at["armies"][seat].append(gained)
        return False

    # --- the end of a round -------------------------------------------------------------------

    def _end_round(self) -> None:
        """L23–L25."""
        at = self.at
        for one in self._followers().values():
            one["up"] = True
            one.pop("known_to", None)
        standings = [
            (army_strength(army), max(rank(one["card"]) for one in army), seat)
            for seat, army in enumerate(at["armies"])
            if army
        ]
        at["final"] = [seat for _, _, seat in sorted(standings, reverse=True)]
        claims = {seat: 1 + any(power(one) == "CO" for one in at["armies"][seat]) for seat in at["final"]}
        at["order"] = [seat for seat in at["final"] for _ in range(claims[seat])][: len(at["supporters"])]
        at["phase"] = "claims"
        self._next_claim()

    def _claim(self, card: str) -> bool:
        at = self.at
        at["supporters"].remove(card)
        at["victory"][at["order"].pop(0)].append(card)
        self._next_claim()
        return True

    def _next_claim(self) -> None:
        """L26, L29, L30."""
        at = self.at
        if at["order"]:
            at["to_act"] = at["order"][0]
            return
        at["initiative"] = (at["final"] or [at["initiative"]])[0]
        if at["round"] == 200 or max(self.points()) >= 40:
            at["phase"], at["to_act"] = "over", None
        else:
            self._next_round()

    def _next_round(self) -> None:
        """L22, L27."""
        at = self.at
        left = [one["card"] for one in self._followers().values() if power(one) != "MD"]
        left += [recruit["card"] for recruit in at["recruits"] if recruit is not None]
        at["discard"] += left + at["supporters"]
        kept = [[one["card"] for one in army if power(one) == "MD"] for army in at["armies"]]
        at["armies"] = [[follower(card, kept=True) for card in cards] for cards in kept]
        if len(at["draw"]) + len(at["discard"]) < 5 + self.players:
            self._deal_supporters()
            self._deal_recruits()
        else:
            self._deal_recruits()
            self._deal_supporters()
        at |= {"round": at["round"] + 1, "turn": 1, "phase": "turns", "final": [], "to_act": at["initiative"]}
        self._turn_up()

    # --- the end ------------------------------------------------------------------------------

    def points(self) -> tuple[int, ...]:
        return tuple(sum(strength(card) for card in pile) for pile in self.at["victory"])

    def placings(self) -> tuple[int, ...]:
        """L29."""
        points, final = self.points(), self.at["final"]
        last = [final.index(seat) if seat in final else self.players for seat in range(self.players)]
        better = [
            [points[other] > mine or (points[other] == mine and last[other] < last[seat]) for other in range(len(last))]
            for seat, mine in enumerate(points)
        ]
        return tuple(1 + sum(row) for row in better)
