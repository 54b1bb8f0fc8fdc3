//! `impl Trait` in results: what it stands for, in the function whose result it is and, where that is
//! a trait's, in the impls.

use super::fold::{Folder, concat, fold_args, fold_children, subst};
use super::infcx::Infcx;
use super::instance::{item_args, trait_prefix};
use super::predicates::{Pred, TraitRef};
use super::select::{Answer, Selected, Selection};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::DefKind;
use crate::ty::{Args, Const, Ty, TyKind};

/// A result type in which variables stand for the function's own `impl Trait`s.
pub(super) struct Opened {
    pub ret: Ty,
    /// The variables, by index.
    pub opaques: Vec<Ty>,
    /// What they must satisfy.
    pub bounds: Vec<Pred>,
}

impl Infcx<'_> {
    /// The result type of a function under these arguments, with variables for its `impl Trait`s.
    pub fn open_opaques(&mut self, owner: DefId, args: Args) -> Result<Opened> {
        let ret = self.typer.sig_of(owner)?.1;
        let mut vars = OpenOpaques {
            owner,
            table: &mut self.table,
            vars: Vec::new(),
        };
        let ret = subst(vars.ty(ret), args);
        let mut bounds = Vec::new();
        let mut index = 0;
        // Bounds may mention further ones.
        while index < vars.vars.len() {
            let (number, _) = vars.vars[index];
            for pred in self.typer.opaque_bounds(owner, number)?.iter() {
                bounds.push(vars.pred(*pred).subst(args));
            }
            index += 1;
        }
        let found = vars.vars;
        let count = found.iter().map(|(index, _)| index + 1).max().unwrap_or(0);
        let mut opaques = vec![Ty::unit(); count as usize];
        for (index, var) in found {
            opaques[index as usize] = var;
        }
        Ok(Opened {
            ret,
            opaques,
            bounds,
        })
    }

    /// What an `impl Trait` in the result of a trait's method is in the impl that applies, and what that
    /// depends on. An impl may say more than the trait does; where none gives the method, there is nothing
    /// else to say.
    pub fn opaque_of_impl(
        &mut self,
        method: DefId,
        index: u32,
        args: Args,
    ) -> Answer<(Ty, Vec<Pred>)> {
        let typer = self.typer;
        let Some(trait_def) = typer.trait_of_item(method) else {
            return Answer::No;
        };
        let goal = TraitRef {
            def: trait_def,
            args: trait_prefix(typer, trait_def, args),
        };
        let (def, impl_args, nested) = match self.select(goal) {
            Answer::Yes(Selection {
                what: Selected::Impl(def, impl_args),
                nested,
            }) => (def, impl_args, nested),
            Answer::Maybe => return Answer::Maybe,
            Answer::Yes(_) | Answer::No => return Answer::No,
        };
        let name = typer.hir.def(method).name;
        let Some(&item) = typer.items(def).values.get(&name) else {
            return Answer::No;
        };
        match typer.opaque_in_impl(method, index, item) {
            Ok(ty) => {
                let args = item_args(typer, trait_def, impl_args, args);
                Answer::Yes((subst(ty, args), nested))
            }
            Err(error) => {
                typer.stash(error);
                Answer::No
            }
        }
    }

    /// Decides that an `impl Trait` of a trait's method is a type, whatever the impl is.
    pub fn unify_opaque(&mut self, opaque: Ty, ty: Ty) -> Answer<Vec<Pred>> {
        let opaque = self.resolve(opaque);
        let TyKind::Opaque(method, index, args) = opaque.kind() else {
            return Answer::No;
        };
        let (found, mut nested) = match self.opaque_of_impl(*method, *index, *args) {
            Answer::Yes(found) => found,
            Answer::Maybe => return Answer::Maybe,
            Answer::No => (opaque, Vec::new()),
        };
        let found = match found == opaque {
            true => found,
            false => self.normalize(found, &mut nested),
        };
        match self.unify(found, ty) {
            true => Answer::Yes(nested),
            false => Answer::No,
        }
    }
}

impl Typer {
    /// What an `impl Trait` in the result of a trait's method is in an impl, in terms of the parameters
    /// of the impl's function.
    fn opaque_in_impl(&self, method: DefId, index: u32, item: DefId) -> Result<Ty> {
        let opaques = self
            .cache
            .impl_opaques
            .get(item, || self.opaques_in_impl(method, item))?;
        let known = opaques
            .get(index as usize)
            .filter(|ty| !ty.flags().has_infer());
        known.copied().ok_or_else(|| {
            let span = self.hir.def(method).span;
            Diagnostic::unsupported("this `impl Trait` in a trait", span)
        })
    }

    /// Both functions have the same result, and what one says of a part of it the other one does, too.
    fn opaques_in_impl(&self, method: DefId, item: DefId) -> Result<Rc<Vec<Ty>>> {
        let container = self.parent(item);
        let Some(header) = self.own_trait_ref(container)? else {
            return Ok(Rc::default());
        };
        let own = &self.identity(item).list()[self.param_count(container)..];
        let mut cx = Infcx::new(self, self.env_of(item)?, Some(item));
        let opened = cx.open_opaques(method, concat(header.args, own))?;
        let of_trait = cx.normalize_later(opened.ret);
        let of_impl = cx.normalize_later(self.sig_of(item)?.1);
        cx.unify(of_trait, of_impl);
        cx.require_all(opened.bounds, None);
        cx.select_where_possible();
        let opaques = opened.opaques.iter().map(|&var| cx.resolve(var));
        Ok(Rc::new(opaques.collect()))
    }

    /// What a return-position `impl Trait` stands for.
    pub(super) fn reveal(&self, def: DefId, index: u32, args: Args) -> Result<Ty> {
        let definition = self.hir.def(def);
        if !matches!(definition.kind, DefKind::Fn(_)) {
            return Err(Diagnostic::new("not a function", definition.span));
        }
        if self.trait_of_item(def).is_some()
            && let Callee::Instance(found) = self.resolve_trait_method(def, args)?
            && found.def != def
        {
            return Ok(subst(
                self.opaque_in_impl(def, index, found.def)?,
                found.args,
            ));
        }
        let body = self.generic_body(def)?;
        match body.typed.opaques.get(index as usize) {
            Some(&ty) => Ok(subst(ty, args)),
            None => Err(Diagnostic::new(
                "an `impl Trait` was not inferred",
                definition.span,
            )),
        }
    }
}

struct OpenOpaques<'a> {
    owner: DefId,
    table: &'a mut super::table::Table,
    vars: Vec<(u32, Ty)>,
}

impl OpenOpaques<'_> {
    fn pred(&mut self, pred: Pred) -> Pred {
        match pred {
            Pred::Trait(bound) => Pred::Trait(TraitRef {
                def: bound.def,
                args: fold_args(self, bound.args),
            }),
            Pred::Projection { assoc, args, ty } => Pred::Projection {
                assoc,
                args: fold_args(self, args),
                ty: self.ty(ty),
            },
            Pred::Opaque { .. } => pred,
        }
    }
}

impl Folder for OpenOpaques<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        match ty.kind() {
            TyKind::Opaque(def, index, _) if *def == self.owner => {
                if let Some((_, var)) = self.vars.iter().find(|(own, _)| own == index) {
                    return *var;
                }
                let var = self.table.fresh();
                self.vars.push((*index, var));
                var
            }
            _ => fold_children(self, ty),
        }
    }

    fn konst(&mut self, value: Const) -> Const {
        value
    }
}
