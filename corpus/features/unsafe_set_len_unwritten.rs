//@ bug: undefined-behavior
//@ source: bytes that nobody wrote are converted to another type
fn main() {
    let mut bytes: Vec<u8> = Vec::with_capacity(4);
    unsafe { bytes.set_len(4) };
    bytes[0] = 1;
    let sum: u32 = bytes.iter().map(|b| *b as u32).sum();
    println!("{sum}");
}
