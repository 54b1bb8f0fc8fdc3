//! Reachability: for every program point, which sites of interest the rest of its function and all it
//! calls can still run. One bit a site; equal sets are stored once.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vscheck_ir::graph;
use vscheck_ir::{FuncId, Inst, InstId, Program, Site};

use crate::call_graph::{InstanceId, site_of};
use crate::cfg::{self, Flows};
use crate::points_to::PointsTo;
use crate::points_to::set::SparseSet;

/// The sites reachable from each point of each instance.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Reach {
    /// The sites of interest, sorted; bits of the sets are indexes into it.
    pub sites: Vec<Site>,
    sets: Vec<SparseSet>,
    /// Asked while sets are found, and not kept.
    #[serde(skip)]
    ids: FxHashMap<SparseSet, u32>,
    /// For each instance and instruction: the set from there on, the instruction included. Of an instance
    /// that runs no site of interest: nothing.
    points: Vec<Vec<u32>>,
    /// For each instance: the set from its entry.
    entries: Vec<u32>,
}

/// The set of no site.
const NOTHING: u32 = 0;

impl Reach {
    /// Computes the sets for some sites of interest.
    pub fn new(program: &Program, facts: &PointsTo, flows: &Flows, mut sites: Vec<Site>) -> Reach {
        sites.sort_unstable();
        sites.dedup();
        let mut reach = Reach {
            sites,
            ..Reach::default()
        };
        reach.intern(SparseSet::default());
        reach.instances(program, facts, flows);
        reach
    }

    /// The index of a site of interest.
    pub fn site_index(&self, site: Site) -> Option<u32> {
        self.sites.binary_search(&site).ok().map(|at| at as u32)
    }

    /// What the rest of an activation can run from an instruction on, itself included.
    pub fn from(&self, instance: InstanceId, at: InstId) -> &SparseSet {
        let set = self.points[instance.index()].get(at.index());
        &self.sets[set.copied().unwrap_or(NOTHING) as usize]
    }

    /// What an activation can run from its entry on.
    pub fn from_entry(&self, instance: InstanceId) -> &SparseSet {
        &self.sets[self.entries[instance.index()] as usize]
    }

    fn intern(&mut self, set: SparseSet) -> u32 {
        let next = self.sets.len() as u32;
        *self.ids.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        })
    }

    /// The union of some sets, whose list it tidies.
    fn union(&mut self, ids: &mut Vec<u32>) -> u32 {
        ids.retain(|&id| id != NOTHING);
        ids.sort_unstable();
        ids.dedup();
        if ids.len() < 2 {
            return ids.first().copied().unwrap_or(NOTHING);
        }
        let mut all = self.sets[ids[0] as usize].clone();
        for &id in &ids[1..] {
            all.union(&self.sets[id as usize]);
        }
        self.intern(all)
    }

    /// Callees first; the members of a recursion share what any of them runs.
    fn instances(&mut self, program: &Program, facts: &PointsTo, flows: &Flows) {
        let calls = &facts.call_graph;
        let count = calls.instances.len();
        let mut callees: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (&(caller, _), list) in &calls.calls {
            callees[caller.index()].extend(list.iter().map(|c| c.0));
        }
        let found = graph::components(count, |n, out| out.extend(&callees[n as usize]));
        self.points = vec![Vec::new(); count];
        self.entries = vec![NOTHING; count];
        for members in found.members() {
            if members.len() > 1 || callees[members[0] as usize].contains(&members[0]) {
                self.recursion(facts, members, &callees);
            }
            for &member in members {
                let id = InstanceId(member);
                let calls = callees[member as usize].iter();
                let mut runs = calls.map(|&callee| self.entries[callee as usize]);
                let own = self.sites_of(facts.call_graph.func(id));
                if own.is_empty() && runs.all(|set| set == NOTHING) {
                    continue;
                }
                self.points[id.index()] = self.instance(program, flows, facts, id);
                self.entries[id.index()] = self.points[id.index()][0];
            }
        }
    }

    /// The indexes of the sites of interest in a function.
    fn sites_of(&self, func: FuncId) -> Range<u32> {
        let from = self.sites.partition_point(|site| site.func < func);
        let to = self.sites.partition_point(|site| site.func <= func);
        from as u32..to as u32
    }

    /// Gives all members of a recursion the union of what they run.
    fn recursion(&mut self, facts: &PointsTo, members: &[u32], callees: &[Vec<u32>]) {
        let mut parts = Vec::new();
        for &member in members {
            let func = facts.call_graph.func(InstanceId(member));
            parts.push(self.intern(self.sites_of(func).collect()));
            let outside = callees[member as usize].iter();
            parts.extend(outside.map(|&callee| self.entries[callee as usize]));
        }
        let all = self.union(&mut parts);
        for &member in members {
            self.entries[member as usize] = all;
        }
    }

    /// The sets of one instance's points, backwards over its control flow.
    fn instance(
        &mut self,
        program: &Program,
        flows: &Flows,
        facts: &PointsTo,
        id: InstanceId,
    ) -> Vec<u32> {
        let func = facts.call_graph.func(id);
        let function = program.function(func);
        let own = self.sites_of(func);
        let mut points = vec![NOTHING; function.code.len()];
        let mut parts = Vec::new();
        for members in flows.components(func).members() {
            parts.clear();
            for &member in members {
                let at = InstId(member);
                cfg::all_successors(function, at, |to| parts.push(points[to.index()]));
                if let Inst::Call { .. } = function.code[at.index()] {
                    let callees = facts.call_graph.callees(id, at);
                    parts.extend(callees.iter().map(|c| self.entries[c.index()]));
                }
                if !own.is_empty()
                    && let Some(index) = self.site_index(site_of(func, at))
                {
                    parts.push(self.intern([index].into_iter().collect()));
                }
            }
            let set = self.union(&mut parts);
            members.iter().for_each(|&m| points[m as usize] = set);
        }
        points
    }
}

/// From where a thread goes on: the top of its stack, and behind each call below it.
pub struct StackPoints {
    /// For each entry of the stack, the instances and instructions from which it goes on.
    pub points: Vec<(InstanceId, Vec<InstId>)>,
}

impl StackPoints {
    /// The points from which a thread goes on whose stack is `stack`: call sites, outermost first, and
    /// last the instruction it stands at. `None` for a stack that the analysis does not know.
    pub fn new(
        program: &Program,
        facts: &PointsTo,
        entry: InstanceId,
        stack: &[Site],
    ) -> Option<StackPoints> {
        let mut instance = entry;
        let mut points = Vec::with_capacity(stack.len());
        for (depth, site) in stack.iter().enumerate() {
            if facts.call_graph.func(instance) != site.func {
                return None;
            }
            let Some(next) = stack.get(depth + 1) else {
                points.push((instance, vec![site.inst]));
                break;
            };
            let mut after = Vec::new();
            cfg::all_successors(program.function(site.func), site.inst, |to| after.push(to));
            points.push((instance, after));
            let callees = facts.call_graph.callees(instance, site.inst).iter();
            let mut matching = callees.filter(|&&c| facts.call_graph.func(c) == next.func);
            match matching.next() {
                Some(&callee) => instance = callee,
                None if is_lang(program, next) => return Some(StackPoints { points }),
                None => return None,
            }
        }
        Some(StackPoints { points })
    }
}

/// Whether the site is in a function that failing checks call: it only panics.
fn is_lang(program: &Program, site: &Site) -> bool {
    site.func == program.lang.panic_arithmetic || site.func == program.lang.panic_bounds
}
