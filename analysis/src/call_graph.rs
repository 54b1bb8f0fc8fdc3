//! Instances of functions: which functions are told apart by their callers, and who calls whom.
//!
//! A small function is cloned for each call (a call string of at most three sites, and the spawn that
//! started the thread), so that `Arc::new`, guards passed through `unwrap`, and a user's own
//! constructors do not blur the objects of their callers (Chen 2009, figure 4.14). Large and
//! recursive functions have one instance.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vscheck_ir::graph;
use vscheck_ir::{Callee, FuncId, Inst, InstId, Program, Site, entity};

entity! {
    /// A function in a calling context.
    #[derive(Serialize, Deserialize)]
    InstanceId, "inst"
}
entity! {
    /// A calling context.
    #[derive(Serialize, Deserialize)]
    ContextId, "ctx"
}

/// What tells instances of one function apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Context {
    /// The spawn that started the thread (the last sites of its own call string), if it matters.
    pub origin: Vec<Site>,
    /// The innermost call sites, outermost first. Calls inside library models do not count.
    pub sites: Vec<Site>,
}

/// A function in a calling context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Instance {
    /// The function.
    pub func: FuncId,
    /// Its context.
    pub context: ContextId,
}

/// Call sites kept in a context.
const CALL_STRING: usize = 3;
/// Largest function (with all it calls directly) that is cloned, in instructions.
const CLONED_USER: u32 = 300;
/// The same for library models.
const CLONED_MODEL: u32 = 800;

/// All instances, and the calls between them, found as the points-to analysis goes.
#[derive(Debug, Serialize, Deserialize)]
pub struct CallGraph {
    /// Every instance, in the order of discovery; the first is the program's start.
    pub instances: Vec<Instance>,
    /// Every context; the first is the empty one.
    pub contexts: Vec<Context>,
    /// Callees of each call instruction.
    pub calls: FxHashMap<(InstanceId, InstId), Vec<InstanceId>>,
    /// Entries of each spawn instruction.
    pub spawns: FxHashMap<(InstanceId, InstId), Vec<InstanceId>>,
    /// The spawn a number stands for as a points-to atom.
    pub spawn_sites: Vec<(InstanceId, InstId)>,
    /// What follows is asked while the graph grows, and not kept.
    #[serde(skip)]
    by_key: FxHashMap<Instance, InstanceId>,
    #[serde(skip)]
    context_ids: FxHashMap<Context, ContextId>,
    #[serde(skip)]
    cloneable: Vec<bool>,
    /// Instructions that may still be cloned.
    #[serde(skip)]
    budget: usize,
}

impl CallGraph {
    /// A graph that knows no call yet. Without contexts every function has one instance.
    pub fn new(program: &Program, with_contexts: bool) -> Self {
        let cloneable = if with_contexts {
            cloneable(program)
        } else {
            vec![false; program.functions.len()]
        };
        let total: usize = program.functions.iter().map(|f| f.code.len()).sum();
        let mut graph = CallGraph {
            instances: Vec::new(),
            contexts: Vec::new(),
            calls: FxHashMap::default(),
            spawns: FxHashMap::default(),
            spawn_sites: Vec::new(),
            by_key: FxHashMap::default(),
            context_ids: FxHashMap::default(),
            cloneable,
            budget: 100_000 + total,
        };
        graph.context(Context::default());
        graph
    }

    fn context(&mut self, context: Context) -> ContextId {
        let next = ContextId::new(self.contexts.len());
        *self.context_ids.entry(context).or_insert_with_key(|c| {
            self.contexts.push(c.clone());
            next
        })
    }

    /// The instance of `func` in `context`, and whether it is new.
    fn instance(&mut self, program: &Program, key: Instance) -> (InstanceId, bool) {
        if let Some(&known) = self.by_key.get(&key) {
            return (known, false);
        }
        let id = InstanceId::new(self.instances.len());
        if key.context != ContextId(0) {
            let size = program.function(key.func).code.len();
            self.budget = self.budget.saturating_sub(size);
        }
        self.instances.push(key);
        self.by_key.insert(key, id);
        (id, true)
    }

