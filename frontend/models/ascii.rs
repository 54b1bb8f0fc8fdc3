//! `std::ascii`. Left out: `ascii::Char`; `AsciiExt`'s methods are inherent.

use crate::vec;
use crate::vec::Vec;

/// The escape of a byte: itself, `\n` and the like, or `\xNN`.
pub fn escape_default(c: u8) -> vec::IntoIter<u8> {
    let mut escaped = Vec::new();
    let letter = match c {
        b'\t' => b't',
        b'\r' => b'r',
        b'\n' => b'n',
        b'\'' | b'"' | b'\\' => c,
        b' '..=b'~' => {
            escaped.push(c);
            return escaped.into_iter();
        }
        _ => {
            escaped.extend_from_slice(b"\\x");
            escaped.push(hex_digit(c >> 4));
            escaped.push(hex_digit(c & 15));
            return escaped.into_iter();
        }
    };
    escaped.push(b'\\');
    escaped.push(letter);
    escaped.into_iter()
}

fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' + value - 10 }
}
