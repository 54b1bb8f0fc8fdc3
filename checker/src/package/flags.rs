//! `--cfg`s that the environment and Cargo's configuration give to builds:
//! `RUSTFLAGS="--cfg loom" cargo vscheck test`, or `rustflags` in `.cargo/config.toml`.

use super::{Cfg, PLATFORM};
use cargo_metadata::cargo_platform;
use std::env;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use toml::{Table, Value};
use vscheck_frontend::options::TARGET;

/// Those for the package in a folder, then the ones that the command line gives.
pub fn with_environment(folder: &Path, cfgs: &[Cfg]) -> Result<Vec<Cfg>, String> {
    let mut all = cfgs_in(flags(folder)?.iter().map(String::as_str));
    for cfg in cfgs {
        if !all.contains(cfg) {
            all.push(cfg.clone());
        }
    }
    Ok(all)
}

/// The first source of flags that there is, in Cargo's order.
fn flags(folder: &Path) -> Result<Vec<String>, String> {
    if let Ok(encoded) = env::var("CARGO_ENCODED_RUSTFLAGS") {
        return Ok(encoded.split('\u{1f}').map(str::to_string).collect());
    }
    if let Ok(flags) = env::var("RUSTFLAGS") {
        return Ok(words(&flags));
    }
    let tables = configuration(folder)?;
    let of_target = of_target(&tables);
    if !of_target.is_empty() {
        return Ok(of_target);
    }
    match env::var("CARGO_BUILD_RUSTFLAGS") {
        Ok(flags) => Ok(words(&flags)),
        Err(_) => Ok(merged(&tables, &["build", "rustflags"])),
    }
}

/// Cargo's configuration files from a folder upwards, the nearest first, then the user's own.
pub(super) fn configuration(folder: &Path) -> Result<Vec<Table>, String> {
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    let mut places: Vec<PathBuf> = folder.ancestors().map(|up| up.join(".cargo")).collect();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    places.extend(home.filter(|home| !places.contains(home)));
    let files = places.iter().filter_map(|place| {
        let names = ["config", "config.toml"].map(|name| place.join(name));
        names.into_iter().find(|file| file.is_file())
    });
    files.map(|file| table(&file)).collect()
}

/// What a file says.
pub(super) fn table(file: &Path) -> Result<Table, String> {
    let shown = file.display();
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    let parsed = text.parse();
    parsed.map_err(|error: toml::de::Error| format!("`{shown}`: {}", error.message()))
}

/// `target.TRIPLE.rustflags` and those of every `target.'cfg(..)'` that holds.
fn of_target(tables: &[Table]) -> Vec<String> {
    let keys = tables.iter().filter_map(|table| table.get("target"));
    let keys = keys.filter_map(Value::as_table).flat_map(Table::keys);
    let mut keys: Vec<&String> = keys.filter(|key| is_here(key)).collect();
    // The platform's own name comes before `cfg`s.
    keys.sort_by_key(|key| (key.as_str() != PLATFORM, *key));
    keys.dedup();
    let flags = keys.into_iter();
    flags
        .flat_map(|key| merged(tables, &["target", key, "rustflags"]))
        .collect()
}

fn is_here(target: &str) -> bool {
    let valued = TARGET.map(|(name, value)| format!("target_{name}=\"{value}\""));
    let named = ["unix", "debug_assertions"].map(str::to_string);
    let cfgs = named.iter().chain(&valued);
    let cfgs = cfgs.filter_map(|cfg| cargo_platform::Cfg::from_str(cfg).ok());
    let cfgs: Vec<cargo_platform::Cfg> = cfgs.collect();
    let asked = cargo_platform::Platform::from_str(target);
    asked.is_ok_and(|asked| asked.matches(PLATFORM, &cfgs))
}

/// A list of flags in all files: lists are joined, the nearest file's last; a text stands for itself.
fn merged(tables: &[Table], path: &[&str]) -> Vec<String> {
    let mut lists: Vec<Vec<String>> = Vec::new();
    for table in tables {
        match value(table, path) {
            Some(Value::Array(list)) => {
                let list = list.iter().filter_map(Value::as_str);
                lists.push(list.map(str::to_string).collect());
            }
            Some(Value::String(flags)) if lists.is_empty() => return words(flags),
            _ => {}
        }
    }
    lists.reverse();
    lists.concat()
}

/// What stands in a table at this path.
pub(super) fn value<'t>(table: &'t Table, path: &[&str]) -> Option<&'t Value> {
    let (last, parents) = path.split_last()?;
    let mut table = table;
    for parent in parents {
        table = table.get(*parent)?.as_table()?;
    }
    table.get(*last)
}

fn words(flags: &str) -> Vec<String> {
    flags.split_whitespace().map(str::to_string).collect()
}

fn cfgs_in<'f>(mut flags: impl Iterator<Item = &'f str>) -> Vec<Cfg> {
    let mut cfgs = Vec::new();
    while let Some(flag) = flags.next() {
        let written = match flag {
            "--cfg" => flags.next(),
            other => other.strip_prefix("--cfg="),
        };
        cfgs.extend(written.map(parse_cfg));
    }
    cfgs
}

/// Reads `loom`, `backend="fast"` or `backend=fast`.
pub fn parse_cfg(written: &str) -> Cfg {
    match written.split_once('=') {
        Some((name, value)) => {
            let value = value.trim().trim_matches('"').to_string();
            (name.trim().to_string(), Some(value))
        }
        None => (written.trim().to_string(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_taken_apart() {
        let loom = ("loom".to_string(), None);
        let backend = ("backend".to_string(), Some("fast".to_string()));
        let flags = "-C opt-level=3 --cfg loom --cfg=backend=\"fast\" -Dwarnings";
        assert_eq!(cfgs_in(flags.split_whitespace()), [loom, backend]);
        assert_eq!(cfgs_in(["--cfg"].into_iter()), []);
    }

    fn tables(texts: &[&str]) -> Vec<Table> {
        let parsed = texts.iter().map(|text| text.parse().expect("TOML"));
        parsed.collect()
    }

    #[test]
    fn lists_are_joined_and_texts_replace() {
        let near = "[build]\nrustflags = ['--cfg', 'near']";
        let far = "build.rustflags = ['--cfg', 'far']";
        let path = ["build", "rustflags"];
        let joined = merged(&tables(&[near, far]), &path);
        assert_eq!(joined, ["--cfg", "far", "--cfg", "near"]);
        let text = "build.rustflags = '--cfg  text'";
        assert_eq!(merged(&tables(&[text, far]), &path), ["--cfg", "text"]);
    }

    #[test]
    fn targets_are_this_platform() {
        let text = "[target.'cfg(unix)']\nrustflags = ['a']\n[target.'cfg(windows)']\nrustflags = ['b']\n\
                    [target.x86_64-unknown-linux-gnu]\nrustflags = ['c']\n[target.'cfg(all())']\nrustflags = 'd e'\n\
                    [target.'cfg(any(target_os = \"macos\", target_arch = \"x86_64\"))']\nrustflags = ['f']";
        assert_eq!(of_target(&tables(&[text])), ["c", "d", "e", "f", "a"]);
    }
}
