# frozen_string_literal: true

module Senses
  # Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed.
  class SchottenTotten
    DISCOUNT = 0.6 # what a formation is expected to be worth for each card that is still missing
    EMPTY = 1.5 # what to expect of a side without cards
    STEEPNESS = 1.5 # how surely the better outlook wins a stone
    ABOVE_ANY_SUM = 40.0 # a better formation beats every sum: S13
    AVERAGE_VALUE = 5
    RUSES = { "BANSHEE" => 0.3, "TRAITOR" => 0.3, "RECRUITER" => 0.1 }.freeze # worth, in stones
    TACTICS_VALUES = { "SPY" => 7, "SHIELD" => 3 }.freeze
    HIGHEST = 9

    # R5 is red, of value 5; Tactics cards go by their name, and have no colour.
    Card = Struct.new(:name) do
      def self.read(name)
        new(name.to_s.delete_prefix("SCHOTTEN_TOTTEN_CARD_"))
      end

      def clan?
        name.size == 2
      end

      def colour
        name[0]
      end

      def value
        clan? ? Integer(name[1]) : TACTICS_VALUES.fetch(name, HIGHEST)
      end
    end

    # What a seat sees of a boundary stone that nobody has claimed.
    Stone = Struct.new(:mine, :theirs, :modes) do
      def self.read(stone, seat)
        sides = [seat, 1 - seat].map { |side| stone.sides[side].cards }
        new(*[*sides, stone.modes].map { |cards| cards.map { |card| Card.read(card) } })
      end

      def with(card)
        Stone.new([*mine, card], theirs, modes)
      end

      def with_mode(card)
        Stone.new(mine, theirs, [*modes, card])
      end

      # Off the side that it lies on.
      def without(card)
        Stone.new(mine - [card], theirs - [card], modes)
      end

      # Of winning it.
      def odds
        1 / (1 + Math.exp(STEEPNESS * (outlook(theirs) - outlook(mine))))
      end

      private

      # What to expect of a side once it is full: the best formation that it can still become, and its sum.
      def outlook(side)
        missing = [size - side.size, 0].max
        sum = (side.sum(&:value) + AVERAGE_VALUE * missing) / ABOVE_ANY_SUM
        return sum if mode?("BLIND") # S16
        return EMPTY + sum if side.empty?

        SchottenTotten.formation(side, size) * DISCOUNT**missing + sum
      end

      def size
        mode?("MUD") ? 4 : 3
      end

      def mode?(name)
        modes.any? { |card| card.name == name }
      end
    end

    # S13: from 4, a colour run, to 0, a sum. Elite troops fit everywhere.
    def self.formation(side, size)
      clan = side.select(&:clan?)
      values = clan.map(&:value)
      one_colour = clan.uniq(&:colour).size <= 1
      run = values.uniq == values && (values.empty? || values.max - values.min < size)
      return 4 if one_colour && run
      return 3 if values.uniq.size <= 1
      return 2 if one_colour

      run ? 1 : 0
    end

    def initialize(view)
      @view = view
      @stones = view.stones.map { |stone| Stone.read(stone, view.viewer) }
    end

    # By how many stones an action is expected to help.
    def worth(action)
      kind = action[action.kind.to_s]
      case action.kind
      when :claim_stone then 1
      when :play_card then gain(kind.stone) { |stone| stone.with(Card.read(kind.card)) }
      when :play_mode then gain(kind.stone) { |stone| stone.with_mode(Card.read(kind.card)) }
      when :take_card then gain(kind.stone) { |stone| stone.without(Card.read(kind.card)) }
      when :move_to then gain(kind.stone) { |stone| stone.with(Card.read(@view.ruse.taken)) }
      when :play_ruse then RUSES.fetch(Card.read(kind.card).name, 0)
      when :return_card then -Card.read(kind.card).value
      when :draw_from then wanted?(kind.deck) ? 1 : 0
      else 0
      end
    end

    private

    def gain(at)
      yield(@stones[at]).odds - @stones[at].odds
    end

    # One Tactics card in the hand is enough.
    def wanted?(deck)
      (deck == :SCHOTTEN_TOTTEN_DECK_TACTIC) == @view.tactics_in_hand[@view.viewer].zero?
    end
  end
end
