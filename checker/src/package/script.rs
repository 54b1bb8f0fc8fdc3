//! Build scripts that only ask which Rust there is, what it accepts, or what Cargo's variables say, and write files:
//! they are programs that print, so the machine runs them, with the crates that they use. Those that ask for more,
//! such as other files or programs, are left alone.

use super::libraries::{Place, cfgs, variables};
use super::{Cfg, PLATFORM, edition};
use crate::cache::Cache;
use crate::compiler::Compiler;
use crate::limits::Limits;
use crate::watch::Watch;
use cargo_metadata::{Package, PackageId, Target};
use std::collections::HashMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use vscheck_frontend::Options;
use vscheck_frontend::hir::Edition;
use vscheck_frontend::inputs::Inputs;
use vscheck_frontend::options::{Dependency, ENVIRONMENT, Library, SCRIPT, TARGET};
use vscheck_frontend::resolve::with_large_stack;
use vscheck_ir::Program;
use vscheck_vm::{Code, End, Machine, MachineOptions};

/// Longer scripts are left alone.
const MAX_STEPS: usize = 1_000;

/// How long the next answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a script that asks for more than can be answered has in its text.
const ASKS_MORE: [&str; 4] = ["File::open", "OpenOptions", "read_dir", "std::net"];

/// A `cfg` that would have `proc-macro2` use the compiler's tokens. Here the compiler has none: its own are.
const COMPILER_TOKENS: &str = "wrap_proc_macro";

/// What Cargo says about the platform.
const OF_PLATFORM: [(&str, &str); 4] = [
    ("RUSTC", "rustc"),
    ("TARGET", PLATFORM),
    ("HOST", PLATFORM),
    ("CARGO_CFG_UNIX", ""),
];

/// `cfg(miri)` holds in published packages.
const OF_PUBLISHED: (&str, &str) = ("CARGO_CFG_MIRI", "");

/// A package whose build script may be wanted.
pub struct Asked<'p> {
    pub package: &'p Package,
    pub features: Vec<String>,
    /// What its script can name.
    pub used: Used,
}

/// The libraries that a build script uses, and by which names.
#[derive(Default)]
pub struct Used {
    pub libraries: Vec<Library>,
    pub names: Vec<Dependency>,
}

/// What a build script says for its package.
#[derive(Clone, Default)]
pub struct Said {
    /// What holds in `cfg(...)`.
    pub cfgs: Vec<Cfg>,
    /// What `env!` gives.
    pub variables: Vec<(String, String)>,
    /// What it has written.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}

/// What the build scripts of packages say.
pub struct Scripts {
    /// `None`: it cannot be run.
    said: HashMap<PackageId, Option<Said>>,
}

impl Scripts {
    /// Runs those of these packages.
    pub fn run<'p>(packages: impl IntoIterator<Item = Asked<'p>>, place: Place) -> Scripts {
        let packages = packages.into_iter().map(|asked| {
            let package = asked.package;
            let script = Script::of(asked, place);
            (package, script.map(Arc::new))
        });
        let packages: Vec<(&Package, Option<Arc<Script>>)> = packages.collect();
        let scripts = packages.iter().filter_map(|(_, script)| script.clone());
        let mut printed = printed(&scripts.collect::<Vec<_>>(), place.cache).into_iter();
        let answers = packages.into_iter().map(|(package, script)| {
            let said = match script {
                Some(script) => {
                    let text = printed.next().flatten();
                    text.and_then(|text| script.says(&text))
                }
                None => script_of(package).is_none().then(Said::default),
            };
            (package.id.clone(), said)
        });
        Scripts {
            said: answers.collect(),
        }
    }

    /// What a package's build script says, nothing without one; `None` if it cannot be run.
    pub fn said(&self, package: &Package) -> Option<&Said> {
        self.said.get(&package.id)?.as_ref()
    }
}

/// The build script of a package.
pub fn script_of(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|t| t.is_custom_build())
}

/// `NAME=VALUE`s, a zero between two.
fn environment(
    package: &Package,
    features: &[String],
    profile: &[(&str, String)],
    out: &(String, String),
) -> String {
    let published = package.source.iter().map(|_| OF_PUBLISHED);
    let platform = OF_PLATFORM.into_iter().chain(published);
    let platform = platform.chain(profile.iter().map(|(name, value)| (*name, value.as_str())));
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
        .chain([out.clone()])
        .chain(features);
    let all = all.map(|(name, value)| format!("{name}={value}"));
    all.collect::<Vec<_>>().join("\0")
}

/// A script, and what it is given.
struct Script {
    path: PathBuf,
    options: Options,
    /// The variable `OUT_DIR`.
    out: (String, String),
    /// What it prints is kept under this.
    key: String,
    is_published: bool,
    asks_compiler: bool,
}

/// What was worked out for a script: what it prints, if it ends well, and what was read for that. `None`
/// if it could not be compiled.
type Answer = Option<(Option<String>, Inputs)>;

