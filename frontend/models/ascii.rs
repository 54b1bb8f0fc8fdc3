//! `std::ascii`. Left out: `ascii::Char`; `AsciiExt`'s methods are inherent.

use crate::fmt;
use crate::fmt::Write;
use crate::iter::FusedIterator;

/// What is left of a byte's escape: at most four bytes of `text`.
#[derive(Clone)]
pub struct EscapeDefault {
    text: [u8; 4],
    start: usize,
    end: usize,
}

/// The escape of a byte: itself, `\n` and the like, or `\xNN`.
pub fn escape_default(c: u8) -> EscapeDefault {
    let (text, end) = match c {
        b'\t' => ([b'\\', b't', 0, 0], 2),
        b'\r' => ([b'\\', b'r', 0, 0], 2),
        b'\n' => ([b'\\', b'n', 0, 0], 2),
        b'\'' | b'"' | b'\\' => ([b'\\', c, 0, 0], 2),
        b' '..=b'~' => ([c, 0, 0, 0], 1),
        _ => ([b'\\', b'x', hex_digit(c >> 4), hex_digit(c & 15)], 4),
    };
    EscapeDefault { text, start: 0, end }
}

fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' + value - 10 }
}

impl Iterator for EscapeDefault {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        if self.start == self.end {
            return None;
        }
        self.start += 1;
        Some(self.text[self.start - 1])
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.start;
        (left, Some(left))
    }
}
impl DoubleEndedIterator for EscapeDefault {
    fn next_back(&mut self) -> Option<u8> {
        if self.start == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.text[self.end])
    }
}
impl ExactSizeIterator for EscapeDefault {}
impl FusedIterator for EscapeDefault {}
impl fmt::Display for EscapeDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.clone() {
            f.write_char(byte as char)?;
        }
        Ok(())
    }
}
impl fmt::Debug for EscapeDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EscapeDefault").finish_non_exhaustive()
    }
}
