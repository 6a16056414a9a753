// Claim: win good prizes cheaply, then win cards for the votes, and lose Dwarves on purpose.
#include <optional>
#include <string>

#include "games.hpp"

namespace claim {
namespace {

using namespace bothy::v1;

// What the loser of a trick in phase one gets on average: a card off the stock.
constexpr double kFreeFollower = 4.6;
// What an Undead that is played in phase one is worth, in values of followers.
constexpr double kUndead = 2.0;
// What a card is worth for later tricks, for each point of its value, in each phase.
constexpr double kThriftOne = 0.5, kThriftTwo = 0.05;

struct Card {
  char faction;
  int value;
};

// CLAIM_CARD_G7 is Goblin 7.
std::optional<Card> ToCard(ClaimCard card) {
  if (card == CLAIM_CARD_UNSPECIFIED) return std::nullopt;
  const std::string name = ClaimCard_Name(card);
  return Card{name.at(name.size() - 2), name.back() - '0'};
}

// C7 to C10: whether a reply beats a lead.
bool Beats(Card reply, Card lead) {
  if (lead.faction == 'G' && reply.faction == 'K') return true;
  return (reply.faction == lead.faction || reply.faction == 'X') && reply.value > lead.value;
}

double FollowersAtStake(Card prize, Card card, std::optional<Card> led) {
  const int undead = (card.faction == 'U') + (led && led->faction == 'U');
  return prize.value - kFreeFollower + kUndead * undead;
}

// C17: both cards go to the winner, but Dwarves to the loser. A lead is likely to be followed.
double VotesAtStake(Card card, std::optional<Card> led) {
  const auto vote = [](Card one) { return one.faction == 'D' ? -1.0 : 1.0; };
  return vote(card) + vote(led.value_or(card));
}

}  // namespace

// The stake of the trick, by the odds to win it, less the card itself.
double Worth(const ClaimView& view, const ClaimAction& action) {
  const auto card = ToCard(action.play_card().card());
  if (!card) return 0;
  const auto led = ToCard(view.led()), prize = ToCard(view.prize());
  const double odds = led ? Beats(*card, *led) : card->value / 9.0;
  const double stake = prize ? FollowersAtStake(*prize, *card, led) : VotesAtStake(*card, led);
  return (2 * odds - 1) * stake - (view.phase() == 1 ? kThriftOne : kThriftTwo) * card->value;
}

}  // namespace claim
