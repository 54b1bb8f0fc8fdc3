//! Which types need dropping.

use super::Mono;
use super::layout::capture_types;
use crate::diagnostic::Result;
use crate::hir::{DefId, DefKind};
use crate::ty::{Args, Ty, TyKind};
use std::rc::Rc;

impl Mono {
    /// Whether a definition is the lang item of this name.
    pub fn is_lang(&self, def: DefId, name: &str) -> bool {
        let item = self.hir.def(def);
        item.attrs.lang.is_some_and(|lang| lang.as_str() == name)
    }

    /// What a `Box` owns.
    pub fn boxed(&self, ty: Ty) -> Option<Ty> {
        match ty.kind() {
            TyKind::Adt(def, args) if self.is_lang(*def, "owned_box") => Some(args.ty(0)),
            _ => None,
        }
    }

    /// Whether dropping a value of this type does anything.
    pub fn needs_drop(&mut self, ty: Ty) -> Result<bool> {
        if let Some(&known) = self.needs_drop.get(&ty) {
            return Ok(known);
        }
        // A recursive type needs dropping only through something else.
        self.needs_drop.insert(ty, false);
        let answer = self.compute_needs_drop(ty)?;
        self.needs_drop.insert(ty, answer);
        Ok(answer)
    }

    fn compute_needs_drop(&mut self, ty: Ty) -> Result<bool> {
        match ty.kind() {
            TyKind::Tuple(types) => self.any_needs_drop(types),
            TyKind::Array(element, len) => {
                Ok(self.typer.const_value(*len)? != 0 && self.needs_drop(*element)?)
            }
            TyKind::Slice(element) => self.needs_drop(*element),
            TyKind::Dyn(_) => Ok(true),
            TyKind::Adt(def, args) => self.adt_needs_drop(ty, *def, *args),
            TyKind::Closure(key) => {
                let types = capture_types(&self.typer, *key)?;
                self.any_needs_drop(&types)
            }
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Str
            | TyKind::Never
            | TyKind::Ref(..)
            | TyKind::RawPtr(..)
            | TyKind::FnDef(..)
            | TyKind::FnPtr(..)
            | TyKind::Param(..)
            | TyKind::Projection(..)
            | TyKind::Opaque(..)
            | TyKind::Infer(_) => Ok(false),
        }
    }

    fn any_needs_drop(&mut self, types: &[Ty]) -> Result<bool> {
        for &ty in types {
            if self.needs_drop(ty)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn adt_needs_drop(&mut self, ty: Ty, def: DefId, args: Args) -> Result<bool> {
        let item = self.hir.def(def);
        if item
            .attrs
            .lang
            .is_some_and(|lang| lang.as_str() == "manually_drop")
        {
            return Ok(false);
        }
        if self.boxed(ty).is_some() || self.typer.drop_impl(ty).is_some() {
            return Ok(true);
        }
        match &item.kind {
            DefKind::Struct(_) => {
                let types = self.typer.field_types(def, args)?;
                self.any_needs_drop(&types)
            }
            DefKind::Enum(variants) => {
                for &variant in variants {
                    let types: Rc<Vec<Ty>> = self.typer.field_types(variant, args)?;
                    if self.any_needs_drop(&types)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }
}
