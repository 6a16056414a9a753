package bothy.bot;

import bothy.v1.Game.Action;
import bothy.v1.Game.View;

/** What an action is worth, in the game's own coin: the best one is played. */
@FunctionalInterface
interface Sense {
  double worth(Action action);

  static Sense of(View view) {
    return switch (view.getGameCase()) {
      case CLAIM -> new ClaimSense(view.getClaim());
      case SCHOTTEN_TOTTEN -> new SchottenTottenSense(view.getSchottenTotten());
      case LORDS_OF_SCOTLAND -> new LordsOfScotlandSense(view.getLordsOfScotland());
      default -> action -> 0; // a game that this bot does not know: all the same to it
    };
  }
}
