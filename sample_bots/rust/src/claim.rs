//! Claim: win good prizes cheaply, then win cards for the votes, and lose Dwarves on purpose.

use crate::proto::claim_action::Kind;
use crate::proto::{ClaimAction, ClaimCard, ClaimView};

/// What the loser of a trick in phase one gets on average: a card off the stock.
const FREE_FOLLOWER: f64 = 4.6;
/// What an Undead that is played in phase one is worth, in values of followers.
const UNDEAD: f64 = 2.0;
/// What a card is worth for later tricks, for each point of its value, in each phase.
const THRIFT: [f64; 2] = [0.5, 0.05];

#[derive(Clone, Copy)]
struct Card {
    faction: char,
    value: f64,
}

impl Card {
    fn new(card: ClaimCard) -> Option<Card> {
        let mut name = card.as_str_name().strip_prefix("CLAIM_CARD_")?.chars();
        Some(Card { faction: name.next()?, value: name.next()?.to_digit(10)?.into() })
    }

    /// C7 to C10: whether this reply beats a lead.
    fn beats(self, lead: Card) -> bool {
        match (lead.faction, self.faction) {
            ('G', 'K') => true,
            (led, own) => (own == led || own == 'X') && self.value > lead.value,
        }
    }
}

/// What it is worth to play a card: the stake of the trick, by the odds to win it, less the card itself.
pub fn worth(view: &ClaimView, action: &ClaimAction) -> f64 {
    let Some(Kind::PlayCard(play)) = &action.kind else { return 0.0 };
    let Some(card) = Card::new(play.card()) else { return 0.0 };
    let led = Card::new(view.led());
    let odds = match led {
        Some(lead) => f64::from(card.beats(lead)),
        None => card.value / 9.0,
    };
    let stake = match Card::new(view.prize()) {
        Some(prize) => followers_at_stake(prize, card, led),
        None => votes_at_stake(card, led),
    };
    let thrift = THRIFT[if view.phase == 1 { 0 } else { 1 }];
    (2.0 * odds - 1.0) * stake - thrift * card.value
}

fn followers_at_stake(prize: Card, card: Card, led: Option<Card>) -> f64 {
    let undead = [Some(card), led].iter().flatten().filter(|card| card.faction == 'U').count();
    prize.value - FREE_FOLLOWER + UNDEAD * undead as f64
}

/// C17: both cards go to the winner, but Dwarves to the loser. A lead is likely to be followed.
fn votes_at_stake(card: Card, led: Option<Card>) -> f64 {
    [card, led.unwrap_or(card)].iter().map(|card| if card.faction == 'D' { -1.0 } else { 1.0 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::claim_action::PlayCard;

    fn worth_of(view: &ClaimView, card: ClaimCard) -> f64 {
        worth(view, &ClaimAction { kind: Some(Kind::PlayCard(PlayCard { card: card.into() })) })
    }

    #[test]
    fn a_knight_beats_a_led_goblin() {
        let (goblin, knight) = (Card::new(ClaimCard::G9).unwrap(), Card::new(ClaimCard::K2).unwrap());
        assert!(knight.beats(goblin));
        assert!(!goblin.beats(knight));
    }

    #[test]
    fn a_good_prize_is_won_with_the_cheapest_card_that_does() {
        let view =
            ClaimView { phase: 1, led: ClaimCard::U4.into(), prize: ClaimCard::K9.into(), ..ClaimView::default() };
        assert!(worth_of(&view, ClaimCard::U5) > worth_of(&view, ClaimCard::U9));
        assert!(worth_of(&view, ClaimCard::U5) > worth_of(&view, ClaimCard::U3));
    }

    #[test]
    fn dwarves_are_lost_on_purpose() {
        let view = ClaimView { phase: 2, led: ClaimCard::D5.into(), ..ClaimView::default() };
        assert!(worth_of(&view, ClaimCard::D4) > worth_of(&view, ClaimCard::D6));
    }
}
