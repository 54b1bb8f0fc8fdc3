//! Which abstract objects more than one thread can reach (Chen 2009, figure 4.16: *escape*), and
//! which stand for exactly one object of an execution.

use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};
use vscheck_ir::graph;
use vscheck_ir::{Inst, InstId, Operand, Program};

use crate::call_graph::{InstanceId, site_of};
use crate::cfg::Flows;
use crate::points_to::object::{ObjectId, Origin};
use crate::points_to::{Atom, AtomId, PointsTo};

/// Facts about objects.
#[derive(Debug, Serialize, Deserialize)]
pub struct Sharing {
    /// Objects that a second thread can reach: through a static, or from what a spawn is given.
    pub escaped: FixedBitSet,
    /// Objects of which an execution has at most one.
    pub single: FixedBitSet,
}

impl Sharing {
    /// Computes both facts.
    pub fn new(program: &Program, facts: &PointsTo, flows: &Flows) -> Sharing {
        Sharing {
            escaped: escaped(program, facts),
            single: single(program, facts, flows),
        }
    }

    /// Whether an atom names one cell of one object, so that equal names mean equal cells.
    pub fn is_singular(&self, facts: &PointsTo, atom: AtomId) -> bool {
        match facts.atom(atom.0) {
            Atom::Cell(object, name) => {
                self.single.contains(object.index()) && !facts.object(object).cells.is_summary(name)
            }
            Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => false,
        }
    }
}

/// Everything reachable from statics and from the data given to spawned threads.
fn escaped(program: &Program, facts: &PointsTo) -> FixedBitSet {
    let mut seen = FixedBitSet::with_capacity(facts.objects.len());
    let mut work: Vec<ObjectId> = Vec::new();
    for (index, object) in facts.objects.iter().enumerate() {
        let root = match object.origin {
            Origin::Static(id) => !program.statics[id.index()].thread_local,
            Origin::Type(_) => true,
            Origin::Slot(..) | Origin::Heap(..) => false,
        };
        if root && !seen.put(index) {
            work.push(ObjectId::new(index));
        }
    }
    for &(instance, at) in &facts.call_graph.spawn_sites {
        for cell in facts.cells(instance, spawn_data(program, facts, instance, at)) {
            reach(facts, cell.0, &mut seen, &mut work);
        }
    }
    let mut cells_of: Vec<Vec<AtomId>> = vec![Vec::new(); facts.objects.len()];
    for (index, atom) in facts.atoms.iter().enumerate() {
        if let Atom::Cell(object, _) = atom {
            cells_of[object.index()].push(AtomId::new(index));
        }
    }
    while let Some(object) = work.pop() {
        for &cell in &cells_of[object.index()] {
            for atom in facts.content(cell).into_iter().flat_map(|set| set.iter()) {
                reach(facts, atom, &mut seen, &mut work);
            }
        }
    }
    seen
}

fn reach(facts: &PointsTo, atom: u32, seen: &mut FixedBitSet, work: &mut Vec<ObjectId>) {
    if let Atom::Cell(object, _) = facts.atom(atom)
        && !seen.put(object.index())
    {
        work.push(object);
    }
}

fn spawn_data(program: &Program, facts: &PointsTo, instance: InstanceId, at: InstId) -> Operand {
    let code = &program.function(facts.call_graph.func(instance)).code;
    match &code[at.index()] {
        Inst::Sync { args, .. } => args[1],
        other => unreachable!("a spawn site holds {other:?}"),
    }
}

/// Objects made by an instruction that runs at most once in an execution.
fn single(program: &Program, facts: &PointsTo, flows: &Flows) -> FixedBitSet {
    let once = once(facts, flows);
    let runs_once = |instance: InstanceId, at: InstId| {
        let site = site_of(facts.call_graph.func(instance), at);
        once.contains(instance.index()) && !flows.repeats(site)
    };
    let mut single = FixedBitSet::with_capacity(facts.objects.len());
    for (index, object) in facts.objects.iter().enumerate() {
        let is_single = match object.origin {
            Origin::Static(id) => !program.statics[id.index()].thread_local,
            // A slot is one object an activation: leaving and re-entering its scope makes new ones of
            // it one after another, never two at a time.
            Origin::Slot(instance, _) => once.contains(instance.index()),
            Origin::Heap(instance, at) => runs_once(instance, at),
            Origin::Type(_) => false,
        };
        single.set(index, is_single);
    }
    single
}

/// Instances that are activated at most once in an execution: one call, itself run once.
fn once(facts: &PointsTo, flows: &Flows) -> FixedBitSet {
    let calls = &facts.call_graph;
    let count = calls.instances.len();
    let mut callers: Vec<Vec<(InstanceId, InstId)>> = vec![Vec::new(); count];
    for (&site, callees) in calls.calls.iter().chain(&calls.spawns) {
        for callee in callees {
            callers[callee.index()].push(site);
        }
    }
    let order = graph::components(count, |node, out| {
        out.extend(callers[node as usize].iter().map(|site| site.0.0));
    });
    let cyclic = order.on_cycle();
    let mut once = FixedBitSet::with_capacity(count);
    for &node in order.members().flatten() {
        let node = node as usize;
        let single = match callers[node].as_slice() {
            // The start, and library functions that only failing checks call.
            [] => node == 0,
            &[(caller, at)] => {
                let site = site_of(calls.func(caller), at);
                once.contains(caller.index()) && !flows.repeats(site)
            }
            _ => false,
        };
        once.set(node, single && !cyclic.contains(node));
    }
    once
}
