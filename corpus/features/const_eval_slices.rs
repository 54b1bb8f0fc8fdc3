//@ no-bug
//@ source: new; lengths of arrays that are computed by matching slices

const fn code(values: &[usize]) -> usize {
    match values {
        [] => 1,
        [one] => *one,
        [first, .., 9] => *first,
        [_, middle @ .., last] => code(middle) + *last,
    }
}

const EMPTY: [u8; code(&[])] = [0; 1];
const ONE: [u8; code(&[4])] = [0; 4];
const ENDS: [u8; code(&[5, 7, 9])] = [0; 5];
const PAIR: [u8; code(&[5, 7])] = [0; 8];
const MORE: [u8; code(&[1, 2, 3])] = [0; 5];

fn main() {
    println!("{:?}", [EMPTY.len(), ONE.len(), ENDS.len(), PAIR.len(), MORE.len()]);
}
