// Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "games.hpp"

namespace schotten_totten {
namespace {

using namespace bothy::v1;

// What a formation is expected to be worth for each card that is still missing.
constexpr double kDiscount = 0.6;
// What to expect of a side without cards.
constexpr double kEmpty = 1.5;
// How surely the better outlook wins a stone.
constexpr double kSteepness = 1.5;
// Above the sum of any side: a better formation beats every sum (S13).
constexpr double kAboveAnySum = 40;

struct ClanCard {
  char colour;
  int value;
};

// SCHOTTEN_TOTTEN_CARD_R5 is red 5. Tactics cards come after all Clan cards.
bool IsClan(int card) { return card < SCHOTTEN_TOTTEN_CARD_BANSHEE; }

ClanCard ToClanCard(int card) {
  const std::string name = SchottenTottenCard_Name(static_cast<SchottenTottenCard>(card));
  return {name.at(name.size() - 2), name.back() - '0'};
}

int Value(int card) {
  if (IsClan(card)) return ToClanCard(card).value;
  return card == SCHOTTEN_TOTTEN_CARD_SPY ? 7 : card == SCHOTTEN_TOTTEN_CARD_SHIELD ? 3 : 9;
}

// S13: from 4, a colour run, to 0, a sum. Elite troops fit everywhere.
int Formation(const SchottenTottenSide& side, int size) {
  std::vector<int> values, colours;
  for (const int card : side.cards()) {
    if (!IsClan(card)) continue;
    values.push_back(ToClanCard(card).value);
    colours.push_back(ToClanCard(card).colour);
  }
  std::ranges::sort(values);
  const auto all_equal = [](const std::vector<int>& row) {
    return std::ranges::adjacent_find(row, std::not_equal_to{}) == row.end();
  };
  const bool is_colour = all_equal(colours);
  const bool is_run = std::ranges::adjacent_find(values) == values.end() &&
                      (values.empty() || values.back() - values.front() < size);
  if (is_colour && is_run) return 4;
  if (all_equal(values)) return 3;
  return is_colour ? 2 : is_run;
}

// What to expect of a side once it is full: the best formation that it can still become, and its sum.
double Outlook(const SchottenTottenStone& stone, int seat) {
  const auto has_mode = [&](int mode) { return std::ranges::count(stone.modes(), mode) > 0; };
  const int size = has_mode(SCHOTTEN_TOTTEN_CARD_MUD) ? 4 : 3;
  const SchottenTottenSide& side = stone.sides(seat);
  const int missing = std::max(0, size - side.cards_size());
  double sum = 5 * missing;
  for (const int card : side.cards()) sum += Value(card);
  const double worth = has_mode(SCHOTTEN_TOTTEN_CARD_BLIND) ? 0  // S16
                       : side.cards().empty()               ? kEmpty
                                                            : Formation(side, size) * std::pow(kDiscount, missing);
  return worth + sum / kAboveAnySum;
}

// The odds of winning a stone that nobody has claimed.
double Odds(const SchottenTottenStone& stone, int me) {
  return 1 / (1 + std::exp(kSteepness * (Outlook(stone, 1 - me) - Outlook(stone, me))));
}

double WorthOfRuse(SchottenTottenCard card) {
  if (card == SCHOTTEN_TOTTEN_CARD_RECRUITER) return 0.1;
  return card == SCHOTTEN_TOTTEN_CARD_STRATEGIST ? -0.05 : 0.3;  // the Strategist only if all else loses
}

void Remove(SchottenTottenSide& side, int card) {
  auto& cards = *side.mutable_cards();
  if (const auto found = std::ranges::find(cards, card); found != cards.end()) cards.erase(found);
}

}  // namespace

// By how many stones an action is expected to help.
double Worth(const SchottenTottenView& view, const SchottenTottenAction& action) {
  const int me = static_cast<int>(view.viewer());
  const auto gain = [&](unsigned at, const std::function<void(SchottenTottenStone&)>& change) {
    const SchottenTottenStone& before = view.stones(static_cast<int>(at));
    SchottenTottenStone after = before;
    change(after);
    return Odds(after, me) - Odds(before, me);
  };
  const auto joined = [&](unsigned at, SchottenTottenCard card) {
    return gain(at, [&](auto& stone) { stone.mutable_sides(me)->add_cards(card); });
  };
  switch (action.kind_case()) {
    case SchottenTottenAction::kClaimStone:
      return 1;
    case SchottenTottenAction::kPlayCard:
      return joined(action.play_card().stone(), action.play_card().card());
    case SchottenTottenAction::kPlayMode:
      return gain(action.play_mode().stone(), [&](auto& stone) { stone.add_modes(action.play_mode().card()); });
    case SchottenTottenAction::kPlayRuse:
      return WorthOfRuse(action.play_ruse().card());
    case SchottenTottenAction::kTakeCard: {
      const int from = view.ruse().card() == SCHOTTEN_TOTTEN_CARD_STRATEGIST ? me : 1 - me;
      return gain(action.take_card().stone(),
                  [&](auto& stone) { Remove(*stone.mutable_sides(from), action.take_card().card()); });
    }
    case SchottenTottenAction::kMoveTo:
      return joined(action.move_to().stone(), view.ruse().taken());
    case SchottenTottenAction::kReturnCard:
      return -Value(action.return_card().card());
    case SchottenTottenAction::kDrawFrom: {
      const bool wants_tactic = view.tactics_in_hand(me) == 0;
      return wants_tactic == (action.draw_from().deck() == SCHOTTEN_TOTTEN_DECK_TACTIC);
    }
    default:  // done, pass, discard
      return 0;
  }
}

}  // namespace schotten_totten
