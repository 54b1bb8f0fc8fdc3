//! Numbers and characters as text.

use smallvec::SmallVec;

/// The digits of a number, one in each cell.
pub(super) fn digits(value: u128, radix: u8, upper: bool) -> SmallVec<[u64; 40]> {
    let letter = if upper { b'A' } else { b'a' };
    let mut digits = SmallVec::new();
    let mut left = value;
    loop {
        // Most numbers fit into a word, whose division is much faster.
        let digit = match u64::try_from(left) {
            Ok(word) => {
                left = u128::from(word / u64::from(radix));
                (word % u64::from(radix)) as u8
            }
            Err(_) => {
                let digit = (left % u128::from(radix)) as u8;
                left /= u128::from(radix);
                digit
            }
        };
        let first = if digit < 10 { b'0' } else { letter - 10 };
        digits.push(u64::from(first + digit));
        if left == 0 {
            digits.reverse();
            return digits;
        }
    }
}

/// Formats a float: style 0 `Display`, 1 `Debug`, 2 `{:e}`, 3 `{:E}`.
pub(super) fn format_float(
    bits: u64,
    is_f32: bool,
    precision: Option<usize>,
    style: u64,
) -> String {
    macro_rules! format_as {
        ($value:expr) => {
            match (style, precision) {
                (0, None) => format!("{}", $value),
                (0, Some(p)) => format!("{:.p$}", $value),
                (1, None) => format!("{:?}", $value),
                (1, Some(p)) => format!("{:.p$?}", $value),
                (2, None) => format!("{:e}", $value),
                (2, Some(p)) => format!("{:.p$e}", $value),
                (_, None) => format!("{:E}", $value),
                (_, Some(p)) => format!("{:.p$E}", $value),
            }
        };
    }
    if is_f32 {
        format_as!(f32::from_bits(bits as u32))
    } else {
        format_as!(f64::from_bits(bits))
    }
}

/// The bits of a float written as text, if it is one.
pub(super) fn parse_float(text: &str, is_f32: bool) -> Option<u64> {
    if is_f32 {
        text.parse::<f32>().ok().map(|value| value.to_bits() as u64)
    } else {
        text.parse::<f64>().ok().map(f64::to_bits)
    }
}

/// Upper or lower case, up to three characters, 0 where fewer.
pub(super) fn change_case(code: u64, upper: bool) -> [u64; 3] {
    let mut result = [0; 3];
    if let Some(c) = char::from_u32(code as u32) {
        let changed: Vec<char> = if upper {
            c.to_uppercase().collect()
        } else {
            c.to_lowercase().collect()
        };
        for (slot, c) in result.iter_mut().zip(changed) {
            *slot = c as u64;
        }
    }
    result
}
