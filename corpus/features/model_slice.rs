//@ no-bug
//@ source: slices and arrays against native ones

fn main() {
    let mut v = vec![5, 3, 8, 1, 9, 2];
    println!("{:?} {:?} {:?} {:?}", v.first(), v.last(), v.get(2), v.get(9));
    println!("{:?} {:?}", v.get(1..3), v.get(4..9));
    println!("{:?} {:?}", v.split_first(), v.split_last());
    v.swap(0, 1);
    v.reverse();
    println!("{:?} {} {}", v, v.contains(&9), v.contains(&7));
    println!("{:?} {:?}", v.starts_with(&[2, 9]), v.ends_with(&[5, 3]));
    v.sort();
    println!("{:?} {:?} {:?}", v, v.binary_search(&8), v.binary_search(&4));
    v.sort_by(|a, b| b.cmp(a));
    println!("{:?}", v);
    v.sort_by_key(|x| x % 3);
    println!("{:?}", v);
    let mut long: Vec<u32> = (0..40).map(|i| (i * 17 + 5) % 41).collect();
    long.sort_unstable_by(|a, b| b.cmp(a));
    println!("{:?}", long);
    let mut pairs: Vec<(u32, u32)> = (0..30).map(|i| (i % 4, i)).collect();
    pairs.sort_by_key(|p| p.0);
    println!("{:?}", pairs);
    println!("{:?}", v.chunks(4).collect::<Vec<_>>());
    println!("{:?}", v.chunks_exact(4).map(|c| c.len()).collect::<Vec<_>>());
    println!("{:?}", v.rchunks(4).collect::<Vec<_>>());
    println!("{:?}", v.windows(3).map(|w| w.iter().sum::<i32>()).collect::<Vec<_>>());
    println!("{:?} {:?}", v.split_at(2), v.iter().rev().collect::<Vec<_>>());
    println!("{:?}", v.split(|x| *x == 8).collect::<Vec<_>>());
    println!("{:?}", v.splitn(2, |x| x % 2 == 1).collect::<Vec<_>>());
    for c in v.chunks_mut(2) {
        c[0] += 100;
    }
    let (a, b) = v.split_at_mut(3);
    a[0] = b[0];
    v.rotate_left(2);
    println!("{:?}", v);
    v.rotate_right(1);
    println!("{:?} {:?}", v, v.iter().max());
    v[1..4].fill(7);
    println!("{:?} {:?}", v, v.concat_test());
    println!("{:?}", [[1, 2], [3, 4]].concat());
    println!("{:?} {:?}", ["a", "b"].concat(), ["a", "b", "c"].join("-"));
    println!("{:?}", [vec![1], vec![2, 3]].join(&0));
    println!("{:?}", [1, 2].repeat(3));
    let mut w = [1, 2, 3, 4, 5];
    w.copy_within(1..3, 3);
    w[..2].copy_from_slice(&[9, 8]);
    println!("{:?} {:?}", w, w.partition_point(|x| *x > 5));
    println!("{} {}", w.is_sorted(), [1, 2, 2].is_sorted());
    println!("{:?} {:?}", [1, 2, 3] < [1, 3, 0], [1, 2] == [1, 2]);
    println!("{:?}", [1, 1, 2, 3, 3].chunk_by(|a, b| a == b).collect::<Vec<_>>());
    let arr = [1, 2, 3].map(|x| x * 2);
    println!("{:?} {:?}", arr, std::array::from_fn::<usize, 4, _>(|i| i * i));
    let [x, y, z] = arr;
    println!("{x} {y} {z} {}", arr.len());
    let r: Result<[i32; 2], _> = w[1..3].try_into();
    println!("{:?} {:?}", r, <[i32; 2]>::try_from(&w[..]));
    println!("{:?}", <[u8; 3]>::default());
    for (i, x) in [10, 20].into_iter().enumerate() {
        print!("{i}{x} ");
    }
    println!("{:?}", w.iter().copied().rev().skip(1).step_by(2).collect::<Vec<_>>());
    println!("{:?}", b"hello".to_ascii_uppercase());
    match &w[..] {
        [first, .., last] => println!("{first} {last}"),
        _ => {}
    }
    println!("{:?}", w.select_nth_unstable(2).1);
    println!("{:?}", vec![vec![1, 2], vec![]].into_iter().flatten().collect::<Vec<i32>>());
    println!("{:?}", w.binary_search_by_key(&5, |x| *x));
}

trait ConcatTest {
    fn concat_test(&self) -> usize;
}
impl ConcatTest for Vec<i32> {
    fn concat_test(&self) -> usize {
        [&self[..], &self[1..]].concat().len()
    }
}
