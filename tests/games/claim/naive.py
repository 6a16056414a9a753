"""A second referee for Claim, slow and plain, written from the rules' text alone: it shares no code with the first.

It works on positions (the JSON of the rules) by their texts.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

NaivePosition = dict[str, Any]


def to_act(at: NaivePosition) -> int | None:
    if at["led"] is not None:
        return 1 - int(at["leader"])
    return int(at["leader"]) if at["hands"][at["leader"]] else None


def playable(at: NaivePosition) -> list[str]:
    """The cards that may be played, each kind once, sorted."""
    seat = to_act(at)
    if seat is None:
        return []
    hand = set(at["hands"][seat])
    if at["led"] is not None:
        led_faction = at["led"][0]
        if any(card.startswith(led_faction) for card in hand):
            hand = {card for card in hand if card[0] in {led_faction, "X"}}
    return sorted(hand)


def beats(lead: str, reply: str) -> bool:
    if lead[0] == "G" and reply[0] == "K":
        return True
    counted_faction = lead[0] if reply[0] == "X" else reply[0]
    return counted_faction == lead[0] and int(reply[1]) > int(lead[1])


def after(at: NaivePosition, card: str) -> NaivePosition:
    """The position after a card, in no particular order of piles."""
    at = deepcopy(at)
    seat = to_act(at)
    at["hands"][seat].remove(card)
    if at["led"] is None:
        at["led"] = card
        return at
    lead, at["led"] = at["led"], None
    winner = 1 - at["leader"] if beats(lead, card) else at["leader"]
    loser = 1 - winner
    at["leader"] = winner
    if at["phase"] == 1:
        at["followers"][winner].append(at["prize"])
        at["prizes"][winner].append(at["prize"])
        at["followers"][loser].append(at["stock"].pop(0))
        for played in (lead, card):
            (at["scored"][winner] if played[0] == "U" else at["discard"]).append(played)
        at["prize"] = at["stock"].pop(0) if at["stock"] else None
        if at["prize"] is None:
            at["phase"], at["hands"], at["followers"] = 2, at["followers"], [[], []]
    else:
        for played in (lead, card):
            at["scored"][loser if played[0] == "D" else winner].append(played)
    return at


def sorted_piles(at: NaivePosition) -> NaivePosition:
    """The same with every pile but the stock sorted, so that two positions can be compared."""
    pairs = {name: [sorted(pile) for pile in at[name]] for name in ("hands", "followers", "prizes", "scored")}
    return {**at, **pairs, "discard": sorted(at["discard"])}


def votes(at: NaivePosition) -> tuple[int, int]:
    won = [0, 0]
    for faction in "GKUDX":
        counts = [sum(card[0] == faction for card in pile) for pile in at["scored"]]
        highest = [max((int(card[1]) for card in pile if card[0] == faction), default=-1) for pile in at["scored"]]
        if counts[0] != counts[1]:
            won[counts.index(max(counts))] += 1
        elif highest[0] != highest[1]:
            won[highest.index(max(highest))] += 1
    return won[0], won[1]


def perft(at: NaivePosition, depth: int) -> int:
    """How many ways there are to play `depth` cards from here; a game that ends sooner counts once."""
    if depth == 0 or to_act(at) is None:
        return 1
    return sum(perft(after(at, card), depth - 1) for card in playable(at))
