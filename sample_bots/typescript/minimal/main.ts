// Plays every game by choosing at random: the least that a bot in TypeScript does.
import { createHash } from "node:crypto";
import { credentials } from "@grpc/grpc-js";
import { Answer, BotServiceClient, Hello, PlayRequest, PlayResponse } from "../generated/bothy/v1/bot.ts";

const { BOTHY_REFEREE = "", BOTHY_TOKEN: token = "" } = process.env;
const client = new BotServiceClient(BOTHY_REFEREE, credentials.createInsecure());
const stream = client.play();
const seeds = new Map<bigint, Uint8Array>();

stream.write(PlayRequest.fromPartial({ hello: Hello.fromPartial({ token, protocol: 1 }) }));

stream.on("data", (response: PlayResponse) => {
  // One message may hold several things: take its fields in the order of their numbers.
  for (const { gameId, randomSeed } of response.gamesStarted) {
    seeds.set(gameId, randomSeed);
  }
  for (const { gameId, number, legal } of response.questions) {
    const digest = createHash("sha256").update(seeds.get(gameId)!).update(`${number}`).digest();
    const answer = Answer.fromPartial({ gameId, number, index: digest.readUInt32BE() % legal.length });
    stream.write(PlayRequest.fromPartial({ answers: [answer] }));
  }
  for (const { gameId } of response.gamesOver) {
    seeds.delete(gameId);
  }
  if (response.problem) {
    console.error("The referee says:", response.problem.detail);
  }
  if (response.goodbye) {
    stream.end();
  }
});
stream.on("end", () => client.close());
stream.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
