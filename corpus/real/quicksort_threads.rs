//@ no-bug
//@ source: quicksort that sorts its halves in scoped threads

use std::thread;

fn partition<T: Ord>(xs: &mut [T]) -> usize {
    let last = xs.len() - 1;
    let mut store = 0;
    for i in 0..last {
        if xs[i] < xs[last] {
            xs.swap(i, store);
            store += 1;
        }
    }
    xs.swap(store, last);
    store
}

fn sort<T: Ord + Send>(xs: &mut [T], depth: u32) {
    if xs.len() <= 1 {
        return;
    }
    let p = partition(xs);
    let (left, right) = xs.split_at_mut(p);
    let right = &mut right[1..];
    if depth == 0 {
        sort(left, 0);
        sort(right, 0);
    } else {
        thread::scope(|s| {
            s.spawn(|| sort(left, depth - 1));
            sort(right, depth - 1);
        });
    }
}

fn main() {
    let mut numbers = [5, 2, 9, 1, 7, 3, 8];
    sort(&mut numbers, 2);
    println!("{:?}", numbers);
    let mut words: Vec<String> = "pear apple fig".split(' ').map(String::from).collect();
    sort(&mut words, 1);
    println!("{:?}", words);
}
