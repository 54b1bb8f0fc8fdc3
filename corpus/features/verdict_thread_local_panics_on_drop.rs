//@ bug: abort
//@ message: "boom"
//@ args: --child-panic propagate
//@ source: a thread-local's destructor panics: no join gets to see that, the process aborts
use std::thread;

struct Bomb;
impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("boom")
    }
}

thread_local!(static BOMB: Bomb = const { Bomb });

fn main() {
    let _ = thread::spawn(|| BOMB.with(|_| ())).join();
}
