//! Everything in the models and in the corpus lowers without a diagnostic.

use crate::support::{Folder, problems};
use std::path::{Path, PathBuf};
use vscheck_frontend::hir::{Edition, Hir};
use vscheck_frontend::resolve::{load, with_large_stack};
use vscheck_frontend::{Options, compile};

#[test]
fn every_model_lowers() {
    let folder = Folder::new();
    let path = folder.write("main.rs", "fn main() {}");
    let found = with_large_stack(|| {
        let krate = load(&path, &Options::default()).unwrap();
        krate.read_all_models();
        let mut found = problems(&krate, |id| krate.def(id).is_model);
        found.extend(
            krate
                .model_errors()
                .iter()
                .map(|error| error.message.clone()),
        );
        found
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn corpus_programs_lower() {
    check_programs(10);
}

/// Minutes without optimization; the sample above is for every day.
#[test]
#[ignore = "slow"]
fn every_corpus_program_lowers() {
    check_programs(1);
}

/// One program in `step`.
fn check_programs(step: usize) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut programs = Vec::new();
    add_programs(&corpus, &mut programs);
    programs.sort();
    assert!(programs.len() > 400, "{} programs", programs.len());
    let programs = programs.iter().step_by(step);
    let found: Vec<String> =
        with_large_stack(|| programs.flat_map(|path| problems_in(path)).collect());
    assert_eq!(found, Vec::<String>::new());
}

fn problems_in(program: &Path) -> Vec<String> {
    let options = Options {
        edition: edition_of(program),
        ..Options::default()
    };
    let problems = with_large_stack(|| match load(program, &options) {
        Ok(krate) => problems(&krate, |id| !krate.def(id).is_model),
        Err(diagnostic) => vec![diagnostic.message],
    });
    let named = problems.into_iter();
    named
        .map(|problem| format!("{}: {problem}", program.display()))
        .collect()
}

/// What `//@ edition:` says.
fn edition_of(program: &Path) -> Option<Edition> {
    let text = std::fs::read_to_string(program).unwrap();
    let mut directives = text.lines().map_while(|line| line.strip_prefix("//@ "));
    let edition = directives.find_map(|line| line.strip_prefix("edition:"))?;
    Some(match edition.trim() {
        "2015" => Edition::E2015,
        "2018" => Edition::E2018,
        "2021" => Edition::E2021,
        _ => Edition::E2024,
    })
}

/// What a program is compiled to does not depend on what its thread has compiled before.
#[test]
fn programs_share_the_models_syntax_and_nothing_else() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut programs = Vec::new();
    add_programs(&corpus, &mut programs);
    programs.sort();
    let programs: Vec<&PathBuf> = programs.iter().step_by(80).collect();
    let text = |path: &&PathBuf| match compile(path, &Options::default()) {
        Ok(program) => format!("{program:?}"),
        Err(diagnostic) => diagnostic.message,
    };
    let alone: Vec<String> = programs.iter().map(text).collect();
    let texts = || programs.iter().rev().map(text).collect();
    let mut together: Vec<String> = with_large_stack(texts);
    together.reverse();
    for ((alone, together), path) in alone.iter().zip(&together).zip(programs) {
        assert!(alone == together, "{} differs", path.display());
    }
}

fn add_programs(folder: &Path, programs: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // A file of a package is no program by itself.
        if path.join("Cargo.toml").is_file() {
            continue;
        }
        if path.is_dir() {
            add_programs(&path, programs);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            programs.push(path);
        }
    }
}
