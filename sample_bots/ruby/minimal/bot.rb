# frozen_string_literal: true

# Plays every game by choosing at random: the least that a bot in Ruby does.
$LOAD_PATH.unshift("#{__dir__}/generated")
require "bothy/v1/bot_services_pb"

include Bothy::V1

referee, token = %w[BOTHY_REFEREE BOTHY_TOKEN].map do |name|
  ENV.fetch(name) { abort "#{name} is not set: this bot is started by the referee." }
end
# A unix socket's authority would be its path, which not every gRPC library can send.
authority = { "grpc.default_authority" => "localhost" }
stub = BotService::Stub.new(referee, :this_channel_is_insecure, channel_args: authority)

outgoing = Queue.new
requests = Enumerator.new { |sent| while (request = outgoing.pop) do sent << request end }
outgoing << PlayRequest.new(hello: Hello.new(token: token, protocol: 1))
games = {}

stub.play(requests).each do |response|
  # One message may hold several things: take its fields in the order of their numbers.
  response.games_started.each do |started|
    games[started.game_id] = Random.new(started.random_seed.unpack1("H*").hex)
  end
  response.questions.each do |question|
    index = games[question.game_id].rand(question.legal.size)
    answer = Answer.new(game_id: question.game_id, number: question.number, index: index)
    outgoing << PlayRequest.new(answers: [answer])
  end
  response.games_over.each { |over| games.delete(over.game_id) }
  warn "The referee says: #{response.problem.detail}" if response.problem
  outgoing.close if response.goodbye
end
