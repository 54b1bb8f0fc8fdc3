//! The agreement test: on random programs, every complete engine must find exactly the outcomes that
//! plain exhaustive search finds, and a hunt for the first bug must find one if there is one.

pub mod counted;
pub mod generate;
pub mod ir;
pub mod program;
pub mod rust;
pub mod shrink;

use crate::engine::{self, ENGINES, Engine, MATCHED_BY_SYMMETRY, SYMMETRIC};
use crate::exploration::{Exploration, Findings, Kept, Order, Outcome, Settings, kind_name};
use crate::limits::Limits;
use crate::pipeline::{analyze_knowing, observed};
use generate::Size;
use program::{Program, Stmt};
use shrink::shrink;
use std::collections::BTreeSet;
use std::sync::Arc;
use vscheck_frontend::Diagnostic;
use vscheck_vm::{MachineOptions, Transition};

/// Executions of the oracle beyond which a program is too big and passed over, unless told otherwise.
pub const ORACLE_EXECUTIONS: u64 = 20_000;

/// The engine whose outcomes count. It goes round loops that only wait, too.
const ORACLE: &str = "exhaustive";

/// How random programs are tried.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// How they are brought before the engines.
    pub form: Form,
    /// How long they are.
    pub size: Size,
    /// Spurious wake-ups, as `--spurious`.
    pub spurious: u32,
    /// Executions of the oracle beyond which a program is passed over.
    pub oracle_executions: u64,
    /// Whether only programs with selections are tried.
    pub selections: bool,
    /// Whether only programs with threads that have the same body are tried.
    pub teams: bool,
    /// Whether only programs with compare-exchanges that rely on loads are tried.
    pub exchanges: bool,
    /// Whether only programs with locks that atomics are, and that guard plain accesses, are tried.
    pub handmade: bool,
    /// Whether only programs with plain accesses that are not under a mutex are tried.
    pub races: bool,
    /// Whether only programs are tried in which somebody sleeps and somebody looks at the clock again and again.
    pub clocks: bool,
    /// Whether the value-schedule engine has to take as many executions as there are value schedules, where
    /// all complete, no loop waits, nobody reads for longer than a step, and nobody is cut off.
    pub exact: bool,
}

impl Trial {
    /// Whether a program has what is asked for.
    fn wants(&self, program: &Program) -> bool {
        let has = |asked: bool, kind: fn(&Stmt) -> bool| !asked || program.uses(kind);
        has(self.selections, |stmt| stmt.ends().len() > 1)
            && has(self.teams, |stmt| matches!(stmt, Stmt::Team { .. }))
            && has(self.exchanges, |stmt| matches!(stmt, Stmt::Exchange(..)))
            && has(
                self.handmade,
                |stmt| matches!(stmt, Stmt::SpinLock { body, .. } if body.iter().any(Stmt::is_plain)),
            )
            && has(self.clocks, |stmt| matches!(stmt, Stmt::PollUntil(..)))
            && has(self.clocks, |stmt| matches!(stmt, Stmt::Sleep(_)))
            && (!self.races || program.may_race())
    }
}

/// How a random program is brought before the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As Rust source, through the front end.
    Rust,
    /// As intermediate representation.
    Ir,
}

/// What came out for one program.
#[derive(Clone, Debug)]
pub enum Agreement {
    /// All engines agree.
    Agrees(Counts),
    /// The oracle would take too long.
    TooBig,
    /// Some engine differs, or the program could not be run.
    Differs(String),
}

/// How much there was to agree on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Outcomes.
    pub outcomes: usize,
    /// Distinct value schedules among the oracle's executions.
    pub schedules: usize,
    /// Whether every execution completes: one that a bug cuts short has as many value schedules as there
    /// are ways to cut it.
    pub all_complete: bool,
    /// Executions of the value-schedule engine; as many as there are value schedules, if it is optimal.
    pub executions: usize,
    /// States that were known again with symmetric threads in each other's place.
    pub alike: u64,
}

