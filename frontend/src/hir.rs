//! The high-level representation: names resolved, macros expanded, sugar removed, no types yet.
//!
//! Lifetimes are dropped. `for`, `?`, `while let` with one pattern, derives, format macros and
//! argument-position `impl Trait` are already desugared; `if`/`while` conditions keep their `let`s
//! because the scope of temporaries hangs on them.

use crate::macros::MacroKind;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::rc::Rc;
use vscheck_ir::{Span, entity};

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

/// A definition.
#[derive(Debug)]
pub struct Def {
    /// Its id.
    pub id: DefId,
    /// Its name (empty for impls).
    pub name: Symbol,
    /// The definition it stands in: module, impl, trait, enum (for variants), function (for local items).
    pub parent: Option<DefId>,
    /// Where it is; for functions the signature.
    pub span: Span,
    /// Whether it comes from a library model.
    pub is_model: bool,
    /// Edition of the source it comes from.
    pub edition: Edition,
    /// Attributes that later stages ask for.
    pub attrs: Attrs,
    /// Generic parameters of its own and of its parents.
    pub generics: Generics,
    /// What it is.
    pub kind: DefKind,
}

/// Rust editions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Edition {
    /// 2015.
    E2015,
    /// 2018.
    E2018,
    /// 2021.
    E2021,
    /// 2024.
    E2024,
}

impl Edition {
    /// All of them, the oldest first.
    pub const ALL: [Edition; 4] = [
        Edition::E2015,
        Edition::E2018,
        Edition::E2021,
        Edition::E2024,
    ];

    /// As command lines and manifests write it: `2021`.
    pub fn name(self) -> &'static str {
        match self {
            Edition::E2015 => "2015",
            Edition::E2018 => "2018",
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }

    /// The edition of this name.
    pub fn named(name: &str) -> Option<Edition> {
        Edition::ALL
            .into_iter()
            .find(|edition| edition.name() == name)
    }
}

/// What a function says that is a procedural macro.
#[derive(Clone, Debug)]
pub struct ExportedMacro {
    /// Its kind.
    pub kind: MacroKind,
    /// The name of a derive.
    pub derived: Option<Symbol>,
    /// The attributes that a derive takes for its own.
    pub helpers: Vec<Symbol>,
}

/// Attributes that matter after resolution.
#[derive(Clone, Debug, Default)]
pub struct Attrs {
    /// `#[lang = "..."]` (models only).
    pub lang: Option<Symbol>,
    /// `#[inline]` or `#[inline(always)]`: a model that is inlined into its callers.
    pub inline: bool,
    /// `#[track_caller]`.
    pub track_caller: bool,
    /// `#[automatically_derived]`, or an impl that a derive of std's stands for.
    pub derived: bool,
    /// `#[rustc_promotable]` (models only): a call with constant arguments is a constant whose
    /// references live for ever.
    pub promotable: bool,
    /// A static in the section `.init_array`: what it points to runs before `main`.
    pub runs_before_main: bool,
    /// `#[no_mangle]` or `#[export_name = "..."]`: foreign functions of that name are this one.
    pub exported: bool,
    /// Its name for the linker, if that is another than its own.
    pub symbol: Option<Symbol>,
    /// `#[test]`.
    pub test: bool,
    /// `#[should_panic]`, with its `expected` text.
    pub should_panic: Option<Option<String>>,
    /// `#[ignore]`.
    pub ignore: bool,
    /// `#[repr(...)]` words, with their arguments: `C`, `align64`, `packed`.
    pub repr: Vec<Symbol>,
    /// Derives that are not std's.
    pub other_derives: Vec<Symbol>,
    /// What is exported by a function that is a procedural macro.
    pub exported_macro: Option<ExportedMacro>,
    /// `#[fundamental]`-like switch: an intrinsic declared in `extern "intrinsic"`.
    pub intrinsic: bool,
}

