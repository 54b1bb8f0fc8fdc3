//! What is surveyed: the packages below a folder, each with those of the folder that it depends on, and
//! the files that belong to none.

use cargo_metadata::cargo_platform::Cfg;
use cargo_metadata::{Dependency as Declared, DependencyKind, MetadataCommand, Package, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use vscheck_frontend::Options;
use vscheck_frontend::hir::Edition;
use vscheck_frontend::options::{Dependency, Library};

/// The folders of packages and the single files below a folder, in order.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut work = vec![folder.to_path_buf()];
    while let Some(folder) = work.pop() {
        if folder.join("Cargo.toml").is_file() && !is_workspace(&folder) {
            found.push(folder);
            continue;
        }
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                work.push(path);
            } else if name.ends_with(".rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A manifest without a package of its own.
fn is_workspace(folder: &Path) -> bool {
    let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    !text.lines().any(|line| line.trim() == "[package]")
}

/// A package with a library, as its manifest describes it.
fn describe(folder: &Path) -> Option<Package> {
    let mut command = MetadataCommand::new();
    command.manifest_path(folder.join("Cargo.toml")).no_deps();
    command.other_options(vec!["--offline".to_string()]);
    let metadata = command.exec().ok()?;
    let manifest = folder.join("Cargo.toml").canonicalize().ok()?;
    let own = |package: &Package| package.manifest_path.as_std_path() == manifest;
    let package = metadata.packages.into_iter().find(own)?;
    library_of(&package).is_some().then_some(package)
}

fn library_of(package: &Package) -> Option<&Target> {
    let is_library = |target: &&Target| {
        let kinds = target.kind.iter().map(ToString::to_string);
        kinds.into_iter().any(|kind| kind.ends_with("lib")) || target.is_proc_macro()
    };
    package.targets.iter().find(is_library)
}

/// All packages with libraries.
pub struct Packages {
    list: Vec<Package>,
    by_name: BTreeMap<String, Vec<usize>>,
}

/// A library as others use it.
#[derive(Default)]
struct Use {
    features: BTreeSet<String>,
}

impl Packages {
    /// Reads the manifests of these folders.
    pub fn read(folders: &[PathBuf]) -> Packages {
        let list: Vec<Package> = folders.iter().filter_map(|f| describe(f)).collect();
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, package) in list.iter().enumerate() {
            by_name
                .entry(package.name.to_string())
                .or_default()
                .push(index);
        }
        Packages { list, by_name }
    }

    /// Whether a folder is one of them.
    pub fn index_of(&self, folder: &Path) -> Option<usize> {
        let manifest = folder.join("Cargo.toml").canonicalize().ok()?;
        let mut list = self.list.iter();
        list.position(|package| package.manifest_path.as_std_path() == manifest)
    }

    /// The front end's options for a library with its default features; it comes first.
    pub fn options(&self, root: usize) -> Options {
        let uses = self.uses(root);
        let mut order: Vec<usize> = vec![root];
        order.extend(uses.keys().copied().filter(|&index| index != root));
        let place = |index: usize| order.iter().position(|&known| known == index);
        let library = |&index: &usize| {
            let package = &self.list[index];
            let features = &uses[&index].features;
            let target = library_of(package).expect("only packages with libraries are kept");
            let dependencies = self.active(package, features).filter_map(|declared| {
                let found = self.find(declared)?;
                Some(Dependency {
                    name: self.name_of(declared, found),
                    library: place(found)?,
                })
            });
            Library {
                name: target.name.replace('-', "_"),
                root: target.src_path.clone().into(),
                edition: Edition::named(target.edition.as_str()).unwrap_or(Edition::E2021),
                checks: None,
                cfgs: features.iter().map(|f| feature_cfg(f)).collect(),
                variables: Vec::new(),
                dependencies: dependencies.collect(),
                is_published: index != root,
                // By itself it is a library like any other.
                is_macros: target.is_proc_macro() && index != root,
            }
        };
        Options {
            libraries: order.iter().map(library).collect(),
            ..Options::default()
        }
    }

    /// The libraries that one needs, and their features.
    fn uses(&self, root: usize) -> BTreeMap<usize, Use> {
        let mut uses: BTreeMap<usize, Use> = BTreeMap::new();
        let mut work = vec![(root, vec!["default".to_string()])];
        while let Some((index, asked)) = work.pop() {
            let package = &self.list[index];
            let is_new = !uses.contains_key(&index);
            let known = &mut uses.entry(index).or_default().features;
            let before = known.len();
            known.extend(closure(package, asked));
            if !is_new && known.len() == before {
                continue;
            }
            let features = known.clone();
            for declared in self.active(package, &features) {
                if let Some(found) = self.find(declared) {
                    work.push((found, asked_of(declared, &features, package)));
                }
            }
        }
        uses
    }

    fn active<'p>(
        &self,
        package: &'p Package,
        features: &BTreeSet<String>,
    ) -> impl Iterator<Item = &'p Declared> {
        let features = features.clone();
        let here = target_cfgs();
        package.dependencies.iter().filter(move |declared| {
            let platform = declared.target.as_ref();
            let on = !declared.optional || features.contains(&format!("dep:{}", key(declared)));
            on && declared.kind == DependencyKind::Normal
                && platform.is_none_or(|p| p.matches("x86_64-unknown-linux-gnu", &here))
        })
    }

    /// The newest version that is accepted, else the newest.
    fn find(&self, declared: &Declared) -> Option<usize> {
        let known = self.by_name.get(&declared.name)?;
        let version = |&index: &usize| &self.list[index].version;
        let fits = |index: &&usize| declared.req.matches(version(index));
        let newest = known.iter().filter(fits).max_by_key(|index| version(index));
        newest.copied()
    }

    fn name_of(&self, declared: &Declared, found: usize) -> String {
        let own = || library_of(&self.list[found]).map(|target| target.name.clone());
        let name = declared.rename.clone().or_else(own).unwrap_or_default();
        name.replace('-', "_")
    }
}

