import bothy.v1.Bot.Answer;
import bothy.v1.Bot.Hello;
import bothy.v1.Bot.PlayRequest;
import bothy.v1.Bot.PlayResponse;
import bothy.v1.BotServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Plays every game by choosing at random: the least that a bot in Java does. */
final class Minimal implements StreamObserver<PlayResponse> {
  private final Map<Long, Random> games = new HashMap<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private StreamObserver<PlayRequest> outgoing;

  public static void main(String[] args) throws InterruptedException {
    var referee = System.getenv("BOTHY_REFEREE");
    if (referee == null) {
      System.err.println("BOTHY_REFEREE is not set: this bot is started by the referee.");
      System.exit(1);
    }
    var credentials = InsecureChannelCredentials.create();
    // A unix socket's authority would be its path, which not every gRPC library can send.
    var channel = Grpc.newChannelBuilder(referee, credentials).overrideAuthority("localhost").build();
    new Minimal().play(BotServiceGrpc.newStub(channel));
    channel.shutdownNow();
  }

  private void play(BotServiceGrpc.BotServiceStub referee) throws InterruptedException {
    outgoing = referee.play(this);
    var hello = Hello.newBuilder().setToken(System.getenv("BOTHY_TOKEN")).setProtocol(1);
    outgoing.onNext(PlayRequest.newBuilder().setHello(hello).build());
    end.await();
  }

  @Override
  public void onNext(PlayResponse response) {
    // One message may hold several things: take its fields in the order of their numbers.
    for (var started : response.getGamesStartedList()) {
      games.put(started.getGameId(), new Random(started.getRandomSeed().asReadOnlyByteBuffer().getLong()));
    }
    for (var question : response.getQuestionsList()) {
      var index = games.get(question.getGameId()).nextInt(question.getLegalCount());
      var answer =
          Answer.newBuilder().setGameId(question.getGameId()).setNumber(question.getNumber()).setIndex(index);
      outgoing.onNext(PlayRequest.newBuilder().addAnswers(answer).build());
    }
    for (var over : response.getGamesOverList()) {
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
    System.err.println("The conversation ended: " + error.getMessage());
    end.countDown();
  }

  @Override
  public void onCompleted() {
    end.countDown();
  }
}
