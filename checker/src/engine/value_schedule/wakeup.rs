//! Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas 2017, section 6): the ordered pairs that a
//! backtracking point still has to fulfil, each as the sequence of steps that leads to its target.

use super::super::path::Planned;
use vscheck_vm::{Transition, dependent};

/// An ordered tree of planned steps.
#[derive(Clone, Debug, Default)]
pub struct WakeupTree {
    children: Vec<(Planned, WakeupTree)>,
}

impl WakeupTree {
    /// Whether nothing is planned.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// Takes the first branch off: its step and what is planned after it.
    pub fn take_first(&mut self) -> Option<(Planned, WakeupTree)> {
        if self.children.is_empty() {
            None
        } else {
            Some(self.children.remove(0))
        }
    }

    /// Makes sure that some branch leads to a path equivalent to `sequence` and further. Gives whether
    /// a branch was added. `leads` says whether a step does that, both after the steps of a branch.
    pub fn insert<L>(&mut self, mut sequence: Vec<Planned>, leads: &mut L) -> bool
    where
        L: FnMut(&[Transition], &Planned, &[Planned]) -> bool,
    {
        let mut tree = self;
        let mut branch = Vec::new();
        loop {
            let mut children = tree.children.iter();
            let next = children.position(|(step, _)| leads(&branch, step, &sequence));
            let Some(index) = next else { break };
            let (step, subtree) = &mut tree.children[index];
            branch.push(step.transition);
            if subtree.children.is_empty() {
                return false;
            }
            sequence.retain(first_of_thread_only(step));
            tree = subtree;
        }
        if sequence.is_empty() {
            return false;
        }
        tree.append(sequence);
        true
    }

    /// Adds a branch of its own.
    fn append(&mut self, sequence: Vec<Planned>) {
        let mut tree = WakeupTree::default();
        for step in sequence.into_iter().rev() {
            tree = WakeupTree {
                children: vec![(step, tree)],
            };
        }
        self.children.append(&mut tree.children);
    }
}

/// Whether `step` may come first in a path equivalent to `sequence` and further: it is an initial of
/// the sequence, or independent of all of it. Nothing comes after a step that ends the execution.
pub fn is_weak_initial(step: &Planned, sequence: &[Planned]) -> bool {
    if step.ends {
        let first = sequence.first();
        return first.is_none_or(|first| first.transition == step.transition);
    }
    let thread = step.transition.thread;
    let own = |other: &Planned| other.transition.thread == thread;
    let (before, operation) = match sequence.iter().position(own) {
        None => (sequence, &step.operation),
        Some(place) if sequence[place].transition != step.transition => return false,
        // What it conflicts with may be a matter of what comes before it: there it may be the last who lets an
        // object go, and here one of many.
        Some(place) => (&sequence[..place], &sequence[place].operation),
    };
    before
        .iter()
        .all(|other| !dependent(&other.operation, operation))
}

/// Drops the first occurrence of the thread of `step`.
fn first_of_thread_only(step: &Planned) -> impl FnMut(&Planned) -> bool + use<> {
    let thread = step.transition.thread;
    let mut dropped = false;
    move |other| {
        let drop = !dropped && other.transition.thread == thread;
        dropped |= drop;
        !drop
    }
}
