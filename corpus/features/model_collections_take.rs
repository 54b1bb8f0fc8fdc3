//@ no-bug
//@ source: `extract_if`, `insert_entry`, `get_disjoint_mut`; the inner order of heaps is std's

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList};

fn heaps() {
    let mut heap: BinaryHeap<i32> = [5, 1, 8, 3, 9, 2, 7].into();
    println!("{heap:?} {:?}", heap.iter().collect::<Vec<_>>());
    heap.push(6);
    println!("{:?} {heap:?}", heap.pop());
    heap.extend([4, 11, 0]);
    println!("{heap:?}");
    heap.append(&mut BinaryHeap::from(vec![20, -1, 10]));
    println!("{heap:?}");
    heap.retain(|x| x % 2 == 0);
    println!("{heap:?}");
    if let Some(mut top) = heap.peek_mut() {
        *top = 3;
    }
    println!("{:?} {:?}", heap.clone().into_vec(), heap.into_sorted_vec());
}

fn maps() {
    let mut map: BTreeMap<u8, char> = (0..6).zip('a'..).collect();
    println!("{:?} {map:?}", map.extract_if(1..5, |k, _| k % 2 == 0).collect::<Vec<_>>());
    println!("{:?}", map.entry(9).insert_entry('z').get());
    let mut set: BTreeSet<u8> = map.into_keys().collect();
    println!("{:?} {set:?}", set.extract_if(.., |k| *k > 3).collect::<Vec<_>>());
    let mut counts = HashMap::from([("a", 1), ("b", 2), ("c", 3)]);
    if let [Some(a), Some(c), None] = counts.get_disjoint_mut(["a", "c", "x"]) {
        std::mem::swap(a, c);
    }
    println!("{} {}", counts["a"], counts["c"]);
    let mut big: Vec<_> = counts.extract_if(|_, n| *n > 1).collect();
    big.sort();
    println!("{big:?} {counts:?}");
    let mut words: HashSet<&str> = HashSet::from(["one", "two", "three"]);
    println!("{:?} {}", words.extract_if(|w| w.len() > 3).collect::<Vec<_>>(), words.len());
}

fn lists() {
    let mut list: LinkedList<u32> = (1..=6).collect();
    println!("{:?}", list.extract_if(|x| *x % 3 == 0).collect::<Vec<_>>());
    list.extend(&[7, 8]);
    let mut slice = &[1, 2, 3, 4, 5][..];
    println!("{list:?} {:?} {:?} {slice:?}", slice.split_off(..2), slice.split_off_last());
}

fn main() {
    heaps();
    maps();
    lists();
}
