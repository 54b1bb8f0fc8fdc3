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
use crate::recording::edition_named;
use crate::source::Reading;
use cargo_metadata::{CargoOpt, Edition, Error, Metadata, MetadataCommand, Package, PackageId};
use libraries::{Paths, Place};
use macros::Macros;
use profile::Profile;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use target::Selection;
use vscheck_frontend::hir;

/// What programs are compiled for.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

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
}

/// The target of a package, ready for the front end.
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

/// Finds the target of the package at `path`.
pub fn find(path: &Path, reading: &Reading) -> Result<Target, String> {
    let asked = &reading.package;
    let members = Members::of(path, reading)?;
    let package = members.one()?;
    let target = target::select(package, asked.target.as_ref())?;
    let cfgs = flags::with_environment(members.folder(), &reading.cfgs)?;
    let is_of_test = target.is_test() || target.is_bench();
    let names_test = reading.entry.as_ref().is_some_and(|entry| entry != "main");
    let profile = members.profile(is_of_test || names_test)?;
    members
        .resolve(package, asked, (&cfgs, &profile))?
        .target(target)
}

/// A target that may have tests, and how the command line names it.
pub struct TestTarget {
    /// Its package.
    pub package: String,
    /// Whether the command line has to name the package.
    pub is_member: bool,
    /// Its kind and name; nothing if none of the package's targets can be known.
    pub selection: Option<Selection>,
    /// What the front end needs; the reason if it cannot be known.
    pub target: Result<Target, String>,
}

impl TestTarget {
    fn is_refused_so(&self, message: &str) -> bool {
        self.target.as_ref().is_err_and(|known| known == message)
    }
}

/// Finds the targets that have tests: those of the package at `path`, or of all members of a workspace.
pub fn find_tests(path: &Path, reading: &Reading) -> Result<Vec<TestTarget>, String> {
    let asked = &reading.package;
    let members = Members::of(path, reading)?;
    let cfgs = flags::with_environment(members.folder(), &reading.cfgs)?;
    let profile = members.profile(true)?;
    let mut found = Vec::new();
    for package in members.several() {
        let targets = target::with_tests(package, asked.target.as_ref());
        if targets.is_empty() {
            continue;
        }
        let of = |selection, target| TestTarget {
            package: package.name.to_string(),
            is_member: asked.package.is_some() || members.chosen.is_none(),
            selection,
            target,
        };
        match members.resolve(package, asked, (&cfgs, &profile)) {
            Ok(resolved) => {
                let targets = targets.into_iter();
                found.extend(
                    targets.map(|(selection, target)| of(Some(selection), resolved.target(target))),
                );
            }
            // What Cargo says of the whole workspace it says of each member.
            Err(message) if found.iter().any(|known| known.is_refused_so(&message)) => {}
            Err(message) => found.push(of(None, Err(message))),
        }
    }
    match (found.is_empty(), &asked.target) {
        (true, Some(target)) => Err(format!("there is no {target} here")),
        _ => Ok(found),
    }
}

/// The packages that a path may mean.
struct Members {
    manifest: PathBuf,
    paths: Paths,
    metadata: Metadata,
    cache: Cache,
    macros: Arc<Macros>,
    /// The one whose manifest it is, or which is named.
    chosen: Option<PackageId>,
}

impl Members {
    fn of(path: &Path, reading: &Reading) -> Result<Members, String> {
        let asked = &reading.package;
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
        let is_chosen = |package: &&&Package| match &asked.package {
            Some(name) => *package.name == *name,
            None => paths.is_manifest(package.manifest_path.as_std_path()),
        };
        let chosen = members.iter().find(is_chosen).map(|p| p.id.clone());
        if let (Some(name), None) = (&asked.package, &chosen) {
            let names: Vec<String> = members.iter().map(|p| format!("`{}`", p.name)).collect();
            let names = names.join(", ");
            return Err(format!("there is no package `{name}`; there is {names}"));
        }
        let cache = match reading.keeps {
            true => Cache::within(metadata.target_directory.as_std_path()),
            false => Cache::default(),
        };
        Ok(Members {
            manifest,
            paths,
            macros: Macros::new(cache.clone()),
            cache,
            metadata,
            chosen,
        })
    }

