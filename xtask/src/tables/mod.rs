//! The tables of `docs/tables/`: every figure in them that is not the thesis's comes from a run of this
//! command.

mod ablation;
mod first_bug;
mod fixed;
pub mod markup;
mod measure;
mod plot;
mod reduction;
mod statics;
mod thesis;

use markup::Table;
use measure::{Budget, Subject};
use std::path::Path;
use std::time::Duration;
use thesis::Thesis;
use vscheck::report::table::thousands;

/// A program, in both forms, and what the thesis says of it.
struct Program {
    thesis: Thesis,
    buggy: Subject,
    fixed: Subject,
}

/// Where the tables go, and under which bounds they come about.
struct Report<'a> {
    root: &'a Path,
    budget: Budget,
}

/// Writes one table.
pub fn save(root: &Path, name: &str, text: &str) -> Result<(), String> {
    let folder = root.join("docs/tables");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

impl Report<'_> {
    fn save(&self, name: &str, text: &str) -> Result<(), String> {
        save(self.root, name, text)
    }

    /// A page with one table, and the table alone as CSV.
    fn page(&self, name: &str, head: &str, table: &Table, notes: &str) -> Result<(), String> {
        let bounds = format!(
            "Written by `cargo xtask tables --seconds {}`: that long at most, and {} states, for each search.\n\
             Counts do not depend on the machine, times do.\n",
            self.budget.time.as_secs(),
            thousands(self.budget.states)
        );
        let text = format!("# {head}\n\n{bounds}\n{}\n{notes}", table.markdown());
        self.save(&format!("{name}.md"), &text)?;
        self.save(&format!("{name}.csv"), &table.csv())
    }
}

/// Writes all tables. A search gets at most this many seconds.
pub fn write(root: &Path, seconds: u64) -> Result<(), String> {
    let report = Report {
        root,
        budget: Budget {
            time: Duration::from_secs(seconds),
            states: 5_000_000,
        },
    };
    let programs: Vec<Program> = thesis::programs()
        .into_iter()
        .map(|thesis| {
            Ok(Program {
                buggy: Subject::new(root, thesis.corpus)?,
                fixed: Subject::new(root, &format!("{}_fixed", thesis.corpus))?,
                thesis,
            })
        })
        .collect::<Result<_, String>>()?;
    statics::write(&report, &programs)?;
    let first = first_bug::write(&report, &programs)?;
    let ablations = ablation::write(&report, &programs, &first)?;
    plot::write(&report, &first, &ablations)?;
    fixed::write(&report, &programs)?;
    reduction::write(&report)
}

/// A row's count, with a mark where a limit stopped it before it was through.
fn count(number: u64, stopped: bool) -> String {
    let mark = if stopped { "> " } else { "" };
    format!("{mark}{}", thousands(number))
}

fn duration(milliseconds: f64) -> String {
    vscheck::report::table::duration(Duration::from_secs_f64(milliseconds / 1e3))
}