/// Compares all complete engines on a program.
pub fn agreement(program: &Program, trial: &Trial) -> Agreement {
    let compiled = match compile(program, trial.form) {
        Ok(compiled) => compiled,
        Err(diagnostic) => return Agreement::Differs(diagnostic.message.clone()),
    };
    let options = MachineOptions {
        spurious: program.spurious,
        time: program.time,
        child_panic: program.child_panic,
        ..MachineOptions::default()
    };
    let is_oracle = |engine: &Engine| engine.name == ORACLE;
    let run = |engine: &Engine, looks_ahead, settings| {
        let options = MachineOptions {
            looks_ahead,
            check_races: is_oracle(engine) || program.may_race(),
            ..options.clone()
        };
        search(&compiled, options, engine, settings)
    };
    let expected = match expected(&run, trial) {
        Ok(expected) => expected,
        Err(end) => return end,
    };
    let others = ENGINES
        .iter()
        .filter(|engine| engine.complete && !is_oracle(engine));
    let mut counts = Counts {
        outcomes: expected.outcomes.len(),
        schedules: expected.schedules,
        all_complete: expected.bugs.is_empty(),
        executions: 0,
        alike: 0,
    };
    for engine in others {
        let settings = everything(4 * trial.oracle_executions);
        let found = run(engine, true, settings.clone());
        if found.outcomes != expected.outcomes || found.stopped {
            return Agreement::Differs(difference(engine.name, &expected.outcomes, &found));
        }
        if engine.stateful {
            continue;
        }
        let executions = found.stats.executions as usize;
        let fewer = trial.exact && executions < counts.schedules && tells_alike(program);
        if counts.all_complete && (executions > counts.schedules || fewer) {
            let (name, schedules) = (engine.name, counts.schedules);
            let repeats =
                format!("{name}: {executions} executions for {schedules} value schedules");
            return Agreement::Differs(repeats);
        }
        if engine.name == "value-schedule" {
            counts.executions = executions;
            let kept = Kept::FEWEST;
            let again = run(engine, true, Settings { kept, ..settings });
            if let Some(why) = differs_by_kept(&found, &again) {
                return Agreement::Differs(why);
            }
        }
    }
    match alike_states(&compiled, &options, program, &expected) {
        Ok(alike) => counts.alike = alike,
        Err(why) => return Agreement::Differs(why),
    }
    if let Some(why) = wrong_hunt(&compiled, &options, program, &expected) {
        return Agreement::Differs(why);
    }
    Agreement::Agrees(counts)
}

/// What is wrong about the hunts for the first bug.
fn wrong_hunt(
    compiled: &Arc<vscheck_ir::Program>,
    options: &MachineOptions,
    program: &Program,
    expected: &Findings,
) -> Option<String> {
    let hunted = (compiled, program.may_race());
    HUNTS.iter().find_map(|(patience, disable)| {
        let with = |kept: Kept| hunt(hunted, options.clone(), *patience, disable, kept);
        let found = with(Kept::default());
        let wrong = wrong_verdict(expected, &found);
        wrong.or_else(|| differs_by_kept(&found, &with(Kept::FEWEST)))
    })
}

/// What the engines have to find, by what `run` gives for the oracle with looks ahead and without; or how the
/// comparison ends.
fn expected(
    run: &impl Fn(&Engine, bool, Settings) -> Findings,
    trial: &Trial,
) -> Result<Findings, Agreement> {
    let oracle = ENGINES.iter().find(|engine| engine.name == ORACLE);
    let oracle = oracle.expect("the oracle");
    let mut expected = run(oracle, false, everything(trial.oracle_executions));
    if expected.stopped || !expected.limits.is_empty() {
        return Err(Agreement::TooBig);
    }
    if let Some(steps) = expected.one_sided {
        let why = format!("conflict in one order only: {steps:?}");
        return Err(Agreement::Differs(why));
    }
    if has_race(&expected) {
        let found = run(oracle, true, everything(trial.oracle_executions));
        if found.stopped || !found.outcomes.is_subset(&expected.outcomes) || !has_race(&found) {
            let why = difference("without laps", &expected.outcomes, &found);
            return Err(Agreement::Differs(why));
        }
        expected.outcomes = found.outcomes;
    }
    Ok(expected)
}

