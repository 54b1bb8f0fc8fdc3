//@ bug: panic
//@ message: "no thread left"
//@ source: after MergeSort of the IBM benchmark: threads that are left are counted down in two steps

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
static FREE: AtomicUsize = AtomicUsize::new(2);
fn acquire() -> bool {
    if FREE.load(SeqCst) > 0 {
        let before = FREE.fetch_sub(1, SeqCst);
        assert!(before > 0, "no thread left");
        true
    } else {
        false
    }
}
fn sort<T: Ord + Send + Copy>(v: &mut [T]) {
    if v.len() < 2 {
        return;
    }
    let mid = v.len() / 2;
    {
        let (a, b) = v.split_at_mut(mid);
        if acquire() {
            thread::scope(|s| {
                s.spawn(|| {
                    sort(a);
                    FREE.fetch_add(1, SeqCst);
                });
                sort(b);
            });
        } else {
            sort(a);
            sort(b);
        }
    }
    let mut out = Vec::with_capacity(v.len());
    let (mut i, mut j) = (0, mid);
    while i < mid || j < v.len() {
        if j == v.len() || (i < mid && v[i] <= v[j]) {
            out.push(v[i]);
            i += 1
        } else {
            out.push(v[j]);
            j += 1
        }
    }
    v.copy_from_slice(&out);
}
fn main() {
    let mut v = [5, 1, 4, 2, 3, 0];
    sort(&mut v);
    assert_eq!(v, [0, 1, 2, 3, 4, 5]);
}
