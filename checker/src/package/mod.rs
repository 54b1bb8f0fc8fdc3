//! Cargo packages: from a folder with a `Cargo.toml` to the crate that is checked and the libraries
//! that it can name. What a package is made of, `cargo metadata` knows.

mod features;
mod flags;
mod libraries;
mod macros;
mod profile;
mod script;
mod target;

use crate::cache::Cache;
use crate::source::Reading;
use cargo_metadata::{CargoOpt, Edition, Error, Metadata, MetadataCommand, Package, PackageId};
pub use flags::parse_cfg;
use libraries::{Paths, Place};
use macros::Macros;
use profile::Profile;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use target::{Group, Selection};
use vscheck_frontend::hir;
use vscheck_frontend::similar;

/// What programs are compiled for.
pub const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// What a user says about a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageOptions {
    /// `--package`: which member of a workspace.
    #[serde(default)]
    pub package: Option<String>,
    /// Which of its targets is checked.
    pub target: Option<Selection>,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
    /// `--from-source`: dependencies that no model may stand for.
    #[serde(default)]
    pub from_source: Vec<String>,
    /// `--profile`, `--release`.
    #[serde(default)]
    pub profile: Option<String>,
    /// Other members of the workspace that are built at once, for whose sake features are on as well.
    #[serde(default)]
    pub beside: Vec<PackageOptions>,
    /// What Cargo is told when it looks for dependencies: `--locked`, `--offline`, `--frozen`.
    #[serde(skip)]
    pub lookup: Vec<&'static str>,
}

/// Of which packages and targets `vscheck test` checks the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// `--package`: names, in which a `*` stands for any text.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--exclude`.
    pub exclude: Vec<String>,
    /// The targets; none: those of `cargo test`.
    pub targets: Vec<Group>,
}

/// The target of a package, ready for the front end.
#[derive(Clone)]
pub struct Target {
    /// The file of its root module.
    pub root: PathBuf,
    /// What the front end has to know of it and of its dependencies.
    pub options: vscheck_frontend::Options,
    /// Where its programs are kept.
    pub cache: Cache,
}

/// Whether a path means a package: a folder, or a manifest.
pub fn is_package(path: &Path) -> bool {
    path.is_dir() || path.file_name().is_some_and(|name| name == "Cargo.toml")
}

/// `--cfg`: a name, or a name and a value.
pub type Cfg = (String, Option<String>);

/// A `cfg` as `--cfg` takes it: `loom`, `backend="fast"`.
pub fn cfg_text((name, value): &Cfg) -> String {
    match value {
        Some(value) => format!("{name}={value:?}"),
        None => name.clone(),
    }
}

/// Finds the target of the package at `path`.
pub fn find(path: &Path, reading: &Reading) -> Result<Target, String> {
    let members = Members::of(path, reading)?;
    let package = members.one(&reading.package)?;
    let asked = &features::asked_of(package, &reading.package);
    let target = target::select(package, asked.target.as_ref())?;
    let cfgs = flags::with_environment(members.folder(), &reading.cfgs)?;
    let is_of_test = target.is_test() || target.is_bench();
    let names_test = reading.entry.as_ref().is_some_and(|entry| entry != "main");
    let profile = members.profile(asked, is_of_test || names_test)?;
    members
        .resolve(package, asked, (&cfgs, &profile))?
        .target(target)
}

/// A target that may have tests.
pub struct TestTarget {
    /// Its package.
    pub package: String,
    /// How the command line names it, and with what it is built; without a target if none of the package's
    /// can be known.
    pub asked: PackageOptions,
    /// What the front end needs; the reason if it cannot be known.
    pub target: Result<Target, String>,
}

impl TestTarget {
    fn is_refused_so(&self, message: &str) -> bool {
        self.target.as_ref().is_err_and(|known| known == message)
    }
}

