package bothy.bot;

import bothy.v1.Game.Action;
import bothy.v1.LordsOfScotland.LordsOfScotlandAction.MusterFollower;
import bothy.v1.LordsOfScotland.LordsOfScotlandAction.TargetFollower;
import bothy.v1.LordsOfScotland.LordsOfScotlandArmy;
import bothy.v1.LordsOfScotland.LordsOfScotlandFollower;
import bothy.v1.LordsOfScotland.LordsOfScotlandPending;
import bothy.v1.LordsOfScotland.LordsOfScotlandView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth. */
final class LordsOfScotlandSense implements Sense {
  private static final int TURNS = 5;

  /** The strength of a card that one does not see. */
  private static final double UNKNOWN = 6.5;

  /** What an opponent's army is expected to gain in every turn to come. */
  private static final double REINFORCEMENT = 3.5;

  /** How surely the stronger army comes first. */
  private static final double STEEPNESS = 0.15;

  /** What a card kept for later rounds is worth, in points for each of its strength. */
  private static final double KEPT = 0.2;

  /** What it is worth that nobody sees a follower. */
  private static final double SECRECY = 0.01;

  private final LordsOfScotlandView view;
  private final int turnsLeft;
  private final List<ClanCard> army;
  private final List<ClanCard> hand;
  private final List<Double> rivals;
  private final List<Integer> prizes;

  LordsOfScotlandSense(LordsOfScotlandView view) {
    this.view = view;
    turnsLeft = TURNS - view.getTurn();
    army = known(view.getArmies(view.getViewer()));
    hand = view.getHandList().stream().map(ClanCard::of).toList();
    var seats = IntStream.range(0, view.getArmiesCount());
    rivals = seats.filter(seat -> seat != view.getViewer()).mapToObj(view::getArmies).map(this::expected).toList();
    var supporters = view.getSupportersList().stream().map(card -> ClanCard.of(card).strength());
    var nothing = Stream.generate(() -> 0).limit(view.getArmiesCount());
    prizes = Stream.concat(supporters.sorted(Comparator.reverseOrder()), nothing).toList();
  }

  /** In points: what to expect of the round, and of the cards left for later ones. */
  @Override
  public double worth(Action action) {
    var kind = action.getLordsOfScotland();
    return switch (kind.getKindCase()) {
      case CLAIM_SUPPORTER -> ClanCard.of(kind.getClaimSupporter().getCard()).strength();
      case TAKE_SUPPORTER -> outlook(swapped(ClanCard.of(kind.getTakeSupporter().getCard())), hand);
      case RECRUIT_SLOT -> worthOfRecruit(kind.getRecruitSlot().getSlot());
      case MUSTER_FOLLOWER -> worthOfMuster(kind.getMusterFollower());
      case TARGET_FOLLOWER -> worthOfTarget(kind.getTargetFollower());
      default -> 0; // pass
    };
  }

  /** The army with another card in the place of the Cockburn that was just mustered. */
  private List<ClanCard> swapped(ClanCard card) {
    return with(army.subList(0, Math.max(0, army.size() - 1)), card);
  }

  private double worthOfRecruit(int slot) {
    var recruit = view.getRecruits(slot - 1).getRecruit();
    if (!recruit.getUp()) {
      return outlook(army, hand) + KEPT * UNKNOWN;
    }
    return outlook(army, with(hand, ClanCard.of(recruit.getCard())));
  }

  private double worthOfMuster(MusterFollower muster) {
    var card = ClanCard.of(muster.getCard());
    var others = new ArrayList<>(hand);
    others.remove(card);
    var worth = outlook(with(army, card), others);
    return switch (muster.getWay()) {
      case LORDS_OF_SCOTLAND_WAY_ACTIVE -> worth + card.power();
      case LORDS_OF_SCOTLAND_WAY_DOWN -> worth + SECRECY;
      default -> worth;
    };
  }

  private double worthOfTarget(TargetFollower target) {
    var follower = view.getArmies(target.getSeat()).getFollowers(target.getPlace() - 1);
    var isKnown = isKnown(follower);
    if (view.getPending() == LordsOfScotlandPending.LORDS_OF_SCOTLAND_PENDING_SCOTT) {
      return isKnown ? ClanCard.of(follower.getCard()).power() : 0;
    }
    var strength = isKnown ? ClanCard.of(follower.getCard()).strength() : UNKNOWN;
    return target.getSeat() == view.getViewer() ? -strength : strength;
  }

  /** The best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it. */
  private double outlook(List<ClanCard> army, List<ClanCard> hand) {
    var best = points(ClanCard.armyStrength(army)) + KEPT * ClanCard.sum(hand);
    for (var plan : plans(hand)) {
      for (int count = 1; count <= Math.min(plan.size(), turnsLeft); count++) {
        var added = plan.subList(0, count);
        var kept = ClanCard.sum(hand) - ClanCard.sum(added);
        var grown = Stream.concat(army.stream(), added.stream()).toList();
        best = Math.max(best, points(ClanCard.armyStrength(grown)) + KEPT * kept);
      }
    }
    return best;
  }

  private static List<List<ClanCard>> plans(List<ClanCard> hand) {
    var strongestFirst = hand.stream().sorted(Comparator.comparingInt(ClanCard::strength).reversed()).toList();
    var clans = hand.stream().map(ClanCard::clan).distinct();
    var ofOneClan = clans.map(clan -> strongestFirst.stream().filter(card -> card.isOf(clan)).toList());
    return Stream.concat(Stream.of(strongestFirst), ofOneClan).toList();
  }

  /** The supporter that an army of some strength is expected to win; between two places, some of each. */
  private double points(int strength) {
    if (strength == 0) {
      return 0;
    }
    var ahead = rivals.stream().mapToDouble(rival -> 1 / (1 + Math.exp(STEEPNESS * (strength - rival)))).sum();
    var place = (int) ahead;
    return prizes.get(place) + (ahead - place) * (prizes.get(place + 1) - prizes.get(place));
  }

  /** What an opponent's army will be at the end of the round. */
  private double expected(LordsOfScotlandArmy army) {
    var known = known(army);
    var unknown = army.getFollowersCount() - known.size();
    return ClanCard.armyStrength(known) + UNKNOWN * unknown + REINFORCEMENT * turnsLeft;
  }

  private static List<ClanCard> known(LordsOfScotlandArmy army) {
    var followers = army.getFollowersList().stream().filter(LordsOfScotlandSense::isKnown);
    return followers.map(follower -> ClanCard.of(follower.getCard())).toList();
  }

  private static boolean isKnown(LordsOfScotlandFollower follower) {
    return follower.getCardValue() != 0;
  }

  private static List<ClanCard> with(List<ClanCard> cards, ClanCard card) {
    return Stream.concat(cards.stream(), Stream.of(card)).toList();
  }
}
