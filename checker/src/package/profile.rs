//! What of checks a Cargo profile leaves out: `overflow-checks` and `debug-assertions`, of all packages or of
//! single ones, and whether panics unwind; and what build scripts hear of it.

use super::flags;
use std::path::Path;
use toml::{Table, Value};
use vscheck_frontend::options::Checks;
use vscheck_frontend::similar;

/// The settings of the profile that is named, else of the tests' or of the one that binaries are built with.
pub struct Profile {
    tables: Vec<Table>,
    /// Its name, and those of the profiles that it inherits from, up to `dev` or `release`.
    names: Vec<String>,
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
    pub fn read(manifest: &Path, asked: Option<&str>, of_tests: bool) -> Result<Profile, String> {
        let folder = manifest.parent().unwrap_or(Path::new("."));
        let mut tables = flags::configuration(folder)?;
        tables.push(flags::table(manifest)?);
        let usual = if of_tests { "test" } else { "dev" };
        let names = ancestry(&tables, asked.unwrap_or(usual))?;
        Ok(Profile {
            tables,
            names,
            of_tests,
        })
    }

    /// The folder, within that of targets, where Cargo builds with it.
    pub fn folder(&self) -> &str {
        match self.names.first().map_or("dev", String::as_str) {
            "dev" | "test" => "debug",
            "release" | "bench" => "release",
            own => own,
        }
    }

    /// Whether it checks what nobody says a word about.
    fn is_for_development(&self) -> bool {
        self.names.last().is_none_or(|name| name == "dev")
    }

    /// What it says of a package.
    pub fn checks(&self, package: Built) -> Checks {
        let asked = |key| self.setting(package, key, |name| std::env::var(name).ok());
        Checks {
            overflow: asked("overflow-checks").unwrap_or(self.is_for_development()),
            assertions: asked("debug-assertions").unwrap_or(self.is_for_development()),
            unwinding: self.of_tests || !self.aborts(|name| std::env::var(name).ok()),
        }
    }

    /// What Cargo says of it to the build script of a package.
    pub fn variables(&self, package: Built) -> [(&'static str, String); 3] {
        let asked = |key| self.said(package, key, |name| std::env::var(name).ok());
        let develops = self.is_for_development();
        let (profile, level) = if develops {
            ("debug", "0")
        } else {
            ("release", "3")
        };
        let debug = asked("debug").map_or(develops, |value| match value {
            Value::Boolean(on) => on,
            Value::Integer(level) => level != 0,
            other => !matches!(other.as_str(), Some("none" | "false" | "0")),
        });
        let level = match asked("opt-level") {
            Some(Value::Integer(level)) => level.to_string(),
            Some(Value::String(level)) => level,
            _ => level.to_string(),
        };
        [
            ("PROFILE", profile.to_string()),
            ("DEBUG", debug.to_string()),
            ("OPT_LEVEL", level),
        ]
    }

    /// A setting that is on or off.
    fn setting(
        &self,
        package: Built,
        key: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<bool> {
        let value = self.said(package, key, variable)?;
        value.as_bool().or_else(|| value.as_str()?.parse().ok())
    }

    /// What is said of the package by name, else of all that are no members, else of all.
    fn said(
        &self,
        package: Built,
        key: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<Value> {
        let Built { name, version, .. } = package;
        let mut places = [format!("{name}@{version}"), format!("{name}:{version}")].to_vec();
        places.push(name.to_string());
        places.extend((!package.is_member).then(|| "*".to_string()));
        let mut places: Vec<Vec<&str>> = places
            .iter()
            .map(|place| vec!["package", place.as_str()])
            .collect();
        places.push(Vec::new());
        places
            .iter()
            .find_map(|place| self.first(place, key, &variable))
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
        self.names.iter().find_map(|profile| {
            let path = [&[profile.as_str()], place, &[key]].concat();
            let name = format!("CARGO_PROFILE_{}", path.join("_"));
            let name = name.replace('-', "_").to_uppercase();
            let path = [&["profile"], path.as_slice()].concat();
            let written = |table| flags::value(table, &path);
            let said = variable(&name).map(Value::String);
            said.or_else(|| self.tables.iter().find_map(written).cloned())
        })
    }
}

/// A profile and those that it inherits from.
fn ancestry(tables: &[Table], name: &str) -> Result<Vec<String>, String> {
    let mut names = vec![name.to_string()];
    loop {
        let name = &names[names.len() - 1];
        let parent = match name.as_str() {
            "dev" | "release" => return Ok(names),
            "test" => "dev",
            "bench" => "release",
            own => {
                let path = ["profile", own, "inherits"];
                let said = tables.iter().find_map(|table| flags::value(table, &path));
                said.and_then(Value::as_str).ok_or_else(|| {
                    let hint = similar::hint(own, profiles(tables));
                    format!("there is no profile `{own}` that says with `inherits` what it goes by{hint}")
                })?
            }
        };
        if names.iter().any(|known| known == parent) {
            return Err(format!("profile `{parent}` inherits from itself"));
        }
        names.push(parent.to_string());
    }
}

/// The names of Cargo's profiles and of those that are written somewhere.
fn profiles(tables: &[Table]) -> impl Iterator<Item = &str> {
    let written = tables
        .iter()
        .filter_map(|table| table.get("profile")?.as_table());
    let own = written.flat_map(|profiles| profiles.keys().map(String::as_str));
    ["dev", "release", "test", "bench"].into_iter().chain(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(texts: &[&str], name: &str, of_tests: bool) -> Result<Profile, String> {
        let tables = texts.iter().map(|text| text.parse().expect("TOML"));
        let tables: Vec<Table> = tables.collect();
        let names = ancestry(&tables, name)?;
        Ok(Profile {
            tables,
            names,
            of_tests,
        })
    }

    fn profile(texts: &[&str], of_tests: bool) -> Profile {
        let name = if of_tests { "test" } else { "dev" };
        named(texts, name, of_tests).expect("a profile")
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
    fn build_scripts_hear_of_the_profile() {
        let text = "[profile.small]\ninherits = 'release'\nopt-level = 's'\ndebug = 1\n";
        let told = |name| {
            let profile = named(&[text], name, false).expect("a profile");
            profile.variables(OWN).map(|(_, value)| value)
        };
        assert_eq!(told("dev"), ["debug", "true", "0"]);
        assert_eq!(told("release"), ["release", "false", "3"]);
        assert_eq!(told("small"), ["release", "true", "s"]);
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

    #[test]
    fn a_profile_goes_by_another_one() {
        let text = "[profile.fast]\ninherits = \"release\"\noverflow-checks = true\n\
                    [profile.faster]\ninherits = \"fast\"\n[profile.round]\ninherits = \"round\"\n";
        let checks = |name| {
            let checks = named(&[text], name, true).map(|profile| profile.checks(OWN));
            checks.map(|checks| (checks.overflow, checks.assertions))
        };
        assert_eq!(checks("test"), Ok((true, true)));
        assert_eq!(checks("bench"), Ok((false, false)));
        assert_eq!(checks("faster"), Ok((true, false)));
        assert!(checks("round").is_err() && checks("slow").is_err());
    }
}
