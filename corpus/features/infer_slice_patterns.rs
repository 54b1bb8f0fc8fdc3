//@ no-bug
//@ source: a slice pattern that always matches makes an array of what is not known yet

use std::array;

struct Pair {
    halves: [u16; 2],
}

fn pair(text: &str) -> Option<Pair> {
    let [high, low] = text
        .split_once('.')
        .map(|(a, b)| [a, b])?
        .map(|half| half.parse().ok());
    let halves = [high?, low?];
    Some(Pair { halves })
}

fn main() {
    let bytes: Vec<u8> = vec![1, 2];
    let [a, b] = bytes.try_into().unwrap();
    assert_eq!(a + b, 3u8);

    let [p, q, r] = array::from_fn(|i| i * 2);
    assert_eq!(p + q + r, 6);

    let (count, [x, [y, _]]) = (2, array::from_fn(|i| array::from_fn(|j| i + j)));
    assert_eq!(x.len() + y, count + 1);

    let &[first, ref second] = &"k=v".split('=').collect::<Vec<_>>().try_into().unwrap();
    println!("{first} {second}");

    let Pair {
        halves: [high, low],
    } = pair("3.14").unwrap();
    println!("{high} {low}");
}
