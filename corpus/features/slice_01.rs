//@ no-bug

fn sum(xs: &[i32]) -> i32 {
    let mut total = 0;
    for x in xs {
        total += x;
    }
    total
}

fn main() {
    let v = vec![5, 3, 8, 1];
    let s = &v[1..3];
    println!("{} {:?} {}", s.len(), s, sum(&v));
    println!("{:?} {:?} {:?}", v.first(), v.last(), v.get(9));
    println!("{} {:?}", v.contains(&8), v.iter().position(|&x| x == 8));
    let mut w = v.clone();
    w.sort();
    println!("{:?} {:?}", w, w.binary_search(&5));
    w.reverse();
    w.swap(0, 3);
    println!("{:?}", w);
    w.sort_by(|a, b| b.cmp(a));
    println!("{:?}", w);
    w.sort_by_key(|x| x % 3);
    println!("{:?}", w);
    let (a, b) = v.split_at(2);
    println!("{:?} {:?}", a, b);
    for c in v.chunks(3) {
        print!("{:?}", c);
    }
    for c in v.windows(2) {
        print!("{:?}", c);
    }
    println!();
    let mut arr = [1, 2, 3, 4, 5];
    let (left, right) = arr.split_at_mut(2);
    left[0] = right[0];
    right[2] = 50;
    println!("{:?}", arr);
    arr[1..4].fill(0);
    arr.rotate_left(1);
    println!("{:?}", arr);
    arr.copy_from_slice(&[9, 8, 7, 6, 5]);
    println!("{:?} {:?}", arr.to_vec(), arr.iter().max());
    println!("{}", &arr[..2] == [9, 8]);
    println!("{:?}", [[1, 2], [3, 4]].concat());
    println!("{:?} {:?}", arr.split_first(), [0i32; 0].split_last());
    if let Some(last) = arr.last_mut() {
        *last = 100;
    }
    println!("{:?} {}", arr, arr.starts_with(&[9]));
    println!("{:?}", [1, 2, 0, 3].split(|x| *x == 0).collect::<Vec<_>>());
}
