//! Source files: reading them, and where the file of a module is.

use super::{Crate, Module, Pending, UnitId, model_files};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::Edition;
use crate::inputs;
use crate::parse::{self, Text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vscheck_ir::{FileId, SourceFile, Span};

/// Files above this size are refused: syntax trees take some hundred times the text's memory.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// What library models' paths start with in reports.
const MODEL_PREFIX: &str = "<std>/";

/// A file that has been read.
pub(crate) struct FileInfo {
    pub path: String,
    pub text: Rc<str>,
    pub is_model: bool,
    /// The name of the published package that it belongs to.
    pub package: Option<String>,
    pub edition: Edition,
    pub unit: UnitId,
    /// Of a file whose items are parsed when they are needed.
    pub outline: Option<Rc<Text>>,
    /// Nothing in it becomes part of the program.
    pub is_silent: bool,
}

impl FileInfo {
    pub(super) fn to_source_file(&self) -> SourceFile {
        SourceFile {
            path: self.path.clone(),
            text: self.shown().to_string(),
            is_model: self.is_model,
            package: self.package.clone(),
        }
    }

    /// The text, if it is not a model's.
    pub(super) fn user_text(&self) -> Option<Rc<str>> {
        (!self.is_model).then(|| self.shown())
    }

    /// What a program has of it.
    fn shown(&self) -> Rc<str> {
        match self.is_silent {
            true => Rc::default(),
            false => self.text.clone(),
        }
    }
}

/// The line and column right after a text, from 1.
fn end_of(text: &str) -> (u32, u32) {
    let last = text.rsplit('\n').next().unwrap_or("");
    let lines = text.matches('\n').count();
    (lines as u32 + 1, last.chars().count() as u32 + 1)
}

impl Crate {
    /// Reads a file of a crate that is not the models'.
    pub(crate) fn read_user_file(
        &self,
        unit: UnitId,
        path: &Path,
        span: Option<Span>,
    ) -> Result<FileId> {
        let read = self.try_read_user_file(unit, path, span);
        if read.is_err() {
            inputs::note(path);
        }
        read
    }

    fn try_read_user_file(&self, unit: UnitId, path: &Path, span: Option<Span>) -> Result<FileId> {
        let fail = |message: String| match span {
            Some(span) => Diagnostic::new(message, span),
            None => Diagnostic::general(message),
        };
        let shown = path.display();
        let unreadable = |error: std::io::Error| fail(format!("cannot read `{shown}`: {error}"));
        if self.written(path).is_none() {
            let metadata = std::fs::metadata(path).map_err(unreadable)?;
            if metadata.is_dir() {
                return Err(fail(format!(
                    "`{shown}` is a folder, not a Rust source file"
                )));
            }
            if metadata.len() > MAX_FILE_BYTES {
                return Err(fail(format!(
                    "`{shown}` has {} bytes; source files of more than {MAX_FILE_BYTES} bytes are not accepted",
                    metadata.len()
                )));
            }
        }
        let bytes = self.bytes_of(path).map_err(unreadable)?;
        let path = shown.to_string();
        match String::from_utf8(bytes) {
            // A line ends in one character, also in string literals.
            Ok(text) if text.contains("\r\n") => {
                Ok(self.add_file(path, text.replace("\r\n", "\n").into(), false, unit))
            }
            Ok(text) => Ok(self.add_file(path, text.into(), false, unit)),
            Err(error) => {
                let good =
                    String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
                let message = format!("`{shown}` is not UTF-8 text");
                let text = good.into_owned();
                let (line, column) = end_of(&text);
                let file = self.add_file(path, text.into(), false, unit);
                Err(Diagnostic::new(
                    message,
                    Span {
                        file,
                        line,
                        column,
                        end_line: line,
                        end_column: column,
                    },
                ))
            }
        }
    }

    /// What a build script has written to this file.
    fn written(&self, path: &Path) -> Option<&[u8]> {
        let mut written = self.options.written.iter();
        let (_, bytes) = written.find(|(known, _)| known == path)?;
        Some(bytes)
    }

    /// What is in a file.
    pub(crate) fn bytes_of(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        match self.written(path) {
            Some(bytes) => Ok(bytes.to_vec()),
            None => inputs::read(path),
        }
    }

    fn add_file(&self, path: String, text: Rc<str>, is_model: bool, unit: UnitId) -> FileId {
        let edition = match is_model {
            true => Edition::E2021,
            false => self.unit_edition(unit),
        };
        // What comes before the first token has no place in an outline.
        let is_plain = !text.starts_with(['\u{feff}', '#']) || text.starts_with("#![");
        let is_outlined = !is_model && is_plain && self.is_outlined(unit);
        let outline = is_outlined.then(|| Text::of_library(&text, edition));
        let mut files = self.files.borrow_mut();
        files.push(FileInfo {
            path,
            text,
            is_model,
            package: self.published_name(unit).filter(|_| !is_model),
            edition,
            unit,
            outline,
            is_silent: !is_model && self.units.get(unit).is_macros,
        });
        FileId::new(files.len() - 1)
    }

    /// Adds a text that stands in no file.
    pub(super) fn add_expansion(&self, name: String, text: String, unit: UnitId) {
        self.files.borrow_mut().push(FileInfo {
            path: name,
            text: text.into(),
            is_model: false,
            package: self.published_name(unit),
            edition: self.unit_edition(unit),
            unit,
            outline: None,
            is_silent: false,
        });
    }

    /// Adds a model file by its path under `frontend/models`; empty if there is none.
    pub(crate) fn add_model_file(&self, path: &Path) -> FileId {
        let path = path.to_string_lossy();
        let text = model_files::text(&path).unwrap_or("");
        self.add_file(
            format!("{MODEL_PREFIX}{path}"),
            text.into(),
            true,
            UnitId::PROGRAM,
        )
    }

    /// The text of a file.
    pub(crate) fn file_text(&self, file: FileId) -> Rc<str> {
        self.files.borrow()[file.index()].text.clone()
    }

    /// The text of a model file.
    pub(crate) fn model_text(&self, file: FileId) -> &'static str {
        let path = self.file_path(file);
        let name = path.strip_prefix(MODEL_PREFIX).unwrap_or(&path);
        model_files::text(name).unwrap_or("")
    }

    pub(crate) fn file_edition(&self, file: FileId) -> Edition {
        self.files.borrow()[file.index()].edition
    }

    /// The names of constants in the text of all files that are not the models': those in functions are
    /// entered only when they are reached.
    pub(super) fn written_constants(&self) -> BTreeSet<String> {
        let of_name = |c: char| c == '_' || c.is_alphanumeric();
        let files = self.files.borrow();
        let texts = files.iter().filter(|file| !file.is_model).map(|f| &f.text);
        let behind = texts.flat_map(|text| text.split("const ").skip(1));
        let names = behind.map(|text| {
            text.trim_start()
                .chars()
                .take_while(|c| of_name(*c))
                .collect()
        });
        names.collect()
    }

    pub(crate) fn is_model_file(&self, file: FileId) -> bool {
        self.files.borrow()[file.index()].is_model
    }

    pub(crate) fn file_path(&self, file: FileId) -> String {
        self.files.borrow()[file.index()].path.clone()
    }

    pub(super) fn add_std_root(&self) {
        let file = self.add_model_file(Path::new("lib.rs"));
        let root = parse::new_root(self, file, PathBuf::new());
        self.std_root.set(root.def);
        self.fill_model(&root, file);
    }

    /// Reads the file of a module that a path has entered.
    pub(super) fn read_pending(&self, module: &Rc<Module>) {
        let Some(Pending { path }) = module.pending.borrow_mut().take() else {
            return;
        };
        let file = self.add_model_file(&path);
        module.file.set(file);
        self.fill_model(module, file);
    }

    fn fill_model(&self, module: &Rc<Module>, file: FileId) {
        if let Err(diagnostic) = parse::fill_model(self, module, file) {
            self.model_errors.borrow_mut().push(*diagnostic);
        }
    }

    /// Where the content of `mod name;` is, for the user's crate or the models, and the folder of
    /// that module's own children.
    pub(crate) fn module_file(
        &self,
        is_model: bool,
        directory: &Path,
        name: &str,
    ) -> Option<(PathBuf, PathBuf)> {
        let own = directory.join(name);
        let flat = directory.join(format!("{name}.rs"));
        let nested = own.join("mod.rs");
        let exists = |path: &Path| match is_model {
            true => model_files::text(&path.to_string_lossy()).is_some(),
            false => inputs::is_file(path),
        };
        [flat, nested]
            .into_iter()
            .find(|path| exists(path))
            .map(|path| (path, own))
    }
}
