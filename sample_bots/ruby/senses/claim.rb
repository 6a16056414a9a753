# frozen_string_literal: true

module Senses
  # Claim: win good prizes cheaply, then win cards for the votes, and lose Dwarves on purpose.
  class Claim
    FREE_FOLLOWER = 4.6 # what the loser of a trick in phase one gets on average: a card off the stock
    UNDEAD = 2.0 # what an Undead that is played in phase one is worth, in values of followers
    THRIFT = { 1 => 0.5, 2 => 0.05 }.freeze # what a card is worth for later tricks, for each point of its value, by phase
    HIGHEST = 9.0

    Card = Struct.new(:faction, :value) do
      # CLAIM_CARD_D7 is a Dwarf of value 7; nil for no card.
      def self.read(name)
        name = name.to_s.delete_prefix("CLAIM_CARD_")
        new(name[0], Integer(name[1])) if name.size == 2
      end

      # C7 to C10: whether this reply beats a lead.
      def beats?(lead)
        return true if lead.faction == "G" && faction == "K"

        [lead.faction, "X"].include?(faction) && value > lead.value
      end

      # C17: both cards go to the winner, but Dwarves to the loser.
      def vote
        faction == "D" ? -1 : 1
      end
    end

    def initialize(view)
      @phase = view.phase
      @led = Card.read(view.led)
      @prize = Card.read(view.prize)
    end

    # What an action is worth: the stake of the trick, by the odds to win it, less the card itself.
    def worth(action)
      card = Card.read(action.play_card.card)
      stake = @phase == 1 ? followers_at_stake(card) : votes_at_stake(card)
      (2 * odds(card) - 1) * stake - THRIFT[@phase] * card.value
    end

    private

    def odds(card)
      return card.value / HIGHEST unless @led

      card.beats?(@led) ? 1 : 0
    end

    def followers_at_stake(card)
      @prize.value - FREE_FOLLOWER + UNDEAD * [card, @led].compact.count { |played| played.faction == "U" }
    end

    # A lead is likely to be followed.
    def votes_at_stake(card)
      card.vote + (@led || card).vote
    end
  end
end
