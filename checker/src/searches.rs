//! Searches of several tests at once.
//!
//! Each goes on in a thread of its own; what comes of them is told in the order of the tests. They share the limit on
//! memory: one that it stops beside others is searched once more when it has all of it (but for what the allocator keeps
//! of theirs), so that the same comes out as if they had been searched one after the other.

use crate::exploration::Progress;
use crate::harness::{How, Outcome};
use crate::limits::Limit;
use crate::pipeline::{self, Caveat, Checked, Hooks, Refusal, Request};
use crate::survival;
use crate::watch::{SETTLING, STACK, Watch};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use vscheck_ir::Program;
use vscheck_vm::ChildPanic;

/// The search of a test that is compiled.
#[derive(Clone)]
pub struct Search {
    /// The test.
    pub program: Arc<Program>,
    /// What is asked.
    pub request: Request,
    /// Whether panics of threads may be what the test is about.
    pub panics_may_be_meant: bool,
    /// What compiling it took.
    pub frontend: Duration,
    /// Has started with the compiling.
    pub watch: Watch,
}

/// What is done for a test beside others.
pub(crate) trait Work: Clone + Send + 'static {
    /// Does it.
    fn run(&self, hooks: Hooks) -> Outcome;

    /// The same to be done once more, from now on.
    fn again(self) -> Self;
}

impl Work for Search {
    fn run(&self, hooks: Hooks) -> Outcome {
        match self.checked(hooks) {
            Ok(mut checked) => {
                checked.times.frontend = self.frontend;
                Outcome::Checked(Box::new(checked))
            }
            Err(refusal) => Outcome::Refused(refusal),
        }
    }

    fn again(self) -> Search {
        // As much of what the others held as comes back soon.
        self.watch.uses_one_of(8, SETTLING);
        let watch = self.watch.restarted(&self.request.settings.limits);
        Search { watch, ..self }
    }
}

impl Search {
    /// Where all that is found are panics that the test is about, looks for what else there is.
    fn checked(&self, hooks: Hooks) -> Result<Checked, Refusal> {
        let cancel = hooks.cancel.clone();
        let (program, mut request) = (&self.program, self.request.clone());
        let search = |request: &Request, hooks: Hooks| {
            pipeline::check_watched(program.clone().into(), request, hooks, &self.watch)
        };
        // Such a test is about the panic that reaches it: of a thread's it sees what `join` gives it.
        let waits_for_panic = program.should_panic.is_some() && !program.failures_panic;
        if waits_for_panic && self.panics_may_be_meant {
            request.reading.machine.child_panic = ChildPanic::Propagate;
        }
        let checked = search(&request, hooks)?;
        let meant = match self.panics_may_be_meant {
            true => survival::meant_panics(&checked),
            false => None,
        };
        let Some(panics) = meant else {
            return Ok(checked);
        };
        request.reading.machine.child_panic = ChildPanic::Propagate;
        let hooks = Hooks {
            cancel,
            ..Hooks::default()
        };
        let mut checked = search(&request, hooks)?;
        checked.caveats.push(Caveat::MeantPanics(panics));
        Ok(checked)
    }
}

/// Tests in their order, from the first one of which it has not been told yet what came of it.
pub(crate) struct Searches<'a, W> {
    /// How many may go on at once.
    most: usize,
    progress: &'a dyn Fn() -> Option<Progress>,
    cancel: Arc<AtomicBool>,
    conclude: &'a mut dyn FnMut(usize, Outcome),
    line: VecDeque<State<W>>,
    /// The number of the first test in the line; the progress of its search is shown, and no other's.
    first: Arc<AtomicUsize>,
    running: usize,
    send: Sender<Ended>,
    ended: Receiver<Ended>,
}

/// The number of a test, and what came of its search.
type Ended = (usize, std::thread::Result<Outcome>);

enum State<W> {
    Searched {
        search: W,
        /// Whether another search has gone on at the same time.
        is_beside: bool,
    },
    /// The memory did not do for it and others.
    Again(W),
    Over(Outcome),
}

