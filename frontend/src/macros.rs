//! Procedural macros: what the front end asks of whoever can run programs, and a crate of macros as programs
//! that can be run.

use crate::diagnostic::{Diagnostic, Result};
use crate::hir::DefId;
use crate::infer::Typer;
use crate::inputs::{self, Inputs};
use crate::options::{Dependency, Library, Options};
use crate::resolve::hygiene::STD_CRATE;
use crate::resolve::{Crate, UnitId, with_large_stack};
use crate::{lower_from, parse};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use vscheck_ir::Program;

/// The literal of the models in whose place a macro finds what it is given: texts one after the other, each
/// with [`END`] behind it.
pub const INPUT: &[u8] = b"\xFFwhat a procedural macro is given\xFF";

/// Ends a text; in UTF-8 there is no such byte.
pub const END: u8 = 0xFF;

/// Where a macro stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MacroKind {
    /// `#[derive(Name)]`.
    Derive,
    /// `#[name(arguments)]`.
    Attribute,
    /// `name!(arguments)`.
    Function,
}

impl MacroKind {
    /// The attribute of the function that defines one.
    fn attribute(self) -> &'static str {
        match self {
            MacroKind::Derive => "proc_macro_derive",
            MacroKind::Attribute => "proc_macro_attribute",
            MacroKind::Function => "proc_macro",
        }
    }

    /// The kind that a function with this attribute defines.
    pub(crate) fn defined_by(attribute: &str) -> Option<MacroKind> {
        let all = [MacroKind::Derive, MacroKind::Attribute, MacroKind::Function];
        all.into_iter().find(|kind| kind.attribute() == attribute)
    }

    /// The function of the models that runs one.
    fn runner(self) -> &'static str {
        match self {
            MacroKind::Derive | MacroKind::Function => "from_one",
            MacroKind::Attribute => "from_two",
        }
    }
}

impl std::fmt::Display for MacroKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            MacroKind::Derive => "derive",
            MacroKind::Attribute => "attribute",
            MacroKind::Function => "function-like",
        })
    }
}

/// A macro.
#[derive(Clone, Copy)]
pub struct Macro<'a> {
    /// How its crate is compiled: it is the first library.
    pub krate: &'a Options,
    /// What it is.
    pub kind: MacroKind,
    /// Its name.
    pub name: &'a str,
}

/// A use of a macro.
pub struct Call<'a> {
    /// What is used.
    pub called: Macro<'a>,
    /// What it is given: the item, or what stands in the brackets; of an attribute first its arguments. In the
    /// end its environment, `NAME=VALUE`s with a zero behind each.
    pub texts: Vec<String>,
}

/// What became of a use.
pub struct Expansion {
    /// What is to stand in the place of the use.
    pub text: std::result::Result<String, Failure>,
    /// What was looked at for it.
    pub inputs: Inputs,
}

/// Why nothing came of a use.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The macro cannot be compiled: that says nothing of its use.
    NotCompiled(String),
    /// It was run, and this came out.
    Failed(String),
}

/// Runs macros.
pub trait Expander: Send + Sync {
    /// Runs one.
    fn expand(&self, call: &Call) -> Expansion;

    /// Is told which ones will be used soon, in this order.
    fn prepare(&self, soon: &[Macro]);
}

/// Who runs macros, if anybody does.
#[derive(Clone, Default)]
pub struct Macros(pub Option<Arc<dyn Expander>>);

impl std::fmt::Debug for Macros {
    /// Whoever it is, the same comes out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Macros({})", self.0.is_some())
    }
}

/// Opens the crate of macros that is the first library of these options, on a stack that is large enough,
/// for as long as `work` goes on.
pub fn with_macro_crate<T: Send>(
    options: &Options,
    work: impl FnOnce(&MacroCrate) -> T + Send,
) -> T {
    with_large_stack(|| {
        inputs::take();
        let krate = Crate::read_library(options);
        work(&MacroCrate {
            typer: Rc::new(Typer::new(krate.clone())),
            krate,
        })
    })
}

/// A crate that defines macros.
pub struct MacroCrate {
    krate: Rc<Crate>,
    typer: Rc<Typer>,
}

