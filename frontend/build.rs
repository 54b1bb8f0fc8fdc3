//! Embeds the library models and indexes them by what the front end looks up without a path: language
//! items, exported macros, trait names, functions of C, and the files with impls of primitive types.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Files (by stem or folder) that hold impls of types that no path leads to: primitives, slices, ...
const HOMES: &[&str] = &[
    "array",
    "bool",
    "char",
    "f32",
    "f64",
    "float",
    "fn_ptr",
    "int",
    "never",
    "num",
    "primitive",
    "ptr",
    "reference",
    "slice",
    "str",
    "tuple",
    "unit",
];

/// What programs can ask of C's library.
const C_LIBRARY: &str = "ffi/c.rs";

#[derive(Default)]
struct Index {
    files: Vec<(String, PathBuf)>,
    lang_items: Vec<(String, String)>,
    macros: Vec<(String, String)>,
    traits: Vec<String>,
    /// Home files, with the words in their impl headers and macro calls.
    homes: Vec<(String, Vec<String>)>,
    /// Crates other than std that are modelled: the files under `crates/`.
    crates: Vec<String>,
    /// The public functions of [`C_LIBRARY`].
    c_functions: Vec<String>,
    /// Files with `#[lang = $name]`.
    generated_lang_files: Vec<String>,
}

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let models = manifest.join("models");
    println!("cargo::rerun-if-changed={}", models.display());
    let mut index = Index::default();
    if models.is_dir() {
        index.add_folder(&models, "")?;
    }
    index.sort();
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("model_files.rs"), index.render())
}

impl Index {
    fn add_folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            if entry.file_type()?.is_dir() {
                self.add_folder(&entry.path(), &format!("{path}/"))?;
            } else if name.ends_with(".rs") {
                self.add_file(&path, &entry.path())?;
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &str, file: &Path) -> io::Result<()> {
        let text = fs::read_to_string(file)?;
        let mut exported = false;
        for line in text
            .lines()
            .map(str::trim_start)
            .filter(|line| !line.starts_with("//"))
        {
            exported |= line.starts_with("#[macro_export");
            if let Some(name) = between(line, "#[lang = \"", '"') {
                self.lang_items.push((name.to_string(), path.to_string()));
            }
            if let Some(name) = word_after(line, "macro_rules! ")
                && std::mem::take(&mut exported)
            {
                self.macros.push((name.to_string(), path.to_string()));
            }
            if let Some(name) = word_after(line, "trait ") {
                self.traits.push(name.to_string());
            }
            if line.starts_with("pub use ")
                && let Some(name) = word_after(line, " as ")
            {
                self.traits.push(name.to_string());
            }
        }
        if path == C_LIBRARY {
            let public = text.lines().filter(|line| line.starts_with("pub "));
            let names = public.filter_map(|line| word_after(line, "fn "));
            self.c_functions.extend(names.map(str::to_string));
        }
        if text.contains("#[lang = $") {
            self.generated_lang_files.push(path.to_string());
        }
        if text.contains("trait $") {
            self.add_generated_traits(&text);
        }
        let mut parts = path.trim_end_matches(".rs").split('/');
        if parts.any(|part| HOMES.contains(&part)) {
            self.homes.push((path.to_string(), impl_words(&text)));
        }
        if let Some(name) = path.strip_prefix("crates/")
            && !name.contains('/')
        {
            self.crates.push(name.trim_end_matches(".rs").to_string());
        }
        self.files.push((path.to_string(), file.to_path_buf()));
        Ok(())
    }

    /// Where macros define traits, their names are among the capitalized words outside of the macros.
    fn add_generated_traits(&mut self, text: &str) {
        let mut in_invocation = false;
        for line in text.lines() {
            in_invocation |= !line.starts_with([' ', '}', '/']) && line.contains("! {");
            if in_invocation && !line.starts_with("macro_rules!") {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                let capitalized = words.filter(|word| word.starts_with(char::is_uppercase));
                self.traits.extend(capitalized.map(str::to_string));
            }
            in_invocation &= !line.contains('}');
        }
    }

    fn sort(&mut self) {
        self.files.sort();
        self.lang_items.sort();
        self.macros.sort();
        self.traits.sort();
        self.traits.dedup();
        self.homes.sort();
        self.crates.sort();
        self.c_functions.sort();
        self.generated_lang_files.sort();
    }

    fn render(&self) -> String {
        let mut out = String::from("const FILES: &[(&str, &str)] = &[\n");
        for (path, file) in &self.files {
            writeln!(
                out,
                "    ({path:?}, include_str!({:?})),",
                file.display().to_string()
            )
            .expect("writing to a string");
        }
        out.push_str("];\n");
        render_pairs(&mut out, "LANG_ITEMS", &self.lang_items);
        render_pairs(&mut out, "EXPORTED_MACROS", &self.macros);
        render_names(&mut out, "TRAIT_NAMES", &self.traits);
        render_names(&mut out, "CRATES", &self.crates);
        render_names(&mut out, "C_FUNCTIONS", &self.c_functions);
        out.push_str("const HOMES: &[(&str, &[&str])] = &[\n");
        for (path, words) in &self.homes {
            writeln!(out, "    ({path:?}, &{words:?}),").expect("writing to a string");
        }
        out.push_str("];\n");
        render_names(&mut out, "GENERATED_LANG_FILES", &self.generated_lang_files);
        out
    }
}

fn render_pairs(out: &mut String, name: &str, pairs: &[(String, String)]) {
    writeln!(out, "const {name}: &[(&str, &str)] = &{pairs:?};").expect("writing to a string");
}

fn render_names(out: &mut String, name: &str, names: &[String]) {
    writeln!(out, "const {name}: &[&str] = &{names:?};").expect("writing to a string");
}

/// The words in headers of impls and in macro calls, sorted.
fn impl_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut in_header = false;
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        let starts = line.trim_start().starts_with("impl") || line.contains("! {");
        in_header |= starts && !line.starts_with("macro_rules!");
        if in_header {
            let split = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.extend(split.filter(|word| !word.is_empty()).map(str::to_string));
        }
        let ends = line.contains(['}', ';']) || line.contains('{') && !line.contains("! {");
        in_header &= !ends;
    }
    words.sort();
    words.dedup();
    words
}

fn between<'a>(line: &'a str, start: &str, end: char) -> Option<&'a str> {
    let rest = &line[line.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

fn word_after<'a>(line: &'a str, marker: &str) -> Option<&'a str> {
    let at = line.find(marker)?;
    let before = line[..at].chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let rest = &line[at + marker.len()..];
    let end = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}
