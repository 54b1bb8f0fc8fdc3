//! Variables of inference and their values, with snapshots.

use super::fold::{Folder, fold_args, fold_children};
use super::predicates::{Pred, TraitRef};
use crate::ty::{Args, Const, FloatTy, GenericArg, InferVar, IntTy, Ty, TyKind};

/// A type variable: general, integer and float variables share one numbering.
#[derive(Clone, Copy, Debug)]
struct Var {
    value: Option<Ty>,
    /// Stands for the type of an expression that never has a value: falls back to `()`.
    diverging: bool,
    kind: VarKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VarKind {
    Ty,
    Int,
    Float,
}

enum Undo {
    Var(u32),
    Const(u32),
    Diverging(u32),
}

/// The variables of one inference.
#[derive(Default)]
pub(super) struct Table {
    vars: Vec<Var>,
    consts: Vec<Option<Const>>,
    undo: Vec<Undo>,
}

/// A point to roll back to.
pub(super) struct Snapshot {
    undo: usize,
    pub vars: usize,
    pub consts: usize,
}

pub(super) fn var_index(var: InferVar) -> u32 {
    match var {
        InferVar::Ty(index) | InferVar::Int(index) | InferVar::Float(index) => index,
    }
}

impl Table {
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            undo: self.undo.len(),
            vars: self.vars.len(),
            consts: self.consts.len(),
        }
    }

    pub fn rollback(&mut self, to: Snapshot) {
        while self.undo.len() > to.undo {
            match self.undo.pop() {
                Some(Undo::Var(index)) => self.vars[index as usize].value = None,
                Some(Undo::Const(index)) => self.consts[index as usize] = None,
                Some(Undo::Diverging(index)) => self.vars[index as usize].diverging = false,
                None => unreachable!("the log is longer than the snapshot"),
            }
        }
        self.vars.truncate(to.vars);
        self.consts.truncate(to.consts);
    }

    fn push(&mut self, kind: VarKind, diverging: bool) -> u32 {
        self.vars.push(Var {
            value: None,
            diverging,
            kind,
        });
        self.vars.len() as u32 - 1
    }

    /// A new type variable.
    pub fn fresh(&mut self) -> Ty {
        let index = self.push(VarKind::Ty, false);
        Ty::new(TyKind::Infer(InferVar::Ty(index)))
    }

    /// A new type variable for an expression that diverges.
    pub fn fresh_diverging(&mut self) -> Ty {
        let index = self.push(VarKind::Ty, true);
        Ty::new(TyKind::Infer(InferVar::Ty(index)))
    }

    /// A new integer variable.
    pub fn fresh_int(&mut self) -> Ty {
        let index = self.push(VarKind::Int, false);
        Ty::new(TyKind::Infer(InferVar::Int(index)))
    }

    /// A new float variable.
    pub fn fresh_float(&mut self) -> Ty {
        let index = self.push(VarKind::Float, false);
        Ty::new(TyKind::Infer(InferVar::Float(index)))
    }

    /// A new constant variable.
    pub fn fresh_const(&mut self) -> Const {
        self.consts.push(None);
        Const::Infer(self.consts.len() as u32 - 1)
    }

    /// Replaces a variable by its value, at the outermost level.
    pub fn shallow(&self, mut ty: Ty) -> Ty {
        while let TyKind::Infer(var) = ty.kind() {
            match self.vars[var_index(*var) as usize].value {
                Some(value) => ty = value,
                None => break,
            }
        }
        ty
    }

    /// Replaces a constant variable by its value.
    pub fn shallow_const(&self, mut value: Const) -> Const {
        while let Const::Infer(index) = value {
            match self.consts[index as usize] {
                Some(known) => value = known,
                None => break,
            }
        }
        value
    }

    /// Replaces all variables that have values.
    pub fn resolve(&self, ty: Ty) -> Ty {
        Resolver(self).ty(ty)
    }

    pub fn resolve_args(&self, args: Args) -> Args {
        if !args.flags().has_infer() {
            return args;
        }
        fold_args(&mut Resolver(self), args)
    }

    pub fn resolve_const(&self, value: Const) -> Const {
        Resolver(self).konst(value)
    }

    pub fn resolve_trait_ref(&self, trait_ref: TraitRef) -> TraitRef {
        TraitRef {
            def: trait_ref.def,
            args: self.resolve_args(trait_ref.args),
        }
    }

    pub fn resolve_pred(&self, pred: Pred) -> Pred {
        match pred {
            Pred::Trait(goal) => Pred::Trait(self.resolve_trait_ref(goal)),
            Pred::Projection { assoc, args, ty } => Pred::Projection {
                assoc,
                args: self.resolve_args(args),
                ty: self.resolve(ty),
            },
            Pred::Opaque { opaque, ty } => Pred::Opaque {
                opaque: self.resolve(opaque),
                ty: self.resolve(ty),
            },
        }
    }

    pub fn is_diverging(&self, var: InferVar) -> bool {
        self.vars[var_index(var) as usize].diverging
    }

    pub fn set(&mut self, var: InferVar, value: Ty) {
        let index = var_index(var);
        self.vars[index as usize].value = Some(value);
        self.undo.push(Undo::Var(index));
        if let TyKind::Infer(other @ InferVar::Ty(_)) = value.kind()
            && self.is_diverging(var)
            && !self.is_diverging(*other)
        {
            self.vars[var_index(*other) as usize].diverging = true;
            self.undo.push(Undo::Diverging(var_index(*other)));
        }
    }

    pub fn set_const(&mut self, index: u32, value: Const) {
        self.consts[index as usize] = Some(value);
        self.undo.push(Undo::Const(index));
    }

    /// Type variables without a value among all made so far.
    pub fn unresolved(&self, ty: Ty) -> Option<InferVar> {
        let mut finder = FindVar {
            table: self,
            found: None,
        };
        finder.ty(ty);
        finder.found
    }

    /// Every unresolved variable that occurs in the arguments.
    pub fn unresolved_in(&self, args: Args) -> Vec<Ty> {
        let mut all = AllVars(Vec::new());
        fold_args(&mut all, self.resolve_args(args));
        all.0
    }
}

