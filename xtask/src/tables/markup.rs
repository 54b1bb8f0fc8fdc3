//! Tables as Markdown and CSV.

use std::fmt::Write;

/// A table under way: one header, rows of as many cells.
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty one.
    pub fn new(header: &[&str]) -> Table {
        Table {
            header: header.iter().map(|cell| cell.to_string()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.header.len());
        self.rows.push(cells);
    }

    /// For documents: the first column to the left, numbers to the right.
    pub fn markdown(&self) -> String {
        let mut out = format!("| {} |\n| --- |", self.header.join(" | "));
        out += &" ---: |".repeat(self.header.len() - 1);
        out.push('\n');
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        out
    }

    /// For spreadsheets.
    pub fn csv(&self) -> String {
        let line = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
            cells.join(",") + "\n"
        };
        std::iter::once(&self.header)
            .chain(&self.rows)
            .map(line)
            .collect()
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

/// How many times as much: above 1 is good.
pub fn times(ratio: f64) -> String {
    match ratio {
        r if r >= 1e6 => format!("{:.1}M x", r / 1e6),
        r if r >= 100.0 => format!("{r:.0}x"),
        r if r >= 10.0 => format!("{r:.1}x"),
        r => format!("{r:.2}x"),
    }
}

/// The geometric mean.
pub fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for ratio in ratios {
        sum += ratio.ln();
        count += 1.0;
    }
    f64::exp(sum / count)
}
