package bothy.bot;

import bothy.v1.BotServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import java.util.concurrent.ExecutionException;

/** Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each. */
final class Main {
  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    var channel =
        Grpc.newChannelBuilder(environment("BOTHY_REFEREE"), InsecureChannelCredentials.create())
            .overrideAuthority("localhost") // that of a unix socket would be its path, which few servers take
            .build();
    var conversation = new Conversation(BotServiceGrpc.newStub(channel), environment("BOTHY_TOKEN"));
    try {
      conversation.end().get();
    } catch (ExecutionException error) {
      fail("The conversation ended: " + error.getCause().getMessage());
    } finally {
      channel.shutdownNow();
    }
  }

  private static String environment(String name) {
    var value = System.getenv(name);
    if (value == null) {
      fail(name + " is not set: this bot is started by the referee.");
    }
    return value;
  }

  private static void fail(String sentence) {
    System.err.println(sentence);
    System.exit(1);
  }
}
