//! Programs in strings, compared with the text of their HIR.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use vscheck_frontend::Options;
use vscheck_frontend::hir::{DefId, DefKind, Edition, ExprKind, Hir, HirTy, HirTyKind};
use vscheck_frontend::resolve::{Crate, dump, load, with_large_stack};

/// A folder of its own, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("vscheck-hir-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text of everything that a program defines, or its diagnostic.
pub fn text(path: &Path, options: &Options) -> String {
    with_large_stack(|| match load(path, options) {
        Ok(krate) => dump::dump(&krate),
        Err(diagnostic) => {
            let place = diagnostic.span.map(|span| {
                let file = Path::new(&diagnostic.files[span.file.index()].path)
                    .file_name()
                    .unwrap();
                format!("{}:{}:{}: ", file.to_string_lossy(), span.line, span.column)
            });
            let folder = path.parent().unwrap().display().to_string();
            let message = diagnostic.message.replace(&folder, "FOLDER");
            format!("{}error: {message}\n", place.unwrap_or_default())
        }
    })
}

/// Compares the text of a program of one file.
pub fn check(source: &str, expected: &str) {
    check_with(source, &Options::default(), expected);
}

/// The same for an edition.
pub fn check_edition(edition: Edition, source: &str, expected: &str) {
    check_with(
        source,
        &Options {
            edition: Some(edition),
            ..Options::default()
        },
        expected,
    );
}

/// The same with options.
pub fn check_with(source: &str, options: &Options, expected: &str) {
    let folder = Folder::new();
    let path = folder.write("main.rs", source);
    compare(&text(&path, options), expected);
}

/// The same for several files, the first of them the root.
pub fn check_files(files: &[(&str, &str)], expected: &str) {
    let folder = Folder::new();
    for (name, content) in files {
        folder.write(name, content);
    }
    compare(
        &text(&folder.0.join(files[0].0), &Options::default()),
        expected,
    );
}

fn compare(actual: &str, expected: &str) {
    let clean = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        let indent = |line: &&str| line.len() - line.trim_start().len();
        let common = lines.iter().map(indent).min().unwrap_or(0);
        lines
            .iter()
            .map(|line| line[common..].to_string())
            .collect()
    };
    let (actual_lines, expected_lines) = (clean(actual), clean(expected));
    assert!(
        actual_lines == expected_lines,
        "--- actual\n{}\n--- expected\n{}\n---",
        actual_lines.join("\n"),
        expected_lines.join("\n")
    );
}

/// Every diagnostic and everything unsupported in the definitions that `wanted` chooses.
pub fn problems(krate: &Crate, wanted: impl Fn(DefId) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    let mut index = 0;
    while index < krate.definition_count() {
        let id = DefId::new(index);
        index += 1;
        if wanted(id) {
            definition(krate, id, &mut problems);
        }
    }
    problems
}

fn definition(krate: &Crate, id: DefId, problems: &mut Vec<String>) {
    let def = krate.def(id);
    let mut say = |message: &str| problems.push(format!("{}: {message}", krate.path_of(id)));
    let has_body = match &def.kind {
        DefKind::Fn(data) => {
            data.params
                .iter()
                .chain([&data.ret])
                .for_each(|ty| check_type(ty, &mut say));
            data.has_body
        }
        DefKind::Const { ty, has_body } => {
            check_type(ty, &mut say);
            *has_body
        }
        DefKind::Static { ty, .. } => {
            check_type(ty, &mut say);
            true
        }
        DefKind::AnonConst => true,
        DefKind::Struct(data) | DefKind::Union(data) | DefKind::Variant { data, .. } => {
            data.fields
                .iter()
                .for_each(|field| check_type(&field.ty, &mut say));
            false
        }
        DefKind::TypeAlias(ty) | DefKind::AssocTy { ty: Some(ty), .. } => {
            check_type(ty, &mut say);
            false
        }
        DefKind::Unsupported(what) => {
            say(what);
            false
        }
        DefKind::Module
        | DefKind::Enum(_)
        | DefKind::Trait { .. }
        | DefKind::Impl { .. }
        | DefKind::AssocTy { ty: None, .. } => false,
    };
    if has_body {
        body(krate, id, &mut say);
    }
}

fn check_type(ty: &HirTy, say: &mut impl FnMut(&str)) {
    if let HirTyKind::Unsupported(what) = &ty.kind {
        say(what);
    }
}

fn body(krate: &Crate, id: DefId, say: &mut impl FnMut(&str)) {
    match krate.body(id) {
        Err(diagnostic) => say(&diagnostic.message),
        Ok(body) => {
            for expr in &body.exprs {
                if let ExprKind::Unsupported(what) = &expr.kind {
                    say(what);
                }
            }
        }
    }
}
