//! Build scripts that only ask which Rust there is, or what Cargo's variables say: they are programs that
//! print, so the machine runs them. Those that ask for more, such as files or other programs, are left
//! alone.

use super::libraries::variables;
use super::{Cfg, PLATFORM, edition};
use crate::cache::Cache;
use crate::limits::Limits;
use crate::watch::Watch;
use cargo_metadata::{DependencyKind, Package, Target};
use std::sync::Arc;
use std::time::Duration;
use vscheck_frontend::Options;
use vscheck_frontend::inputs::Inputs;
use vscheck_frontend::options::{ENVIRONMENT, TARGET};
use vscheck_ir::Program;
use vscheck_vm::{Code, End, Machine, MachineOptions};

/// The crate by which they ask.
const ASKED: &str = "autocfg";

/// Longer scripts are left alone.
const MAX_STEPS: usize = 1_000;

/// What a script that asks for more than can be answered has in its text.
const ASKS_MORE: [&str; 5] = ["process", "Command", "fs::", "File", "OUT_DIR"];

/// What Cargo says about the platform.
const OF_PLATFORM: [(&str, &str); 6] = [
    ("TARGET", PLATFORM),
    ("HOST", PLATFORM),
    ("PROFILE", "debug"),
    ("DEBUG", "true"),
    ("OPT_LEVEL", "0"),
    ("CARGO_CFG_UNIX", ""),
];

/// `cfg(miri)` holds in published packages.
const OF_PUBLISHED: (&str, &str) = ("CARGO_CFG_MIRI", "");

/// What a build script says for its package.
#[derive(Default)]
pub struct Said {
    /// What holds in `cfg(...)`.
    pub cfgs: Vec<Cfg>,
    /// What `env!` gives.
    pub variables: Vec<(String, String)>,
}

/// What a package's build script says, nothing without one; `None` if it cannot be run.
pub fn said(package: &Package, features: &[String], cache: &Cache) -> Option<Said> {
    let Some(target) = package.targets.iter().find(|t| t.is_custom_build()) else {
        return Some(Said::default());
    };
    let dependencies = package.dependencies.iter();
    let mut needed = dependencies.filter(|needed| needed.kind == DependencyKind::Build);
    if needed.any(|dependency| dependency.name != ASKED) {
        return None;
    }
    let text = std::fs::read_to_string(&target.src_path).ok()?;
    if ASKS_MORE.iter().any(|word| text.contains(word)) {
        return None;
    }
    let text = printed(target, environment(package, features), cache)?;
    Some(Said {
        cfgs: text.lines().filter_map(cfg).collect(),
        variables: text.lines().filter_map(variable).collect(),
    })
}

/// A `NAME=VALUE` in each line.
fn environment(package: &Package, features: &[String]) -> String {
    let published = package.source.iter().map(|_| OF_PUBLISHED);
    let platform = OF_PLATFORM.into_iter().chain(published);
    let platform = platform.map(|(name, value)| (name.to_string(), value.to_string()));
    let target = TARGET.map(|(name, value)| {
        let name = name.to_uppercase();
        (format!("CARGO_CFG_TARGET_{name}"), value.to_string())
    });
    let feature = |feature: &String| {
        let name = feature.to_uppercase().replace('-', "_");
        (format!("CARGO_FEATURE_{name}"), "1".to_string())
    };
    let features = features.iter().map(feature);
    let all = platform
        .chain(target)
        .chain(variables(package))
        .chain(features);
    let in_a_line = all.filter(|(_, value)| !value.contains('\n'));
    let lines = in_a_line.map(|(name, value)| format!("{name}={value}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Compiles a script as a program by itself.
fn compiled(target: &Target, environment: String) -> Option<(Program, Inputs)> {
    let options = Options {
        edition: edition(target.edition),
        variables: vec![(ENVIRONMENT.to_string(), environment)],
        ..Options::default()
    };
    let limits = Limits {
        timeout: Some(Duration::from_secs(10)),
        ..Limits::default()
    };
    let path = target.src_path.clone().into_std_path_buf();
    let watch = Watch::new(&limits, Arc::default());
    let program = watch.bounded(move || vscheck_frontend::compile_noting(&path, &options));
    program.ok()?.ok()
}

/// What a script prints, if it ends well.
fn printed(target: &Target, environment: String, cache: &Cache) -> Option<String> {
    let (path, edition) = (&target.src_path, target.edition);
    let key = format!("build script {path} {edition} {environment}");
    if let Some(known) = cache.get(&key) {
        return known;
    }
    let (program, inputs) = compiled(target, environment)?;
    let said = run(program);
    cache.put(&key, inputs, &said);
    said
}

fn run(program: Program) -> Option<String> {
    let mut machine = Machine::new(Code::new(Arc::new(program)), MachineOptions::default());
    for _ in 0..MAX_STEPS {
        if machine.end().is_some() {
            break;
        }
        let next = machine.transitions().into_iter().next()?;
        machine.step(next);
    }
    let ended_well = matches!(machine.end(), Some(End::Completed { exit_code: 0 }));
    ended_well.then(|| machine.stdout())
}

/// What a line says to Cargo: `cargo:key=...`, or with two colons.
fn told<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let line = line.strip_prefix("cargo:")?;
    let said = line.strip_prefix(':').unwrap_or(line);
    said.strip_prefix(key)?.strip_prefix('=')
}

/// `cargo:rustc-env=NAME=value`.
fn variable(line: &str) -> Option<(String, String)> {
    let (name, value) = told(line, "rustc-env")?.split_once('=')?;
    Some((name.to_string(), value.to_string()))
}

/// `cargo:rustc-cfg=name="value"`.
fn cfg(line: &str) -> Option<Cfg> {
    let said = told(line, "rustc-cfg")?;
    Some(match said.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(value.trim_matches('"').to_string())),
        None => (said.to_string(), None),
    })
}

#[cfg(test)]
mod tests {
    use super::{cfg, variable};

    #[test]
    fn lines_for_cargo() {
        let name = |name: &str| (name.to_string(), None);
        assert_eq!(cfg("cargo:rustc-cfg=fast"), Some(name("fast")));
        assert_eq!(cfg("cargo::rustc-cfg=fast"), Some(name("fast")));
        let valued = ("kind".to_string(), Some("new".to_string()));
        assert_eq!(cfg("cargo:rustc-cfg=kind=\"new\""), Some(valued));
        assert_eq!(cfg("cargo:rerun-if-changed=build.rs"), None);
        assert_eq!(cfg("rustc-cfg=fast"), None);
        let depth = ("DEPTH".to_string(), "a=2".to_string());
        assert_eq!(variable("cargo:rustc-env=DEPTH=a=2"), Some(depth));
        assert_eq!(variable("cargo:rustc-cfg=DEPTH=2"), None);
    }
}
