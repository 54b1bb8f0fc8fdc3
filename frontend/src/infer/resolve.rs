//! Traits of concrete types: which impl, which function.

use super::infcx::{Eval, Infcx};
use super::instance::{item_args, trait_prefix};
use super::predicates::TraitRef;
use super::select::{Answer, Selected};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{BinaryOp, DefKind, TypeHead, UnaryOp};
use crate::ty::{Args, Ty, TyKind};
use crate::typed::BuiltinMethod;

impl Typer {
    /// The reason why a concrete goal holds, with concrete arguments.
    fn select_concrete(&self, goal: TraitRef) -> Result<Selected> {
        let mut cx = Infcx::concrete(self);
        let selection = match cx.select(goal) {
            Answer::Yes(selection) => selection,
            Answer::Maybe | Answer::No => return Err(self.not_implemented(goal)),
        };
        cx.solve(selection.nested.clone());
        cx.select_where_possible();
        if let Selected::Impl(_, args) = &selection.what
            && cx.table.resolve_args(*args).flags().has_infer()
        {
            // What signatures of closures and functions left open was pending meanwhile.
            cx.require_all(selection.nested, None);
            cx.select_where_possible();
        }
        Ok(match selection.what {
            Selected::Impl(def, args) => Selected::Impl(def, cx.table.resolve_args(args)),
            other => other,
        })
    }

    fn not_implemented(&self, goal: TraitRef) -> Box<Diagnostic> {
        let ty = self.type_name(goal.self_ty());
        let others: Vec<String> = goal.args.list()[1..]
            .iter()
            .map(|a| self.print_arg(*a))
            .collect();
        let mut name = self.hir.def(goal.def).name.to_string();
        if !others.is_empty() {
            name = format!("{name}<{}>", others.join(", "));
        }
        let error = Diagnostic::general(format!("`{ty}` does not implement `{name}`"));
        self.with_derives(self.with_stash(error), goal.self_ty())
    }

    pub(super) fn find_trait_method(&self, method: DefId, args: Args) -> Result<Callee> {
        let Some(trait_def) = self.trait_of_item(method) else {
            return Ok(Callee::Instance(Instance { def: method, args }));
        };
        let goal = TraitRef {
            def: trait_def,
            args: trait_prefix(self, trait_def, args),
        };
        match self.select_concrete(goal)? {
            Selected::Impl(def, impl_args) => {
                self.impl_item(method, args, trait_def, def, impl_args)
            }
            Selected::Given => Ok(self.object_method(method, args, goal)),
            Selected::Builtin => self.builtin_method(method, args, goal),
        }
    }

    fn impl_item(
        &self,
        method: DefId,
        args: Args,
        trait_def: DefId,
        def: DefId,
        impl_args: Args,
    ) -> Result<Callee> {
        let name = self.hir.def(method).name;
        if let Some(&item) = self.items(def).values.get(&name) {
            self.check_declared(item, method)?;
            let args = item_args(self, trait_def, impl_args, args);
            return Ok(Callee::Instance(Instance { def: item, args }));
        }
        self.default_item(method, args)
    }

    fn default_item(&self, method: DefId, args: Args) -> Result<Callee> {
        let definition = self.hir.def(method);
        let has_body = match &definition.kind {
            DefKind::Fn(data) => data.has_body,
            DefKind::Const { has_body, .. } => *has_body,
            _ => false,
        };
        if has_body {
            return Ok(Callee::Instance(Instance { def: method, args }));
        }
        let of = self.type_name(args.ty(0));
        let message = format!("`{}` is not implemented for `{of}`", definition.name);
        Err(Diagnostic::new(message, definition.span))
    }

    /// A default method that needs `Self: Sized` or has parameters of its own is called directly.
    fn object_method(&self, method: DefId, args: Args, goal: TraitRef) -> Callee {
        let dispatched = self.is_dispatchable(method);
        match goal.self_ty().kind() {
            TyKind::Dyn(_) if dispatched => Callee::Virtual { method, args },
            _ => Callee::Instance(Instance { def: method, args }),
        }
    }

    fn builtin_method(&self, method: DefId, args: Args, goal: TraitRef) -> Result<Callee> {
        let name = self.hir.def(method).name.as_str();
        let ty = goal.self_ty();
        let lang = self.lang_name(goal.def);
        let builtin = match (lang, name) {
            (Some("clone"), "clone") => BuiltinMethod::Clone,
            (Some("fn_once"), "call_once") => BuiltinMethod::CallOnce,
            (Some("fn_mut"), "call_mut") => BuiltinMethod::CallMut,
            (Some("fn"), "call") => BuiltinMethod::Call,
            _ => match operator_method(name) {
                Some(builtin) => builtin,
                None => return self.default_item(method, args),
            },
        };
        Ok(Callee::Builtin(builtin, ty))
    }

    /// A constant or static, its impl found.
    pub(super) fn resolve_value(&self, instance: Instance) -> Result<Instance> {
        if self.trait_of_item(instance.def).is_none() {
            return Ok(instance);
        }
        match self.find_trait_method(instance.def, instance.args)? {
            Callee::Instance(found) => Ok(found),
            _ => Err(Diagnostic::general(
                "an associated constant of a trait object",
            )),
        }
    }

