//! What the later stages ask.

use super::fold::{concat, subst, subst_args};
use super::infcx::Infcx;
use super::*;
use crate::diagnostic::Result;
use crate::hir::{ConstArg, DefKind};
use crate::symbol::Symbol;
use crate::ty::{Const, TyKind};
use crate::typed::ClosureInfo;

impl Typer {
    /// A typer over a resolved program.
    pub fn new(hir: Rc<dyn Hir>) -> Typer {
        Typer {
            hir,
            cache: items::ItemCache::default(),
            envs: Memo::default(),
            empty_env: Rc::default(),
            bodies: Memo::default(),
            in_progress: RefCell::default(),
            instances: Memo::default(),
            normalized: Memo::default(),
            constants: Memo::default(),
            trait_methods: Memo::default(),
            concrete_impls: Memo::default(),
            drops: Memo::default(),
            fields: Memo::default(),
            vtables: Memo::default(),
            smart_pointers: Memo::default(),
            evaluated: RefCell::default(),
            stash: RefCell::default(),
        }
    }

    /// The program.
    pub fn hir(&self) -> &Rc<dyn Hir> {
        &self.hir
    }

    /// Types and callees of a function, constant, static or anonymous constant. Closures are part of
    /// the body that they stand in.
    pub fn typed_body(&self, instance: Instance) -> Result<Rc<TypedBody>> {
        self.instances
            .get(instance, || self.instantiate(instance).map(Rc::new))
    }

    /// Parameter types and result type of a function or tuple constructor, normalized.
    pub fn fn_sig(&self, instance: Instance) -> Result<(Vec<Ty>, Ty)> {
        let sig = self.sig_of(instance.def)?;
        let params = sig
            .0
            .iter()
            .map(|&ty| self.normalize(subst(ty, instance.args)));
        let params = params.collect::<Result<Vec<_>>>()?;
        Ok((params, self.normalize(subst(sig.1, instance.args))?))
    }

    /// What the `extern` of a function item or pointer says.
    pub fn abi_of(&self, callable: Ty) -> Option<Symbol> {
        match callable.kind() {
            TyKind::FnPtr(_, _, calling) => calling.abi,
            TyKind::FnDef(def, _) => match &self.hir.def(*def).kind {
                DefKind::Fn(data) => data.abi,
                _ => None,
            },
            _ => None,
        }
    }

    /// Type of a constant, associated constant or static, normalized.
    pub fn const_ty(&self, instance: Instance) -> Result<Ty> {
        let ty = self.value_ty(instance.def)?;
        self.normalize(subst(ty, instance.args))
    }

    /// Types of the fields of a struct, union or variant (whose arguments are those of its enum).
    pub fn field_types(&self, def: DefId, args: Args) -> Result<Rc<Vec<Ty>>> {
        self.fields.get((def, args), || {
            let types = self.field_tys(def)?;
            let types = types.iter().map(|&ty| self.normalize(subst(ty, args)));
            types.collect::<Result<Vec<_>>>().map(Rc::new)
        })
    }

    /// What a method of a trait is for concrete arguments (`Self` first): the impl's function, the
    /// trait's default with the trait's arguments, a built-in, or a virtual call.
    pub fn resolve_trait_method(&self, trait_method: DefId, args: Args) -> Result<Callee> {
        self.trait_methods.get((trait_method, args), || {
            self.find_trait_method(trait_method, args)
        })
    }

    /// Whether a concrete type implements a trait (with its other arguments free).
    pub fn implements(&self, ty: Ty, trait_def: DefId) -> bool {
        self.concrete_impls
            .get_plain((ty, trait_def), || self.concrete_implements(ty, trait_def))
    }

    /// Whether a concrete type is `Copy`.
    pub fn is_copy(&self, ty: Ty) -> bool {
        self.lang("copy")
            .is_some_and(|copy| self.implements(ty, copy))
    }

    /// `Drop::drop` of a struct, enum or union, if it has an impl.
    pub fn drop_impl(&self, ty: Ty) -> Option<Instance> {
        self.drops.get_plain(ty, || self.find_drop(ty))
    }

    /// A type without projections, opaque types and unevaluated constants. It has no parameters.
    pub fn normalize(&self, ty: Ty) -> Result<Ty> {
        if ty.flags().is_plain() {
            return Ok(ty);
        }
        // What is left open here is so in a body of which nobody knows any more.
        if ty.flags().has_infer() {
            let message = "a type that nothing determines is used here".to_string();
            return Err(self.with_stash(Diagnostic::general(message)));
        }
        self.normalized.get(ty, || {
            let mut cx = Infcx::concrete(self);
            let mut nested = Vec::new();
            let normal = cx.normalize(ty, &mut nested);
            cx.solve(nested.clone());
            let mut normal = cx.resolve(normal);
            if !normal.flags().is_plain() {
                // What signatures of closures and functions left open is pending.
                cx.require_all(nested, None);
                cx.select_where_possible();
                normal = cx.resolve(normal);
            }
            if normal.flags().is_plain() {
                return Ok(normal);
            }
            let name = self.print_ty(ty);
            let message = format!("the type `{name}` cannot be determined");
            Err(self.with_stash(Diagnostic::general(message)))
        })
    }

