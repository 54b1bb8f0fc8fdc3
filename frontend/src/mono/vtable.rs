//! Vtables, and the functions that callable types are.

use super::{FnKey, Mono};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ClosureForm, DefId, DefKind, ExprKind};
use crate::ty::{Args, ClosureKey, DynTy, GenericArg, Ty, TyKind};
use crate::typed::{BuiltinMethod, Callee, ClosureInfo, ClosureKind, DynMethod, Instance};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use vscheck_ir::program::Vtable;
use vscheck_ir::{FuncId, Span, TraitObjectId, VtableId};

/// Vtables made so far.
#[derive(Default)]
pub struct Vtables {
    known: FxHashMap<(Ty, TraitObjectId), VtableId>,
    /// Trait object types, by their traits.
    objects: FxHashMap<(Option<DefId>, Args), TraitObjectId>,
    /// Methods that some virtual call names; others' slots stay empty.
    called: FxHashSet<DefId>,
    /// Generic functions that are called for the types behind trait objects of a type: their slots are the last.
    by_type: FxHashMap<TraitObjectId, Vec<DefId>>,
    /// Slots that wait for a virtual call, by method.
    waiting: FxHashMap<DefId, Vec<Slot>>,
    /// Slots to be filled.
    ready: Vec<Slot>,
}

impl Vtables {
    /// Whether a type has become a trait object somewhere.
    pub fn has_any(&self, ty: Ty) -> bool {
        self.known.keys().any(|(of, _)| *of == ty)
    }

    /// Those for a trait object type, in the order in which they were made, and whose they are.
    fn of(&self, object: TraitObjectId) -> Vec<(VtableId, Ty)> {
        let known = self.known.iter().filter(|((_, of), _)| *of == object);
        let mut found: Vec<_> = known.map(|((ty, _), id)| (*id, *ty)).collect();
        found.sort_unstable_by_key(|(id, _)| *id);
        found
    }

    fn object(&mut self, principal: Option<DefId>, args: Args) -> TraitObjectId {
        let next = TraitObjectId::new(self.objects.len());
        *self.objects.entry((principal, args)).or_insert(next)
    }
}

/// A slot of a vtable.
#[derive(Clone, Copy, Debug)]
struct Slot {
    vtable: VtableId,
    index: usize,
    ty: Ty,
    filled_with: Filling,
    /// Where the vtable is asked for.
    span: Span,
    from: Option<FuncId>,
}

/// What a slot is filled with.
#[derive(Clone, Copy, Debug)]
enum Filling {
    /// A method of the trait, or of one that it builds on.
    Method {
        /// The arguments of the trait, without `Self`.
        args: Args,
        entry: DynMethod,
    },
    /// A generic function of one type, for the concrete one.
    ByType(DefId),
}

impl Mono {
    /// The vtable of a type for a trait object type.
    pub fn vtable(&mut self, ty: Ty, object: Ty, span: Span) -> Result<VtableId> {
        let object = dyn_of(object, span)?;
        self.trait_vtable(ty, object.principal, object.args, span)
    }

    /// The number of a trait object type.
    pub fn trait_object(&mut self, object: Ty, span: Span) -> Result<TraitObjectId> {
        let object = dyn_of(object, span)?;
        Ok(self.vtables.object(object.principal, object.args))
    }

