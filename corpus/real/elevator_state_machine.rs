//@ no-bug
//@ source: a state machine driven by commands from another thread

use std::fmt;
use std::sync::mpsc;
use std::thread;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Door {
    Open,
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Idle { floor: i32, door: Door },
    Moving { from: i32, to: i32 },
}

#[derive(Debug)]
enum Command {
    Call(i32),
    Arrive,
    Toggle,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            State::Idle { floor, door: Door::Open } => write!(f, "idle at {floor}, open"),
            State::Idle { floor, .. } => write!(f, "idle at {floor}"),
            State::Moving { from, to } if to > from => write!(f, "going up to {to}"),
            State::Moving { to, .. } => write!(f, "going down to {to}"),
        }
    }
}

impl State {
    fn next(self, command: &Command) -> Result<State, String> {
        use Command::*;
        Ok(match (self, command) {
            (State::Idle { floor, door: Door::Closed }, Call(to)) if *to != floor => {
                State::Moving { from: floor, to: *to }
            }
            (s @ State::Idle { .. }, Call(_)) => s,
            (State::Moving { to, .. }, Arrive) => State::Idle { floor: to, door: Door::Open },
            (State::Idle { floor, door }, Toggle) => {
                let door = if door == Door::Open { Door::Closed } else { Door::Open };
                State::Idle { floor, door }
            }
            (state, command) => return Err(format!("{command:?} while {state}")),
        })
    }
}

fn main() {
    let (tx, rx) = mpsc::channel();
    let controller = thread::spawn(move || {
        let mut state = State::Idle { floor: 0, door: Door::Closed };
        for command in rx {
            match state.next(&command) {
                Ok(next) => {
                    state = next;
                    println!("{state}");
                }
                Err(e) => println!("refused: {e}"),
            }
        }
        state
    });
    for c in [Command::Call(3), Command::Toggle, Command::Arrive, Command::Call(1), Command::Toggle, Command::Call(1)] {
        tx.send(c).unwrap();
    }
    drop(tx);
    println!("{:?}", controller.join().unwrap());
}
