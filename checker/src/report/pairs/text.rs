//! The access pairs as text.

use super::{Extent, alias, counts, end_report, object_part, precision, shown, threads};
use crate::report::snippet::Style;
use crate::report::table::{columns, counted, display_width, wrap};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use vscheck_analysis::Facts;
use vscheck_analysis::pairs::{ClassId, ClassPair};
use vscheck_analysis::why::{ObjectPart, Why};
use vscheck_ir::Program;

/// The pairs as text; those that are only checked for races are counted, not listed.
pub fn human(program: &Program, facts: &Facts, extent: Extent, style: Style) -> String {
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
    out += &laid_out(&rows, style);
    let more = (hidden > 0).then(|| {
        let more = counted(hidden as u64, "more line");
        format!("... and {more} (--all lists them)\n")
    });
    let totals = more.unwrap_or_default() + &totals(facts);
    let line = |line: &str| match style.wraps_all {
        true => wrap(line, style.width, "  "),
        false => format!("{line}\n"),
    };
    out + &totals.lines().map(line).collect::<String>()
}

/// A line for each pair; where the terminal is too narrow for that, one for each end and one for what they have
/// in common.
fn laid_out(rows: &[Row], style: Style) -> String {
    let wide = columns(rows);
    let fits = |line: &str| display_width(line) <= style.width;
    if !style.wraps_all || wide.lines().all(fits) {
        return wide;
    }
    let one = |row: &Row| {
        let [kind, alias, a, a_at, b, b_at, reason, count] = row;
        let head = format!("{kind} {alias} {reason} {count}");
        let ends = columns(&[[a, a_at], [b, b_at]].map(|end| end.map(String::clone)));
        let ends = ends
            .lines()
            .map(|end| match display_width(end) + 2 <= style.width {
                true => format!("  {end}\n"),
                false => wrap(&format!("  {end}"), style.width, "      "),
            });
        wrap(&head, style.width, "      ") + &ends.collect::<String>()
    };
    rows.iter().map(one).collect()
}

/// One end of a pair as text: who does what, and where.
type Look = [String; 2];

/// What pairs that look alike have in common: type, alias, both ends, why they are kept, and how many they are if
/// that is not one.
type Row = [String; 8];

/// The pairs that can be scheduled as text, with how many look alike (they differ in their calls only).
struct Rows<'a> {
    program: &'a Program,
    facts: &'a Facts,
    looks: FxHashMap<ClassId, BTreeMap<Look, u64>>,
    /// Without their numbers.
    rows: BTreeMap<Row, u64>,
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
            let [kind, alias] = [product.kind.name(), alias(product.must)].map(str::to_string);
            let ([a, a_at], [b, b_at]) = (one.clone(), other.clone());
            let row = [kind, alias, a, a_at, b, b_at, reason.clone(), String::new()];
            *self.rows.entry(row).or_default() += pairs;
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

    /// Each row with its number.
    fn counted(self) -> Vec<Row> {
        let counted = self.rows.into_iter().map(|(mut row, pairs)| {
            if pairs > 1 {
                let [.., count] = &mut row;
                *count = format!("({pairs} of them)");
            }
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
