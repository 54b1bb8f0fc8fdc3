//! What definitions say, in terms of their own parameters: signatures, fields, impl headers. Computed
//! on demand and kept.

use super::fold::prefix;
use super::lower_ty::TyLowerer;
use super::predicates::{Pred, TraitRef};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ConstArg, DefKind, GenericParam, GenericParamKind, HirTy, VariantData};
use crate::symbol::Symbol;
use crate::ty::{Args, Const, GenericArg, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::hash::Hash;

/// Answers by key, computed once.
pub(super) struct Memo<K, V> {
    known: RefCell<FxHashMap<K, V>>,
    /// Being computed: who asks for one of these again asks in a cycle.
    open: RefCell<FxHashSet<K>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo {
            known: RefCell::default(),
            open: RefCell::default(),
        }
    }
}

impl<K: Hash + Eq + Copy, V: Clone> Memo<K, V> {
    /// The answer for a key. Errors are not kept: they end the run anyway.
    pub fn get(&self, key: K, compute: impl FnOnce() -> Result<V>) -> Result<V> {
        if let Some(value) = self.known.borrow().get(&key) {
            return Ok(value.clone());
        }
        if !self.open.borrow_mut().insert(key) {
            return Err(Diagnostic::general("a definition depends on itself"));
        }
        let result = compute();
        self.open.borrow_mut().remove(&key);
        let value = result?;
        self.known.borrow_mut().insert(key, value.clone());
        Ok(value)
    }

    /// The answer for a key, where there always is one.
    pub fn get_plain(&self, key: K, compute: impl FnOnce() -> V) -> V {
        if let Some(value) = self.known.borrow().get(&key) {
            return value.clone();
        }
        let value = compute();
        self.known.borrow_mut().insert(key, value.clone());
        value
    }
}

/// Parameter types and result type.
pub(super) type Sig = Rc<(Vec<Ty>, Ty)>;

/// The items of a trait or impl, by name and namespace.
#[derive(Default)]
pub(super) struct Items {
    /// Functions and constants.
    pub values: FxHashMap<Symbol, DefId>,
    /// Associated types.
    pub types: FxHashMap<Symbol, DefId>,
}

/// Caches of [`Typer`].
#[derive(Default)]
pub(super) struct ItemCache {
    pub predicates: Memo<DefId, Rc<Vec<Pred>>>,
    pub supertraits: Memo<DefId, Rc<Vec<Pred>>>,
    pub item_bounds: Memo<DefId, Rc<Vec<Pred>>>,
    pub opaque_bounds: Memo<(DefId, u32), Rc<Vec<Pred>>>,
    /// What the `impl Trait`s of a trait's method are, by the impl's function.
    pub impl_opaques: Memo<DefId, Rc<Vec<Ty>>>,
    self_tys: Memo<DefId, Ty>,
    aliases: Memo<DefId, Ty>,
    sigs: Memo<DefId, Sig>,
    /// Whether functions of impls have the signatures that their traits declare.
    declared: Memo<DefId, ()>,
    items: Memo<DefId, Rc<Items>>,
    impl_traits: Memo<DefId, Option<TraitRef>>,
    fields: Memo<DefId, Rc<Vec<Ty>>>,
    values: Memo<DefId, Ty>,
    identities: Memo<DefId, Args>,
    langs: Memo<Symbol, Option<DefId>>,
    sized: Memo<DefId, Rc<Vec<usize>>>,
}

/// Whether a type is made of numbers and the like alone.
fn is_plain(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Bool | TyKind::Char | TyKind::Str | TyKind::Int(_) | TyKind::Float(_) => true,
        TyKind::Tuple(parts) => parts.iter().all(|&part| is_plain(part)),
        TyKind::Array(element, Const::Value(_)) => is_plain(*element),
        TyKind::Slice(inner) | TyKind::Ref(_, inner) | TyKind::RawPtr(_, inner) => is_plain(*inner),
        _ => false,
    }
}

impl Typer {
    fn lower_in(&self, owner: DefId, ty: &HirTy) -> Result<Ty> {
        TyLowerer {
            typer: self,
            owner,
            holes: None,
        }
        .ty(ty)
    }

