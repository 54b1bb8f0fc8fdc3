//! The access pairs, as text and as JSON: schema `vscheck.analyze/1`.

mod text;

pub use text::human;

use super::json::{ErrorReport, Place, place, refusal};
use super::story;
use crate::pipeline::Refusal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use vscheck_analysis::access::Access;
use vscheck_analysis::pairs::Filtered;
use vscheck_analysis::print::verb_name;
use vscheck_analysis::why::{Escape, Home, ObjectPart, Why};
use vscheck_analysis::{Facts, PairType, StaticThreadId};
use vscheck_ir::{Program, Site};

/// What `vscheck analyze` found.
#[derive(Serialize)]
pub struct AnalyzeReport {
    /// `vscheck.analyze/1`.
    pub schema: &'static str,
    /// The path.
    pub program: String,
    /// The function that execution starts from.
    pub entry: String,
    /// The static threads.
    pub threads: Vec<ThreadReport>,
    /// Nodes of the parallel execution graph.
    pub peg_nodes: usize,
    /// Pairs of its nodes that may happen in parallel.
    pub mhp_pairs: u64,
    /// `precise` or `coarse`.
    pub mhp: &'static str,
    /// Access pairs of operations, by type.
    pub counts: BTreeMap<&'static str, u64>,
    /// Pairs of plain accesses, by type.
    pub plain_counts: BTreeMap<&'static str, u64>,
    /// How many of the conflicting ones each filter took.
    pub filtered: Filtered,
    /// The pairs, or the first of them.
    pub pairs: Vec<PairReport>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub pairs_left_out: u64,
    /// What each part took.
    pub time_ms: TimeReport,
    /// Why the program is not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
}

/// A static thread.
#[derive(Serialize)]
pub struct ThreadReport {
    /// Its name.
    pub id: String,
    /// Where it is spawned; `main` nowhere.
    pub spawned_at: Option<Place>,
    /// Whether there may be several at run time.
    pub many: bool,
}

/// An access pair.
#[derive(Serialize)]
pub struct PairReport {
    /// Its type, such as `RW`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `must` or `may`: whether both certainly touch one object.
    pub alias: &'static str,
    /// Whether it is checked for data races only.
    pub plain: bool,
    /// One end.
    pub a: EndReport,
    /// The other end.
    pub b: EndReport,
    /// Why it is kept.
    pub why: WhyReport,
}

/// Why a pair is kept: what both may touch, how a second thread comes to it, and the locks that each
/// end holds, none of them in common.
#[derive(Serialize)]
pub struct WhyReport {
    /// What both may touch.
    pub aliases: Option<ObjectReport>,
    /// How a second thread comes to it.
    pub escape: &'static str,
    /// What each end holds.
    pub locks: [Vec<String>; 2],
}

/// An object that both ends of a pair may touch.
#[derive(Serialize)]
pub struct ObjectReport {
    /// What it is called.
    pub object: String,
    /// Its type.
    pub r#type: String,
    /// Of how many objects it is one.
    pub candidates: usize,
}

/// An end of an access pair.
#[derive(Serialize)]
pub struct EndReport {
    /// Its static thread.
    pub thread: String,
    /// Where it stands.
    pub function: String,
    /// What it does.
    pub op: &'static str,
    /// Its text in the source.
    pub place: String,
    /// Where.
    pub span: Option<Place>,
    /// The calls that lead there.
    pub context: Vec<String>,
}

/// Milliseconds of each part.
#[derive(Serialize, Default)]
pub struct TimeReport {
    /// From source to bytecode.
    pub frontend: f64,
    /// What may alias.
    pub points_to: f64,
    /// The parallel execution graph.
    pub peg: f64,
    /// What may happen in parallel.
    pub mhp: f64,
    /// The access pairs.
    pub pairs: f64,
    /// What is reached from each instruction.
    pub reach: f64,
}

/// How many pairs are listed; the others are counted. A large program has tens of millions that are only
/// checked for races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As many as somebody may want to look at.
    First,
    /// All of them.
    All,
}

impl Extent {
    /// All of them where that is asked for.
    pub fn asked(all: bool) -> Extent {
        match all {
            true => Extent::All,
            false => Extent::First,
        }
    }

    /// Most pairs in JSON.
    fn most_in_json(self) -> usize {
        match self {
            Extent::First => 100_000,
            Extent::All => usize::MAX,
        }
    }

