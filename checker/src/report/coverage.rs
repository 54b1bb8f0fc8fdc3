//! What a search covered, in a line for people and as JSON.

use super::pairs::{EndReport, end_report};
use super::story;
use crate::coverage::{Coverage, Covered, Orders, Reason};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::collections::BTreeMap;
use vscheck_analysis::StaticThreadId;
use vscheck_analysis::access::{Access, AccessId};
use vscheck_analysis::print::verb_name;
use vscheck_ir::Program;

/// Pairs that the JSON lists; all are counted.
const MOST_LISTED: usize = 10_000;
/// Places that the line for people names.
const MOST_PLACES: usize = 3;

/// What became of the access pairs.
#[derive(Serialize)]
pub struct CoverageReport {
    /// How many there are.
    pub pairs: usize,
    /// How many were run in both orders.
    pub both: usize,
    /// How many only in one.
    pub one: usize,
    /// How many in none.
    pub none: usize,
    /// Why not in both orders, and of how many.
    pub reasons: BTreeMap<&'static str, usize>,
    /// The pairs, or the first of them.
    pub list: Vec<CoveredReport>,
    /// Whether there are more than are listed.
    pub truncated: bool,
}

/// One access pair.
#[derive(Serialize)]
pub struct CoveredReport {
    /// Its type, such as `RW`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `both`, `a-b`, `b-a` or `none`.
    pub orders: &'static str,
    /// Why not both.
    pub reason: Option<&'static str>,
    /// One end.
    pub a: EndReport,
    /// The other end.
    pub b: EndReport,
}

/// The statement on pairs that people can tell apart: by thread, operation, what it is done to, and where.
fn merged(program: &Program, coverage: &Coverage) -> Coverage {
    let facts = coverage.facts();
    let mut looks = FxHashMap::default();
    coverage.merged(|access| {
        let span = story::user_span(program, facts.stack(access));
        let look = (
            (access.thread, verb_name(access.verb)),
            facts.place(program, access.site).to_string(),
            span,
            span.is_none().then_some(access.site.func),
        );
        let next = looks.len();
        *looks.entry(look).or_insert(next)
    })
}

/// The statement as JSON.
pub fn json(program: &Program, coverage: &Coverage) -> CoverageReport {
    let coverage = &merged(program, coverage);
    let (both, one, none) = coverage.counts();
    let mut reasons = BTreeMap::new();
    for reason in coverage.pairs.iter().filter_map(|pair| pair.reason) {
        *reasons.entry(reason.name()).or_default() += 1;
    }
    let listed = coverage.pairs.iter().take(MOST_LISTED);
    CoverageReport {
        pairs: coverage.pairs.len(),
        both,
        one,
        none,
        reasons,
        list: listed
            .map(|pair| covered(program, coverage, pair))
            .collect(),
        truncated: coverage.pairs.len() > MOST_LISTED,
    }
}

fn covered(program: &Program, coverage: &Coverage, pair: &Covered) -> CoveredReport {
    let end = |id: AccessId| end_report(program, coverage.facts(), coverage.access(id));
    CoveredReport {
        kind: pair.kind.name(),
        orders: match pair.orders {
            Orders::Both => "both",
            Orders::Forward => "a-b",
            Orders::Backward => "b-a",
            Orders::None => "none",
        },
        reason: pair.reason.map(Reason::name),
        a: end(pair.first),
        b: end(pair.second),
    }
}