    /// A closure's signature, kind and captures, with concrete types.
    pub fn closure_info(&self, key: &crate::ty::ClosureKey) -> Result<ClosureInfo> {
        let body = self.typed_body(Instance {
            def: key.owner,
            args: key.args,
        })?;
        match body.closures.get(&key.expr) {
            Some(info) => Ok(info.clone()),
            None => Err(Diagnostic::general("a closure was not inferred")),
        }
    }

    /// A trait and the traits that it implies, nearest first, with their arguments (`Self` first).
    pub fn supertrait_refs(&self, def: DefId, args: Args) -> Result<Vec<(DefId, Args)>> {
        let own = super::predicates::TraitRef { def, args };
        let mut found = Vec::new();
        for of in self.with_supertraits(own)? {
            found.push((of.def, self.normalize_args(of.args)?));
        }
        Ok(found)
    }

    fn normalize_args(&self, args: Args) -> Result<Args> {
        let mut list = Vec::new();
        for arg in args.list() {
            list.push(match *arg {
                crate::ty::GenericArg::Type(ty) => crate::ty::GenericArg::Type(self.normalize(ty)?),
                constant => constant,
            });
        }
        Ok(Args::new(&list))
    }

    /// The methods of a trait object's table, supertraits' included: only those that can be called on one.
    pub fn dyn_methods(&self, trait_def: DefId) -> Result<Rc<Vec<DynMethod>>> {
        self.vtables
            .get(trait_def, || self.vtable_methods(trait_def).map(Rc::new))
    }

    /// The trait's item that an item of an impl implements.
    pub fn implemented(&self, item: DefId) -> Option<DefId> {
        let item = self.hir.def(item);
        let DefKind::Impl { trait_bound, .. } = &self.hir.def(item.parent?).kind else {
            return None;
        };
        let of_trait = self.items(trait_bound.as_ref()?.trait_def);
        of_trait.values.get(&item.name).copied()
    }

    /// The arguments of a method in a table for a trait object: of the type that it is for, and of the
    /// trait object's trait without `Self`.
    pub fn dyn_method_args(&self, ty: Ty, args: Args, entry: DynMethod) -> Result<Args> {
        let all = concat(Args::of_types(&[ty]), args.list());
        self.normalize_args(subst_args(entry.of, all))
    }

    /// A method of a concrete type's table for a trait object, of whose trait these are the arguments.
    pub fn vtable_entry(&self, ty: Ty, args: Args, entry: DynMethod) -> Result<Callee> {
        let args = self.dyn_method_args(ty, args, entry)?;
        self.resolve_trait_method(entry.method, args)
    }

    /// The value of an integer, boolean or character constant (a `const`, an associated constant, an
    /// anonymous constant) under its owner's arguments.
    pub fn const_eval(&self, def: DefId, args: Args) -> Result<i128> {
        self.constants.get((def, args), || {
            let instance = self.resolve_value(Instance { def, args })?;
            self.evaluate_body(instance)
        })
    }

    /// The value of a constant as written in a definition (explicit discriminants), under the
    /// definition's arguments.
    pub fn const_arg(&self, _owner: DefId, args: Args, value: &ConstArg) -> Result<i128> {
        self.const_arg_value(value, args)
    }

    /// The value of a normalized array length or const argument.
    pub fn const_value(&self, value: Const) -> Result<i128> {
        match value {
            Const::Value(value) => Ok(value),
            Const::Unevaluated(def, args) => self.const_eval(def, args),
            Const::Param(_) | Const::Infer(_) => {
                Err(Diagnostic::general("a constant in a type has no value"))
            }
        }
    }

    /// The discriminant of a variant.
    pub fn discriminant(&self, variant: DefId) -> Result<i128> {
        self.variant_discriminant(variant)
    }

    /// A type as reports call it.
    pub fn type_name(&self, ty: Ty) -> String {
        self.print_ty(ty)
    }

    /// Whether a type's values have no size that the type tells.
    pub fn is_unsized(&self, ty: Ty) -> bool {
        matches!(ty.kind(), TyKind::Str | TyKind::Slice(_) | TyKind::Dyn(_))
    }
}
