package bothy.bot;

import static bothy.v1.LordsOfScotland.LordsOfScotlandCard.LORDS_OF_SCOTLAND_CARD_BR97;
import static bothy.v1.LordsOfScotland.LordsOfScotlandCard.LORDS_OF_SCOTLAND_CARD_MA3;
import static bothy.v1.LordsOfScotland.LordsOfScotlandCard.LORDS_OF_SCOTLAND_CARD_MA7;
import static bothy.v1.LordsOfScotland.LordsOfScotlandCard.LORDS_OF_SCOTLAND_CARD_SC5;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bothy.v1.LordsOfScotland.LordsOfScotlandCard;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ClanCardTest {
  @Test
  void anArmyOfOneClanCountsTwice() {
    assertEquals(20, strength(LORDS_OF_SCOTLAND_CARD_MA3, LORDS_OF_SCOTLAND_CARD_MA7));
    assertEquals(8, strength(LORDS_OF_SCOTLAND_CARD_MA3, LORDS_OF_SCOTLAND_CARD_SC5));
    assertEquals(7, strength(LORDS_OF_SCOTLAND_CARD_MA7));
  }

  @Test
  void aBruceFitsAnyClan() {
    assertEquals(38, strength(LORDS_OF_SCOTLAND_CARD_MA7, LORDS_OF_SCOTLAND_CARD_BR97));
  }

  private static int strength(LordsOfScotlandCard... army) {
    return ClanCard.armyStrength(Stream.of(army).map(ClanCard::of).toList());
  }
}
