//@ no-bug
//@ source: new; whoever offers a message for a time, again and again, is met by who asks again and again

use crossbeam_channel::bounded;
use std::thread;
use std::time::Duration;

const MOMENT: Duration = Duration::from_millis(10);

fn main() {
    let (sender, receiver) = bounded(0);
    let timed = thread::spawn(move || {
        for n in 0..2 {
            while sender.send_timeout(n, MOMENT).is_err() {}
        }
    });
    while receiver.recv_timeout(MOMENT) != Ok(0) {}
    while receiver.try_recv() != Ok(1) {
        thread::yield_now();
    }
    timed.join().unwrap();
}
