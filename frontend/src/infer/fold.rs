//! Rebuilding types, and replacing parameters by arguments.

use crate::ty::{Args, ClosureKey, Const, DynTy, GenericArg, Ty, TyKind};

/// Rewrites types and constants bottom-up or top-down, as the implementor likes.
pub(super) trait Folder {
    /// Rewrites a type; the usual implementation handles some kinds and calls [`fold_children`].
    fn ty(&mut self, ty: Ty) -> Ty;
    /// Rewrites a constant.
    fn konst(&mut self, value: Const) -> Const;
}

/// Rewrites what a type consists of.
pub(super) fn fold_children(folder: &mut dyn Folder, ty: Ty) -> Ty {
    let old = ty.kind();
    let kind = match old {
        TyKind::Bool
        | TyKind::Char
        | TyKind::Int(_)
        | TyKind::Float(_)
        | TyKind::Str
        | TyKind::Never
        | TyKind::Param(..)
        | TyKind::Infer(_) => return ty,
        TyKind::Tuple(types) => TyKind::Tuple(fold_list(folder, types)),
        TyKind::Array(of, length) => TyKind::Array(folder.ty(*of), folder.konst(*length)),
        TyKind::Slice(of) => TyKind::Slice(folder.ty(*of)),
        TyKind::Ref(mutability, to) => TyKind::Ref(*mutability, folder.ty(*to)),
        TyKind::RawPtr(mutability, to) => TyKind::RawPtr(*mutability, folder.ty(*to)),
        TyKind::Adt(def, args) => TyKind::Adt(*def, fold_args(folder, *args)),
        TyKind::FnDef(def, args) => TyKind::FnDef(*def, fold_args(folder, *args)),
        TyKind::FnPtr(params, ret, calling) => {
            let params = fold_list(folder, params);
            TyKind::FnPtr(params, folder.ty(*ret), calling.clone())
        }
        TyKind::Closure(key) => TyKind::Closure(ClosureKey {
            args: fold_args(folder, key.args),
            ..*key
        }),
        TyKind::Dyn(object) => TyKind::Dyn(fold_dyn(folder, object)),
        TyKind::Projection(def, args) => TyKind::Projection(*def, fold_args(folder, *args)),
        TyKind::Opaque(def, index, args) => TyKind::Opaque(*def, *index, fold_args(folder, *args)),
    };
    // To compare takes less time than to look up.
    match kind == *old {
        true => ty,
        false => Ty::new(kind),
    }
}

fn fold_list(folder: &mut dyn Folder, types: &[Ty]) -> Vec<Ty> {
    types.iter().map(|&ty| folder.ty(ty)).collect()
}

fn fold_dyn(folder: &mut dyn Folder, object: &DynTy) -> DynTy {
    let bindings = object
        .bindings
        .iter()
        .map(|&(def, ty)| (def, folder.ty(ty)));
    DynTy {
        principal: object.principal,
        bindings: bindings.collect(),
        args: fold_args(folder, object.args),
        auto_traits: object.auto_traits.clone(),
        lifetimes: object.lifetimes.clone(),
    }
}

/// Rewrites a list of arguments.
pub(super) fn fold_args(folder: &mut dyn Folder, args: Args) -> Args {
    let old = args.list();
    if old.is_empty() {
        return args;
    }
    let list = old.iter().map(|arg| match *arg {
        GenericArg::Type(ty) => GenericArg::Type(folder.ty(ty)),
        GenericArg::Const(value) => GenericArg::Const(folder.konst(value)),
    });
    let list: Vec<GenericArg> = list.collect();
    match list == old {
        true => args,
        false => Args::new(&list),
    }
}

struct Subst(Args);

impl Folder for Subst {
    fn ty(&mut self, ty: Ty) -> Ty {
        if !ty.flags().has_param() {
            return ty;
        }
        match ty.kind() {
            TyKind::Param(index, _) => match self.0.list().get(*index as usize) {
                Some(GenericArg::Type(ty)) => *ty,
                _ => ty,
            },
            _ => fold_children(self, ty),
        }
    }

    fn konst(&mut self, value: Const) -> Const {
        match value {
            Const::Param(index) => match self.0.list().get(index as usize) {
                Some(GenericArg::Const(value)) => *value,
                _ => value,
            },
            Const::Unevaluated(def, args) => Const::Unevaluated(def, fold_args(self, args)),
            Const::Value(_) | Const::Infer(_) => value,
        }
    }
}

/// Replaces parameters in a type.
pub(super) fn subst(ty: Ty, args: Args) -> Ty {
    Subst(args).ty(ty)
}

/// Replaces parameters in arguments.
pub(super) fn subst_args(list: Args, args: Args) -> Args {
    if !list.flags().has_param() {
        return list;
    }
    fold_args(&mut Subst(args), list)
}

/// Replaces parameters in a constant.
pub(super) fn subst_const(value: Const, args: Args) -> Const {
    Subst(args).konst(value)
}

/// The first `count` arguments.
pub(super) fn prefix(args: Args, count: usize) -> Args {
    let list = args.list();
    Args::new(&list[..count.min(list.len())])
}

/// One list after the other.
pub(super) fn concat(first: Args, second: &[GenericArg]) -> Args {
    let list = [first.list(), second].concat();
    Args::new(&list)
}

/// How deeply types are nested in arguments.
pub(super) fn nesting(args: Args) -> usize {
    let mut nesting = Nesting::default();
    fold_args(&mut nesting, args);
    nesting.deepest
}

#[derive(Default)]
struct Nesting {
    level: usize,
    deepest: usize,
    seen: rustc_hash::FxHashMap<Ty, usize>,
}

impl Folder for Nesting {
    fn ty(&mut self, ty: Ty) -> Ty {
        if self.seen.get(&ty).is_some_and(|&level| level >= self.level) {
            return ty;
        }
        self.seen.insert(ty, self.level);
        self.level += 1;
        self.deepest = self.deepest.max(self.level);
        fold_children(self, ty);
        self.level -= 1;
        ty
    }

    fn konst(&mut self, value: Const) -> Const {
        value
    }
}

/// How many types the arguments consist of, each counted as often as it would be printed.
pub(super) fn size(args: Args) -> u64 {
    let mut size = Size::default();
    fold_args(&mut size, args);
    size.total
}

/// The same of one type.
pub(super) fn size_of(ty: Ty) -> u64 {
    let mut size = Size::default();
    size.ty(ty);
    size.total
}

#[derive(Default)]
struct Size {
    total: u64,
    known: rustc_hash::FxHashMap<Ty, u64>,
}

impl Folder for Size {
    fn ty(&mut self, ty: Ty) -> Ty {
        let outer = std::mem::take(&mut self.total);
        let size = match self.known.get(&ty) {
            Some(&size) => size,
            None => {
                fold_children(self, ty);
                self.total.saturating_add(1)
            }
        };
        self.known.insert(ty, size);
        self.total = outer.saturating_add(size);
        ty
    }

    fn konst(&mut self, value: Const) -> Const {
        value
    }
}