/// Finds the targets that have tests, of the package at `path` or of others of its workspace.
pub fn find_tests(
    path: &Path,
    reading: &Reading,
    scope: &Scope,
) -> Result<Vec<TestTarget>, String> {
    let members = Members::of(path, reading)?;
    let cfgs = flags::with_environment(members.folder(), &reading.cfgs)?;
    let profile = members.profile(&reading.package, true)?;
    let packages = members.several(scope)?;
    let groups = match scope.targets.is_empty() {
        true => &[Group::Tests][..],
        false => &scope.targets,
    };
    target::all_known(&packages, groups)?;
    let mut found: Vec<TestTarget> = Vec::new();
    for (package, asked) in members.asked_of_each(&packages, &reading.package)? {
        let targets = target::in_groups(package, groups);
        if targets.is_empty() {
            continue;
        }
        let of = |target, input| TestTarget {
            package: package.name.to_string(),
            asked: PackageOptions {
                target,
                ..asked.clone()
            },
            target: input,
        };
        match members.resolve(package, &asked, (&cfgs, &profile)) {
            Ok(resolved) => {
                let is_named = |selection| groups.contains(&Group::Named(selection));
                let targets = targets.into_iter().filter(|(selection, target)| {
                    resolved.lacks(target).is_none() || is_named(selection.clone())
                });
                found.extend(
                    targets.map(|(selection, target)| of(Some(selection), resolved.target(target))),
                );
            }
            // What Cargo says of the whole workspace it says of each member.
            Err(message) if found.iter().any(|known| known.is_refused_so(&message)) => {}
            Err(message) => found.push(of(None, Err(message))),
        }
    }
    Ok(found)
}

/// The packages that a path may mean.
struct Members {
    manifest: PathBuf,
    paths: Paths,
    metadata: Metadata,
    cache: Cache,
    macros: Arc<Macros>,
    asks_compiler: bool,
    /// The one whose manifest it is.
    own: Option<PackageId>,
}

impl Members {
    fn of(path: &Path, reading: &Reading) -> Result<Members, String> {
        let manifest = match path.is_dir() {
            true => path.join("Cargo.toml"),
            false => path.to_path_buf(),
        };
        if !manifest.is_file() {
            let folder = path.display();
            return Err(format!(
                "there is no `Cargo.toml` in `{folder}`: name a package or a Rust source file"
            ));
        }
        let paths = Paths::new(&manifest);
        let metadata = run_cargo(&manifest, &manifest, None)?;
        let members = metadata.workspace_packages();
        let mut members = members.iter();
        let own = members.find(|package| paths.is_manifest(package.manifest_path.as_std_path()));
        let own = own.map(|package| package.id.clone());
        let cache = match reading.keeps {
            true => Cache::within(metadata.target_directory.as_std_path()),
            false => Cache::default(),
        };
        Ok(Members {
            manifest,
            paths,
            macros: Macros::new(cache.clone()),
            cache,
            asks_compiler: reading.asks_compiler,
            metadata,
            own,
        })
    }

    /// The folder of the manifest.
    fn folder(&self) -> &Path {
        self.manifest.parent().unwrap_or(Path::new("."))
    }

    /// The profile that targets are built with.
    fn profile(&self, asked: &PackageOptions, of_tests: bool) -> Result<Profile, String> {
        Profile::read(&self.root(), asked.profile.as_deref(), of_tests)
    }

    /// The manifest of the workspace.
    fn root(&self) -> PathBuf {
        let root = self.metadata.workspace_root.as_std_path();
        root.join("Cargo.toml")
    }

    fn place<'m>(&'m self, profile: &'m Profile) -> Place<'m> {
        Place {
            profile,
            members: &self.metadata.workspace_members,
            paths: &self.paths,
            cache: &self.cache,
            asks_compiler: self.asks_compiler,
        }
    }

