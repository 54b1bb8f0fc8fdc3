//! What a corpus program says in its first lines must come out (`//@ bug: deadlock`, ...).

use crate::exploration::{Bug, kind_name};
use crate::pipeline::{Caveat, Checked, Verdict};
use std::path::Path;
use vscheck_frontend::Diagnostic;
use vscheck_ir::{FileId, SourceFile, Span};
use vscheck_vm::FaultKind;

/// What a program expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Kinds of bugs: at least one must be found, and no other. None with `no-bug`.
    pub bugs: Vec<String>,
    /// Whether there must be none.
    pub no_bug: bool,
    /// Parts of messages: if panics are found, one of them must have one of these in its message.
    pub messages: Vec<String>,
    /// Options with which all this holds.
    pub args: Vec<String>,
    /// Other options, and what they change: `no-bug` or `bug: KIND`.
    pub with: Vec<(Vec<String>, Annotation)>,
    /// Executions of a complete search by value schedules.
    pub executions: Option<u64>,
    /// At most this many executions to the first bug.
    pub first_bug_executions: Option<u64>,
    /// How many final outcomes there are.
    pub outcomes: Option<usize>,
    /// Whether the verdict must say that it explores weaker orderings as if they were `SeqCst`.
    pub weak_orderings: bool,
    /// Counts for other values of constants: the assignments, and executions.
    pub counts: Vec<(String, u64)>,
}

impl Annotation {
    /// Reads the first lines of a program.
    pub fn parse(source: &str) -> Result<Annotation, String> {
        Annotation::parse_lines(source)
            .map_err(|(number, mistake)| format!("line {number}: {mistake}"))
    }

    /// Reads the first lines of a file. One that cannot be read says nothing: who checks it will tell. Nor does what
    /// is no ordinary file, such as a pipe, and can be read once only.
    pub fn read(path: &Path) -> Result<Annotation, Box<Diagnostic>> {
        let text = match path.is_file() {
            true => std::fs::read_to_string(path).unwrap_or_default(),
            false => String::new(),
        };
        Annotation::parse_lines(&text).map_err(|(line, message)| {
            let end_column = text
                .lines()
                .nth(line - 1)
                .map_or(0, |line| line.chars().count())
                + 1;
            let span = Span {
                file: FileId(0),
                line: line as u32,
                column: 1,
                end_line: line as u32,
                end_column: end_column as u32,
            };
            let mut diagnostic = Diagnostic::new(message, span);
            diagnostic.files.push(SourceFile {
                path: path.display().to_string(),
                text: text.clone(),
                is_model: false,
                package: None,
            });
            diagnostic
        })
    }

    /// The annotation, or the number of a line and what is wrong with it.
    fn parse_lines(source: &str) -> Result<Annotation, (usize, String)> {
        let mut annotation = Annotation::default();
        for (number, line) in source.lines().enumerate() {
            if let Some(line) = line.strip_prefix("//@") {
                let added = annotation.add(line.trim());
                added.map_err(|mistake| (number + 1, mistake))?;
            }
        }
        Ok(annotation)
    }

    /// Whether it says anything about the verdict.
    pub fn expects_something(&self) -> bool {
        self.no_bug || !self.bugs.is_empty()
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        let (key, value) = (key.trim(), value.trim());
        match key {
            "bug" => self.bugs.push(kind(value)?),
            "no-bug" => self.no_bug = true,
            "message" => self.messages.push(value.trim_matches('"').to_string()),
            "args" => self.args.extend(words(value)),
            "edition" => self
                .args
                .extend(["--edition".to_string(), value.to_string()]),
            "with" => self.with.push(with(value)?),
            "executions" => self.executions = Some(number(value)?),
            "first-bug-executions" => self.first_bug_executions = Some(number(value)?),
            "outcomes" => self.outcomes = Some(number(value)? as usize),
            "counts" => self.counts = counts(value)?,
            "weak-orderings" => self.weak_orderings = true,
            // For readers only.
            "source" | "formula" => (),
            other => return Err(format!("`//@ {other}` is no annotation")),
        }
        Ok(())
    }