/// Generic parameters, flat: a definition's full argument list is its parent's, then its own. A
/// trait's parameter 0 is `Self`. Lifetimes do not count.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    /// Where the first part comes from.
    pub parent: Option<DefId>,
    /// How many parameters the parents have.
    pub parent_count: u32,
    /// Own parameters; own index + `parent_count` is the index in the full list. Argument-position
    /// `impl Trait` adds unnamed ones at the end.
    pub params: Vec<GenericParam>,
    /// How many lifetimes it declares, of which nothing else is known.
    pub lifetimes: u32,
    /// Own where-clauses and inline bounds.
    pub predicates: Vec<Predicate>,
}

/// A type or const parameter.
#[derive(Clone, Debug)]
pub struct GenericParam {
    /// Its name.
    pub name: Symbol,
    /// Type or const.
    pub kind: GenericParamKind,
    /// `?Sized` is written, or it is a trait's `Self`: everything else is `Sized`.
    pub maybe_unsized: bool,
}

/// Kinds of generic parameters.
#[derive(Clone, Debug)]
pub enum GenericParamKind {
    /// `T` or `T = Default`.
    Type {
        /// Default, if any.
        default: Option<HirTy>,
    },
    /// `const N: usize`.
    Const {
        /// Its type.
        ty: HirTy,
        /// Default, if any.
        default: Option<ConstArg>,
    },
}

/// `ty: bounds`.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The bounded type.
    pub ty: HirTy,
    /// What it must implement.
    pub bounds: Vec<TraitBound>,
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

/// What a definition is.
#[derive(Debug)]
pub enum DefKind {
    /// A module (or the anonymous scope of a block with items).
    Module,
    /// A struct.
    Struct(VariantData),
    /// A union.
    Union(VariantData),
    /// An enum: its variants, in order.
    Enum(Vec<DefId>),
    /// A variant; the enum is the parent. `discriminant` is an explicit one.
    Variant {
        /// Its fields.
        data: VariantData,
        /// Index within the enum.
        index: u32,
        /// Explicit discriminant.
        discriminant: Option<ConstArg>,
    },
    /// `type A<T> = ...;`
    TypeAlias(HirTy),
    /// A trait.
    Trait {
        /// Supertraits.
        supertraits: Vec<TraitBound>,
        /// Its items by name: functions, associated types and constants.
        items: Vec<DefId>,
        /// `auto trait` (Send, Sync): implemented by everything.
        auto: bool,
    },
    /// An impl.
    Impl {
        /// The type.
        self_ty: HirTy,
        /// The trait, if any. Negative impls are dropped.
        trait_bound: Option<TraitBound>,
        /// Its items.
        items: Vec<DefId>,
    },
    /// A function, method, or trait function (`has_body` false: required).
    Fn(FnData),
    /// An associated type: of a trait (`default` only where given) or an impl (`ty`).
    AssocTy {
        /// Its bounds (in a trait).
        bounds: Vec<TraitBound>,
        /// Its value (in an impl) or default.
        ty: Option<HirTy>,
    },
    /// A constant, associated or free. `has_body` is false for required ones in traits.
    Const {
        /// Its type.
        ty: HirTy,
        /// Whether it has a value.
        has_body: bool,
    },
    /// A static.
    Static {
        /// Its type.
        ty: HirTy,
        /// `static mut`.
        mutable: bool,
        /// Declared in `thread_local!` machinery with `#[thread_local]`.
        thread_local: bool,
    },
    /// The length of an array type or a const argument: `{ N * 2 }`.
    AnonConst,
    /// Something that cannot be used, with what it is: said if it is reached.
    Unsupported(String),
}

/// Fields of a struct, union or variant.
#[derive(Clone, Debug)]
pub struct VariantData {
    /// How it is written.
    pub shape: VariantShape,
    /// The fields.
    pub fields: Vec<FieldDef>,
}

/// How a struct or variant is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantShape {
    /// `A`.
    Unit,
    /// `A(T)`.
    Tuple,
    /// `A { a: T }`.
    Named,
}

