//@ no-bug
//@ source: `blockbarrier` with a generation number, so that a newcomer cannot be mistaken
//@ source: for a member of the group that just left.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const THREADS: usize = 4;
const GROUP: usize = 2;

#[derive(Default)]
struct State {
    blocked: usize,
    generation: usize,
}

#[derive(Default)]
struct BlockBarrier {
    state: Mutex<State>,
    opened: Condvar,
}

impl BlockBarrier {
    fn block(&self) {
        let mut state = self.state.lock().unwrap();
        let mine = state.generation;
        state.blocked += 1;
        if state.blocked < GROUP {
            while state.generation == mine {
                state = self.opened.wait(state).unwrap();
            }
            assert!(state.generation > mine);
        } else {
            state.blocked = 0;
            state.generation += 1;
            self.opened.notify_all();
        }
    }
}

fn main() {
    let barrier = Arc::new(BlockBarrier::default());
    let mut threads = Vec::with_capacity(THREADS);
    for _ in 0..THREADS {
        let barrier = Arc::clone(&barrier);
        threads.push(thread::spawn(move || barrier.block()));
    }
    for t in threads {
        t.join().unwrap();
    }
}
