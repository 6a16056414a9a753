# frozen_string_literal: true

module Senses
  # Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth.
  class LordsOfScotland
    TURNS = 5
    UNKNOWN = 6.5 # the strength of a card that one does not see
    REINFORCEMENT = 3.5 # what an opponent's army is expected to gain in every turn to come
    STEEPNESS = 0.15 # how surely the stronger army comes first
    KEPT = 0.2 # what a card kept for later rounds is worth, in points for each of its strength
    SECRECY = 0.01 # what it is worth that nobody sees a follower
    POWERS = Hash.new(0.5).merge("MD" => 2, "FO" => 2, "CO" => 2, "WE" => 1.5).freeze # worth of a power's use, in points
    BRUCE = 12

    Card = Struct.new(:clan, :strength) do
      # LORDS_OF_SCOTLAND_CARD_MA7 is of clan MA and has strength 7, BR97 is a Bruce; nil for a card that is not seen.
      def self.read(name)
        clan, number = name.to_s.delete_prefix("LORDS_OF_SCOTLAND_CARD_").match(/\A([A-Z]{2})(\d+)\z/)&.captures
        new(clan, [Integer(number), BRUCE].min) if clan
      end

      def self.seen(names)
        names.filter_map { |name| read(name) }
      end

      def power
        POWERS[clan]
      end
    end

    # L23: the sum, twice if there are several cards and all of one clan.
    def self.strength(army)
      army.sum(&:strength) * (army.size > 1 && army.uniq(&:clan).size == 1 ? 2 : 1)
    end

    def initialize(view)
      @view = view
      @turns_left = TURNS - view.turn
      @hand = Card.seen(view.hand)
      @army = known(view.armies[view.viewer])
      @prizes = Card.seen(view.supporters).map(&:strength).sort.reverse + [0] * (view.armies.size + 1)
      @rivals = view.armies.each_with_index.reject { |_, seat| seat == view.viewer }.map { |army, _| expected(army) }
    end

    # In points: what to expect of the round, and of the cards left for later ones.
    def worth(action)
      kind = action[action.kind.to_s]
      case action.kind
      when :claim_supporter then Card.read(kind.card).strength
      when :take_supporter then outlook([*@army[...-1], *Card.seen([kind.card])], @hand)
      when :recruit_slot then recruit(@view.recruits[kind.slot - 1].recruit)
      when :muster_follower then muster(Card.read(kind.card), kind.way)
      when :target_follower then target(kind.seat, kind.place)
      else 0
      end
    end

    private

    def recruit(recruit)
      card = recruit && Card.read(recruit.card)
      card ? outlook(@army, [*@hand, card]) : outlook(@army, @hand) + KEPT * UNKNOWN
    end

    def muster(card, way)
      extra = { LORDS_OF_SCOTLAND_WAY_ACTIVE: card.power, LORDS_OF_SCOTLAND_WAY_DOWN: SECRECY }.fetch(way, 0)
      outlook([*@army, card], @hand - [card]) + extra
    end

    def target(seat, place)
      card = Card.read(@view.armies[seat].followers[place - 1].card)
      return UNKNOWN unless card
      return card.power if @view.pending == :LORDS_OF_SCOTLAND_PENDING_SCOTT

      loss = @view.pending == :LORDS_OF_SCOTLAND_PENDING_WEMYSS && seat == @view.viewer
      loss ? -card.strength : card.strength
    end

    # The best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it.
    def outlook(army, hand)
      strongest = hand.sort_by { |card| -card.strength }
      plans = [strongest, *strongest.group_by(&:clan).values]
      additions = plans.flat_map { |plan| (0..@turns_left).map { |count| plan.first(count) } }
      in_hand = hand.sum(&:strength)
      additions.map { |added| points([*army, *added]) + KEPT * (in_hand - added.sum(&:strength)) }.max
    end

    # The supporter that an army is expected to win; between two places, some of each.
    def points(army)
      return 0 if army.empty?

      strength = LordsOfScotland.strength(army)
      place, fraction = @rivals.sum { |rival| 1 / (1 + Math.exp(STEEPNESS * (strength - rival))) }.divmod(1)
      @prizes[place] + fraction * (@prizes[place + 1] - @prizes[place])
    end

    # The strength of an opponent's army at the end of the round.
    def expected(army)
      seen = known(army)
      unseen = army.followers.size - seen.size
      LordsOfScotland.strength(seen) + UNKNOWN * unseen + REINFORCEMENT * @turns_left
    end

    def known(army)
      Card.seen(army.followers.map(&:card))
    end
  end
end
