//! What is kept of a target's tests for the next run of `vscheck test`.
//!
//! The program of a test is an entry of its own. What takes little room (which tests there are, which of
//! them start no thread, why one is refused) stands together in one more, written when the target is done.

use crate::cache::Cache;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use vscheck_frontend::inputs::Inputs;
use vscheck_frontend::{Diagnostic, TestFunction};
use vscheck_ir::{Program, SourceFile};

/// What compiling a test gives.
pub enum Answer {
    /// It starts threads.
    Program(Arc<Program>),
    /// It starts none.
    NoThreads,
    /// It is not accepted, and may start threads.
    Refused(Box<Diagnostic>),
}

/// The tests of a target, and what is known of them.
pub struct Kept {
    cache: Cache,
    key: String,
    known: Known,
    /// What all that is known was worked out from.
    inputs: Inputs,
    /// Whether the cache has all of it.
    is_written: bool,
}

/// What stands in one entry.
#[derive(Serialize, Deserialize)]
struct Known {
    tests: Vec<TestFunction>,
    /// Of the tests without a program, by their paths; why, of those that are refused.
    without: BTreeMap<String, Option<Box<Diagnostic>>>,
}

impl Kept {
    /// What an earlier run has kept of a target.
    pub fn find(cache: Cache, key: &str) -> Option<Kept> {
        let key = format!("tests {key}");
        let (known, inputs) = cache.get_noting(&key)?;
        Some(Kept {
            cache,
            key,
            known,
            inputs,
            is_written: true,
        })
    }

    /// The tests of a target of which nothing else is known.
    pub fn new(cache: Cache, key: &str, tests: Vec<TestFunction>, inputs: Inputs) -> Kept {
        let without = BTreeMap::new();
        Kept {
            cache,
            key: format!("tests {key}"),
            known: Known { tests, without },
            inputs,
            is_written: false,
        }
    }

    /// All tests, in the order of the source.
    pub fn tests(&self) -> &[TestFunction] {
        &self.known.tests
    }

    /// What compiling a test would give, if that is known.
    pub fn answer(&self, test: &TestFunction) -> Option<Answer> {
        match self.known.without.get(&test.path) {
            Some(None) => Some(Answer::NoThreads),
            Some(Some(diagnostic)) => Some(Answer::Refused(diagnostic.clone())),
            None => {
                let program: Program = self.cache.get(&self.program(test))?;
                Some(Answer::Program(Arc::new(program)))
            }
        }
    }

    /// Keeps what compiling a test has given.
    pub fn keep(&mut self, test: &TestFunction, answer: &Answer, inputs: Inputs) {
        let refused = match answer {
            Answer::Program(program) => {
                self.cache.put(&self.program(test), inputs, &**program);
                return;
            }
            Answer::NoThreads => None,
            Answer::Refused(diagnostic) => Some(Box::new(brief(diagnostic))),
        };
        self.known.without.insert(test.path.clone(), refused);
        self.inputs.include(&inputs);
        self.is_written = false;
    }

    /// The key of a test's program.
    fn program(&self, test: &TestFunction) -> String {
        format!("{} {}", test.path, self.key)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if !self.is_written {
            self.cache.put(&self.key, self.inputs.clone(), &self.known);
        }
    }
}

/// A diagnostic with the texts only of the files in which its places are.
fn brief(diagnostic: &Diagnostic) -> Diagnostic {
    let notes = diagnostic.notes.iter().filter_map(|(_, span)| *span);
    let spans: Vec<_> = notes.chain(diagnostic.span).collect();
    let file = |(index, file): (usize, &SourceFile)| {
        let is_named = spans.iter().any(|span| span.file.index() == index);
        SourceFile {
            text: if is_named {
                file.text.clone()
            } else {
                String::new()
            },
            ..file.clone()
        }
    };
    Diagnostic {
        files: diagnostic.files.iter().enumerate().map(file).collect(),
        ..diagnostic.clone()
    }
}
