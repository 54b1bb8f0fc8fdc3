//! Checks the `#[test]` functions of a target.
//!
//! The source is read once, in a thread of its own, which compiles one test after the other; several are searched at
//! once (see [`crate::searches`]). Where compiling reaches a limit, the thread stops and goes on with the next test; if
//! it does not stop, needs too much memory, or panics, it is given up and the next test gets a new one. What is known
//! from an earlier run is not asked for: there is no such thread until a test is not known.

use crate::compiler::Extent;
use crate::exploration::Progress;
use crate::kept::{Answer, Kept};
use crate::limits::Limit;
use crate::package::Target;
use crate::pipeline::{self, Checked, Refusal, Request};
use crate::searches::{Search, Searches};
use crate::source::Reading;
use crate::watch::{SETTLING, STACK, Watch};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use vscheck_frontend::inputs::Inputs;
use vscheck_frontend::{Diagnostic, Session, TestFunction};
use vscheck_ir::{Action, Program};

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
    /// The user put an end to it all before it was its turn.
    Interrupted,
}

impl Outcome {
    /// Whether it might have come to more with more memory.
    pub(crate) fn wants_memory(&self) -> bool {
        match self {
            Outcome::Checked(checked) => checked.findings.limits.contains(&Limit::Memory),
            Outcome::Refused(Refusal::Limit(limit)) => *limit == Limit::Memory,
            Outcome::Refused(Refusal::Diagnostic(_))
            | Outcome::Ignored
            | Outcome::NoThreads
            | Outcome::Interrupted => false,
        }
    }
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

/// How tests are checked.
pub struct How<'a> {
    /// Those that are listed only.
    pub filter: &'a Filter,
    /// What is asked of each.
    pub request: &'a Request,
    /// Who is told about a search.
    pub progress: &'a dyn Fn() -> Option<Progress>,
    /// Ends it all.
    pub cancel: &'a Arc<AtomicBool>,
    /// How many are searched at once, at most.
    pub at_once: usize,
}

/// The tests of a target.
pub struct Harness {
    target: Target,
    worker: Option<Worker>,
    kept: Kept,
    /// Whether the compiler was asked and accepts all of it.
    is_accepted: bool,
    /// Whether panics of threads may be what a test is about.
    pub panics_may_be_meant: bool,
}

impl Harness {
    /// Reads a target, within the limits of a request, which says then in which edition.
    pub fn open(
        target: Target,
        request: &mut Request,
        cancel: &Arc<AtomicBool>,
    ) -> Result<Harness, Refusal> {
        let watch = Watch::new(&request.settings.limits, cancel.clone());
        let (path, reading) = (&request.path, &mut request.reading);
        pipeline::in_its_edition(path, reading, Extent::Tests, &watch, |reading| {
            Harness::read(target.clone(), path, reading, &watch)
        })
    }

    fn read(
        mut target: Target,
        path: &Path,
        reading: &Reading,
        watch: &Watch,
    ) -> Result<Harness, Refusal> {
        target.options = reading.applied_to(target.options);
        let key = format!("{:?} {:?}", target.root, target.options);
        let mut worker = None;
        let read = || match Kept::find(target.cache.clone(), &key) {
            Some(kept) => Ok(kept),
            None => {
                let (tests, inputs) = worker.insert(Worker::start(&target)).tests(watch)??;
                Ok(Kept::new(target.cache.clone(), &key, tests, inputs))
            }
        };
        let (kept, is_accepted) = pipeline::judged(path, reading, Extent::Tests, watch, read)?;
        Ok(Harness {
            target,
            worker,
            kept,
            is_accepted,
            panics_may_be_meant: true,
        })
    }

    /// The tests that a filter lets through.
    pub fn tests(&self, filter: &Filter) -> Vec<TestFunction> {
        let wanted = self.kept.tests().iter().filter(|test| filter.wants(test));
        wanted.cloned().collect()
    }

    /// Checks tests, and tells what comes of each, in their order.
    pub fn check(
        &mut self,
        tests: &[TestFunction],
        how: &How,
        conclude: &mut dyn FnMut(&TestFunction, Outcome),
    ) {
        let mut conclude = |number: usize, outcome| conclude(&tests[number], outcome);
        let mut searches = Searches::new(how, &mut conclude);
        for test in tests {
            searches.wait_for_room();
            if how.cancel.load(Ordering::Relaxed) {
                searches.skip(Outcome::Interrupted);
            } else if how.filter.passes_over(test) {
                searches.skip(Outcome::Ignored);
            } else {
                let request = how.request.of_test(test);
                let watch = Watch::new(&request.settings.limits, how.cancel.clone());
                self.make_room(&watch, &mut searches);
                match self.prepare(test, request, &watch, &mut searches) {
                    Ok(search) => searches.start(search),
                    Err(outcome) => searches.skip(outcome),
                }
            }
        }
        searches.wait_for_all();
    }

    /// Compiles a test; what is to be searched, or what else came of it.
    fn prepare(
        &mut self,
        test: &TestFunction,
        mut request: Request,
        watch: &Watch,
        searches: &mut Searches<Search>,
    ) -> Result<Search, Outcome> {
        let limits = &request.settings.limits;
        let (mut watch, mut start) = (watch.restarted(limits), Instant::now());
        let mut answer = self.answer(test, &watch);
        if let Err(Refusal::Limit(Limit::Memory)) = answer
            && searches.is_busy()
        {
            searches.wait_for_all();
            (watch, start) = (watch.restarted(limits), Instant::now());
            answer = self.answer(test, &watch);
        }
        let program = match answer {
            Ok(Answer::Program(program)) => program,
            Ok(Answer::NoThreads) => return Err(Outcome::NoThreads),
            Ok(Answer::Refused(diagnostic)) => {
                return Err(Outcome::Refused(Refusal::Diagnostic(diagnostic)));
            }
            Err(refusal) => return Err(Outcome::Refused(refusal)),
        };
        if self.is_accepted {
            request.reading.note_acceptance(&program);
        }
        Ok(Search {
            program,
            request,
            panics_may_be_meant: self.panics_may_be_meant,
            frontend: start.elapsed(),
            watch,
        })
    }

