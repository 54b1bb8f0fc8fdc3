//! What the compiler says of a program, where there is one: vscheck itself takes every program for one
//! that `rustc` accepts, and checks neither borrows nor trait bounds.

use crate::limits::{self, Limits};
use crate::package;
use crate::source::Reading;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};
use std::{env, fs};
use vscheck_frontend::Diagnostic;
use vscheck_frontend::hir::Edition;

/// A compiler at work on a program. Dropped, it is stopped.
pub struct Compiler {
    /// Whether it accepted, and its words. Nothing comes if it was stopped.
    ended: Receiver<(bool, String)>,
    stop: Arc<AtomicBool>,
    /// Who looks after it.
    attendant: Option<JoinHandle<()>>,
    /// Where it writes to.
    folder: PathBuf,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The program is well-formed.
    Accepts,
    /// It is not; in the compiler's words.
    Refuses(String),
    /// Nothing that says anything about the program.
    Unknown,
}

/// What of a file it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The program, without its tests.
    Program,
    /// What `cargo test` compiles.
    Tests,
}

/// How long it may take.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How much longer than the front end, where that refuses the program: its words only say it better.
pub const PATIENCE_WITH_REFUSED: Duration = Duration::from_secs(2);

/// Between two looks whether it is done.
const PAUSE: Duration = Duration::from_millis(2);

/// Between two looks whether its opinion is still wanted.
const PERIOD: Duration = Duration::from_millis(20);

/// What it says where it lacks something that the program is right to ask for: crates that are models
/// here, what is new, or not for everybody, and what another edition has (the front end is not so strict).
const LACKS: [&str; 12] = [
    "no external crate",
    "unlinked crate",
    "undeclared crate",
    "missing crate",
    "E0463",
    "E0554",
    "E0658",
    "unstable",
    "rustup",
    "couldn't read",
    "edition",
    "Rust 20",
];

impl Compiler {
    /// Sets it to work on a single file, for which it may hold so many bytes of memory. `None` where it is not to be
    /// asked, there is none, or a package is to be checked: Cargo would have to build all that it depends on.
    pub fn start(path: &Path, reading: &Reading, extent: Extent, memory: u64) -> Option<Compiler> {
        // What is no ordinary file, such as a pipe, can be read once only.
        if !reading.asks_compiler || !path.is_file() || package::is_package(path) {
            return None;
        }
        let folder = new_folder()?;
        let words = folder.join("words");
        let Some(child) = spawn(path, reading, extent, &folder, &words) else {
            // There is nothing there that is still needed.
            let _ = fs::remove_dir_all(&folder);
            return None;
        };
        let (sender, ended) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = stop.clone();
        let attendant = std::thread::spawn(move || {
            if let Some(accepts) = attend(child, memory, &is_stopped)
                && let Ok(words) = fs::read_to_string(words)
            {
                // Nobody may be waiting any more.
                let _ = sender.send((accepts, words));
            }
        });
        Some(Compiler {
            ended,
            stop,
            attendant: Some(attendant),
            folder,
        })
    }

    /// Whether it accepts a source in an edition, by itself. `None` where that does not come to light.
    pub fn accepts(source: &str, edition: Edition) -> Option<bool> {
        let folder = new_folder()?;
        let path = folder.join("probe.rs");
        let reading = Reading {
            edition: Some(edition),
            asks_compiler: true,
            ..Reading::default()
        };
        let limits = Limits::default();
        let written = fs::write(&path, source).ok();
        let compiler =
            written.and_then(|()| Compiler::start(&path, &reading, Extent::Program, limits.memory));
        let ended = compiler.map(|compiler| compiler.ended.recv_timeout(PATIENCE));
        // What is left there is of no use.
        let _ = fs::remove_dir_all(&folder);
        let (accepts, _) = ended?.ok()?;
        Some(accepts)
    }

