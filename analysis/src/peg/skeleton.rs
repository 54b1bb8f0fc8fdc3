//! The part of a function's control flow that matters to other threads: maximal stretches of
//! instructions that change neither the running threads nor the locks held are one *segment*.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vscheck_ir::{Action, ActionKind, Function, Inst, InstId, Program};

use super::flags;
use crate::call_graph::InstanceId;
use crate::cfg::{self, Unwind};
use crate::points_to::PointsTo;

/// Segments that one goes on to: mostly one or two.
pub type Targets = SmallVec<[u32; 4]>;

/// Instructions `start..end` of a function. An *event* (see [`is_event`]) is a segment of its own.
#[derive(Clone, Debug)]
pub struct Segment {
    /// First instruction.
    pub start: InstId,
    /// One past the last.
    pub end: InstId,
    /// Whether it is one event instruction.
    pub event: bool,
    /// Segments it goes on to.
    pub successors: Targets,
    /// Landings (as segments) to which its instructions may unwind.
    pub landings: Targets,
    /// Whether it may unwind out of the function.
    pub unwinds_out: bool,
    /// Whether it ends with a return.
    pub returns: bool,
}

/// The segments of one instance; the first is the entry. One stretch of instructions may have several
/// (see [`super::flags`]).
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// In no order.
    pub segments: Vec<Segment>,
}

/// Whether an action changes which threads run or which locks are held.
pub fn changes_region(action: Action) -> bool {
    let waits = matches!(action, Action::CondvarWait | Action::CondvarWaitTimeout);
    let changes_threads = matches!(action, Action::Spawn | Action::Join);
    action.facts().kind == ActionKind::Lock || waits || changes_threads
}

/// The instances that (transitively) change regions; calls to all others are part of a segment.
pub fn changing_instances(program: &Program, facts: &PointsTo) -> FixedBitSet {
    let calls = &facts.call_graph;
    let mut changing = FixedBitSet::with_capacity(calls.instances.len());
    let mut callers: FxHashMap<InstanceId, Vec<InstanceId>> = FxHashMap::default();
    for (&(caller, _), callees) in &calls.calls {
        for &callee in callees {
            callers.entry(callee).or_default().push(caller);
        }
    }
    let mut work = Vec::new();
    for index in 0..calls.instances.len() {
        let id = InstanceId::new(index);
        let code = &program.function(calls.func(id)).code;
        let changes =
            |inst: &Inst| matches!(inst, Inst::Sync { action, .. } if changes_region(*action));
        if code.iter().any(changes) {
            changing.insert(index);
            work.push(id);
        }
    }
    while let Some(instance) = work.pop() {
        for &caller in callers.get(&instance).map_or(&[][..], Vec::as_slice) {
            if !changing.put(caller.index()) {
                work.push(caller);
            }
        }
    }
    changing
}

/// Whether an instruction is a node of its own: an action that changes regions, or a call to a
/// function that does.
fn is_event(
    facts: &PointsTo,
    changing: &FixedBitSet,
    instance: InstanceId,
    at: InstId,
    inst: &Inst,
) -> bool {
    if let Inst::Sync { action, .. } = inst {
        return changes_region(*action);
    }
    let calls = matches!(inst, Inst::Call { .. });
    let callees = || facts.call_graph.callees(instance, at).iter();
    calls && callees().any(|c| changing.contains(c.index()))
}

impl Skeleton {
    /// The segments of an instance.
    pub fn new(
        program: &Program,
        function: &Function,
        facts: &PointsTo,
        changing: &FixedBitSet,
        instance: InstanceId,
    ) -> Skeleton {
        let count = function.code.len();
        let mut events = FixedBitSet::with_capacity(count);
        for (index, inst) in function.code.iter().enumerate() {
            let at = InstId::new(index);
            events.set(index, is_event(facts, changing, instance, at, inst));
        }
        let starts = segment_starts(function, &events);
        let firsts: Vec<usize> = starts.ones().collect();
        let segment_of = |at: InstId| firsts.partition_point(|&f| f <= at.index()) as u32 - 1;
        let segments = firsts.iter().enumerate().map(|(index, &start)| {
            let end = firsts.get(index + 1).copied().unwrap_or(count);
            segment(function, events.contains(start), (start, end), segment_of)
        });
        let segments: Vec<Segment> = segments.collect();
        Skeleton {
            segments: flags::split(program, function, &segments).unwrap_or(segments),
        }
    }
}

/// Instructions at which a segment starts: jump targets, events, and what follows either's end.
fn segment_starts(function: &Function, events: &FixedBitSet) -> FixedBitSet {
    let count = function.code.len();
    let mut starts = FixedBitSet::with_capacity(count + 1);
    starts.insert(0);
    for index in 0..count {
        let at = InstId::new(index);
        let mut falls_through = true;
        cfg::all_successors(function, at, |to| {
            if to.index() != index + 1 {
                starts.insert(to.index());
                falls_through = false;
            }
        });
        if events.contains(index) {
            starts.insert(index);
        }
        let ends = matches!(function.code[index], Inst::Return { .. } | Inst::Resume);
        if events.contains(index)
            || !falls_through && !cfg::may_unwind(&function.code[index])
            || ends
        {
            starts.insert(index + 1);
        }
    }
    starts.set(count, false);
    starts
}

fn segment(
    function: &Function,
    event: bool,
    (start, end): (usize, usize),
    segment_of: impl Fn(InstId) -> u32,
) -> Segment {
    let last = InstId::new(end - 1);
    let mut found = Segment {
        start: InstId::new(start),
        end: InstId::new(end),
        event,
        successors: Targets::new(),
        landings: Targets::new(),
        unwinds_out: false,
        returns: matches!(function.code[last.index()], Inst::Return { .. }),
    };
    cfg::successors(function, last, |to| found.successors.push(segment_of(to)));
    for at in start..end {
        match cfg::unwind(function, InstId::new(at)) {
            Unwind::Never => {}
            Unwind::To(landing) => found.landings.push(segment_of(landing)),
            Unwind::Out => found.unwinds_out = true,
        }
    }
    for list in [&mut found.successors, &mut found.landings] {
        list.sort_unstable();
        list.dedup();
    }
    found
}
