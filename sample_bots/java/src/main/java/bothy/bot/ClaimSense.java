package bothy.bot;

import bothy.v1.Claim.ClaimCard;
import bothy.v1.Claim.ClaimView;
import bothy.v1.Game.Action;
import java.util.Optional;

/** Claim: win good prizes cheaply, then win cards for the votes, and lose Dwarves on purpose. */
record ClaimSense(ClaimView view) implements Sense {
  /** What the loser of a trick in phase one gets on average: a card off the stock. */
  private static final double FREE_FOLLOWER = 4.6;

  /** What an Undead that is played in phase one is worth, in values of followers. */
  private static final double UNDEAD = 2;

  /** What a card is worth for later tricks, for each point of its value, in each phase. */
  private static final double THRIFT_ONE = 0.5;

  private static final double THRIFT_TWO = 0.05;

  /** The stake of the trick, by the odds to win it, less the card itself. */
  @Override
  public double worth(Action action) {
    var card = Card.of(action.getClaim().getPlayCard().getCard()).orElseThrow();
    var led = Card.of(view.getLed());
    double odds = led.map(lead -> card.beats(lead) ? 1.0 : 0.0).orElse(card.value / 9.0);
    double stake =
        Card.of(view.getPrize())
            .map(prize -> followersAtStake(prize, card, led))
            .orElseGet(() -> card.vote() + led.orElse(card).vote()); // a lead is likely to be followed
    return (2 * odds - 1) * stake - (view.getPhase() == 1 ? THRIFT_ONE : THRIFT_TWO) * card.value;
  }

  private static double followersAtStake(Card prize, Card card, Optional<Card> led) {
    var undead = (card.isUndead() ? 1 : 0) + (led.filter(Card::isUndead).isPresent() ? 1 : 0);
    return prize.value - FREE_FOLLOWER + UNDEAD * undead;
  }

  private record Card(char faction, int value) {
    /** CLAIM_CARD_G7 is Goblin 7. */
    static Optional<Card> of(ClaimCard card) {
      if (card == ClaimCard.CLAIM_CARD_UNSPECIFIED) {
        return Optional.empty();
      }
      var code = card.name().substring("CLAIM_CARD_".length());
      return Optional.of(new Card(code.charAt(0), Character.digit(code.charAt(1), 10)));
    }

    /** C7 to C10: whether this reply beats a lead. */
    boolean beats(Card lead) {
      if (lead.faction == 'G' && faction == 'K') {
        return true;
      }
      return (faction == lead.faction || faction == 'X') && value > lead.value;
    }

    boolean isUndead() {
      return faction == 'U';
    }

    /** C17: both cards go to the winner, but Dwarves to the loser. */
    double vote() {
      return faction == 'D' ? -1 : 1;
    }
  }
}
