//! What the later stages ask.

use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::ConstArg;
use crate::ty::{Args, Const, Ty};

fn unfinished<T>() -> Result<T> {
    Err(Diagnostic::general("type inference is unfinished"))
}

impl Typer {
    /// A typer over a resolved program.
    pub fn new(hir: Rc<dyn Hir>) -> Typer {
        Typer { hir }
    }
    /// The program.
    pub fn hir(&self) -> &Rc<dyn Hir> {
        &self.hir
    }
    /// Types and callees of a function, constant, static or anonymous constant. Closures are part of
    /// the body that they stand in.
    pub fn typed_body(&self, _instance: Instance) -> Result<Rc<TypedBody>> {
        unfinished()
    }
    /// Parameter types and result type of a function or tuple constructor, normalized.
    pub fn fn_sig(&self, _instance: Instance) -> Result<(Vec<Ty>, Ty)> {
        unfinished()
    }
    /// Type of a constant, associated constant or static, normalized.
    pub fn const_ty(&self, _instance: Instance) -> Result<Ty> {
        unfinished()
    }
    /// Types of the fields of a struct, union or variant (whose arguments are those of its enum).
    pub fn field_types(&self, _def: DefId, _args: Args) -> Result<Rc<Vec<Ty>>> {
        unfinished()
    }
    /// What a method of a trait is for concrete arguments (`Self` first): the impl's function, the
    /// trait's default with the trait's arguments, a built-in, or a virtual call.
    pub fn resolve_trait_method(&self, _trait_method: DefId, _args: Args) -> Result<Callee> {
        unfinished()
    }
    /// Whether a concrete type implements a trait (with its other arguments free).
    pub fn implements(&self, _ty: Ty, _trait_def: DefId) -> bool {
        false
    }
    /// Whether a concrete type is `Copy`.
    pub fn is_copy(&self, _ty: Ty) -> bool {
        false
    }
    /// `Drop::drop` of a struct, enum or union, if it has an impl.
    pub fn drop_impl(&self, _ty: Ty) -> Option<Instance> {
        None
    }
    /// A type without projections, opaque types and unevaluated constants. It has no parameters.
    pub fn normalize(&self, _ty: Ty) -> Result<Ty> {
        unfinished()
    }
    /// The methods of a trait object's table: supertraits' first, only those that can be called on one.
    pub fn dyn_methods(&self, _trait_def: DefId) -> Rc<Vec<DefId>> {
        Rc::new(Vec::new())
    }
    /// The value of an integer, boolean or character constant (a `const`, an associated constant, an
    /// anonymous constant) under its owner's arguments.
    pub fn const_eval(&self, _def: DefId, _args: Args) -> Result<i128> {
        unfinished()
    }
    /// The value of a constant as written in a definition (explicit discriminants), under the
    /// definition's arguments.
    pub fn const_arg(&self, _owner: DefId, _args: Args, _value: &ConstArg) -> Result<i128> {
        unfinished()
    }
    /// The value of a normalized array length or const argument.
    pub fn const_value(&self, _value: Const) -> Result<i128> {
        unfinished()
    }
    /// Replaces parameters; does not normalize.
    pub fn substitute(&self, ty: Ty, _args: Args) -> Ty {
        ty
    }
    /// A type as `std::any::type_name` prints it.
    pub fn type_name(&self, ty: Ty) -> String {
        format!("{ty:?}")
    }
}