    /// The packages that are chosen, else the ones that Cargo would take.
    fn several(&self, scope: &Scope) -> Result<Vec<&Package>, String> {
        if scope.workspace {
            let mut members = self.metadata.workspace_packages();
            self.all_known(&scope.exclude)?;
            members.retain(|package| !scope.exclude.iter().any(|name| is_meant(name, package)));
            return Ok(members);
        }
        if scope.packages.is_empty() {
            return Ok(self.usual());
        }
        self.all_known(&scope.packages)?;
        Ok(self.named(&scope.packages))
    }

    /// The package of the manifest; of a workspace's manifest the default ones.
    fn usual(&self) -> Vec<&Package> {
        let mut members = self.metadata.workspace_packages();
        let default = &self.metadata.workspace_default_members;
        if self.paths.is_manifest(&self.root()) && default.is_available() {
            members.retain(|package| default.contains(&package.id));
        } else if let Some(own) = &self.own {
            members.retain(|package| package.id == *own);
        }
        members
    }

    fn named(&self, names: &[String]) -> Vec<&Package> {
        let mut members = self.metadata.workspace_packages();
        members.retain(|package| names.iter().any(|name| is_meant(name, package)));
        members
    }

    /// Refuses a name that no member has.
    fn all_known(&self, names: &[String]) -> Result<(), String> {
        let members = self.metadata.workspace_packages();
        let is_known = |name: &&String| members.iter().any(|package| is_meant(name, package));
        match names.iter().find(|name| !is_known(name)) {
            Some(name) => {
                let known = members.iter().map(|package| package.name.as_str());
                let hint = match similar::hint(name, known) {
                    nothing if nothing.is_empty() => {
                        format!("; there {} {}", to_be(members.len()), listed(&members))
                    }
                    hint => hint,
                };
                Err(format!("there is no package `{name}`{hint}"))
            }
            None => Ok(()),
        }
    }

    /// The package that is named, else the manifest's, else the only one that has what is to be run.
    fn one(&self, asked: &PackageOptions) -> Result<&Package, String> {
        let mut candidates = match &asked.package {
            Some(name) => {
                let names = std::slice::from_ref(name);
                self.all_known(names)?;
                self.named(names)
            }
            None => self.usual(),
        };
        if let [_, _, ..] = candidates.as_slice() {
            if let Some(own) = candidates.iter().find(|p| self.own.as_ref() == Some(&p.id)) {
                return Ok(own);
            }
            let all = listed(&candidates);
            candidates.retain(|package| target::has_runnable(package, asked.target.as_ref()));
            if candidates.len() != 1 {
                return Err(format!(
                    "`{}` is a workspace of several packages: name the folder of one of them, or one with \
                     --package ({all})",
                    self.manifest.display(),
                ));
            }
        }
        let first = candidates.first().copied();
        first.ok_or_else(|| format!("`{}` has no package", self.manifest.display()))
    }

