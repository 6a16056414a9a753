"""Plays every game at random with nothing but the generated stubs: what a bot does in any language."""

import os
from queue import SimpleQueue
from random import Random

import grpc
from bothy.v1 import bot_pb2, bot_pb2_grpc


def main() -> None:
    # A unix socket's authority would be its path, which not every gRPC library can send.
    options = [("grpc.default_authority", "localhost")]
    with grpc.insecure_channel(os.environ["BOTHY_REFEREE"], options=options) as channel:
        hold_conversation(bot_pb2_grpc.BotServiceStub(channel))


def hold_conversation(stub: bot_pb2_grpc.BotServiceStub) -> None:
    outgoing: SimpleQueue[bot_pb2.PlayRequest | None] = SimpleQueue()  # None closes the bot's side of the stream
    outgoing.put(bot_pb2.PlayRequest(hello=bot_pb2.Hello(token=os.environ["BOTHY_TOKEN"], protocol=1)))
    games: dict[int, Random] = {}
    for response in stub.Play(iter(outgoing.get, None)):
        # One message may hold several things: take its fields in the order of their numbers.
        for started in response.games_started:
            games[started.game_id] = Random(started.random_seed)
        for question in response.questions:
            index = games[question.game_id].randrange(len(question.legal))
            answer = bot_pb2.Answer(game_id=question.game_id, number=question.number, index=index)
            outgoing.put(bot_pb2.PlayRequest(answers=[answer]))
        for over in response.games_over:
            del games[over.game_id]
        if response.HasField("problem"):
            print("The referee says:", response.problem.detail)
        if response.HasField("goodbye"):
            outgoing.put(None)
            return


if __name__ == "__main__":
    main()
