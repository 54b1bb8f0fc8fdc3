//! Traits that the compiler implements: `Sized`, `Copy`, `Clone`, the `Fn` family, and operators on
//! primitives.

use super::fold::subst;
use super::infcx::Infcx;
use super::predicates::{Pred, TraitRef};
use crate::hir::Mutability;
use crate::ty::{Args, ClosureKey, InferVar, Ty, TyKind};
use crate::typed::ClosureKind;

/// What a goal must be equal to, and what it depends on.
type Builtin = Option<(TraitRef, Vec<Pred>)>;

impl Infcx<'_> {
    /// The compiler's own reason for a goal. Where the models have an impl (`alone` is false), only
    /// those that inference must know at once.
    pub(super) fn builtin_candidate(&mut self, goal: TraitRef, alone: bool) -> Builtin {
        let name = self.typer.lang_name(goal.def)?;
        match name {
            "sized" => self.is_sized(goal.self_ty()).then(|| (goal, Vec::new())),
            "copy" | "clone" if alone => self.copy_or_clone(goal, name == "clone"),
            "fn_once" => self.callable(goal, ClosureKind::FnOnce),
            "fn_mut" => self.callable(goal, ClosureKind::FnMut),
            "fn" => self.callable(goal, ClosureKind::Fn),
            _ if alone => self.operator(goal, name),
            _ => None,
        }
    }

    fn is_sized(&self, ty: Ty) -> bool {
        !matches!(
            self.shallow(ty).kind(),
            TyKind::Str | TyKind::Slice(_) | TyKind::Dyn(_)
        )
    }

    fn copy_or_clone(&mut self, goal: TraitRef, clone: bool) -> Builtin {
        let parts = match self.shallow(goal.self_ty()).kind() {
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Never
            | TyKind::RawPtr(..)
            | TyKind::Ref(Mutability::Shared, _)
            | TyKind::FnDef(..)
            | TyKind::FnPtr(..)
            | TyKind::Infer(InferVar::Int(_) | InferVar::Float(_)) => Vec::new(),
            TyKind::Tuple(types) => types.clone(),
            TyKind::Array(of, _) => vec![*of],
            TyKind::Closure(key) => self.captured(key, clone)?,
            _ => return None,
        };
        let nested = parts.into_iter().map(|ty| {
            Pred::Trait(TraitRef {
                def: goal.def,
                args: Args::of_types(&[ty]),
            })
        });
        Some((goal, nested.collect()))
    }

    /// Types that a closure holds; nothing as long as that is not known.
    fn captured(&mut self, key: &ClosureKey, clone: bool) -> Option<Vec<Ty>> {
        if let Some(local) = self.local_closure(key) {
            return match &local.captured {
                Some(types) => Some(types.clone()),
                None => clone.then(Vec::new),
            };
        }
        match self.typer.closure_of(key) {
            Ok(info) => Some(
                info.captures
                    .iter()
                    .map(|capture| subst(capture_ty(capture), key.args))
                    .map(|ty| self.normalize_ty_quietly(ty))
                    .collect(),
            ),
            Err(error) => {
                self.typer.stash(error);
                None
            }
        }
    }

    fn callable(&mut self, goal: TraitRef, wanted: ClosureKind) -> Builtin {
        let ty = self.shallow(goal.self_ty());
        if let TyKind::Closure(key) = ty.kind()
            && self.closure_kind(key).is_some_and(|kind| kind > wanted)
        {
            return None;
        }
        let (params, _) = self.call_sig(ty)?;
        let args = Args::of_types(&[ty, Ty::new(TyKind::Tuple(params))]);
        Some((
            TraitRef {
                def: goal.def,
                args,
            },
            Vec::new(),
        ))
    }

    fn closure_kind(&mut self, key: &ClosureKey) -> Option<ClosureKind> {
        match self.local_closure(key) {
            Some(local) => local.kind,
            None => self.typer.closure_of(key).ok().map(|info| info.kind),
        }
    }

    /// The pointer that a closure or function item becomes.
    pub fn call_pointer(&mut self, ty: Ty) -> Option<Ty> {
        let (params, ret) = self.call_sig(ty)?;
        Some(Ty::fn_pointer(params, ret, self.typer.abi_of(ty)))
    }

    /// Parameters and result of a closure, function item or function pointer.
    pub fn call_sig(&mut self, ty: Ty) -> Option<(Vec<Ty>, Ty)> {
        match ty.kind() {
            TyKind::FnPtr(params, ret, _) => Some((params.clone(), *ret)),
            TyKind::FnDef(def, args) => {
                let sig = match self.typer.sig_of(*def) {
                    Ok(sig) => sig,
                    Err(error) => {
                        self.typer.stash(error);
                        return None;
                    }
                };
                let params = sig.0.iter().map(|&ty| subst(ty, *args)).collect::<Vec<_>>();
                let params = params.into_iter().map(|ty| self.normalize_later(ty));
                let params = params.collect();
                Some((params, self.normalize_later(subst(sig.1, *args))))
            }
            TyKind::Closure(key) => match self.local_closure(key) {
                Some(local) => Some((local.params.clone(), local.ret)),
                None => self.foreign_closure_sig(key),
            },
            _ => None,
        }
    }

    fn foreign_closure_sig(&mut self, key: &ClosureKey) -> Option<(Vec<Ty>, Ty)> {
        match self.typer.closure_of(key) {
            Ok(info) => {
                let params = info.params.iter().map(|&ty| subst(ty, key.args));
                let params = params.collect::<Vec<_>>();
                let params = params.into_iter().map(|ty| self.normalize_later(ty));
                let params = params.collect();
                Some((params, self.normalize_later(subst(info.ret, key.args))))
            }
            Err(error) => {
                self.typer.stash(error);
                None
            }
        }
    }

    /// `i32: Add<i32>` and the like, where the models leave them to the compiler.
    fn operator(&mut self, goal: TraitRef, name: &str) -> Builtin {
        let kind = operator_kind(name)?;
        let ty = self.shallow(goal.self_ty());
        let fits = match kind {
            OperatorKind::Math => is_number(ty),
            OperatorKind::Bits => is_integer(ty) || *ty.kind() == TyKind::Bool,
            OperatorKind::Compare => {
                is_number(ty) || matches!(ty.kind(), TyKind::Bool | TyKind::Char)
            }
        };
        if !fits {
            return None;
        }
        let args: Vec<Ty> = goal.args.list().iter().map(|_| ty).collect();
        let args = Args::of_types(&args);
        Some((
            TraitRef {
                def: goal.def,
                args,
            },
            Vec::new(),
        ))
    }
}

