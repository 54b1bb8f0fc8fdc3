//! The methods look for an overlap as the functions do.
//@ bug: undefined-behavior

fn main() {
    let mut a = [1u32, 2, 3, 4];
    let p = a.as_mut_ptr();
    unsafe { p.copy_to_nonoverlapping(p.add(1), 3) };
    println!("{a:?}");
}