    fn trait_vtable(
        &mut self,
        ty: Ty,
        principal: Option<DefId>,
        args: Args,
        span: Span,
    ) -> Result<VtableId> {
        let object = self.vtables.object(principal, args);
        let key = (ty, object);
        if let Some(&id) = self.vtables.known.get(&key) {
            return Ok(id);
        }
        let layout = self.layout(ty)?;
        let id = VtableId::new(self.program.vtables.len());
        let name = match principal {
            Some(principal) => self.hir.def(principal).name.to_string(),
            None => "dyn".to_string(),
        };
        self.program.vtables.push(Vtable {
            name: format!("{} as {name}", self.typer.type_name(ty)),
            object,
            layout: layout.id,
            methods: Vec::new(),
            supertraits: Vec::new(),
        });
        self.vtables.known.insert(key, id);
        let mut methods = vec![Some(self.function(FnKey::Drop(ty), span)?)];
        let mut supertraits = Vec::new();
        if let Some(principal) = principal {
            for &entry in self.typer.dyn_methods(principal)?.iter() {
                let filled_with = Filling::Method { args, entry };
                let slot = Slot {
                    vtable: id,
                    index: methods.len(),
                    ty,
                    filled_with,
                    span,
                    from: self.current,
                };
                methods.push(None);
                self.add_slot(slot, entry.method);
            }
            for (parent, args) in self.supertraits(ty, principal, args)? {
                supertraits.push(self.trait_vtable(ty, Some(parent), without_self(args), span)?);
            }
        }
        let vtable = &mut self.program.vtables[id.index()];
        vtable.methods = methods;
        vtable.supertraits = supertraits;
        let by_type = self.vtables.by_type.get(&object).cloned();
        for function in by_type.into_iter().flatten() {
            self.add_slot_by_type((id, ty), function, span);
        }
        Ok(id)
    }

    fn add_slot(&mut self, slot: Slot, method: DefId) {
        if self.vtables.called.contains(&method) {
            self.vtables.ready.push(slot);
        } else {
            let waiting = self.vtables.waiting.entry(method).or_default();
            waiting.push(slot);
        }
    }

    fn add_slot_by_type(&mut self, (vtable, ty): (VtableId, Ty), function: DefId, span: Span) {
        let methods = &mut self.program.vtables[vtable.index()].methods;
        self.vtables.ready.push(Slot {
            vtable,
            index: methods.len(),
            ty,
            filled_with: Filling::ByType(function),
            span,
            from: self.current,
        });
        methods.push(None);
    }

    /// The slot in which vtables of a trait object type have a generic function of one type for the concrete one.
    pub fn slot_by_type(&mut self, object: Ty, function: DefId, span: Span) -> Result<u32> {
        let methods = self.methods_of(dyn_of(object, span)?)?.len();
        let object = self.trait_object(object, span)?;
        let of_object = self.vtables.of(object);
        let known = self.vtables.by_type.entry(object).or_default();
        let asked_for = known.iter().position(|&one| one == function);
        let position = asked_for.unwrap_or(known.len());
        if asked_for.is_none() {
            known.push(function);
            for vtable in of_object {
                self.add_slot_by_type(vtable, function, span);
            }
        }
        Ok((1 + methods + position) as u32)
    }

    fn methods_of(&self, object: &DynTy) -> Result<Rc<Vec<DynMethod>>> {
        match object.principal {
            Some(principal) => self.typer.dyn_methods(principal),
            None => Ok(Rc::default()),
        }
    }

    /// A virtual call of a method: all vtables need it.
    pub fn called_virtually(&mut self, method: DefId) {
        if self.vtables.called.insert(method)
            && let Some(slots) = self.vtables.waiting.remove(&method)
        {
            self.vtables.ready.extend(slots);
        }
    }

    /// Fills the slots that a virtual call may use; whether there were any.
    pub(super) fn fill_slots(&mut self) -> Result<bool> {
        let slots = std::mem::take(&mut self.vtables.ready);
        let any = !slots.is_empty();
        for slot in slots {
            self.current = slot.from;
            let request = slot.from.map(|from| (from, slot.span));
            let function = self.vtable_method(slot);
            let function = function.map_err(|error| self.explain(error, request))?;
            self.program.vtables[slot.vtable.index()].methods[slot.index] = Some(function);
        }
        Ok(any)
    }

