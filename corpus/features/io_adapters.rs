//@ no-bug
//@ source: readers and writers around each other

use std::io::{self, *};
fn main() -> io::Result<()> {
    let mut w = BufWriter::new(Vec::new());
    writeln!(w, "a{}", 1)?;
    assert_eq!(w.buffer(), b"a1\n");
    let v = w.into_inner()?;
    assert_eq!(v, b"a1\n");
    let mut lw = LineWriter::new(vec![]);
    lw.write_all(b"a\nb")?;
    lw.flush()?;
    assert_eq!(lw.into_inner().unwrap(), b"a\nb");
    let mut buf = [0u8; 4];
    {
        let mut s = &mut buf[..];
        write!(s, "x{}", 7)?;
    }
    assert_eq!(&buf[..2], b"x7");
    let mut r = BufReader::new("l1\nl2\n".as_bytes());
    let mut s = String::new();
    r.read_line(&mut s)?;
    let rest = r.into_inner();
    let _ = rest;
    let ch = "abcdef".as_bytes().chain(&b"gh"[..]);
    let mut t = String::new();
    ch.take(7).read_to_string(&mut t)?;
    assert_eq!(t, "abcdefg");
    let n = io::copy(&mut "hello".as_bytes(), &mut io::stdout())?;
    println!(" {n}");
    let parts: Vec<_> = Cursor::new("a,b,c").split(b',').collect::<Result<_>>()?;
    assert_eq!(parts.len(), 3);
    Ok(())
}
