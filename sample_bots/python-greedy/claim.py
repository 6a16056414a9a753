"""A sense for Claim: win good prizes cheaply, then win the votes that are still open."""

from __future__ import annotations

from collections import Counter
from statistics import fmean

from referee.games.base import Action
from referee.games.claim.cards import DECK, Card, Faction, PlayCard
from referee.games.claim.rules import reply_beats
from referee.games.claim.view import ClaimView

CARDS_OF = Counter(card.faction for card in DECK)
UNDEAD_VOTE = 2.0
"""What an Undead in the score pile is worth in phase one, in follower's values."""
THRIFT = 0.5
"""What a card is worth for later tricks of phase one, for each point of its value."""
LATER = 0.012
"""The same for phase two, in votes."""


def follower_worth(card: Card) -> float:
    """How much one wants a card for phase two. Knights also beat Goblins, and Doppelgängers follow anything."""
    return card.value + (card.faction in (Faction.KNIGHTS, Faction.DOPPELGANGERS))


FREE_FOLLOWER = fmean(follower_worth(card) for card in DECK)
"""What the loser of a trick in phase one gets, on average: the next card of the stock."""


class ClaimSense:
    def __init__(self, view: ClaimView) -> None:
        assert view.viewer is not None
        self.view = view
        self.me, self.they = view.viewer, 1 - view.viewer
        self.unseen = self._unseen()
        self.votes = {faction: self._vote_left(faction) for faction in Faction}

    def worth(self, action: Action) -> float:
        assert isinstance(action, PlayCard)
        card, led = action.card, self.view.led
        if self.view.phase == 1:
            return self._recruiting(card, led) - THRIFT * card.value
        if led is not None:
            return self._gathering(led, card, reply_beats(led, card)) - LATER * card.value
        # In phase two nothing is hidden: what was never seen is in the other hand.
        replies = self._replies(card)
        return min(self._gathering(card, reply, not reply_beats(card, reply)) for reply in replies) - LATER * card.value

    def _recruiting(self, card: Card, led: Card | None) -> float:
        """Phase one: what the trick brings, for sure as a reply, by the odds as a lead."""
        assert self.view.prize is not None
        stake = follower_worth(self.view.prize) - FREE_FOLLOWER
        stake += UNDEAD_VOTE * sum(one is not None and one.faction is Faction.UNDEAD for one in (card, led))
        if led is not None:
            return stake if reply_beats(led, card) else -stake
        return stake * (2 * self._chance_to_hold(card) - 1)

    def _chance_to_hold(self, card: Card) -> float:
        """The odds that none of the cards that beat a lead is in the other hand."""
        beaters = sum(count for other, count in self.unseen.items() if reply_beats(card, other))
        hidden = self.unseen.total()
        return float((1 - self.view.hand_sizes[self.they] / hidden) ** beaters)

    def _gathering(self, lead: Card, reply: Card, i_win: bool) -> float:
        """Phase two: the votes in the trick. Dwarves go to the loser."""
        return sum(
            self.votes[card.faction] if i_win is not (card.faction is Faction.DWARVES) else -self.votes[card.faction]
            for card in (lead, reply)
        )

    def _replies(self, lead: Card) -> list[Card]:
        theirs = list(self.unseen)
        following = [card for card in theirs if card.faction is lead.faction]
        wild = [card for card in theirs if card.faction is Faction.DOPPELGANGERS]
        return following + wild if following else theirs

    def _vote_left(self, faction: Faction) -> float:
        """What one more card of a faction does for its vote: more the fewer are left, nothing once it is decided."""
        mine, theirs = (self._count(self.view.scored[seat], faction) for seat in (self.me, self.they))
        left = CARDS_OF[faction] - mine - theirs - self._count(self.view.discard, faction)
        return 0.0 if abs(mine - theirs) > left else 1 / (1 + left)

    @staticmethod
    def _count(pile: tuple[Card, ...], faction: Faction) -> int:
        return sum(card.faction is faction for card in pile)

    def _unseen(self) -> Counter[Card]:
        view = self.view
        seen = Counter([*view.hand, *view.followers, *view.scored[0], *view.scored[1], *view.discard])
        seen.update(card for card in (view.led, view.prize) if card is not None)
        if view.phase == 1:
            seen.update(view.prizes[self.they])
        return Counter(DECK) - seen
