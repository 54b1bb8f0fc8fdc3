//! Types, interned for the life of the process; lifetimes do not exist here.

use crate::hir::{Calling, DefId, ExprId, Mutability};
use crate::symbol::{Symbol, with_own};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// An interned type: equal types are the same `Ty`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

/// An interned list of generic arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Args(u32);

/// A generic argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GenericArg {
    /// A type.
    Type(Ty),
    /// A constant.
    Const(Const),
}

/// A constant in a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// Known. `bool` and `char` as numbers.
    Value(i128),
    /// A parameter, in signatures before substitution.
    Param(u32),
    /// To be inferred.
    Infer(u32),
    /// To be evaluated under these arguments.
    Unevaluated(DefId, Args),
}

/// Integer types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntTy {
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
}

/// Float types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatTy {
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// A type variable of inference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InferVar {
    /// Any type.
    Ty(u32),
    /// An integer type; `i32` if nothing says otherwise.
    Int(u32),
    /// A float type; `f64` if nothing says otherwise.
    Float(u32),
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// Integers.
    Int(IntTy),
    /// Floats.
    Float(FloatTy),
    /// `str`.
    Str,
    /// `!`.
    Never,
    /// Tuples; `()` is the empty one.
    Tuple(Vec<Ty>),
    /// `[T; N]`.
    Array(Ty, Const),
    /// `[T]`.
    Slice(Ty),
    /// References.
    Ref(Mutability, Ty),
    /// Raw pointers.
    RawPtr(Mutability, Ty),
    /// Structs, enums, unions.
    Adt(DefId, Args),
    /// The type of a function item or tuple constructor: zero cells.
    FnDef(DefId, Args),
    /// Function pointers. Lifetimes tell `TypeId`s apart and nothing else.
    FnPtr(Vec<Ty>, Ty, Calling),
    /// A closure: the body it stands in (a function instance) and its expression there.
    Closure(ClosureKey),
    /// `dyn Trait`.
    Dyn(DynTy),
    /// A type parameter, in signatures before substitution.
    Param(u32, Symbol),
    /// `<args[0] as Trait<args[1..]>>::Assoc`, before normalization: the associated type's definition in
    /// the trait, arguments of the trait, then of the associated type itself.
    Projection(DefId, Args),
    /// Return-position `impl Trait` number `index` of a function, before it is replaced by what the
    /// function's body gives.
    Opaque(DefId, u32, Args),
    /// A variable of inference.
    Infer(InferVar),
}

/// Names a closure type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClosureKey {
    /// The function, constant or static whose body it stands in.
    pub owner: DefId,
    /// The owner's concrete arguments.
    pub args: Args,
    /// The closure expression.
    pub expr: ExprId,
}

/// A trait object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DynTy {
    /// The principal trait; `None` for `dyn Send`.
    pub principal: Option<DefId>,
    /// Its arguments without `Self`.
    pub args: Args,
    /// Associated types that are fixed, supertraits' included: definition in the trait and type; sorted.
    pub bindings: Vec<(DefId, Ty)>,
    /// Sorted. They make it another type, which has other impls, and the same vtables.
    pub auto_traits: Box<[DefId]>,
    /// As [`Calling::lifetimes`].
    pub lifetimes: Box<[u8]>,
}

impl DynTy {
    /// Whether the traits are the same, whatever their arguments.
    pub fn is_of_traits_of(&self, other: &DynTy) -> bool {
        self.principal == other.principal && self.auto_traits == other.auto_traits
    }

    /// What an associated type is fixed to, if it is.
    pub fn binding(&self, assoc: DefId) -> Option<Ty> {
        let found = self.bindings.iter().find(|(def, _)| *def == assoc);
        found.map(|&(_, ty)| ty)
    }
}

#[derive(Default)]
struct Interner {
    types: FxHashMap<&'static TyKind, u32>,
    kinds: Vec<&'static TyKind>,
    flags: Vec<Flags>,
    lists: FxHashMap<&'static [GenericArg], u32>,
    args: Vec<&'static [GenericArg]>,
    args_flags: Vec<Flags>,
}

/// What occurs anywhere within a type; kept beside it so that folding can stop early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(u8);

impl Flags {
    const INFER: Flags = Flags(1);
    const PARAM: Flags = Flags(2);
    const ALIAS: Flags = Flags(4);
    const CLOSURE: Flags = Flags(8);

    fn union(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// A variable of inference.
    pub fn has_infer(self) -> bool {
        self.0 & Flags::INFER.0 != 0
    }

    /// A type or const parameter.
    pub fn has_param(self) -> bool {
        self.0 & Flags::PARAM.0 != 0
    }

    /// A projection, opaque type or unevaluated constant.
    pub fn has_alias(self) -> bool {
        self.0 & Flags::ALIAS.0 != 0
    }

    /// Nothing of that: the type is as it will be when the program runs.
    pub fn is_plain(self) -> bool {
        !self.has_infer() && !self.has_param() && !self.has_alias()
    }

    /// A closure.
    pub fn has_closure(self) -> bool {
        self.0 & Flags::CLOSURE.0 != 0
    }
}

impl Interner {
    fn ty_list(&self, types: &[Ty]) -> Flags {
        types.iter().fold(Flags::default(), |flags, ty| {
            flags.union(self.flags[ty.0 as usize])
        })
    }

