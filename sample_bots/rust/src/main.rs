//! Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each.

mod claim;
mod lords_of_scotland;
mod schotten_totten;

use std::collections::HashMap;
use std::env;
use std::error::Error;

use fastrand::Rng;
use proto::bot_service_client::BotServiceClient;
use proto::{Answer, Hello, PlayRequest, Question, action, view};
use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Channel, Endpoint};

mod proto {
    tonic::include_proto!("bothy.v1");
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let channel = Endpoint::from_shared(env::var("BOTHY_REFEREE")?)?.connect().await?;
    hold_conversation(BotServiceClient::new(channel)).await
}

async fn hold_conversation(mut referee: BotServiceClient<Channel>) -> Result<(), Box<dyn Error>> {
    let (outgoing, requests) = unbounded_channel();
    outgoing.send(PlayRequest { hello: Some(hello()?), ..PlayRequest::default() })?;
    let mut responses = referee.play(UnboundedReceiverStream::new(requests)).await?.into_inner();
    let mut games = HashMap::new();
    // One message may hold several things: take its fields in the order of their numbers.
    while let Some(response) = responses.message().await? {
        for started in response.games_started {
            games.insert(started.game_id, generator(&started.random_seed));
        }
        for question in &response.questions {
            let random = games.get_mut(&question.game_id).ok_or("a question of an unknown game")?;
            outgoing.send(PlayRequest { answers: vec![answer(question, random)], ..PlayRequest::default() })?;
        }
        for over in response.games_over {
            games.remove(&over.game_id);
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

fn hello() -> Result<Hello, env::VarError> {
    Ok(Hello { token: env::var("BOTHY_TOKEN")?, protocol: 1, software: "rust sample".to_string() })
}

/// A game's own randomness: with the same seed the bot plays the same again.
fn generator(seed: &[u8]) -> Rng {
    Rng::with_seed(seed.iter().fold(0, |sum, byte| sum.rotate_left(8) ^ u64::from(*byte)))
}

fn answer(question: &Question, random: &mut Rng) -> Answer {
    let worths = worths(question);
    let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let choices: Vec<usize> = (0..worths.len()).filter(|index| worths[*index] == best).collect();
    let index = choices[random.usize(..choices.len())] as u32;
    Answer { game_id: question.game_id, number: question.number, index, note: format!("looks like {best:+.2}") }
}

/// What each legal action is worth.
fn worths(question: &Question) -> Vec<f64> {
    let view = question.view.as_ref().and_then(|view| view.game.as_ref());
    let worth = |action: &proto::Action| match (view, &action.game) {
        (Some(view::Game::Claim(view)), Some(action::Game::Claim(action))) => claim::worth(view, action),
        (Some(view::Game::SchottenTotten(view)), Some(action::Game::SchottenTotten(action))) => {
            schotten_totten::worth(view, action)
        }
        (Some(view::Game::LordsOfScotland(view)), Some(action::Game::LordsOfScotland(action))) => {
            lords_of_scotland::worth(view, action)
        }
        _ => 0.0, // a game that this bot does not know: all the same to it
    };
    question.legal.iter().map(worth).collect()
}
