//! Features of a package without dependencies, and of a workspace's members. For others Cargo says which
//! are on.

use super::{PackageOptions, crate_name};
use cargo_metadata::{Dependency, DependencyKind, Node, Package, PackageId};
use std::collections::{BTreeSet, HashMap};
use vscheck_frontend::similar;

/// What is asked for of a package among others: `name/feature` is its own if it has that name.
pub fn asked_of(package: &Package, asked: &PackageOptions) -> PackageOptions {
    let own = |word: &String| match word.split_once('/') {
        Some((name, feature)) if *package.name == *name => feature.to_string(),
        _ => word.clone(),
    };
    PackageOptions {
        features: asked.features.iter().map(own).collect(),
        ..asked.clone()
    }
}

/// Whether a package or, with `name/feature`, one that it depends on may have a feature.
pub fn may_have(package: &Package, word: &str) -> bool {
    match word.split_once('/') {
        Some((name, _)) => {
            let name = name.trim_end_matches('?');
            let is_meant = |d: &Dependency| d.rename.as_ref().unwrap_or(&d.name) == name;
            package.dependencies.iter().any(is_meant)
        }
        None => package.features.contains_key(word),
    }
}

/// The features that are on in a package without dependencies: the default ones and those asked for, with all
/// that they switch on.
pub fn of_lone(package: &Package, asked: &PackageOptions) -> Result<Vec<String>, String> {
    let mut words = asked.features.iter();
    if let Some(unknown) = words.find(|word| !package.features.contains_key(*word)) {
        let hint = similar::hint(unknown, package.features.keys());
        return Err(format!(
            "package `{}` has no feature `{unknown}`{hint}",
            package.name
        ));
    }
    let packages = HashMap::from([(&package.id, package)]);
    let members = OfMembers::new(&[], &packages, package, asked);
    let on = members.on.get(&package.id).into_iter().flatten();
    Ok(on.cloned().collect())
}

