//@ no-bug
//@ source: Rosetta Code style: merge sort that splits a slice among scoped threads

use std::fmt::Debug;
use std::thread;

fn merge<T: Copy + PartialOrd>(x1: &[T], x2: &[T], y: &mut [T]) {
    assert_eq!(x1.len() + x2.len(), y.len());
    let (mut i, mut j, mut k) = (0, 0, 0);
    while i < x1.len() && j < x2.len() {
        if x1[i] < x2[j] {
            y[k] = x1[i];
            k += 1;
            i += 1;
        } else {
            y[k] = x2[j];
            k += 1;
            j += 1;
        }
    }
    if i < x1.len() {
        y[k..].copy_from_slice(&x1[i..]);
    }
    if j < x2.len() {
        y[k..].copy_from_slice(&x2[j..]);
    }
}

fn merge_sort<T>(x: &mut [T], threads: usize)
where
    T: Copy + Ord + Send + Debug,
{
    let n = x.len();
    let m = n / 2;
    if n <= 1 {
        return;
    }
    let (left, right) = x.split_at_mut(m);
    if threads > 1 {
        thread::scope(|s| {
            let l = s.spawn(|| merge_sort(left, threads / 2));
            merge_sort(right, threads - threads / 2);
            l.join().unwrap();
        });
    } else {
        merge_sort(left, 1);
        merge_sort(right, 1);
    }
    let mut y: Vec<T> = x.to_vec();
    merge(&x[..m], &x[m..], &mut y[..]);
    x.copy_from_slice(&y);
}

fn main() {
    let mut v = [4, 65, 2, -31, 0, 99, 2, 83, 782, 1];
    println!("before: {v:?}");
    merge_sort(&mut v, 4);
    println!("after: {v:?}");
    let mut words = vec!["the", "lazy", "dog"];
    merge_sort(&mut words, 2);
    println!("{words:?}");
    assert!(v.windows(2).all(|w| w[0] <= w[1]));
}
