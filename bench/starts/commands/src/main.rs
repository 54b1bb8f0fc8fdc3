//! A command line, a logger, and workers that share a state.

use base64::Engine;
use clap::Parser;
use once_cell::sync::Lazy;
use parking_lot::RwLock;

#[derive(Parser)]
struct Arguments {
    /// How many workers there are.
    #[arg(long, default_value_t = 2)]
    workers: usize,
}

#[derive(strum::Display, Clone, Copy)]
enum State {
    Idle,
    Busy,
}

static OLDEST: Lazy<semver::Version> = Lazy::new(|| semver::Version::new(1, 2, 3));

fn main() {
    env_logger::init();
    let arguments = Arguments::parse();
    let state = RwLock::new(State::Idle);
    std::thread::scope(|scope| {
        for _ in 0..arguments.workers {
            scope.spawn(|| {
                *state.write() = State::Busy;
                log::info!("{}", *state.read());
            });
        }
    });
    assert_eq!(state.read().to_string(), "Busy");
    assert_eq!(hex::encode([1]), "01");
    assert_eq!(base64::prelude::BASE64_STANDARD.encode("hi"), "aGk=");
    assert!(*OLDEST > semver::Version::new(1, 0, 0) && uuid::Uuid::nil().is_nil());
}
