package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	pb "bothy-go/generated/bothyv1"
)

// Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth.
const (
	turnsOfRound  = 5
	unknownCard   = 6.5  // the strength of a card that one does not see
	reinforcement = 3.5  // what an opponent's army is expected to gain in every turn to come
	armySteepness = 0.15 // how surely the stronger army comes first
	keptCard      = 0.2  // what a card kept for later rounds is worth, in points for each of its strength
	secrecy       = 0.01 // what it is worth that nobody sees a follower
	bruceStrength = 12
)

type clansman struct {
	clan     string
	strength float64
}

// newClansmen reads the cards' names: MA7 is of clan MA and has strength 7, BR97 is a Bruce. What is not seen is left out.
func newClansmen(cards ...pb.LordsOfScotlandCard) []clansman {
	var read []clansman
	for _, card := range cards {
		name := strings.TrimPrefix(card.String(), "LORDS_OF_SCOTLAND_CARD_")
		if number, err := strconv.Atoi(name[2:]); err == nil {
			read = append(read, clansman{name[:2], float64(min(number, bruceStrength))})
		}
	}
	return read
}

// powerWorth is what the use of a clan's power is worth, in points.
func (c clansman) powerWorth() float64 {
	switch c.clan {
	case "MD", "FO", "CO":
		return 2
	case "WE":
		return 1.5
	}
	return 0.5
}

// lordsOfScotlandWorth is in points: what to expect of the round, and of the cards left for later ones.
func lordsOfScotlandWorth(view *pb.LordsOfScotlandView, action *pb.LordsOfScotlandAction) float64 {
	army, hand := known(view.Armies[view.GetViewer()]), newClansmen(view.Hand...)
	switch kind := action.Kind.(type) {
	case *pb.LordsOfScotlandAction_ClaimSupporter_:
		return strength(newClansmen(kind.ClaimSupporter.Card))
	case *pb.LordsOfScotlandAction_TakeSupporter_:
		return outlook(view, append(army[:len(army)-1], newClansmen(kind.TakeSupporter.Card)...), hand)
	case *pb.LordsOfScotlandAction_RecruitSlot_:
		recruit := newClansmen(view.Recruits[kind.RecruitSlot.Slot-1].GetRecruit().GetCard())
		if len(recruit) == 0 {
			return outlook(view, army, hand) + keptCard*unknownCard
		}
		return outlook(view, army, append(hand, recruit...))
	case *pb.LordsOfScotlandAction_MusterFollower_:
		card := newClansmen(kind.MusterFollower.Card)[0]
		hand = slices.DeleteFunc(hand, func(other clansman) bool { return other == card })
		return outlook(view, append(army, card), hand) + wayWorth(card, kind.MusterFollower.Way)
	case *pb.LordsOfScotlandAction_TargetFollower_:
		return targetWorth(view, kind.TargetFollower)
	}
	return 0
}

func wayWorth(card clansman, way pb.LordsOfScotlandWay) float64 {
	switch way {
	case pb.LordsOfScotlandWay_LORDS_OF_SCOTLAND_WAY_ACTIVE:
		return card.powerWorth()
	case pb.LordsOfScotlandWay_LORDS_OF_SCOTLAND_WAY_DOWN:
		return secrecy
	}
	return 0
}

func targetWorth(view *pb.LordsOfScotlandView, target *pb.LordsOfScotlandAction_TargetFollower) float64 {
	cards := newClansmen(view.Armies[target.Seat].Followers[target.Place-1].Card)
	if len(cards) == 0 {
		return unknownCard
	}
	switch {
	case view.Pending == pb.LordsOfScotlandPending_LORDS_OF_SCOTLAND_PENDING_SCOTT:
		return cards[0].powerWorth()
	case view.Pending == pb.LordsOfScotlandPending_LORDS_OF_SCOTLAND_PENDING_WEMYSS && target.Seat == view.GetViewer():
		return -cards[0].strength
	}
	return cards[0].strength
}

// outlook is the best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it.
func outlook(view *pb.LordsOfScotlandView, army, hand []clansman) float64 {
	hand = slices.SortedStableFunc(slices.Values(hand), func(a, b clansman) int { return cmp.Compare(b.strength, a.strength) })
	inHand := sum(hand)
	best := points(view, strength(army)) + keptCard*inHand
	for _, clan := range plans(hand) {
		grown, kept := slices.Clone(army), inHand
		for _, card := range hand {
			if (clan == "" || card.clan == clan) && len(grown) < len(army)+turnsOfRound-int(view.Turn) {
				grown, kept = append(grown, card), kept-card.strength
				best = max(best, points(view, strength(grown))+keptCard*kept)
			}
		}
	}
	return best
}

// plans are the clans to muster, and "" for whatever is strongest.
func plans(hand []clansman) []string {
	plans := []string{""}
	for _, card := range hand {
		if !slices.Contains(plans, card.clan) {
			plans = append(plans, card.clan)
		}
	}
	return plans
}

// points is the supporter that an army of some strength is expected to win; between two places, some of each.
func points(view *pb.LordsOfScotlandView, strength float64) float64 {
	if strength == 0 {
		return 0
	}
	prizes := make([]float64, len(view.Armies)+1)
	for _, supporter := range newClansmen(view.Supporters...) {
		prizes = append(prizes, supporter.strength)
	}
	slices.SortFunc(prizes, func(a, b float64) int { return cmp.Compare(b, a) })
	ahead := 0.0
	for seat, army := range view.Armies {
		if uint32(seat) != view.GetViewer() {
			ahead += 1 / (1 + math.Exp(armySteepness*(strength-expected(view, army))))
		}
	}
	place, fraction := math.Modf(ahead)
	return prizes[int(place)] + fraction*(prizes[int(place)+1]-prizes[int(place)])
}

// expected is what an opponent's army will be at the end of the round.
func expected(view *pb.LordsOfScotlandView, army *pb.LordsOfScotlandArmy) float64 {
	seen := known(army)
	unseen := float64(len(army.Followers) - len(seen))
	return strength(seen) + unknownCard*unseen + reinforcement*float64(turnsOfRound-int(view.Turn))
}

// strength is the sum, twice if there are several cards and all of one clan: L23.
func strength(army []clansman) float64 {
	isOther := func(card clansman) bool { return card.clan != army[0].clan }
	if len(army) > 1 && !slices.ContainsFunc(army, isOther) {
		return 2 * sum(army)
	}
	return sum(army)
}

func sum(cards []clansman) float64 {
	total := 0.0
	for _, card := range cards {
		total += card.strength
	}
	return total
}

func known(army *pb.LordsOfScotlandArmy) []clansman {
	var seen []clansman
	for _, follower := range army.Followers {
		seen = append(seen, newClansmen(follower.Card)...)
	}
	return seen
}