impl MacroCrate {
    /// The program that prints what one of the macros makes of the texts in [`INPUT`], and all that was
    /// looked at so far.
    pub fn compile(&self, kind: MacroKind, name: &str) -> Result<(Program, Inputs)> {
        let program = self.start(kind, name).and_then(|start| {
            // It runs for some milliseconds: inlining costs more than it saves.
            let (mut program, _) = lower_from(&self.krate, &self.typer, start, &Arc::default())?;
            // Nobody asks where something stands in it.
            program.files.iter_mut().for_each(|file| file.text.clear());
            Ok(program)
        });
        let program = program.map_err(|diagnostic| self.krate.placed(diagnostic))?;
        Ok((program, inputs::noted()))
    }

    /// A function that runs the macro.
    fn start(&self, kind: MacroKind, name: &str) -> Result<DefId> {
        let function = self.exported(kind, name).ok_or_else(|| {
            let message = format!("there is no {kind} macro `{name}` in its crate");
            self.krate.with_library_errors(Diagnostic::general(message))
        })?;
        let function = self.krate.entry(function).name;
        let runner = kind.runner();
        let text = format!(
            "fn run_macro() {{ {STD_CRATE}::crates::proc_macro::run::{runner}(crate::{function}) }}"
        );
        parse::define_function(&self.krate, self.root(), &text)
    }

    fn root(&self) -> DefId {
        self.krate.root_of(UnitId::FIRST_LIBRARY)
    }

    fn exported(&self, kind: MacroKind, name: &str) -> Option<DefId> {
        let functions = self
            .krate
            .scope_module(self.root())
            .functions
            .borrow()
            .clone();
        functions.into_iter().find(|&function| {
            let entry = self.krate.entry(function);
            let exported = entry.attrs.exported_macro.as_ref();
            exported.is_some_and(|own| {
                own.kind == kind && own.derived.unwrap_or(entry.name).as_str() == name
            })
        })
    }
}

impl Options {
    /// How one of the libraries is compiled by itself: it comes first, then what it depends on.
    pub(crate) fn of_library(&self, library: usize) -> Options {
        let mut order = vec![library];
        let mut numbers = HashMap::from([(library, 0)]);
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            for dependency in &self.libraries[at].dependencies {
                numbers.entry(dependency.library).or_insert_with(|| {
                    order.push(dependency.library);
                    order.len() - 1
                });
            }
        }
        let renumbered = |dependency: &Dependency| Dependency {
            name: dependency.name.clone(),
            library: numbers[&dependency.library],
        };
        let libraries = order.iter().map(|&old| {
            let own = &self.libraries[old];
            Library {
                dependencies: own.dependencies.iter().map(renumbered).collect(),
                is_macros: own.is_macros && old != library,
                ..own.clone()
            }
        });
        // What else is asked of the models makes no difference here.
        let is_used = |name: &&String| order.iter().any(|&at| self.libraries[at].name == **name);
        let unmodelled = self.unmodelled.iter().filter(is_used);
        Options {
            libraries: libraries.collect(),
            unmodelled: unmodelled.cloned().collect(),
            written: self.written.clone(),
            macros: self.macros.clone(),
            // What most uses of a macro never come to does not keep them from running.
            tolerant: true,
            ..Options::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::Edition;

    #[test]
    fn a_library_comes_before_what_it_depends_on() {
        let library = |name: &str, dependencies: &[usize]| Library {
            name: name.to_string(),
            root: Default::default(),
            edition: Edition::E2021,
            checks: None,
            cfgs: Vec::new(),
            variables: Vec::new(),
            dependencies: dependencies
                .iter()
                .map(|&library| Dependency {
                    name: library.to_string(),
                    library,
                })
                .collect(),
            is_published: true,
            is_macros: name == "macros",
        };
        let options = Options {
            libraries: vec![
                library("other", &[2]),
                library("syn", &[3]),
                library("macros", &[3, 1]),
                library("tokens", &[]),
            ],
            ..Options::default()
        };
        let alone = options.of_library(2);
        let shown = alone.libraries.iter().map(|library| {
            let needs = library.dependencies.iter().map(|needed| needed.library);
            (library.name.as_str(), needs.collect(), library.is_macros)
        });
        let expected: [(&str, Vec<usize>, bool); 3] = [
            ("macros", vec![1, 2], false),
            ("tokens", vec![], false),
            ("syn", vec![1], false),
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }
}
