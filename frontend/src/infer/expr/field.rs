//! `base.name` and `base[index]`.

use super::super::autoderef::Autoderef;
use super::super::infcx::Eval;
use super::super::predicates::TraitRef;
use super::*;
use crate::hir::DefKind;
use crate::symbol::Symbol;
use crate::ty::Args;

impl Fcx<'_> {
    pub(super) fn check_field(&mut self, expr: ExprId, base: ExprId, name: Symbol) -> Result<Ty> {
        let base_ty = self.check_expr(base, Expectation::None)?;
        let base_ty = self.structurally(base_ty);
        let chain = self.autoderef(base_ty);
        let mut found = None;
        for (index, &ty) in chain.types.clone().iter().enumerate() {
            if let Some(field) = self.field_of(ty, name, expr)? {
                let hidden = self.is_hidden(ty, name)?;
                // Fields that cannot be named here are passed by.
                if !hidden || found.is_none() {
                    found = Some((index, field));
                }
                if !hidden {
                    break;
                }
            }
        }
        if let Some((index, field)) = found {
            let list = self.deref_adjustments(&chain, index, Mutability::Shared);
            self.adjust(base, list);
            return Ok(field);
        }
        let of = self.typer.type_name(self.resolve(base_ty));
        let message = format!("no field `{name}` found for type `{of}`");
        let error = Diagnostic::new(message, self.span(expr));
        Err(self.explain(error))
    }

    fn field_of(&mut self, ty: Ty, name: Symbol, expr: ExprId) -> Result<Option<Ty>> {
        match ty.kind() {
            TyKind::Tuple(types) => Ok(name
                .as_str()
                .parse::<usize>()
                .ok()
                .and_then(|index| types.get(index).copied())),
            TyKind::Adt(def, args) => {
                let is_record = matches!(
                    self.typer.hir.def(*def).kind,
                    DefKind::Struct(_) | DefKind::Union(_)
                );
                let has = is_record
                    && self
                        .typer
                        .with_fields(*def, |data| data.fields.iter().any(|f| f.name == name))?;
                match has {
                    true => self.field_ty(*def, *args, name, self.span(expr)).map(Some),
                    false => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Whether a field is private to a module that this code is not in.
    fn is_hidden(&self, ty: Ty, name: Symbol) -> Result<bool> {
        let TyKind::Adt(def, _) = ty.kind() else {
            return Ok(false);
        };
        let private_to = self.typer.with_fields(*def, |data| {
            let field = data.fields.iter().find(|field| field.name == name);
            field.and_then(|field| field.private_to)
        })?;
        Ok(private_to.is_some_and(|module| !self.stands_in(module)))
    }

    /// Whether this code is in a module.
    pub(in crate::infer) fn stands_in(&self, module: DefId) -> bool {
        let mut scope = Some(self.def.id);
        while let Some(inside) = scope {
            if inside == module {
                return true;
            }
            scope = self.typer.hir.def(inside).parent;
        }
        false
    }

    pub(super) fn check_index(&mut self, expr: ExprId, base: ExprId, index: ExprId) -> Result<Ty> {
        let base_ty = self.check_expr(base, Expectation::None)?;
        let base_ty = self.structurally(base_ty);
        let index_ty = self.check_expr(index, Expectation::None)?;
        let index_ty = self.structurally(index_ty);
        let chain = self.autoderef(base_ty);
        for (count, &ty) in chain.types.clone().iter().enumerate() {
            if let Some(of) = self.builtin_index(ty, index_ty) {
                let list = self.deref_adjustments(&chain, count, Mutability::Shared);
                self.adjust(base, list);
                return Ok(of);
            }
            if let Some(of) =
                self.overloaded_index(expr, (base, &chain, count), (index, index_ty))?
            {
                return Ok(of);
            }
        }
        let of = self.typer.type_name(self.resolve(base_ty));
        let with = self.typer.type_name(self.resolve(index_ty));
        let message = format!("cannot index a value of type `{of}` with `{with}`");
        let error = Diagnostic::new(message, self.span(expr));
        Err(self.explain(error))
    }

    fn builtin_index(&mut self, ty: Ty, index: Ty) -> Option<Ty> {
        let (TyKind::Array(of, _) | TyKind::Slice(of)) = ty.kind() else {
            return None;
        };
        self.unify(index, Ty::usize()).then_some(*of)
    }

    fn overloaded_index(
        &mut self,
        expr: ExprId,
        (base, chain, count): (ExprId, &Autoderef, usize),
        (index, index_ty): (ExprId, Ty),
    ) -> Result<Option<Ty>> {
        let ty = chain.types[count];
        let mut candidates = vec![(ty, false)];
        if let TyKind::Array(of, _) = ty.kind() {
            candidates.push((Ty::new(TyKind::Slice(*of)), true));
        }
        for (self_ty, unsized_array) in candidates {
            if !matches!(
                self_ty.kind(),
                TyKind::Adt(..)
                    | TyKind::Slice(_)
                    | TyKind::Array(..)
                    | TyKind::Str
                    | TyKind::Param(..)
                    | TyKind::Projection(..)
                    | TyKind::Opaque(..)
                    | TyKind::Dyn(_)
            ) {
                continue;
            }
            let Some(input) = self.index_input(self_ty, index_ty) else {
                continue;
            };
            let span = self.span(expr);
            let (instance, callable) =
                self.lang_callable("index", "index", self_ty, &[input], span)?;
            self.select_where_possible();
            self.coerce(index, index_ty, input)?;
            self.select_where_possible();
            self.tables.callees.insert(expr, Callee::Instance(instance));
            let mut list = self.deref_adjustments(chain, count, Mutability::Shared);
            list.push(Adjustment::Borrow(
                Mutability::Shared,
                Ty::reference(Mutability::Shared, ty),
            ));
            let target = Ty::reference(Mutability::Shared, self_ty);
            if unsized_array {
                list.push(Adjustment::Unsize(target));
            }
            self.adjust(base, list);
            let result = self.resolve(callable.ret);
            return Ok(match result.kind() {
                TyKind::Ref(_, to) => Some(*to),
                _ => Some(self.index_output(self_ty, input)),
            });
        }
        Ok(None)
    }

    /// The index type of an `Index` impl that may apply: as given if possible.
    fn index_input(&mut self, self_ty: Ty, index_ty: Ty) -> Option<Ty> {
        let def = self.typer.lang("index")?;
        let args = Args::of_types(&[self_ty, index_ty]);
        if self.evaluate(TraitRef { def, args }) != Eval::No {
            return Some(index_ty);
        }
        let input = self.table.fresh();
        let args = Args::of_types(&[self_ty, input]);
        let possible = self.evaluate(TraitRef { def, args }) != Eval::No;
        possible.then_some(input)
    }

    fn index_output(&mut self, self_ty: Ty, input: Ty) -> Ty {
        let def = self.typer.lang("index").expect("was found before");
        let output = self.typer.items(def).types[&Symbol::new("Output")];
        let args = Args::of_types(&[self_ty, input]);
        self.normalize_later(Ty::new(TyKind::Projection(output, args)))
    }
}
