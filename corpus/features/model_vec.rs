//@ no-bug
//@ source: Vec and VecDeque against native ones, drops included

use std::collections::VecDeque;

/// Each value on a line of its own, one after another.
macro_rules! show {
    ($($value:expr),*) => { $( println!("{:?}", $value); )* };
}

struct Noisy(u32);
impl Drop for Noisy {
    fn drop(&mut self) {
        print!("~{} ", self.0);
    }
}
fn noisy(n: u32) -> Vec<Noisy> {
    (0..n).map(Noisy).collect()
}

fn main() {
    let mut v = Vec::with_capacity(3);
    v.push(1);
    v.extend([2, 3, 4]);
    v.extend_from_slice(&[5, 6]);
    v.insert(0, 0);
    show!(v, v.remove(3), v.pop());
    show!(v.swap_remove(1), v.capacity() >= v.len());
    v.retain(|x| x % 2 == 0);
    v.dedup();
    show!(v, v.iter().rev().collect::<Vec<_>>());
    let mut w = vec![1, 1, 2, 2, 3, 1];
    w.dedup();
    println!("{:?}", w);
    show!(w.drain(1..3).collect::<Vec<_>>(), 0);
    show!(w.split_off(1), w.len());
    w.append(&mut vec![7, 8]);
    w.resize(5, 9);
    w.truncate(4);
    show!(w, w.splice(1..2, [10, 20, 30]).collect::<Vec<_>>());
    println!("{:?}", w);
    show!(vec![0u8; 3], vec![String::from("a"); 2]);
    show!(w == [1, 10, 20, 30, 8, 9], w.clone() > w);
    show!(Vec::from([1, 2]), Vec::from("ab"));
    println!("{:?}", w.into_boxed_slice());
    println!("{:?}", vec![vec![1; 2]; 2].concat());
    let a: [i32; 2] = vec![1, 2].try_into().unwrap();
    show!(a, vec![3, 1, 2].iter().max());
    {
        let mut v = noisy(5);
        v.truncate(3);
        println!("truncated");
        v.retain(|n| n.0 != 1);
        println!("retained");
        drop(v.remove(0));
        println!("removed");
        v.clear();
        println!("cleared");
    }
    {
        let mut it = noisy(4).into_iter();
        it.next();
        println!("taken");
        it.next_back();
        println!("taken back");
    }
    println!("dropped");
    {
        let mut v = noisy(5);
        v.drain(1..3).next();
        println!("drained {}", v.len());
        let w: Vec<Noisy> = v.split_off(1);
        println!("split {}", w.len());
    }
    println!();
    let r = std::panic::catch_unwind(|| {
        let mut v = noisy(4);
        v.retain(|n| {
            if n.0 == 2 {
                panic!("stop");
            }
            n.0 != 0
        });
    });
    println!("{}", r.is_err());
    let mut d: VecDeque<i32> = (0..5).collect();
    d.push_front(-1);
    d.push_back(9);
    show!(d, d.pop_front(), d.pop_back(), d.len());
    d.rotate_left(2);
    show!(d, d.front(), d.back());
    d.extend([7, 8]);
    d.insert(1, 100);
    show!(d, d.remove(2), d.get(3));
    show!(d.iter().rev().collect::<Vec<_>>(), d[1]);
    d.make_contiguous().sort();
    show!(d, d.contains(&7), d.binary_search(&8));
    d.retain(|x| *x < 50);
    d.truncate(4);
    show!(d, d.drain(1..3).collect::<Vec<_>>());
    d[0] += 5;
    for x in d.iter_mut() {
        *x *= 2;
    }
    show!(d, d == [14, 8], d.into_iter().sum::<i32>());
    let mut q = VecDeque::new();
    for i in 0..10 {
        q.push_back(i);
        if i % 3 == 0 {
            q.pop_front();
        }
    }
    show!(q, q.as_slices().0.len() + q.as_slices().1.len());
}
