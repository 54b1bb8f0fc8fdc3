//@ no-bug
//@ source: scoped threads over chunks_mut, split_first_mut, rchunks and zip, with Builder::spawn_scoped

use std::ops::Range;
use std::sync::Mutex;
use std::thread::{self, Builder, ScopedJoinHandle};

fn prefix_sums(data: &mut [u64], parts: usize) {
    let size = data.len().div_ceil(parts);
    let mut totals: Vec<u64> = thread::scope(|s| {
        let handles: Vec<ScopedJoinHandle<'_, u64>> = data
            .chunks_mut(size)
            .enumerate()
            .map(|(i, chunk)| {
                Builder::new()
                    .name(format!("part-{i}"))
                    .spawn_scoped(s, move || {
                        assert_eq!(thread::current().name(), Some(&*format!("part-{i}")));
                        let mut sum = 0;
                        for x in chunk.iter_mut() {
                            sum += *x;
                            *x = sum;
                        }
                        sum
                    })
                    .expect("spawns")
            })
            .collect();
        handles.into_iter().map(|h| h.join().unwrap()).collect()
    });
    totals.iter_mut().fold(0, |before, total| {
        let next = before + *total;
        *total = before;
        next
    });
    thread::scope(|s| {
        for (chunk, &offset) in data.chunks_mut(size).zip(&totals).skip(1) {
            s.spawn(move || chunk.iter_mut().for_each(|x| *x += offset));
        }
    });
}

fn ranges(len: usize, parts: usize) -> impl Iterator<Item = Range<usize>> {
    let size = len / parts;
    (0..parts).map(move |i| i * size..if i + 1 == parts { len } else { (i + 1) * size })
}

fn main() {
    let mut data: Vec<u64> = (1..=7).collect();
    prefix_sums(&mut data, 3);
    println!("{data:?}");
    let found = Mutex::new(Vec::new());
    thread::scope(|s| {
        for range in ranges(data.len(), 2) {
            let (data, found) = (&data, &found);
            s.spawn(move || {
                if let Some(i) = data[range.clone()].iter().position(|n| n % 5 == 0) {
                    found.lock().unwrap().push(range.start + i);
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    println!("{found:?}");
    if let Some((first, rest)) = data.split_first_mut() {
        thread::scope(|s| {
            s.spawn(|| *first = rest.iter().sum());
        });
    }
    println!("{} {:?}", data[0], data.rchunks(3).map(|c| c.len()).collect::<Vec<_>>());
}
