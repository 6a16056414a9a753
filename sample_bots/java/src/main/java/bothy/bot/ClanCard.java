package bothy.bot;

import bothy.v1.LordsOfScotland.LordsOfScotlandCard;
import java.util.List;

/** A card of Lords of Scotland. */
record ClanCard(String clan, int strength) {
  private static final String PREFIX = "LORDS_OF_SCOTLAND_CARD_";
  private static final String BRUCE = "BR";

  /** LORDS_OF_SCOTLAND_CARD_MA7 is of clan MA and has strength 7; BR97 is a Bruce, of strength 12. */
  static ClanCard of(LordsOfScotlandCard card) {
    var code = card.name().substring(PREFIX.length());
    return new ClanCard(code.substring(0, 2), Math.min(12, Integer.parseInt(code.substring(2))));
  }

  /** L20: an active Bruce is of any clan, and a Bruce is always mustered active. */
  boolean isOf(String someClan) {
    return clan.equals(someClan) || clan.equals(BRUCE);
  }

  /** What the use of its power is worth, in points. */
  double power() {
    return switch (clan) {
      case "MD", "FO", "CO" -> 2;
      case "WE" -> 1.5;
      default -> 0.5;
    };
  }

  static int sum(List<ClanCard> cards) {
    return cards.stream().mapToInt(ClanCard::strength).sum();
  }

  /** L23: the sum, twice if there are several cards and all of one clan. */
  static int armyStrength(List<ClanCard> army) {
    var clans = army.stream().map(ClanCard::clan).filter(clan -> !clan.equals(BRUCE)).distinct().count();
    return sum(army) * (army.size() > 1 && clans <= 1 ? 2 : 1);
  }
}
