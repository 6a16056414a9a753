import assert from "node:assert/strict";
import { test } from "node:test";
import { ClaimCard, ClaimView } from "../generated/bothy/v1/claim.ts";
import { LordsOfScotlandCard } from "../generated/bothy/v1/lords_of_scotland.ts";
import { SchottenTottenCard } from "../generated/bothy/v1/schotten_totten.ts";
import * as claim from "./claim.ts";
import * as lordsOfScotland from "./lords_of_scotland.ts";
import { formation } from "./schotten_totten.ts";

const claimCard = (name: string) => `CLAIM_CARD_${name}` as ClaimCard;
const side = (...names: string[]) => names.map((name) => `SCHOTTEN_TOTTEN_CARD_${name}` as SchottenTottenCard);
const army = (...names: string[]) =>
  lordsOfScotland.read(...names.map((name) => `LORDS_OF_SCOTLAND_CARD_${name}` as LordsOfScotlandCard));

function worth(view: Partial<ClaimView>, card: string): number {
  const kind = { $case: "playCard", playCard: { card: claimCard(card) } } as const;
  return claim.worth(ClaimView.fromPartial(view), { kind });
}

test("a Knight beats a led Goblin", () => {
  const [goblin, knight] = [claim.read(claimCard("G9"))!, claim.read(claimCard("K2"))!];
  assert.ok(claim.beats(knight, goblin));
  assert.ok(!claim.beats(goblin, knight));
});

test("a good prize is won with the cheapest card that does", () => {
  const view = { phase: 1, led: claimCard("U4"), prize: claimCard("K9") };
  assert.ok(worth(view, "U5") > worth(view, "U9"));
  assert.ok(worth(view, "U5") > worth(view, "U3"));
});

test("Dwarves are lost on purpose", () => {
  const view = { phase: 2, led: claimCard("D5") };
  assert.ok(worth(view, "D4") > worth(view, "D6"));
});

test("formations go from a colour run to a sum", () => {
  assert.equal(formation(side("R4", "R6", "R5"), 3), 4);
  assert.equal(formation(side("R4", "B4"), 3), 3);
  assert.equal(formation(side("R4", "R7"), 3), 2);
  assert.equal(formation(side("R4", "R7"), 4), 4);
  assert.equal(formation(side("R4", "B6", "JOKER"), 3), 1);
  assert.equal(formation(side("R4", "B8"), 3), 0);
});

test("an army of one clan counts twice", () => {
  assert.equal(lordsOfScotland.strength(army("MA3", "MA7")), 20);
  assert.equal(lordsOfScotland.strength(army("MA3", "BR97")), 15);
  assert.equal(lordsOfScotland.strength(army("MA3", "UNSPECIFIED")), 3);
});
