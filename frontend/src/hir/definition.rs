//! Definitions: what they are, with attributes and generic parameters.

use super::{ConstArg, DefId, HirTy, TraitBound};
use crate::macros::MacroKind;
use crate::symbol::Symbol;
use vscheck_ir::Span;

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
