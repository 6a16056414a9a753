package bothy.bot;

import bothy.v1.Game.Action;
import bothy.v1.SchottenTotten.SchottenTottenCard;
import bothy.v1.SchottenTotten.SchottenTottenDeck;
import bothy.v1.SchottenTotten.SchottenTottenSide;
import bothy.v1.SchottenTotten.SchottenTottenStone;
import bothy.v1.SchottenTotten.SchottenTottenView;
import java.util.function.UnaryOperator;

/** Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed. */
record SchottenTottenSense(SchottenTottenView view) implements Sense {
  /** What a formation is expected to be worth for each card that is still missing. */
  private static final double DISCOUNT = 0.6;

  /** What to expect of a side without cards. */
  private static final double EMPTY = 1.5;

  /** How surely the better outlook wins a stone. */
  private static final double STEEPNESS = 1.5;

  /** Above the sum of any side: a better formation beats every sum (S13). */
  private static final double ABOVE_ANY_SUM = 40;

  /** By how many stones an action is expected to help. */
  @Override
  public double worth(Action action) {
    var kind = action.getSchottenTotten();
    return switch (kind.getKindCase()) {
      case CLAIM_STONE -> 1;
      case PLAY_CARD -> joined(kind.getPlayCard().getStone(), kind.getPlayCard().getCard());
      case PLAY_MODE -> {
        var mode = kind.getPlayMode();
        yield gain(mode.getStone(), stone -> stone.addModes(mode.getCard()));
      }
      case PLAY_RUSE -> worthOfRuse(kind.getPlayRuse().getCard());
      case TAKE_CARD -> taken(kind.getTakeCard().getStone(), kind.getTakeCard().getCard());
      case MOVE_TO -> joined(kind.getMoveTo().getStone(), view.getRuse().getTaken());
      case RETURN_CARD -> -Formation.value(kind.getReturnCard().getCard());
      case DRAW_FROM -> isWanted(kind.getDrawFrom().getDeck()) ? 1 : 0;
      default -> 0; // done, pass, discard
    };
  }

  private double joined(int at, SchottenTottenCard card) {
    return gain(at, stone -> stone.setSides(me(), stone.getSides(me()).toBuilder().addCards(card)));
  }

  private double taken(int at, SchottenTottenCard card) {
    var isOwn = view.getRuse().getCard() == SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_STRATEGIST;
    var seat = isOwn ? me() : 1 - me();
    return gain(at, stone -> stone.setSides(seat, without(stone.getSides(seat), card)));
  }

  private static SchottenTottenSide without(SchottenTottenSide side, SchottenTottenCard card) {
    var others = side.getCardsList().stream().filter(other -> other != card).toList();
    return SchottenTottenSide.newBuilder().addAllCards(others).build();
  }

  private static double worthOfRuse(SchottenTottenCard ruse) {
    return switch (ruse) {
      case SCHOTTEN_TOTTEN_CARD_BANSHEE, SCHOTTEN_TOTTEN_CARD_TRAITOR -> 0.3;
      case SCHOTTEN_TOTTEN_CARD_RECRUITER -> 0.1;
      default -> -0.05; // the Strategist, only if all else loses
    };
  }

  private boolean isWanted(SchottenTottenDeck deck) {
    var wantsTactic = view.getTacticsInHand(me()) == 0;
    return wantsTactic == (deck == SchottenTottenDeck.SCHOTTEN_TOTTEN_DECK_TACTIC);
  }

  private double gain(int at, UnaryOperator<SchottenTottenStone.Builder> change) {
    var before = view.getStones(at);
    return odds(change.apply(before.toBuilder()).build()) - odds(before);
  }

  /** The odds of winning a stone that nobody has claimed. */
  private double odds(SchottenTottenStone stone) {
    return 1 / (1 + Math.exp(STEEPNESS * (outlook(stone, 1 - me()) - outlook(stone, me()))));
  }

  /** What to expect of a side once it is full: the best formation that it can still become, and its sum. */
  private static double outlook(SchottenTottenStone stone, int seat) {
    var isMud = stone.getModesList().contains(SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_MUD);
    var isBlind = stone.getModesList().contains(SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_BLIND);
    var cards = stone.getSides(seat).getCardsList();
    var size = isMud ? 4 : 3;
    var missing = Math.max(0, size - cards.size());
    var sum = cards.stream().mapToInt(Formation::value).sum() + 5 * missing;
    if (isBlind) {
      return sum / ABOVE_ANY_SUM; // S16
    }
    var formation = cards.isEmpty() ? EMPTY : Formation.rank(cards, size) * Math.pow(DISCOUNT, missing);
    return formation + sum / ABOVE_ANY_SUM;
  }

  private int me() {
    return view.getViewer();
  }
}
