//! Plain columns, and how much of the terminal a text takes.
//!
//! Texts may be a program's own. All of these functions show the characters in them that a terminal would obey.

use std::borrow::Cow;
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A text as a terminal shows it: control characters, and those that turn the direction of writing, are escaped,
/// colours are left out. Lines remain lines.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = behind_colour(rest) {
            rest = behind;
            continue;
        }
        match is_obeyed(c) {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// What follows the words for a colour or a style that a text begins with: they are left out.
fn behind_colour(text: &str) -> Option<&str> {
    let words = text.strip_prefix("\u{1b}[")?;
    let behind = words.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    behind.strip_prefix('m')
}

/// Whether a terminal does something else with it than to show it.
fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    turns || breaks || c.is_control() && c != '\n'
}

/// The columns that a text takes.
pub fn display_width(text: &str) -> usize {
    shown(text).width()
}

/// Pads the cells of each column to the same width; numbers go to the right.
pub fn columns<R: AsRef<[String]>>(rows: &[R]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(column));
        cells.map(|cell| display_width(cell)).max().unwrap_or(0)
    };
    let count = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &R| {
        let cells = row
            .as_ref()
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| pad(cell, width));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

fn pad(cell: &str, width: usize) -> String {
    match cell.starts_with(|c: char| c.is_ascii_digit()) {
        true => blanks(width - display_width(cell)) + &shown(cell),
        false => filled(cell, width),
    }
}

/// A text and blanks behind it, up to a width.
pub fn filled(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(display_width(text));
    shown(text).into_owned() + &blanks(missing)
}

fn blanks(count: usize) -> String {
    " ".repeat(count)
}

/// What fits of a text, with a mark where something was cut off.
pub fn cut(text: &str, width: usize) -> String {
    let text = shown(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let mut kept = String::new();
    // The mark takes a column.
    let mut left = width.saturating_sub(1);
    for c in text.chars() {
        let Some(rest) = left.checked_sub(c.width().unwrap_or(0)) else {
            break;
        };
        left = rest;
        kept.push(c);
    }
    kept + "…"
}

/// Breaks a line at spaces so that it fits; further lines start with `indent`.
pub fn wrap(line: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let start: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut current = start;
    let mut empty = true;
    for word in line.split_whitespace() {
        let fits = display_width(&current) + 1 + display_width(word) <= width;
        if !empty && !fits {
            let _ = writeln!(out, "{current}");
            current = indent.to_string();
            empty = true;
        }
        if !empty {
            current.push(' ');
        }
        current += &shown(word);
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
    }

    #[test]
    fn texts_take_the_columns_that_they_show() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("漢字漢字", 5), "漢字…");
        assert_eq!(cut("漢字漢字", 4), "漢…");
        assert_eq!(cut("漢字", 4), "漢字");
        assert_eq!(filled("é漢", 5), "é漢  ");
        assert_eq!(
            shown("a\u{1b}[1;31m\u{1b}[2J\r\0\u{202e}b\n"),
            "a\\u{1b}[2J\\r\\u{0}\\u{202e}b\n"
        );
        let rows = [["漢字", "1"], ["a", "20"]].map(|row| row.map(str::to_string).to_vec());
        assert_eq!(columns(&rows), "漢字   1\na     20\n");
    }
}
