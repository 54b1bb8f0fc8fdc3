//@ no-bug
//@ source: what a writer's own `write` sees of formatted text: a piece at a time, until the first error

use std::fmt;
use std::io::{self, BufWriter, LineWriter, Write};

#[derive(Default)]
struct Calls {
    made: Vec<String>,
    /// How many calls succeed.
    limit: usize,
}
impl Calls {
    fn new() -> Calls {
        Calls { made: vec![], limit: usize::MAX }
    }
}
impl Write for Calls {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        if self.made.len() == self.limit {
            return Err(io::Error::other("full"));
        }
        self.made.push(String::from_utf8_lossy(buf).into_owned());
        Ok(buf.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn calls(write: impl FnOnce(&mut Calls) -> io::Result<()>) -> Vec<String> {
    let mut calls = Calls::new();
    write(&mut calls).unwrap();
    calls.made
}

struct Never;
impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

fn main() {
    let (n, text) = (42, "x");
    assert_eq!(calls(|w| writeln!(w, "a {n:>4}")), ["a ", " ", " ", "42", "\n"]);
    assert_eq!(calls(|w| writeln!(w, "literal")), ["literal\n"]);
    assert_eq!(calls(|w| write!(w, "{text}{:05}|{:#x}|{:+}", -n, 255, n)), ["x", "-", "0", "0", "42", "|", "0x", "ff", "|", "+", "42"]);
    assert_eq!(calls(|w| write!(w, "{:?}", "a\"b")), ["\"", "a", "\\\"", "b", "\""]);
    assert_eq!(calls(|w| write!(w, "{:.3} {} {:?}", 1.5, 0.05, 100.0)), ["1", ".", "500", " ", "0.", "0", "5", " ", "1", "00", ".", "0"]);
    assert_eq!(calls(|w| write!(w, "{:?}", Some(1))), ["Some", "(", "1", ")"]);

    // Pointers forward.
    let mut boxed: Box<dyn Write> = Box::new(Vec::new());
    write!(&mut boxed, "{n}").unwrap();
    assert_eq!(calls(|mut w| write!(&mut w, "{n}-{n}")), ["42", "-", "42"]);

    // The first error ends it, and is what comes back.
    let mut full = Calls { made: vec![], limit: 2 };
    assert_eq!(write!(full, "{n}-{n}").unwrap_err().to_string(), "full");
    assert_eq!(full.made, ["42", "-"]);
    let mut bytes = Vec::new();
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| write!(bytes, "a{}", Never)));
    assert!(panic.is_err());
    assert_eq!(bytes, b"a");

    // Buffers pass on whole lines, and what they have no room for.
    assert_eq!(calls(|w| { let mut w = LineWriter::new(w); w.write_all(b"a\nb")?; w.write_all(b"c\nd") }), ["a\n", "bc\n", "d"]);
    assert_eq!(calls(|w| { let mut w = LineWriter::new(w); w.write(b"a\nb").map(|n| assert_eq!(n, 3))?; w.write_all(b"c") }), ["a\n", "bc"]);
    let grouped = calls(|w| {
        let mut w = BufWriter::with_capacity(6, w);
        for part in ["abc", "defg", "longer than six", "x"] {
            w.write_all(part.as_bytes())?;
        }
        assert_eq!(w.buffer(), b"x");
        w.flush()
    });
    assert_eq!(grouped, ["abc", "defg", "longer than six", "x"]);
}