/// How many states were known again in a search in which symmetric threads stand for each other; or what is different
/// about its outcomes.
fn alike_states(
    compiled: &Arc<vscheck_ir::Program>,
    options: &MachineOptions,
    program: &Program,
    expected: &Findings,
) -> Result<u64, String> {
    let found = search_symmetric(compiled, options, program.may_race());
    if found.outcomes != expected.outcomes || found.stopped {
        return Err(difference(SYMMETRIC.name, &expected.outcomes, &found));
    }
    let alike = found.stats.engine.get(MATCHED_BY_SYMMETRY);
    Ok(alike.copied().unwrap_or_default())
}

/// A search in which symmetric threads stand for each other.
fn search_symmetric(
    compiled: &Arc<vscheck_ir::Program>,
    options: &MachineOptions,
    may_race: bool,
) -> Findings {
    let settings = Settings {
        // Threads in the order of their numbers would mostly come to a state before its like.
        order: Order::Random,
        ..everything(u64::MAX)
    };
    let facts = analyze_knowing(compiled, &settings, may_race);
    let options = MachineOptions {
        check_races: may_race,
        ..options.clone()
    };
    let mut exploration = Exploration::new(compiled.clone(), options, settings);
    exploration.set_facts(facts);
    (SYMMETRIC.explore)(&mut exploration);
    exploration.into_findings()
}

/// Whether the oracle tells apart no more executions than have different value schedules. (Of threads that the
/// end of the process cuts off it tells how far they have come.)
fn tells_alike(program: &Program) -> bool {
    let tells_more = |stmt: &Stmt| stmt.spins() || stmt.keeps_writers();
    !program.uses(tells_more) && !program.may_cut_off()
}

fn compile(program: &Program, form: Form) -> Result<Arc<vscheck_ir::Program>, Box<Diagnostic>> {
    match form {
        Form::Ir => Ok(Arc::new(ir::program(program))),
        Form::Rust => {
            let name = format!("vscheck-agreement-{}.rs", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, rust::source(program))
                .map_err(|error| Diagnostic::general(format!("{}: {error}", path.display())))?;
            let loaded = crate::source::load(&path, &crate::source::Reading::default());
            // If it stays, nothing is wrong.
            let _ = std::fs::remove_file(&path);
            loaded.map(|loaded| loaded.program)
        }
    }
}

fn everything(most: u64) -> Settings {
    Settings {
        all: true,
        outcomes: true,
        schedules: true,
        limits: limits(Some(most)),
        ..Settings::default()
    }
}

fn limits(executions: Option<u64>) -> Limits {
    Limits {
        executions,
        steps: 2_000,
        ..Limits::default()
    }
}

fn search(
    program: &Arc<vscheck_ir::Program>,
    options: MachineOptions,
    engine: &Engine,
    settings: Settings,
) -> Findings {
    let mut exploration = Exploration::new(program.clone(), options, settings);
    (engine.explore)(&mut exploration);
    exploration.into_findings()
}

/// Hunts for the first bug: their patience with value schedules, and what they do without. The first asks
/// other searches at once and by turns, the second only the one of what commutes, the third only stored
/// states.
const HUNTS: &[(u64, &[&str])] = &[
    (1, &["priority"]),
    (0, &["priority", "states"]),
    (0, &["priority", "additions", "sections"]),
];

fn hunt(
    (program, may_race): (&Arc<vscheck_ir::Program>, bool),
    options: MachineOptions,
    patience: u64,
    disable: &[&str],
    kept: Kept,
) -> Findings {
    let settings = Settings {
        disable: disable.iter().map(|name| name.to_string()).collect(),
        patience: Some(patience),
        kept,
        limits: limits(None),
        ..Settings::default()
    };
    let program = observed(program.clone(), &settings);
    let facts = analyze_knowing(&program, &settings, may_race);
    let mut exploration = Exploration::new(program, options, settings);
    exploration.set_facts(facts);
    (engine::DEFAULT.explore)(&mut exploration);
    exploration.into_findings()
}