    fn vtable_method(&mut self, slot: Slot) -> Result<FuncId> {
        let Slot { ty, span, .. } = slot;
        let (args, entry) = match slot.filled_with {
            Filling::Method { args, entry } => (args, entry),
            Filling::ByType(def) => {
                let args = Args::new(&[GenericArg::Type(ty)]);
                return self.function(FnKey::Instance(Instance { def, args }), span);
            }
        };
        let callee = self.typer.vtable_entry(ty, args, entry)?;
        let key = self.callee_key(callee, span)?;
        let key = if self.takes_self_by_value(entry.method) {
            FnKey::ByAddress(Box::new(key), ty)
        } else {
            key
        };
        self.function(key, span)
    }

    fn takes_self_by_value(&self, method: DefId) -> bool {
        use crate::hir::HirTyKind;
        match &self.hir.def(method).kind {
            DefKind::Fn(data) => matches!(
                data.params.first().map(|ty| &ty.kind),
                Some(HirTyKind::SelfTy(_) | HirTyKind::Param(0, _))
            ),
            _ => false,
        }
    }

    /// The supertraits of a trait, each once with the same arguments (`Self` first), nearest first.
    fn supertraits(&self, ty: Ty, principal: DefId, args: Args) -> Result<Vec<(DefId, Args)>> {
        let mut found: Vec<(DefId, Args)> = Vec::new();
        let all = self.typer.supertrait_refs(principal, with_self(ty, args))?;
        for (parent, args) in all.into_iter().skip(1) {
            let item = self.hir.def(parent);
            let marker = matches!(item.kind, DefKind::Trait { auto: true, .. })
                || item.attrs.lang.is_some_and(|lang| lang.as_str() == "sized");
            if !marker && !found.contains(&(parent, args)) {
                found.push((parent, args));
            }
        }
        Ok(found)
    }

    /// The slot of a method in the vtables of the trait object type that `args` begin with; of a trait that
    /// it has several times, the other ones tell which is meant.
    pub fn vtable_slot(&mut self, method: DefId, args: Args, span: Span) -> Result<u32> {
        self.called_virtually(method);
        let object = args.ty(0);
        let of = dyn_of(object, span)?;
        let methods = self.methods_of(of)?;
        let slots = (1..).zip(methods.iter().copied());
        let same: Vec<(u32, DynMethod)> = slots.filter(|(_, e)| e.method == method).collect();
        for &(slot, entry) in &same {
            if same.len() == 1 || self.typer.dyn_method_args(object, of.args, entry)? == args {
                return Ok(slot);
            }
        }
        Err(Diagnostic::new(
            "internal: a method that is not in the vtable",
            span,
        ))
    }

    /// The index of a supertrait's vtable; none if the same vtable serves.
    pub fn upcast(&self, from: &DynTy, to: &DynTy, span: Span) -> Result<Option<usize>> {
        let (Some(a), Some(b)) = (from.principal, to.principal) else {
            return Ok(None);
        };
        if a == b {
            return Ok(None);
        }
        let object = Ty::new(TyKind::Dyn(from.clone()));
        let parents = self.supertraits(object, a, from.args)?;
        let same = |&(parent, args): &(DefId, Args)| parent == b && without_self(args) == to.args;
        let exact = parents.iter().position(same);
        match exact.or_else(|| parents.iter().position(|(parent, _)| *parent == b)) {
            Some(index) => Ok(Some(index)),
            None => Err(Diagnostic::new(
                "internal: an upcast to no supertrait",
                span,
            )),
        }
    }

    /// The type of a struct's last field.
    pub fn tail(&self, ty: Ty) -> Result<Option<Ty>> {
        match ty.kind() {
            TyKind::Adt(def, args) => Ok(self.typer.field_types(*def, *args)?.last().copied()),
            _ => Ok(None),
        }
    }

    /// What inference knows about a closure.
    pub fn closure_info(&self, key: ClosureKey) -> Result<Rc<ClosureInfo>> {
        let instance = Instance {
            def: key.owner,
            args: key.args,
        };
        let body = self.typer.typed_body(instance)?;
        match body.closures.get(&key.expr) {
            Some(info) => Ok(Rc::new(info.clone())),
            None => Err(Diagnostic::general("internal: an unknown closure")),
        }
    }