/// The statement in a line.
pub fn line(program: &Program, coverage: &Coverage) -> String {
    let coverage = &merged(program, coverage);
    let unwinding = |pair: &&Covered| pair.reason == Some(Reason::Unwinding);
    let unwinding = coverage.pairs.iter().filter(unwinding).count();
    let (both, one, none) = coverage.counts();
    let (total, none) = (coverage.pairs.len() - unwinding, none - unwinding);
    let mut parts = vec![match total {
        0 => "pairs: none; there are no two operations whose order makes a difference".to_string(),
        1 if both == 1 => "pairs: the only one run in both orders".to_string(),
        _ if both == total => format!("pairs: all {total} run in both orders"),
        _ => format!("pairs: {both} of {total} run in both orders"),
    }];
    let limited = |pair: &Covered| pair.reason == Some(Reason::Limit);
    let limited = coverage.pairs.iter().any(limited);
    if one > 0 {
        let why = if limited { "so far" } else { "always ordered" };
        parts.push(format!("{one} only one way ({why})"));
    }
    if none > 0 && limited {
        parts.push(format!("{none} not at all (so far)"));
    } else if none > 0 {
        parts.push(format!("{none} never ({})", never(program, coverage)));
    }
    if unwinding > 0 {
        parts.push(format!("{unwinding} more where only a panic leads"));
    }
    parts.join("; ")
}

/// Why pairs were never run, after a complete search.
fn never(program: &Program, coverage: &Coverage) -> String {
    let mut unreached = Vec::new();
    let (mut single, mut void, mut apart, mut commuting) = (0, 0, 0, 0);
    for pair in &coverage.pairs {
        match pair.reason {
            Some(Reason::Unreachable(first)) => {
                let id = if first { pair.first } else { pair.second };
                unreached.push(coverage.access(id));
            }
            Some(Reason::OneThread) => single += 1,
            Some(Reason::VoidAlias) => void += 1,
            Some(Reason::Apart) => apart += 1,
            Some(Reason::Commuting) => commuting += 1,
            Some(Reason::Unwinding | Reason::Ordered | Reason::Limit) | None => {}
        }
    }
    let single_thread = "of a thread that runs once".to_string();
    let why = [
        (unreached.len(), not_reached(program, coverage, &unreached)),
        (single, single_thread),
        (void, "never met on one object".to_string()),
        (apart, "never met in one execution".to_string()),
        (commuting, "whose order makes no difference".to_string()),
    ];
    let some = why.iter().filter(|(count, _)| *count > 0);
    let texts: Vec<String> = some.map(|(count, why)| format!("{count} {why}")).collect();
    texts.join("; ")
}

/// Where these would be, each with its thread where others do the same.
fn not_reached(program: &Program, coverage: &Coverage, unreached: &[&Access]) -> String {
    if unreached.is_empty() {
        return String::new();
    }
    let threads = threads_by_place(program, coverage);
    let told = unreached.iter().map(|access| {
        let place = place(program, coverage, access);
        match threads[&place].len() {
            1 => place,
            _ => place + &by_thread(program, coverage, access.thread),
        }
    });
    let mut places: Vec<String> = told.collect();
    places.sort();
    places.dedup();
    let more = if places.len() > MOST_PLACES {
        ", ..."
    } else {
        ""
    };
    places.truncate(MOST_PLACES);
    format!("not reached: {}{more}", places.join(", "))
}

/// The threads that do the same in the same place: one of them may be there, and another one not.
fn threads_by_place(
    program: &Program,
    coverage: &Coverage,
) -> FxHashMap<String, FxHashSet<StaticThreadId>> {
    let mut threads: FxHashMap<_, FxHashSet<_>> = FxHashMap::default();
    let ends = coverage
        .pairs
        .iter()
        .flat_map(|pair| [pair.first, pair.second]);
    for access in ends.map(|id| coverage.access(id)) {
        let at = place(program, coverage, access);
        threads.entry(at).or_default().insert(access.thread);
    }
    threads
}

/// Who does it.
fn by_thread(program: &Program, coverage: &Coverage, thread: StaticThreadId) -> String {
    let spawn = coverage.facts().spawn_site(program, thread);
    let span = spawn.and_then(|site| program.span_of(site));
    match span {
        Some(span) => format!(" by the thread of {}", story::short_place(program, span)),
        None => " by main".to_string(),
    }
}

/// Where the user's code does it.
fn place(program: &Program, coverage: &Coverage, access: &Access) -> String {
    let at = story::user_span(program, coverage.facts().stack(access));
    let at = at.map_or("the library".to_string(), |span| {
        story::short_place(program, span)
    });
    format!("{} at {at}", verb_name(access.verb))
}
