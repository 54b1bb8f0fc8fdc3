//! Signatures of functions that have no source of their own.

use super::{FnKey, Mono};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::Mutability;
use crate::ty::{Args, Ty, TyKind};
use crate::typed::{BuiltinMethod, Callee, Instance};

impl Mono {
    /// Parameters (without the callable itself) and result of a closure, function item or pointer.
    pub fn callable_sig(&self, ty: Ty) -> Result<(Vec<Ty>, Ty)> {
        match ty.kind() {
            TyKind::Closure(key) => {
                let info = self.closure_info(*key)?;
                Ok((info.params.clone(), info.ret))
            }
            TyKind::FnDef(def, args) => {
                let instance = Instance {
                    def: *def,
                    args: *args,
                };
                self.typer.fn_sig(instance)
            }
            TyKind::FnPtr(params, ret, _) => Ok((params.clone(), *ret)),
            _ => Err(Diagnostic::general(
                "internal: the signature of no function",
            )),
        }
    }

    /// As [`Mono::callable_sig`] for any type that implements `FnOnce()`.
    pub fn callable_sig_any(&self, ty: Ty) -> Result<(Vec<Ty>, Ty)> {
        if let Ok(signature) = self.callable_sig(ty) {
            return Ok(signature);
        }
        let Some(trait_def) = self.hir.lang("fn_once") else {
            return Err(Diagnostic::general("internal: no trait FnOnce"));
        };
        let method = self.trait_method(trait_def, "call_once")?;
        let args = Args::of_types(&[ty, Ty::unit()]);
        match self.typer.resolve_trait_method(method, args)? {
            Callee::Instance(instance) => self.typer.fn_sig(instance),
            _ => Err(Diagnostic::general(
                "internal: the signature of no function",
            )),
        }
    }

    /// Parameters and result of a function that may be called with `self` by value.
    pub fn key_sig(&self, key: &FnKey) -> Result<(Vec<Ty>, Ty)> {
        match key {
            FnKey::Instance(instance) => self.typer.fn_sig(*instance),
            FnKey::Closure(closure) => {
                let ty = Ty::new(TyKind::Closure(*closure));
                self.with_self(ty, ty)
            }
            FnKey::Call(ty, BuiltinMethod::CallOnce) => self.with_self(*ty, *ty),
            FnKey::Call(ty, _) => self.with_self(*ty, Ty::reference(Mutability::Mut, *ty)),
            _ => Err(Diagnostic::general(
                "internal: a method by value of no function",
            )),
        }
    }

    fn with_self(&self, callable: Ty, this: Ty) -> Result<(Vec<Ty>, Ty)> {
        let (mut params, ret) = self.callable_sig(callable)?;
        params.insert(0, this);
        Ok((params, ret))
    }

    /// The result type of `try_call` or `try_thread`.
    pub fn catch_result(&self, args: Args, boundary: bool) -> Result<Ty> {
        let intrinsic = if boundary {
            self.catchers.1
        } else {
            self.catchers.0
        };
        match intrinsic {
            Some(def) => Ok(self.typer.fn_sig(Instance { def, args })?.1),
            None => Err(Diagnostic::general("internal: no catching function")),
        }
    }
}
