//@ bug: undefined-behavior
//@ source: a pointer into a vector is kept while the vector grows

fn main() {
    let mut values = Vec::with_capacity(1);
    values.push(1u64);
    let first = values.as_ptr();
    values.push(2); // FREED
    values.push(3);
    let value = unsafe { *first }; // BUG
    println!("{value} {}", values.len());
}