struct Resolver<'a>(&'a Table);

impl Folder for Resolver<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        if !ty.flags().has_infer() {
            return ty;
        }
        let shallow = self.0.shallow(ty);
        if matches!(shallow.kind(), TyKind::Infer(_)) {
            return shallow;
        }
        if !shallow.flags().has_infer() {
            return shallow;
        }
        fold_children(self, shallow)
    }

    fn konst(&mut self, value: Const) -> Const {
        match self.0.shallow_const(value) {
            Const::Unevaluated(def, args) => Const::Unevaluated(def, fold_args(self, args)),
            other => other,
        }
    }
}

struct FindVar<'a> {
    table: &'a Table,
    found: Option<InferVar>,
}

impl Folder for FindVar<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        if self.found.is_some() || !ty.flags().has_infer() {
            return ty;
        }
        let shallow = self.table.shallow(ty);
        match shallow.kind() {
            TyKind::Infer(var) => self.found = Some(*var),
            _ => {
                fold_children(self, shallow);
            }
        }
        ty
    }

    fn konst(&mut self, value: Const) -> Const {
        value
    }
}

struct AllVars(Vec<Ty>);

impl Folder for AllVars {
    fn ty(&mut self, ty: Ty) -> Ty {
        if !ty.flags().has_infer() {
            return ty;
        }
        match ty.kind() {
            TyKind::Infer(_) => self.0.push(ty),
            _ => {
                fold_children(self, ty);
            }
        }
        ty
    }

    fn konst(&mut self, value: Const) -> Const {
        if let Const::Unevaluated(_, args) = value {
            fold_args(self, args);
        }
        value
    }
}

/// Replaces variables younger than a snapshot by new ones, after it was rolled back.
pub(super) struct Fudge<'a> {
    pub table: &'a mut Table,
    pub vars: usize,
    pub consts: usize,
    pub made: Vec<(Ty, Ty)>,
}

impl Folder for Fudge<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        if !ty.flags().has_infer() {
            return ty;
        }
        let TyKind::Infer(var) = ty.kind() else {
            return fold_children(self, ty);
        };
        if (var_index(*var) as usize) < self.vars {
            return ty;
        }
        if let Some((_, new)) = self.made.iter().find(|(old, _)| *old == ty) {
            return *new;
        }
        let new = match var {
            InferVar::Ty(_) => self.table.fresh(),
            InferVar::Int(_) => self.table.fresh_int(),
            InferVar::Float(_) => self.table.fresh_float(),
        };
        self.made.push((ty, new));
        new
    }

    fn konst(&mut self, value: Const) -> Const {
        match value {
            Const::Infer(index) if index as usize >= self.consts => self.table.fresh_const(),
            _ => value,
        }
    }
}

impl Table {
    /// A new variable as a generic argument.
    pub fn fresh_arg(&mut self, constant: bool) -> GenericArg {
        match constant {
            true => GenericArg::Const(self.fresh_const()),
            false => GenericArg::Type(self.fresh()),
        }
    }
}

impl Table {
    /// The variable stands for a value that never is.
    pub fn mark_diverging(&mut self, var: InferVar) {
        let index = var_index(var);
        if !self.vars[index as usize].diverging {
            self.vars[index as usize].diverging = true;
            self.undo.push(Undo::Diverging(index));
        }
    }

    /// Every open variable with the type it falls back to; the last kind of variable has none.
    pub fn fallbacks(&self) -> Vec<(Ty, Ty)> {
        let mut out = Vec::new();
        for (index, var) in self.vars.iter().enumerate() {
            let index = index as u32;
            if var.value.is_some() {
                continue;
            }
            let (var, ty) = match (var.kind, var.diverging) {
                (VarKind::Int, _) => (InferVar::Int(index), Ty::new(TyKind::Int(IntTy::I32))),
                (VarKind::Float, _) => {
                    (InferVar::Float(index), Ty::new(TyKind::Float(FloatTy::F64)))
                }
                (VarKind::Ty, true) => (InferVar::Ty(index), Ty::unit()),
                (VarKind::Ty, false) => continue,
            };
            out.push((Ty::new(TyKind::Infer(var)), ty));
        }
        out
    }
}
