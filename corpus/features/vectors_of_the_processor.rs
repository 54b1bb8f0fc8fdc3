//@ no-bug
//@ source: Wide vectors in a structure that is only made where the processor has them, as libraries that search text
//@ source: keep their masks.

use std::arch::x86_64::{__m256i, __m512d};
use std::mem::{align_of, size_of, transmute, zeroed};
use std::thread;

#[derive(Clone, Copy, Debug)]
struct Mask {
    low: __m256i,
    high: __m256i,
}

enum Searcher {
    Plain(u8),
    Wide(Mask),
}

fn searcher(wide: bool) -> Searcher {
    match wide {
        true => Searcher::Wide(unsafe { zeroed() }),
        false => Searcher::Plain(1),
    }
}

fn look(searcher: Searcher) -> i64 {
    match searcher {
        Searcher::Plain(number) => number.into(),
        Searcher::Wide(mask) => {
            let [first, ..]: [i64; 4] = unsafe { transmute(mask.low) };
            first + format!("{:?}", mask.high).len() as i64
        }
    }
}

fn main() {
    let found = [false, true].map(|wide| thread::spawn(move || look(searcher(wide))).join().unwrap());
    assert!(found[0] == 1 && found[1] > 7);
    println!("{} {}", size_of::<Mask>(), align_of::<__m512d>());
}
