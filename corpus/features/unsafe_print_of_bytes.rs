//@ no-bug
//@ source: bytes of a number are written to standard output as they are

use std::io::Write;

fn main() {
    let word = 0x0A6F_6B6Fu32;
    let bytes = unsafe { std::slice::from_raw_parts(&raw const word as *const u8, 4) };
    std::io::stdout().write_all(bytes).unwrap();
}
