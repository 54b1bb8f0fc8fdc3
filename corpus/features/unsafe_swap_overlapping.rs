//@ bug: undefined-behavior
//@ source: places that must not overlap are swapped
fn main() {
    let mut numbers = [1, 2, 3, 4];
    let p = numbers.as_mut_ptr();
    unsafe { std::ptr::swap_nonoverlapping(p, p.add(2), 2) };
    assert_eq!(numbers, [3, 4, 1, 2]);
    unsafe { std::ptr::swap_nonoverlapping(p, p.add(1), 2) };
    println!("{numbers:?}");
}
