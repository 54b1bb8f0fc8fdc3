//! How long a peer's user waits for rustc: the program alone, against the peer's compiled library.

use crate::programs::Program;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

/// Seconds that rustc takes for one program, optimized as the rest of the comparison is. `peer` is
/// `loom` or `shuttle`.
pub fn seconds(peer: &str, program: &Program) -> Result<f64, String> {
    let folder = std::env::temp_dir().join(format!("vscheck-peers-{}", std::process::id()));
    let result = in_folder(&folder, peer, program);
    // Nothing but a leftover in the system's folder for such things.
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn in_folder(folder: &Path, peer: &str, program: &Program) -> Result<f64, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let source = folder.join("program.rs");
    std::fs::write(&source, text(peer, program)).map_err(|error| error.to_string())?;
    let libraries = libraries()?;
    let library = newest(&libraries, &format!("lib{peer}-"))?;
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-C", "opt-level=3"]);
    rustc
        .arg("-L")
        .arg(format!("dependency={}", libraries.display()));
    rustc
        .arg("--extern")
        .arg(format!("{peer}={}", library.display()));
    rustc.arg("--out-dir").arg(folder).arg(&source);
    let origin = Instant::now();
    let output = rustc.stdout(Stdio::null()).output();
    let time = origin.elapsed().as_secs_f64();
    let output = output.map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(time),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The program as somebody would write it who uses nothing but that peer.
fn text(peer: &str, program: &Program) -> String {
    let start = match peer {
        "loom" => "loom::model(program::start)",
        _ => "shuttle::check_random(program::start, 100)",
    };
    format!(
        "#![allow(dead_code, unused_imports)]\n{}\nmod program {{\nuse crate::{peer}_mapped::{peer} as std;\n\
         pub fn start() {{ main() }}\n{}\n}}\nfn main() {{ {start}; }}\n",
        mapped(peer),
        program.text
    )
}

/// The part of `mapped.rs` that is about this peer.
fn mapped(peer: &str) -> String {
    let all = include_str!("mapped.rs");
    let head = format!("pub mod {peer} {{");
    let at = all.find(&head).expect("a module for the peer");
    let end = at + all[at..].find("\n}\n").expect("its end") + 3;
    format!("mod {peer}_mapped {{ {} }}", &all[at..end])
}

/// Where cargo put the libraries that this program was linked with.
fn libraries() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(here.with_file_name("deps"))
}

fn newest(folder: &Path, prefix: &str) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let fits = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(prefix) && name.ends_with(".rlib")
    };
    let changed = |path: &PathBuf| {
        let time = path.metadata().and_then(|data| data.modified());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let newest = paths.filter(fits).max_by_key(changed);
    newest.ok_or_else(|| format!("no {prefix}*.rlib in {}", folder.display()))
}
