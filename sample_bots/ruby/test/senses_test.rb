# frozen_string_literal: true

$LOAD_PATH.unshift("#{__dir__}/../generated")
require "bothy/v1/bot_services_pb"
require "minitest/autorun"
require_relative "../senses/claim"
require_relative "../senses/lords_of_scotland"
require_relative "../senses/schotten_totten"

class ClaimTest < Minitest::Test
  include Bothy::V1
  Card = Senses::Claim::Card

  def test_a_knight_beats_a_led_goblin
    assert Card.new("K", 2).beats?(Card.new("G", 9))
    refute Card.new("G", 9).beats?(Card.new("K", 2))
  end

  def test_a_good_prize_is_won_with_the_cheapest_card_that_does
    view = { phase: 1, led: :CLAIM_CARD_U4, prize: :CLAIM_CARD_K9 }
    assert_operator worth(view, :CLAIM_CARD_U5), :>, worth(view, :CLAIM_CARD_U9)
    assert_operator worth(view, :CLAIM_CARD_U5), :>, worth(view, :CLAIM_CARD_U3)
  end

  def test_dwarves_are_lost_on_purpose
    view = { phase: 2, led: :CLAIM_CARD_D5 }
    assert_operator worth(view, :CLAIM_CARD_D4), :>, worth(view, :CLAIM_CARD_D6)
  end

  def worth(view, card)
    action = ClaimAction.new(play_card: ClaimAction::PlayCard.new(card: card))
    Senses::Claim.new(ClaimView.new(**view)).worth(action)
  end
end

class SchottenTottenTest < Minitest::Test
  def test_formations_go_from_a_colour_run_to_a_sum
    { [%w[R4 R6 R5], 3] => 4, [%w[R4 B4], 3] => 3, [%w[R4 R7], 3] => 2, [%w[R4 R7], 4] => 4,
      [%w[R4 B6 JOKER], 3] => 1, [%w[R4 B8], 3] => 0 }.each do |(names, size), rank|
      side = names.map { |name| Senses::SchottenTotten::Card.new(name) }
      assert_equal rank, Senses::SchottenTotten.formation(side, size), "#{names} of #{size} cards"
    end
  end
end

class LordsOfScotlandTest < Minitest::Test
  def test_an_army_of_one_clan_counts_twice
    assert_equal 20, strength(:MA3, :MA7)
    assert_equal 15, strength(:MA3, :BR97)
    assert_equal 3, strength(:MA3, :UNSPECIFIED)
  end

  def strength(*names)
    army = Senses::LordsOfScotland::Card.seen(names.map { |name| "LORDS_OF_SCOTLAND_CARD_#{name}" })
    Senses::LordsOfScotland.strength(army)
  end
end
