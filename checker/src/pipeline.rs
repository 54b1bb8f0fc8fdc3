//! Source to verdict.

use crate::cache::Shelf;
use crate::compiler::{self, Compiler, Extent, Opinion};
use crate::coverage::Coverage;
use crate::endless;
use crate::engine::Engine;
use crate::exploration::{Exploration, Findings, Progress, Settings, is_expected};
use crate::limits::{self, Limit, Limits};
use crate::shrink;
use crate::source::{self, Loaded, Reading};
use crate::watch::{Alarm, Watch};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use vscheck_analysis::commute::Rules;
use vscheck_analysis::{Analysis, AnalysisOptions, Facts};
use vscheck_frontend::hir::Edition;
use vscheck_frontend::{Diagnostic, TestFunction};
use vscheck_ir::{Action, Program, Site};
use vscheck_vm::TimeMode;

/// What a user asks.
#[derive(Clone)]
pub struct Request {
    /// The program.
    pub path: PathBuf,
    /// How it is read and run.
    pub reading: Reading,
    /// How it is searched.
    pub engine: &'static Engine,
    /// What is asked of the search.
    pub settings: Settings,
}

impl Request {
    /// The same of one test.
    pub(crate) fn of_test(&self, test: &TestFunction) -> Request {
        let mut request = self.clone();
        request.reading.entry = Some(test.path.clone());
        request
    }
}

/// Who is told about the search while it goes on, and who may end it.
#[derive(Default)]
pub struct Hooks {
    /// Called now and then with the counts so far.
    pub progress: Option<Progress>,
    /// Ends the search with its partial result.
    pub cancel: Arc<AtomicBool>,
}

/// The three ways in which a check of an accepted program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// At least one bug.
    Bug,
    /// None, and everything asked for was explored.
    NoBug,
    /// None, but a limit cut the search short.
    Limit,
}

impl Verdict {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Bug => "bug",
            Verdict::NoBug => "no-bug",
            Verdict::Limit => "limit",
        }
    }
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Source to intermediate representation.
    pub frontend: Duration,
    /// Static pass.
    pub analysis: Duration,
    /// Search.
    pub explore: Duration,
}

/// A checked program.
pub struct Checked {
    /// What was asked.
    pub request: Request,
    /// The program.
    pub program: Arc<Program>,
    /// What the search found. The schedules of bugs are shrunk.
    pub findings: Findings,
    /// In one word.
    pub verdict: Verdict,
    /// Whether every schedule is accounted for.
    pub complete: bool,
    /// What became of the access pairs, if there was a static pass.
    pub coverage: Option<Coverage>,
    /// What the verdict depends on, beyond the program.
    pub caveats: Vec<Caveat>,
    /// Where the time went.
    pub times: Times,
    /// Most memory held by the process.
    pub peak_memory: u64,
}

/// Something that the verdict depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caveat {
    /// Orderings weaker than `SeqCst` at these places were explored as `SeqCst`.
    SequentialConsistency(Vec<Site>),
    /// Sleeping threads wake in the order of their deadlines.
    Timing,
    /// So do threads whose timed waits run out.
    Promptness,
    /// These packages' build scripts were not run.
    BuildScripts(Vec<String>),
    /// Loops that wait with these operations count their rounds, or leave something behind in each: when nothing
    /// else had changed, they went no further round before others had moved.
    CountedRounds(Vec<Site>),
    /// These timed waits ran out several times in a row, and then again only when nothing else could go on.
    TimeOutLimit(Vec<Site>),
    /// Random numbers were drawn here, out of more than the search tries.
    RandomNumbers(Vec<Site>),
    /// Threads wait here without looking again, and no wait ended for no reason.
    SpuriousWakeups(Vec<Site>),
    /// All states were explored, and the program ends in none of them.
    NeverEnds,
    /// Panics of threads, each with the calls that led there, innermost first, were taken to be meant.
    MeantPanics(Vec<Vec<Site>>),
    /// The program, or an execution of it at least, ends with a code that says that it failed: these are all.
    ExitCodes(BTreeSet<i32>),
    /// The file is of this edition: the compiler does not accept it in the one that is assumed of files.
    Edition(Edition),
    /// A constant was replaced.
    Override(String, String),
}

/// Why a program was not searched at all.
#[derive(Debug)]
pub enum Refusal {
    /// It is not accepted.
    Diagnostic(Box<Diagnostic>),
    /// Reading or analyzing it reaches a limit.
    Limit(Limit),
}

impl From<Box<Diagnostic>> for Refusal {
    fn from(diagnostic: Box<Diagnostic>) -> Refusal {
        Refusal::Diagnostic(diagnostic)
    }
}

impl From<Limit> for Refusal {
    fn from(limit: Limit) -> Refusal {
        Refusal::Limit(limit)
    }
}

