//! Cargo and vscheck as processes.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use vscheck::report::table::cut;

/// Most characters of what a bug says of itself.
const MESSAGE: usize = 60;

/// Has Cargo work on the package in a folder.
pub fn cargo(verb: &str, folder: &Path, options: &[&str], target: &Path) -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let mut command = Command::new(cargo);
    command.arg(verb).arg("--quiet").args(options);
    command.current_dir(folder).env("CARGO_TARGET_DIR", target);
    let output = output(&mut command)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn output(command: &mut Command) -> Result<Output, String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.output();
    output.map_err(|error| format!("cannot run `{name}`: {error}"))
}

/// The executable.
pub struct Vscheck(PathBuf);

impl Vscheck {
    /// That of this repository, built anew if need be.
    pub fn built(root: &Path) -> Result<Vscheck, String> {
        let options = ["--release", "--package", "vscheck"];
        cargo("build", root, &options, &root.join("target"))?;
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        Ok(Vscheck(own.with_file_name("vscheck")))
    }

    /// Checks the package in a folder, with the target folder that Cargo would have.
    pub fn run(&self, folder: &Path, options: &[&str], target: &Path) -> Result<Answer, String> {
        let mut command = Command::new(&self.0);
        command.arg("run").arg(folder).args(options);
        command.args(["--format", "json"]);
        command.env("CARGO_TARGET_DIR", target);
        let output = output(&mut command)?;
        let answer = serde_json::from_slice(&output.stdout);
        Ok(Answer(answer.map_err(|error| error.to_string())?))
    }
}

/// What `vscheck run --format json` says.
pub struct Answer(Value);

impl Answer {
    /// The kind of the first bug.
    pub fn kind(&self) -> Option<&str> {
        self.0["bugs"][0]["kind"].as_str()
    }

    /// The verdict, as a table's cell.
    pub fn verdict(&self) -> String {
        let text = match (self.kind(), self.0["verdict"].as_str()) {
            (Some(kind), _) => {
                let message = self.0["bugs"][0]["message"].as_str().unwrap_or_default();
                let kind = kind.replace('-', " ");
                let line = message.lines().next().unwrap_or_default();
                match line.starts_with(&kind) {
                    true => cut(line, MESSAGE),
                    false => cut(&format!("{kind}: {line}"), MESSAGE),
                }
            }
            (None, Some("no-bug")) => "no bug".to_string(),
            (None, Some("limit")) => {
                let limit = self.0["limits"][0].as_str().unwrap_or_default();
                format!("no bug so far; stopped by {limit}")
            }
            (None, _) => {
                let message = self.0["error"]["message"].as_str().unwrap_or_default();
                format!("refused: {}", cut(message, MESSAGE))
            }
        };
        text.replace('|', "\\|")
    }

    /// A number of the statistics.
    pub fn count(&self, key: &str) -> u64 {
        self.0["stats"][key].as_u64().unwrap_or_default()
    }

    /// A time of the statistics, which are in milliseconds.
    pub fn time(&self, key: &str) -> Duration {
        let milliseconds = self.0["stats"][key].as_f64().unwrap_or_default();
        Duration::from_secs_f64(milliseconds / 1e3)
    }
}
