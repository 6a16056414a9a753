//! Plays every game by choosing at random: the least that a bot in Rust does.

use std::collections::HashMap;
use std::env;
use std::error::Error;

use proto::bot_service_client::BotServiceClient;
use proto::{Answer, Hello, PlayRequest};
use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;

mod proto {
    tonic::include_proto!("bothy.v1");
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let channel = Endpoint::from_shared(env::var("BOTHY_REFEREE")?)?.connect().await?;
    let (outgoing, requests) = unbounded_channel();
    let token = env::var("BOTHY_TOKEN")?;
    outgoing.send(PlayRequest {
        hello: Some(Hello { token, protocol: 1, ..Hello::default() }),
        ..PlayRequest::default()
    })?;
    let requests = UnboundedReceiverStream::new(requests);
    let mut responses = BotServiceClient::new(channel).play(requests).await?.into_inner();
    let mut games = HashMap::new();
    // One message may hold several things: take its fields in the order of their numbers.
    while let Some(response) = responses.message().await? {
        for game in response.games_started {
            let seed = game.random_seed.iter().fold(0, |seed: u64, byte| seed.rotate_left(8) ^ u64::from(*byte));
            games.insert(game.game_id, fastrand::Rng::with_seed(seed));
        }
        for question in response.questions {
            let random = games.get_mut(&question.game_id).ok_or("a question of an unknown game")?;
            let index = random.u32(..question.legal.len() as u32);
            let answer = Answer { game_id: question.game_id, number: question.number, index, ..Answer::default() };
            outgoing.send(PlayRequest { answers: vec![answer], ..PlayRequest::default() })?;
        }
        for game in response.games_over {
            games.remove(&game.game_id);
        }
        if let Some(problem) = response.problem {
            eprintln!("The referee says: {}", problem.detail);
        }
        if response.goodbye.is_some() {
            break;
        }
    }
    Ok(())
}
