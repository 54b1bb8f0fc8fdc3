//! The libraries that a target can name, and where everything is.

use super::features::OfMembers;
use super::profile::{Built, Profile};
use super::script::{Asked, Said, Scripts, Used, script_of};
use super::target::is_library;
use super::{PackageOptions, crate_name, edition};
use crate::cache::Cache;
use cargo_metadata::{DependencyKind, Metadata, Node, Package, PackageId, Target};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use vscheck_frontend::Options;
use vscheck_frontend::options::{Checks, Dependency, Library};
use vscheck_frontend::similar;

/// How the paths that Cargo gives are shown: as the user would write them.
pub struct Paths {
    /// The package's folder as given.
    given: PathBuf,
    /// The same, absolute.
    absolute: PathBuf,
    current: PathBuf,
}

impl Paths {
    pub fn new(manifest: &Path) -> Paths {
        let given = manifest.parent().unwrap_or(Path::new(""));
        let given = given.strip_prefix(".").unwrap_or(given);
        let whole = match given.as_os_str().is_empty() {
            true => Path::new("."),
            false => given,
        };
        Paths {
            given: given.to_path_buf(),
            absolute: whole.canonicalize().unwrap_or_default(),
            current: std::env::current_dir().unwrap_or_default(),
        }
    }

    /// Whether this is the manifest that the user means.
    pub fn is_manifest(&self, path: &Path) -> bool {
        path.canonicalize()
            .is_ok_and(|path| path == self.absolute.join("Cargo.toml"))
    }

    /// Below the package: as the package was given. Below the current folder: from there.
    pub fn shown(&self, path: &Path) -> PathBuf {
        let absolute = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if let Ok(rest) = absolute.strip_prefix(&self.absolute) {
            return self.given.join(rest);
        }
        match absolute.strip_prefix(&self.current) {
            Ok(rest) => rest.to_path_buf(),
            Err(_) => absolute,
        }
    }
}

/// Where a package is, and where what was worked out about it is kept.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub paths: &'a Paths,
    pub cache: &'a Cache,
    pub profile: &'a Profile,
    /// The members of its workspace.
    pub members: &'a [PackageId],
    /// Whether its build scripts may have the compiler asked.
    pub asks_compiler: bool,
}

impl Place<'_> {
    /// The checks that a package is built with.
    pub fn checks(&self, package: &Package) -> Checks {
        self.built(package, Profile::checks)
    }

    /// What Cargo tells a package's build script about how it is built.
    pub fn variables(&self, package: &Package) -> [(&'static str, String); 3] {
        self.built(package, Profile::variables)
    }

    fn built<T>(&self, package: &Package, asked: fn(&Profile, Built) -> T) -> T {
        let built = Built {
            name: &package.name,
            version: &package.version.to_string(),
            is_member: self.members.contains(&package.id),
        };
        asked(self.profile, built)
    }
}

/// A package without dependencies: its own library is all that its targets can name.
pub fn alone(package: &Package, features: &[String], place: Place) -> Result<Options, String> {
    let asked = Asked {
        package,
        features: features.to_vec(),
        used: Used::default(),
    };
    let scripts = Scripts::run([asked], place);
    let said = scripts.said(package);
    let mut options = Options::default();
    describe(&mut options, package, features, said);
    options.build_scripts = unread_script(package, said).into_iter().collect();
    if let Some(target) = package.targets.iter().find(|target| is_library(target)) {
        let library = library((package, target), features, said, place)?;
        options.libraries.push(library);
        options.dependencies.push(Dependency {
            name: crate_name(&target.name),
            library: 0,
        });
    }
    Ok(options)
}

