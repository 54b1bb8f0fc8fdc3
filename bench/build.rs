//! Compiles each program of `programs/list.txt` twice: its `std` is loom's once, shuttle's once.
//!
//! A program's text goes into a module of its own, unchanged but for the value of one constant (its
//! size), below a `use ... as std`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One program at one size.
struct Row {
    /// Its file.
    path: PathBuf,
    /// `CONSTANT=VALUE`.
    size: Option<String>,
}

impl Row {
    fn stem(&self) -> String {
        let stem = self.path.file_stem().expect("a file name");
        stem.to_string_lossy().into_owned()
    }
    fn module(&self) -> String {
        let size = self.size.as_deref().unwrap_or_default().to_lowercase();
        format!("{}_{}", self.stem(), size.replace('=', "_"))
    }
    /// The program with its constant replaced.
    fn text(&self) -> String {
        let text = std::fs::read_to_string(&self.path).expect("a readable program");
        let Some((name, value)) = self.size.as_ref().and_then(|size| size.split_once('=')) else {
            return text;
        };
        let head = format!("const {name}: usize = ");
        let at = text.find(&head).expect("a constant for the size") + head.len();
        let end = at + text[at..].find(';').expect("an end of the constant");
        text[..at].to_string() + value + &text[end..]
    }
}

fn rows(folder: &Path) -> Vec<Row> {
    let list = std::fs::read_to_string(folder.join("list.txt")).expect("the list of programs");
    let lines = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| rows_of(folder, line)).collect()
}

fn rows_of(folder: &Path, line: &str) -> Vec<Row> {
    let mut words = line.split_whitespace();
    let path = folder.join(words.next().expect("a path"));
    println!("cargo::rerun-if-changed={}", path.display());
    let path = path.canonicalize().expect("a program that is there");
    let row = |size: Option<&str>| Row {
        path: path.clone(),
        size: size.map(str::to_string),
    };
    let sizes: Vec<Row> = words.map(|size| row(Some(size))).collect();
    if sizes.is_empty() {
        vec![row(None)]
    } else {
        sizes
    }
}

fn module(out: &mut String, peer: &str, row: &Row) -> std::fmt::Result {
    writeln!(out, "#[allow(dead_code)]\nmod {peer}_{} {{", row.module())?;
    writeln!(
        out,
        "use crate::mapped::{peer} as std;\npub fn start() {{ main() }}"
    )?;
    writeln!(out, "{}\n}}", row.text())
}

fn entry(out: &mut String, row: &Row) -> std::fmt::Result {
    let (module, buggy) = (row.module(), row.text().contains("//@ bug: "));
    writeln!(
        out,
        "Program {{ name: {:?}, size: {:?}, path: {:?}, buggy: {buggy},",
        row.stem(),
        row.size,
        row.path
    )?;
    writeln!(out, "text: {:?},", row.text())?;
    writeln!(
        out,
        "loom: loom_{module}::start, shuttle: shuttle_{module}::start }},"
    )
}

fn main() -> std::fmt::Result {
    let folder = Path::new("programs");
    println!("cargo::rerun-if-changed=programs/list.txt");
    let rows = rows(folder);
    let mut out = String::new();
    for row in &rows {
        module(&mut out, "loom", row)?;
        module(&mut out, "shuttle", row)?;
    }
    writeln!(out, "pub const PROGRAMS: &[Program] = &[")?;
    for row in &rows {
        entry(&mut out, row)?;
    }
    writeln!(out, "];")?;
    let target = PathBuf::from(std::env::var("OUT_DIR").expect("set by cargo")).join("programs.rs");
    std::fs::write(target, out).expect("a writable target folder");
    Ok(())
}
