// Plays every game by choosing at random: the least that a bot in C++ does.
#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <random>

#include "bothy/v1/bot.grpc.pb.h"

using namespace bothy::v1;

int main() {
  const char *referee = std::getenv("BOTHY_REFEREE"), *token = std::getenv("BOTHY_TOKEN");
  if (!referee || !token) {
    std::cerr << "BOTHY_REFEREE and BOTHY_TOKEN are not set: this bot is started by the referee.\n";
    return 1;
  }
  grpc::ChannelArguments arguments;
  // A unix socket's authority would be its path, which not every gRPC library can send.
  arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
  const auto channel = grpc::CreateCustomChannel(referee, grpc::InsecureChannelCredentials(), arguments);
  const auto stub = BotService::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);

  PlayRequest hello;
  hello.mutable_hello()->set_token(token);
  hello.mutable_hello()->set_protocol(1);
  stream->Write(hello);

  std::map<uint64_t, std::mt19937_64> games;
  PlayResponse response;
  // One message may hold several things: take its fields in the order of their numbers.
  while (!response.has_goodbye() && stream->Read(&response)) {
    for (const auto& started : response.games_started()) {
      std::seed_seq seed(started.random_seed().begin(), started.random_seed().end());
      games[started.game_id()].seed(seed);
    }
    for (const auto& question : response.questions()) {
      PlayRequest request;
      Answer& answer = *request.add_answers();
      answer.set_game_id(question.game_id());
      answer.set_number(question.number());
      answer.set_index(games[question.game_id()]() % question.legal_size());
      stream->Write(request);
    }
    for (const auto& over : response.games_over()) games.erase(over.game_id());
    if (response.has_problem()) std::cerr << "The referee says: " << response.problem().detail() << '\n';
  }
  stream->WritesDone();
  return stream->Finish().ok() ? 0 : 1;
}
