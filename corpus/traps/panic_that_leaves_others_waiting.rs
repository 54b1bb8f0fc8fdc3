//@ bug: panic
//@ message: "no value"
//@ with: --child-panic propagate => bug: deadlock
//@ source: a loader that panics on purpose leaves its mark, and who asks after it waits for ever
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Once {
    state: Mutex<(bool, Option<u32>)>,
    done: Condvar,
}

impl Once {
    fn get(&self, load: impl FnOnce() -> u32) -> u32 {
        let mut state = self.state.lock().unwrap();
        while state.0 && state.1.is_none() {
            state = self.done.wait(state).unwrap();
        }
        if let Some(value) = state.1 {
            return value;
        }
        state.0 = true;
        drop(state);
        let value = load();
        self.state.lock().unwrap().1 = Some(value);
        self.done.notify_all();
        value
    }
}

fn main() {
    let once = Arc::new(Once::default());
    let other = once.clone();
    let failing = thread::spawn(move || other.get(|| panic!("no value")));
    let value = once.get(|| 3);
    let _ = failing.join();
    assert_eq!(value, 3);
}