impl<'a, W: Work> Searches<'a, W> {
    pub(crate) fn new(
        how: &How<'a>,
        conclude: &'a mut dyn FnMut(usize, Outcome),
    ) -> Searches<'a, W> {
        let (send, ended) = channel();
        Searches {
            most: how.at_once,
            progress: how.progress,
            cancel: how.cancel.clone(),
            conclude,
            line: VecDeque::new(),
            first: Arc::default(),
            running: 0,
            send,
            ended,
        }
    }

    /// Whether any search goes on.
    pub(crate) fn is_busy(&self) -> bool {
        self.running > 0
    }

    /// Waits until one more search may go on, and tells what is known by then.
    pub(crate) fn wait_for_room(&mut self) {
        while let Ok(ended) = self.ended.try_recv() {
            self.note(ended);
        }
        let is_again = |state: &State<W>| matches!(state, State::Again(_));
        while self.running >= self.most || self.is_busy() && self.line.iter().any(is_again) {
            self.wait();
        }
    }

    /// Waits until no search goes on.
    pub(crate) fn wait_for_all(&mut self) {
        while self.is_busy() {
            self.wait();
        }
    }

    /// The next test needs no search.
    pub(crate) fn skip(&mut self, outcome: Outcome) {
        self.line.push_back(State::Over(outcome));
        self.tell();
    }

    /// Begins with the search of the next test.
    pub(crate) fn start(&mut self, search: W) {
        let number = self.first.load(Ordering::Relaxed) + self.line.len();
        let searched = self.spawn(number, search);
        self.line.push_back(searched);
        if self.running > 1 {
            for state in &mut self.line {
                if let State::Searched { is_beside, .. } = state {
                    *is_beside = true;
                }
            }
        }
    }

    /// Begins with a search; what stands in the line for it.
    fn spawn(&mut self, number: usize, search: W) -> State<W> {
        let hooks = Hooks {
            progress: (self.progress)().map(|show| self.while_first(number, show)),
            cancel: self.cancel.clone(),
        };
        let (send, own) = (self.send.clone(), search.clone());
        let work = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| own.run(hooks)));
            // It is waited for.
            let _ = send.send((number, outcome));
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
        if thread.is_err() {
            // What cannot be had is the memory for its stack.
            let outcome = Outcome::Refused(Limit::Memory.into());
            let _ = self.send.send((number, Ok(outcome)));
        }
        self.running += 1;
        State::Searched {
            search,
            is_beside: false,
        }
    }

    /// What shows the progress of a test's search while the test is the first one in the line.
    fn while_first(&self, number: usize, mut show: Progress) -> Progress {
        let first = self.first.clone();
        Box::new(move |stats| {
            if first.load(Ordering::Relaxed) == number {
                show(stats);
            }
        })
    }

    /// Waits for a search to end.
    fn wait(&mut self) {
        let ended = self.ended.recv().expect("it is sent in any case");
        self.note(ended);
    }

    fn note(&mut self, (number, outcome): Ended) {
        let outcome = outcome.unwrap_or_else(|payload| resume_unwind(payload));
        self.running -= 1;
        let state = &mut self.line[number - self.first.load(Ordering::Relaxed)];
        let again = match state {
            State::Searched {
                search,
                is_beside: true,
            } if outcome.wants_memory() => Some(search.clone()),
            _ => None,
        };
        *state = again.map_or(State::Over(outcome), State::Again);
        self.tell();
    }

    /// Tells what came of the tests as far as it is known of all before them.
    fn tell(&mut self) {
        while let Some(state) = self.line.pop_front() {
            let number = self.first.load(Ordering::Relaxed);
            match state {
                State::Over(outcome) => {
                    (self.conclude)(number, outcome);
                    self.first.store(number + 1, Ordering::Relaxed);
                }
                State::Again(search) if self.running == 0 => {
                    let searched = self.spawn(number, search.again());
                    self.line.push_front(searched);
                    return self.wait();
                }
                waiting => {
                    self.line.push_front(waiting);
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Filter;
    use crate::source::Reading;

    /// So many milliseconds of work, which the memory does for if it is done once more.
    #[derive(Clone)]
    struct Sleep {
        milliseconds: u64,
        times: u32,
    }

    impl Work for Sleep {
        fn run(&self, _: Hooks) -> Outcome {
            std::thread::sleep(Duration::from_millis(self.milliseconds));
            match self.times {
                0 => Outcome::Refused(Limit::Memory.into()),
                _ => Outcome::NoThreads,
            }
        }

        fn again(self) -> Sleep {
            let times = self.times + 1;
            Sleep { times, ..self }
        }
    }

    /// What is told of tests whose work takes so long: a number and whether the memory did for it.
    fn told(at_once: usize, milliseconds: &[u64]) -> Vec<(usize, bool)> {
        let request = Request {
            path: Default::default(),
            reading: Reading::default(),
            engine: crate::engine::DEFAULT,
            settings: Default::default(),
        };
        let how = How {
            filter: &Filter::default(),
            request: &request,
            progress: &|| None,
            cancel: &Arc::default(),
            at_once,
        };
        let mut told = Vec::new();
        let mut conclude = |number, outcome: Outcome| told.push((number, !outcome.wants_memory()));
        let mut searches = Searches::new(&how, &mut conclude);
        for &milliseconds in milliseconds {
            searches.wait_for_room();
            match milliseconds {
                0 => searches.skip(Outcome::Ignored),
                _ => searches.start(Sleep {
                    milliseconds,
                    times: 0,
                }),
            }
        }
        searches.wait_for_all();
        told
    }

    #[test]
    fn who_shares_memory_gets_it_all_if_that_does_not_do() {
        let in_order = |will_do: [bool; 5]| will_do.into_iter().enumerate().collect::<Vec<_>>();
        let milliseconds = [300, 1, 0, 300, 1];
        let alone = in_order([false, false, true, false, false]);
        assert_eq!(told(1, &milliseconds), alone);
        assert_eq!(told(4, &milliseconds), in_order([true; 5]));
    }
}