    /// Each package, with what is asked of it: where there are several, the features that it has.
    fn asked_of_each<'m>(
        &self,
        packages: &[&'m Package],
        asked: &PackageOptions,
    ) -> Result<Vec<(&'m Package, PackageOptions)>, String> {
        let of = |package: &&'m Package| {
            let mut own = features::asked_of(package, asked);
            let is_named = self.own.as_ref() != Some(&package.id);
            own.package = is_named.then(|| package.name.to_string());
            (*package, own)
        };
        let mut each: Vec<(&Package, PackageOptions)> = packages.iter().map(of).collect();
        if packages.len() > 1 {
            for (at, word) in asked.features.iter().enumerate() {
                let has = |(package, own): &(&Package, PackageOptions)| {
                    features::may_have(package, &own.features[at])
                };
                if !each.iter().any(has) {
                    return Err(format!("none of the packages has the feature `{word}`"));
                }
            }
            for (package, own) in &mut each {
                own.features
                    .retain(|word| features::may_have(package, word));
            }
            let named = |(package, own): &(&Package, PackageOptions)| PackageOptions {
                package: Some(package.name.to_string()),
                ..own.clone()
            };
            let all: Vec<PackageOptions> = each.iter().map(named).collect();
            for (package, own) in &mut each {
                let others = all.iter();
                let others = others.filter(|other| other.package.as_deref() != Some(&package.name));
                own.beside = others.cloned().collect();
            }
        }
        Ok(each)
    }

    /// What all targets of a package have in common.
    fn resolve<'m>(
        &'m self,
        package: &'m Package,
        asked: &PackageOptions,
        (cfgs, profile): (&[Cfg], &Profile),
    ) -> Result<Resolved<'m>, String> {
        let place = self.place(profile);
        let has_dependencies = !package.dependencies.is_empty();
        let mut options = match has_dependencies || !asked.beside.is_empty() {
            true => {
                let manifest = package.manifest_path.as_std_path();
                let metadata = run_cargo(manifest, &self.manifest, Some((asked, cfgs)))?;
                libraries::resolved(&metadata, package, asked, place)?
            }
            false => libraries::alone(package, &features::of_lone(package, asked)?, place)?,
        };
        for library in &mut options.libraries {
            library.cfgs.extend_from_slice(cfgs);
        }
        options.cfgs.extend_from_slice(cfgs);
        options.checks = place.checks(package);
        options.unmodelled = libraries::named(&options.libraries, &asked.from_source)?;
        if options.libraries.iter().any(|library| library.is_macros) {
            options.macros.0 = Some(self.macros.clone());
        }
        Ok(Resolved {
            options,
            binaries: self.binaries(package, profile),
            manifest: flags::table(package.manifest_path.as_std_path())?,
            paths: &self.paths,
            cache: &self.cache,
        })
    }

    /// Where Cargo would build the package's binaries, as it says to the files of its tests.
    fn binaries(&self, package: &Package, profile: &Profile) -> Vec<(String, String)> {
        let folder = self.metadata.target_directory.join(profile.folder());
        let binaries = package.targets.iter().filter(|target| target.is_bin());
        let variables = binaries.map(|target| {
            let name = &target.name;
            (
                format!("CARGO_BIN_EXE_{name}"),
                folder.join(name).into_string(),
            )
        });
        variables.collect()
    }
}

/// Whether `--package` means a package: by its name, or its name and version.
fn is_meant(asked: &str, package: &Package) -> bool {
    let (name, version) = match asked.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (asked, None),
    };
    let is_version = |version| package.version.to_string() == version;
    target::fits(name, &package.name) && version.is_none_or(is_version)
}

/// "There is one", "there are two".
fn to_be(count: usize) -> &'static str {
    match count {
        1 => "is",
        _ => "are",
    }
}

fn listed(packages: &[&Package]) -> String {
    let names: Vec<String> = packages.iter().map(|p| format!("`{}`", p.name)).collect();
    names.join(", ")
}

/// A package with its libraries.
struct Resolved<'m> {
    options: vscheck_frontend::Options,
    binaries: Vec<(String, String)>,
    manifest: toml::Table,
    paths: &'m Paths,
    cache: &'m Cache,
}

impl Resolved<'_> {
    /// A feature that a target requires and that is not on.
    fn lacks<'t>(&self, target: &'t cargo_metadata::Target) -> Option<&'t str> {
        target::lacks(target, &self.options.cfgs)
    }

    fn target(&self, target: &cargo_metadata::Target) -> Result<Target, String> {
        if let Some(feature) = self.lacks(target) {
            let name = &target.name;
            return Err(format!(
                "`{name}` needs the feature `{feature}`: --features {feature}"
            ));
        }
        let own = crate_name(&target.name);
        let mut options = self.options.clone();
        options.edition = edition(target.edition);
        options.test = target.is_test() || target.is_bench();
        options.without_harness = options.test && !target::has_harness(&self.manifest, target);
        if target.is_lib() {
            // A library names itself `crate`.
            options.dependencies.retain(|known| known.name != own);
        }
        let mut say = |name: &str, value: &str| {
            options
                .variables
                .push((name.to_string(), value.to_string()));
        };
        say("CARGO_CRATE_NAME", &own);
        say("CARGO_PRIMARY_PACKAGE", "1");
        if target.is_bin() || target.is_example() {
            say("CARGO_BIN_NAME", &target.name);
        }
        if options.test {
            options.variables.extend(self.binaries.iter().cloned());
        }
        options.name = Some(own);
        Ok(Target {
            root: self.paths.shown(target.src_path.as_std_path()),
            options,
            cache: self.cache.clone(),
        })
    }
}

