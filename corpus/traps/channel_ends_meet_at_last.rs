//@ bug: data-race
//@ source: whoever gives up a channel's last end knows what the other did before it gave up its own: both
//@ source: may be the last
use std::sync::mpsc;
use std::thread;

static mut ANSWER: u32 = 0;

fn main() {
    let (sender, receiver) = mpsc::channel::<u8>();
    let writes = thread::spawn(move || {
        unsafe { ANSWER = 42 };
        drop(sender);
    });
    let reads = thread::spawn(move || {
        drop(receiver);
        unsafe { ANSWER }
    });
    writes.join().unwrap();
    println!("{}", reads.join().unwrap());
}
