//! Embeds the library models and indexes them by what the front end looks up without a path: language
//! items, exported macros, trait names, and the files with impls of primitive types.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Names of the types whose impls are found without any path leading to their file.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "f32", "f64",
];

#[derive(Default)]
struct Index {
    files: Vec<(String, PathBuf)>,
    lang_items: Vec<(String, String)>,
    macros: Vec<(String, String)>,
    traits: Vec<String>,
    primitive_files: Vec<String>,
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
        }
        if has_primitive_impls(&text) {
            self.primitive_files.push(path.to_string());
        }
        self.files.push((path.to_string(), file.to_path_buf()));
        Ok(())
    }

    fn sort(&mut self) {
        self.files.sort();
        self.lang_items.sort();
        self.macros.sort();
        self.traits.sort();
        self.traits.dedup();
        self.primitive_files.sort();
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
        render_names(&mut out, "PRIMITIVE_FILES", &self.primitive_files);
        out
    }
}

fn render_pairs(out: &mut String, name: &str, pairs: &[(String, String)]) {
    writeln!(out, "const {name}: &[(&str, &str)] = &{pairs:?};").expect("writing to a string");
}

fn render_names(out: &mut String, name: &str, names: &[String]) {
    writeln!(out, "const {name}: &[&str] = &{names:?};").expect("writing to a string");
}

/// Whether a file writes `impl i32 {`, `impl<T> [T] {`, `impl Trait for u8 {` or the like, or names
/// several primitives in macro calls (`int_impl! { i8 i16 i32 }`).
fn has_primitive_impls(text: &str) -> bool {
    let code = text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"));
    code.filter(|line| line.starts_with("impl") || line.contains("! {") || line.contains("!("))
        .any(|line| {
            if !line.starts_with("impl") {
                return PRIMITIVES.contains(&first_word_of_arguments(line));
            }
            let target = match line.split_once(" for ") {
                Some((_, target)) => target,
                None => after_generics(line.trim_start_matches("impl")),
            };
            let target = target.trim_start();
            let word: String = target
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            PRIMITIVES.contains(&word.as_str()) || target.starts_with(['[', '*', '&', '(', '!'])
        })
}

fn first_word_of_arguments(line: &str) -> &str {
    let arguments = line.split_once('!').map_or("", |(_, rest)| rest);
    let arguments = arguments.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let end = arguments.find(|c: char| !c.is_alphanumeric() && c != '_');
    &arguments[..end.unwrap_or(arguments.len())]
}

fn after_generics(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == '>' || at == 0 && c != '<') {
            return &text[at + usize::from(c == '>')..];
        }
    }
    text
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
