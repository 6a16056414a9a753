// What an action is worth in each game, in the game's own coin: the best one is played.
#pragma once

#include "bothy/v1/game.pb.h"

namespace claim {
double Worth(const bothy::v1::ClaimView& view, const bothy::v1::ClaimAction& action);
}

namespace schotten_totten {
double Worth(const bothy::v1::SchottenTottenView& view, const bothy::v1::SchottenTottenAction& action);
}

namespace lords_of_scotland {
double Worth(const bothy::v1::LordsOfScotlandView& view, const bothy::v1::LordsOfScotlandAction& action);
}
