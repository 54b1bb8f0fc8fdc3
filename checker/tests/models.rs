//! `docs/models.md` says what the models' sources say at their tops. With `VSCHECK_BLESS=1` its tables are written
//! anew.

mod support;

use std::path::{Path, PathBuf};
use support::{root, written_between};

/// Where the tables stand.
const STD: (&str, &str) = ("<!-- std: from frontend/models/ -->\n", "<!-- /std -->");
const CRATES: (&str, &str) = (
    "<!-- crates: from frontend/models/crates/ -->\n",
    "<!-- /crates -->",
);

/// All sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of models");
    for entry in entries {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

/// What a source says at its top, as one line.
fn head(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a model");
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    // A link is one for rustdoc only.
    words.join(" ").replace("[`", "`").replace("`]", "`")
}

/// A module's row: what it models, and the sentence that says what it leaves out.
fn row(module: &str, head: &str) -> String {
    let (before, rest) = head.split_once(" Left out: ").unwrap_or((head, ""));
    let (left_out, after) = rest.split_once(". ").unwrap_or((rest, ""));
    let left_out = match left_out.trim_end_matches('.') {
        "" => "nothing known",
        left_out => left_out,
    };
    let space = if after.is_empty() { "" } else { " " };
    let what = format!("{before}{space}{after}").replace(" Nothing is left out.", "");
    format!("| `{module}` | {what} | {left_out} |\n")
}

#[test]
fn the_page_says_what_the_models_say() {
    let folder = root().join("frontend/models");
    let mut paths = Vec::new();
    sources(&folder, &mut paths);
    paths.sort();
    let mut tables = [String::new(), String::new()];
    for path in &paths {
        let name = path.strip_prefix(&folder).expect("below the folder");
        let name = name.with_extension("");
        let parts: Vec<&str> = name.iter().filter_map(|part| part.to_str()).collect();
        let (table, module) = match parts.as_slice() {
            ["crates", module @ ..] => (1, module),
            module => (0, module),
        };
        if !module.is_empty() && module != ["lib"] {
            tables[table] += &row(&module.join("::"), &head(path));
        }
    }
    let heads = "| module | what it models | left out |\n| --- | --- | --- |\n";
    let [std, crates] = tables.map(|rows| format!("{heads}{rows}"));
    written_between("docs/models.md", STD, &std);
    written_between("docs/models.md", CRATES, &crates);
}
