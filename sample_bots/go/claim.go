package main

import (
	"strings"

	pb "bothy-go/generated/bothyv1"
)

// Claim: win good prizes cheaply, then win cards for the votes, and lose Dwarves on purpose.
const (
	freeFollower = 4.6  // what the loser of a trick in phase one gets on average: a card off the stock
	undeadPlayed = 2.0  // what an Undead that is played in phase one is worth, in values of followers
	thriftInOne  = 0.5  // what a card is worth for later tricks of phase one, for each point of its value
	thriftInTwo  = 0.05 // the same in phase two
	highestValue = 9.0
)

type claimCard struct {
	faction byte
	value   float64
}

// newClaimCard reads a card's name: D7 is a Dwarf of value 7. It is nil for no card.
func newClaimCard(card pb.ClaimCard) *claimCard {
	if card == pb.ClaimCard_CLAIM_CARD_UNSPECIFIED {
		return nil
	}
	name := strings.TrimPrefix(card.String(), "CLAIM_CARD_")
	return &claimCard{faction: name[0], value: float64(name[1] - '0')}
}

// beats tells whether this reply beats a lead: C7 to C10.
func (reply *claimCard) beats(lead *claimCard) bool {
	if lead.faction == 'G' && reply.faction == 'K' {
		return true
	}
	return (reply.faction == lead.faction || reply.faction == 'X') && reply.value > lead.value
}

// claimWorth is the stake of the trick, by the odds to win it, less the card itself.
func claimWorth(view *pb.ClaimView, action *pb.ClaimAction) float64 {
	card, led, prize := newClaimCard(action.GetPlayCard().GetCard()), newClaimCard(view.Led), newClaimCard(view.Prize)
	odds := card.value / highestValue
	if led != nil {
		odds = 0
		if card.beats(led) {
			odds = 1
		}
	}
	if view.Phase == 1 {
		return (2*odds-1)*followersAtStake(prize, card, led) - thriftInOne*card.value
	}
	return (2*odds-1)*votesAtStake(card, led) - thriftInTwo*card.value
}

func followersAtStake(prize, card, led *claimCard) float64 {
	stake := prize.value - freeFollower
	for _, played := range []*claimCard{card, led} {
		if played != nil && played.faction == 'U' {
			stake += undeadPlayed
		}
	}
	return stake
}

// votesAtStake: both cards go to the winner, but Dwarves to the loser (C17). A lead is likely to be followed.
func votesAtStake(card, led *claimCard) float64 {
	if led == nil {
		led = card
	}
	return vote(card) + vote(led)
}

func vote(card *claimCard) float64 {
	if card.faction == 'D' {
		return -1
	}
	return 1
}
