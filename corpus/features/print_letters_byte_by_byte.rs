//@ no-bug
//@ source: a letter of several bytes is one again where its bytes were printed one after the other
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for byte in "é ß\n".bytes() {
        out.write_all(&[byte])?;
    }
    let mut small = BufWriter::with_capacity(1, out);
    for letter in ["ü", "€", "\n"] {
        small.write_all(letter.as_bytes())?;
    }
    small.flush()
}
