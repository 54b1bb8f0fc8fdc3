//@ bug: undefined-behavior
//@ source: set_len over elements that were never written

fn main() {
    let mut bytes: Vec<u8> = Vec::with_capacity(4);
    bytes.push(1);
    unsafe { bytes.set_len(3) };
    let zeros = bytes.iter().filter(|b| **b == 0).count(); // BUG
    println!("{zeros}");
}
