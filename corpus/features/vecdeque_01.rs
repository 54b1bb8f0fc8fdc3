//@ no-bug

use std::collections::VecDeque;

fn main() {
    let mut d = VecDeque::new();
    d.push_back(1);
    d.push_back(2);
    d.push_front(0);
    println!("{:?} {} {}", d, d.len(), d[1]);
    println!("{:?} {:?}", d.front(), d.back());
    println!("{:?} {:?}", d.pop_front(), d.pop_back());
    for i in 10..20 {
        d.push_back(i);
        if d.len() > 4 {
            d.pop_front();
        }
    }
    println!("{:?}", d);
    println!("{:?} {}", d.iter().rev().collect::<Vec<_>>(), d.contains(&18));
    d[0] = 100;
    if let Some(b) = d.back_mut() {
        *b += 1;
    }
    d.rotate_left(1);
    println!("{:?} {:?}", d, d.get(9));
    d.extend([1, 2]);
    d.retain(|x| x % 2 == 0);
    println!("{:?}", d);
    let v: Vec<i32> = d.drain(..).collect();
    println!("{:?} {}", v, d.is_empty());
    let q: VecDeque<char> = "abc".chars().collect();
    for c in &q {
        print!("{c}");
    }
    for (i, c) in q.into_iter().enumerate() {
        print!("{i}{c}");
    }
    println!();
    let mut w = VecDeque::from(vec![3, 1, 2]);
    w.make_contiguous().sort();
    println!("{:?} {}", w, w == [1, 2, 3]);
    w.truncate(1);
    w.insert(0, 9);
    println!("{:?}", w);
    println!("{:?}", w.remove(1));
    w.clear();
    println!("{:?}", w);
}
