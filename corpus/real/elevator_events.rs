//@ no-bug
//@ source: an elevator driven by events: states moved out and in, or-patterns with bindings

use std::collections::VecDeque;
use std::fmt::{Display, Formatter, Result as FmtResult};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{spawn, JoinHandle};
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Dir {
    Up,
    Down,
}
impl std::ops::Not for Dir {
    type Output = Dir;
    fn not(self) -> Dir {
        if let Dir::Up = self {
            Dir::Down
        } else {
            Dir::Up
        }
    }
}
#[derive(Clone, Copy, Debug)]
enum Event {
    Call(i8, Dir),
    Goto(i8),
    Shutdown,
}
enum State {
    Idle,
    Moving { dir: Dir, to: i8 },
    Open { ticks: u8 },
}
impl Display for State {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            State::Idle => write!(f, "idle"),
            State::Moving { dir, to } => write!(f, "{dir:?}->{to}"),
            State::Open { ticks: t @ 1.. } => write!(f, "open{}", t),
            State::Open { .. } => f.pad("closing"),
        }
    }
}
struct Elevator {
    floor: i8,
    state: State,
    queue: VecDeque<i8>,
    log: Vec<String>,
}
impl Elevator {
    fn step(self) -> Self {
        let Elevator {
            floor,
            state,
            mut queue,
            mut log,
        } = self;
        log.push(format!("{floor}:{state}"));
        let (floor, state) = match (state, queue.front().copied()) {
            (State::Idle, None) => (floor, State::Idle),
            (State::Idle, Some(to)) if to == floor => {
                queue.pop_front();
                (floor, State::Open { ticks: 1 })
            }
            (State::Idle, Some(to)) => (
                floor,
                State::Moving {
                    dir: if to > floor { Dir::Up } else { !Dir::Up },
                    to,
                },
            ),
            (
                State::Moving {
                    dir: d @ (Dir::Up | Dir::Down),
                    to,
                },
                _,
            ) => {
                let floor = floor
                    + match d {
                        Dir::Up => 1,
                        Dir::Down => -1,
                    };
                if floor == to {
                    queue.retain(|q| *q != floor);
                    (floor, State::Open { ticks: 1 })
                } else {
                    (floor, State::Moving { dir: d, to })
                }
            }
            (State::Open { ticks: 0 }, _) => (floor, State::Idle),
            (State::Open { ticks }, _) => (floor, State::Open { ticks: ticks - 1 }),
        };
        Elevator {
            floor,
            state,
            queue,
            log,
        }
    }
    fn busy(&self) -> bool {
        !matches!(self.state, State::Idle) || !self.queue.is_empty()
    }
}
fn controller(rx: Receiver<Event>) -> JoinHandle<(i8, Vec<String>)> {
    spawn(move || {
        let mut e = Elevator {
            floor: 0,
            state: State::Idle,
            queue: VecDeque::new(),
            log: vec![],
        };
        let mut open = true;
        while open || e.busy() {
            loop {
                let ev = if e.busy() || !open {
                    match rx.try_recv() {
                        Ok(ev) => ev,
                        Err(TryRecvError::Empty) => break,
                        Err(TryRecvError::Disconnected) => {
                            open = false;
                            break;
                        }
                    }
                } else {
                    match rx.recv() {
                        Ok(ev) => ev,
                        Err(_) => {
                            open = false;
                            break;
                        }
                    }
                };
                match ev {
                    Event::Call(f, _) | Event::Goto(f) if !e.queue.contains(&f) => {
                        e.queue.push_back(f)
                    }
                    Event::Shutdown => open = false,
                    _ => {}
                }
            }
            e = e.step();
        }
        (e.floor, e.log)
    })
}
fn main() {
    let (tx, rx): (Sender<Event>, Receiver<Event>) = mpsc::channel();
    let c = controller(rx);
    let tx2 = tx.clone();
    let p = spawn(move || {
        let _ = tx2.send(Event::Call(2, Dir::Down));
    });
    tx.send(Event::Goto(1)).unwrap();
    p.join().unwrap();
    let _ = tx.send(Event::Shutdown);
    let (floor, log) = c.join().unwrap();
    assert!(floor == 1 || floor == 2, "{floor} {log:?}");
    assert_eq!(log.iter().filter(|l| l.ends_with("closing")).count(), 2);
}
