//@ no-bug
//@ source: interrupted reads and writes are tried again; pointers forward all methods of readers and writers

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

/// Interrupted at first, then one byte, then the end.
#[derive(Default)]
struct In(u8);
impl Read for In {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => Err(ErrorKind::Interrupted.into()),
            2 => {
                buf[0] = b'x';
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}
#[derive(Default)]
struct Out(u8);
impl Write for Out {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.0 += 1;
        if self.0 == 1 { Err(ErrorKind::Interrupted.into()) } else { Ok(buf.len()) }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says which of its methods were called.
#[derive(Default)]
struct Names(Vec<&'static str>);
impl Names {
    fn note<T>(&mut self, name: &'static str, value: T) -> io::Result<T> {
        self.0.push(name);
        Ok(value)
    }
}
impl Write for Names {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.note("write", buf.len())
    }
    fn write_all(&mut self, _: &[u8]) -> io::Result<()> {
        self.note("all", ())
    }
    fn write_fmt(&mut self, _: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.note("fmt", ())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.note("flush", ())
    }
}
impl Read for Names {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.note("read", 0)
    }
    fn read_to_end(&mut self, _: &mut Vec<u8>) -> io::Result<usize> {
        self.note("end", 0)
    }
    fn read_to_string(&mut self, _: &mut String) -> io::Result<usize> {
        self.note("string", 0)
    }
    fn read_exact(&mut self, _: &mut [u8]) -> io::Result<()> {
        self.note("exact", ())
    }
}
impl BufRead for Names {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&[])
    }
    fn consume(&mut self, _: usize) {}
    fn read_until(&mut self, _: u8, _: &mut Vec<u8>) -> io::Result<usize> {
        self.note("until", 0)
    }
    fn read_line(&mut self, _: &mut String) -> io::Result<usize> {
        self.note("line", 0)
    }
}
fn use_all(mut stream: impl BufRead + Write) {
    stream.write_all(b"x").unwrap();
    write!(stream, "{}", 1).unwrap();
    stream.flush().unwrap();
    stream.read_to_end(&mut vec![]).unwrap();
    stream.read_to_string(&mut String::new()).unwrap();
    stream.read_exact(&mut [0]).unwrap();
    stream.read_until(0, &mut vec![]).unwrap();
    stream.read_line(&mut String::new()).unwrap();
}
const ALL: [&str; 8] = ["all", "fmt", "flush", "end", "string", "exact", "until", "line"];

fn main() {
    let (mut text, mut bytes) = (String::new(), vec![]);
    assert_eq!(In(0).read_to_string(&mut text).unwrap(), 1);
    assert_eq!(In(0).read_to_end(&mut bytes).unwrap(), 1);
    In(0).read_exact(&mut [0]).unwrap();
    assert_eq!(In(0).bytes().map(Result::unwrap).collect::<Vec<_>>(), [b'x']);
    assert_eq!(BufReader::new(In(0)).read_line(&mut text).unwrap(), 1);
    assert_eq!(BufReader::new(In(0)).skip_until(b'x').unwrap(), 1);
    assert_eq!(BufReader::new(In(0)).fill_buf().unwrap_err().kind(), ErrorKind::Interrupted);
    assert_eq!(io::copy(&mut In(0), &mut Out(0)).unwrap(), 1);
    Out(0).write_all(b"q").unwrap();
    write!(Out(0), "{}", text.len()).unwrap();
    assert_eq!((text.as_str(), bytes.as_slice()), ("xx", &b"x"[..]));

    let mut names = Names::default();
    use_all(&mut names);
    use_all(Box::new(&mut names));
    assert_eq!(names.0, [ALL, ALL].concat());
}
