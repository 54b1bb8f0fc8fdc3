//! Checks the `#[test]` functions of a target, one after the other.
//!
//! The source is read once, in a thread of its own, which compiles each test when it is asked to. Where
//! that reaches a limit or panics, the thread is given up and the next test gets a new one.

use crate::package::Target;
use crate::pipeline::{self, Caveat, Checked, Hooks, Refusal, Request};
use crate::survival;
use crate::watch::{STACK, Watch};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;
use vscheck_frontend::{Diagnostic, Session, TestFunction};
use vscheck_ir::{Action, Program};
use vscheck_vm::ChildPanic;

/// What came out of a test.
pub enum Outcome {
    /// It was searched.
    Checked(Box<Checked>),
    /// It could not be.
    Refused(Refusal),
    /// `#[ignore]`.
    Ignored,
    /// It starts no thread: there is nothing to find that running it would not find.
    NoThreads,
}

/// Which tests are checked.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Parts of paths, one of which a test's has to contain if there are any.
    pub names: Vec<String>,
    /// Parts of paths that a test's must not contain.
    pub skip: Vec<String>,
    /// These are whole paths.
    pub exact: bool,
    /// Of `#[ignore]`d tests.
    pub ignored: Ignored,
}

/// What is done with `#[ignore]`d tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ignored {
    /// They are listed.
    #[default]
    List,
    /// They are checked like all others.
    Include,
    /// Only they are checked.
    Only,
}

impl Filter {
    fn wants(&self, test: &TestFunction) -> bool {
        let names = |name: &String| match self.exact {
            true => test.path == *name,
            false => test.path.contains(name.as_str()),
        };
        let by_name = self.names.is_empty() || self.names.iter().any(names);
        let by_name = by_name && !self.skip.iter().any(names);
        by_name && (self.ignored != Ignored::Only || test.ignored)
    }

    fn passes_over(&self, test: &TestFunction) -> bool {
        test.ignored && self.ignored == Ignored::List
    }
}

/// The tests of a target.
pub struct Harness {
    target: Target,
    worker: Option<Worker>,
    tests: Vec<TestFunction>,
    /// Whether panics of threads may be what a test is about.
    pub panics_may_be_meant: bool,
}

impl Harness {
    /// Reads a target, within the limits of a request.
    pub fn open(target: Target, request: &Request, hooks: &Hooks) -> Result<Harness, Refusal> {
        let watch = watch(request, hooks);
        let worker = Worker::start(&target);
        let tests = worker.tests(&watch)??;
        Ok(Harness {
            target,
            worker: Some(worker),
            tests,
            panics_may_be_meant: true,
        })
    }

    /// The tests that a filter lets through.
    pub fn tests(&self, filter: &Filter) -> Vec<TestFunction> {
        let wanted = self.tests.iter().filter(|test| filter.wants(test));
        wanted.cloned().collect()
    }

    /// Checks a test. The request's entry has to be its path.
    pub fn check(
        &mut self,
        test: &TestFunction,
        filter: &Filter,
        request: &Request,
        hooks: Hooks,
    ) -> Outcome {
        if filter.passes_over(test) {
            return Outcome::Ignored;
        }
        let watch = watch(request, &hooks);
        let start = Instant::now();
        let program = match self.compile(test, &watch) {
            Ok(Compiled::Program(program)) => program,
            Ok(Compiled::Refused(_, false)) => return Outcome::NoThreads,
            Ok(Compiled::Refused(diagnostic, true)) => {
                return Outcome::Refused(Refusal::Diagnostic(diagnostic));
            }
            Err(refusal) => return Outcome::Refused(refusal),
        };
        let frontend = start.elapsed();
        if !starts_threads(&program) {
            return Outcome::NoThreads;
        }
        match self.search(program, request, hooks, &watch) {
            Ok(mut checked) => {
                checked.times.frontend = frontend;
                Outcome::Checked(Box::new(checked))
            }
            Err(refusal) => Outcome::Refused(refusal),
        }
    }

    /// Where all that is found are panics that the test is about, looks for what else there is.
    fn search(
        &self,
        program: Arc<Program>,
        request: &Request,
        hooks: Hooks,
        watch: &Watch,
    ) -> Result<Checked, Refusal> {
        let cancel = hooks.cancel.clone();
        let checked = pipeline::check_watched(program.clone(), request, hooks, watch)?;
        let meant = match self.panics_may_be_meant {
            true => survival::meant_panics(&checked),
            false => None,
        };
        let Some(panics) = meant else {
            return Ok(checked);
        };
        let mut request = request.clone();
        request.reading.machine.child_panic = ChildPanic::Propagate;
        let hooks = Hooks {
            cancel,
            ..Hooks::default()
        };
        let mut checked = pipeline::check_watched(program, &request, hooks, watch)?;
        checked.caveats.push(Caveat::MeantPanics(panics));
        Ok(checked)
    }

    fn compile(&mut self, test: &TestFunction, watch: &Watch) -> Result<Compiled, Refusal> {
        let index = self.tests.iter().position(|known| known == test);
        let index = index.expect("a test of this target");
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => {
                let worker = Worker::start(&self.target);
                worker.tests(watch)??;
                worker
            }
        };
        let compiled = worker.compile(index, watch)?;
        self.worker = Some(worker);
        Ok(compiled)
    }
}

fn watch(request: &Request, hooks: &Hooks) -> Watch {
    Watch::new(&request.settings.limits, hooks.cancel.clone())
}

fn starts_threads(program: &Program) -> bool {
    crate::source::actions(program).any(|(_, action, _)| action == Action::Spawn)
}

/// What compiling a test gives.
enum Compiled {
    Program(Arc<Program>),
    /// The reason, and whether the test may start threads.
    Refused(Box<Diagnostic>, bool),
}

type Tests = Result<Vec<TestFunction>, Box<Diagnostic>>;

/// A thread that has a target's source in memory.
struct Worker {
    /// By the test's place in the list.
    ask: Sender<usize>,
    tests: Receiver<Tests>,
    answers: Receiver<Compiled>,
}

impl Worker {
    fn start(target: &Target) -> Worker {
        let (root, options) = (target.root.clone(), target.options.clone());
        let (ask, asked) = channel();
        let (send_tests, tests) = channel();
        let (send_answer, answers) = channel();
        let work = move || {
            let session = match Session::open(&root, &options) {
                Ok(session) => session,
                Err(diagnostic) => return drop(send_tests.send(Err(diagnostic))),
            };
            // Who does not listen any more will not ask either.
            let _ = send_tests.send(Ok(session.tests()));
            for test in asked {
                let _ = send_answer.send(compile(&session, test));
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn(work).expect("a thread for the work");
        Worker {
            ask,
            tests,
            answers,
        }
    }

    fn tests(&self, watch: &Watch) -> Result<Tests, Refusal> {
        Ok(watch.wait_for(&self.tests)?.ok_or_else(defect)?)
    }

    fn compile(&self, test: usize, watch: &Watch) -> Result<Compiled, Refusal> {
        // If it cannot be asked, it does not answer either.
        let _ = self.ask.send(test);
        Ok(watch.wait_for(&self.answers)?.ok_or_else(defect)?)
    }
}

fn compile(session: &Session, test: usize) -> Compiled {
    match session.compile(test) {
        Ok(program) => Compiled::Program(Arc::new(program)),
        Err(diagnostic) => {
            let may_start_threads = session.may_start_threads(test);
            Compiled::Refused(diagnostic, may_start_threads)
        }
    }
}

fn defect() -> Box<Diagnostic> {
    Diagnostic::general("this is a defect of vscheck itself (see the message above)")
}