/// A field.
#[derive(Clone, Debug)]
pub struct FieldDef {
    /// Its name (`0`, `1`, ... for tuples).
    pub name: Symbol,
    /// Its type.
    pub ty: HirTy,
    /// Where.
    pub span: Span,
    /// The module inside of which it can be named; anywhere if none.
    pub private_to: Option<DefId>,
}

/// A function's signature.
#[derive(Clone, Debug)]
pub struct FnData {
    /// Types of the parameters, `self` first if there is one.
    pub params: Vec<HirTy>,
    /// Result type.
    pub ret: HirTy,
    /// Whether the first parameter is `self`.
    pub has_self: bool,
    /// Whether there is a body.
    pub has_body: bool,
    /// The `C` of `extern "C"`; none where it is Rust's own.
    pub abi: Option<Symbol>,
    /// The module outside of which nobody sees it, of a member of an impl.
    pub private_to: Option<DefId>,
    /// `async`, `extern "C"` and the like: what it is, if it cannot be called.
    pub unsupported: Option<String>,
}

impl FnData {
    /// Whether panics do not leave it.
    pub fn keeps_panics(&self) -> bool {
        let unwinds =
            |abi: Symbol| abi.as_str().starts_with("rust-") || abi.as_str().ends_with("-unwind");
        self.abi.is_some_and(|abi| !unwinds(abi))
    }
}

/// A body: its expressions, patterns and locals in arenas. Closures share the arena of the body
/// they stand in.
#[derive(Clone, Debug)]
pub struct Body {
    /// The function, constant or static.
    pub owner: DefId,
    /// Parameter patterns, `self` first.
    pub params: Vec<PatId>,
    /// The value.
    pub value: ExprId,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All patterns.
    pub pats: Vec<Pat>,
    /// All locals.
    pub locals: Vec<Local>,
    /// The calls and matches that `format_args!` is made of: what they borrow lives as long as a
    /// variable that is bound to the whole does.
    pub handed_on: FxHashSet<ExprId>,
    /// The blocks of `const { }`.
    pub const_blocks: FxHashSet<ExprId>,
    /// Traits whose methods can be called here, prelude included.
    pub traits_in_scope: Rc<Vec<DefId>>,
}

impl Body {
    /// Whether a pattern is `..`, or a name for what that stands for.
    pub fn is_rest(&self, pat: PatId) -> bool {
        match &self.pats[pat.index()].kind {
            PatKind::Rest => true,
            PatKind::Binding { sub: Some(sub), .. } => self.is_rest(*sub),
            _ => false,
        }
    }

    /// The least expression around a place that is not a stop yet; of those that stand at one place, the
    /// outermost.
    pub fn part_around(&self, place: &Span) -> Option<ExprId> {
        let width = |span: &Span| i64::from(span.end_column) - i64::from(span.column);
        let extent = |span: &Span| (span.end_line - span.line, width(span));
        let around =
            self.exprs.iter().enumerate().filter(|(_, expr)| {
                expr.span.covers(place) && !matches!(expr.kind, ExprKind::Stop(_))
            });
        let least = around.min_by_key(|(index, expr)| (extent(&expr.span), Reverse(*index)));
        least.map(|(index, _)| ExprId::new(index))
    }
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Symbol,
    /// Where it is bound.
    pub span: Span,
    /// Whether one binding gives it its value, and it is not `mut`.
    pub fixed: bool,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where. For code from a model's macro, the user's invocation.
    pub span: Span,
    /// What.
    pub kind: ExprKind,
}