impl Refusal {
    /// In one line.
    pub fn message(&self) -> String {
        match self {
            Refusal::Diagnostic(diagnostic) => diagnostic.message.clone(),
            Refusal::Limit(limit) => format!("stopped before the search by {limit}"),
        }
    }
}

/// Checks one program.
pub fn check(request: &Request, hooks: Hooks) -> Result<Checked, Refusal> {
    let watch = Watch::new(&request.settings.limits, hooks.cancel.clone());
    let mut frontend = Duration::ZERO;
    let mut request = request.clone();
    let loaded = timed(&mut frontend, || {
        load_judged(&request.path, &mut request.reading, &watch)
    })?;
    let mut checked = check_watched(loaded, &request, hooks, &watch)?;
    checked.times.frontend = frontend;
    Ok(checked)
}

/// Compiles a program while the compiler, if it is asked, judges it, and has it read as one that it accepts.
pub(crate) fn load_judged(
    path: &Path,
    reading: &mut Reading,
    watch: &Watch,
) -> Result<Loaded, Refusal> {
    let extent = match reading.entry {
        Some(_) => Extent::Tests,
        None => Extent::Program,
    };
    let (loaded, accepted) = in_its_edition(path, reading, extent, watch, |reading| {
        let load = || load(path, reading, watch);
        let (loaded, accepted) = judged(path, reading, extent, watch, load)?;
        // Without a `main` the entry is a test, of which the compiler has seen nothing yet.
        let has_more = extent == Extent::Program && loaded.program.entry_name != "main";
        let ((), accepted) = match accepted && has_more {
            true => judged(path, reading, Extent::Tests, watch, || Ok(()))?,
            false => ((), accepted),
        };
        Ok((loaded, accepted))
    })?;
    if accepted {
        reading.note_acceptance(&loaded.program);
    }
    Ok(loaded)
}

/// Does work on a program as it is to be read. Where that refuses a file by itself, whose edition is only assumed, it is
/// done in the one in which the compiler accepts the file, if there is one; the reading says so then.
pub(crate) fn in_its_edition<T>(
    path: &Path,
    reading: &mut Reading,
    extent: Extent,
    watch: &Watch,
    work: impl Fn(&Reading) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let done = work(reading);
    let Err(Refusal::Diagnostic(_)) = done else {
        return done;
    };
    match accepted_edition(path, reading, extent, watch) {
        Some(edition) => {
            reading.edition = Some(edition);
            reading.edition_is_found = true;
            work(reading)
        }
        None => done,
    }
}

/// The edition in which the compiler accepts a file, if that is another than the assumed one.
/// It is asked about that one, too: where it refuses what it may only lack, such as an edition, nobody hears of it.
fn accepted_edition(
    path: &Path,
    reading: &Reading,
    extent: Extent,
    watch: &Watch,
) -> Option<Edition> {
    let assumed = reading.assumed_edition(path)?;
    let others = Edition::ALL.into_iter().rev();
    let mut all = std::iter::once(assumed).chain(others.filter(|&other| other != assumed));
    let start = Instant::now();
    let accepting = all.find(|&edition| {
        let edition = Some(edition);
        let reading = Reading {
            edition,
            ..reading.clone()
        };
        let patience = compiler::PATIENCE_WITH_REFUSED.saturating_sub(start.elapsed());
        let compiler = Compiler::start(path, &reading, extent, watch.memory());
        let opinion = compiler.map(|asked| asked.opinion(patience, || watch.reached().is_none()));
        opinion == Some(Opinion::Accepts)
    });
    accepting.filter(|&edition| edition != assumed)
}

/// Does work on a program while the compiler, if it is asked, judges it. Beside the result it gives whether
/// that accepts the program; what it refuses is refused in its words.
pub(crate) fn judged<T>(
    path: &Path,
    reading: &Reading,
    extent: Extent,
    watch: &Watch,
    work: impl FnOnce() -> Result<T, Refusal>,
) -> Result<(T, bool), Refusal> {
    let compiler = Compiler::start(path, reading, extent, watch.memory());
    let start = Instant::now();
    let done = work();
    if let Err(Refusal::Limit(_)) = done {
        return done.map(|done| (done, false));
    }
    let is_wanted = || watch.reached().is_none();
    let patience = match &done {
        Ok(_) => compiler::PATIENCE,
        Err(_) => compiler::PATIENCE_WITH_REFUSED + start.elapsed(),
    };
    let opinion = compiler.map(|compiler| compiler.opinion(patience, is_wanted));
    let accepted = match opinion.unwrap_or(Opinion::Unknown) {
        Opinion::Refuses(words) => return Err(compiler::diagnostic(&words).into()),
        Opinion::Accepts => true,
        Opinion::Unknown => false,
    };
    Ok((done?, accepted))
}

