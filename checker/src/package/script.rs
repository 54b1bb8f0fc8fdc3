//! Build scripts that only ask which Rust there is: they are programs that print, so the machine runs
//! them. Those that ask for more, such as the environment or other programs, are left alone.

use super::{Cfg, edition};
use crate::limits::Limits;
use crate::pipeline::load_within;
use crate::source::Reading;
use cargo_metadata::{DependencyKind, Package, Target};
use std::time::Duration;
use vscheck_vm::{Code, End, Machine};

/// The crate by which they ask.
const ASKED: &str = "autocfg";

/// Longer scripts are left alone.
const MAX_STEPS: usize = 1_000;

/// What a published package's build script says that holds in `cfg(...)`, if it can be run.
pub fn cfgs(package: &Package) -> Option<Vec<Cfg>> {
    let target = package.targets.iter().find(|t| t.is_custom_build())?;
    package.source.as_ref()?;
    let mut needed = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Build)
        .peekable();
    needed.peek()?;
    if needed.any(|dependency| dependency.name != ASKED) {
        return None;
    }
    let text = std::fs::read_to_string(&target.src_path).ok()?;
    let asks_more = ["env", "std::process", "fs::"];
    if asks_more.iter().any(|word| text.contains(word)) {
        return None;
    }
    printed(target).map(|text| text.lines().filter_map(cfg).collect())
}

/// What a script prints, if it ends well.
fn printed(target: &Target) -> Option<String> {
    let reading = Reading {
        edition: edition(target.edition),
        ..Reading::default()
    };
    let limits = Limits {
        timeout: Some(Duration::from_secs(10)),
        ..Limits::default()
    };
    let program = load_within(target.src_path.as_std_path(), &reading, &limits).ok()?;
    let mut machine = Machine::new(Code::new(program), reading.machine);
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

/// `cargo:rustc-cfg=name="value"`.
fn cfg(line: &str) -> Option<Cfg> {
    let line = line.strip_prefix("cargo:")?;
    let said = line.strip_prefix(':').unwrap_or(line);
    let said = said.strip_prefix("rustc-cfg=")?;
    Some(match said.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(value.trim_matches('"').to_string())),
        None => (said.to_string(), None),
    })
}

#[cfg(test)]
mod tests {
    use super::cfg;

    #[test]
    fn lines_for_cargo() {
        let name = |name: &str| (name.to_string(), None);
        assert_eq!(cfg("cargo:rustc-cfg=fast"), Some(name("fast")));
        assert_eq!(cfg("cargo::rustc-cfg=fast"), Some(name("fast")));
        let valued = ("kind".to_string(), Some("new".to_string()));
        assert_eq!(cfg("cargo:rustc-cfg=kind=\"new\""), Some(valued));
        assert_eq!(cfg("cargo:rerun-if-changed=build.rs"), None);
        assert_eq!(cfg("rustc-cfg=fast"), None);
    }
}
