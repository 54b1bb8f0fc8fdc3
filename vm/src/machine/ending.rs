//! How an execution is over, and faults on the way there.

use super::Machine;
use crate::fault::{CutOff, End, Fault, FaultKind};
use crate::operation::ThreadId;
use crate::thread::Thread;
use std::sync::Arc;

/// How many caught panics are remembered.
const CAUGHT_PANICS: usize = 8;

impl Machine {
    /// The latest panics that did not end the execution, as something on the stack caught them, oldest first.
    pub fn caught_panics(&self) -> &[Fault] {
        self.caught_panics.as_ref().map_or(&[], |panics| panics)
    }

    pub(crate) fn note_caught_panic(&mut self, panic: Fault) {
        let panics = Arc::make_mut(self.caught_panics.get_or_insert_default());
        if panics.len() == CAUGHT_PANICS {
            panics.remove(0);
        }
        panics.push(panic);
    }

    /// Set when the execution is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_deref()
    }

    /// The other thread whose plain access clashed with one that ended the execution: in a data race, or as
    /// it freed what that needs.
    pub fn clash(&self) -> Option<ThreadId> {
        let End::Bug(fault) = self.end()? else {
            return None;
        };
        let other = |_: &ThreadId| fault.cut_off.is_some() || fault.against != fault.thread;
        fault.against.filter(other)
    }

    /// If the execution ended in a data race between the end of an object and a use of it before: who used
    /// it, and when.
    pub fn cut_off(&self) -> Option<(ThreadId, &CutOff)> {
        let End::Bug(fault) = self.end()? else {
            return None;
        };
        fault.against.zip(fault.cut_off.as_deref())
    }

    /// Says of such a race that not only weak orderings make it: the end could have come first.
    pub fn call_use_after_end(&mut self) {
        let code = self.code.clone();
        if let Some(End::Bug(fault)) = self.end.as_mut().map(Arc::make_mut)
            && let Some(cut_off) = fault.cut_off.clone()
        {
            fault.become_use_after_end(&cut_off, code.program());
        }
    }

    /// A fault of a thread where it stands.
    pub(crate) fn fault_of(&self, thread: &Thread, kind: FaultKind, message: String) -> Fault {
        Fault {
            kind,
            message,
            thread: Some(thread.id),
            site: thread.site(),
            stack: thread.call_stack(),
            other: None,
            against: None,
            cut_off: None,
        }
    }

    pub(crate) fn fault(&self, thread: ThreadId, kind: FaultKind, message: &str) -> Fault {
        self.fault_of(self.thread(thread), kind, message.to_string())
    }

    pub(crate) fn finish(&mut self, end: End) {
        self.end.get_or_insert_with(|| Arc::new(end));
    }
}
