//@ no-bug
//@ source: what a `select!` sends is made when its arm has been chosen, and may have to be waited for
use crossbeam_channel::{bounded, select, unbounded};
use std::thread;

fn main() {
    let (numbers, from_main) = unbounded::<u32>();
    let (to_main, doubled) = bounded::<u32>(1);
    let (_stop, stopped) = bounded::<()>(1);
    let worker = thread::spawn(move || {
        for _ in 0..2 {
            select! {
                send(to_main, 2 * from_main.recv().unwrap()) -> sent => sent.unwrap(),
                recv(stopped) -> _ => return,
            }
        }
    });
    numbers.send(5).unwrap();
    assert_eq!(doubled.recv(), Ok(10));
    numbers.send(7).unwrap();
    assert_eq!(doubled.recv(), Ok(14));
    worker.join().unwrap();
}
