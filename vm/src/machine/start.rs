//! How an execution starts, and what may be switched on at its start.

use super::Machine;
use super::storage::initial_statics;
use crate::code::Code;
use crate::hash::Hasher128;
use crate::memory::Arena;
use crate::operation::{Footprint, ThreadId};
use crate::options::{MachineOptions, Strengthened};
use crate::output::Output;
use std::sync::Arc;
use vscheck_ir::StaticId;

impl Machine {
    /// Starts an execution: runs `main` to its first visible operation.
    pub fn new(code: Arc<Code>, options: MachineOptions) -> Machine {
        let statics = code.initial_statics();
        Machine::start(code, options, statics)
    }

    /// The same of a program that is given something: a static has these cells, however many they are.
    pub fn given(
        code: Arc<Code>,
        options: MachineOptions,
        (into, cells): (StaticId, &[u64]),
    ) -> Machine {
        let statics = initial_statics(code.program(), Some((into, cells)));
        Machine::start(code, options, Arc::new(statics))
    }

    fn start(code: Arc<Code>, options: MachineOptions, statics: Arc<Arena>) -> Machine {
        let mut machine = Machine {
            threads: Vec::new(),
            pending: Vec::new(),
            ways: None,
            heap: Vec::new(),
            statics,
            memory_cells: 0,
            unjoined: 0,
            spawned: 0,
            now: 0,
            spurious_left: options.spurious,
            cycle_beside_main: None,
            stdout: Output::default(),
            stdout_hash: Hasher128::default(),
            stderr: Output::default(),
            instructions: 0,
            end: None,
            caught_panics: None,
            watching: false,
            wholes: false,
            padded: false,
            is_look_ahead: false,
            passes_pauses: false,
            plain_accesses: None,
            section_log: None,
            handmade_locks: Vec::new(),
            looks_inside_sections: false,
            may_overflow_elsewhere: false,
            options: Arc::new(options),
            code,
        };
        let start = machine.code.program().start;
        machine.start_thread(ThreadId::MAIN, Arc::default(), start, &[]);
        machine.run(ThreadId::MAIN);
        machine.settle(ThreadId::MAIN, &Footprint::new());
        machine
    }

    /// An execution at its start, in which updates of atomic cells, or critical sections, commute from now
    /// on ([`MachineOptions::updates_commute`], [`MachineOptions::sections_commute`]).
    pub fn commuting(mut self, updates: bool, sections: bool) -> Machine {
        let options = Arc::make_mut(&mut self.options);
        options.updates_commute = updates;
        options.sections_commute = sections;
        self.look_into_sections(&Footprint::new());
        self.refresh_all_footprints();
        self
    }

    /// An execution at its start, of a program whose plain accesses do not race ([`MachineOptions::may_race`]).
    pub fn without_races(mut self) -> Machine {
        Arc::make_mut(&mut self.options).may_race = false;
        self
    }

    /// An execution at its start, in which critical sections under locks that a program has made of atomics are one step
    /// from now on ([`MachineOptions::handmade_sections`]).
    pub fn through_handmade_sections(mut self) -> Machine {
        Arc::make_mut(&mut self.options).handmade_sections = true;
        self.look_into_sections(&Footprint::new());
        self
    }

    /// Whether it may end with a race that is none where neither updates nor critical sections commute
    /// ([`MachineOptions::updates_commute`], [`MachineOptions::sections_commute`]), and exchanges come after their
    /// loads ([`MachineOptions::exchanges_at_once`]).
    pub fn may_misjudge_races(&self) -> bool {
        let options = &self.options;
        let orders_less = options.updates_commute
            || options.sections_commute && options.may_race
            || options.exchanges_at_once;
        options.check_races && orders_less
    }

    /// Whether critical sections commute ([`MachineOptions::sections_commute`]).
    pub fn sections_commute(&self) -> bool {
        self.options.sections_commute
    }

    /// An execution at its start, in which compare-exchanges are executed with the loads that they rely on from now
    /// on ([`MachineOptions::exchanges_at_once`]). Not where they may fail for no reason.
    pub fn exchanging_at_once(mut self) -> Machine {
        let at_once = self.options.spurious == 0;
        Arc::make_mut(&mut self.options).exchanges_at_once = at_once;
        self.refresh_all_footprints();
        self
    }

    fn refresh_all_footprints(&mut self) {
        for index in 0..self.pending.len() {
            self.refresh_footprint(index);
        }
    }

    /// An execution at its start, in which threads take turns from now on ([`MachineOptions::takes_turns`]).
    pub fn taking_turns(mut self) -> Machine {
        Arc::make_mut(&mut self.options).takes_turns = true;
        self
    }

    /// From now on these operations order more than they ask for ([`MachineOptions::strengthened`]).
    pub fn strengthen(&mut self, operations: Vec<Strengthened>) {
        Arc::make_mut(&mut self.options).strengthened = operations;
    }

    /// From now on a thread may run no more instructions than these from one visible operation to the next.
    pub fn limit_instructions(&mut self, most: u64) {
        let options = Arc::make_mut(&mut self.options);
        options.max_steps_without_operation = options.max_steps_without_operation.min(most);
    }

    /// Whether threads take turns ([`MachineOptions::takes_turns`]).
    pub fn takes_turns(&self) -> bool {
        self.options.takes_turns
    }
}