/// A package with the dependencies that Cargo has found.
pub fn resolved(
    metadata: &Metadata,
    package: &Package,
    asked: &PackageOptions,
    place: Place,
) -> Result<Options, String> {
    let nodes = metadata.resolve.as_ref().map_or(&[][..], |r| &r.nodes);
    let graph = Graph::new(metadata, nodes);
    let members = OfMembers::new(nodes, &graph.packages, package, asked);
    let names = |node: &Node| members.of(node);
    let known = nodes.iter().filter_map(|node| {
        let package = *graph.packages.get(&node.id)?;
        let used = match script_of(package) {
            Some(_) => graph.used_by_script(node, &names, place).ok()?,
            None => Used::default(),
        };
        Some(Asked {
            package,
            features: names(node),
            used,
        })
    });
    let scripts = Scripts::run(known, place);
    let mut options = Options::default();
    for node in &graph.nodes {
        let said = scripts.said(graph.packages[&node.id]);
        let mut library = graph.library(node, &names(node), said, place)?;
        options
            .written
            .extend(said.iter().flat_map(|said| said.files.clone()));
        library.dependencies = graph.dependencies(node);
        options.libraries.push(library);
    }
    let unread = nodes.iter().filter_map(|node| {
        let package = graph.packages.get(&node.id)?;
        unread_script(package, scripts.said(package))
    });
    options.build_scripts = unread.collect();
    if let Some(node) = nodes.iter().find(|node| node.id == package.id) {
        describe(&mut options, package, &names(node), scripts.said(package));
        options.dependencies = graph.dependencies(node);
        options.dependencies.extend(graph.own_library(node));
    }
    Ok(options)
}

/// The libraries that are asked for by the names of their packages.
pub fn named(libraries: &[Library], asked: &[String]) -> Result<Vec<String>, String> {
    let named = asked.iter().map(|package| {
        let name = crate_name(package);
        match libraries.iter().any(|library| library.name == name) {
            true => Ok(name),
            false => {
                let known = libraries.iter().map(|library| library.name.as_str());
                let hint = similar::hint(&name, known);
                Err(format!("`{package}` is not a dependency{hint}"))
            }
        }
    });
    named.collect()
}

/// What holds in a package's own targets, given what its build script says.
fn describe(options: &mut Options, package: &Package, features: &[String], said: Option<&Said>) {
    let said = said.cloned().unwrap_or_default();
    options.cfgs = cfgs(features);
    options.cfgs.extend(said.cfgs);
    options.variables = variables(package);
    options.variables.extend(said.variables);
    options.written.extend(said.files);
}

/// The name of a package that is the user's own and has a build script that cannot be run. Scripts of
/// published packages mostly ask which Rust there is.
fn unread_script(package: &Package, said: Option<&Said>) -> Option<String> {
    let unread = package.source.is_none() && said.is_none();
    unread.then(|| package.name.to_string())
}

/// The packages that have a library, and what they depend on.
struct Graph<'m> {
    nodes: Vec<&'m Node>,
    index: HashMap<&'m PackageId, usize>,
    packages: HashMap<&'m PackageId, &'m Package>,
}

impl<'m> Graph<'m> {
    fn new(metadata: &'m Metadata, all: &'m [Node]) -> Graph<'m> {
        let packages = metadata.packages.iter();
        let mut graph = Graph {
            nodes: Vec::new(),
            index: HashMap::new(),
            packages: packages.map(|package| (&package.id, package)).collect(),
        };
        for node in all {
            if graph.library_of(&node.id).is_some() {
                graph.index.insert(&node.id, graph.nodes.len());
                graph.nodes.push(node);
            }
        }
        graph
    }

    fn library_of(&self, id: &PackageId) -> Option<&'m Target> {
        let package = self.packages.get(id)?;
        let linked = |target: &&Target| is_library(target) || target.is_proc_macro();
        package.targets.iter().find(linked)
    }

    /// What the targets of a package can name.
    fn dependencies(&self, node: &Node) -> Vec<Dependency> {
        self.named(node, |kind| kind != DependencyKind::Build)
    }

    /// The libraries that a package's build script uses, with all that these use. What their own scripts say
    /// is not known.
    fn used_by_script(
        &self,
        node: &Node,
        features: &dyn Fn(&Node) -> Vec<String>,
        place: Place,
    ) -> Result<Used, String> {
        let mut nodes: Vec<usize> = Vec::new();
        let number = |nodes: &mut Vec<usize>, named: Dependency| {
            let known = nodes.iter().position(|&node| node == named.library);
            let library = known.unwrap_or_else(|| {
                nodes.push(named.library);
                nodes.len() - 1
            });
            Dependency { library, ..named }
        };
        let mut used = Used::default();
        for named in self.named(node, |kind| kind == DependencyKind::Build) {
            used.names.push(number(&mut nodes, named));
        }
        while let Some(&next) = nodes.get(used.libraries.len()) {
            let node = self.nodes[next];
            let mut library = self.library(node, &features(node), None, place)?;
            for named in self.dependencies(node) {
                library.dependencies.push(number(&mut nodes, named));
            }
            used.libraries.push(library);
        }
        Ok(used)
    }

    /// The library of a package, without what it depends on.
    fn library(
        &self,
        node: &Node,
        features: &[String],
        said: Option<&Said>,
        place: Place,
    ) -> Result<Library, String> {
        let target = self.library_of(&node.id);
        let target = target.expect("a node of the graph has a library");
        library((self.packages[&node.id], target), features, said, place)
    }

    /// What a package can name by its dependencies of some kinds.
    fn named(&self, node: &Node, wanted: impl Fn(DependencyKind) -> bool) -> Vec<Dependency> {
        let used = node.deps.iter().filter(|dependency| {
            let kinds = &dependency.dep_kinds;
            kinds.iter().any(|kind| wanted(kind.kind))
        });
        let known = used.filter_map(|dependency| {
            Some(Dependency {
                name: dependency.name.clone(),
                library: *self.index.get(&dependency.pkg)?,
            })
        });
        known.collect()
    }

    fn own_library(&self, node: &Node) -> Option<Dependency> {
        Some(Dependency {
            name: crate_name(&self.library_of(&node.id)?.name),
            library: *self.index.get(&node.id)?,
        })
    }
}

