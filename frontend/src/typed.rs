//! What inference found out about one body under one set of concrete type arguments: side tables
//! over the [`crate::hir::Body`], all types concrete (no `Param`, `Projection`, `Opaque`, `Infer`).

use crate::hir::{DefId, ExprId, LocalId, Mutability, PatId};
use crate::ty::{Args, ClosureKey, Ty};
use rustc_hash::FxHashMap;

/// A function (or constant, static, constructor) with concrete arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instance {
    /// Which definition: never a trait's required method; the impl's or the trait's default.
    pub def: DefId,
    /// Concrete arguments for its full parameter list.
    pub args: Args,
}

/// The types and resolutions of one body.
#[derive(Debug)]
pub struct TypedBody {
    /// Which.
    pub instance: Instance,
    /// Parameter types, closures' excluded.
    pub params: Vec<Ty>,
    /// Result type.
    pub ret: Ty,
    /// Type of each expression before adjustments (meaningless for ones in unreached closures: never).
    pub expr_types: Vec<Ty>,
    /// Type of each pattern: of the value that reaches it after its implicit derefs.
    pub pat_types: Vec<Ty>,
    /// Type of each local.
    pub local_types: Vec<Ty>,
    /// Adjustments, in order of application.
    pub adjustments: FxHashMap<ExprId, Vec<Adjustment>>,
    /// What a path, method call, overloaded operator, index, deref or call expression resolves to.
    pub callees: FxHashMap<ExprId, Callee>,
    /// Constants in patterns and struct/variant paths of expressions and patterns.
    pub expr_variants: FxHashMap<ExprId, DefId>,
    /// Struct or variant that a pattern path names.
    pub pat_variants: FxHashMap<PatId, DefId>,
    /// Constants that a pattern path names.
    pub pat_constants: FxHashMap<PatId, Instance>,
    /// References that match ergonomics goes through before the pattern applies: the types of the
    /// references, outermost first.
    pub pat_derefs: FxHashMap<PatId, Vec<Ty>>,
    /// How bindings take their value after match ergonomics.
    pub binding_modes: FxHashMap<PatId, BindingMode>,
    /// Types written in casts, and lengths of repeats, evaluated.
    pub cast_types: FxHashMap<ExprId, Ty>,
    /// `[x; N]`.
    pub repeat_lengths: FxHashMap<ExprId, u64>,
    /// Closures of this body.
    pub closures: FxHashMap<ExprId, ClosureInfo>,
    /// The types of return-position `impl Trait`s, by index.
    pub opaques: Vec<Ty>,
}

/// How a binding takes its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindingMode {
    /// Moves or copies.
    Value,
    /// Borrows.
    Ref(Mutability),
}

/// An implicit conversion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Adjustment {
    /// `*`, built in (references, raw pointers, `Box`); gives a place of this type.
    Deref(Ty),
    /// `*Deref::deref(&x)` or `*DerefMut::deref_mut(&mut x)`: the function and the place's type.
    OverloadedDeref(Instance, Mutability, Ty),
    /// `&` or `&mut`; gives this reference type.
    Borrow(Mutability, Ty),
    /// `&mut T` or `&T` to a raw pointer of this type.
    RawBorrow(Mutability, Ty),
    /// `!` to anything.
    NeverToAny(Ty),
    /// Function item or non-capturing closure to this function pointer type.
    FnPointer(Ty),
    /// Unsizing of a reference, raw pointer or smart pointer (`Box`, `Rc`, `Arc`) to this type:
    /// array to slice, concrete to `dyn`, `dyn` to a supertrait.
    Unsize(Ty),
    /// `*mut T` to `*const T`.
    MutToConst(Ty),
}

impl Adjustment {
    /// The type that it gives.
    pub fn ty(&self) -> Ty {
        match self {
            Adjustment::Deref(ty)
            | Adjustment::OverloadedDeref(_, _, ty)
            | Adjustment::Borrow(_, ty)
            | Adjustment::RawBorrow(_, ty)
            | Adjustment::NeverToAny(ty)
            | Adjustment::FnPointer(ty)
            | Adjustment::Unsize(ty)
            | Adjustment::MutToConst(ty) => *ty,
        }
    }
}

/// A method in the table of a trait object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DynMethod {
    /// Method in its trait.
    pub method: DefId,
    /// The arguments of that trait in terms of the parameters of the trait object's.
    pub of: Args,
}

/// What an expression calls or names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function, known exactly. Overloaded operators take their operands as the trait's method does
    /// (comparison operands are borrowed by the operator itself; index and deref bases by autoref).
    Instance(Instance),
    /// A method of a trait object: the trait, the method, the arguments of the trait (with the `dyn`
    /// type as `Self`) and method. The receiver is the (adjusted) first argument.
    Virtual {
        /// Method in the trait.
        method: DefId,
        /// Arguments.
        args: Args,
    },
    /// The constructor function of a tuple struct or variant.
    Constructor {
        /// Struct or variant.
        def: DefId,
        /// Arguments of the struct or enum.
        args: Args,
    },
    /// A call of a closure value: the callee expression has this closure type (after autoderef by its
    /// adjustments to a place of the closure type).
    Closure(ClosureKey),
    /// A call through a function pointer.
    FnPointer,
    /// A constant or static.
    Constant(Instance),
    /// A const parameter's value.
    ConstValue(i128),
    /// A method that the compiler provides: see [`BuiltinMethod`]; the type is `Self`.
    Builtin(BuiltinMethod, Ty),
}

/// Methods without source: provided for types that no impl can be written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BuiltinMethod {
    /// `Clone::clone` of tuples, arrays, closures, function items and pointers: field by field.
    Clone,
    /// `Fn*::call*` on closures, function items and pointers: `(self, (args...))`.
    CallOnce,
    /// See `CallOnce`.
    CallMut,
    /// See `CallOnce`.
    Call,
    /// A binary operator on primitives (through its trait method, as in `i32::add` or `Sum`).
    Operator(crate::hir::BinaryOp),
    /// A compound assignment operator on primitives.
    AssignOperator(crate::hir::BinaryOp),
    /// A unary operator on primitives.
    Unary(crate::hir::UnaryOp),
    /// `PartialEq`/`PartialOrd` etc. on tuples go field by field: they are macro-generated impls in the
    /// models instead. `TypeId::of`-like: the discriminant of an enum (`mem::discriminant`).
    Discriminant,
}

/// A closure.
#[derive(Clone, Debug)]
pub struct ClosureInfo {
    /// Its name.
    pub key: ClosureKey,
    /// Weakest trait it implements.
    pub kind: ClosureKind,
    /// Parameter types.
    pub params: Vec<Ty>,
    /// Result type.
    pub ret: Ty,
    /// What it captures, in order; a capture of a place contains no capture of a part of it.
    pub captures: Vec<Capture>,
}

/// How a closure uses what it captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum ClosureKind {
    /// By shared reference.
    Fn,
    /// By unique reference.
    FnMut,
    /// By value.
    FnOnce,
}

/// One captured place (edition 2021: a local with a path of fields and derefs; 2018: a local).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The local of the enclosing body.
    pub local: LocalId,
    /// The path from it: fields, derefs.
    pub projections: Vec<CaptureProjection>,
    /// The type of the captured place.
    pub place_ty: Ty,
    /// By value or by reference.
    pub mode: BindingMode,
}

/// One step of a captured place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureProjection {
    /// Field by index.
    Field(u32),
    /// Deref of a reference or box.
    Deref,
}
