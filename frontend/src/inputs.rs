//! What a compilation has looked at besides its options: whoever keeps its result can ask whether it still
//! holds.

use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// What was looked at, and what was there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// The [`fingerprint`]s of files; `None` of one that could not be read.
    files: BTreeMap<PathBuf, Option<u64>>,
    /// Variables of the environment.
    variables: BTreeMap<String, Option<String>>,
    /// Whether a file was read twice and had changed: nothing holds then.
    changed: bool,
}

thread_local! {
    /// A compilation stays in one thread.
    static NOTED: RefCell<Inputs> = RefCell::default();
}

impl Inputs {
    /// Whether everything is as it was.
    pub fn hold(&self) -> bool {
        let mut files = self.files.iter();
        let mut variables = self.variables.iter();
        !self.changed
            && files.all(|(path, was)| of_file(path) == *was)
            && variables.all(|(name, was)| std::env::var(name).ok() == *was)
    }

    /// Together with what was looked at elsewhere.
    pub fn include(&mut self, others: &Inputs) {
        for (path, seen) in &others.files {
            self.note_file(path, *seen);
        }
        self.variables.extend(others.variables.clone());
        self.changed |= others.changed;
    }

    fn note_file(&mut self, path: &Path, seen: Option<u64>) {
        let before = self.files.insert(path.to_path_buf(), seen);
        self.changed |= before.is_some_and(|before| before != seen);
    }
}

/// What this thread has noted; it starts anew.
pub(crate) fn take() -> Inputs {
    NOTED.take()
}

/// What this thread has noted so far.
pub(crate) fn noted() -> Inputs {
    NOTED.with_borrow(Inputs::clone)
}

/// Notes what was looked at elsewhere.
pub(crate) fn include(others: &Inputs) {
    NOTED.with_borrow_mut(|noted| noted.include(others));
}

/// A number that tells texts apart, the same in all runs of one build.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

fn of_file(path: &Path) -> Option<u64> {
    Some(fingerprint(&std::fs::read(path).ok()?))
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = std::fs::read(path);
    let seen = bytes.as_ref().ok().map(|bytes| fingerprint(bytes));
    NOTED.with_borrow_mut(|noted| noted.note_file(path, seen));
    bytes
}

/// Whether there is such a file.
pub(crate) fn is_file(path: &Path) -> bool {
    note(path);
    path.is_file()
}

/// Notes that something hangs on a file.
pub(crate) fn note(path: &Path) {
    NOTED.with_borrow_mut(|noted| noted.note_file(path, of_file(path)));
}

/// A variable of the environment.
pub(crate) fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok();
    NOTED.with_borrow_mut(|noted| noted.variables.insert(name.to_string(), value.clone()));
    value
}
