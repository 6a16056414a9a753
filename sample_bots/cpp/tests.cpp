// A few tests of what the bot thinks; `make test` runs them.
#include <cstdlib>
#include <iostream>

#include "games.hpp"

using namespace bothy::v1;

namespace {

void Expect(bool is_true, const char* sentence) {
  std::cout << (is_true ? "passed  " : "FAILED  ") << sentence << '\n';
  if (!is_true) std::exit(1);
}

double WorthOf(const ClaimView& view, ClaimCard card) {
  ClaimAction action;
  action.mutable_play_card()->set_card(card);
  return claim::Worth(view, action);
}

void TestClaim() {
  ClaimView view;
  view.set_phase(1);
  view.set_led(CLAIM_CARD_U4);
  view.set_prize(CLAIM_CARD_K9);
  Expect(WorthOf(view, CLAIM_CARD_U5) > WorthOf(view, CLAIM_CARD_U3), "a good prize is won");
  Expect(WorthOf(view, CLAIM_CARD_U5) > WorthOf(view, CLAIM_CARD_U9), "with the cheapest card that does");
  view = {};
  view.set_phase(2);
  view.set_led(CLAIM_CARD_D5);
  Expect(WorthOf(view, CLAIM_CARD_D4) > WorthOf(view, CLAIM_CARD_D6), "Dwarves are lost on purpose");
}

double WorthOf(const SchottenTottenView& view, SchottenTottenCard card) {
  SchottenTottenAction action;
  action.mutable_play_card()->set_card(card);
  return schotten_totten::Worth(view, action);
}

void TestSchottenTotten() {
  SchottenTottenView view;
  auto& stone = *view.add_stones();
  stone.add_sides()->add_cards(SCHOTTEN_TOTTEN_CARD_R4);
  stone.add_sides();
  const double run = WorthOf(view, SCHOTTEN_TOTTEN_CARD_R5), kind = WorthOf(view, SCHOTTEN_TOTTEN_CARD_B4);
  const double colour = WorthOf(view, SCHOTTEN_TOTTEN_CARD_R9), sum = WorthOf(view, SCHOTTEN_TOTTEN_CARD_B9);
  Expect(run > kind && kind > colour && colour > sum, "formations go from a colour run to a sum");
}

double WorthOf(const LordsOfScotlandView& view, LordsOfScotlandCard card) {
  LordsOfScotlandAction action;
  action.mutable_muster_follower()->set_card(card);
  return lords_of_scotland::Worth(view, action);
}

void TestLordsOfScotland() {
  LordsOfScotlandView view;
  view.set_turn(5);
  view.add_supporters(LORDS_OF_SCOTLAND_CARD_SC12);
  view.add_armies()->add_followers()->set_card(LORDS_OF_SCOTLAND_CARD_MA3);
  view.add_armies()->add_followers()->set_card(LORDS_OF_SCOTLAND_CARD_WE12);
  for (const auto card : {LORDS_OF_SCOTLAND_CARD_MA7, LORDS_OF_SCOTLAND_CARD_FE7}) view.add_hand(card);
  const double same_clan = WorthOf(view, LORDS_OF_SCOTLAND_CARD_MA7);
  Expect(same_clan > WorthOf(view, LORDS_OF_SCOTLAND_CARD_FE7), "an army of one clan counts twice");
  view.add_hand(LORDS_OF_SCOTLAND_CARD_BR97);
  view.add_hand(LORDS_OF_SCOTLAND_CARD_BR98);
  Expect(WorthOf(view, LORDS_OF_SCOTLAND_CARD_BR97) > same_clan, "a Bruce fits any clan");
}

}  // namespace

int main() {
  TestClaim();
  TestSchottenTotten();
  TestLordsOfScotland();
}