    /// Most lines of text.
    pub fn most_lines(self) -> usize {
        match self {
            Extent::First => 1000,
            Extent::All => usize::MAX,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The report of an analyzed program.
pub fn json(
    path: &Path,
    program: &Program,
    facts: &Facts,
    (frontend, extent): (Duration, Extent),
) -> AnalyzeReport {
    let pairs = pair_reports(program, facts, extent.most_in_json());
    AnalyzeReport {
        schema: "vscheck.analyze/1",
        program: path.display().to_string(),
        entry: program.entry_name.clone(),
        threads: threads(program, facts),
        peg_nodes: facts.peg.nodes.len(),
        mhp_pairs: facts.parallel_regions(),
        mhp: precision(facts),
        counts: counts(facts, false),
        plain_counts: counts(facts, true),
        filtered: facts.pairs.filtered,
        pairs_left_out: facts.pairs.total() - pairs.len() as u64,
        pairs,
        time_ms: times(facts, frontend),
        error: None,
    }
}

/// The report of a program that was not analyzed.
pub fn rejected(path: &Path, refused: &Refusal) -> AnalyzeReport {
    AnalyzeReport {
        schema: "vscheck.analyze/1",
        program: path.display().to_string(),
        entry: String::new(),
        threads: Vec::new(),
        peg_nodes: 0,
        mhp_pairs: 0,
        mhp: "none",
        counts: BTreeMap::new(),
        plain_counts: BTreeMap::new(),
        filtered: Filtered::default(),
        pairs: Vec::new(),
        pairs_left_out: 0,
        time_ms: TimeReport::default(),
        error: Some(refusal(refused)),
    }
}

fn precision(facts: &Facts) -> &'static str {
    if facts.options.mhp {
        "precise"
    } else {
        "coarse"
    }
}

fn counts(facts: &Facts, plain: bool) -> BTreeMap<&'static str, u64> {
    PairType::ALL
        .iter()
        .map(|&kind| (kind.name(), facts.count(kind, plain)))
        .collect()
}

fn threads(program: &Program, facts: &Facts) -> Vec<ThreadReport> {
    let ids = (0..facts.peg.threads.len()).map(StaticThreadId::new);
    let report = |thread: StaticThreadId| {
        let site = facts.spawn_site(program, thread);
        let span = site.and_then(|site| program.span_of(site));
        ThreadReport {
            id: label(thread),
            spawned_at: span.map(|span| place(program, span)),
            many: facts.parallel.many.contains(thread),
        }
    };
    ids.map(report).collect()
}

/// `main`, `t1`, ...
fn label(thread: StaticThreadId) -> String {
    match thread.index() {
        0 => "main".to_string(),
        n => format!("t{n}"),
    }
}

/// Those that can be scheduled first. Why a pair is kept is the same for all of one product.
fn pair_reports(program: &Program, facts: &Facts, most: usize) -> Vec<PairReport> {
    let mut listed = Vec::new();
    for product in facts.products(false).chain(facts.products(true)) {
        let room = most - listed.len();
        if room == 0 {
            break;
        }
        let why = facts.why(program, product);
        let pairs = facts.pairs_of(product).take(room);
        listed.extend(pairs.map(|pair| PairReport {
            kind: pair.kind.name(),
            alias: alias(pair.must),
            plain: pair.plain,
            a: end_report(program, facts, pair.a),
            b: end_report(program, facts, pair.b),
            why: why_report(program, &why),
        }));
    }
    listed
}

fn alias(must: bool) -> &'static str {
    if must { "must" } else { "may" }
}

fn why_report(program: &Program, why: &Why) -> WhyReport {
    let names = |held: &[ObjectPart]| held.iter().map(|lock| object_part(program, lock)).collect();
    WhyReport {
        aliases: why.common.as_ref().map(|common| ObjectReport {
            object: object_part(program, common),
            r#type: common.ty.clone(),
            candidates: why.commons,
        }),
        escape: match why.escape {
            Escape::Static => "static",
            Escape::Reachable => "reachable",
            Escape::Global => "global",
        },
        locks: [names(&why.held[0]), names(&why.held[1])],
    }
}

/// `LEDGER.total`, `(made at main.rs:12).count`.
fn object_part(program: &Program, part: &ObjectPart) -> String {
    let home = match &part.home {
        Home::Static(name) if name.is_empty() => "a constant".to_string(),
        Home::Static(name) => name.clone(),
        Home::Local(name, function) if name.is_empty() => format!("a temporary of {function}"),
        Home::Local(name, function) => format!("{name} of {function}"),
        Home::Heap(site) => match program.span_of(*site) {
            Some(span) => format!("made at {}", shown(&place(program, span))),
            None => format!("made in {}", program.function(site.func).name),
        },
        Home::Anywhere => format!("any {}", part.ty),
    };
    let fields: String = part.fields.iter().map(|name| format!(".{name}")).collect();
    match &part.home {
        Home::Static(name) if !name.is_empty() => home + &fields,
        _ if fields.is_empty() => home,
        _ => format!("({home}){fields}"),
    }
}

fn shown(at: &Place) -> String {
    format!("{}:{}", at.file, at.line)
}

/// One end of a pair.
pub fn end_report(program: &Program, facts: &Facts, access: &Access) -> EndReport {
    let stack: Vec<Site> = facts.stack(access).collect();
    let span = story::user_span(program, stack.iter().copied());
    EndReport {
        thread: label(access.thread),
        function: program.function(access.site.func).name.clone(),
        op: verb_name(access.verb),
        place: facts.place(program, access.site).to_string(),
        span: span.map(|span| place(program, span)),
        context: stack[1..]
            .iter()
            .rev()
            .filter(|&&site| !program.function(site.func).is_model)
            .map(|&site| call(program, site))
            .collect(),
    }
}

/// `main:8`.
fn call(program: &Program, site: Site) -> String {
    let line = program.span_of(site).map_or(0, |span| span.line);
    format!("{}:{line}", program.function(site.func).name)
}

fn times(facts: &Facts, frontend: Duration) -> TimeReport {
    let ms = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    TimeReport {
        frontend: ms(frontend),
        points_to: ms(facts.times.points_to),
        peg: ms(facts.times.peg),
        mhp: ms(facts.times.mhp),
        pairs: ms(facts.times.pairs),
        reach: ms(facts.times.reach),
    }
}