/// What a closure was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosureForm {
    /// `|a| body`.
    Plain,
    /// `async |a| body`: its body is an `async` block, to which it lends what it captures.
    AsyncClosure,
    /// The body of an `async` block or function: suspends itself, and is called again to go on.
    AsyncBlock,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A local.
    Local(LocalId),
    /// A path to a function, constant, static, constructor.
    Path(ExprPath),
    /// `f(args)`.
    Call(ExprId, Vec<ExprId>),
    /// `receiver.name::<T>(args)`.
    MethodCall {
        /// The receiver.
        receiver: ExprId,
        /// The method's name.
        name: Symbol,
        /// Where the name stands.
        name_span: Span,
        /// Turbofish.
        generics: GenericArgs,
        /// Arguments without the receiver.
        args: Vec<ExprId>,
    },
    /// `base.name` or `base.0`.
    Field(ExprId, Symbol),
    /// `base[index]`.
    Index(ExprId, ExprId),
    /// `-x`, `!x`.
    Unary(UnaryOp, ExprId),
    /// `*x`.
    Deref(ExprId),
    /// Arithmetic, comparison; lazy `&&`, `||`.
    Binary(BinaryOp, ExprId, ExprId),
    /// `place = value`. The place may be a destructuring tuple, struct, slice or `_` (already turned
    /// into a `let` and assignments by `parse/`), so it is always a plain place or `_` here.
    Assign(ExprId, ExprId),
    /// `place op= value`.
    AssignOp(BinaryOp, ExprId, ExprId),
    /// `&x`, `&mut x`.
    Borrow(Mutability, ExprId),
    /// `&raw const x`, `addr_of!(x)`.
    RawBorrow(Mutability, ExprId),
    /// `x as T`.
    Cast(ExprId, HirTy),
    /// `(a, b)`.
    Tuple(Vec<ExprId>),
    /// `[a, b]`.
    Array(Vec<ExprId>),
    /// `[x; N]`.
    Repeat(ExprId, ConstArg),
    /// `S { a: x, ..base }`; also ranges (`a..b` is `Range { start, end }`).
    Struct {
        /// Which struct, union or variant.
        path: ExprPath,
        /// Fields as written, in evaluation order.
        fields: Vec<(Symbol, ExprId)>,
        /// `..base`.
        base: Option<ExprId>,
    },
    /// `let pat = x` in a condition.
    Let(PatId, ExprId),
    /// `if cond { } else { }`. The condition may be a `&&` chain with `Let`s.
    If(ExprId, ExprId, Option<ExprId>),
    /// `match`.
    Match(ExprId, Vec<Arm>),
    /// `loop`. Its id is what `break` and `continue` name.
    Loop(ExprId),
    /// `while cond { }`. The condition may be a `&&` chain with `Let`s.
    While(ExprId, ExprId),
    /// `{ }`; also `'label: { }` (the target of a `break`), `unsafe { }`, `const { }`.
    Block(Block),
    /// `|params| body`.
    Closure {
        /// Parameters.
        params: Vec<(PatId, Option<HirTy>)>,
        /// Result type, if written.
        ret: Option<HirTy>,
        /// Body.
        body: ExprId,
        /// `move`.
        by_move: bool,
        /// What it was written as.
        form: ClosureForm,
    },
    /// `break 'label value`; the target is a `Loop`, `While` or `Block`.
    Break(ExprId, Option<ExprId>),
    /// `continue 'label`.
    Continue(ExprId),
    /// `return value`.
    Return(Option<ExprId>),
    /// The text of `file!()`-like macros, `stringify!` etc. are `Literal`s. Not supported here; said if
    /// the code is reached.
    Unsupported(String),
    /// Stands for what is not accepted in a function that may stop, with the reason: who comes to it stops.
    Stop(String),
}

/// `match` arm.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Pattern.
    pub pat: PatId,
    /// Guard; may contain `Let`s.
    pub guard: Option<ExprId>,
    /// Body.
    pub body: ExprId,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// Value.
    pub tail: Option<ExprId>,
}

/// A statement. Items are not statements here.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let pat: ty = init else { };`
    Let {
        /// Pattern.
        pat: PatId,
        /// Written type.
        ty: Option<HirTy>,
        /// Initializer.
        init: Option<ExprId>,
        /// `else` block, diverging.
        otherwise: Option<ExprId>,
        /// Where.
        span: Span,
    },
    /// `expr;` or an expression statement without semicolon.
    Expr(ExprId),
}

