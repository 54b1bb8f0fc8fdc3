//! Paths told apart by what they know. A value that may have been moved is dropped under a flag, and
//! what is left of a matched `Result` by its discriminant, so control flow merges paths that hold a
//! lock with paths that do not, and parts again. Segments are therefore split by what is known of such
//! variables at their starts, and no path takes a branch that it excludes.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vscheck_ir::{Function, Inst, InstId, Program};

use super::skeleton::{Segment, Targets};
use super::variables::{Test, Variables};
use crate::cfg::{self, Unwind};

/// The variables whose values are known, in order.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Known(SmallVec<[(usize, u64); 4]>);

impl Known {
    fn value(&self, variable: usize) -> Option<u64> {
        let known = self.0.iter().find(|known| known.0 == variable);
        known.map(|known| known.1)
    }

    fn set(&mut self, variable: usize, value: Option<u64>) {
        let place = self.0.binary_search_by_key(&variable, |known| known.0);
        match (place, value) {
            (Ok(at), Some(value)) => self.0[at].1 = value,
            (Ok(at), None) => {
                self.0.remove(at);
            }
            (Err(at), Some(value)) => self.0.insert(at, (variable, value)),
            (Err(_), None) => {}
        }
    }
}

/// Splits segments by what is known at their starts; the first stays the entry. `None` if nothing can
/// be known, or there would be too many.
pub fn split(program: &Program, function: &Function, segments: &[Segment]) -> Option<Vec<Segment>> {
    let variables = Variables::new(program, function);
    if variables.list.is_empty() {
        return None;
    }
    let most = 4 * segments.len() + 64;
    let mut splitter = Splitter {
        function,
        segments,
        ids: FxHashMap::default(),
        found: Vec::new(),
        work: VecDeque::new(),
        variables: &variables,
    };
    splitter.id(0, Known::default());
    while let Some((id, segment, known)) = splitter.work.pop_front() {
        if splitter.found.len() > most {
            return None;
        }
        splitter.walk(id, segment, known);
    }
    Some(splitter.found)
}

struct Splitter<'a> {
    function: &'a Function,
    variables: &'a Variables,
    segments: &'a [Segment],
    ids: FxHashMap<(u32, Known), u32>,
    found: Vec<Segment>,
    work: VecDeque<(u32, u32, Known)>,
}

impl Splitter<'_> {
    /// The copy of a segment for what is known at its start, of what still matters there.
    fn id(&mut self, segment: u32, mut known: Known) -> u32 {
        let original = &self.segments[segment as usize];
        let variables = self.variables;
        known
            .0
            .retain(|known| variables.is_live(original.start, known.0));
        let key = (segment, known);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.found.len() as u32;
        self.found.push(Segment {
            successors: Targets::new(),
            landings: Targets::new(),
            ..*original
        });
        self.work.push_back((id, segment, key.1.clone()));
        self.ids.insert(key, id);
        id
    }

    fn segment_of(&self, at: InstId) -> u32 {
        self.segments.partition_point(|s| s.start <= at) as u32 - 1
    }

    /// The edges of one copy.
    fn walk(&mut self, id: u32, segment: u32, mut known: Known) {
        let Segment { start, end, .. } = self.segments[segment as usize];
        let mut landings = Targets::new();
        for index in start.0..end.0 {
            let at = InstId(index);
            let changes = self.variables.changes(at);
            if let Unwind::To(target) = cfg::unwind(self.function, at) {
                // What an unwinding instruction sets may be set or not.
                let mut agreed = known.clone();
                for &(variable, value) in changes {
                    if known.value(variable) != value {
                        agreed.set(variable, None);
                    }
                }
                landings.push(self.id(self.segment_of(target), agreed));
            }
            for &(variable, value) in changes {
                known.set(variable, value);
            }
        }
        let mut successors = Targets::new();
        for (target, known) in self.feasible(InstId(end.0 - 1), &known) {
            successors.push(self.id(self.segment_of(target), known));
        }
        for list in [&mut successors, &mut landings] {
            list.sort_unstable();
            list.dedup();
        }
        self.found[id as usize].successors = successors;
        self.found[id as usize].landings = landings;
    }

    /// Where an instruction may go on, given what is known, and what is known there.
    fn feasible(&self, at: InstId, known: &Known) -> Vec<(InstId, Known)> {
        let learned = |variable: usize, value: u64| {
            let mut known = known.clone();
            known.set(variable, Some(value));
            known
        };
        let inst = &self.function.code[at.index()];
        match (inst, self.variables.test(self.function, at)) {
            (
                Inst::Branch {
                    then_to, else_to, ..
                },
                Some(Test::Equals(variable, value)),
            ) => match known.value(variable) {
                Some(found) if found == value => vec![(*then_to, known.clone())],
                Some(_) => vec![(*else_to, known.clone())],
                None => vec![
                    (*then_to, learned(variable, value)),
                    (*else_to, known.clone()),
                ],
            },
            (Inst::Switch { cases, default, .. }, Some(Test::Value(variable))) => {
                match known.value(variable) {
                    Some(found) => {
                        let case = cases.iter().find(|case| case.0 == found);
                        vec![(case.map_or(*default, |case| case.1), known.clone())]
                    }
                    None => {
                        let taken = cases.iter();
                        let taken = taken.map(|&(value, to)| (to, learned(variable, value)));
                        taken.chain([(*default, known.clone())]).collect()
                    }
                }
            }
            _ => {
                let mut targets = Vec::new();
                cfg::successors(self.function, at, |to| targets.push((to, known.clone())));
                targets
            }
        }
    }
}