fn feature_cfg(feature: &str) -> (String, Option<String>) {
    ("feature".to_string(), Some(feature.to_string()))
}

/// How a manifest's features name a dependency.
fn key(declared: &Declared) -> &str {
    declared.rename.as_deref().unwrap_or(&declared.name)
}

/// The features that follow from some, with `dep:name` for the dependencies that they switch on.
fn closure(package: &Package, asked: Vec<String>) -> BTreeSet<String> {
    let mut on = BTreeSet::new();
    let mut work = asked;
    while let Some(feature) = work.pop() {
        if !on.insert(feature.clone()) {
            continue;
        }
        work.extend(
            package
                .features
                .get(&feature)
                .into_iter()
                .flatten()
                .cloned(),
        );
        if let Some((dependency, _)) = feature.split_once('/')
            && !dependency.ends_with('?')
        {
            work.push(format!("dep:{dependency}"));
        }
    }
    on.retain(|f| package.features.contains_key(f) || f.contains([':', '/']));
    on
}

/// The features that a package asks of one that it depends on.
fn asked_of(declared: &Declared, features: &BTreeSet<String>, _package: &Package) -> Vec<String> {
    let mut asked = declared.features.clone();
    if declared.uses_default_features {
        asked.push("default".to_string());
    }
    asked.extend(features.iter().filter_map(|feature| {
        let (name, feature) = feature.split_once('/')?;
        (name.trim_end_matches('?') == key(declared)).then(|| feature.to_string())
    }));
    asked
}

fn target_cfgs() -> Vec<Cfg> {
    let texts = [
        "unix",
        "target_os = \"linux\"",
        "target_arch = \"x86_64\"",
        "target_family = \"unix\"",
        "target_env = \"gnu\"",
        "target_pointer_width = \"64\"",
        "target_has_atomic = \"64\"",
        "target_has_atomic = \"ptr\"",
    ];
    texts
        .iter()
        .filter_map(|text| Cfg::from_str(text).ok())
        .collect()
}