fn library(
    (package, target): (&Package, &Target),
    features: &[String],
    said: Option<&Said>,
    place: Place,
) -> Result<Library, String> {
    let edition = edition(target.edition).ok_or_else(|| {
        let (name, edition) = (&target.name, target.edition);
        format!("crate `{name}` is of edition {edition}, which is not supported")
    })?;
    let said = said.cloned().unwrap_or_default();
    let mut cfgs = cfgs(features);
    cfgs.extend(said.cfgs);
    let mut variables = variables(package);
    variables.extend(said.variables);
    let name = crate_name(&target.name);
    variables.push(("CARGO_CRATE_NAME".to_string(), name.clone()));
    Ok(Library {
        name,
        root: place.paths.shown(target.src_path.as_std_path()),
        edition,
        checks: Some(place.checks(package)),
        cfgs,
        variables,
        dependencies: Vec::new(),
        is_published: package.source.is_some(),
        is_macros: target.is_proc_macro(),
    })
}

/// What Cargo says about a package in the environment of its build.
pub fn variables(package: &Package) -> Vec<(String, String)> {
    let version = &package.version;
    let folder = package.manifest_path.parent();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let path = |path: &Option<_>| path.as_ref().map(ToString::to_string).unwrap_or_default();
    let rust = package.rust_version.as_ref();
    let variables = [
        ("CARGO_PKG_NAME", package.name.to_string()),
        ("CARGO_PKG_VERSION", version.to_string()),
        ("CARGO_PKG_VERSION_MAJOR", version.major.to_string()),
        ("CARGO_PKG_VERSION_MINOR", version.minor.to_string()),
        ("CARGO_PKG_VERSION_PATCH", version.patch.to_string()),
        ("CARGO_PKG_VERSION_PRE", version.pre.to_string()),
        ("CARGO_PKG_AUTHORS", package.authors.join(":")),
        ("CARGO_PKG_DESCRIPTION", text(&package.description)),
        ("CARGO_PKG_HOMEPAGE", text(&package.homepage)),
        ("CARGO_PKG_REPOSITORY", text(&package.repository)),
        ("CARGO_PKG_LICENSE", text(&package.license)),
        ("CARGO_PKG_LICENSE_FILE", path(&package.license_file)),
        ("CARGO_PKG_README", path(&package.readme)),
        (
            "CARGO_PKG_RUST_VERSION",
            rust.map(ToString::to_string).unwrap_or_default(),
        ),
        ("CARGO_MANIFEST_PATH", package.manifest_path.to_string()),
        (
            "CARGO_MANIFEST_DIR",
            folder.map(ToString::to_string).unwrap_or_default(),
        ),
    ];
    variables
        .map(|(name, value)| (name.to_string(), value))
        .into()
}

pub fn cfgs(features: &[String]) -> Vec<(String, Option<String>)> {
    let cfg = |feature: &String| ("feature".to_string(), Some(feature.clone()));
    features.iter().map(cfg).collect()
}
