//! The access pairs, as text and as JSON: schema `vscheck.analyze/1`.

use super::json::{ErrorReport, Place, place, refusal};
use super::story;
use super::table::{columns, counted};
use crate::pipeline::Refusal;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use vscheck_analysis::access::Access;
use vscheck_analysis::pairs::{ClassId, ClassPair, Filtered};
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

/// The pairs as text; those that are only checked for races are counted, not listed.
pub fn human(program: &Program, facts: &Facts, extent: Extent) -> String {
    let mut out = String::new();
    for thread in threads(program, facts) {
        let many = if thread.many { ", many" } else { "" };
        out += &match thread.spawned_at {
            Some(at) => format!("{}: spawned at {}:{}{many}\n", thread.id, at.file, at.line),
            None => format!("{}: from `{}`{many}\n", thread.id, program.entry_name),
        };
    }
    let mut rows = Rows::new(program, facts).counted();
    let hidden = rows.len().saturating_sub(extent.most_lines());
    rows.truncate(extent.most_lines());
    out += &columns(&rows);
    if hidden > 0 {
        let _ = writeln!(
            out,
            "... and {} (--all lists them)",
            counted(hidden as u64, "more line")
        );
    }
    out + &totals(facts)
}

/// One end of a pair as text: who does what, and where.
type Look = [String; 2];

/// The pairs that can be scheduled as text, with how many look alike (they differ in their calls only).
struct Rows<'a> {
    program: &'a Program,
    facts: &'a Facts,
    looks: FxHashMap<ClassId, BTreeMap<Look, u64>>,
    rows: BTreeMap<Vec<String>, u64>,
}

impl<'a> Rows<'a> {
    fn new(program: &'a Program, facts: &'a Facts) -> Rows<'a> {
        let mut rows = Rows {
            program,
            facts,
            looks: FxHashMap::default(),
            rows: BTreeMap::new(),
        };
        for product in facts.products(false) {
            rows.add(product);
        }
        rows
    }

    fn add(&mut self, product: &ClassPair) {
        for class in [product.a, product.b] {
            if !self.looks.contains_key(&class) {
                self.looks.insert(class, self.looks_of(class));
            }
        }
        let reason = reason(self.program, &self.facts.why(self.program, product));
        let (a, b) = (&self.looks[&product.a], &self.looks[&product.b]);
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        for ((one, n), (other, m)) in pairs {
            let pairs = match product.a == product.b {
                true if one > other => continue,
                true if one == other => n * (n + 1) / 2,
                _ => n * m,
            };
            let head = [product.kind.name(), alias(product.must)].map(str::to_string);
            let ends = one.iter().chain(other).cloned();
            let row = head.into_iter().chain(ends).chain([reason.clone()]);
            *self.rows.entry(row.collect()).or_default() += pairs;
        }
    }

    fn looks_of(&self, class: ClassId) -> BTreeMap<Look, u64> {
        let mut looks = BTreeMap::new();
        for &member in &self.facts.pairs.classes[class.index()].members {
            let end = end_report(self.program, self.facts, self.facts.access(member));
            let what = format!("{} {} {}", end.thread, end.op, end.place);
            let at = end.span.as_ref().map_or_else(String::new, shown);
            *looks.entry([what.trim_end().to_string(), at]).or_default() += 1;
        }
        looks
    }

    /// Each row with its number, if that is not one.
    fn counted(self) -> Vec<Vec<String>> {
        let counted = self.rows.into_iter().map(|(mut row, pairs)| {
            let count = (pairs > 1).then(|| format!("({pairs} of them)"));
            row.push(count.unwrap_or_default());
            row
        });
        counted.collect()
    }
}

/// What both ends touch, and the locks each holds: `on X.count; locks: A | none`.
fn reason(program: &Program, why: &Why) -> String {
    let names = |held: &[ObjectPart]| -> String {
        let names: Vec<String> = held.iter().map(|lock| object_part(program, lock)).collect();
        let list = names.join(", ");
        if list.is_empty() {
            "none".to_string()
        } else {
            list
        }
    };
    let on = why
        .common
        .as_ref()
        .map(|common| object_part(program, common));
    let on = on.map_or(String::new(), |name| format!("on {name}"));
    let more = match why.commons {
        0 | 1 => String::new(),
        n => format!(" or {} more", n - 1),
    };
    let locks = match why.held.iter().all(Vec::is_empty) {
        true => String::new(),
        false => format!("; locks: {} | {}", names(&why.held[0]), names(&why.held[1])),
    };
    format!("{on}{more}{locks}")
}

fn totals(facts: &Facts) -> String {
    let text = |plain| {
        let counts = counts(facts, plain).into_iter().filter(|&(_, n)| n > 0);
        let list: Vec<String> = counts.map(|(kind, n)| format!("{n} {kind}")).collect();
        if list.is_empty() {
            "none".to_string()
        } else {
            list.join(", ")
        }
    };
    let filtered = &facts.pairs.filtered;
    format!(
        "pairs: {}; checked for data races only: {}\n\
         filtered of {} that conflict: {} never in parallel, {} under a common lock, {} by alias, \
         {} that commute; ordinary data counted, {} by escape, {} by disjointness\n\
         parallel execution graph: {} nodes, {} pairs in parallel ({})\n",
        text(false),
        text(true),
        filtered.conflicting,
        filtered.mhp,
        filtered.locks,
        filtered.alias,
        filtered.commute,
        filtered.escape,
        filtered.disjoint,
        facts.peg.nodes.len(),
        facts.parallel_regions(),
        precision(facts)
    )
}
