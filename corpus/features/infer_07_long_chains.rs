//@ no-bug
//@ source: types that are built of each other many times over: what is found out about a part is not found out again for each of what it is part of

use std::thread;

fn adapters(values: &[u32]) -> usize {
    values
        .iter()
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .map(|x| x)
        .filter(|_| true)
        .chain(values.iter())
        .count()
}

/// The numbers' type is open until the end.
fn pairs() -> usize {
    let values = vec![1, 2];
    let found = values
        .iter()
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x)
        .zip(values.iter())
        .map(|(x, _)| x);
    found.enumerate().skip(1).count()
}

fn flattened() -> u32 {
    let values = vec![1u32];
    values
        .into_iter()
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .flat_map(|x| [x + 1])
        .sum()
}

/// Several impls of `PartialEq` may apply to each layer, as long as the innermost number's type is open.
fn nested() {
    let array = [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]];
    let same = array;
    assert!(array == same);
    let list = vec![vec![vec![vec![vec![vec![vec![vec![vec![vec![vec![
        vec![1],
    ]]]]]]]]]]];
    let copy = list.clone();
    assert!(list == copy);
    println!("{copy:?}");
}

fn main() {
    let counted = thread::spawn(|| adapters(&[1, 2]));
    println!("{} {} {}", pairs(), flattened(), counted.join().unwrap());
    nested();
}
