//@ no-bug

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::thread;

fn parallel_sum(xs: &[u32], parts: usize) -> u32 {
    let size = xs.len().div_ceil(parts);
    thread::scope(|s| {
        let handles: Vec<_> = xs.chunks(size).map(|c| s.spawn(move || c.iter().sum::<u32>())).collect();
        handles.into_iter().map(|h| h.join().unwrap()).sum()
    })
}

fn main() {
    println!("{}", parallel_sum(&[1, 2, 3, 4, 5, 6, 7], 3));
    let mut buf = [0; 6];
    thread::scope(|s| {
        for (i, part) in buf.chunks_mut(2).enumerate() {
            s.spawn(move || {
                for x in part {
                    *x = i * 10;
                }
            });
        }
    });
    println!("{:?}", buf);
    let total = AtomicUsize::new(0);
    let log = Mutex::new(vec![]);
    thread::scope(|s| {
        s.spawn(|| {
            total.fetch_add(1, Ordering::Relaxed);
            s.spawn(|| {
                total.fetch_add(10, Ordering::Relaxed);
                log.lock().unwrap().push("inner");
            });
        });
    });
    println!("{} {:?}", total.into_inner(), log.into_inner().unwrap());
    let (mut a, mut b) = (vec![1], vec![2]);
    thread::scope(|s| {
        s.spawn(|| a.push(3));
        b.push(4);
    });
    println!("{a:?} {b:?}");
}
