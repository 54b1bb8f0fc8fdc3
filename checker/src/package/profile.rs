//! What of checks a Cargo profile leaves out: `overflow-checks` and `debug-assertions`. The settings of single
//! packages, and `panic`, do not count.

use super::flags;
use std::path::Path;
use toml::{Table, Value};
use vscheck_frontend::options::Checks;

/// The settings of the tests' profile, or of the one that binaries are built with, for the workspace with this
/// manifest.
pub fn checks(manifest: &Path, of_tests: bool) -> Result<Checks, String> {
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let mut tables = flags::configuration(folder)?;
    tables.push(flags::table(manifest)?);
    let profiles: &[&str] = match of_tests {
        // What it does not say, the other one does.
        true => &["test", "dev"],
        false => &["dev"],
    };
    let asked = |key| setting(&tables, profiles, key, |name| std::env::var(name).ok());
    Ok(Checks {
        overflow: asked("overflow-checks").unwrap_or(true),
        assertions: asked("debug-assertions").unwrap_or(true),
    })
}

/// The first that says something: of each profile the environment, then the nearest file.
fn setting(
    tables: &[Table],
    profiles: &[&str],
    key: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Option<bool> {
    profiles.iter().find_map(|profile| {
        let name = format!("CARGO_PROFILE_{profile}_{key}");
        let name = name.replace('-', "_").to_uppercase();
        let said = variable(&name).and_then(|text| text.parse().ok());
        let written = |table| flags::value(table, &["profile", profile, key]);
        said.or_else(|| tables.iter().find_map(written).and_then(Value::as_bool))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_the_profile_counts() {
        let texts = [
            "[profile.dev]\noverflow-checks = false",
            "[profile.test]\noverflow-checks = true\n[profile.dev]\ndebug-assertions = false",
        ];
        let tables = texts.map(|text| text.parse::<Table>().expect("TOML"));
        let asked = |profiles: &[&str], key| setting(&tables, profiles, key, |_| None);
        assert_eq!(asked(&["dev"], "overflow-checks"), Some(false));
        assert_eq!(asked(&["test", "dev"], "overflow-checks"), Some(true));
        assert_eq!(asked(&["test", "dev"], "debug-assertions"), Some(false));
        assert_eq!(asked(&["dev"], "opt-level"), None);
        let variable = |name: &str| {
            (name == "CARGO_PROFILE_TEST_OVERFLOW_CHECKS").then(|| "false".to_string())
        };
        assert_eq!(
            setting(&tables, &["test", "dev"], "overflow-checks", variable),
            Some(false)
        );
    }
}
