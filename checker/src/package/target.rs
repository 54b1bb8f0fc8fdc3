//! Which target of a package is meant.

use cargo_metadata::{Package, Target, TargetKind};
use serde::{Deserialize, Serialize};

/// A target, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// `--lib`.
    Lib,
    /// `--bin NAME`.
    Bin(String),
    /// `--test NAME`.
    Test(String),
    /// `--example NAME`.
    Example(String),
    /// `--bench NAME`.
    Bench(String),
}

impl Selection {
    fn name(&self) -> Option<&str> {
        match self {
            Selection::Lib => None,
            Selection::Bin(name)
            | Selection::Test(name)
            | Selection::Example(name)
            | Selection::Bench(name) => Some(name),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Selection::Lib => "library",
            Selection::Bin(_) => "binary",
            Selection::Test(_) => "test",
            Selection::Example(_) => "example",
            Selection::Bench(_) => "benchmark",
        }
    }

    /// The option of the command line that chooses it, and its value.
    pub fn option(&self) -> (&'static str, Option<String>) {
        let option = match self {
            Selection::Lib => "--lib",
            Selection::Bin(_) => "--bin",
            Selection::Test(_) => "--test",
            Selection::Example(_) => "--example",
            Selection::Bench(_) => "--bench",
        };
        (option, self.name().map(str::to_string))
    }

    fn is_kind_of(&self, target: &Target) -> bool {
        match self {
            Selection::Lib => is_library(target),
            Selection::Bin(_) => target.is_bin(),
            Selection::Test(_) => target.is_test(),
            Selection::Example(_) => target.is_example(),
            Selection::Bench(_) => target.is_bench(),
        }
    }
}

impl std::fmt::Display for Selection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{} `{name}`", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

/// The targets whose tests `cargo test` would run, or the one that the command line names.
pub fn with_tests<'p>(
    package: &'p Package,
    asked: Option<&Selection>,
) -> Vec<(Selection, &'p Target)> {
    let targets = package.targets.iter().filter_map(|target| {
        let name = target.name.clone();
        let selection = if is_library(target) {
            Selection::Lib
        } else if target.is_bin() {
            Selection::Bin(name)
        } else if target.is_test() {
            Selection::Test(name)
        } else if target.is_example() {
            Selection::Example(name)
        } else if target.is_bench() {
            Selection::Bench(name)
        } else {
            return None;
        };
        Some((selection, target))
    });
    let wanted = |(selection, target): &(Selection, &Target)| match asked {
        Some(asked) => asked == selection,
        None => target.test,
    };
    targets.filter(wanted).collect()
}

/// Whether other crates can link a target: a Rust library of some form.
pub fn is_library(target: &Target) -> bool {
    let forms = [
        TargetKind::Lib,
        TargetKind::RLib,
        TargetKind::DyLib,
        TargetKind::CDyLib,
        TargetKind::StaticLib,
    ];
    target.kind.iter().any(|kind| forms.contains(kind))
}

/// The target that the command line names, else the one that `cargo run` would run, else the library.
pub fn select<'p>(package: &'p Package, asked: Option<&Selection>) -> Result<&'p Target, String> {
    match asked {
        Some(selection) => named(package, selection),
        None => usual(package),
    }
}

fn named<'p>(package: &'p Package, selection: &Selection) -> Result<&'p Target, String> {
    let of_kind = || package.targets.iter().filter(|t| selection.is_kind_of(t));
    let wanted = |target: &&Target| selection.name().is_none_or(|name| target.name == name);
    of_kind().find(wanted).ok_or_else(|| {
        let word = selection.word();
        let Some(name) = selection.name() else {
            return format!("package `{}` has no {word}", package.name);
        };
        let names = list(of_kind());
        let others = match names.is_empty() {
            true => String::new(),
            false => format!("; there is {names}"),
        };
        format!("package `{}` has no {word} `{name}`{others}", package.name)
    })
}

fn usual(package: &Package) -> Result<&Target, String> {
    let of = |test: fn(&Target) -> bool| package.targets.iter().filter(move |target| test(target));
    let default_run = package.default_run.as_deref();
    let binaries: Vec<&Target> = of(Target::is_bin)
        .filter(|target| default_run.is_none_or(|name| target.name == name))
        .collect();
    match binaries.as_slice() {
        [binary] => Ok(binary),
        [] => of(is_library).next().ok_or_else(|| {
            let message = "has no binary and no library: name a target with --test or --example";
            format!("package `{}` {message}", package.name)
        }),
        several => Err(format!(
            "package `{}` has several binaries: name one with --bin ({})",
            package.name,
            list(several.iter().copied())
        )),
    }
}

fn list<'p>(targets: impl Iterator<Item = &'p Target>) -> String {
    let names: Vec<String> = targets.map(|target| format!("`{}`", target.name)).collect();
    names.join(", ")
}
