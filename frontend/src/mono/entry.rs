//! The entry and the order of statics.

use super::statics::Initializer;
use super::{FnKey, Mono};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, DefKind, HirTyKind};
use crate::ty::{Args, GenericArg, Ty, TyKind};
use crate::typed::Instance;
use rustc_hash::FxHashSet;
use vscheck_ir::{Callee, CellKind, FuncId, Inst, StaticId};

impl Mono {
    /// Lowers everything reachable from an entry.
    pub fn build(&mut self, entry: Instance) -> Result<()> {
        self.entry = Some(entry);
        self.check_entry(entry)?;
        let span = self.hir.def(entry.def).span;
        self.program.lang.panic_arithmetic = self.lang_function("panic_arithmetic")?;
        self.program.lang.panic_bounds = self.lang_function("panic_bounds")?;
        // What `start` calls comes first, so that the statics are known when it is lowered.
        self.function(FnKey::Instance(entry), span)?;
        let (_, ret) = self.typer.fn_sig(entry)?;
        if let Some(def) = self.starter(entry, ret) {
            let item = Ty::new(TyKind::FnDef(entry.def, entry.args));
            let args = self.main_start_args(def, item, ret)?;
            let instance = Instance { def, args };
            self.function(FnKey::Instance(instance), span)?;
        }
        self.drain()?;
        while self.ask_for_functions_before_main()? {
            self.drain()?;
        }
        self.merge_promoted();
        self.program.start = self.function(FnKey::Start, span)?;
        self.drain()?;
        self.program.entry_name = self.instance_name(entry);
        self.program.layouts = self.layouts.finish();
        self.program.files = self.hir.files();
        Ok(())
    }

    /// Asks for the statics whose functions run before `main`; says whether there are new ones.
    fn ask_for_functions_before_main(&mut self) -> Result<bool> {
        let before = self.run_before_main.len();
        for def in self.hir.run_before_main().into_iter().skip(before) {
            let instance = Instance {
                def,
                args: Args::empty(),
            };
            self.static_item(instance, self.hir.def(def).span)?;
            self.run_before_main.push(instance);
        }
        Ok(self.run_before_main.len() > before)
    }

    /// An entry is called with nothing, and nobody polls what it returns; what a test or `main` returns says how
    /// it ends.
    fn check_entry(&self, entry: Instance) -> Result<()> {
        let item = self.hir.def(entry.def);
        let DefKind::Fn(data) = &item.kind else {
            return Ok(());
        };
        let (_, ret) = self.typer.fn_sig(entry)?;
        let is_future = || {
            let future = self.hir.lang("future_trait");
            future.is_some_and(|future| self.typer.implements(ret, future))
        };
        let must_end = item.attrs.test || item.name.as_str() == "main";
        let why = match () {
            () if !data.params.is_empty() => "takes arguments".to_string(),
            () if !item.generics.params.is_empty() => "is generic".to_string(),
            () if is_future() => "returns a future, which nobody would poll".to_string(),
            () if must_end && !self.ends(ret) => {
                let ret = self.typer.type_name(ret);
                format!("returns `{ret}`, which does not implement `Termination`")
            }
            () => return Ok(()),
        };
        let message = format!("`{}` cannot be the entry: it {why}", item.name);
        Err(Diagnostic::new(message, item.span))
    }

    /// Lowers functions and everything that they reach, without an entry; gives what cannot be.
    pub fn build_library(
        &mut self,
        functions: impl Iterator<Item = Instance>,
    ) -> Vec<Box<Diagnostic>> {
        let mut problems = Vec::new();
        for instance in functions {
            let span = self.hir.def(instance.def).span;
            problems.extend(self.function(FnKey::Instance(instance), span).err());
        }
        while let Err(problem) = self.drain() {
            // What fails without anything being lowered in between will fail for ever.
            if problems.last() == Some(&problem) {
                break;
            }
            problems.push(problem);
        }
        self.program.layouts = self.layouts.finish();
        self.program.files = self.hir.files();
        problems
    }

    /// Initializers of statics, those that others need first.
    pub fn initializers(&self) -> Vec<Initializer> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        for initializer in &self.statics.initializers {
            self.visit_static(initializer.global, &mut seen, &mut order);
        }
        order
    }

    fn visit_static(
        &self,
        global: StaticId,
        seen: &mut FxHashSet<StaticId>,
        order: &mut Vec<Initializer>,
    ) {
        if !seen.insert(global) {
            return;
        }
        let known = self.statics.initializers.iter();
        let Some(initializer) = known.into_iter().find(|known| known.global == global) else {
            return;
        };
        let mut functions = FxHashSet::default();
        let mut work = vec![initializer.function];
        while let Some(function) = work.pop() {
            if functions.insert(function) {
                for needed in self.mentions(function, &mut work) {
                    self.visit_static(needed, seen, order);
                }
            }
        }
        order.push(*initializer);
    }

    /// The statics that a function names; the functions that it calls are added to `work`.
    fn mentions(&self, function: FuncId, work: &mut Vec<FuncId>) -> Vec<StaticId> {
        let mut found = Vec::new();
        for inst in &self.program.functions[function.index()].code {
            match inst {
                Inst::StaticAddr { global, .. } => found.push(*global),
                Inst::Call {
                    callee: Callee::Function(callee),
                    ..
                } => work.push(*callee),
                _ => {}
            }
        }
        found
    }

    /// The kinds of a static's cells.
    pub fn static_kinds(&self, global: StaticId) -> Vec<CellKind> {
        let layout = &self.layouts.program[self.program.statics[global.index()].layout.index()];
        (0..layout.cells())
            .map(|cell| layout.kind_at(cell))
            .collect()
    }

    /// The function of the models that calls the entry and makes an exit code of its result.
    pub fn starter(&self, entry: Instance, ret: Ty) -> Option<DefId> {
        let returns_nothing = matches!(ret.kind(), TyKind::Tuple(parts) if parts.is_empty());
        let is_test = self.hir.def(entry.def).attrs.test && !returns_nothing;
        self.hir.lang(match (is_test, self.ends(ret)) {
            (true, _) => "test_start",
            (false, true) => "main_start",
            (false, false) => "entry_start",
        })
    }

    /// Whether a value says how the program ends.
    fn ends(&self, ret: Ty) -> bool {
        let termination = self.hir.lang("termination");
        termination.is_none_or(|termination| self.typer.implements(ret, termination))
    }

    /// The generic arguments of `main_start(main: F)`: the entry's type where `F` stands, its result
    /// elsewhere.
    pub fn main_start_args(&self, main_start: DefId, entry: Ty, ret: Ty) -> Result<Args> {
        let item = self.hir.def(main_start);
        let callable = match &item.kind {
            DefKind::Fn(data) => match data.params.first().map(|ty| &ty.kind) {
                Some(HirTyKind::Param(index, _)) => Some(*index as usize),
                _ => None,
            },
            _ => None,
        };
        let list: Vec<GenericArg> = (0..item.generics.params.len())
            .map(|index| GenericArg::Type(if Some(index) == callable { entry } else { ret }))
            .collect();
        Ok(Args::new(&list))
    }
}
