package main

import (
	"math"
	"slices"
	"strings"

	pb "bothy-go/generated/bothyv1"
)

// Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed.
const (
	missingDiscount = 0.6  // what a formation is expected to be worth for each card that is still missing
	emptySide       = 1.5  // what to expect of a side without cards
	stoneSteepness  = 1.5  // how surely the better outlook wins a stone
	aboveAnySum     = 40.0 // a better formation beats every sum: S13
	averageValue    = 5.0
)

// stone is what the seat to act sees of a boundary stone.
type stone struct {
	mine, theirs, modes []pb.SchottenTottenCard
}

func newStone(seen *pb.SchottenTottenStone, me uint32) stone {
	return stone{seen.Sides[me].Cards, seen.Sides[1-me].Cards, seen.Modes}
}

// schottenTottenWorth is by how many stones an action is expected to help.
func schottenTottenWorth(view *pb.SchottenTottenView, action *pb.SchottenTottenAction) float64 {
	at := func(index uint32) stone { return newStone(view.Stones[index], view.GetViewer()) }
	switch kind := action.Kind.(type) {
	case *pb.SchottenTottenAction_ClaimStone_:
		return 1
	case *pb.SchottenTottenAction_PlayCard_:
		before := at(kind.PlayCard.Stone)
		return before.with(kind.PlayCard.Card).odds() - before.odds()
	case *pb.SchottenTottenAction_PlayMode_:
		before := at(kind.PlayMode.Stone)
		after := before
		after.modes = append(slices.Clone(before.modes), kind.PlayMode.Card)
		return after.odds() - before.odds()
	case *pb.SchottenTottenAction_PlayRuse_:
		return ruseWorth(kind.PlayRuse.Card)
	case *pb.SchottenTottenAction_TakeCard_:
		before := at(kind.TakeCard.Stone)
		return before.without(kind.TakeCard.Card).odds() - before.odds()
	case *pb.SchottenTottenAction_MoveTo_:
		before := at(kind.MoveTo.Stone)
		return before.with(view.Ruse.Taken).odds() - before.odds()
	case *pb.SchottenTottenAction_ReturnCard_:
		return -cardValue(kind.ReturnCard.Card)
	case *pb.SchottenTottenAction_DrawFrom_:
		wantsTactic := view.TacticsInHand[view.GetViewer()] == 0
		if wantsTactic == (kind.DrawFrom.Deck == pb.SchottenTottenDeck_SCHOTTEN_TOTTEN_DECK_TACTIC) {
			return 1
		}
	}
	return 0
}

func ruseWorth(ruse pb.SchottenTottenCard) float64 {
	switch ruse {
	case pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_BANSHEE, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_TRAITOR:
		return 0.3
	case pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_RECRUITER:
		return 0.1
	}
	return 0
}

func (s stone) with(card pb.SchottenTottenCard) stone {
	s.mine = append(slices.Clone(s.mine), card)
	return s
}

// without takes a card off the side that it lies on.
func (s stone) without(card pb.SchottenTottenCard) stone {
	isTaken := func(other pb.SchottenTottenCard) bool { return other == card }
	s.mine = slices.DeleteFunc(slices.Clone(s.mine), isTaken)
	s.theirs = slices.DeleteFunc(slices.Clone(s.theirs), isTaken)
	return s
}

// odds of winning a stone that nobody has claimed.
func (s stone) odds() float64 {
	return 1 / (1 + math.Exp(-stoneSteepness*(s.outlook(s.mine)-s.outlook(s.theirs))))
}

// outlook is what to expect of a side once it is full: the best formation that it can still become, and its sum.
func (s stone) outlook(side []pb.SchottenTottenCard) float64 {
	size := 3
	if slices.Contains(s.modes, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_MUD) {
		size = 4
	}
	missing := float64(max(size-len(side), 0))
	sum := averageValue * missing
	for _, card := range side {
		sum += cardValue(card)
	}
	sum /= aboveAnySum
	switch {
	case slices.Contains(s.modes, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_BLIND): // S16
		return sum
	case len(side) == 0:
		return emptySide + sum
	}
	return formation(side, size)*math.Pow(missingDiscount, missing) + sum
}

// formation goes from 4, a colour run, to 0, a sum: S13. Elite troops fit everywhere.
func formation(side []pb.SchottenTottenCard, size int) float64 {
	var colours []byte
	var values []int
	for _, card := range side {
		if colour, value, isClan := clanCard(card); isClan {
			colours = append(colours, colour)
			values = append(values, value)
		}
	}
	slices.Sort(values)
	distinct := len(slices.Compact(slices.Clone(values)))
	slices.Sort(colours)
	isColour := len(slices.Compact(colours)) <= 1
	isRun := len(values) == 0 || distinct == len(values) && values[len(values)-1]-values[0] < size
	switch {
	case isColour && isRun:
		return 4
	case distinct <= 1:
		return 3
	case isColour:
		return 2
	case isRun:
		return 1
	}
	return 0
}

func cardValue(card pb.SchottenTottenCard) float64 {
	if _, value, isClan := clanCard(card); isClan {
		return float64(value)
	}
	switch card {
	case pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_SPY:
		return 7
	case pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_SHIELD:
		return 3
	}
	return 9
}

// clanCard reads the name of a Clan card: R5 is red, of value 5. Tactics cards are none.
func clanCard(card pb.SchottenTottenCard) (colour byte, value int, isClan bool) {
	name := strings.TrimPrefix(card.String(), "SCHOTTEN_TOTTEN_CARD_")
	if len(name) != 2 {
		return 0, 0, false
	}
	return name[0], int(name[1] - '0'), true
}
