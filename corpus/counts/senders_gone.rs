//@ no-bug
//@ executions: 2
//@ formula: 2
//@ counts: N=1: 2, N=2: 2, N=3: 2, N=5: 2
//@ source: N senders go, and somebody looks for a message: before the last has gone, or after it
use std::sync::mpsc;
use std::thread;

const N: usize = 2;

fn main() {
    let (sender, receiver) = mpsc::channel::<u8>();
    let threads: Vec<_> = (0..N)
        .map(|_| {
            let sender = sender.clone();
            thread::spawn(move || drop(sender))
        })
        .collect();
    drop(sender);
    let _ = receiver.try_recv();
    for thread in threads {
        thread.join().unwrap();
    }
}
