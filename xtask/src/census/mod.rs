//! The census: what the front end does not support yet, ranked by how many packages and files it is
//! found in.
//!
//! Each is surveyed in a process of its own, so that none can bring the others down: a crash, a hang
//! and a runaway are results too.

mod packages;
mod report;

use packages::Packages;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use vscheck_frontend::Options;
use vscheck_frontend::hir::Edition;
use vscheck_frontend::options::{Dependency, Library};
use vscheck_frontend::survey::{Stage, Survey, survey};

/// Most processor time for one package.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Most memory for one package, in bytes.
const MEMORY: u64 = 2 << 30;

/// What a survey found, as the processes tell each other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Found {
    lines: usize,
    functions: usize,
    lowered: usize,
    problems: Vec<Problem>,
}

/// One thing that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Problem {
    stage: String,
    message: String,
    place: String,
}

/// What came of one package or file.
#[derive(Clone, Debug)]
pub struct Result {
    name: String,
    time: Duration,
    outcome: std::result::Result<Found, String>,
}

/// How a library is described to the process that surveys it.
#[derive(Serialize, Deserialize)]
struct Job {
    libraries: Vec<JobLibrary>,
}

#[derive(Serialize, Deserialize)]
struct JobLibrary {
    name: String,
    root: PathBuf,
    edition: String,
    cfgs: Vec<(String, Option<String>)>,
    dependencies: Vec<(String, usize)>,
    is_published: bool,
    is_macros: bool,
}

impl Job {
    fn new(options: &Options) -> Job {
        let library = |library: &Library| JobLibrary {
            name: library.name.clone(),
            root: library.root.clone(),
            edition: library.edition.name().to_string(),
            cfgs: library.cfgs.clone(),
            dependencies: library
                .dependencies
                .iter()
                .map(|dependency| (dependency.name.clone(), dependency.library))
                .collect(),
            is_published: library.is_published,
            is_macros: library.is_macros,
        };
        Job {
            libraries: options.libraries.iter().map(library).collect(),
        }
    }

    fn options(self) -> Options {
        let dependency = |(name, library)| Dependency { name, library };
        let library = |library: JobLibrary| Library {
            name: library.name,
            root: library.root,
            edition: Edition::named(&library.edition).unwrap_or(Edition::E2021),
            checks: None,
            cfgs: library.cfgs,
            variables: Vec::new(),
            dependencies: library.dependencies.into_iter().map(dependency).collect(),
            is_published: library.is_published,
            is_macros: library.is_macros,
        };
        Options {
            libraries: self.libraries.into_iter().map(library).collect(),
            ..Options::default()
        }
    }
}

/// Surveys everything below a folder; the names have to contain `filter`.
pub fn run(folder: &Path, filter: &str) -> Vec<Result> {
    let paths = packages::below(folder);
    let is_package = |path: &&PathBuf| path.is_dir();
    let folders: Vec<PathBuf> = paths.iter().filter(is_package).cloned().collect();
    let packages = Packages::read(&folders);
    // A package goes by its folder's own name, wherever Cargo keeps it.
    let named = |path: &PathBuf| {
        let own = path.file_name().filter(|_| path.is_dir()).map(Path::new);
        let shown = own.unwrap_or_else(|| path.strip_prefix(folder).unwrap_or(path));
        (shown.display().to_string(), path.clone())
    };
    let jobs = paths
        .iter()
        .map(named)
        .filter(|(name, _)| name.contains(filter));
    let jobs = jobs.filter_map(|(name, path)| Some((name, options_of(&packages, &path)?)));
    let mut results = in_parallel(jobs.collect());
    results.sort_by(|a, b| a.name.cmp(&b.name));
    results
}

/// Packages without a library are passed over.
fn options_of(packages: &Packages, path: &Path) -> Option<Options> {
    if path.is_dir() {
        return Some(packages.options(packages.index_of(path)?));
    }
    let stem = path.file_stem()?.to_string_lossy().replace('-', "_");
    let file = Library {
        name: stem,
        root: path.to_path_buf(),
        edition: Edition::E2021,
        checks: None,
        cfgs: vec![("test".to_string(), None)],
        variables: Vec::new(),
        dependencies: Vec::new(),
        is_published: false,
        is_macros: false,
    };
    Some(Options {
        libraries: vec![file],
        ..Options::default()
    })
}