    /// The folder of the manifest.
    fn folder(&self) -> &Path {
        self.manifest.parent().unwrap_or(Path::new("."))
    }

    /// The profile that targets are built with.
    fn profile(&self, of_tests: bool) -> Result<Profile, String> {
        let root = self.metadata.workspace_root.as_std_path();
        Profile::read(&root.join("Cargo.toml"), of_tests)
    }

    fn place<'m>(&'m self, profile: &'m Profile) -> Place<'m> {
        Place {
            profile,
            members: &self.metadata.workspace_members,
            paths: &self.paths,
            cache: &self.cache,
        }
    }

    /// The chosen package, or the default ones of a workspace.
    fn several(&self) -> Vec<&Package> {
        let mut members = self.metadata.workspace_packages();
        if let Some(chosen) = &self.chosen {
            members.retain(|package| package.id == *chosen);
        } else if self.metadata.workspace_default_members.is_available() {
            let default = &self.metadata.workspace_default_members;
            members.retain(|package| default.contains(&package.id));
        }
        members
    }

    /// The chosen package, or the only one.
    fn one(&self) -> Result<&Package, String> {
        match self.several().as_slice() {
            [package] => Ok(package),
            several => {
                let names: Vec<String> = several.iter().map(|p| format!("`{}`", p.name)).collect();
                Err(format!(
                    "`{}` is a workspace of several packages: name the folder of one of them, or one with \
                     --package ({})",
                    self.manifest.display(),
                    names.join(", ")
                ))
            }
        }
    }

    /// What all targets of a package have in common.
    fn resolve<'m>(
        &'m self,
        package: &'m Package,
        asked: &PackageOptions,
        (cfgs, profile): (&[Cfg], &Profile),
    ) -> Result<Resolved<'m>, String> {
        let place = self.place(profile);
        let has_dependencies = package.dependencies.iter().any(libraries::is_linked);
        let mut options = match has_dependencies {
            true => {
                let manifest = package.manifest_path.as_std_path();
                let metadata = run_cargo(manifest, &self.manifest, Some((asked, cfgs)))?;
                libraries::resolved(&metadata, package, asked, place)?
            }
            false => libraries::alone(package, &features::enabled(package, asked)?, place)?,
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
            binaries: self.binaries(package),
            paths: &self.paths,
            cache: &self.cache,
        })
    }

    /// Where Cargo would build the package's binaries, as it says to the files of its tests.
    fn binaries(&self, package: &Package) -> Vec<(String, String)> {
        let folder = self.metadata.target_directory.join("debug");
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

/// A package with its libraries.
struct Resolved<'m> {
    options: vscheck_frontend::Options,
    binaries: Vec<(String, String)>,
    paths: &'m Paths,
    cache: &'m Cache,
}

impl Resolved<'_> {
    fn target(&self, target: &cargo_metadata::Target) -> Result<Target, String> {
        let own = crate_name(&target.name);
        let mut options = self.options.clone();
        options.edition = edition(target.edition);
        options.test = target.is_test() || target.is_bench();
        if target.is_lib() {
            // A library names itself `crate`.
            options.dependencies.retain(|known| known.name != own);
        }
        let crate_variable = ("CARGO_CRATE_NAME".to_string(), own.clone());
        options.variables.push(crate_variable);
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
    edition_named(edition.as_str())
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
    if network == Network::Unused {
        options.push("--offline".to_string());
    }
    command.manifest_path(manifest);
    match build {
        Some((asked, cfgs)) => {
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
    let flag = |(name, value): &Cfg| match value {
        Some(value) => format!("--cfg\x1f{name}={value:?}"),
        None => format!("--cfg\x1f{name}"),
    };
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
            let said = stderr.trim().trim_start_matches("error: ");
            format!("cargo does not accept `{shown}`: {said}")
        }
        other => format!("cannot read `{shown}`: {other}"),
    }
}