    /// Why a result is not what is expected; `None` if it is.
    pub fn contradiction(&self, checked: &Checked) -> Option<String> {
        let explores_weak = |caveat: &Caveat| matches!(caveat, Caveat::SequentialConsistency(_));
        if self.weak_orderings && !checked.caveats.iter().any(explores_weak) {
            return Some("the verdict does not speak of weaker orderings".to_string());
        }
        let bugs = &checked.findings.bugs;
        let kinds: Vec<&str> = bugs.iter().map(|bug| kind_name(bug.fault.kind)).collect();
        let got = match kinds.as_slice() {
            [] => checked.verdict.name().to_string(),
            kinds => kinds.join(", "),
        };
        if self.no_bug && checked.verdict != Verdict::NoBug {
            return Some(format!("expected no bug, got {got}"));
        }
        if self.bugs.is_empty() {
            return None;
        }
        let is_expected = |kind: &&str| self.bugs.iter().any(|bug| bug == kind);
        if bugs.is_empty() || !kinds.iter().all(is_expected) {
            return Some(format!("expected {}, got {got}", self.bugs.join(" or ")));
        }
        self.wrong_message(bugs)
    }

    /// Messages are those of panics; other kinds of bugs have none of their own.
    fn wrong_message(&self, bugs: &[Bug]) -> Option<String> {
        let panics = bugs.iter().filter(|bug| bug.fault.kind == FaultKind::Panic);
        let messages: Vec<&str> = panics.map(|bug| bug.fault.message.as_str()).collect();
        let named = |part: &String| messages.iter().any(|message| message.contains(part));
        let first = messages.first().filter(|_| !self.messages.is_empty())?;
        let known = self.messages.iter().any(named);
        (!known).then(|| format!("unexpected message {first:?}"))
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace().map(str::to_string)
}

/// The name of a kind of bug.
fn kind(text: &str) -> Result<String, String> {
    let names = FaultKind::ALL.map(kind_name);
    match names.contains(&text) {
        true => Ok(text.to_string()),
        false => Err(format!("`{text}` is no kind of bug ({})", names.join(", "))),
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number"))
}

/// `--spurious 1 => bug: panic`.
fn with(text: &str) -> Result<(Vec<String>, Annotation), String> {
    let (args, verdict) = text.split_once("=>").ok_or("expected ARGS => VERDICT")?;
    let mut annotation = Annotation::default();
    annotation.add(verdict.trim())?;
    Ok((words(args).collect(), annotation))
}

/// `N=2: 4, N=3: 36`.
fn counts(text: &str) -> Result<Vec<(String, u64)>, String> {
    let entry = |entry: &str| {
        let (set, count) = entry.split_once(':').ok_or("expected NAME=VALUE: COUNT")?;
        Ok((set.trim().to_string(), number(count.trim())?))
    };
    text.split(',').map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_read() {
        let source = "//@ bug: panic\n//@ message: \"a b\"\n//@ counts: N=2: 4, N=3: 36\n\
                      //@ with: --spurious 1 => no-bug\n//@ edition: 2024\nfn main() {}\n";
        let annotation = Annotation::parse(source).expect("well formed");
        assert_eq!(annotation.bugs, ["panic"]);
        assert_eq!(annotation.messages, ["a b"]);
        assert_eq!(
            annotation.counts,
            [("N=2".to_string(), 4), ("N=3".to_string(), 36)]
        );
        assert_eq!(annotation.args, ["--edition", "2024"]);
        assert!(annotation.with[0].1.no_bug);
        assert!(!annotation.weak_orderings);
        let weak = Annotation::parse("//@ weak-orderings: yes").expect("well formed");
        assert!(weak.weak_orderings);
        assert!(Annotation::parse("//@ bugs: none").is_err());
        assert!(Annotation::parse("//@ bug: leak").is_err());
    }
}
