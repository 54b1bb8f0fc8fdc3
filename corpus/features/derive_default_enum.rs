//@ no-bug
//@ source: `#[derive(Default)]` of an enum asks nothing of its parameters, that of a struct does

use std::sync::Mutex;
use std::thread;

/// Has no default.
#[allow(dead_code)]
#[derive(Debug, Clone, Copy)]
struct Job(u32);

#[derive(Debug, Default)]
enum State<T> {
    #[default]
    Empty,
    Full(T),
}

#[derive(Debug, Default)]
enum Next<I: Iterator> {
    #[default]
    Start,
    At(I, I::Item),
}

#[derive(Debug, Default)]
struct Slot<T> {
    state: State<T>,
    spare: T,
}

fn main() {
    let slot: Mutex<State<Job>> = Mutex::default();
    thread::scope(|scope| {
        scope.spawn(|| *slot.lock().unwrap() = State::Full(Job(3)));
    });
    println!(
        "{:?} {:?}",
        slot.into_inner().unwrap(),
        State::<Job>::default()
    );

    let jobs = [Job(1), Job(2)];
    let mut next = Next::default();
    println!("{next:?}");
    let mut rest = jobs.iter();
    if let Some(job) = rest.next() {
        next = Next::At(rest, job);
    }
    println!("{next:?}");

    let Slot { state, spare } = Slot::<u8>::default();
    println!("{state:?} {spare}");
}
