package bothy.bot;

import bothy.v1.Bot.Answer;
import bothy.v1.Bot.GameOver;
import bothy.v1.Bot.GameStarted;
import bothy.v1.Bot.Hello;
import bothy.v1.Bot.PlayRequest;
import bothy.v1.Bot.PlayResponse;
import bothy.v1.Bot.Question;
import bothy.v1.BotServiceGrpc.BotServiceStub;
import io.grpc.stub.StreamObserver;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** The stream to the referee: says hello, and answers questions until goodbye. */
final class Conversation implements StreamObserver<PlayResponse> {
  private final StreamObserver<PlayRequest> outgoing;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Map<Long, Random> games = new HashMap<>();

  Conversation(BotServiceStub referee, String token) {
    outgoing = referee.play(this);
    var hello = Hello.newBuilder().setToken(token).setProtocol(1).setSoftware("java sample");
    outgoing.onNext(PlayRequest.newBuilder().setHello(hello).build()); // nothing is heard before this
  }

  Future<Void> end() {
    return end;
  }

  @Override
  public void onNext(PlayResponse response) {
    // One message may hold several things: take its fields in the order of their numbers.
    for (GameStarted started : response.getGamesStartedList()) {
      games.put(started.getGameId(), generator(started));
    }
    for (Question question : response.getQuestionsList()) {
      var answer = answer(question, games.get(question.getGameId()));
      outgoing.onNext(PlayRequest.newBuilder().addAnswers(answer).build());
    }
    for (GameOver over : response.getGamesOverList()) {
      games.remove(over.getGameId());
    }
    if (response.hasProblem()) {
      System.err.println("The referee says: " + response.getProblem().getDetail());
    }
    if (response.hasGoodbye()) {
      outgoing.onCompleted();
    }
  }

  @Override
  public void onError(Throwable error) {
    end.completeExceptionally(error);
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }

  /** A game's own randomness: with the same seed the bot plays the same again. */
  private static Random generator(GameStarted started) {
    return new Random(started.getRandomSeed().asReadOnlyByteBuffer().getLong());
  }

  private static Answer answer(Question question, Random random) {
    var sense = Sense.of(question.getView());
    var worths = question.getLegalList().stream().mapToDouble(sense::worth).toArray();
    var best = Arrays.stream(worths).max().orElseThrow();
    var choices = IntStream.range(0, worths.length).filter(index -> worths[index] == best).toArray();
    return Answer.newBuilder()
        .setGameId(question.getGameId())
        .setNumber(question.getNumber())
        .setIndex(choices[random.nextInt(choices.length)])
        .setNote(String.format(Locale.ROOT, "looks like %+.2f", best))
        .build();
  }
}
