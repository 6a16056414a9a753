//! Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth.

use crate::proto::lords_of_scotland_action::Kind;
use crate::proto::{
    LordsOfScotlandAction, LordsOfScotlandArmy, LordsOfScotlandCard, LordsOfScotlandPending, LordsOfScotlandView,
    LordsOfScotlandWay,
};

/// The strength of a card that one does not see.
const UNKNOWN: f64 = 6.5;
/// What an opponent's army is expected to gain in every turn to come.
const REINFORCEMENT: f64 = 3.5;
/// How surely the stronger army comes first.
const STEEPNESS: f64 = 0.15;
/// What a card kept for later rounds is worth, in points for each of its strength.
const KEPT: f64 = 0.2;
/// What it is worth that nobody sees a follower.
const SECRECY: f64 = 0.01;
const BRUCE: &str = "BR";

#[derive(Clone, Copy, PartialEq)]
struct Card {
    clan: &'static str,
    strength: f64,
}

impl Card {
    /// `MA7` is of clan MA and has strength 7; `BR97` is a Bruce. None for a card that is not seen.
    fn new(card: LordsOfScotlandCard) -> Option<Card> {
        let name = card.as_str_name().strip_prefix("LORDS_OF_SCOTLAND_CARD_")?;
        let (clan, number) = name.split_at(2);
        Some(Card { clan, strength: number.parse::<f64>().ok()?.min(12.0) })
    }

    /// L20: an active Bruce is of any clan, and a Bruce is always mustered active.
    fn is_of(self, clan: &str) -> bool {
        self.clan == clan || self.clan == BRUCE
    }

    /// What the use of its power is worth, in points.
    fn power(self) -> f64 {
        match self.clan {
            "MD" | "FO" | "CO" => 2.0,
            "WE" => 1.5,
            _ => 0.5,
        }
    }
}

/// What an action is worth, in points: what to expect of the round, and of the cards left for later ones.
pub fn worth(view: &LordsOfScotlandView, action: &LordsOfScotlandAction) -> f64 {
    let mut army = known(&view.armies[view.viewer() as usize]);
    let mut hand = cards(view.hand());
    match &action.kind {
        Some(Kind::ClaimSupporter(claim)) => strength(&cards([claim.card()])),
        Some(Kind::TakeSupporter(take)) => {
            army.pop();
            army.extend(Card::new(take.card()));
            outlook(view, &army, &hand)
        }
        Some(Kind::RecruitSlot(recruit)) => {
            let slot = &view.recruits[recruit.slot as usize - 1];
            match slot.recruit.as_ref().and_then(|recruit| Card::new(recruit.card())) {
                Some(card) => {
                    hand.push(card);
                    outlook(view, &army, &hand)
                }
                None => outlook(view, &army, &hand) + KEPT * UNKNOWN,
            }
        }
        Some(Kind::MusterFollower(muster)) => {
            let Some(card) = Card::new(muster.card()) else { return 0.0 };
            if let Some(at) = hand.iter().position(|other| *other == card) {
                hand.swap_remove(at);
            }
            army.push(card);
            outlook(view, &army, &hand)
                + match muster.way() {
                    LordsOfScotlandWay::Active => card.power(),
                    LordsOfScotlandWay::Down => SECRECY,
                    _ => 0.0,
                }
        }
        Some(Kind::TargetFollower(target)) => worth_of_target(view, target.seat as usize, target.place as usize),
        Some(Kind::Pass(_)) | None => 0.0,
    }
}

fn worth_of_target(view: &LordsOfScotlandView, seat: usize, place: usize) -> f64 {
    let target = Card::new(view.armies[seat].followers[place - 1].card());
    let strength = target.map_or(UNKNOWN, |card| card.strength);
    match view.pending() {
        LordsOfScotlandPending::Scott => target.map_or(0.0, Card::power),
        LordsOfScotlandPending::Wemyss if seat == view.viewer() as usize => -strength,
        _ => strength,
    }
}

/// The best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it.
fn outlook(view: &LordsOfScotlandView, army: &[Card], hand: &[Card]) -> f64 {
    let mut hand = hand.to_vec();
    hand.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    let in_hand: f64 = hand.iter().map(|card| card.strength).sum();
    let turns_left = 5 - view.turn.min(5) as usize;
    let mut best = points(view, strength(army)) + KEPT * in_hand;
    let plans = hand.iter().map(|card| Some(card.clan)).chain([None]);
    for clan in plans {
        let (mut grown, mut kept) = (army.to_vec(), in_hand);
        for card in hand.iter().filter(|card| clan.is_none_or(|clan| card.is_of(clan))).take(turns_left) {
            grown.push(*card);
            kept -= card.strength;
            best = best.max(points(view, strength(&grown)) + KEPT * kept);
        }
    }
    best
}

/// The supporter that an army of some strength is expected to win; between two places, some of each.
fn points(view: &LordsOfScotlandView, strength: f64) -> f64 {
    if strength == 0.0 {
        return 0.0;
    }
    let mut prizes: Vec<f64> = cards(view.supporters()).iter().map(|card| card.strength).collect();
    prizes.sort_by(|one, other| other.total_cmp(one));
    prizes.resize(prizes.len() + view.armies.len(), 0.0);
    let rivals = view.armies.iter().enumerate().filter(|(seat, _)| *seat != view.viewer() as usize);
    let ahead: f64 = rivals.map(|(_, army)| 1.0 / (1.0 + (STEEPNESS * (strength - expected(view, army))).exp())).sum();
    let place = ahead as usize;
    prizes[place] + ahead.fract() * (prizes[place + 1] - prizes[place])
}

/// What an opponent's army will be at the end of the round.
fn expected(view: &LordsOfScotlandView, army: &LordsOfScotlandArmy) -> f64 {
    let known = known(army);
    let unknown = army.followers.len() - known.len();
    strength(&known) + UNKNOWN * unknown as f64 + REINFORCEMENT * (5.0 - f64::from(view.turn))
}

/// L23: the sum, twice if there are several cards and all of one clan.
fn strength(army: &[Card]) -> f64 {
    let clan = army.iter().map(|card| card.clan).find(|clan| *clan != BRUCE).unwrap_or(BRUCE);
    let is_doubled = army.len() > 1 && army.iter().all(|card| card.is_of(clan));
    army.iter().map(|card| card.strength).sum::<f64>() * if is_doubled { 2.0 } else { 1.0 }
}

fn known(army: &LordsOfScotlandArmy) -> Vec<Card> {
    cards(army.followers.iter().map(|follower| follower.card()))
}

fn cards(cards: impl IntoIterator<Item = LordsOfScotlandCard>) -> Vec<Card> {
    cards.into_iter().filter_map(Card::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use LordsOfScotlandCard::{Br97, Ma3, Ma7, Sc5};

    #[test]
    fn an_army_of_one_clan_counts_twice() {
        assert_eq!(strength(&cards([Ma3, Ma7])), 20.0);
        assert_eq!(strength(&cards([Ma3, Sc5])), 8.0);
        assert_eq!(strength(&cards([Ma7])), 7.0);
    }

    #[test]
    fn a_bruce_has_strength_twelve() {
        assert_eq!(strength(&cards([Br97])), 12.0);
    }

    #[test]
    fn a_bruce_fits_any_clan() {
        assert_eq!(strength(&cards([Br97, Ma7])), 38.0);
        assert_eq!(strength(&cards([Br97, Ma7, Sc5])), 24.0);
    }
}