    /// Each test begins with half of the limit on memory, or more. What those before held has been given back when
    /// they are over; if that is not enough, the source is read anew.
    fn make_room(&mut self, watch: &Watch, searches: &mut Searches<Search>) {
        if watch.uses_one_of(2, Duration::ZERO) {
            return;
        }
        searches.wait_for_all();
        if watch.uses_one_of(2, SETTLING) {
            return;
        }
        self.worker = None;
        watch.uses_one_of(2, PATIENCE);
    }

    fn answer(&mut self, test: &TestFunction, watch: &Watch) -> Result<Answer, Refusal> {
        if let Some(answer) = self.kept.answer(test) {
            return Ok(answer);
        }
        let (answer, inputs) = self.compile(test, watch)?;
        self.kept.keep(test, &answer, inputs);
        Ok(answer)
    }

    fn compile(&mut self, test: &TestFunction, watch: &Watch) -> Result<Compiled, Refusal> {
        let worker = self.worker.take();
        let mut worker = worker.unwrap_or_else(|| Worker::start(&self.target));
        let compiled = worker.compile(test, watch);
        let goes_on = match &compiled {
            Ok(_) => true,
            Err(Refusal::Limit(Limit::Timeout)) => worker.stop(),
            // What it has read is what takes the memory.
            Err(Refusal::Limit(Limit::Memory)) => {
                worker.stop();
                false
            }
            Err(_) => false,
        };
        self.worker = goes_on.then_some(worker);
        compiled
    }
}

fn starts_threads(program: &Program) -> bool {
    crate::source::actions(program).any(|(_, action, _)| action == Action::Spawn)
}

/// What compiling a test gives, and what was looked at for it.
type Compiled = (Answer, Inputs);

type Tests = Result<(Vec<TestFunction>, Inputs), Box<Diagnostic>>;

/// A thread that has a target's source in memory.
struct Worker {
    ask: Sender<TestFunction>,
    tests: Receiver<Tests>,
    answers: Receiver<Compiled>,
    /// Whether the source has been read.
    is_open: bool,
    /// Has it stop compiling.
    stop: Arc<AtomicBool>,
}

/// How long to wait for a thread to stop: it does not while it reads a crate.
const PATIENCE: Duration = Duration::from_secs(10);

impl Worker {
    fn start(target: &Target) -> Worker {
        let (root, options) = (target.root.clone(), target.options.clone());
        let (ask, asked) = channel();
        let (send_tests, tests) = channel();
        let (send_answer, answers) = channel();
        let stop = Arc::<AtomicBool>::default();
        let stopped = stop.clone();
        let work = move || {
            let session = match Session::open(&root, &options, &stopped) {
                Ok(session) => session,
                Err(diagnostic) => return drop(send_tests.send(Err(diagnostic))),
            };
            // Who does not listen any more will not ask either.
            let _ = send_tests.send(Ok((session.tests(), session.inputs())));
            for test in asked {
                let _ = send_answer.send((compile(&session, &test, &stopped), session.inputs()));
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn(work).expect("a thread for the work");
        Worker {
            ask,
            tests,
            answers,
            is_open: false,
            stop,
        }
    }

    fn tests(&mut self, watch: &Watch) -> Result<Tests, Refusal> {
        let tests = watch.wait_for(&self.tests)?.ok_or_else(defect)?;
        self.is_open = true;
        Ok(tests)
    }

    fn compile(&mut self, test: &TestFunction, watch: &Watch) -> Result<Compiled, Refusal> {
        if !self.is_open {
            self.tests(watch)??;
        }
        // If it cannot be asked, it does not answer either.
        let _ = self.ask.send(test.clone());
        Ok(watch.wait_for(&self.answers)?.ok_or_else(defect)?)
    }

    /// Stops compiling a test, but not reading the source. Whether the next test can be asked for.
    fn stop(&self) -> bool {
        if !self.is_open {
            return true;
        }
        self.stop.store(true, Ordering::Relaxed);
        let stopped = self.answers.recv_timeout(PATIENCE).is_ok();
        if stopped {
            self.stop.store(false, Ordering::Relaxed);
        }
        stopped
    }
}

fn compile(session: &Session, test: &TestFunction, stop: &AtomicBool) -> Answer {
    let tests = session.tests();
    let Some(index) = tests.iter().position(|known| known == test) else {
        let message = format!("there is no test `{}` any more", test.path);
        return Answer::Refused(Diagnostic::general(message));
    };
    match session.compile(index) {
        // Nobody waits for what comes of it.
        Err(diagnostic) if stop.load(Ordering::Relaxed) => Answer::Refused(diagnostic),
        Ok(program) if starts_threads(&program) => Answer::Program(Arc::new(program)),
        Err(diagnostic) if session.may_start_threads(index) => Answer::Refused(diagnostic),
        Ok(_) | Err(_) => Answer::NoThreads,
    }
}

fn defect() -> Box<Diagnostic> {
    Diagnostic::general("this is a defect of vscheck itself (see the message above)")
}
