//! The tables of `docs/tables/`: every figure in them comes from a run of this command.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use vscheck::annotation::Annotation;
use vscheck::compare::{Comparison, KERNEL, Row};
use vscheck::engine::{Engine, find};
use vscheck::exploration::Settings;
use vscheck::limits::Limits;
use vscheck::pipeline::{Hooks, Request};
use vscheck::report::comparison;
use vscheck::source::Reading;

/// What stands above the table.
const HEAD: &str = "\
# The kernel programs: cost of the first bug

Written by `cargo xtask tables`; the same as `vscheck compare` on these programs. Counts do not depend
on the machine, times do.

";

/// Writes all tables.
pub fn write(root: &Path) -> ExitCode {
    match kernels(root) {
        Ok(rows) => {
            print!("{}", comparison::human(&rows));
            let text = HEAD.to_string() + &comparison::markdown(&rows);
            let csv = comparison::csv(&rows);
            save(root, "kernels.md", &text).and_then(|()| save(root, "kernels.csv", &csv))
        }
        Err(message) => Err(message),
    }
    .map_or_else(
        |message| {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

/// Writes one table.
pub fn save(root: &Path, name: &str, text: &str) -> Result<(), String> {
    let folder = root.join("docs/tables");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn kernels(root: &Path) -> Result<Vec<Row>, String> {
    let engine = |name| find(name).ok_or(format!("there is no engine {name}"));
    let engines = [engine("value-schedule")?, engine("dfs")?];
    let rows = KERNEL.map(|name| program(root, name, &engines));
    rows.into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map(|rows| rows.concat())
}

fn program(root: &Path, name: &str, engines: &[&'static Engine]) -> Result<Vec<Row>, String> {
    let path = root.join(format!("corpus/thesis/{name}.rs"));
    let source = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let request = Request {
        path,
        reading: Reading::default(),
        engine: engines[0],
        settings: Settings {
            limits: Limits {
                states: Some(1_000_000),
                timeout: Some(Duration::from_secs(60)),
                ..Limits::default()
            },
            ..Settings::default()
        },
    };
    let comparison = Comparison {
        request: &request,
        engines,
        baseline: "dfs",
        best_order: true,
        annotation: &Annotation::parse(&source)?,
    };
    let mut rows = comparison.rows(Hooks::default);
    for row in &mut rows {
        row.program = format!("corpus/thesis/{name}.rs");
    }
    Ok(rows)
}
