//! The import rule of `docs/architecture.md`, held against the manifests.

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