enum OperatorKind {
    Math,
    Bits,
    Compare,
}

fn operator_kind(name: &str) -> Option<OperatorKind> {
    Some(match name {
        "add" | "sub" | "mul" | "div" | "rem" | "neg" | "add_assign" | "sub_assign"
        | "mul_assign" | "div_assign" | "rem_assign" => OperatorKind::Math,
        "bitand" | "bitor" | "bitxor" | "not" | "shl" | "shr" | "bitand_assign"
        | "bitor_assign" | "bitxor_assign" | "shl_assign" | "shr_assign" => OperatorKind::Bits,
        "eq" | "partial_ord" => OperatorKind::Compare,
        _ => return None,
    })
}

/// Integers and integer variables.
pub(super) fn is_integer(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Int(_) | TyKind::Infer(InferVar::Int(_)))
}

/// Numbers and number variables.
pub(super) fn is_number(ty: Ty) -> bool {
    is_integer(ty)
        || matches!(
            ty.kind(),
            TyKind::Float(_) | TyKind::Infer(InferVar::Float(_))
        )
}

/// The type of what a closure stores for a capture.
pub(super) fn capture_ty(capture: &crate::typed::Capture) -> Ty {
    match capture.mode {
        crate::typed::BindingMode::Value => capture.place_ty,
        crate::typed::BindingMode::Ref(mutability) => Ty::reference(mutability, capture.place_ty),
    }
}