    /// The function that calls a callable type.
    pub fn callable(&mut self, ty: Ty, method: BuiltinMethod, span: Span) -> Result<FuncId> {
        let key = self.callable_key(ty, method)?;
        self.function(key, span)
    }

    fn callable_key(&self, ty: Ty, method: BuiltinMethod) -> Result<FnKey> {
        if let TyKind::Closure(key) = ty.kind() {
            let once = self.closure_info(*key)?.kind == ClosureKind::FnOnce;
            if once == (method == BuiltinMethod::CallOnce) {
                return Ok(FnKey::Closure(*key));
            }
        }
        Ok(FnKey::Call(ty, method))
    }

    /// The closure whose body a call of a callable type that uses it up runs, where the body is another one for other
    /// calls: what it captures is its own, as variables are, and need not be kept where others would look for it.
    pub fn body_of_last_call(&self, ty: Ty, method: BuiltinMethod) -> Result<Option<ClosureKey>> {
        let (TyKind::Closure(key), BuiltinMethod::CallOnce) = (ty.kind(), method) else {
            return Ok(None);
        };
        let again = self.closure_info(*key)?.kind != ClosureKind::FnOnce;
        Ok((again && self.is_plain(*key)?).then_some(*key))
    }

    /// Whether a closure is no part of a future.
    pub fn is_plain(&self, key: ClosureKey) -> Result<bool> {
        let body = self.hir.body(key.owner)?;
        let kind = &body.exprs[key.expr.index()].kind;
        let form = ClosureForm::Plain;
        Ok(matches!(kind, ExprKind::Closure { form: found, .. } if *found == form))
    }

    /// The function that a callee is.
    pub fn callee_key(&self, callee: Callee, span: Span) -> Result<FnKey> {
        Ok(match callee {
            Callee::Instance(instance) => FnKey::Instance(instance),
            Callee::Constructor { def, args } => FnKey::Constructor(def, args),
            Callee::Closure(key) => FnKey::Closure(key),
            Callee::Virtual { method, args } => FnKey::Virtual(method, args),
            Callee::Builtin(
                method @ (BuiltinMethod::CallOnce | BuiltinMethod::CallMut | BuiltinMethod::Call),
                ty,
            ) => self.callable_key(ty, method)?,
            Callee::Builtin(BuiltinMethod::Clone, ty) => FnKey::Clone(ty),
            Callee::Builtin(method, ty) => FnKey::Builtin(method, ty),
            Callee::FnPointer | Callee::Constant(_) | Callee::ConstValue(_) => {
                return Err(Diagnostic::new("internal: a function of no function", span));
            }
        })
    }

    /// A method of a trait by name.
    pub fn trait_method(&self, trait_def: DefId, name: &str) -> Result<DefId> {
        let item = self.hir.def(trait_def);
        if let DefKind::Trait { items, .. } = &item.kind {
            for &item in items {
                if self.hir.def(item).name.as_str() == name {
                    return Ok(item);
                }
            }
        }
        Err(Diagnostic::general(format!("internal: no method `{name}`")))
    }

    /// A library function by lang name.
    pub fn lang_function(&mut self, name: &str) -> Result<FuncId> {
        match self.hir.lang(name) {
            Some(def) => {
                let args = Args::empty();
                self.function(FnKey::Instance(Instance { def, args }), Span::default())
            }
            None => Err(Diagnostic::general(format!(
                "internal: no library function `{name}`"
            ))),
        }
    }
}

fn dyn_of(object: Ty, span: Span) -> Result<&'static DynTy> {
    match object.kind() {
        TyKind::Dyn(object) => Ok(object),
        _ => Err(Diagnostic::new(
            "internal: a trait object of another type",
            span,
        )),
    }
}

fn with_self(ty: Ty, args: Args) -> Args {
    let list: Vec<GenericArg> = [GenericArg::Type(ty)]
        .into_iter()
        .chain(args.list().iter().copied())
        .collect();
    Args::new(&list)
}

fn without_self(args: Args) -> Args {
    Args::new(&args.list()[1..])
}