/// A target's name as paths write it.
fn crate_name(target: &str) -> String {
    target.replace('-', "_")
}

fn edition(edition: Edition) -> Option<hir::Edition> {
    hir::Edition::named(edition.as_str())
}

/// Asks Cargo, which reads the manifest and, if a build is described, finds the dependencies. What has
/// been fetched before is enough for most, and quick; the rest Cargo fetches, as it would for a build. What
/// it refuses is said of the manifest that the user has named.
fn run_cargo(
    manifest: &Path,
    named: &Path,
    build: Option<(&PackageOptions, &[Cfg])>,
) -> Result<Metadata, String> {
    let metadata = match metadata_command(manifest, build, Network::Unused).exec() {
        Err(error) if misses_the_network(&error) => {
            metadata_command(manifest, build, Network::AsCargoLikes).exec()
        }
        answer => answer,
    };
    metadata.map_err(|error| explain(&error, named))
}

/// Whether Cargo may fetch what is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Network {
    Unused,
    /// The user may have told Cargo to stay offline.
    AsCargoLikes,
}

/// Whether Cargo says that being offline may be the reason.
fn misses_the_network(error: &Error) -> bool {
    matches!(error, Error::CargoMetadata { stderr } if stderr.contains("--offline"))
}

fn metadata_command(
    manifest: &Path,
    build: Option<(&PackageOptions, &[Cfg])>,
    network: Network,
) -> MetadataCommand {
    let mut command = MetadataCommand::new();
    let mut options = Vec::new();
    let is_told = build.is_some_and(|(asked, _)| asked.lookup.contains(&"--offline"));
    if network == Network::Unused && !is_told {
        options.push("--offline".to_string());
    }
    command.manifest_path(manifest);
    match build {
        Some((asked, cfgs)) => {
            options.extend(asked.lookup.iter().map(ToString::to_string));
            let platform = ["--filter-platform", PLATFORM];
            options.extend(platform.map(String::from));
            ask_for_features(&mut command, asked);
            // Dependencies may hang on a `cfg`.
            if !cfgs.is_empty() {
                command.env("CARGO_ENCODED_RUSTFLAGS", rust_flags(cfgs));
            }
        }
        None => drop(command.no_deps()),
    }
    command.other_options(options);
    command
}

fn rust_flags(cfgs: &[Cfg]) -> String {
    let flag = |cfg| format!("--cfg\x1f{}", cfg_text(cfg));
    let flags: Vec<String> = cfgs.iter().map(flag).collect();
    flags.join("\x1f")
}

fn ask_for_features(command: &mut MetadataCommand, asked: &PackageOptions) {
    if asked.all_features {
        command.features(CargoOpt::AllFeatures);
    }
    if asked.no_default_features {
        command.features(CargoOpt::NoDefaultFeatures);
    }
    if !asked.features.is_empty() {
        command.features(CargoOpt::SomeFeatures(asked.features.clone()));
    }
}

fn explain(error: &Error, manifest: &Path) -> String {
    let shown = manifest.display();
    match error {
        Error::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            format!("`{shown}` is a package, and `cargo`, which reads packages, is not installed")
        }
        Error::CargoMetadata { stderr } => {
            // Before that it may say what it waits for.
            let said = stderr
                .split_once("error: ")
                .map_or(&stderr[..], |(_, error)| error);
            format!("cargo does not accept `{shown}`: {}", said.trim())
        }
        other => format!("cannot read `{shown}`: {other}"),
    }
}
