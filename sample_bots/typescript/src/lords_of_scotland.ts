// Lords of Scotland: plan this round's army, of one clan if possible, and spend what it is worth.
import {
  LordsOfScotlandAction,
  LordsOfScotlandAction_TargetFollower as TargetFollower,
  LordsOfScotlandArmy as Army,
  LordsOfScotlandCard,
  LordsOfScotlandPending as Pending,
  LordsOfScotlandView as View,
  LordsOfScotlandWay as Way,
} from "../generated/bothy/v1/lords_of_scotland.ts";

const TURNS = 5;
/** The strength of a card that one does not see. */
const UNKNOWN = 6.5;
/** What an opponent's army is expected to gain in every turn to come. */
const REINFORCEMENT = 3.5;
/** How surely the stronger army comes first. */
const STEEPNESS = 0.15;
/** What a card kept for later rounds is worth, in points for each of its strength. */
const KEPT = 0.2;
/** What it is worth that nobody sees a follower. */
const SECRECY = 0.01;
/** What the use of a clan's power is worth, in points. */
const POWERS: Record<string, number> = { MD: 2, FO: 2, CO: 2, WE: 1.5 };
const OTHER_POWER = 0.5;

interface Card {
  clan: string;
  strength: number;
}

/** `MA7` is of clan MA and has strength 7; `BR97` is a Bruce, of strength 12. Cards that are not seen are left out. */
export function read(...cards: LordsOfScotlandCard[]): Card[] {
  const found = cards.map((card) => /^LORDS_OF_SCOTLAND_CARD_([A-Z]{2})(\d+)$/.exec(card));
  return found.flatMap((name) => (name ? [{ clan: name[1], strength: Math.min(Number(name[2]), 12) }] : []));
}

/** What an action is worth, in points: what to expect of the round, and of the cards left for later ones. */
export function worth(view: View, action: LordsOfScotlandAction): number {
  const army = known(view.armies[view.viewer ?? 0]);
  const hand = read(...view.hand);
  const kind = action.kind!;
  switch (kind.$case) {
    case "claimSupporter":
      return strength(read(kind.claimSupporter.card));
    case "takeSupporter":
      return outlook(view, [...army.slice(0, -1), ...read(kind.takeSupporter.card)], hand);
    case "recruitSlot": {
      const recruit = view.recruits[kind.recruitSlot.slot - 1].recruit;
      const seen = recruit ? read(recruit.card) : [];
      return outlook(view, army, [...hand, ...seen]) + (seen.length ? 0 : KEPT * UNKNOWN);
    }
    case "musterFollower": {
      const [card] = read(kind.musterFollower.card);
      const rest = hand.filter(({ clan, strength }) => clan !== card.clan || strength !== card.strength);
      return outlook(view, [...army, card], rest) + way(card, kind.musterFollower.way);
    }
    case "targetFollower":
      return target(view, kind.targetFollower);
    default:
      return 0;
  }
}

function way(card: Card, chosen: Way): number {
  if (chosen === Way.LORDS_OF_SCOTLAND_WAY_ACTIVE) return power(card);
  return chosen === Way.LORDS_OF_SCOTLAND_WAY_DOWN ? SECRECY : 0;
}

function power({ clan }: Card): number {
  return POWERS[clan] ?? OTHER_POWER;
}

function target(view: View, { seat, place }: TargetFollower): number {
  const [card] = read(view.armies[seat].followers[place - 1].card);
  if (!card) return UNKNOWN;
  if (view.pending === Pending.LORDS_OF_SCOTLAND_PENDING_SCOTT) return power(card);
  const isLoss = view.pending === Pending.LORDS_OF_SCOTLAND_PENDING_WEMYSS && seat === view.viewer;
  return isLoss ? -card.strength : card.strength;
}

/** The best that can come of it: to add the strongest cards, or those of one clan, as many as are worth it. */
function outlook(view: View, army: Card[], hand: Card[]): number {
  const strongest = [...hand].sort((one, other) => other.strength - one.strength);
  const clans = [...new Set(hand.map((card) => card.clan))];
  const plans = [strongest, ...clans.map((clan) => strongest.filter((card) => card.clan === clan))];
  const worthOf = (added: Card[]) => points(view, strength([...army, ...added])) + KEPT * (sum(hand) - sum(added));
  const turnsLeft = TURNS - view.turn;
  const ends = plans.flatMap((plan) => plan.slice(0, turnsLeft).map((_, last) => plan.slice(0, last + 1)));
  return Math.max(worthOf([]), ...ends.map(worthOf));
}

/** The supporter that an army of some strength is expected to win; between two places, some of each. */
function points(view: View, strength: number): number {
  if (strength === 0) return 0;
  const supporters = read(...view.supporters).map((card) => card.strength);
  const prizes = [...supporters.sort((one, other) => other - one), ...view.armies.map(() => 0), 0];
  const rivals = view.armies.filter((_, seat) => seat !== view.viewer);
  const odds = rivals.map((army) => 1 / (1 + Math.exp(STEEPNESS * (strength - expected(view, army)))));
  const ahead = odds.reduce((one, other) => one + other, 0);
  const place = Math.floor(ahead);
  return prizes[place] + (ahead - place) * (prizes[place + 1] - prizes[place]);
}

/** What an opponent's army will be at the end of the round. */
function expected(view: View, army: Army): number {
  const seen = known(army);
  const unseen = army.followers.length - seen.length;
  return strength(seen) + UNKNOWN * unseen + REINFORCEMENT * (TURNS - view.turn);
}

/** L23: the sum, twice if there are several cards and all of one clan. */
export function strength(army: Card[]): number {
  const isDoubled = army.length > 1 && army.every((card) => card.clan === army[0].clan);
  return sum(army) * (isDoubled ? 2 : 1);
}

function sum(cards: Card[]): number {
  return cards.reduce((total, card) => total + card.strength, 0);
}

function known(army: Army): Card[] {
  return read(...army.followers.map((follower) => follower.card));
}
