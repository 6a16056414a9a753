//! Makes the stubs out of the .proto files, without a protoc: protox is a compiler for them in Rust.

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=PROTO");
    let protos = env::var("PROTO").unwrap_or_else(|_| "../../proto".to_string());
    println!("cargo:rerun-if-changed={protos}/bothy/v1");
    let files = protox::compile(["bothy/v1/bot.proto"], [protos])?;
    tonic_prost_build::configure().build_server(false).build_transport(false).compile_fds(files)?;
    Ok(())
}
