//! Features of a package without dependencies. For others Cargo says which are on.

use super::PackageOptions;
use cargo_metadata::Package;
use std::collections::BTreeSet;

/// The features that are on: the default ones and those asked for, with all that they switch on.
pub fn enabled(package: &Package, asked: &PackageOptions) -> Result<Vec<String>, String> {
    let mut on = BTreeSet::new();
    let mut pending: Vec<String> = asked.features.clone();
    if let Some(unknown) = pending.iter().find(|f| !package.features.contains_key(*f)) {
        return Err(format!(
            "package `{}` has no feature `{unknown}`",
            package.name
        ));
    }
    if asked.all_features {
        pending.extend(package.features.keys().cloned());
    } else if !asked.no_default_features {
        pending.push("default".to_string());
    }
    while let Some(feature) = pending.pop() {
        if let Some(more) = package.features.get(&feature)
            && on.insert(feature)
        {
            pending.extend(more.iter().cloned());
        }
    }
    Ok(on.into_iter().collect())
}
