//! The style rules that are enforced: function length, exhaustive matches on the vocabularies, and who
//! may know `syn`.

use std::path::{Path, PathBuf};

/// Lines of the longest function that is allowed, signature and braces included.
const MAX_LINES: usize = 70;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files below these folders, with their text.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in folders {
        collect(&root().join(folder), &mut files);
    }
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let name = path.strip_prefix(root()).expect("below the root");
            files.push((name.display().to_string(), text));
        }
    }
}

const ALL: [&str; 7] = [
    "ir/src",
    "frontend/src",
    "analysis/src",
    "vm/src",
    "checker/src",
    "checker/tests",
    "xtask/src",
];

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line is the first of a function: words that may stand before `fn`, and that.
fn starts_function(line: &str) -> bool {
    let before = line.split_whitespace().take_while(|word| *word != "fn");
    let qualifies = |word: &str| {
        let is_one_of = ["pub", "const", "extern", "\"C\"", "async", "unsafe"].contains(&word);
        is_one_of || word.starts_with("pub(") && word.ends_with(')')
    };
    line.split_whitespace().any(|word| word == "fn") && before.into_iter().all(qualifies)
}

/// First line (from 1) and number of lines of each function, by rustfmt's indentation: a function
/// ends at the brace that stands where it began.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = (0..lines.len()).filter(|&i| starts_function(lines[i]));
    let length = |start: usize| {
        let column = indent(lines[start]);
        let closing = |line: &&str| indent(line) == column && line.trim_start().starts_with('}');
        let ends_at_once = lines[start].trim_end().ends_with([';', '}']);
        let more = lines[start + 1..]
            .iter()
            .position(closing)
            .map_or(0, |n| n + 1);
        if ends_at_once { 1 } else { 1 + more }
    };
    starts.map(|start| (start + 1, length(start))).collect()
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    for (file, text) in sources(&ALL) {
        let all = functions(&text).into_iter();
        // Tables of test data are long and easy to read.
        let too_long = all.filter(|&(_, length)| length > MAX_LINES && !file.contains("/tests/"));
        long.extend(too_long.map(|(line, length)| format!("{file}:{line}: {length} lines")));
    }
    assert!(
        long.is_empty(),
        "functions over {MAX_LINES} lines:\n{}",
        long.join("\n")
    );
}

#[test]
fn function_lengths_are_measured() {
    let text = "fn a() {\n    b();\n}\n\nimpl X {\n    pub fn c(\n        &self,\n    ) {\n        d()\n    }\n}\n\n\
                pub(super) const fn e() {\n}\nlet f = g(fn () {\n});\npub(crate) fn h() {}\n";
    assert_eq!(functions(text), [(1, 3), (6, 5), (13, 2), (17, 1)]);
}

/// Arms that a match may name and still have a catch-all: it picks one or two cases out, and is not a
/// semantics that a new case would silently be missing from.
const PICKED: usize = 2;

/// Lines with a catch-all arm in matches that name more than [`PICKED`] cases of one of these enums.
fn catch_alls(text: &str, vocabulary: &[&str]) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let is_catch_all = |line: &str| line.trim_start().starts_with("_ =>");
    let catch_all = (0..lines.len()).filter(|&i| is_catch_all(lines[i]));
    let names_cases = |&at: &usize| {
        let column = indent(lines[at]);
        let above = lines[..at].iter().rev();
        let arms = above.take_while(|line| line.trim().is_empty() || indent(line) >= column);
        let of_vocabulary = arms.filter(|line| {
            let arm = line.trim_start().trim_start_matches("| ");
            indent(line) == column && vocabulary.iter().any(|name| arm.starts_with(name))
        });
        of_vocabulary.count() > PICKED
    };
    catch_all.filter(names_cases).map(|at| at + 1).collect()
}

#[test]
fn matches_on_the_vocabularies_name_every_case() {
    let mut found = Vec::new();
    for (file, text) in sources(&["vm/src", "analysis/src"]) {
        let lines = catch_alls(&text, &["Inst::", "Action::"]);
        found.extend(lines.into_iter().map(|line| format!("{file}:{line}")));
    }
    assert!(
        found.is_empty(),
        "`_ =>` in a match on Inst or Action:\n{}",
        found.join("\n")
    );
}

#[test]
fn catch_alls_are_found() {
    let text = "match x {\n    Inst::Abort => 1,\n    Inst::Resume => 1,\n    Inst::Unreachable => 1,\n    _ => 2,\n}\nmatch y {\n    1 => 1,\n    _ => 2,\n}\n";
    assert_eq!(catch_alls(text, &["Inst::"]), [5]);
}

#[test]
fn only_the_parser_knows_syn() {
    let folders = [
        "ir/src",
        "frontend/src",
        "analysis/src",
        "vm/src",
        "checker/src",
    ];
    let mut found = Vec::new();
    for (file, text) in sources(&folders) {
        let mut code = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or(""));
        let knows = code.any(|line| line.contains("syn::") || line.contains("use syn"));
        if knows && !file.starts_with("frontend/src/parse/") {
            found.push(file);
        }
    }
    assert!(found.is_empty(), "syn is used in {found:?}");
}
