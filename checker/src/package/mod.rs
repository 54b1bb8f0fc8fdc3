//! Cargo packages: from a folder with a `Cargo.toml` to the crate that is checked and the libraries
//! that it can name. What a package is made of, `cargo metadata` knows.

mod features;
mod libraries;
mod target;

use crate::recording::edition_named;
use cargo_metadata::{CargoOpt, Edition, Error, Metadata, MetadataCommand, Package};
use libraries::Paths;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
pub use target::Selection;
use vscheck_frontend::hir;

/// What a user says about a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageOptions {
    /// Which of its targets is checked.
    pub target: Option<Selection>,
    /// `--features`.
    pub features: Vec<String>,
    /// `--all-features`.
    pub all_features: bool,
    /// `--no-default-features`.
    pub no_default_features: bool,
}

/// The target of a package, ready for the front end.
pub struct Target {
    /// The file of its root module.
    pub root: PathBuf,
    /// What the front end has to know of it and of its dependencies.
    pub options: vscheck_frontend::Options,
}

/// Whether a path means a package: a folder, or a manifest.
pub fn is_package(path: &Path) -> bool {
    path.is_dir() || path.file_name().is_some_and(|name| name == "Cargo.toml")
}

/// Finds the target of the package at `path`.
pub fn find(path: &Path, asked: &PackageOptions) -> Result<Target, String> {
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
    let alone = metadata(&manifest, asked, false)?;
    let package = package_of(&alone, &paths, &manifest)?;
    let target = target::select(package, asked.target.as_ref())?;
    let has_dependencies = package.dependencies.iter().any(libraries::is_linked);
    let mut options = match has_dependencies {
        true => libraries::resolved(&metadata(&manifest, asked, true)?, package, &paths)?,
        false => libraries::alone(package, &features::enabled(package, asked)?, &paths)?,
    };
    options.name = Some(crate_name(&target.name));
    options.edition = edition(target.edition);
    options.test = target.is_test();
    if target.is_lib() {
        // A library names itself `crate`.
        let own = crate_name(&target.name);
        options.dependencies.retain(|known| known.name != own);
    }
    Ok(Target {
        root: paths.shown(target.src_path.as_std_path()),
        options,
    })
}

/// A target's name as paths write it.
fn crate_name(target: &str) -> String {
    target.replace('-', "_")
}

fn edition(edition: Edition) -> Option<hir::Edition> {
    edition_named(edition.as_str())
}

/// Asks Cargo, which reads the manifest and, with `resolve`, finds the dependencies. Never online.
fn metadata(manifest: &Path, asked: &PackageOptions, resolve: bool) -> Result<Metadata, String> {
    let mut command = MetadataCommand::new();
    let mut options = vec!["--offline".to_string()];
    command.manifest_path(manifest);
    if resolve {
        let platform = ["--filter-platform", "x86_64-unknown-linux-gnu"];
        options.extend(platform.map(String::from));
        ask_for_features(&mut command, asked);
    } else {
        command.no_deps();
    }
    command.other_options(options);
    command.exec().map_err(|error| explain(&error, manifest))
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

/// The package whose manifest this is, or the only one of a workspace.
fn package_of<'m>(
    metadata: &'m Metadata,
    paths: &Paths,
    manifest: &Path,
) -> Result<&'m Package, String> {
    let members = metadata.workspace_packages();
    let own = |package: &&&Package| paths.is_manifest(package.manifest_path.as_std_path());
    if let Some(package) = members.iter().find(own) {
        return Ok(package);
    }
    match members.as_slice() {
        [package] => Ok(package),
        several => {
            let folder = |package: &&Package| {
                let manifest = paths.shown(package.manifest_path.as_std_path());
                format!("`{}`", manifest.parent().unwrap_or(Path::new("")).display())
            };
            let folders: Vec<String> = several.iter().map(folder).collect();
            Err(format!(
                "`{}` is a workspace of several packages: name the folder of one of them ({})",
                manifest.display(),
                folders.join(", ")
            ))
        }
    }
}