impl Script {
    /// The script of a package, if it has one that may be run.
    fn of(asked: Asked, place: Place) -> Option<Script> {
        let Asked {
            package,
            features,
            used,
        } = asked;
        let target = script_of(package)?;
        let text = std::fs::read_to_string(&target.src_path).ok()?;
        if ASKS_MORE.iter().any(|word| text.contains(word)) {
            return None;
        }
        let out = format!("/vscheck/out/{}-{}", package.name, package.version);
        let out = ("OUT_DIR".to_string(), out);
        let profile = place.variables(package);
        let environment = environment(package, &features, &profile, &out);
        let (path, edition_name) = (&target.src_path, target.edition);
        let mut cfgs = cfgs(&features);
        cfgs.push((SCRIPT.to_string(), None));
        let libraries = &used.libraries;
        Some(Script {
            key: format!(
                "build script {path} {edition_name} {environment} {libraries:?} {}",
                place.asks_compiler
            ),
            path: path.clone().into_std_path_buf(),
            options: Options {
                cfgs,
                edition: edition(edition_name),
                variables: [(ENVIRONMENT.to_string(), environment)]
                    .into_iter()
                    .chain(variables(package))
                    .collect(),
                libraries: used.libraries,
                dependencies: used.names,
                ..Options::default()
            },
            out,
            is_published: package.source.is_some(),
            asks_compiler: place.asks_compiler,
        })
    }

    /// Compiles it as a program by itself, and runs it.
    fn answer(&self) -> Answer {
        let (program, inputs) = vscheck_frontend::compile_noting(&self.path, &self.options).ok()?;
        Some((run(program, self.asks_compiler), inputs))
    }

    /// What it says by what it has printed, unless it wrote elsewhere than it should.
    fn says(&self, text: &str) -> Option<Said> {
        let mut said = Said {
            cfgs: text.lines().filter_map(cfg).collect(),
            variables: text.lines().filter_map(variable).collect(),
            files: text.lines().filter_map(file).collect(),
        };
        said.cfgs.retain(|(name, _)| name != COMPILER_TOKENS);
        let mut files = said.files.iter();
        if !files.all(|(path, _)| path.starts_with(&self.out.1)) {
            return None;
        }
        said.variables.push(self.out.clone());
        Some(said)
    }
}

/// What each of the scripts prints, if it ends well.
fn printed(scripts: &[Arc<Script>], cache: &Cache) -> Vec<Option<String>> {
    let kept = scripts.iter().map(|script| cache.get(&script.key));
    let kept: Vec<Option<Option<String>>> = kept.collect();
    let missing = scripts.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
    let missing = missing.map(|(script, _)| script.clone());
    let mut worked_out = answers(missing.collect()).into_iter();
    let all = scripts.iter().zip(kept).map(|(script, kept)| {
        kept.unwrap_or_else(|| {
            let (said, inputs) = match worked_out.next().flatten() {
                Some(answer) => answer,
                // What is published does not change.
                None if script.is_published => (None, Inputs::default()),
                None => return None,
            };
            cache.put(&script.key, inputs, &said);
            said
        })
    });
    all.collect()
}

/// Works out the scripts side by side. One that takes too long is left behind, still working, and with it
/// all that have not been answered.
fn answers(scripts: Vec<Arc<Script>>) -> Vec<Answer> {
    let mut answers = vec![None; scripts.len()];
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = cores.min(scripts.len());
    let next = Arc::new(AtomicUsize::new(0));
    let scripts = Arc::new(scripts);
    let (done, answered) = channel();
    for _ in 0..workers {
        let (scripts, next, done) = (scripts.clone(), next.clone(), done.clone());
        // All programs of one such thread share what is parsed of the models.
        let work = move || {
            with_large_stack(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(script) = scripts.get(index) else {
                        return;
                    };
                    // Nobody takes the answer of a script that was left behind.
                    let _ = done.send((index, script.answer()));
                }
            });
        };
        thread::spawn(work);
    }
    drop(done);
    let limits = Limits {
        timeout: Some(PATIENCE),
        ..Limits::default()
    };
    while let Ok(Some((index, answer))) = Watch::new(&limits, Arc::default()).wait_for(&answered) {
        answers[index] = answer;
    }
    answers
}

/// What it prints. Its only choices are what the compiler says, if that may be asked, to what it has just printed.
fn run(program: Program, asks_compiler: bool) -> Option<String> {
    let mut machine = Machine::new(Code::new(Arc::new(program)), MachineOptions::default());
    for _ in 0..MAX_STEPS {
        if machine.end().is_some() {
            break;
        }
        let next = match machine.transitions()[..] {
            [next] => next,
            [refuses, accepts] if asks_compiler => match answer(&machine.stdout())? {
                false => refuses,
                true => accepts,
            },
            _ => return None,
        };
        machine.step(next);
    }
    let ended_well = matches!(machine.end(), Some(End::Completed { exit_code: 0 }));
    ended_well.then(|| machine.stdout())
}

/// What the compiler says to the last line that a script has printed: `vscheck:compile=2015=6869`.
fn answer(printed: &str) -> Option<bool> {
    let asked = printed.lines().last()?.strip_prefix("vscheck:compile=")?;
    let (edition, digits) = asked.split_once('=')?;
    let source = String::from_utf8(bytes(digits)?).ok()?;
    Compiler::accepts(&source, Edition::named(edition)?)
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

/// `vscheck:file=path=6869`, which the models print for a file that is written.
fn file(line: &str) -> Option<(PathBuf, Vec<u8>)> {
    let (path, digits) = line.strip_prefix("vscheck:file=")?.rsplit_once('=')?;
    Some((PathBuf::from(path), bytes(digits)?))
}

/// Bytes in hexadecimal.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::{cfg, file, variable};

    #[test]
    fn files_are_printed() {
        let written = Some(("/out/a.rs".into(), b"hi".to_vec()));
        assert_eq!(file("vscheck:file=/out/a.rs=6869"), written);
        assert_eq!(file("vscheck:file=/out/a.rs=6x"), None);
    }

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
