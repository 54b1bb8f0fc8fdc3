//@ bug: undefined-behavior
//@ source: elements move up by one with the copy that is not for places that overlap
fn main() {
    let mut numbers = [1, 2, 3, 4, 5];
    std::thread::scope(|scope| {
        scope.spawn(|| unsafe {
            let first = numbers.as_mut_ptr();
            std::ptr::copy_nonoverlapping(first, first.add(1), 4);
        });
    });
    println!("{numbers:?}");
}
