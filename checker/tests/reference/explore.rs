//! What a program may do, by the meaning of its operations alone: every interleaving of its steps, memory that is
//! sequentially consistent, and vector clocks for what happens before what, as the C++20 memory model has it.
//! Nothing is left out, and nothing is shared with the checker.

use super::program::Program;
use super::state::{State, Wait};
use super::step::{Next, Step};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What a program may do.
#[derive(Debug, Default)]
pub struct Behaviour {
    /// Two accesses to a plain place may race.
    pub races: bool,
    /// `main` may wait for ever.
    pub sticks: bool,
    /// It may be that others could do nothing but race when it would wait for ever.
    pub races_or_sticks: bool,
    /// `main` may panic.
    pub fails: bool,
    /// All that it may print, where nothing races.
    pub printed: BTreeSet<String>,
}

impl Behaviour {
    /// Which kinds of bugs there are.
    pub fn bugs(&self) -> [bool; 3] {
        [self.races, self.sticks, self.fails]
    }

    /// Whether there may be one of this kind.
    pub fn has(&self, kind: &str) -> bool {
        match kind {
            "data-race" => self.races,
            "deadlock" | "livelock" => self.sticks || self.races_or_sticks,
            "panic" => self.fails,
            _ => false,
        }
    }
}

/// All that a program may do; `None` if it has more than so many states.
pub fn explore(program: &Program, most: usize) -> Option<Behaviour> {
    let start = State::new(program);
    let mut found = Behaviour::default();
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut work = vec![start];
    while let Some(state) = work.pop() {
        let (mut moves, mut races) = (false, false);
        for thread in 0..program.bodies.len() {
            match state.next(program, thread) {
                Next::Blocked => {}
                Next::Race => races = true,
                Next::Failure => (found.fails, moves) = (true, true),
                Next::States(states) => {
                    moves = true;
                    let new = states
                        .into_iter()
                        .filter(|state| seen.insert(state.clone()));
                    work.extend(new);
                }
            }
        }
        found.races |= races;
        found.races_or_sticks |= races && !moves;
        if !moves && !races {
            match state.over {
                true => found.printed.extend([state.printed(program)]),
                false => found.sticks = true,
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found)
}

impl State {
    /// What a thread may do next.
    fn next(&self, program: &Program, thread: usize) -> Next {
        let own = &self.threads[thread];
        if self.over || !own.spawned || own.ended || own.wait == Wait::Untimed {
            return Next::Blocked;
        }
        let mut after = self.clone();
        let Some(&op) = own.ops(&program.bodies[thread]).get(own.at) else {
            after.threads[thread].ended = true;
            return Next::States(vec![after]);
        };
        after.threads[thread].at += 1;
        let mut step = Step {
            state: after,
            thread,
        };
        step.run(program, op)
    }
}
