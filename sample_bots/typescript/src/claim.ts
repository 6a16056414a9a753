// Claim: win good prizes cheaply, then win cards for the votes, and lose Dwarves on purpose.
import { ClaimAction, ClaimCard, ClaimView } from "../generated/bothy/v1/claim.ts";

/** What the loser of a trick in phase one gets on average: a card off the stock. */
const FREE_FOLLOWER = 4.6;
/** What an Undead that is played in phase one is worth, in values of followers. */
const UNDEAD = 2;
/** What a card is worth for later tricks, for each point of its value, in each phase. */
const THRIFT = { one: 0.5, two: 0.05 };

interface Card {
  faction: string;
  value: number;
}

/** `D7` is a Dwarf of value 7. */
export function read(card: ClaimCard): Card | undefined {
  const found = /^CLAIM_CARD_(\w)(\d)$/.exec(card);
  return found ? { faction: found[1], value: Number(found[2]) } : undefined;
}

/** C7 to C10: whether a reply beats a lead. */
export function beats(reply: Card, lead: Card): boolean {
  if (lead.faction === "G" && reply.faction === "K") return true;
  return (reply.faction === lead.faction || reply.faction === "X") && reply.value > lead.value;
}

/** What it is worth to play a card: the stake of the trick, by the odds to win it, less the card itself. */
export function worth(view: ClaimView, action: ClaimAction): number {
  const card = read(action.kind!.playCard.card)!;
  const led = read(view.led);
  const prize = read(view.prize);
  const odds = led ? Number(beats(card, led)) : card.value / 9;
  const stake = prize ? followersAtStake(prize, card, led) : votesAtStake(card, led ?? card);
  return (2 * odds - 1) * stake - (view.phase === 1 ? THRIFT.one : THRIFT.two) * card.value;
}

function followersAtStake(prize: Card, card: Card, led: Card | undefined): number {
  const undead = [card, led].filter((played) => played?.faction === "U").length;
  return prize.value - FREE_FOLLOWER + UNDEAD * undead;
}

/** C17: both cards go to the winner, but Dwarves to the loser. A lead is likely to be followed. */
function votesAtStake(card: Card, led: Card): number {
  const vote = ({ faction }: Card) => (faction === "D" ? -1 : 1);
  return vote(card) + vote(led);
}
