//@ bug: deadlock
//@ source: the end of a scope waits by parking, as std has it, and takes the token that was meant for a later park
use std::thread;

fn main() {
    let main = thread::current();
    thread::scope(|s| {
        s.spawn(|| main.unpark());
    });
    thread::park();
}
