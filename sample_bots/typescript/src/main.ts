// Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each.
import { createHash } from "node:crypto";
import { credentials } from "@grpc/grpc-js";
import { Answer, BotServiceClient, Hello, PlayRequest, PlayResponse, Question } from "../generated/bothy/v1/bot.ts";
import type { Action, View } from "../generated/bothy/v1/game.ts";
import * as claim from "./claim.ts";
import * as lordsOfScotland from "./lords_of_scotland.ts";
import * as schottenTotten from "./schotten_totten.ts";

const { BOTHY_REFEREE = "", BOTHY_TOKEN: token = "" } = process.env;
const client = new BotServiceClient(BOTHY_REFEREE, credentials.createInsecure());
const stream = client.play();
const seeds = new Map<bigint, Uint8Array>();

say({ hello: Hello.fromPartial({ token, protocol: 1, software: "typescript sample" }) });
stream.on("data", hear);
stream.on("end", () => client.close());
stream.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});

function say(request: Partial<PlayRequest>): void {
  stream.write(PlayRequest.fromPartial(request));
}

/** One message may hold several things: take its fields in the order of their numbers. */
function hear(response: PlayResponse): void {
  response.gamesStarted.forEach((started) => seeds.set(started.gameId, started.randomSeed));
  response.questions.forEach((question) => say({ answers: [answer(question)] }));
  response.gamesOver.forEach((over) => seeds.delete(over.gameId));
  if (response.problem) console.error("The referee says:", response.problem.detail);
  if (response.goodbye) stream.end();
}

function answer(question: Question): Answer {
  const { gameId, number, view, legal } = question;
  const worths = legal.map((action) => worth(view?.game, action.game));
  const best = Math.max(...worths);
  const choices = worths.flatMap((worth, index) => (worth === best ? [index] : []));
  const index = choices[random(gameId, number, choices.length)];
  const note = `looks like ${best < 0 ? "" : "+"}${best.toFixed(2)}`;
  return { gameId, number, index, note };
}

/** From the game's own randomness: with the same seed the bot plays the same again. */
function random(gameId: bigint, number: number, choices: number): number {
  const hash = createHash("sha256").update(seeds.get(gameId)!).update(`${number}`);
  return hash.digest().readUInt32BE() % choices;
}

function worth(view: View["game"], action: Action["game"]): number {
  if (view?.$case === "claim" && action?.$case === "claim") {
    return claim.worth(view.claim, action.claim);
  }
  if (view?.$case === "schottenTotten" && action?.$case === "schottenTotten") {
    return schottenTotten.worth(view.schottenTotten, action.schottenTotten);
  }
  if (view?.$case === "lordsOfScotland" && action?.$case === "lordsOfScotland") {
    return lordsOfScotland.worth(view.lordsOfScotland, action.lordsOfScotland);
  }
  return 0; // a game that this bot does not know: all the same to it
}