    /// The instance in the empty context.
    pub fn root(&mut self, program: &Program, func: FuncId) -> (InstanceId, bool) {
        let context = ContextId(0);
        self.instance(program, Instance { func, context })
    }

    /// The instance that a call from `caller` reaches.
    pub fn callee(
        &mut self,
        program: &Program,
        caller: InstanceId,
        at: InstId,
        func: FuncId,
    ) -> (InstanceId, bool) {
        let from = self.instances[caller.index()];
        let context = if !self.may_clone(func) {
            ContextId(0)
        } else if program.function(func).is_model && program.function(from.func).is_model {
            from.context
        } else {
            let mut context = self.contexts[from.context.index()].clone();
            context.sites.push(site_of(from.func, at));
            let extra = context.sites.len().saturating_sub(CALL_STRING);
            context.sites.drain(..extra);
            self.context(context)
        };
        self.instance(program, Instance { func, context })
    }

    /// The instance in which a thread spawned at `at` starts.
    pub fn entry(
        &mut self,
        program: &Program,
        caller: InstanceId,
        at: InstId,
        func: FuncId,
    ) -> (InstanceId, bool) {
        let from = self.instances[caller.index()];
        let context = if self.may_clone(func) {
            let mut origin = self.contexts[from.context.index()].sites.clone();
            origin.push(site_of(from.func, at));
            let sites = Vec::new();
            self.context(Context { origin, sites })
        } else {
            ContextId(0)
        };
        self.instance(program, Instance { func, context })
    }

    fn may_clone(&self, func: FuncId) -> bool {
        self.budget > 0 && self.cloneable[func.index()]
    }

    /// The number that stands for the spawn at `at` in points-to sets.
    pub fn spawn_number(&mut self, caller: InstanceId, at: InstId) -> u32 {
        self.spawn_sites.push((caller, at));
        self.spawn_sites.len() as u32 - 1
    }

    /// The function of an instance.
    pub fn func(&self, instance: InstanceId) -> FuncId {
        self.instances[instance.index()].func
    }

    /// Who a call instruction reaches.
    pub fn callees(&self, instance: InstanceId, at: InstId) -> &[InstanceId] {
        self.calls.get(&(instance, at)).map_or(&[], Vec::as_slice)
    }
}

/// The site of an instruction.
pub fn site_of(func: FuncId, inst: InstId) -> Site {
    Site { func, inst }
}

/// The functions that `function` calls by name.
pub fn direct_callees(program: &Program, func: FuncId) -> impl Iterator<Item = FuncId> + '_ {
    let code = &program.function(func).code;
    code.iter().filter_map(|inst| {
        if let Inst::Call {
            callee: Callee::Function(to),
            ..
        } = inst
        {
            return Some(*to);
        }
        None
    })
}

/// Small functions off all direct recursion.
fn cloneable(program: &Program) -> Vec<bool> {
    let count = program.functions.len();
    let mut callees = Vec::new();
    let lists = (0..count).map(|func| {
        let first = callees.len();
        callees.extend(direct_callees(program, FuncId::new(func)).map(|f| f.0));
        first..callees.len()
    });
    let lists: Vec<Range<usize>> = lists.collect();
    let callees = |func: u32| &callees[lists[func as usize].clone()];
    let found = graph::components(count, |node, out| out.extend(callees(node)));
    let recursive = found.on_cycle();
    let mut size = vec![0u32; count];
    for members in found.members() {
        for &member in members {
            let own = program.functions[member as usize].code.len() as u32;
            let called = callees(member).iter().map(|&callee| size[callee as usize]);
            size[member as usize] = called.fold(own, u32::saturating_add);
        }
    }
    let limit = |f: usize| {
        if program.functions[f].is_model {
            CLONED_MODEL
        } else {
            CLONED_USER
        }
    };
    (0..count)
        .map(|f| !recursive.contains(f) && size[f] <= limit(f))
        .collect()
}