/// The features that are on in local packages when some of them are built. Cargo's metadata tells what is on
/// when all members of the workspace are built, with the default features of each.
pub struct OfMembers<'m> {
    nodes: HashMap<&'m PackageId, &'m Node>,
    packages: &'m HashMap<&'m PackageId, &'m Package>,
    /// What is built: the package that is asked for, and others beside it.
    roots: Vec<&'m PackageId>,
    on: HashMap<&'m PackageId, BTreeSet<String>>,
    /// What a feature has still to be switched on in.
    pending: Vec<(&'m PackageId, String)>,
    /// The same, if something else comes to the package.
    weak: Vec<(&'m PackageId, String)>,
}

impl<'m> OfMembers<'m> {
    /// Works them out for a package, and for those that are built beside it.
    pub fn new(
        nodes: &'m [Node],
        packages: &'m HashMap<&'m PackageId, &'m Package>,
        package: &'m Package,
        asked: &PackageOptions,
    ) -> OfMembers<'m> {
        let beside = asked.beside.iter().filter_map(|other| {
            let is_meant =
                |p: &&&Package| p.source.is_none() && other.package.as_deref() == Some(&p.name);
            Some((*packages.values().find(is_meant)?, other))
        });
        let built: Vec<_> = std::iter::once((package, asked)).chain(beside).collect();
        let mut members = OfMembers {
            nodes: nodes.iter().map(|node| (&node.id, node)).collect(),
            packages,
            roots: built.iter().map(|(package, _)| &package.id).collect(),
            on: HashMap::new(),
            pending: Vec::new(),
            weak: Vec::new(),
        };
        for (package, asked) in built {
            members.ask(package, asked);
        }
        members.drain();
        // Who else asks for features of a local package is not looked at.
        for node in nodes {
            if packages[&node.id].source.is_some() {
                node.deps.iter().for_each(|dependency| {
                    members.on.remove(&dependency.pkg);
                });
            }
        }
        members
    }

    /// Begins with a package, and the features that are asked of it.
    fn ask(&mut self, package: &'m Package, asked: &PackageOptions) {
        let id = &package.id;
        self.reach(id);
        if asked.all_features {
            let all = package.features.keys().cloned();
            self.pending.extend(all.map(|feature| (id, feature)));
        } else if !asked.no_default_features {
            self.pending.push((id, "default".to_string()));
        }
        for word in &asked.features {
            self.follow(id, package, word);
        }
    }

    fn drain(&mut self) {
        loop {
            while let Some((package, feature)) = self.pending.pop() {
                self.switch_on(package, feature);
            }
            let on = &self.on;
            let news = |(package, feature): &&(&'m PackageId, String)| {
                let known = self.packages[*package].features.contains_key(feature);
                known && on.get(*package).is_some_and(|on| !on.contains(feature))
            };
            self.pending = self.weak.iter().filter(news).cloned().collect();
            if self.pending.is_empty() {
                return;
            }
        }
    }

    /// What is on in a package; in a published one what Cargo says.
    pub fn of(&self, node: &Node) -> Vec<String> {
        match self.on.get(&node.id) {
            Some(on) => on.iter().cloned().collect(),
            None => node.features.iter().map(ToString::to_string).collect(),
        }
    }

    /// Comes to a local package, and through it to others.
    fn reach(&mut self, id: &'m PackageId) {
        let Some(&package) = self.packages.get(id) else {
            return;
        };
        if package.source.is_some() || self.on.contains_key(id) {
            return;
        }
        self.on.insert(id, BTreeSet::new());
        for declared in &package.dependencies {
            if !declared.optional {
                self.depend(id, declared);
            }
        }
    }

    /// A dependency is used.
    fn depend(&mut self, id: &'m PackageId, declared: &'m Dependency) {
        if declared.kind == DependencyKind::Development && !self.roots.contains(&id) {
            return;
        }
        let Some(used) = self.used(id, declared) else {
            return;
        };
        self.reach(used);
        let default = declared
            .uses_default_features
            .then(|| "default".to_string());
        let features = default.into_iter().chain(declared.features.clone());
        let features = features.map(|feature| (used, feature));
        self.pending.extend(features);
    }

    /// The package that a declared dependency is, if it is one here.
    fn used(&self, id: &PackageId, declared: &Dependency) -> Option<&'m PackageId> {
        let name = crate_name(declared.rename.as_ref().unwrap_or(&declared.name));
        let by_name = |package: &Package| package.name.as_str() == declared.name;
        let deps = &self.nodes.get(id)?.deps;
        let found = deps.iter().find(|dependency| {
            let named = || {
                self.packages
                    .get(&dependency.pkg)
                    .copied()
                    .is_some_and(by_name)
            };
            dependency.name == name || declared.rename.is_none() && named()
        });
        found.map(|dependency| &dependency.pkg)
    }

    fn switch_on(&mut self, id: &'m PackageId, feature: String) {
        let Some(on) = self.on.get_mut(id) else {
            return;
        };
        let package = self.packages[id];
        let Some(more) = package.features.get(&feature) else {
            return;
        };
        if !on.insert(feature) {
            return;
        }
        for word in more {
            self.follow(id, package, word);
        }
    }

    /// What a feature switches on: `other`, `dep:name`, `name/feature`, `name?/feature`.
    fn follow(&mut self, id: &'m PackageId, package: &'m Package, word: &str) {
        let (name, feature) = match word.split_once('/') {
            Some((name, feature)) => (name, Some(feature)),
            None => match word.strip_prefix("dep:") {
                Some(name) => (name, None),
                None => return self.pending.push((id, word.to_string())),
            },
        };
        let known = name.trim_end_matches('?');
        let is_meant = |d: &&Dependency| d.rename.as_ref().unwrap_or(&d.name) == known;
        for declared in package.dependencies.iter().filter(is_meant) {
            if known == name {
                self.depend(id, declared);
            }
            if let (Some(used), Some(feature)) = (self.used(id, declared), feature) {
                self.weak.push((used, feature.to_string()));
            }
        }
        if feature.is_some() && known == name {
            self.pending.push((id, known.to_string()));
        }
    }
}
