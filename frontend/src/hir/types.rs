//! Types as they are written.

use super::DefId;
use crate::symbol::Symbol;
use vscheck_ir::Span;

/// The outermost constructor of a type, the key of inherent impls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeHead {
    /// A struct, enum, union (or a trait, for `impl dyn Trait`).
    Def(DefId),
    /// `i32`, `bool`, `str`, ... by name.
    Primitive(Primitive),
    /// `[T]`.
    Slice,
    /// `[T; N]`.
    Array,
    /// `(A, B)`.
    Tuple,
    /// `&T` and `&mut T`.
    Ref,
    /// `*const T`.
    ConstPtr,
    /// `*mut T`.
    MutPtr,
    /// `fn(A) -> B`.
    FnPtr,
}

/// Primitive types that are named by a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Primitive {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `str`.
    Str,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `i128`.
    I128,
    /// `isize`.
    Isize,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
    /// `u64`.
    U64,
    /// `u128`.
    U128,
    /// `usize`.
    Usize,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// `Trait<Args, Assoc = Ty>`; `Fn(A, B) -> C` is `Fn<(A, B), Output = C>`. `?Sized` is dropped.
#[derive(Clone, Debug)]
pub struct TraitBound {
    /// The trait.
    pub trait_def: DefId,
    /// Its arguments without `Self`.
    pub args: GenericArgs,
    /// Where it is written.
    pub span: Span,
}

/// `<A, B, 3, Item = C, Item: Bound>` as written; lifetimes dropped.
#[derive(Clone, Debug, Default)]
pub struct GenericArgs {
    /// Positional arguments.
    pub args: Vec<GenericArg>,
    /// `Name = Type`.
    pub bindings: Vec<AssocArg<HirTy>>,
    /// `Name: Bounds`.
    pub constraints: Vec<AssocArg<Vec<TraitBound>>>,
}

/// What an argument list says of an associated type: `Name<A, B> = Type`.
#[derive(Clone, Debug)]
pub struct AssocArg<T> {
    /// Its name.
    pub name: Symbol,
    /// Its own arguments.
    pub args: GenericArgs,
    /// What it is, or the bounds that hold for it.
    pub value: T,
}

impl<T> AssocArg<T> {
    /// Of one without arguments of its own.
    pub fn plain(name: Symbol, value: T) -> AssocArg<T> {
        AssocArg {
            name,
            args: GenericArgs::default(),
            value,
        }
    }
}

/// One positional generic argument. A path that could be either is resolved before.
#[derive(Clone, Debug)]
pub enum GenericArg {
    /// A type.
    Type(HirTy),
    /// A constant.
    Const(ConstArg),
}

/// A constant in a type.
#[derive(Clone, Debug)]
pub enum ConstArg {
    /// Known at once.
    Literal(i128),
    /// A const parameter, by index in the full list.
    Param(u32),
    /// An anonymous constant or named `const`, to be evaluated.
    Def(DefId),
    /// `_`.
    Infer,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct HirTy {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: HirTyKind,
}

/// What the type of a function pointer says beside the types of its parameters and its result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Calling {
    /// The `C` of `extern "C"`; none where it is Rust's own.
    pub abi: Option<Symbol>,
    /// For each lifetime in there which it is: 0 for one from outside, such as `'static`, else the number of
    /// one that is the caller's choice. None are said where they are as if all were left out.
    pub lifetimes: Box<[u8]>,
}

/// Kinds of written types.
#[derive(Clone, Debug)]
pub enum HirTyKind {
    /// A primitive.
    Primitive(Primitive),
    /// A struct, enum, union or type alias with arguments.
    Adt(DefId, GenericArgs),
    /// A type parameter, by index in the full list of the enclosing definition.
    Param(u32, Symbol),
    /// `Self` in an impl (its self type) or trait (parameter 0).
    SelfTy(DefId),
    /// `T::Item`, `Self::Item`: an associated type found through the bounds or impls of a type.
    Assoc(Box<HirTy>, Symbol, GenericArgs),
    /// `<T as Trait>::Item`.
    QualifiedAssoc {
        /// `T`.
        self_ty: Box<HirTy>,
        /// `Trait`.
        bound: Box<TraitBound>,
        /// `Item`.
        name: Symbol,
        /// Arguments of a generic associated type.
        args: GenericArgs,
    },
    /// `&T`, `&mut T`.
    Ref(Mutability, Box<HirTy>),
    /// `*const T`, `*mut T`.
    RawPtr(Mutability, Box<HirTy>),
    /// `(A, B)`.
    Tuple(Vec<HirTy>),
    /// `[T; N]`.
    Array(Box<HirTy>, ConstArg),
    /// `[T]`.
    Slice(Box<HirTy>),
    /// `fn(A) -> B`.
    FnPtr(Vec<HirTy>, Box<HirTy>, Calling),
    /// `!`.
    Never,
    /// `_`.
    Infer,
    /// `dyn A + B`, with lifetimes as [`Calling::lifetimes`].
    Dyn(Vec<TraitBound>, Box<[u8]>),
    /// `impl A + B` in return position (or in an associated type or `let`): the type that the
    /// function's body gives. The index counts them within the definition.
    Impl(u32, Vec<TraitBound>),
    /// Not supported; said if it is reached.
    Unsupported(String),
}

/// Mutability of a reference, pointer or binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mutability {
    /// `&T`, `*const T`, no `mut`.
    Shared,
    /// `mut`.
    Mut,
}
