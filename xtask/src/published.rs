//! Published bugs: the packages of `corpus/published/`, each of which uses a crate in a version with a
//! known bug, and what comes of them with that version and with one that has the bug no more.

use crate::tables;
use crate::tables::markup::Table;
use crate::tools::{Answer, Vscheck, cargo};
use cargo_metadata::MetadataCommand;
use std::path::{Path, PathBuf};
use vscheck::annotation::Annotation;
use vscheck::report::table::{duration, thousands};

/// Most seconds of one search.
const SECONDS: &str = "60";

const HEAD: &str = "\
# Published bugs

Written by `cargo xtask published` over the packages of [`corpus/published/`](../../corpus/published), which need the network: each is a small program against a crate of the registry, in a version with a bug that is known from RustSec, an issue or a changelog. The crate's own source is checked, unmodified; where vscheck has a model of the crate, that is left aside (`--from-source`), which the program says in its first lines. What the crate itself depends on may be a model; `parking_lot_core` and `hashbrown` always are, so that bugs of theirs cannot be shown. `rustc` accepts every program with that version, and but for `late-static`, whose set-up is `unsafe`, none has a line of `unsafe` of its own.

- *found*: the first bug of `vscheck run`, and after how many executions; *search* and *front end* are times, the latter of the package with all that it reaches, nothing kept from earlier runs. A bug of another kind than the one that is known does not count as found (`async-executor`).
- *later*: a version that has the bug no more, and what comes of the same program with it: `no bug` after a search that came to its end, `no bug so far` after one that did not, or that `rustc` does not accept the program any more, as where a bound was missing. (What `oneshot` 0.1.12 shows is the bug of 0.2.1.)
- The bugs of the second half are missing bounds of `Send` and `Sync`: there it is enough to see that two threads meet at something that was not meant for them. Those of the first half are in what the code does, and most of them need a schedule.

";

const HEADER: [&str; 9] = [
    "crate",
    "version",
    "known from",
    "found",
    "executions",
    "search",
    "front end",
    "later",
    "there",
];

/// A package of `corpus/published/`.
struct Case {
    folder: PathBuf,
    library: String,
    version: String,
    advisory: String,
    later: Option<String>,
    arguments: Vec<String>,
    expected: Vec<String>,
    /// Whether the bug is a bound that is missing.
    is_bound: bool,
}

/// Checks the packages whose names contain `filter`; all of them are a table.
pub fn run(root: &Path, filter: &str) -> Result<(), String> {
    let runner = Runner {
        vscheck: Vscheck::built(root)?,
        target: root.join("target/published"),
    };
    let mut table = Table::new(&HEADER);
    let mut found = 0;
    let cases = cases(root, filter)?;
    for case in &cases {
        let (row, is_found) = runner.row(case)?;
        println!("{}", row.join("  "));
        found += usize::from(is_found);
        table.row(row);
    }
    if !filter.is_empty() {
        return Ok(());
    }
    let all = cases.len();
    let text = format!("{HEAD}{found} of {all} are found.\n\n{}", table.markdown());
    tables::save(root, "published.md", &text)
}

/// The packages: bugs that need a schedule first, then missing bounds, each by name.
fn cases(root: &Path, filter: &str) -> Result<Vec<Case>, String> {
    let folder = root.join("corpus/published");
    let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let chosen = folders.filter(|folder| name(folder).contains(filter));
    let mut cases = chosen.map(Case::read).collect::<Result<Vec<_>, _>>()?;
    let key = |case: &Case| (case.is_bound, name(&case.folder).to_string());
    cases.sort_by_key(key);
    Ok(cases)
}

fn name(folder: &Path) -> &str {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.unwrap_or_default()
}

