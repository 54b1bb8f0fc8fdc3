//@ no-bug

fn main() {
    let mut v: Vec<i32> = Vec::with_capacity(4);
    println!("{} {}", v.is_empty(), v.capacity() >= 4);
    v.extend([3, 1, 4, 1, 5]);
    v.extend_from_slice(&[9, 2]);
    v.insert(2, 100);
    println!("{:?}", v);
    println!("{}", v.remove(2));
    println!("{} {:?}", v.swap_remove(0), v);
    v.retain(|x| *x != 1);
    println!("{:?}", v);
    v.truncate(3);
    v.resize(5, -1);
    println!("{:?}", v);
    v.dedup();
    println!("{:?} {:?} {:?}", v, v.first(), v.last());
    let drained: Vec<i32> = v.drain(1..3).collect();
    println!("{:?} {:?}", drained, v);
    let mut w = vec![7, 8, 9];
    v.append(&mut w);
    println!("{:?} {:?}", v, w);
    let tail = v.split_off(3);
    println!("{:?} {:?}", v, tail);
    v.reverse();
    v.iter_mut().for_each(|x| *x *= 2);
    println!("{:?} {}", v, v.contains(&8));
    for x in v.iter_mut() {
        *x += 1;
    }
    println!("{:?} {:?}", v, v.clone() == vec![15, -1, 9]);
    v.clear();
    println!("{:?} {:?}", v.pop(), v.get(0));
    let strings = vec![String::from("a"), "b".to_string()];
    let lens: Vec<usize> = strings.iter().map(String::len).collect();
    println!("{:?} {}", lens, strings.join("+"));
    let nested = vec![vec![1, 2], vec![], vec![3]];
    println!("{:?} {}", nested.concat(), nested.iter().flatten().count());
    let mut grid = vec![vec!['.'; 3]; 2];
    grid[1][2] = '#';
    for row in &grid {
        println!("{}", row.iter().collect::<String>());
    }
    let boxed: Box<[i32]> = vec![1, 2].into_boxed_slice();
    println!("{:?}", boxed);
    println!("{:?}", boxed.into_vec());
    let arr: [i32; 3] = vec![1, 2, 3].try_into().unwrap();
    println!("{:?}", arr);
    let mut s = vec![5, 3, 8];
    s.sort_unstable();
    s.dedup_by_key(|x| *x / 4);
    println!("{:?}", s);
    println!("{:?}", s.iter().rev().copied().collect::<Vec<_>>());
    println!("{:?}", Vec::from([1, 2]));
    println!("{:?}", vec![1, 2] < vec![1, 2, 3]);
    let mut sp = vec![1, 2, 3, 4];
    let removed: Vec<i32> = sp.splice(1..3, [20, 21, 22]).collect();
    println!("{:?} {:?}", sp, removed);
}
