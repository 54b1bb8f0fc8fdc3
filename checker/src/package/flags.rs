//! `--cfg`s that the environment gives to Cargo's builds: `RUSTFLAGS="--cfg loom" cargo vscheck test`.

use super::Cfg;
use std::env;

/// Those, then the ones that the command line gives.
pub fn with_environment(cfgs: &[Cfg]) -> Vec<Cfg> {
    let mut all = match (env::var("CARGO_ENCODED_RUSTFLAGS"), env::var("RUSTFLAGS")) {
        (Ok(encoded), _) => cfgs_in(encoded.split('\u{1f}')),
        (Err(_), Ok(flags)) => cfgs_in(flags.split_whitespace()),
        (Err(_), Err(_)) => Vec::new(),
    };
    for cfg in cfgs {
        if !all.contains(cfg) {
            all.push(cfg.clone());
        }
    }
    all
}

fn cfgs_in<'f>(mut flags: impl Iterator<Item = &'f str>) -> Vec<Cfg> {
    let mut cfgs = Vec::new();
    while let Some(flag) = flags.next() {
        let written = match flag {
            "--cfg" => flags.next(),
            other => other.strip_prefix("--cfg="),
        };
        cfgs.extend(written.map(cfg));
    }
    cfgs
}

fn cfg(written: &str) -> Cfg {
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
}