    /// Waits so long for its opinion, as long as somebody wants it.
    pub fn opinion(self, patience: Duration, is_wanted: impl Fn() -> bool) -> Opinion {
        let start = Instant::now();
        loop {
            match self.ended.recv_timeout(PERIOD) {
                Ok((true, words)) => return acceptance(&words),
                Ok((false, words)) => return refusal(words.trim_end().to_string()),
                Err(RecvTimeoutError::Timeout) if start.elapsed() < patience && is_wanted() => {}
                Err(_) => return Opinion::Unknown,
            }
        }
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // What went wrong there is no opinion.
        let _ = self.attendant.take().map(JoinHandle::join);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// An empty folder that nobody else uses.
fn new_folder() -> Option<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("vscheck-{}-{number}", std::process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir(&folder).ok()?;
    Some(folder)
}

/// Waits for its end: whether it accepts. It is stopped when it is to, or holds too much memory.
fn attend(mut child: Child, memory: u64, is_stopped: &AtomicBool) -> Option<bool> {
    loop {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status.success());
        }
        let is_stopped = is_stopped.load(Ordering::Relaxed);
        if is_stopped || limits::resident_memory_of(child.id()) > memory {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        sleep(PAUSE);
    }
}

/// Lints that rustc denies, unless a program allows them, and that are about what no execution shows: memory behind
/// a shared reference that is written. Where others are right, the execution shows it.
const DENIED: [&str; 2] = ["invalid_reference_casting", "mutable_transmutes"];

/// What it says of a program that it accepts, apart from warnings: it would refuse one that writes to what a shared
/// reference shows.
fn acceptance(words: &str) -> Opinion {
    let denied = |line: &&str| {
        let mut lints = DENIED.iter();
        lints.any(|lint| line.contains(&format!("`#[warn({lint})]`")))
    };
    let mut blocks = words.split("\n\n");
    let Some(block) = blocks.find(|block| block.lines().any(|line| denied(&line))) else {
        return Opinion::Accepts;
    };
    let lines = block.lines().filter(|line| !denied(line));
    let text: Vec<&str> = lines.collect();
    Opinion::Refuses(text.join("\n").replacen("warning:", "error:", 1))
}

/// Starts it on the program as a library, which needs no `main`; up to metadata, for which bodies are checked in full.
/// Its words go to a file.
fn spawn(
    path: &Path,
    reading: &Reading,
    extent: Extent,
    folder: &Path,
    words: &Path,
) -> Option<Child> {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(compiler);
    let edition = reading.edition_of(path).name();
    command
        .args(["--crate-type", "lib", "--crate-name", "checked"])
        .args(["--emit", "metadata", "--cap-lints", "warn"])
        .args(["--edition", edition]);
    if extent == Extent::Tests {
        command.arg("--test");
    }
    for cfg in &reading.cfgs {
        command.args(["--cfg", &package::cfg_text(cfg)]);
    }
    command.arg("--out-dir").arg(folder).arg(path);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(words).ok()?);
    command.spawn().ok()
}

/// What a diagnostic says before the compiler's words.
const REFUSED: &str = "rustc does not accept this program:\n";

/// A diagnostic in the compiler's words.
pub fn diagnostic(words: &str) -> Box<Diagnostic> {
    Diagnostic::general(format!("{REFUSED}{words}"))
}

/// The first error and what follows it, if a diagnostic is in the compiler's words.
fn from_first_error(message: &str) -> Option<impl Iterator<Item = &str>> {
    let words = message.strip_prefix(REFUSED)?;
    Some(words.lines().skip_while(|line| !line.starts_with("error")))
}

/// What the first error is, if a diagnostic is in the compiler's words.
pub fn first_error(message: &str) -> Option<&str> {
    from_first_error(message)?.next()
}

/// Its file, line and column.
pub fn place(message: &str) -> Option<(&str, u32, u32)> {
    let mut lines = from_first_error(message)?;
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> "))?;
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?, column.parse().ok()?))
}

/// A line in its own words: nothing where it names a file, or shows a line of source, as it is or as it should
/// be, by its number and a mark; and without what it quotes.
fn own_words(line: &str) -> String {
    let text = line.trim_start();
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks = [" |", " ~", " +", " -"];
    let is_source = behind.len() < text.len() && marks.iter().any(|mark| behind.starts_with(mark));
    let is_place = text.starts_with("--> ") || text.starts_with("::: ");
    match is_source || is_place {
        true => String::new(),
        false => line.split('`').step_by(2).collect::<Vec<_>>().join("`"),
    }
}

/// Whether an error says that it lacks something.
fn is_lacking(error: &str) -> bool {
    let lacks = |line: &str| LACKS.iter().any(|lack| line.contains(lack));
    error.lines().any(|line| lacks(&own_words(line))) && !lacks_import(error)
}