impl Case {
    fn read(folder: PathBuf) -> Result<Case, String> {
        let fails = |what: String| format!("{}: {what}", folder.display());
        let mut command = MetadataCommand::new();
        command.manifest_path(folder.join("Cargo.toml")).no_deps();
        let metadata = command.exec().map_err(|error| fails(error.to_string()))?;
        let package = metadata.root_package();
        let package = package.ok_or_else(|| fails("no package".to_string()))?;
        let said = &package.metadata["published"];
        let text = |key: &str| said[key].as_str().map(str::to_string);
        let (library, version) = name(&folder)
            .rsplit_once('-')
            .ok_or_else(|| fails("expected CRATE-VERSION".to_string()))?;
        let source = std::fs::read_to_string(folder.join("src/main.rs"));
        let source = source.map_err(|error| fails(error.to_string()))?;
        let annotation = Annotation::parse(&source).map_err(fails)?;
        Ok(Case {
            library: library.to_string(),
            version: version.to_string(),
            advisory: text("advisory").ok_or_else(|| fails("no advisory".to_string()))?,
            later: text("later"),
            arguments: annotation.args,
            expected: annotation.bugs,
            is_bound: said["bound"].as_bool().unwrap_or_default(),
            folder,
        })
    }

    fn expects(&self, kind: &str) -> bool {
        self.expected.iter().any(|expected| expected == kind)
    }

    /// The same package with another version of the crate, elsewhere.
    fn with_version(&self, version: &str) -> std::io::Result<PathBuf> {
        let copy = std::env::temp_dir().join("vscheck-published");
        let copy = copy.join(format!("{}-{version}", self.library));
        std::fs::create_dir_all(copy.join("src"))?;
        for file in ["Cargo.lock", "src/main.rs"] {
            std::fs::copy(self.folder.join(file), copy.join(file))?;
        }
        let manifest = std::fs::read_to_string(self.folder.join("Cargo.toml"))?;
        let (old, new) = (format!("\"={}\"", self.version), format!("\"={version}\""));
        std::fs::write(copy.join("Cargo.toml"), manifest.replace(&old, &new))?;
        Ok(copy)
    }
}

/// What it takes to check them.
struct Runner {
    vscheck: Vscheck,
    /// Where Cargo builds all of them.
    target: PathBuf,
}

impl Runner {
    /// A row of the table, and whether the bug is found.
    fn row(&self, case: &Case) -> Result<(Vec<String>, bool), String> {
        self.package("fetch", &case.folder, &["--locked"])
            .map_err(|error| format!("{}: {error}", case.folder.display()))?;
        let accepted = self.package("check", &case.folder, &["--locked"]);
        accepted.map_err(|error| format!("{}: {error}", case.folder.display()))?;
        let answer = self.check(case, &case.folder)?;
        let is_found = answer.kind().is_some_and(|kind| case.expects(kind));
        let later = match &case.later {
            Some(version) => self.later(case, version)?,
            None => String::new(),
        };
        let row = vec![
            case.library.clone(),
            case.version.clone(),
            case.advisory.clone(),
            answer.verdict(),
            thousands(answer.count("executions")),
            duration(answer.time("time_explore_ms")),
            duration(answer.time("time_frontend_ms")),
            case.later.clone().unwrap_or_else(|| "none".to_string()),
            later,
        ];
        Ok((row, is_found))
    }

    fn later(&self, case: &Case, version: &str) -> Result<String, String> {
        let copy = case.with_version(version);
        let copy = copy.map_err(|error| error.to_string())?;
        self.package("fetch", &copy, &[])?;
        match self.package("check", &copy, &[]) {
            Ok(()) => Ok(self.check(case, &copy)?.verdict()),
            Err(error) if error.contains("could not compile `published`") => {
                Ok("`rustc` refuses it".to_string())
            }
            Err(error) => Err(error),
        }
    }

    fn package(&self, verb: &str, folder: &Path, options: &[&str]) -> Result<(), String> {
        cargo(verb, folder, options, &self.target)
    }

    fn check(&self, case: &Case, folder: &Path) -> Result<Answer, String> {
        let arguments = case.arguments.iter().map(String::as_str);
        let options = ["--no-cache", "--timeout", SECONDS];
        let options: Vec<&str> = arguments.chain(options).collect();
        self.vscheck.run(folder, &options, &self.target)
    }
}
