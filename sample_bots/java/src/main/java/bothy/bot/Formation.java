package bothy.bot;

import bothy.v1.SchottenTotten.SchottenTottenCard;
import java.util.List;

/** Schotten Totten's formations, and what the cards in them are. */
final class Formation {
  private static final String PREFIX = "SCHOTTEN_TOTTEN_CARD_";

  private Formation() {}

  /** S13: what a side can still become, from 4, a colour run, to 0, a sum. Elite troops fit everywhere. */
  static int rank(List<SchottenTottenCard> side, int size) {
    var clan = side.stream().filter(Formation::isClan).toList();
    var values = clan.stream().mapToInt(Formation::value).summaryStatistics();
    var distinct = clan.stream().map(Formation::value).distinct().count();
    var isColour = clan.stream().map(Formation::colour).distinct().count() <= 1;
    var isRun = distinct == clan.size() && (clan.isEmpty() || values.getMax() - values.getMin() < size);
    if (isColour && isRun) {
      return 4;
    }
    if (distinct <= 1) {
      return 3;
    }
    return isColour ? 2 : isRun ? 1 : 0;
  }

  /** SCHOTTEN_TOTTEN_CARD_R5 is red 5. Elite troops stand for what they are likely to become. */
  static int value(SchottenTottenCard card) {
    return switch (card) {
      case SCHOTTEN_TOTTEN_CARD_SPY -> 7;
      case SCHOTTEN_TOTTEN_CARD_SHIELD -> 3;
      default -> isClan(card) ? Character.digit(code(card).charAt(1), 10) : 9;
    };
  }

  private static char colour(SchottenTottenCard card) {
    return code(card).charAt(0);
  }

  private static boolean isClan(SchottenTottenCard card) {
    return code(card).length() == 2;
  }

  private static String code(SchottenTottenCard card) {
    return card.name().substring(PREFIX.length());
  }
}
