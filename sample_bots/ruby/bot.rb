# frozen_string_literal: true

# Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each.
$LOAD_PATH.unshift("#{__dir__}/generated")
require "bothy/v1/bot_services_pb"
require_relative "senses/claim"
require_relative "senses/lords_of_scotland"
require_relative "senses/schotten_totten"

# The stream to the referee, from hello to goodbye.
class Conversation
  include Bothy::V1

  # A unix socket's authority would be its path, which not every gRPC library can send.
  AUTHORITY = { "grpc.default_authority" => "localhost" }.freeze
  SENSES = { claim: Senses::Claim, schotten_totten: Senses::SchottenTotten,
             lords_of_scotland: Senses::LordsOfScotland }.freeze

  def initialize(referee, token)
    @stub = BotService::Stub.new(referee, :this_channel_is_insecure, channel_args: AUTHORITY)
    @outgoing = Queue.new # closed, it ends the bot's side of the stream
    @games = {}
    say hello: Hello.new(token: token, protocol: 1, software: "ruby sample")
  end

  def hold
    requests = Enumerator.new { |sent| while (request = @outgoing.pop) do sent << request end }
    @stub.play(requests).each { |response| hear(response) }
  end

  private

  def say(**parts)
    @outgoing << PlayRequest.new(**parts)
  end

  # One message may hold several things: take its fields in the order of their numbers.
  def hear(response)
    response.games_started.each { |started| @games[started.game_id] = randomness(started.random_seed) }
    response.questions.each { |question| say answers: [answer(question)] }
    response.games_over.each { |over| @games.delete(over.game_id) }
    warn "The referee says: #{response.problem.detail}" if response.problem
    @outgoing.close if response.goodbye
  end

  # The game's own: with the same seed the bot plays the same again.
  def randomness(seed)
    Random.new(seed.unpack1("H*").hex)
  end

  def answer(question)
    worths = worths(question)
    best = worths.max
    index = worths.each_index.select { |at| worths[at] == best }.sample(random: @games[question.game_id])
    Answer.new(game_id: question.game_id, number: question.number, index: index,
               note: format("looks like %+.2f", best))
  end

  # Of a game that this bot does not know, all actions are the same to it.
  def worths(question)
    game = question.view.game
    return [0.0] * question.legal.size unless SENSES.key?(game)

    sense = SENSES[game].new(question.view[game.to_s])
    question.legal.map { |action| sense.worth(action[game.to_s]) }
  end
end

if $PROGRAM_NAME == __FILE__
  referee, token = %w[BOTHY_REFEREE BOTHY_TOKEN].map do |name|
    ENV.fetch(name) { abort "#{name} is not set: this bot is started by the referee." }
  end
  begin
    Conversation.new(referee, token).hold
  rescue GRPC::BadStatus => e
    abort "The conversation ended: #{e.message}"
  end
end