/// Compiles the program at `path` within the default limits.
pub fn load_bounded(path: &Path, reading: &Reading) -> Result<Arc<Program>, Refusal> {
    let watch = Watch::new(&Limits::default(), Arc::default());
    load(path, reading, &watch).map(|loaded| loaded.program)
}

fn load(path: &Path, reading: &Reading, watch: &Watch) -> Result<Loaded, Refusal> {
    let (path, reading) = (path.to_path_buf(), reading.clone());
    Ok(watch.bounded(move || source::load(&path, &reading))??)
}

/// Checks a program that is compiled already.
pub fn check_program(
    program: Arc<Program>,
    request: &Request,
    hooks: Hooks,
) -> Result<Checked, Refusal> {
    let watch = Watch::new(&request.settings.limits, hooks.cancel.clone());
    check_watched(program.into(), request, hooks, &watch)
}

/// Checks a compiled program under a watch that has started.
pub(crate) fn check_watched(
    loaded: Loaded,
    request: &Request,
    hooks: Hooks,
    watch: &Watch,
) -> Result<Checked, Refusal> {
    let program = observed(loaded.program, &request.settings);
    let (findings, mut times) = search(&program, loaded.shelf, request, hooks, watch)?;
    let mut findings = shrink::shrink_all(findings);
    let complete = request.engine.complete && !findings.stopped && findings.limits.is_empty();
    let coverage = timed(&mut times.explore, || {
        let observer = findings.observer.as_ref()?;
        Some(Coverage::new(&program, observer, complete))
    });
    let mut caveats = caveats(&program, request);
    if findings.bugs.is_empty() {
        let code = findings.start.code();
        caveats.extend(of_places(code.counted_rounds(), Caveat::CountedRounds));
        caveats.extend(of_places(code.time_out_limits(), Caveat::TimeOutLimit));
        caveats.extend(of_places(code.draws(), Caveat::RandomNumbers));
        let waits = match (&coverage, request.reading.machine.spurious) {
            (Some(coverage), 0) => coverage.facts().waits_outside_loops(),
            _ => Vec::new(),
        };
        caveats.extend(of_places(waits, Caveat::SpuriousWakeups));
    }
    if findings.exit_codes.iter().any(|&code| code != 0) {
        caveats.push(Caveat::ExitCodes(findings.exit_codes.clone()));
    }
    let never_ends = complete && findings.stats.executions == 0;
    if never_ends {
        match endless::livelock(&program, &findings.start) {
            Some(bug) if is_expected(&program, &bug.fault) => {}
            Some(bug) => findings.bugs.push(bug),
            None => caveats.push(Caveat::NeverEnds),
        }
    }
    Ok(Checked {
        verdict: verdict(&findings),
        complete,
        // What never comes to an end has covered nothing that could be told.
        coverage: coverage.filter(|_| !never_ends),
        caveats,
        request: request.clone(),
        program,
        findings,
        times,
        peak_memory: limits::peak_memory(),
    })
}

/// The static pass, if the engine needs one, and the search: one after the other on a thread of their own.
pub(crate) fn search(
    program: &Arc<Program>,
    shelf: Shelf,
    request: &Request,
    hooks: Hooks,
    watch: &Watch,
) -> Result<(Findings, Times), Limit> {
    let start = Instant::now();
    let (program, request) = (program.clone(), request.clone());
    let alarm = Alarm::default();
    let heard = alarm.clone();
    let (findings, analysis) = watch.alarmed(&alarm, move || {
        let settings = &request.settings;
        let hides_prints = !settings.observes_output();
        let uses_facts = request.engine.uses_facts;
        let facts = uses_facts.then(|| kept_facts(&program, settings, &shelf, hides_prints));
        let analysis = start.elapsed();
        heard.listen();
        let findings = explore(&program, facts, &request, hooks, &heard);
        (findings, analysis)
    })?;
    let times = Times {
        analysis,
        explore: start.elapsed().saturating_sub(analysis),
        ..Times::default()
    };
    Ok((findings, times))
}

/// A program in which what nobody asks for is no visible operation.
pub fn observed(mut program: Arc<Program>, settings: &Settings) -> Arc<Program> {
    if !settings.observes_output() {
        Arc::make_mut(&mut program).hide_prints();
    }
    program
}

/// Instructions of a program from which on it takes longer to work its facts out than to read them.
const WORTH_KEEPING: usize = 50_000;

