//! Which target of a package is meant.

use super::Cfg;
use cargo_metadata::{Package, Target, TargetKind};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};
use vscheck_frontend::similar;

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

    /// How the command line names a target, if it can.
    fn of(target: &Target) -> Option<Selection> {
        let name = target.name.clone();
        if is_library(target) {
            Some(Selection::Lib)
        } else if target.is_bin() {
            Some(Selection::Bin(name))
        } else if target.is_test() {
            Some(Selection::Test(name))
        } else if target.is_example() {
            Some(Selection::Example(name))
        } else if target.is_bench() {
            Some(Selection::Bench(name))
        } else {
            None
        }
    }

    /// Whether it means a target. Names may have a `*`.
    fn means(&self, target: &Target) -> bool {
        self.is_kind_of(target) && self.name().is_none_or(|name| fits(name, &target.name))
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

/// Targets of which `cargo test` runs the tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// The one that is named; several, if the name has a `*`.
    Named(Selection),
    /// `--bins`.
    Bins,
    /// `--tests`, and what goes without saying: all with tests, whatever else they are.
    Tests,
    /// `--examples`.
    Examples,
    /// `--benches`: all that `cargo bench` would run.
    Benches,
}

impl Group {
    /// `--all-targets`.
    pub const ALL: [Group; 4] = [Group::Bins, Group::Tests, Group::Examples, Group::Benches];

    fn has(&self, target: &Target) -> bool {
        match self {
            Group::Named(selection) => selection.means(target),
            Group::Bins => target.is_bin(),
            Group::Tests => target.test,
            Group::Examples => target.is_example(),
            Group::Benches => is_library(target) || target.is_bin() || target.is_bench(),
        }
    }
}

/// The targets of a package in any of the groups.
pub fn in_groups<'p>(package: &'p Package, groups: &[Group]) -> Vec<(Selection, &'p Target)> {
    let targets = package.targets.iter();
    let chosen = targets.filter(|target| groups.iter().any(|group| group.has(target)));
    chosen
        .filter_map(|target| Some((Selection::of(target)?, target)))
        .collect()
}

/// Refuses a target that is named and that no package has.
pub fn all_known(packages: &[&Package], groups: &[Group]) -> Result<(), String> {
    let targets = || packages.iter().flat_map(|package| &package.targets);
    let unknown = groups.iter().find_map(|group| match group {
        Group::Named(selection) => {
            (!targets().any(|target| selection.means(target))).then_some(selection)
        }
        Group::Bins | Group::Tests | Group::Examples | Group::Benches => None,
    });
    match unknown {
        Some(selection) => {
            let of_kind = targets().filter(|target| selection.is_kind_of(target));
            let others = others(selection, of_kind);
            Err(format!("there is no {selection} here{others}"))
        }
        None => Ok(()),
    }
}

/// A feature that a target requires and that is not on. Those of dependencies are not looked at.
pub fn lacks<'t>(target: &'t Target, cfgs: &[Cfg]) -> Option<&'t str> {
    let is_on = |feature: &str| {
        let is_meant = |(name, value): &Cfg| name == "feature" && value.as_deref() == Some(feature);
        feature.contains('/') || cfgs.iter().any(is_meant)
    };
    let mut needed = target.required_features.iter().map(String::as_str);
    needed.find(|feature| !is_on(feature))
}

/// Whether a name fits a pattern, in which `*` stands for any text.
pub fn fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let behind = name.strip_prefix(start);
    behind.is_some_and(|name| {
        name.char_indices().any(|(at, _)| fits(rest, &name[at..])) || fits(rest, "")
    })
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
        let others = others(selection, of_kind());
        format!("package `{}` has no {selection}{others}", package.name)
    })
}

/// Whether a package has what `cargo run` is told to run: the target that is named, else any binary.
pub fn has_runnable(package: &Package, asked: Option<&Selection>) -> bool {
    let mut targets = package.targets.iter();
    targets.any(|target| asked.map_or(target.is_bin(), |selection| selection.means(target)))
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

/// The target that might have been meant, else all of them.
fn others<'p>(asked: &Selection, targets: impl Iterator<Item = &'p Target> + Clone) -> String {
    let names = targets.clone().map(|target| target.name.as_str());
    let hint = similar::hint(asked.name().unwrap_or_default(), names);
    let verb = super::to_be(targets.clone().count());
    match list(targets) {
        names if hint.is_empty() && !names.is_empty() => format!("; there {verb} {names}"),
        _ => hint,
    }
}

fn list<'p>(targets: impl Iterator<Item = &'p Target>) -> String {
    let names: Vec<String> = targets.map(|target| format!("`{}`", target.name)).collect();
    names.join(", ")
}

/// Whether the functions of a test or benchmark are what is run: not where the manifest says `harness = false`.
pub fn has_harness(manifest: &Table, target: &Target) -> bool {
    let kind = if target.is_bench() { "bench" } else { "test" };
    let listed = manifest.get(kind).and_then(Value::as_array);
    let is_without = |entry: &Value| {
        entry.get("name").and_then(Value::as_str) == Some(&target.name)
            && entry.get("harness").and_then(Value::as_bool) == Some(false)
    };
    !listed.into_iter().flatten().any(is_without)
}
