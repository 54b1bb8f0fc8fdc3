//! Runs: every program of the thesis under engines and without techniques.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use vscheck::annotation::Annotation;
use vscheck::cli::options::reading_with;
use vscheck::compare::{Comparison, Row};
use vscheck::engine::{DEFAULT, Engine};
use vscheck::exploration::Settings;
use vscheck::limits::Limits;
use vscheck::pipeline::{Request, analyze, load_bounded};
use vscheck::report::pairs::{self, Extent};

/// What one search may take.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Its time.
    pub time: Duration,
    /// States that it stores.
    pub states: u64,
}

/// A program to run.
pub struct Subject {
    /// Its path in the repository: what tables show.
    name: String,
    path: PathBuf,
    annotation: Annotation,
}

impl Subject {
    /// The program of this name in `corpus/thesis/`.
    pub fn new(root: &Path, name: &str) -> Result<Subject, String> {
        Subject::at(root, format!("corpus/thesis/{name}.rs"))
    }

    /// The program of this name in `corpus/counts/`, with this value of its constant.
    pub fn counted(root: &Path, name: &str, n: &str) -> Result<Subject, String> {
        let mut subject = Subject::at(root, format!("corpus/counts/{name}.rs"))?;
        let set = ["--set".to_string(), format!("N={n}")];
        subject.annotation.args.extend(set);
        Ok(subject)
    }

    fn at(root: &Path, name: String) -> Result<Subject, String> {
        let path = root.join(&name);
        let source = std::fs::read_to_string(&path);
        let source = source.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Subject {
            annotation: Annotation::parse(&source)?,
            name,
            path,
        })
    }

    fn request(&self, budget: Budget, settings: Settings) -> Result<Request, String> {
        Ok(Request {
            path: self.path.clone(),
            reading: reading_with(&self.annotation.args)?,
            engine: DEFAULT,
            settings: Settings {
                limits: Limits {
                    states: Some(budget.states),
                    timeout: Some(budget.time),
                    ..Limits::default()
                },
                ..settings
            },
        })
    }

    /// The first bug (or, of a program without one, everything) under each of these engines. A search
    /// that depends on the order of threads counts with the better of lowest first and the median of
    /// five random orders.
    pub fn search(&self, engines: &[&'static Engine], budget: Budget) -> Result<Vec<Row>, String> {
        let all = self.annotation.no_bug;
        self.rows(
            engines,
            budget,
            Settings {
                all,
                ..Settings::default()
            },
        )
    }

    /// The default engine without one technique.
    pub fn without(&self, technique: &str, budget: Budget) -> Result<Row, String> {
        self.row(DEFAULT, &[technique], false, budget)
    }

    /// A complete search without some techniques.
    pub fn all(
        &self,
        engine: &'static Engine,
        disable: &[&str],
        budget: Budget,
    ) -> Result<Row, String> {
        self.row(engine, disable, true, budget)
    }

    fn row(
        &self,
        engine: &'static Engine,
        disable: &[&str],
        all: bool,
        budget: Budget,
    ) -> Result<Row, String> {
        let settings = Settings {
            all,
            disable: disable.iter().map(|name| name.to_string()).collect(),
            ..Settings::default()
        };
        let mut rows = self.rows(&[engine], budget, settings)?;
        rows.pop().ok_or_else(|| "no row".to_string())
    }

    fn rows(
        &self,
        engines: &[&'static Engine],
        budget: Budget,
        settings: Settings,
    ) -> Result<Vec<Row>, String> {
        let request = self.request(budget, settings)?;
        let comparison = Comparison {
            request,
            engines,
            baseline: "dfs",
            best_order: true,
            annotation: &self.annotation,
            cancel: Arc::default(),
        };
        let mut rows = comparison.rows(|| None);
        for row in &mut rows {
            row.program.clone_from(&self.name);
        }
        Ok(rows)
    }

    /// What `vscheck analyze --format json` says.
    pub fn analysis(&self) -> Result<serde_json::Value, String> {
        let reading = reading_with(&self.annotation.args)?;
        let start = Instant::now();
        let program = load_bounded(&self.path, &reading).map_err(|refusal| refusal.message())?;
        let frontend = start.elapsed();
        let facts = analyze(&program, &Settings::default());
        let report = pairs::json(&self.path, &program, &facts, (frontend, Extent::First));
        serde_json::to_value(report).map_err(|error| error.to_string())
    }

    /// Lines of source that are neither empty nor comments.
    pub fn lines(&self) -> usize {
        let source = std::fs::read_to_string(&self.path).unwrap_or_default();
        let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        source.lines().filter(code).count()
    }
}
