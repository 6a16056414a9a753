package bothy.bot;

import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_D4;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_D5;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_D6;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_K9;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_U3;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_U4;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_U5;
import static bothy.v1.Claim.ClaimCard.CLAIM_CARD_U9;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bothy.v1.Claim.ClaimCard;
import bothy.v1.Claim.ClaimView;
import bothy.v1.Game.Action;
import org.junit.jupiter.api.Test;

final class ClaimSenseTest {
  @Test
  void aGoodPrizeIsWonWithTheCheapestCardThatDoes() {
    var view = ClaimView.newBuilder().setPhase(1).setLed(CLAIM_CARD_U4).setPrize(CLAIM_CARD_K9).build();
    assertTrue(worth(view, CLAIM_CARD_U5) > worth(view, CLAIM_CARD_U3));
    assertTrue(worth(view, CLAIM_CARD_U5) > worth(view, CLAIM_CARD_U9));
  }

  @Test
  void dwarvesAreLostOnPurpose() {
    var view = ClaimView.newBuilder().setPhase(2).setLed(CLAIM_CARD_D5).build();
    assertTrue(worth(view, CLAIM_CARD_D4) > worth(view, CLAIM_CARD_D6));
  }

  private static double worth(ClaimView view, ClaimCard card) {
    var action = Action.newBuilder();
    action.getClaimBuilder().getPlayCardBuilder().setCard(card);
    return new ClaimSense(view).worth(action.build());
  }
}