/// Whether what an error takes for a crate is a module of std that the program does not import, as the help says.
fn lacks_import(error: &str) -> bool {
    let mut behind = error.split("unlinked crate `").skip(1);
    let name = behind.next().and_then(|rest| rest.split('`').next());
    name.is_some_and(|name| {
        let end = format!("::{name};");
        let mut lines = error.lines();
        lines.any(|line| line.contains(" + use std::") && line.ends_with(&end))
    })
}

fn refusal(words: String) -> Opinion {
    // Of itself it speaks without a place.
    let at = words
        .lines()
        .any(|line| line.trim_start().starts_with("--> "));
    let errs = at && words.lines().any(|line| line.starts_with("error"));
    let is_lacking = words.split("\n\n").any(is_lacking);
    match errs && !is_lacking {
        true => Opinion::Refuses(words),
        false => Opinion::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_lacks_is_no_refusal() {
        let moved =
            "error[E0382]: use of moved value: `v`\n --> a.rs:3:5\n3 |     v.sort_unstable();\n";
        assert_eq!(
            refusal(moved.to_string()),
            Opinion::Refuses(moved.to_string())
        );
        let label =
            "error[E0382]: use of moved value\n --> a.rs:3:5\n  |  ^ value `edition` used here\n";
        assert_eq!(
            refusal(label.to_string()),
            Opinion::Refuses(label.to_string())
        );
        let help = "error[E0382]: borrow of moved value\n --> edition/a.rs:5:15\n\
             help: consider cloning\n  |\n4 ~     let value = edition.clone();\n";
        assert_eq!(
            refusal(help.to_string()),
            Opinion::Refuses(help.to_string())
        );
        let no_crate = "error[E0432]: unresolved import `loom`\n\
             --> a.rs:1:5\n  |  ^^^^ use of unresolved module or unlinked crate `loom`\n";
        assert_eq!(refusal(no_crate.to_string()), Opinion::Unknown);
        let renamed = "error[E0432]: unresolved import `loom`\n\
             --> a.rs:1:5\n  |  ^^^^ no external crate `loom`\n";
        assert_eq!(refusal(renamed.to_string()), Opinion::Unknown);
        let no_name =
            "error[E0432]: unresolved import `std::sync::Mutx`\n --> a.rs:1:5\n".to_string();
        assert_eq!(refusal(no_name.clone()), Opinion::Refuses(no_name));
        let no_import = "error[E0433]: cannot find module or crate `thread` in this scope\n --> a.rs:1:5\n  \
            |  ^^^^^^ use of unresolved module or unlinked crate `thread`\n\
            help: consider importing this module\n  |\n1 + use std::thread;\n";
        assert_eq!(
            refusal(no_import.to_string()),
            Opinion::Refuses(no_import.to_string())
        );
        let both = format!("{no_import}\n{no_crate}");
        assert_eq!(refusal(both), Opinion::Unknown);
        assert_eq!(refusal("killed".to_string()), Opinion::Unknown);
        let own = "error: argument 13 is not valid Unicode\n".to_string();
        assert_eq!(refusal(own), Opinion::Unknown);
    }

    #[test]
    fn words_say_where_the_first_error_is() {
        let words = "warning: unused\n --> a.rs:1:1\n\nerror[E0382]: use of moved value\n   --> b c/a.rs:12:7\n";
        assert_eq!(place(&diagnostic(words).message), Some(("b c/a.rs", 12, 7)));
        assert_eq!(place(words), None);
        assert_eq!(place(&diagnostic("error: no `main`").message), None);
    }

    #[test]
    fn only_what_no_execution_shows_is_refused_of_its_warnings() {
        let unused =
            "warning: unused variable: `x`\n  = note: `#[warn(unused_variables)]` on by default\n";
        assert_eq!(acceptance(unused), Opinion::Accepts);
        let cast = "warning: assigning to `&T` is undefined behavior\n --> a.rs:3:5\n  \
            = note: `#[warn(invalid_reference_casting)]` on by default\n\nwarning: 2 warnings emitted\n";
        let said = "error: assigning to `&T` is undefined behavior\n --> a.rs:3:5";
        assert_eq!(
            acceptance(&format!("{unused}\n{cast}")),
            Opinion::Refuses(said.to_string())
        );
    }
}
