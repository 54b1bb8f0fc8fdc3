//! What of checks a Cargo profile leaves out: `overflow-checks` and `debug-assertions`, of all packages or of
//! single ones, and whether panics unwind.

use super::flags;
use std::path::Path;
use toml::{Table, Value};
use vscheck_frontend::options::Checks;

/// The settings of the tests' profile, or of the one that binaries are built with.
pub struct Profile {
    tables: Vec<Table>,
    of_tests: bool,
}

/// A package that is built with a profile.
#[derive(Clone, Copy)]
pub struct Built<'p> {
    pub name: &'p str,
    pub version: &'p str,
    pub is_member: bool,
}

impl Profile {
    /// Reads the profiles of the workspace with this manifest.
    pub fn read(manifest: &Path, of_tests: bool) -> Result<Profile, String> {
        let folder = manifest.parent().unwrap_or(Path::new("."));
        let mut tables = flags::configuration(folder)?;
        tables.push(flags::table(manifest)?);
        Ok(Profile { tables, of_tests })
    }

    /// What it says of a package.
    pub fn checks(&self, package: Built) -> Checks {
        let asked = |key| self.setting(package, key, |name| std::env::var(name).ok());
        Checks {
            overflow: asked("overflow-checks").unwrap_or(true),
            assertions: asked("debug-assertions").unwrap_or(true),
            unwinding: self.of_tests || !self.aborts(|name| std::env::var(name).ok()),
        }
    }

    /// Its names: what that of tests does not say, the other one does.
    fn names(&self) -> &'static [&'static str] {
        match self.of_tests {
            true => &["test", "dev"],
            false => &["dev"],
        }
    }

    /// What is said of the package by name, else of all that are no members, else of all.
    fn setting(
        &self,
        package: Built,
        key: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<bool> {
        let Built { name, version, .. } = package;
        let mut places = [format!("{name}@{version}"), format!("{name}:{version}")].to_vec();
        places.push(name.to_string());
        places.extend((!package.is_member).then(|| "*".to_string()));
        let mut places: Vec<Vec<&str>> = places
            .iter()
            .map(|place| vec!["package", place.as_str()])
            .collect();
        places.push(Vec::new());
        places.iter().find_map(|place| {
            let value = self.first(place, key, &variable)?;
            value.as_bool().or_else(|| value.as_str()?.parse().ok())
        })
    }

    /// Whether a panic ends the process: packages have no such setting of their own.
    fn aborts(&self, variable: impl Fn(&str) -> Option<String>) -> bool {
        let strategy = self.first(&[], "panic", &variable);
        strategy.is_some_and(|strategy| strategy.as_str() == Some("abort"))
    }

    /// The first that says something: of each profile the environment, then the nearest file.
    fn first(
        &self,
        place: &[&str],
        key: &str,
        variable: &impl Fn(&str) -> Option<String>,
    ) -> Option<Value> {
        self.names().iter().find_map(|profile| {
            let path = [&[*profile], place, &[key]].concat();
            let name = format!("CARGO_PROFILE_{}", path.join("_"));
            let name = name.replace('-', "_").to_uppercase();
            let path = [&["profile"], path.as_slice()].concat();
            let written = |table| flags::value(table, &path);
            let said = variable(&name).map(Value::String);
            said.or_else(|| self.tables.iter().find_map(written).cloned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(texts: &[&str], of_tests: bool) -> Profile {
        let tables = texts.iter().map(|text| text.parse().expect("TOML"));
        Profile {
            tables: tables.collect(),
            of_tests,
        }
    }

    const OWN: Built<'_> = Built {
        name: "own",
        version: "0.1.0",
        is_member: true,
    };

    #[test]
    fn the_nearest_of_the_profile_counts() {
        let texts = [
            "[profile.dev]\noverflow-checks = false",
            "[profile.test]\noverflow-checks = true\n[profile.dev]\ndebug-assertions = false",
        ];
        let (dev, test) = (profile(&texts, false), profile(&texts, true));
        let none = |_: &str| None;
        assert_eq!(dev.setting(OWN, "overflow-checks", none), Some(false));
        assert_eq!(test.setting(OWN, "overflow-checks", none), Some(true));
        assert_eq!(test.setting(OWN, "debug-assertions", none), Some(false));
        assert_eq!(dev.setting(OWN, "opt-level", none), None);
        let variable = |name: &str| {
            (name == "CARGO_PROFILE_TEST_OVERFLOW_CHECKS").then(|| "false".to_string())
        };
        assert_eq!(test.setting(OWN, "overflow-checks", variable), Some(false));
    }

    #[test]
    fn packages_may_have_settings_of_their_own() {
        let text = "[profile.dev.package.near]\noverflow-checks = true\n\
                    [profile.dev.package.'*']\noverflow-checks = false\n\
                    [profile.test.package.'far@1.2.3']\noverflow-checks = true\n";
        let none = |_: &str| None;
        let of = |name, is_member, of_tests| {
            let package = Built {
                name,
                version: "1.2.3",
                is_member,
            };
            profile(&[text], of_tests).setting(package, "overflow-checks", none)
        };
        assert_eq!(of("near", false, false), Some(true));
        assert_eq!(of("far", false, false), Some(false));
        assert_eq!(of("far", false, true), Some(true));
        assert_eq!(of("own", true, false), None);
    }

    #[test]
    fn panics_abort_outside_of_tests() {
        let text = "[profile.dev]\npanic = \"abort\"";
        assert!(profile(&[text], false).aborts(|_| None));
        assert!(!profile(&[text], false).checks(OWN).unwinding);
        assert!(profile(&[text], true).checks(OWN).unwinding);
    }
}
