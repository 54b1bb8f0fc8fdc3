//@ no-bug
//@ source: std::range: inclusive ranges that are values and no iterators (Rust 1.95)

use std::ops::RangeBounds;
use std::range::{RangeInclusive, RangeInclusiveIter};
use std::sync::Mutex;
use std::thread;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Band {
    rows: RangeInclusive<usize>,
}

fn within(bounds: impl RangeBounds<usize>, row: usize) -> bool {
    bounds.contains(&row)
}

fn main() {
    let cells = Mutex::new([0u32; 6]);
    let bands = [0..=2, 3..=5].map(|rows| Band { rows: rows.into() });
    thread::scope(|s| {
        for band in bands {
            let cells = &cells;
            s.spawn(move || {
                for row in band.rows {
                    cells.lock().unwrap()[row] += row as u32;
                }
            });
        }
    });
    let cells = cells.into_inner().unwrap();
    let last = bands[1].rows;
    println!("{:?} {:?} {:?}", bands[0], &cells[last], &"abcdef"[last]);
    let mut iter: RangeInclusiveIter<usize> = last.iter();
    println!("{:?} {:?} {}", iter.next(), iter.next_back(), iter.count());
    let empty = RangeInclusive { start: 2u8, last: 1 };
    println!("{} {:?} {}", empty.is_empty(), empty.iter().next(), last.contains(&5));
    println!("{} {}", within(last, 2), bands[0] == Band { rows: RangeInclusive { start: 0, last: 2 } });
    let old: std::ops::RangeInclusive<usize> = last.into();
    println!("{}", old.rev().map(|row| row.to_string()).collect::<Vec<_>>().join("-"));
}
