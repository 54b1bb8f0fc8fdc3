//! How much of a library the front end understands: everything in it is read, typed and lowered, not
//! only what an entry reaches, and what is not accepted is collected instead of ending the work.

use crate::diagnostic::Diagnostic;
use crate::hir::{DefId, DefKind, Hir};
use crate::infer::Typer;
use crate::mono::Mono;
use crate::resolve::{Crate, UnitId};
use crate::typed::Instance;
use crate::{Options, inline, ty};
use std::rc::Rc;
use vscheck_ir::SourceFile;

/// A stage of the front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Files, items, macros.
    Read,
    /// Signatures and bodies of functions, with their types.
    Infer,
    /// Functions without type parameters, and what they call, as instructions.
    Lower,
}

/// What was found in a library.
#[derive(Debug, Default)]
pub struct Survey {
    /// Lines of its files.
    pub lines: usize,
    /// Functions that have a body.
    pub functions: usize,
    /// Functions, the library's and others', that were lowered.
    pub lowered: usize,
    /// The files that spans name.
    pub files: Vec<SourceFile>,
    /// What is not accepted, with the stage that says so.
    pub problems: Vec<(Stage, Box<Diagnostic>)>,
}

/// Surveys the first of the libraries of `options`.
pub fn survey(options: &Options) -> Survey {
    let krate = Crate::read_library(options);
    let mut survey = Survey::default();
    let typer = Rc::new(Typer::new(krate.clone()));
    let concrete = survey.infer(&krate, &typer);
    survey.lower(&krate, &typer, &concrete);
    let read = krate.library_errors(UnitId::FIRST_LIBRARY);
    let read = read.into_iter().map(|error| (Stage::Read, Box::new(error)));
    survey.problems.extend(read);
    survey.files = krate.files();
    survey.lines = krate.lines_of(UnitId::FIRST_LIBRARY);
    survey
}

impl Survey {
    /// Types every function, and gives those without parameters.
    fn infer(&mut self, krate: &Crate, typer: &Typer) -> Vec<DefId> {
        let mut concrete = Vec::new();
        let mut next = 0;
        // Typing a body brings the functions inside of it.
        while next < krate.definition_count() {
            let id = DefId::new(next);
            next += 1;
            let file = krate.entry(id).file;
            if krate.is_model_file(file) || krate.unit_of(file) != UnitId::FIRST_LIBRARY {
                continue;
            }
            let def = krate.def(id);
            if !matches!(&def.kind, DefKind::Fn(data) if data.has_body) {
                continue;
            }
            self.functions += 1;
            match typer.describe(id) {
                Err(problem) => self.problems.push((Stage::Infer, problem.at(def.span))),
                Ok(_) if def.generics.parent_count == 0 && def.generics.params.is_empty() => {
                    concrete.push(id);
                }
                Ok(_) => {}
            }
        }
        concrete
    }

    fn lower(&mut self, krate: &Crate, typer: &Rc<Typer>, functions: &[DefId]) {
        let mut mono = Mono::new(typer.clone());
        let instances = functions.iter().map(|&def| Instance {
            def,
            args: ty::Args::empty(),
        });
        let problems = mono.build_library(instances);
        self.lowered = mono.program.functions.len() - problems.len();
        let is_clean = problems.is_empty() && !functions.is_empty();
        let root = krate.entry(krate.root_of(UnitId::FIRST_LIBRARY)).span;
        let problems = problems.into_iter();
        self.problems
            .extend(problems.map(|problem| (Stage::Lower, problem.at(root))));
        if is_clean {
            mono.hide_movers();
            let marked = mono.marked();
            inline::run(&mut mono.program, &marked);
        }
    }
}
