//! `cargo xtask`: maintenance of the repository.
//!
//! - `census`, `oracle`: how much of published crates the front end understands, and whether it agrees with the
//!   compiler;
//! - `tables`, `plot`, `scale`, `starts`, `published`: what `docs/tables/` says is measured here;
//! - `tools`: Cargo and vscheck as processes.

mod plot;
mod published;
mod scale;
mod starts;
mod tables;
mod tools;

use clap::{Parser, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use vscheck::agreement::generate::Size;
use vscheck::agreement::program::Program;
use vscheck::agreement::{Form, ORACLE_EXECUTIONS, Trial, agree};

/// The allocator of the `vscheck` binary, so that what is measured here is what it does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maintenance of the repository.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compare all complete engines on random programs
    Agree {
        /// How many programs
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first one
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// As Rust source, or as bytecode without the front end
        #[arg(long, default_value = "rust")]
        form: FormOption,
        /// Spurious wake-ups
        #[arg(long, default_value_t = 0)]
        spurious: u32,
        /// Executions of the oracle beyond which a program is passed over
        #[arg(long, default_value_t = ORACLE_EXECUTIONS)]
        oracle_executions: u64,
        /// Programs of one or two operations a thread
        #[arg(long)]
        small: bool,
        /// Only programs with selections over several channels
        #[arg(long)]
        selections: bool,
        /// Only programs with threads that have the same body
        #[arg(long)]
        teams: bool,
        /// Only programs with compare-exchanges that rely on loads
        #[arg(long)]
        exchanges: bool,
        /// Only programs with locks that are atomics, and guard plain accesses
        #[arg(long)]
        handmade: bool,
        /// Only programs with plain accesses that are not under a mutex
        #[arg(long)]
        races: bool,
        /// Only programs in which somebody sleeps and somebody looks at the clock again and again
        #[arg(long)]
        clocks: bool,
        /// Fewer executions than value schedules are a difference, too
        #[arg(long)]
        exact: bool,
    },
    /// Print a random program
    Generate {
        /// Which
        seed: u64,
        /// As it was made for: some statements are for one form only
        #[arg(long, default_value = "rust")]
        form: FormOption,
        /// Of the programs of one or two operations a thread
        #[arg(long)]
        small: bool,
    },
    /// Compare the front end's callees and types of variables with rustc's
    TypecheckOracle {
        /// Rust files, or folders of them
        paths: Vec<PathBuf>,
    },
    /// Rank what the front end does not support in the packages and files below a folder
    Census {
        /// The folder, such as the registry's sources
        folder: PathBuf,
        /// Only packages and files with this in their name
        filter: Option<String>,
        /// Write docs/tables/census.md
        #[arg(long)]
        write: bool,
    },
    /// Survey the library that standard input describes: a part of the census
    #[command(hide = true)]
    Survey,
    /// Update the expected files of the corpus
    Bless,
    /// Check the corpus with large budgets, for an hour or so
    Corpus,
    /// Measure the machine beside another interpreter
    Bench,
    /// Run the thesis's programs through all engines and without each technique; write docs/tables/
    Tables {
        /// Most seconds of one search
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
    /// Check the packages of corpus/published/ (needs the network) and write docs/tables/published.md
    Published {
        /// Only packages with this in their name, and no table
        filter: Option<String>,
    },
    /// Measure how soon the packages of bench/starts/ (need the network) are explored; write docs/tables/starts.md
    Starts,
    /// Measure how the static pass grows with generated programs and write docs/tables/
    Scale {
        /// Only measure the program with so many threads, and print its row
        #[arg(long, hide = true)]
        one: Option<usize>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum FormOption {
    Rust,
    Bytecode,
}

impl From<FormOption> for Form {
    fn from(option: FormOption) -> Form {
        match option {
            FormOption::Rust => Form::Rust,
            FormOption::Bytecode => Form::Ir,
        }
    }
}

fn size(small: bool) -> Size {
    match small {
        true => Size::Small,
        false => Size::Usual,
    }
}

fn main() -> ExitCode {
    match Cli::parse().task {
        Task::Agree {
            count,
            seed,
            form,
            spurious,
            oracle_executions,
            small,
            selections,
            teams,
            exchanges,
            handmade,
            races,
            clocks,
            exact,
        } => {
            let trial = Trial {
                form: form.into(),
                size: size(small),
                spurious,
                oracle_executions,
                selections,
                teams,
                exchanges,
                handmade,
                races,
                clocks,
                exact,
            };
            agreement(&trial, seed, count)
        }
        Task::Generate { seed, form, small } => {
            let program = Program::random(seed, form.into(), size(small));
            print!("{}", vscheck::agreement::rust::source(&program));
            ExitCode::SUCCESS
        }
        Task::TypecheckOracle { paths } => typecheck_oracle(&paths),
        Task::Census {
            folder,
            filter,
            write,
        } => done(census(&folder, &filter.unwrap_or_default(), write)),
        Task::Survey => done(xtask::census::one()),
        Task::Bless => bless(),
        Task::Corpus => corpus(),
        Task::Bench => bench(),
        Task::Tables { seconds } => done(tables::write(&root(), seconds)),
        Task::Starts => done(starts::run(&root())),
        Task::Published { filter } => done(published::run(&root(), &filter.unwrap_or_default())),
        Task::Scale { one: None } => done(scale::write(&root())),
        Task::Scale { one: Some(threads) } => {
            done(scale::measure(threads, &std::env::temp_dir()).map(|row| println!("{row}")))
        }
    }
}

fn done(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn census(folder: &Path, filter: &str, write: bool) -> Result<(), String> {
    let results = xtask::census::run(folder, filter);
    print!("{}", xtask::census::text(&results));
    match write {
        true => tables::save(&root(), "census.md", &xtask::census::markdown(&results)),
        false => Ok(()),
    }
}

fn agreement(trial: &Trial, seed: u64, count: u64) -> ExitCode {
    match agree(trial, seed, count) {
        Ok(tally) => {
            println!(
                "{} programs agree ({} outcomes), {} were too big",
                tally.agree, tally.outcomes, tally.too_big
            );
            let differ = &tally.not_optimal;
            println!(
                "{} programs always complete; {} of them took fewer executions than there are value \
                 schedules",
                tally.complete,
                differ.len()
            );
            for (seed, counts) in differ.iter().take(20) {
                let (executions, schedules) = (counts.executions, counts.schedules);
                println!("  seed {seed}: {executions} executions, {schedules} value schedules");
            }
            ExitCode::SUCCESS
        }
        Err(report) => {
            println!("{report}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the corpus test so that it writes what it would compare.
fn bless() -> ExitCode {
    let mut cargo = cargo();
    cargo.args(["test", "--release", "-p", "vscheck", "--test", "corpus"]);
    run(cargo
        .args(["corpus", "--", "--exact"])
        .env("VSCHECK_BLESS", "1"))
}

/// Runs the corpus test with budgets that let most searches end.
fn corpus() -> ExitCode {
    let mut cargo = cargo();
    cargo.args(["test", "--release", "-p", "vscheck", "--test", "corpus"]);
    run(cargo.args(["thorough", "--", "--exact", "--ignored", "--nocapture"]))
}

/// Runs the measurements of `bench/`, a workspace of its own.
fn bench() -> ExitCode {
    let mut cargo = cargo();
    cargo.args(["run", "--release", "--bin", "loops"]);
    run(cargo.current_dir(root().join("bench")))
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string()));
    cargo.current_dir(root());
    cargo
}

fn run(command: &mut Command) -> ExitCode {
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn typecheck_oracle(paths: &[PathBuf]) -> ExitCode {
    let files: Vec<PathBuf> = paths.iter().flat_map(|path| rust_files(path)).collect();
    let comparison = xtask::oracle::compare_all(&files);
    for message in &comparison.refused {
        println!("not compared: {message}");
    }
    for difference in &comparison.differences {
        println!("{difference}");
    }
    let (compared, differences) = (comparison.compared, comparison.differences.len());
    println!("{compared} functions compared, {differences} differences");
    ExitCode::from(u8::from(differences > 0))
}

/// A file, or the Rust files of a folder in order.
fn rust_files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else {
        return vec![path.to_path_buf()];
    };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files
}
