package main

import (
	"testing"

	pb "bothy-go/generated/bothyv1"
)

func worthOf(view *pb.ClaimView, card pb.ClaimCard) float64 {
	play := &pb.ClaimAction_PlayCard_{PlayCard: &pb.ClaimAction_PlayCard{Card: card}}
	return claimWorth(view, &pb.ClaimAction{Kind: play})
}

func TestAKnightBeatsALedGoblin(t *testing.T) {
	goblin, knight := newClaimCard(pb.ClaimCard_CLAIM_CARD_G9), newClaimCard(pb.ClaimCard_CLAIM_CARD_K2)
	if !knight.beats(goblin) || goblin.beats(knight) {
		t.Error("a Knight beats a Goblin, and not the other way round")
	}
}

func TestAGoodPrizeIsWonWithTheCheapestCardThatDoes(t *testing.T) {
	view := &pb.ClaimView{Phase: 1, Led: pb.ClaimCard_CLAIM_CARD_U4, Prize: pb.ClaimCard_CLAIM_CARD_K9}
	cheapest := worthOf(view, pb.ClaimCard_CLAIM_CARD_U5)
	for _, other := range []pb.ClaimCard{pb.ClaimCard_CLAIM_CARD_U9, pb.ClaimCard_CLAIM_CARD_U3} {
		if worthOf(view, other) >= cheapest {
			t.Errorf("%v is not better than U5", other)
		}
	}
}

func TestDwarvesAreLostOnPurpose(t *testing.T) {
	view := &pb.ClaimView{Phase: 2, Led: pb.ClaimCard_CLAIM_CARD_D5}
	if worthOf(view, pb.ClaimCard_CLAIM_CARD_D4) <= worthOf(view, pb.ClaimCard_CLAIM_CARD_D6) {
		t.Error("D4 loses the trick, and gets both Dwarves")
	}
}

func TestFormationsGoFromAColourRunToASum(t *testing.T) {
	const (
		b4, b6, b8 = pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_B4, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_B6, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_B8
		r4, r5, r6 = pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_R4, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_R5, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_R6
		r7, joker  = pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_R7, pb.SchottenTottenCard_SCHOTTEN_TOTTEN_CARD_JOKER
	)
	for _, test := range []struct {
		side []pb.SchottenTottenCard
		size int
		want float64
	}{
		{[]pb.SchottenTottenCard{r4, r6, r5}, 3, 4},
		{[]pb.SchottenTottenCard{r4, b4}, 3, 3},
		{[]pb.SchottenTottenCard{r4, r7}, 3, 2},
		{[]pb.SchottenTottenCard{r4, r7}, 4, 4},
		{[]pb.SchottenTottenCard{r4, b6, joker}, 3, 1},
		{[]pb.SchottenTottenCard{r4, b8}, 3, 0},
	} {
		if got := formation(test.side, test.size); got != test.want {
			t.Errorf("%v of %d cards: %v, not %v", test.side, test.size, got, test.want)
		}
	}
}

func TestAnArmyOfOneClanCountsTwice(t *testing.T) {
	makgills := newClansmen(pb.LordsOfScotlandCard_LORDS_OF_SCOTLAND_CARD_MA3, pb.LordsOfScotlandCard_LORDS_OF_SCOTLAND_CARD_MA7)
	bruce := newClansmen(pb.LordsOfScotlandCard_LORDS_OF_SCOTLAND_CARD_BR97)
	if strength(makgills) != 20 || strength(makgills[:1]) != 3 || strength(append(makgills, bruce...)) != 22 {
		t.Error("two Makgills count twice, one alone or with a Bruce once")
	}
}
