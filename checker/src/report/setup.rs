//! What `main` does before it starts anybody is summed up: no order of threads made a difference to it.

use super::inside::Row;
use super::story::Step;

/// So many rows are summed up.
const SUMMED_UP: usize = 4;

/// The rows of some steps, where those before the first thread is started are one, unless steps of `kept` are among
/// them.
pub fn rows(rows: Vec<Row>, steps: &[Step], kept: &[usize]) -> Vec<Row> {
    let Some(spawn) = steps.iter().position(Step::starts_thread) else {
        return rows;
    };
    let is_setup = |row: &&Row| row.number + row.count <= spawn;
    let setup = rows.iter().take_while(is_setup).count();
    if setup < SUMMED_UP || kept.iter().any(|&step| step < spawn) {
        return rows;
    }
    let count = rows[..setup].iter().map(|row| row.count).sum();
    let verb = format!("{count} steps alone");
    let sum = Row::sum((0, count), verb, None, &rows[0].step);
    let others = rows.into_iter().skip(setup);
    std::iter::once(sum).chain(others).collect()
}
