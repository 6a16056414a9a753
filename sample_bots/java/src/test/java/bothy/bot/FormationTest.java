package bothy.bot;

import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_B4;
import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_B6;
import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_B8;
import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_JOKER;
import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_R4;
import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_R5;
import static bothy.v1.SchottenTotten.SchottenTottenCard.SCHOTTEN_TOTTEN_CARD_R7;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FormationTest {
  @Test
  void formationsGoFromAColourRunToASum() {
    assertEquals(4, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_R5), 3));
    assertEquals(3, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_B4), 3));
    assertEquals(2, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_R7), 3));
    assertEquals(1, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_B6), 3));
    assertEquals(0, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_B8), 3));
  }

  @Test
  void fourCardsMakeALongerRun() {
    assertEquals(4, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_R7), 4));
  }

  @Test
  void aJokerFitsEverywhere() {
    assertEquals(4, Formation.rank(List.of(SCHOTTEN_TOTTEN_CARD_R4, SCHOTTEN_TOTTEN_CARD_JOKER), 3));
  }
}
