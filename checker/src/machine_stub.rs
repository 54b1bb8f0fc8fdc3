//! Stands in for `vscheck_vm`'s machine until it lands; then this file goes.
#![allow(missing_docs, unused_variables, clippy::unimplemented)]

use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{Program, Site};
use vscheck_vm::{Arm, Blocked, Object, Operation, ThreadId, Transition};

pub struct Code;
impl Code {
    pub fn new(program: Arc<Program>) -> Arc<Code> {
        unimplemented!()
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeMode {
    #[default]
    Order,
    Free,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ChildPanic {
    #[default]
    Report,
    Propagate,
}
#[derive(Clone, Debug, Default)]
pub struct MachineOptions {
    pub spurious: u32,
    pub time: TimeMode,
    pub child_panic: ChildPanic,
    pub max_threads: usize,
    pub max_memory_cells: u64,
    pub max_steps_without_operation: u64,
    pub max_stack_depth: usize,
    pub max_output: usize,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    Panic,
    Deadlock,
    Livelock,
    DataRace,
    Abort,
    UndefinedBehavior,
}
#[derive(Clone, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
    pub thread: Option<ThreadId>,
    pub site: Option<Site>,
    pub stack: Vec<Site>,
    pub other: Option<OtherSite>,
}
#[derive(Clone, Debug, PartialEq)]
pub struct OtherSite {
    pub what: &'static str,
    pub thread: Option<ThreadId>,
    pub site: Site,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitKind {
    Threads,
    Memory,
    StepsWithoutOperation,
    Output,
}
#[derive(Clone, Debug)]
pub enum End {
    Completed { exit_code: i32 },
    Bug(Fault),
    Limit(LimitKind),
}
#[derive(Clone)]
pub struct HeldLock {
    pub object: u64,
    pub site: Site,
    pub shared: bool,
}
#[derive(Clone)]
pub struct Machine;
impl Machine {
    pub fn new(code: Arc<Code>, options: MachineOptions) -> Machine {
        unimplemented!()
    }
    pub fn thread_ids(&self) -> std::vec::IntoIter<ThreadId> {
        unimplemented!()
    }
    pub fn is_finished(&self, t: ThreadId) -> bool {
        unimplemented!()
    }
    pub fn pending(&self, t: ThreadId) -> Option<&Operation> {
        unimplemented!()
    }
    pub fn arms(&self, t: ThreadId) -> SmallVec<[Arm; 4]> {
        unimplemented!()
    }
    pub fn is_enabled(&self, t: ThreadId) -> bool {
        unimplemented!()
    }
    pub fn blocked(&self, t: ThreadId) -> Option<Blocked> {
        unimplemented!()
    }
    pub fn transitions(&self) -> Vec<Transition> {
        unimplemented!()
    }
    pub fn step(&mut self, t: Transition) -> Operation {
        unimplemented!()
    }
    pub fn end(&self) -> Option<&End> {
        unimplemented!()
    }
    pub fn fingerprint(&self) -> u128 {
        unimplemented!()
    }
    pub fn instructions(&self) -> u64 {
        unimplemented!()
    }
    pub fn thread_name(&self, t: ThreadId) -> &str {
        unimplemented!()
    }
    pub fn spawn_site(&self, t: ThreadId) -> Option<Site> {
        unimplemented!()
    }
    pub fn held_locks(&self, t: ThreadId) -> &[HeldLock] {
        unimplemented!()
    }
    pub fn stack(&self, t: ThreadId) -> Vec<Site> {
        unimplemented!()
    }
    pub fn stdout(&self) -> &str {
        unimplemented!()
    }
    pub fn touched_by_many(&self, object: Object) -> bool {
        unimplemented!()
    }
    pub fn memory_cells(&self) -> usize {
        unimplemented!()
    }
}
