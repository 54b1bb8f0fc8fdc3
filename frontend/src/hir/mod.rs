//! The high-level representation: names resolved, macros expanded, sugar removed, no types yet.
//!
//! Lifetimes are dropped. `for`, `?`, `while let` with one pattern, derives, format macros and
//! argument-position `impl Trait` are already desugared; `if`/`while` conditions keep their `let`s
//! because the scope of temporaries hangs on them.

mod body;
mod definition;
mod types;

pub use body::{
    Arm, BinaryOp, Block, Body, ClosureForm, Expr, ExprKind, ExprPath, FloatLiteral, Literal,
    Local, Pat, PatKind, RangeBound, Shown, Stmt, UnaryOp,
};
pub use definition::{
    Attrs, Def, DefKind, Edition, ExportedMacro, FieldDef, FnData, GenericParam, GenericParamKind,
    Generics, Predicate, VariantData, VariantShape,
};
pub use types::{
    AssocArg, Calling, ConstArg, GenericArg, GenericArgs, HirTy, HirTyKind, Mutability, Primitive,
    TraitBound, TypeHead,
};

use crate::symbol::Symbol;
use std::rc::Rc;
use vscheck_ir::entity;

entity! {
    /// A definition: module, type, trait, impl, function, constant, ...
    DefId, "def"
}

entity! {
    /// An expression of a body.
    ExprId, "e"
}

entity! {
    /// A pattern of a body.
    PatId, "p"
}

entity! {
    /// A local variable of a body (a binding; or-patterns bind one local in all alternatives).
    LocalId, "l"
}

/// What the later stages ask of a resolved program. Items are resolved on demand, so that library
/// models that nobody uses cost nothing.
pub trait Hir {
    /// A definition.
    fn def(&self, id: DefId) -> Rc<Def>;
    /// The body of a function, constant, static or anonymous constant.
    fn body(&self, id: DefId) -> crate::diagnostic::Result<Rc<Body>>;
    /// The item marked `#[lang = "name"]` in the models.
    fn lang(&self, name: &str) -> Option<DefId>;
    /// Whether a language item has been met so far; looks no further for it.
    fn has_met_lang(&self, name: &str) -> bool;
    /// The exported function that a foreign function which is declared only is, as far as it has been come across.
    fn linked(&self, id: DefId) -> Option<DefId>;
    /// Statics whose functions run before `main`, as far as they have been come across.
    fn run_before_main(&self) -> Vec<DefId>;
    /// Impls of a trait: all that could apply.
    fn trait_impls(&self, trait_def: DefId) -> Rc<Vec<DefId>>;
    /// Those that could apply to a type with this head.
    fn trait_impls_for(&self, trait_def: DefId, head: TypeHead) -> Rc<Vec<DefId>>;
    /// The name of an item of a trait or impl, and whether it is a type: known before the definition is.
    fn item_name(&self, id: DefId) -> (Symbol, bool);
    /// Inherent impls that may apply to a type with this head.
    fn inherent_impls(&self, head: TypeHead) -> Rc<Vec<DefId>>;
    /// The derives of a type that were not expanded.
    fn missing_derives(&self, id: DefId) -> Vec<Symbol>;
    /// Whether a function may be a stop for its callers if it is not accepted.
    fn may_stop(&self, id: DefId) -> bool;
    /// The same of functions in a file.
    fn may_stop_in(&self, file: vscheck_ir::FileId) -> bool;
    /// Whether a file is a model's.
    fn is_model_file(&self, file: vscheck_ir::FileId) -> bool;
    /// Has a part of a body that is not accepted be a stop, if that may be: the least one around the place of
    /// the error that is none yet, but not the whole body.
    fn stop_part(&self, id: DefId, error: &crate::Diagnostic) -> bool;
    /// Gives an `async fn` that may be a stop, and is not accepted, another body: who runs it stops. Callers
    /// may make a future of it, whose type its body is needed for.
    fn stop_async(&self, id: DefId, error: &crate::Diagnostic) -> bool;
    /// Whether a number that overflows is a panic in a function.
    fn checks_overflow(&self, id: DefId) -> bool;
    /// Whether a panic unwinds; else it ends the process.
    fn unwinds(&self) -> bool;
    /// The name of the crate that is checked.
    fn program_name(&self) -> String;
    /// The text of a file that is not a model's.
    fn user_text(&self, file: vscheck_ir::FileId) -> Option<Rc<str>>;
    /// Source files seen so far.
    fn files(&self) -> Vec<vscheck_ir::SourceFile>;
}
