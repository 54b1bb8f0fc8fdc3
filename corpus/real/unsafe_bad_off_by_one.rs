//@ bug: undefined-behavior
//@ source: a loop over raw pointers that goes one too far

fn sum(values: &[u32]) -> u32 {
    let mut total = 0;
    let mut at = values.as_ptr();
    let end = unsafe { at.add(values.len()) };
    while at <= end {
        total += unsafe { *at }; // BUG
        at = unsafe { at.add(1) };
    }
    total
}

fn main() {
    println!("{}", sum(&[1, 2, 3]));
}