/// A resolved path in an expression or pattern.
#[derive(Clone, Debug)]
pub enum ExprPath {
    /// A definition, with arguments for its parent (enum of a variant, trait of a method named
    /// `Trait::method`) and its own.
    Def {
        /// Function, const, static, struct constructor, variant, const parameter.
        def: DefId,
        /// Arguments on the parent segment.
        parent_args: GenericArgs,
        /// Arguments on the last segment.
        args: GenericArgs,
    },
    /// `Type::name`, `Self::name`, `T::name`: an associated function, constant or variant.
    TypeRelative {
        /// The type.
        ty: Box<HirTy>,
        /// The name.
        name: Symbol,
        /// Arguments on the name.
        args: GenericArgs,
    },
    /// `<T as Trait>::name`.
    Qualified {
        /// `T`.
        ty: Box<HirTy>,
        /// `Trait`.
        bound: Box<TraitBound>,
        /// The name.
        name: Symbol,
        /// Arguments on the name.
        args: GenericArgs,
    },
    /// `Self(..)`, `Self { .. }`, `Self` as a value: the constructor of the impl's self type; the impl.
    SelfCtor(DefId),
    /// A const parameter, by index in the full list.
    ConstParam(u32),
}

/// A number with a fraction, read as each of the types that it may have: rounding twice is not the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatLiteral {
    /// As an `f64`.
    pub double: f64,
    /// As an `f32`.
    pub single: f32,
}

/// Literals.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// An integer with its suffix type, if any. Negative ones are `Unary(Neg, ..)` in expressions.
    Int(u128, Option<Primitive>),
    /// A float as written, with suffix.
    Float(FloatLiteral, Option<Primitive>),
    /// `true`.
    Bool(bool),
    /// `'c'`.
    Char(char),
    /// `"text"`.
    Str(Symbol),
    /// `b"bytes"`, `c"text"` (with its zero).
    Bytes(Rc<[u8]>),
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// `-a`.
    Neg,
    /// `!a`.
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// Lazy.
    And,
    /// Lazy.
    Or,
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pat {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: PatKind,
}

/// Kinds of patterns.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`.
    Wild,
    /// `..` inside a tuple or slice pattern (only there).
    Rest,
    /// `x`, `ref x`, `mut x`, `x @ sub`.
    Binding {
        /// The local.
        local: LocalId,
        /// `ref` or `ref mut`.
        by_ref: Option<Mutability>,
        /// `mut`.
        mutable: bool,
        /// `@ sub`.
        sub: Option<PatId>,
    },
    /// A literal, possibly negative.
    Literal {
        /// The literal.
        literal: Literal,
        /// Whether a minus stands before it.
        negative: bool,
    },
    /// A path to a constant, unit struct or unit variant.
    Path(ExprPath),
    /// `Some(a, ..)`: sub-patterns, at most one `Rest`.
    TupleStruct(ExprPath, Vec<PatId>),
    /// `S { a, b: p, .. }`.
    Struct(ExprPath, Vec<(Symbol, PatId)>),
    /// `(a, ..)`.
    Tuple(Vec<PatId>),
    /// `[a, .., b]`; a `Binding` whose sub-pattern is `Rest` binds the middle.
    Slice(Vec<PatId>),
    /// `&p`, `&mut p`.
    Ref(PatId),
    /// `box`-like deref patterns do not exist; `a..=b`, `a..`, `..b`: bounds are literals or constant paths.
    Range {
        /// Lower bound.
        start: Option<Box<RangeBound>>,
        /// Upper bound.
        end: Option<Box<RangeBound>>,
        /// `..=`.
        inclusive: bool,
    },
    /// `a | b`.
    Or(Vec<PatId>),
}

/// A bound of a range pattern.
#[derive(Clone, Debug)]
pub enum RangeBound {
    /// A literal, possibly negative.
    Literal(Literal, bool),
    /// A constant, as a pattern of its own (`PatKind::Path`).
    Path(PatId),
}
