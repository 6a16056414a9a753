// Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bothy/v1/bot.grpc.pb.h"
#include "games.hpp"

namespace {

using namespace bothy::v1;
using Random = std::mt19937_64;

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  if (!value) throw std::runtime_error(std::string(name) + " is not set: this bot is started by the referee");
  return value;
}

// A game's own randomness: with the same seed the bot plays the same again.
Random Generator(const std::string& bytes) {
  std::seed_seq seed(bytes.begin(), bytes.end());
  return Random(seed);
}

double Worth(const View& view, const Action& action) {
  switch (view.game_case()) {
    case View::kClaim:
      return claim::Worth(view.claim(), action.claim());
    case View::kSchottenTotten:
      return schotten_totten::Worth(view.schotten_totten(), action.schotten_totten());
    case View::kLordsOfScotland:
      return lords_of_scotland::Worth(view.lords_of_scotland(), action.lords_of_scotland());
    default:
      return 0;  // a game that this bot does not know: all the same to it
  }
}

Answer Choose(const Question& question, Random& random) {
  std::vector<double> worths;
  for (const Action& action : question.legal()) worths.push_back(Worth(question.view(), action));
  const double best = std::ranges::max(worths);
  std::vector<unsigned> choices;
  for (unsigned index = 0; index < worths.size(); ++index) {
    if (worths[index] == best) choices.push_back(index);
  }
  char note[40];
  std::snprintf(note, sizeof note, "looks like %+.2f", best);
  Answer answer;
  answer.set_game_id(question.game_id());
  answer.set_number(question.number());
  answer.set_index(choices[random() % choices.size()]);
  answer.set_note(note);
  return answer;
}

PlayRequest Hello() {
  PlayRequest request;
  request.mutable_hello()->set_token(Environment("BOTHY_TOKEN"));
  request.mutable_hello()->set_protocol(1);
  request.mutable_hello()->set_software("c++ sample");
  return request;
}

grpc::Status HoldConversation(BotService::Stub& referee) {
  grpc::ClientContext context;
  const auto stream = referee.Play(&context);
  stream->Write(Hello());
  std::map<uint64_t, Random> games;
  PlayResponse response;
  // One message may hold several things: take its fields in the order of their numbers.
  while (!response.has_goodbye() && stream->Read(&response)) {
    for (const GameStarted& started : response.games_started()) {
      games[started.game_id()] = Generator(started.random_seed());
    }
    for (const Question& question : response.questions()) {
      PlayRequest request;
      *request.add_answers() = Choose(question, games[question.game_id()]);
      stream->Write(request);
    }
    for (const GameOver& over : response.games_over()) games.erase(over.game_id());
    if (response.has_problem()) std::cerr << "The referee says: " << response.problem().detail() << '\n';
  }
  stream->WritesDone();
  return stream->Finish();
}

}  // namespace

int main() try {
  grpc::ChannelArguments arguments;
  // A unix socket's authority would be its path, which not every gRPC library can send.
  arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
  const auto channel =
      grpc::CreateCustomChannel(Environment("BOTHY_REFEREE"), grpc::InsecureChannelCredentials(), arguments);
  const grpc::Status status = HoldConversation(*BotService::NewStub(channel));
  if (!status.ok()) std::cerr << "The conversation ended: " << status.error_message() << '\n';
  return status.ok() ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