/// What is different about a search that keeps fewer states, and executes again what led to the others.
fn differs_by_kept(found: &Findings, again: &Findings) -> Option<String> {
    let schedules = |findings: &Findings| -> Vec<Vec<Transition>> {
        let bugs = findings.bugs.iter();
        bugs.map(|bug| bug.run.schedule()).collect()
    };
    let same = found.stats == again.stats
        && found.outcomes == again.outcomes
        && schedules(found) == schedules(again);
    let (all, few) = (&found.stats, &again.stats);
    (!same).then(|| format!("with fewer states kept {few:?} instead of {all:?}"))
}

fn wrong_verdict(expected: &Findings, found: &Findings) -> Option<String> {
    let kinds = |findings: &Findings| {
        let kinds = findings.bugs.iter().map(|bug| kind_name(bug.fault.kind));
        kinds.collect::<BTreeSet<_>>()
    };
    let (expected, kinds) = (kinds(expected), kinds(found));
    let right = kinds.is_subset(&expected) && kinds.is_empty() == expected.is_empty();
    let why = || {
        format!(
            "the hunt finds {kinds:?} of {expected:?}; limits {:?}",
            found.limits
        )
    };
    (!right || !found.limits.is_empty()).then(why)
}

/// Whether an execution ends in a data race, or worse. Then a lap of a loop that only waits makes a difference after
/// all, if it writes what it read (`while taken.swap(true, SeqCst) {}`): it may order two accesses that race without
/// it, so that their execution goes on to an end of its own. Of such programs, whose behaviour nothing defines, the
/// outcomes count that there are without such laps.
fn has_race(findings: &Findings) -> bool {
    let mut bugs = findings.bugs.iter();
    bugs.any(|bug| bug.fault.kind.is_of_memory())
}

fn difference(name: &str, expected: &BTreeSet<Outcome>, found: &Findings) -> String {
    let show =
        |outcome: &Outcome| format!("{} {:?} {:?}", outcome.end, outcome.message, outcome.stdout);
    let missing: Vec<String> = expected.difference(&found.outcomes).map(show).collect();
    let extra: Vec<String> = found.outcomes.difference(expected).map(show).collect();
    format!(
        "{name}: of {} outcomes it misses {missing:?} and adds {extra:?}; limits {:?}",
        expected.len(),
        found.limits
    )
}

/// What many programs gave.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs on which all engines agree.
    pub agree: u64,
    /// Their outcomes.
    pub outcomes: u64,
    /// Programs all of whose executions complete.
    pub complete: u64,
    /// Seeds of those, but for programs with loops that only wait, long reads or ends that cut threads off, for
    /// which the value-schedule engine took fewer executions than there are value schedules, and both numbers.
    pub not_optimal: Vec<(u64, Counts)>,
    /// Programs passed over.
    pub too_big: u64,
}

/// Compares all engines on `count` programs from `seed` on; stops at the first that differs and returns a
/// report with the smallest such program.
pub fn agree(trial: &Trial, seed: u64, count: u64) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for seed in seed..seed + count {
        let program = Program {
            spurious: trial.spurious,
            ..Program::random(seed, trial.form, trial.size)
        };
        if !trial.wants(&program) {
            continue;
        }
        match agreement(&program, trial) {
            Agreement::Agrees(counts) => {
                tally.agree += 1;
                tally.outcomes += counts.outcomes as u64;
                tally.complete += u64::from(counts.all_complete);
                let fewer = counts.executions != counts.schedules;
                if counts.all_complete && fewer && tells_alike(&program) {
                    tally.not_optimal.push((seed, counts));
                }
            }
            Agreement::TooBig => tally.too_big += 1,
            Agreement::Differs(_) => return Err(report(seed, &program, trial)),
        }
    }
    Ok(tally)
}

fn report(seed: u64, program: &Program, trial: &Trial) -> String {
    let smallest = shrink(program, trial);
    let form = trial.form;
    let Agreement::Differs(why) = agreement(&smallest, trial) else {
        return format!("seed {seed} differs, but not every time");
    };
    let source = rust::source(&smallest);
    let Program {
        spurious,
        time,
        child_panic,
        ..
    } = smallest;
    format!(
        "seed {seed} ({form:?}, --spurious {spurious}, time {time:?}, child panic {child_panic:?}): \
         {why}\n\n{source}"
    )
}