    /// Whether a method can be in the table of a trait object.
    pub(super) fn is_dispatchable(&self, method: DefId) -> bool {
        let definition = self.hir.def(method);
        let DefKind::Fn(data) = &definition.kind else {
            return false;
        };
        data.has_self
            && definition.generics.params.is_empty()
            && !self.requires_sized(&definition)
            && !self.mentions_self(method)
    }

    fn requires_sized(&self, definition: &crate::hir::Def) -> bool {
        let mut bounds = definition.generics.predicates.iter().filter(|predicate| {
            matches!(
                predicate.ty.kind,
                crate::hir::HirTyKind::SelfTy(_) | crate::hir::HirTyKind::Param(0, _)
            )
        });
        bounds.any(|predicate| {
            let mut bounds = predicate.bounds.iter();
            bounds.any(|bound| self.is_lang(bound.trait_def, "sized"))
        })
    }

    /// `Self` by value in a parameter other than the receiver, or in the result.
    fn mentions_self(&self, method: DefId) -> bool {
        let Ok(sig) = self.sig_of(method) else {
            return true;
        };
        let is_self = |ty: &Ty| matches!(ty.kind(), TyKind::Param(0, _));
        is_self(&sig.1)
            || sig.0[1..]
                .iter()
                .any(|ty| is_self(ty) || behind_ref(*ty, is_self))
    }

    pub(super) fn vtable_methods(&self, trait_def: DefId) -> Result<Vec<DynMethod>> {
        let mut out = Vec::new();
        for of in self.with_supertraits(self.identity_trait_ref(trait_def))? {
            if let DefKind::Trait { items, .. } = &self.hir.def(of.def).kind {
                let methods = items.iter().filter(|&&item| self.is_dispatchable(item));
                out.extend(methods.map(|&method| DynMethod {
                    method,
                    of: of.args,
                }));
            }
        }
        Ok(out)
    }

    pub(super) fn find_drop(&self, ty: Ty) -> Option<Instance> {
        let TyKind::Adt(..) = ty.kind() else {
            return None;
        };
        let method = self.drop_method()?;
        let args = Args::of_types(&[ty]);
        let goal = TraitRef {
            def: self.trait_of_item(method)?,
            args,
        };
        let Ok(Selected::Impl(def, args)) = self.select_concrete(goal) else {
            return None;
        };
        let name = self.hir.def(method).name;
        let item = *self.items(def).values.get(&name)?;
        Some(Instance { def: item, args })
    }

    fn drop_method(&self) -> Option<DefId> {
        let trait_def = self.lang("drop")?;
        let name = crate::symbol::Symbol::new("drop");
        self.items(trait_def).values.get(&name).copied()
    }

    /// Whether a struct, enum or union has a destructor.
    pub(super) fn has_drop_impl(&self, adt: DefId) -> bool {
        let Some(trait_def) = self.lang("drop") else {
            return false;
        };
        let impls = self.hir.trait_impls_for(trait_def, TypeHead::Def(adt));
        impls
            .iter()
            .any(|&of| match self.self_ty(of).map(Ty::kind) {
                Ok(TyKind::Adt(def, _)) => *def == adt,
                _ => false,
            })
    }

    pub(super) fn concrete_implements(&self, ty: Ty, trait_def: DefId) -> bool {
        let mut cx = Infcx::concrete(self);
        cx.implements(ty, trait_def) != Eval::No
    }
}

fn behind_ref(ty: Ty, test: impl Fn(&Ty) -> bool) -> bool {
    match ty.kind() {
        TyKind::Ref(_, to) => test(to),
        _ => false,
    }
}

fn operator_method(name: &str) -> Option<BuiltinMethod> {
    use BuiltinMethod::{AssignOperator, Operator, Unary};
    Some(match name {
        "add" => Operator(BinaryOp::Add),
        "sub" => Operator(BinaryOp::Sub),
        "mul" => Operator(BinaryOp::Mul),
        "div" => Operator(BinaryOp::Div),
        "rem" => Operator(BinaryOp::Rem),
        "bitand" => Operator(BinaryOp::BitAnd),
        "bitor" => Operator(BinaryOp::BitOr),
        "bitxor" => Operator(BinaryOp::BitXor),
        "shl" => Operator(BinaryOp::Shl),
        "shr" => Operator(BinaryOp::Shr),
        "eq" => Operator(BinaryOp::Eq),
        "ne" => Operator(BinaryOp::Ne),
        "lt" => Operator(BinaryOp::Lt),
        "le" => Operator(BinaryOp::Le),
        "gt" => Operator(BinaryOp::Gt),
        "ge" => Operator(BinaryOp::Ge),
        "add_assign" => AssignOperator(BinaryOp::Add),
        "sub_assign" => AssignOperator(BinaryOp::Sub),
        "mul_assign" => AssignOperator(BinaryOp::Mul),
        "div_assign" => AssignOperator(BinaryOp::Div),
        "rem_assign" => AssignOperator(BinaryOp::Rem),
        "bitand_assign" => AssignOperator(BinaryOp::BitAnd),
        "bitor_assign" => AssignOperator(BinaryOp::BitOr),
        "bitxor_assign" => AssignOperator(BinaryOp::BitXor),
        "shl_assign" => AssignOperator(BinaryOp::Shl),
        "shr_assign" => AssignOperator(BinaryOp::Shr),
        "neg" => Unary(UnaryOp::Neg),
        "not" => Unary(UnaryOp::Not),
        _ => return None,
    })
}