    fn konst(&self, value: Const) -> Flags {
        match value {
            Const::Value(_) => Flags::default(),
            Const::Param(_) => Flags::PARAM,
            Const::Infer(_) => Flags::INFER,
            Const::Unevaluated(_, args) => self.args_flags[args.0 as usize].union(Flags::ALIAS),
        }
    }

    fn arg_list(&self, list: &[GenericArg]) -> Flags {
        list.iter().fold(Flags::default(), |flags, arg| {
            flags.union(match *arg {
                GenericArg::Type(ty) => self.flags[ty.0 as usize],
                GenericArg::Const(value) => self.konst(value),
            })
        })
    }

    fn kind(&self, kind: &TyKind) -> Flags {
        match kind {
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Str
            | TyKind::Never => Flags::default(),
            TyKind::Tuple(types) => self.ty_list(types),
            TyKind::Array(ty, length) => self.ty_list(&[*ty]).union(self.konst(*length)),
            TyKind::Slice(ty) | TyKind::Ref(_, ty) | TyKind::RawPtr(_, ty) => self.ty_list(&[*ty]),
            TyKind::Adt(_, args) | TyKind::FnDef(_, args) => self.args_flags[args.0 as usize],
            TyKind::FnPtr(params, ret, _) => self.ty_list(params).union(self.ty_list(&[*ret])),
            TyKind::Closure(key) => self.args_flags[key.args.0 as usize].union(Flags::CLOSURE),
            TyKind::Dyn(object) => object
                .bindings
                .iter()
                .fold(self.args_flags[object.args.0 as usize], |flags, (_, ty)| {
                    flags.union(self.flags[ty.0 as usize])
                }),
            TyKind::Param(..) => Flags::PARAM,
            TyKind::Projection(_, args) | TyKind::Opaque(_, _, args) => {
                self.args_flags[args.0 as usize].union(Flags::ALIAS)
            }
            TyKind::Infer(_) => Flags::INFER,
        }
    }
}

thread_local! {
    static INTERNER: RefCell<Interner> = RefCell::default();
}

/// Runs something that begins without any types; the present ones come back afterwards.
pub(crate) fn with_own_types<T>(run: impl FnOnce() -> T) -> T {
    with_own(&INTERNER, run)
}

impl Ty {
    /// The type of this kind.
    pub fn new(kind: TyKind) -> Ty {
        INTERNER.with_borrow_mut(|interner| {
            if let Some(&index) = interner.types.get(&kind) {
                return Ty(index);
            }
            let kind: &'static TyKind = Box::leak(Box::new(kind));
            let index = interner.kinds.len() as u32;
            let flags = interner.kind(kind);
            interner.flags.push(flags);
            interner.kinds.push(kind);
            interner.types.insert(kind, index);
            Ty(index)
        })
    }

    /// What it is.
    pub fn kind(self) -> &'static TyKind {
        INTERNER.with_borrow(|interner| interner.kinds[self.0 as usize])
    }

    /// What occurs in it.
    pub fn flags(self) -> Flags {
        INTERNER.with_borrow(|interner| interner.flags[self.0 as usize])
    }

    /// `()`.
    pub fn unit() -> Ty {
        Ty::new(TyKind::Tuple(Vec::new()))
    }

    /// `bool`.
    pub fn bool() -> Ty {
        Ty::new(TyKind::Bool)
    }

    /// `!`.
    pub fn never() -> Ty {
        Ty::new(TyKind::Never)
    }

    /// `usize`.
    pub fn usize() -> Ty {
        Ty::new(TyKind::Int(IntTy::Usize))
    }

    /// `&T` or `&mut T`.
    pub fn reference(mutability: Mutability, to: Ty) -> Ty {
        Ty::new(TyKind::Ref(mutability, to))
    }

    /// `extern "C" fn(A) -> B`, of which no lifetimes are known.
    pub fn fn_pointer(params: Vec<Ty>, ret: Ty, abi: Option<Symbol>) -> Ty {
        let lifetimes = Box::default();
        Ty::new(TyKind::FnPtr(params, ret, Calling { abi, lifetimes }))
    }
}

impl Args {
    /// The list with these arguments.
    pub fn new(list: &[GenericArg]) -> Args {
        INTERNER.with_borrow_mut(|interner| {
            if let Some(&index) = interner.lists.get(list) {
                return Args(index);
            }
            let list: &'static [GenericArg] = Box::leak(list.into());
            let index = interner.args.len() as u32;
            let flags = interner.arg_list(list);
            interner.args_flags.push(flags);
            interner.args.push(list);
            interner.lists.insert(list, index);
            Args(index)
        })
    }

    /// No arguments.
    pub fn empty() -> Args {
        Args::new(&[])
    }

    /// A list of types.
    pub fn of_types(types: &[Ty]) -> Args {
        Args::new(
            &types
                .iter()
                .map(|&ty| GenericArg::Type(ty))
                .collect::<Vec<_>>(),
        )
    }

    /// The arguments.
    pub fn list(self) -> &'static [GenericArg] {
        INTERNER.with_borrow(|interner| interner.args[self.0 as usize])
    }

    /// What occurs in it.
    pub fn flags(self) -> Flags {
        INTERNER.with_borrow(|interner| interner.args_flags[self.0 as usize])
    }

    /// The type at an index. Panics if it is a constant or missing.
    pub fn ty(self, index: usize) -> Ty {
        match self.list()[index] {
            GenericArg::Type(ty) => ty,
            GenericArg::Const(_) => panic!("argument {index} is a constant"),
        }
    }
}

impl std::fmt::Debug for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}
impl std::fmt::Debug for Args {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.list().fmt(f)
    }
}
