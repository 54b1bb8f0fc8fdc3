//! `std::thread::scope`: when it returns or unwinds, every thread spawned through the scope has ended, where none
//! has destructors of thread-locals to run.

use vscheck_ir::{Function, Program};

use super::{FrameId, Peg};
use crate::mhp::Effect;
use crate::points_to::PointsTo;
use crate::thread_set::{StaticThreadId, ThreadSet};

/// The library function that runs a scope: all of its exits come after the joins.
const SCOPE: &str = "std::thread::scoped::scope";
/// The library function through which a scope's threads are spawned.
const SPAWN: &str = "std::thread::scoped::Scope::start_scoped";

/// Whether a function is this library function, for whatever types.
fn is_library(function: &Function, path: &str) -> bool {
    let name = function.name.split('<').next().unwrap_or_default();
    function.is_model && name == path
}

/// Lets the exits of scopes end their threads. A scope that recursion may enter again before it ends
/// has one frame for several activations, and ends nothing.
pub fn join_scopes(program: &Program, facts: &PointsTo, peg: &mut Peg) {
    if program.threads_outlive_scopes {
        return;
    }
    for index in 0..peg.frames.len() {
        let scope = FrameId::new(index);
        if !is_frame_of(program, facts, peg, scope, SCOPE) || is_reentered(peg, scope) {
            continue;
        }
        let threads = scoped_threads(program, facts, peg, scope);
        if !threads.is_empty() {
            let (returns, unwinds) = peg.frames[index].exits;
            peg.graph.effects[returns as usize] = Effect::JoinAll(threads);
            peg.graph.effects[unwinds as usize] = Effect::JoinAll(threads);
        }
    }
}

fn is_frame_of(program: &Program, facts: &PointsTo, peg: &Peg, frame: FrameId, path: &str) -> bool {
    let instance = peg.frames[frame.index()].instance;
    is_library(program.function(facts.call_graph.func(instance)), path)
}

/// A frame and its callers, innermost first.
fn chain(peg: &Peg, frame: FrameId) -> impl Iterator<Item = FrameId> + '_ {
    std::iter::successors(Some(frame), |at| {
        peg.frames[at.index()].parent.map(|parent| parent.0)
    })
}

fn is_reentered(peg: &Peg, frame: FrameId) -> bool {
    chain(peg, frame).any(|at| peg.reentered.contains(at.index()))
}

/// The threads that the scope's own thread spawns through it.
fn scoped_threads(program: &Program, facts: &PointsTo, peg: &Peg, scope: FrameId) -> ThreadSet {
    let inside = |spawner: FrameId| {
        let is = |path| move |at: &FrameId| is_frame_of(program, facts, peg, *at, path);
        let innermost = chain(peg, spawner).find(is(SCOPE));
        innermost == Some(scope) && chain(peg, spawner).any(|at| is(SPAWN)(&at))
    };
    let spawned = peg.spawned.iter();
    let threads = spawned.filter(|((spawner, _), _)| inside(*spawner));
    threads
        .map(|(_, &thread)| thread)
        .filter(|thread: &StaticThreadId| !peg.threads[thread.index()].shared)
        .collect()
}
