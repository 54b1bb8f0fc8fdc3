//! Plain columns.

use std::fmt::Write;

/// Pads the cells of each column to the same width; numbers go to the right.
pub fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| pad(cell, width));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

fn pad(cell: &str, width: usize) -> String {
    let is_number = cell.starts_with(|c: char| c.is_ascii_digit());
    match is_number {
        true => format!("{cell:>width$}"),
        false => format!("{cell:<width$}"),
    }
}

/// The first `width` characters, with a mark where something was cut off.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    kept + "…"
}

/// Breaks a line at spaces so that it fits; further lines start with `indent`.
pub fn wrap(line: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let start: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut current = start;
    let mut empty = true;
    for word in line.split_whitespace() {
        let fits = current.chars().count() + 1 + word.chars().count() <= width;
        if !empty && !fits {
            let _ = writeln!(out, "{current}");
            current = indent.to_string();
            empty = true;
        }
        if !empty {
            current.push(' ');
        }
        current += word;
        empty = false;
    }
    let _ = writeln!(out, "{current}");
    out
}

/// A number with thousands separated: `1,234,567`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 step`, `2 context switches`.
pub fn counted(n: u64, noun: &str) -> String {
    let plural = if noun.ends_with("ch") { "es" } else { "s" };
    format!(
        "{} {noun}{}",
        thousands(n),
        if n == 1 { "" } else { plural }
    )
}

/// A duration with three digits or so.
pub fn duration(time: std::time::Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    match ms {
        _ if ms < 10.0 => format!("{ms:.2} ms"),
        _ if ms < 1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.2} s", ms / 1e3),
    }
}

/// A number of bytes with a unit.
pub fn bytes(n: u64) -> String {
    let n = n as f64;
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    let mut value = n;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{value} B"),
        _ => format!("{value:.1} {}", units[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(1234567), "1,234,567");
        assert_eq!(thousands(12), "12");
        assert_eq!(counted(1, "bug"), "1 bug");
        assert_eq!(counted(2000, "context switch"), "2,000 context switches");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(cut("abcdef", 4), "abc…");
    }
}
