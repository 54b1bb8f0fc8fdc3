//! `docs/architecture.md` held against the tree: the import rule, the paths that the pages name, the modules that
//! there are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Rules = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of the table: crate and what it may use.
fn documented() -> Rules {
    let text = read("docs/architecture.md");
    let table = text
        .split("| crate | may use |")
        .nth(1)
        .expect("the table of layers");
    let names = |cell: &str| {
        let quoted = cell.split('`').skip(1).step_by(2);
        quoted.map(str::to_string).collect::<BTreeSet<String>>()
    };
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|');
        let krate = names(cells.next().expect("a crate"))
            .pop_first()
            .expect("a name");
        (krate, names(cells.next().expect("a list")))
    })
    .collect()
}

/// What the manifests import, dev-dependencies included, by folder.
fn imported() -> Rules {
    let manifest = read("Cargo.toml");
    let members = manifest.split("members = [").nth(1).expect("members");
    let members = members.split(']').next().expect("a list");
    let folders = members.split('"').skip(1).step_by(2);
    folders
        .map(|folder| (folder.to_string(), imports_of(folder)))
        .collect()
}

fn imports_of(folder: &str) -> BTreeSet<String> {
    let text = read(&format!("{folder}/Cargo.toml"));
    let dependency = |line: &str| {
        let name = line.split(['.', ' ', '=']).next()?;
        match name {
            "vscheck" => Some("checker".to_string()),
            _ => name.strip_prefix("vscheck-").map(str::to_string),
        }
    };
    let after_own_name = text.find("[lints]").unwrap_or(0);
    text[after_own_name..]
        .lines()
        .filter_map(dependency)
        .collect()
}

#[test]
fn manifests_follow_the_documented_layers() {
    assert_eq!(documented(), imported());
}

/// The folders that a path in a page begins with.
const FOLDERS: [&str; 9] = [
    "analysis/",
    "bench/",
    "checker/",
    "corpus/",
    "docs/",
    "frontend/",
    "ir/",
    "vm/",
    "xtask/",
];

/// The paths that a page names.
fn paths_in(page: &str) -> Vec<String> {
    let text = read(page);
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let is_pattern = word.contains([' ', '<', '*', '{', '\n']);
        !is_pattern && FOLDERS.iter().any(|folder| word.starts_with(folder))
    };
    quoted.filter(is_path).map(str::to_string).collect()
}

#[test]
fn what_the_pages_name_is_there() {
    let docs = std::fs::read_dir(root().join("docs")).expect("the pages");
    let docs = docs.map(|entry| entry.expect("an entry").file_name());
    let pages = docs.filter_map(|name| Some(format!("docs/{}", name.to_str()?)));
    let pages = pages.filter(|name| name.ends_with(".md"));
    let others = ["README.md", "corpus/README.md"].map(str::to_string);
    let mut missing = Vec::new();
    for page in pages.chain(others) {
        let paths = paths_in(&page).into_iter();
        let gone = paths.filter(|path| !root().join(path).exists());
        missing.extend(gone.map(|path| format!("{page}: {path}")));
    }
    assert!(missing.is_empty(), "not there:\n{}", missing.join("\n"));
}

/// What the root of a crate says of its modules.
fn head(path: &str) -> String {
    let text = read(path);
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_module_is_on_the_map() {
    let page = read("docs/architecture.md");
    let mut missing = Vec::new();
    for folder in imported().into_keys() {
        let root_file = match folder.as_str() {
            "xtask" => "xtask/src/main.rs".to_string(),
            folder => format!("{folder}/src/lib.rs"),
        };
        let head = head(&root_file);
        let entries = std::fs::read_dir(root().join(&folder).join("src")).expect("sources");
        for entry in entries {
            let name = entry.expect("an entry").file_name();
            let name = name.to_str().expect("a name in UTF-8");
            let module = name.trim_end_matches(".rs");
            let is_named = head.contains(&format!("`{module}`"))
                || head.contains(&format!("`mod@{module}`"))
                || head.contains(&format!("`{module}/`"))
                || page.contains(&format!("`{folder}/src/{name}"));
            let is_root = ["lib", "main", "bin", "tests", "testing"].contains(&module);
            if !is_named && !is_root {
                missing.push(format!("{folder}/src/{name}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "neither in docs/architecture.md nor at the top of the crate:\n{}",
        missing.join("\n")
    );
}
