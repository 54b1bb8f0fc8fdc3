//@ bug: data-race
//@ source: nothing orders what a thread-local's destructor does before what comes after the thread's scope
use std::thread;

static mut TOTAL: u32 = 0;

struct Local;
impl Drop for Local {
    fn drop(&mut self) {
        unsafe { TOTAL += 1 }
    }
}

thread_local!(static LOCAL: Local = const { Local });

fn main() {
    thread::scope(|s| {
        s.spawn(|| LOCAL.with(|_| ()));
    });
    println!("{}", unsafe { TOTAL });
}