    /// The item marked `#[lang]` with this name.
    pub(super) fn lang(&self, name: &str) -> Option<DefId> {
        let key = Symbol::new(name);
        self.cache.langs.get_plain(key, || self.hir.lang(name))
    }

    /// The lang item, or a diagnostic that the models lack it.
    pub(super) fn need_lang(&self, name: &str) -> Result<DefId> {
        self.lang(name)
            .ok_or_else(|| Diagnostic::general(format!("the models have no lang item `{name}`")))
    }

    /// The `#[lang]` name of a definition.
    pub(super) fn lang_name(&self, def: DefId) -> Option<&'static str> {
        self.hir.def(def).attrs.lang.map(Symbol::as_str)
    }

    /// Whether a definition is that lang item.
    pub(super) fn is_lang(&self, def: DefId, name: &str) -> bool {
        self.lang(name) == Some(def)
    }

    /// The definition that one stands in.
    pub(super) fn parent(&self, def: DefId) -> DefId {
        self.hir.def(def).parent.unwrap_or(def)
    }

    /// The trait that an item is declared in.
    pub fn trait_of_item(&self, def: DefId) -> Option<DefId> {
        let parent = self.hir.def(def).parent?;
        matches!(self.hir.def(parent).kind, DefKind::Trait { .. }).then_some(parent)
    }

    /// Implemented by everything.
    pub(super) fn is_auto_trait(&self, def: DefId) -> bool {
        matches!(self.hir.def(def).kind, DefKind::Trait { auto: true, .. })
    }

    /// Its own parameters.
    pub(super) fn own_params(&self, def: &crate::hir::Def) -> Vec<GenericParam> {
        let own = def.generics.params.clone();
        match def.kind {
            // `Self` is parameter 0 of a trait, whether or not it is listed.
            DefKind::Trait { .. } => match own.first() {
                Some(first) if first.name.as_str() == "Self" => own[1..].to_vec(),
                _ => own,
            },
            _ => own,
        }
    }

    /// How many parameters a definition has with its parents'.
    pub(super) fn param_count(&self, def: DefId) -> usize {
        self.identity(def).list().len()
    }

    /// Indexes of parameters that stand for sized types only, the parents' included.
    pub(super) fn sized_params(&self, def: DefId) -> Rc<Vec<usize>> {
        self.cache.sized.get_plain(def, || {
            let definition = self.hir.def(def);
            let parent = definition.generics.parent;
            let mut out = match parent {
                Some(parent) => self.sized_params(parent).to_vec(),
                None => Vec::new(),
            };
            let params = self.own_params(&definition);
            let first = self.param_count(def) - params.len();
            for (index, param) in params.iter().enumerate() {
                let is_type = matches!(param.kind, GenericParamKind::Type { .. });
                if is_type && !param.maybe_unsized {
                    out.push(first + index);
                }
            }
            Rc::new(out)
        })
    }

    /// Every parameter stands for itself.
    pub(super) fn identity(&self, def: DefId) -> Args {
        self.cache.identities.get_plain(def, || {
            let definition = self.hir.def(def);
            let mut list = match definition.generics.parent {
                Some(parent) => self.identity(parent).list().to_vec(),
                None => Vec::new(),
            };
            if let DefKind::Trait { .. } = definition.kind {
                list.push(GenericArg::Type(Ty::new(TyKind::Param(
                    0,
                    Symbol::new("Self"),
                ))));
            }
            for param in self.own_params(&definition) {
                let index = list.len() as u32;
                list.push(match param.kind {
                    GenericParamKind::Type { .. } => {
                        GenericArg::Type(Ty::new(TyKind::Param(index, param.name)))
                    }
                    GenericParamKind::Const { .. } => GenericArg::Const(Const::Param(index)),
                });
            }
            Args::new(&list)
        })
    }

    /// `Self: Trait<Params>`.
    pub(super) fn identity_trait_ref(&self, def: DefId) -> TraitRef {
        let args = self.identity(def);
        TraitRef { def, args }
    }

    /// The type of `Self` in an impl, trait or type definition.
    pub(super) fn self_ty(&self, def: DefId) -> Result<Ty> {
        self.cache.self_tys.get(def, || {
            let definition = self.hir.def(def);
            match &definition.kind {
                DefKind::Impl { self_ty, .. } => self.lower_in(def, self_ty),
                DefKind::Trait { .. } => Ok(self.identity_trait_ref(def).self_ty()),
                _ => Ok(Ty::new(TyKind::Adt(def, self.identity(def)))),
            }
        })
    }

    /// What a type alias stands for.
    pub(super) fn alias(&self, def: DefId, ty: &HirTy) -> Result<Ty> {
        let target = self.cache.aliases.get(def, || self.lower_in(def, ty));
        target.map_err(|error| error.at(ty.span))
    }

    /// The trait of an impl with its arguments; for a trait its own.
    pub(super) fn own_trait_ref(&self, def: DefId) -> Result<Option<TraitRef>> {
        let definition = self.hir.def(def);
        match &definition.kind {
            DefKind::Trait { .. } => Ok(Some(self.identity_trait_ref(def))),
            DefKind::Impl {
                trait_bound: Some(bound),
                ..
            } => self.cache.impl_traits.get(def, || {
                let self_ty = self.self_ty(def)?;
                let mut lowerer = TyLowerer {
                    typer: self,
                    owner: def,
                    holes: None,
                };
                lowerer.trait_ref(self_ty, bound).map(Some)
            }),
            _ => Ok(None),
        }
    }

    /// The items of a trait or impl.
    pub(super) fn items(&self, container: DefId) -> Rc<Items> {
        self.cache.items.get_plain(container, || {
            let definition = self.hir.def(container);
            let mut result = Items::default();
            if let DefKind::Trait { items, .. } | DefKind::Impl { items, .. } = &definition.kind {
                for &item in items {
                    let (name, is_type) = self.hir.item_name(item);
                    let space = match is_type {
                        true => &mut result.types,
                        false => &mut result.values,
                    };
                    space.insert(name, item);
                }
            }
            Rc::new(result)
        })
    }

    /// That a function of an impl takes and returns what its trait says, as far as that can be told without the
    /// impl's arguments: callers rely on it.
    pub(super) fn check_declared(&self, item: DefId, declared: DefId) -> Result<()> {
        self.cache.declared.get(item, || {
            let definition = self.hir.def(item);
            let DefKind::Fn(_) = definition.kind else {
                return Ok(());
            };
            let (own, of_trait) = (self.sig_of(item)?, self.sig_of(declared)?);
            let types = |sig: &Sig| sig.0.iter().copied().chain([sig.1]).collect::<Vec<_>>();
            let (own, of_trait) = (types(&own), types(&of_trait));
            let fits = |(a, b): (&Ty, &Ty)| a == b || !(is_plain(*a) && is_plain(*b));
            match own.len() == of_trait.len() && own.iter().zip(&of_trait).all(fits) {
                true => Ok(()),
                false => Err(Diagnostic::new(
                    format!(
                        "`{}` has not the signature that its trait declares",
                        definition.name
                    ),
                    definition.span,
                )),
            }
        })
    }

    /// Signature of a function or tuple constructor in terms of its parameters.
    pub(super) fn sig_of(&self, def: DefId) -> Result<Sig> {
        self.cache.sigs.get(def, || {
            let definition = self.hir.def(def);
            match &definition.kind {
                DefKind::Fn(data) => {
                    if let Some(what) = &data.unsupported
                        && self.hir.linked(def).is_none()
                    {
                        return Err(Diagnostic::unsupported(what, definition.span));
                    }
                    let params = data.params.iter().map(|ty| self.lower_in(def, ty));
                    let params = params.collect::<Result<Vec<_>>>()?;
                    Ok(Rc::new((params, self.lower_in(def, &data.ret)?)))
                }
                DefKind::Struct(_) | DefKind::Variant { .. } => {
                    let adt = self.adt_of_variant(def);
                    let ret = Ty::new(TyKind::Adt(adt, self.identity(adt)));
                    Ok(Rc::new((self.field_tys(def)?.to_vec(), ret)))
                }
                DefKind::Unsupported(what) => Err(Diagnostic::unsupported(what, definition.span)),
                _ => Err(Diagnostic::new(
                    format!("`{}` is not a function", definition.name),
                    definition.span,
                )),
            }
        })
    }

    /// The struct itself, or the enum of a variant.
    pub(super) fn adt_of_variant(&self, def: DefId) -> DefId {
        match self.hir.def(def).kind {
            DefKind::Variant { .. } => self.parent(def),
            _ => def,
        }
    }

    /// The fields of a struct, union or variant as written.
    pub(super) fn with_fields<T>(
        &self,
        def: DefId,
        use_fields: impl FnOnce(&VariantData) -> T,
    ) -> Result<T> {
        let definition = self.hir.def(def);
        match &definition.kind {
            DefKind::Struct(data) | DefKind::Union(data) | DefKind::Variant { data, .. } => {
                Ok(use_fields(data))
            }
            _ => Err(Diagnostic::new(
                format!("`{}` has no fields", definition.name),
                definition.span,
            )),
        }
    }

    /// Field types in terms of the struct's or enum's parameters.
    pub(super) fn field_tys(&self, def: DefId) -> Result<Rc<Vec<Ty>>> {
        self.cache.fields.get(def, || {
            let owner = self.adt_of_variant(def);
            let fields = self.with_fields(def, |data| {
                let types = data.fields.iter().map(|f| self.lower_in(owner, &f.ty));
                types.collect::<Result<Vec<_>>>()
            })?;
            fields.map(Rc::new)
        })
    }

    /// Notes that an anonymous constant stands for a parameter of `owner`, whose type it has then.
    pub(super) fn note_anon_const(&self, def: DefId, owner: DefId, of_param: &HirTy) -> Result<()> {
        match self.hir.def(def).kind {
            DefKind::AnonConst => {
                let ty = || self.lower_in(owner, of_param);
                self.cache.values.get(def, ty).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Type of a constant or static in terms of its parameters. An anonymous constant is a `usize`,
    /// unless it stands for a parameter of another type.
    pub(super) fn value_ty(&self, def: DefId) -> Result<Ty> {
        self.cache.values.get(def, || {
            let definition = self.hir.def(def);
            match &definition.kind {
                DefKind::Const { ty, .. } | DefKind::Static { ty, .. } => self.lower_in(def, ty),
                DefKind::AnonConst => Ok(self.anon_const_ty(&definition)),
                DefKind::Unsupported(what) => Err(Diagnostic::unsupported(what, definition.span)),
                _ => Err(Diagnostic::new(
                    format!("`{}` is not a constant", definition.name),
                    definition.span,
                )),
            }
        })
    }

    /// Discriminants may be negative; everything else that is anonymous is a length or an argument.
    fn anon_const_ty(&self, definition: &crate::hir::Def) -> Ty {
        let parent = definition.parent.map(|parent| self.hir.def(parent));
        match parent.as_ref().map(|parent| &parent.kind) {
            Some(DefKind::Variant {
                discriminant: Some(ConstArg::Def(value)),
                ..
            }) if *value == definition.id => {
                let of = parent.and_then(|variant| variant.parent);
                discriminant_ty(&self.hir.def(of.expect("a variant is of an enum")))
            }
            Some(DefKind::Enum(_)) => discriminant_ty(&parent.expect("it is there")),
            _ => Ty::usize(),
        }
    }

    /// The part of an item's arguments that belongs to its trait, impl or enum.
    pub(super) fn parent_args(&self, def: DefId, args: Args) -> Args {
        let parent = self.hir.def(def).generics.parent;
        prefix(args, parent.map_or(0, |parent| self.param_count(parent)))
    }
}

/// What `repr` says, else `isize`.
fn discriminant_ty(definition: &crate::hir::Def) -> Ty {
    let mut words = definition.attrs.repr.iter();
    let named = words.find_map(|word| crate::parse::primitive_named(word.as_str()));
    named.map_or(
        Ty::new(TyKind::Int(crate::ty::IntTy::Isize)),
        super::lower_ty::primitive,
    )
}
