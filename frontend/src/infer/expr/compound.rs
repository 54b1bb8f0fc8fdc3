//! Tuples, arrays and structs.

use super::super::coerce_many::CoerceMany;
use super::super::path::Resolved;
use super::*;
use crate::hir::{ConstArg, DefKind, ExprPath};
use crate::symbol::Symbol;
use crate::ty::{Args, Const};
use vscheck_ir::Span;

impl Fcx<'_> {
    pub(super) fn check_tuple(&mut self, parts: &[ExprId], expected: Expectation) -> Result<Ty> {
        let hints = match expected.only_has_type(&self.cx).map(Ty::kind) {
            Some(TyKind::Tuple(types)) if types.len() == parts.len() => types.clone(),
            _ => Vec::new(),
        };
        let mut types = Vec::new();
        for (index, &part) in parts.iter().enumerate() {
            types.push(match hints.get(index) {
                Some(&hint) => {
                    let found = self.check_expr(part, Expectation::HasType(hint))?;
                    match self.try_coerce(part, found, hint) {
                        true => hint,
                        false => found,
                    }
                }
                None => self.check_expr(part, Expectation::None)?,
            });
        }
        Ok(Ty::new(TyKind::Tuple(types)))
    }

    pub(super) fn check_array(&mut self, elements: &[ExprId], expected: Expectation) -> Result<Ty> {
        let hint = self.element_hint(expected);
        let target = match hint {
            Some(ty) => ty,
            None => self.table.fresh(),
        };
        let mut many = CoerceMany::new(target);
        for &element in elements {
            // Without a hint from outside the first element is one for the others.
            let expectation = match self.is_unresolved(target) {
                true => Expectation::None,
                false => Expectation::HasType(target),
            };
            let ty = self.check_expr(element, expectation)?;
            self.coerce_next(&mut many, element, ty)?;
        }
        let of = match elements.is_empty() {
            true => target,
            false => many.complete(),
        };
        let length = Const::Value(elements.len() as i128);
        Ok(Ty::new(TyKind::Array(of, length)))
    }

    fn element_hint(&self, expected: Expectation) -> Option<Ty> {
        match expected.to_option(&self.cx).map(Ty::kind) {
            Some(TyKind::Array(of, _) | TyKind::Slice(of)) => Some(*of),
            _ => None,
        }
    }

    pub(super) fn check_repeat(
        &mut self,
        expr: ExprId,
        element: ExprId,
        length: &ConstArg,
        expected: Expectation,
    ) -> Result<Ty> {
        let span = self.span(expr);
        let length = self.lower_const(length, span)?;
        let of = match self.element_hint(expected) {
            Some(hint) => {
                self.check_coercible(element, hint)?;
                hint
            }
            None => {
                let found = self.check_expr(element, Expectation::None)?;
                self.never_to_value(element, found)
            }
        };
        self.tables.repeat_lengths.insert(expr, length);
        Ok(Ty::new(TyKind::Array(of, length)))
    }

    pub(super) fn check_struct(
        &mut self,
        expr: ExprId,
        path: &ExprPath,
        fields: &[(Symbol, ExprId)],
        base: Option<ExprId>,
        expected: Expectation,
    ) -> Result<Ty> {
        let span = self.span(expr);
        let Resolved::Variant(def, args) = self.resolve_record(path, span)? else {
            return Err(Diagnostic::new("not a struct, union or variant", span));
        };
        self.tables.expr_variants.insert(expr, def);
        let ty = Ty::new(TyKind::Adt(self.typer.adt_of_variant(def), args));
        if let Some(expected) = expected.only_has_type(&self.cx)
            && let Some(hint) = self.fudge(ty, expected, &[ty])
        {
            self.unify(ty, hint[0]);
        }
        // Closures in fields learn from these what they take.
        self.require_bounds(self.typer.adt_of_variant(def), args, span)?;
        self.check_struct_fields(def, args, fields)?;
        match base {
            Some(base) => drop(self.check_has_type(base, ty)?),
            None => self.check_is_whole(def, fields, span)?,
        }
        Ok(ty)
    }

    /// That a literal without a base gives all fields of a struct or variant.
    fn check_is_whole(&self, def: DefId, given: &[(Symbol, ExprId)], span: Span) -> Result<()> {
        let definition = self.typer.hir.def(def);
        if matches!(definition.kind, DefKind::Union(_)) {
            return Ok(());
        }
        let is_given = |name| given.iter().any(|(given, _)| *given == name);
        let missing = self.typer.with_fields(def, |data| {
            let mut names = data.fields.iter().map(|field| field.name);
            names.find(|&name| !is_given(name))
        })?;
        match missing {
            Some(name) => {
                let message = format!("missing field `{name}` in `{}`", definition.name);
                Err(Diagnostic::new(message, span))
            }
            None => Ok(()),
        }
    }

    fn check_struct_fields(
        &mut self,
        def: DefId,
        args: Args,
        fields: &[(Symbol, ExprId)],
    ) -> Result<()> {
        for (index, &(name, value)) in fields.iter().enumerate() {
            let span = self.span(value);
            if fields[..index].iter().any(|(earlier, _)| *earlier == name) {
                let message = format!("field `{name}` is given more than once");
                return Err(Diagnostic::new(message, span));
            }
            let ty = self.field_ty(def, args, name, span)?;
            self.check_coercible(value, ty)?;
        }
        Ok(())
    }
}
