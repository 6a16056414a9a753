// Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "games.hpp"

namespace lords_of_scotland {
namespace {

using namespace bothy::v1;

// The strength of a card that one does not see.
constexpr double kUnknown = 6.5;
// What an opponent's army is expected to gain in every turn to come.
constexpr double kReinforcement = 3.5;
// How surely the stronger army comes first.
constexpr double kSteepness = 0.15;
// What a card kept for later rounds is worth, in points for each of its strength.
constexpr double kKept = 0.2;
// What it is worth that nobody sees a follower.
constexpr double kSecrecy = 0.01;
constexpr auto kBruce = "BR";

struct Card {
  std::string clan;
  int strength;
  bool operator==(const Card&) const = default;
};

using Cards = std::vector<Card>;

// LORDS_OF_SCOTLAND_CARD_MA7 is of clan MA and has strength 7; BR97 is a Bruce, of strength 12.
Card ToCard(int card) {
  const std::string name = LordsOfScotlandCard_Name(static_cast<LordsOfScotlandCard>(card));
  const std::string code = name.substr(name.rfind('_') + 1);
  return {code.substr(0, 2), std::min(12, std::stoi(code.substr(2)))};
}

Cards ToCards(const google::protobuf::RepeatedField<int>& cards) {
  Cards result;
  std::ranges::transform(cards, std::back_inserter(result), ToCard);
  return result;
}

Cards Known(const LordsOfScotlandArmy& army) {
  Cards cards;
  for (const auto& follower : army.followers()) {
    if (follower.card()) cards.push_back(ToCard(follower.card()));
  }
  return cards;
}

int Sum(const Cards& cards) {
  int sum = 0;
  for (const Card& card : cards) sum += card.strength;
  return sum;
}

// L20: an active Bruce is of any clan, and a Bruce is always mustered active.
bool IsOf(const Card& card, const std::string& clan) { return card.clan == clan || card.clan == kBruce; }

// L23: the sum, twice if there are several cards and all of one clan.
int Strength(const Cards& army) {
  const auto first = std::ranges::find_if(army, [](const Card& card) { return card.clan != kBruce; });
  const bool is_of_one_clan =
      std::all_of(first, army.end(), [&](const Card& card) { return IsOf(card, first->clan); });
  return Sum(army) * (army.size() > 1 && is_of_one_clan ? 2 : 1);
}

// What the use of a card's power is worth, in points.
double Power(const Card& card) {
  if (card.clan == "MD" || card.clan == "FO" || card.clan == "CO") return 2;
  return card.clan == "WE" ? 1.5 : 0.5;
}

int TurnsLeft(const LordsOfScotlandView& view) { return 5 - static_cast<int>(view.turn()); }

// What an opponent's army will be at the end of the round.
double Expected(const LordsOfScotlandView& view, const LordsOfScotlandArmy& army) {
  const Cards known = Known(army);
  const auto unknown = static_cast<double>(army.followers_size()) - static_cast<double>(known.size());
  return Strength(known) + kUnknown * unknown + kReinforcement * TurnsLeft(view);
}

// The supporter that an army of some strength is expected to win; between two places, some of each.
double Points(const LordsOfScotlandView& view, int strength) {
  if (strength == 0) return 0;
  std::vector<double> prizes;
  for (const int card : view.supporters()) prizes.push_back(ToCard(card).strength);
  std::ranges::sort(prizes, std::greater{});
  prizes.resize(prizes.size() + static_cast<size_t>(view.armies_size()));
  double ahead = 0;
  for (int seat = 0; seat < view.armies_size(); ++seat) {
    if (seat == static_cast<int>(view.viewer())) continue;
    ahead += 1 / (1 + std::exp(kSteepness * (strength - Expected(view, view.armies(seat)))));
  }
  const auto place = static_cast<size_t>(ahead);
  return std::lerp(prizes.at(place), prizes.at(place + 1), ahead - static_cast<double>(place));
}

// The best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it.
double Outlook(const LordsOfScotlandView& view, const Cards& army, Cards hand) {
  std::ranges::sort(hand, std::greater{}, &Card::strength);
  double best = Points(view, Strength(army)) + kKept * Sum(hand);
  std::vector<std::string> plans = {""};  // of any clan
  for (const Card& card : hand) plans.push_back(card.clan);
  for (const std::string& clan : plans) {
    Cards grown = army;
    int kept = Sum(hand), turns = TurnsLeft(view);
    for (const Card& card : hand) {
      if (!clan.empty() && !IsOf(card, clan)) continue;
      if (turns-- <= 0) break;
      grown.push_back(card);
      kept -= card.strength;
      best = std::max(best, Points(view, Strength(grown)) + kKept * kept);
    }
  }
  return best;
}

double WorthOfRecruit(const LordsOfScotlandView& view, const Cards& army, Cards hand, int slot) {
  const auto& recruit = view.recruits(slot - 1).recruit();
  if (!recruit.card()) return Outlook(view, army, hand) + kKept * kUnknown;
  hand.push_back(ToCard(recruit.card()));
  return Outlook(view, army, hand);
}

double WorthOfMuster(const LordsOfScotlandView& view, Cards army, Cards hand,
                     const LordsOfScotlandAction::MusterFollower& muster) {
  const Card card = ToCard(muster.card());
  hand.erase(std::ranges::find(hand, card));
  army.push_back(card);
  const double worth = Outlook(view, army, hand);
  if (muster.way() == LORDS_OF_SCOTLAND_WAY_ACTIVE) return worth + Power(card);
  return worth + (muster.way() == LORDS_OF_SCOTLAND_WAY_DOWN ? kSecrecy : 0);
}

double WorthOfTarget(const LordsOfScotlandView& view, const LordsOfScotlandAction::TargetFollower& target) {
  const auto card = view.armies(static_cast<int>(target.seat())).followers(static_cast<int>(target.place()) - 1).card();
  if (view.pending() == LORDS_OF_SCOTLAND_PENDING_SCOTT) return card ? Power(ToCard(card)) : 0;
  const double strength = card ? ToCard(card).strength : kUnknown;
  return view.pending() == LORDS_OF_SCOTLAND_PENDING_WEMYSS && target.seat() == view.viewer() ? -strength : strength;
}

}  // namespace

// In points: what to expect of the round, and of the cards left for later ones.
double Worth(const LordsOfScotlandView& view, const LordsOfScotlandAction& action) {
  Cards army = Known(view.armies(static_cast<int>(view.viewer())));
  const Cards hand = ToCards(view.hand());
  switch (action.kind_case()) {
    case LordsOfScotlandAction::kClaimSupporter:
      return ToCard(action.claim_supporter().card()).strength;
    case LordsOfScotlandAction::kTakeSupporter:
      if (!army.empty()) army.pop_back();
      army.push_back(ToCard(action.take_supporter().card()));
      return Outlook(view, army, hand);
    case LordsOfScotlandAction::kRecruitSlot:
      return WorthOfRecruit(view, army, hand, static_cast<int>(action.recruit_slot().slot()));
    case LordsOfScotlandAction::kMusterFollower:
      return WorthOfMuster(view, army, hand, action.muster_follower());
    case LordsOfScotlandAction::kTargetFollower:
      return WorthOfTarget(view, action.target_follower());
    default:  // pass
      return 0;
  }
}

}  // namespace lords_of_scotland
