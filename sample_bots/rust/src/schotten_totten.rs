//! Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed.

use crate::proto::schotten_totten_action::Kind;
use crate::proto::{
    SchottenTottenAction, SchottenTottenCard as Card, SchottenTottenDeck, SchottenTottenStone, SchottenTottenView,
};

/// What a formation is expected to be worth for each card that is still missing.
const DISCOUNT: f64 = 0.6;
/// What to expect of a side without cards.
const EMPTY: f64 = 1.5;
/// How surely the better outlook wins a stone.
const STEEPNESS: f64 = 1.5;
/// Above the sum of any side: a better formation beats every sum (S13).
const ABOVE_ANY_SUM: f64 = 40.0;

/// By how many stones an action is expected to help.
pub fn worth(view: &SchottenTottenView, action: &SchottenTottenAction) -> f64 {
    let me = view.viewer() as usize;
    let gain = |at: u32, change: &dyn Fn(&mut SchottenTottenStone)| {
        let before = &view.stones[at as usize];
        let mut after = before.clone();
        change(&mut after);
        odds(&after, me) - odds(before, me)
    };
    let ruse = view.ruse.unwrap_or_default();
    match action.kind {
        Some(Kind::ClaimStone(_)) => 1.0,
        Some(Kind::PlayCard(play)) => gain(play.stone, &|stone| stone.sides[me].cards.push(play.card)),
        Some(Kind::PlayMode(play)) => gain(play.stone, &|stone| stone.modes.push(play.card)),
        Some(Kind::PlayRuse(play)) => match play.card() {
            Card::Banshee | Card::Traitor => 0.3,
            Card::Recruiter => 0.1,
            _ => -0.05, // the Strategist, only if all else loses
        },
        Some(Kind::TakeCard(take)) => {
            let from = if ruse.card() == Card::Strategist { me } else { 1 - me };
            gain(take.stone, &|stone| stone.sides[from].cards.retain(|card| *card != take.card))
        }
        Some(Kind::MoveTo(to)) => gain(to.stone, &|stone| stone.sides[me].cards.push(ruse.taken)),
        Some(Kind::ReturnCard(back)) => -value(back.card()),
        Some(Kind::DrawFrom(draw)) => {
            let wants_tactic = view.tactics_in_hand[me] == 0;
            f64::from((draw.deck() == SchottenTottenDeck::Tactic) == wants_tactic)
        }
        Some(Kind::DiscardTaken(_) | Kind::Done(_) | Kind::Pass(_)) | None => 0.0,
    }
}

/// The odds of winning a stone that nobody has claimed.
fn odds(stone: &SchottenTottenStone, me: usize) -> f64 {
    let ahead = outlook(stone, me) - outlook(stone, 1 - me);
    1.0 / (1.0 + (-STEEPNESS * ahead).exp())
}

/// What to expect of a side once it is full: the best formation that it can still become, and its sum.
fn outlook(stone: &SchottenTottenStone, seat: usize) -> f64 {
    let (is_mud, is_blind) =
        (stone.modes().any(|mode| mode == Card::Mud), stone.modes().any(|mode| mode == Card::Blind));
    let size = if is_mud { 4 } else { 3 };
    let side: Vec<Card> = stone.sides[seat].cards().collect();
    let missing = size - side.len().min(size);
    let sum = side.iter().copied().map(value).sum::<f64>() + 5.0 * missing as f64;
    let formation = match (is_blind, side.is_empty()) {
        (true, _) => 0.0, // S16
        (false, true) => EMPTY,
        (false, false) => formation(&side, size) * DISCOUNT.powi(missing as i32),
    };
    formation + sum / ABOVE_ANY_SUM
}

/// S13: from 4, a colour run, to 0, a sum. Elite troops fit everywhere.
fn formation(side: &[Card], size: usize) -> f64 {
    let clan: Vec<(char, i32)> = side.iter().copied().filter_map(colour_and_value).collect();
    let mut values: Vec<i32> = clan.iter().map(|card| card.1).collect();
    values.sort_unstable();
    let is_colour = clan.windows(2).all(|pair| pair[0].0 == pair[1].0);
    let is_run = values.windows(2).all(|pair| pair[0] < pair[1])
        && values.last().zip(values.first()).is_none_or(|(last, first)| last - first < size as i32);
    let is_kind = values.windows(2).all(|pair| pair[0] == pair[1]);
    match (is_colour, is_run) {
        (true, true) => 4.0,
        _ if is_kind => 3.0,
        (true, false) => 2.0,
        (false, true) => 1.0,
        (false, false) => 0.0,
    }
}

fn value(card: Card) -> f64 {
    match card {
        Card::Spy => 7.0,
        Card::Shield => 3.0,
        _ => colour_and_value(card).map_or(9.0, |(_, value)| value.into()),
    }
}

/// Of a Clan card: `R5` is ('R', 5). Tactics cards have none.
fn colour_and_value(card: Card) -> Option<(char, i32)> {
    let name = card.as_str_name().strip_prefix("SCHOTTEN_TOTTEN_CARD_")?;
    let value = name.get(1..)?.parse().ok()?;
    Some((name.chars().next()?, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formations_go_from_a_colour_run_to_a_sum() {
        assert_eq!(formation(&[Card::R4, Card::R6, Card::R5], 3), 4.0);
        assert_eq!(formation(&[Card::R4, Card::B4], 3), 3.0);
        assert_eq!(formation(&[Card::R4, Card::R8], 3), 2.0);
        assert_eq!(formation(&[Card::R4, Card::B6, Card::Joker], 3), 1.0);
        assert_eq!(formation(&[Card::R4, Card::B8], 3), 0.0);
    }

    #[test]
    fn four_cards_make_a_longer_run() {
        assert_eq!(formation(&[Card::R4, Card::R7], 3), 2.0);
        assert_eq!(formation(&[Card::R4, Card::R7], 4), 4.0);
    }
}
