// Schotten Totten: play where the odds of winning a stone rise most, and claim what can be claimed.
import {
  SchottenTottenAction,
  SchottenTottenCard as Card,
  SchottenTottenDeck as Deck,
  SchottenTottenView,
} from "../generated/bothy/v1/schotten_totten.ts";

/** What a formation is expected to be worth for each card that is still missing. */
const DISCOUNT = 0.6;
/** What to expect of a side without cards. */
const EMPTY = 1.5;
/** How surely the better outlook wins a stone. */
const STEEPNESS = 1.5;
/** Above the sum of any side: a better formation beats every sum (S13). */
const ABOVE_ANY_SUM = 40;
const AVERAGE_VALUE = 5;

/** What the seat to act sees of a boundary stone. */
interface Stone {
  mine: Card[];
  theirs: Card[];
  modes: Card[];
}

/** By how many stones an action is expected to help. */
export function worth(view: SchottenTottenView, action: SchottenTottenAction): number {
  const me = view.viewer ?? 0;
  const gain = (at: number, change: (before: Stone) => Partial<Stone>): number => {
    const { sides, modes } = view.stones[at];
    const before = { mine: sides[me].cards, theirs: sides[1 - me].cards, modes };
    return odds({ ...before, ...change(before) }) - odds(before);
  };
  const kind = action.kind!;
  switch (kind.$case) {
    case "claimStone":
      return 1;
    case "playCard":
      return gain(kind.playCard.stone, ({ mine }) => ({ mine: [...mine, kind.playCard.card] }));
    case "playMode":
      return gain(kind.playMode.stone, ({ modes }) => ({ modes: [...modes, kind.playMode.card] }));
    case "playRuse":
      return ruse(kind.playRuse.card);
    case "takeCard": {
      const isLeft = (card: Card) => card !== kind.takeCard.card;
      return gain(kind.takeCard.stone, ({ mine, theirs }) => ({
        mine: mine.filter(isLeft),
        theirs: theirs.filter(isLeft),
      }));
    }
    case "moveTo":
      return gain(kind.moveTo.stone, ({ mine }) => ({ mine: [...mine, view.ruse!.taken] }));
    case "returnCard":
      return -value(kind.returnCard.card);
    case "drawFrom": {
      const wantsTactic = view.tacticsInHand[me] === 0;
      return Number(wantsTactic === (kind.drawFrom.deck === Deck.SCHOTTEN_TOTTEN_DECK_TACTIC));
    }
    default:
      return 0;
  }
}

function ruse(card: Card): number {
  if (card === Card.SCHOTTEN_TOTTEN_CARD_RECRUITER) return 0.1;
  return card === Card.SCHOTTEN_TOTTEN_CARD_STRATEGIST ? 0 : 0.3;
}

/** The odds of winning a stone that nobody has claimed. */
function odds(stone: Stone): number {
  return 1 / (1 + Math.exp(STEEPNESS * (outlook(stone.theirs, stone.modes) - outlook(stone.mine, stone.modes))));
}

/** What to expect of a side once it is full: the best formation that it can still become, and its sum. */
function outlook(side: Card[], modes: Card[]): number {
  const size = modes.includes(Card.SCHOTTEN_TOTTEN_CARD_MUD) ? 4 : 3;
  const missing = Math.max(size - side.length, 0);
  const sum = side.map(value).reduce((one, other) => one + other, missing * AVERAGE_VALUE) / ABOVE_ANY_SUM;
  if (modes.includes(Card.SCHOTTEN_TOTTEN_CARD_BLIND)) return sum; // S16
  return (side.length === 0 ? EMPTY : formation(side, size) * DISCOUNT ** missing) + sum;
}

/** S13: from 4, a colour run, to 0, a sum. Elite troops fit everywhere. */
export function formation(side: Card[], size: number): number {
  const clan = side.flatMap((card) => read(card) ?? []);
  const values = clan.map((card) => card.value);
  const distinct = new Set(values).size;
  const isColour = new Set(clan.map((card) => card.colour)).size <= 1;
  const isRun = distinct === values.length && (distinct === 0 || Math.max(...values) - Math.min(...values) < size);
  if (isColour && isRun) return 4;
  if (distinct <= 1) return 3;
  if (isColour) return 2;
  return isRun ? 1 : 0;
}

function value(card: Card): number {
  if (card === Card.SCHOTTEN_TOTTEN_CARD_SPY) return 7;
  if (card === Card.SCHOTTEN_TOTTEN_CARD_SHIELD) return 3;
  return read(card)?.value ?? 9;
}

/** Of a Clan card: `R5` is red, of value 5. Tactics cards have neither. */
function read(card: Card): { colour: string; value: number } | undefined {
  const found = /^SCHOTTEN_TOTTEN_CARD_(\w)(\d)$/.exec(card);
  return found ? { colour: found[1], value: Number(found[2]) } : undefined;
}