fn in_parallel(jobs: Vec<(String, Options)>) -> Vec<Result> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let queue = Mutex::new(jobs.into_iter());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let job = queue.lock().expect("no worker panics here").next();
                    let Some((name, options)) = job else { return };
                    let start = Instant::now();
                    let outcome = elsewhere(&options);
                    let time = start.elapsed();
                    eprintln!("{name}: {:.1} s", time.as_secs_f64());
                    results.lock().expect("no worker panics here").push(Result {
                        name,
                        time,
                        outcome,
                    });
                }
            });
        }
    });
    results.into_inner().expect("no worker panics here")
}

/// Surveys in another process; the error says how that process ended instead.
fn elsewhere(options: &Options) -> std::result::Result<Found, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .arg("survey")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let job = serde_json::to_vec(&Job::new(options)).map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().expect("it is piped");
    // A child that has died already says so by its status.
    let _ = std::io::Write::write_all(&mut stdin, &job);
    drop(stdin);
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let out = std::thread::spawn(|| text_of(out));
    let err = std::thread::spawn(|| text_of(err));
    let status = wait(&mut child)?;
    let text = out.join().unwrap_or_default();
    let error = err.join().unwrap_or_default();
    match serde_json::from_str(&text) {
        Ok(found) if status.success() => Ok(found),
        _ => Err(format!("crash ({status}): {}", crash_message(&error))),
    }
}

fn text_of(pipe: Option<impl std::io::Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        // What was read until it broke is what there is.
        let _ = pipe.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lines of a panic's message.
fn crash_message(error: &str) -> String {
    let lines = error.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.take(3).collect();
    lines.join(" / ")
}

fn wait(child: &mut std::process::Child) -> std::result::Result<std::process::ExitStatus, String> {
    let process = format!("/proc/{}", child.id());
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Err(error) => return Err(error.to_string()),
            Ok(None) => {}
        }
        let reason = if processor_time(&process) > TIMEOUT {
            Some(format!("takes more than {} s", TIMEOUT.as_secs()))
        } else if resident(&process) > MEMORY {
            Some(format!("needs more than {} GiB", MEMORY >> 30))
        } else {
            None
        };
        if let Some(reason) = reason {
            // It may have ended by itself in the meantime.
            let _ = child.kill();
            let _ = child.wait();
            return Err(reason);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// In the system's usual hundredths of a second; 0 where it does not say.
fn processor_time(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn resident(process: &str) -> u64 {
    let status = std::fs::read_to_string(format!("{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

/// The process that surveys one library: reads what to do, writes what it found.
pub fn one() -> std::result::Result<(), String> {
    let job: Job = serde_json::from_reader(std::io::stdin()).map_err(|error| error.to_string())?;
    let options = job.options();
    let found = vscheck_frontend::resolve::with_large_stack(|| found(survey(&options)));
    let text = serde_json::to_string(&found).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}

fn found(survey: Survey) -> Found {
    let mut problems: Vec<Problem> = survey
        .problems
        .iter()
        .map(|(stage, diagnostic)| Problem {
            stage: match stage {
                Stage::Read => "read",
                Stage::Infer => "infer",
                Stage::Lower => "lower",
            }
            .to_string(),
            message: diagnostic.message.lines().next().unwrap_or("").to_string(),
            place: diagnostic.span.map_or_else(String::new, |span| {
                let file = survey.files.get(span.file.index());
                let path = file.map_or("", |file| &file.path);
                format!("{path}:{}:{}", span.line, span.column)
            }),
        })
        .collect();
    problems.sort();
    problems.dedup();
    Found {
        lines: survey.lines,
        functions: survey.functions,
        lowered: survey.lowered,
        problems,
    }
}

pub use report::{markdown, text};