/// The static pass of a program, with its prints hidden or not, if it was not kept.
fn kept_facts(
    program: &Program,
    settings: &Settings,
    shelf: &Shelf,
    hides_prints: bool,
) -> Arc<Facts> {
    let size: usize = program.functions.iter().map(|f| f.code.len()).sum();
    if size < WORTH_KEEPING {
        return analyze(program, settings);
    }
    let options = analysis_options(settings, program.may_be_unsafe());
    let name = format!("facts {options:?} {hides_prints}");
    if let Some(facts) = shelf.get(&name) {
        return Arc::new(facts);
    }
    let facts = Arc::new(Analysis::run(program, &options));
    shelf.put_shared(&name, facts.clone());
    facts
}

/// The static pass, without the techniques that are switched off.
pub fn analyze(program: &Program, settings: &Settings) -> Arc<Facts> {
    analyze_knowing(program, settings, program.may_be_unsafe())
}

/// The static pass of a program of which it is known whether its plain accesses may race.
pub fn analyze_knowing(program: &Program, settings: &Settings, may_race: bool) -> Arc<Facts> {
    let options = analysis_options(settings, may_race);
    Arc::new(Analysis::run(program, &options))
}

fn analysis_options(settings: &Settings, may_race: bool) -> AnalysisOptions {
    let uses = |technique: &str| !settings.disable.contains(technique);
    AnalysisOptions {
        alias: uses("alias"),
        escape: uses("escape"),
        disjoint: uses("disjoint"),
        mhp: uses("mhp"),
        commute: uses("commute").then_some(Rules::SOUND),
        may_race,
        ..AnalysisOptions::default()
    }
}

/// The static pass of the program at `path`, and something that is done with it, within the limits of the
/// settings; it is told how long reading the program took.
pub fn analyze_watched<T: Send + 'static>(
    path: &Path,
    mut reading: Reading,
    settings: Settings,
    cancel: Arc<AtomicBool>,
    show: impl FnOnce(&Program, &Facts, Duration) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let watch = Watch::new(&settings.limits, cancel);
    let mut frontend = Duration::default();
    let loaded = timed(&mut frontend, || load_judged(path, &mut reading, &watch))?;
    Ok(watch.bounded(move || {
        let facts = kept_facts(&loaded.program, &settings, &loaded.shelf, false);
        show(&loaded.program, &facts, frontend)
    })?)
}

fn explore(
    program: &Arc<Program>,
    facts: Option<Arc<Facts>>,
    request: &Request,
    hooks: Hooks,
    alarm: &Alarm,
) -> Findings {
    let mut machine = request.reading.machine.clone();
    machine.interrupt = alarm.rings.clone();
    let mut exploration = Exploration::new(program.clone(), machine, request.settings.clone());
    exploration.set_alarm(alarm.clone());
    if let Some(facts) = facts {
        exploration.set_facts(facts);
    }
    if let Some(progress) = hooks.progress {
        exploration.set_progress(progress);
    }
    (request.engine.explore)(&mut exploration);
    exploration.into_findings()
}

fn verdict(findings: &Findings) -> Verdict {
    match (findings.bugs.is_empty(), findings.limits.is_empty()) {
        (false, _) => Verdict::Bug,
        (true, true) => Verdict::NoBug,
        (true, false) => Verdict::Limit,
    }
}

/// What ends because time passes.
const TIMED: [Action; 5] = [
    Action::Sleep,
    Action::ParkTimeout,
    Action::ChannelSendTimeout,
    Action::ChannelReceiveTimeout,
    Action::CondvarWaitTimeout,
];

fn caveats(program: &Program, request: &Request) -> Vec<Caveat> {
    let mut caveats = Vec::new();
    let weak = source::weak_orderings(program);
    if !weak.is_empty() {
        caveats.push(Caveat::SequentialConsistency(weak));
    }
    let does =
        |wanted: &[Action]| source::actions(program).any(|(_, action, _)| wanted.contains(&action));
    let timing = match request.reading.machine.time {
        TimeMode::Order => source::actions(program)
            .any(|(_, action, args)| action.sleeps(args))
            .then_some(Caveat::Timing),
        TimeMode::Prompt => does(&TIMED).then_some(Caveat::Promptness),
        TimeMode::Free => None,
    };
    caveats.extend(timing);
    if !program.build_scripts.is_empty() {
        caveats.push(Caveat::BuildScripts(program.build_scripts.clone()));
    }
    if request.reading.edition_is_found {
        caveats.extend(request.reading.edition.map(Caveat::Edition));
    }
    let overrides = request.reading.set.iter().cloned();
    caveats.extend(overrides.map(|(name, value)| Caveat::Override(name, value)));
    caveats
}

/// What is to be said of some places, if there are any.
fn of_places(places: Vec<Site>, caveat: fn(Vec<Site>) -> Caveat) -> Option<Caveat> {
    (!places.is_empty()).then(|| caveat(places))
}

fn timed<T>(time: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *time += start.elapsed();
    result
}
