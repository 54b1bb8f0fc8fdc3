//@ no-bug
//@ source: a constant behind `&mut` is a temporary of its own, each time and in each thread

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const PAIR: (u32, [u32; 2]) = (1, [2, 3]);
static FLAGS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

fn others(me: usize) -> bool {
    FLAGS[me].store(1, SeqCst);
    (0..2).any(|k| k != me && FLAGS[k].load(SeqCst) > 1)
}

fn bump(n: &mut u32) -> u32 {
    *n += 1;
    *n
}

fn first_even() -> Option<u32> {
    (1..9).find(|n| n % 2 == 0)
}

fn constant_table(i: usize) -> &'static u32 {
    [&PAIR.1[0], &PAIR.0][i]
}

fn main() {
    thread::scope(|s| {
        let other = s.spawn(|| others(0));
        assert!(!others(1));
        assert!(!other.join().unwrap());
    });
    for _ in 0..2 {
        println!("{:?} {} {}", first_even(), bump(&mut 5), bump(&mut PAIR.1[1]));
        let ref mut changed = PAIR;
        changed.1[0] += 40;
        match PAIR {
            (ref mut a, _) => *a += 10,
        }
        let mut words = "two words".split(' ');
        println!("{} {:?}", changed.1[0], words.by_ref().zip(1..).last());
    }
    let read = "abc".as_bytes().read_exact(&mut [0; 2]).is_ok();
    println!("{read} {} {}", constant_table(0), constant_table(1));
}
