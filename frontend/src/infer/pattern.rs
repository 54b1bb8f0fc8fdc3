//! Types of patterns, with default binding modes.

use super::fcx::Fcx;
use super::fold::subst;
use super::path::Resolved;
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ExprPath, Literal, LocalId, Mutability, PatId, PatKind, Primitive, RangeBound};
use crate::symbol::Symbol;
use crate::ty::{Args, Const, IntTy, Ty, TyKind};
use crate::typed::BindingMode;
use vscheck_ir::Span;

impl Fcx<'_> {
    /// A pattern that a value of type `expected` reaches.
    pub fn check_pat(&mut self, pat: PatId, expected: Ty, mode: BindingMode) -> Result<()> {
        let body = self.body.clone();
        let kind = &body.pats[pat.index()].kind;
        let (expected, mode) = match goes_through_references(kind) {
            true => self.peel_references(pat, kind, expected, mode),
            false => (self.structurally(expected), mode),
        };
        self.tables.pat_types[pat.index()] = Some(expected);
        let span = self.pat_span(pat);
        match kind {
            PatKind::Wild | PatKind::Rest => Ok(()),
            PatKind::Binding {
                local,
                by_ref,
                mutable,
                sub,
            } => {
                let own = match by_ref {
                    Some(mutability) => BindingMode::Ref(*mutability),
                    None if *mutable => BindingMode::Value,
                    None => mode,
                };
                self.check_binding(pat, *local, own, expected)?;
                match sub {
                    Some(sub) => self.check_pat(*sub, expected, mode),
                    None => Ok(()),
                }
            }
            PatKind::Literal { literal, .. } => self.check_literal_pat(literal, expected, span),
            PatKind::Path(path) => self.check_path_pat(pat, path, expected, span),
            PatKind::TupleStruct(path, subs) => {
                self.check_tuple_struct_pat(pat, path, subs, expected, mode)
            }
            PatKind::Struct(path, fields) => {
                self.check_struct_pat(pat, path, fields, expected, mode)
            }
            PatKind::Tuple(subs) => self.check_tuple_pat(subs, expected, mode, span),
            PatKind::Slice(subs) => self.check_slice_pat(subs, expected, mode, span),
            PatKind::Ref(sub) => self.check_ref_pat(*sub, expected, span),
            PatKind::Range { start, end, .. } => {
                for bound in [start, end].into_iter().flatten() {
                    self.check_range_bound(bound, expected, span)?;
                }
                Ok(())
            }
            PatKind::Or(subs) => {
                for &sub in subs {
                    self.check_pat(sub, expected, mode)?;
                }
                Ok(())
            }
        }
    }

    fn peel_references(
        &mut self,
        pat: PatId,
        kind: &PatKind,
        expected: Ty,
        mut mode: BindingMode,
    ) -> (Ty, BindingMode) {
        let mut derefs = Vec::new();
        let mut ty = self.structurally(expected);
        if is_constant_path(self, kind) {
            return (ty, mode);
        }
        while let TyKind::Ref(mutability, to) = ty.kind() {
            derefs.push(ty);
            mode = match mode {
                BindingMode::Value => BindingMode::Ref(*mutability),
                BindingMode::Ref(outer) => BindingMode::Ref(outer.min(*mutability)),
            };
            ty = self.structurally(*to);
        }
        if !derefs.is_empty() {
            self.tables.pat_derefs.insert(pat, derefs);
        }
        (ty, mode)
    }

    fn check_binding(
        &mut self,
        pat: PatId,
        local: LocalId,
        mode: BindingMode,
        expected: Ty,
    ) -> Result<()> {
        self.tables.binding_modes.insert(pat, mode);
        let owner = self.current_closure;
        self.local_owner.insert(local, owner);
        let ty = match mode {
            BindingMode::Value => expected,
            BindingMode::Ref(mutability) => Ty::reference(mutability, expected),
        };
        let span = self.pat_span(pat);
        let local_ty = self.local_ty(local);
        self.demand_eq(span, local_ty, ty)
    }

    fn check_literal_pat(&mut self, literal: &Literal, expected: Ty, span: Span) -> Result<()> {
        let ty = match literal {
            Literal::Bytes(_) if self.is_byte_slice(expected) => return Ok(()),
            Literal::Str(_) if *expected.kind() == TyKind::Str => return Ok(()),
            _ => self.literal_ty(literal),
        };
        self.demand_eq(span, expected, ty)
    }

    fn is_byte_slice(&self, ty: Ty) -> bool {
        match ty.kind() {
            TyKind::Ref(_, to) => self.is_byte_slice(self.shallow(*to)),
            TyKind::Slice(_) | TyKind::Array(..) => true,
            _ => false,
        }
    }

    /// The type a literal has by itself.
    pub fn literal_ty(&mut self, literal: &Literal) -> Ty {
        let suffix = |name: Primitive| super::lower_ty::primitive(name);
        match literal {
            Literal::Int(_, Some(name)) | Literal::Float(_, Some(name)) => suffix(*name),
            Literal::Int(_, None) => self.table.fresh_int(),
            Literal::Float(_, None) => self.table.fresh_float(),
            Literal::Bool(_) => Ty::bool(),
            Literal::Char(_) => Ty::new(TyKind::Char),
            Literal::Str(_) => Ty::reference(Mutability::Shared, Ty::new(TyKind::Str)),
            Literal::Bytes(bytes) => {
                let byte = Ty::new(TyKind::Int(IntTy::U8));
                let length = Const::Value(bytes.len() as i128);
                Ty::reference(Mutability::Shared, Ty::new(TyKind::Array(byte, length)))
            }
        }
    }

    fn check_path_pat(
        &mut self,
        pat: PatId,
        path: &ExprPath,
        expected: Ty,
        span: Span,
    ) -> Result<()> {
        match self.resolve_path(path, span)? {
            Resolved::Value(def, args) => {
                let ty = subst(self.typer.value_ty(def)?, args);
                let ty = self.normalize_later(ty);
                self.tables
                    .pat_constants
                    .insert(pat, Instance { def, args });
                self.demand_eq(span, expected, ty)
            }
            Resolved::Variant(def, args) => self.variant_pat(pat, def, args, expected, span),
            Resolved::Fn(..) | Resolved::ConstParam(_) => {
                Err(Diagnostic::unsupported("this path as a pattern", span))
            }
        }
    }

    fn variant_pat(
        &mut self,
        pat: PatId,
        def: DefId,
        args: Args,
        expected: Ty,
        span: Span,
    ) -> Result<()> {
        let ty = Ty::new(TyKind::Adt(self.typer.adt_of_variant(def), args));
        self.tables.pat_variants.insert(pat, def);
        self.demand_eq(span, expected, ty)
    }

    fn resolve_variant_pat(
        &mut self,
        pat: PatId,
        path: &ExprPath,
        expected: Ty,
    ) -> Result<(DefId, Args)> {
        let span = self.pat_span(pat);
        match self.resolve_record(path, span)? {
            Resolved::Variant(def, args) => {
                self.variant_pat(pat, def, args, expected, span)?;
                Ok((def, args))
            }
            _ => Err(Diagnostic::new("not a struct or variant", span)),
        }
    }

    fn check_tuple_struct_pat(
        &mut self,
        pat: PatId,
        path: &ExprPath,
        subs: &[PatId],
        expected: Ty,
        mode: BindingMode,
    ) -> Result<()> {
        let (def, args) = self.resolve_variant_pat(pat, path, expected)?;
        let fields = self.typer.field_tys(def)?;
        let span = self.pat_span(pat);
        for (sub, index) in self.spread(subs, fields.len(), span)? {
            let ty = self.normalize_later(subst(fields[index], args));
            self.check_pat(sub, ty, mode)?;
        }
        self.mark_rest(subs);
        Ok(())
    }

    fn check_struct_pat(
        &mut self,
        pat: PatId,
        path: &ExprPath,
        fields: &[(Symbol, PatId)],
        expected: Ty,
        mode: BindingMode,
    ) -> Result<()> {
        let (def, args) = self.resolve_variant_pat(pat, path, expected)?;
        for &(name, sub) in fields {
            let span = self.pat_span(sub);
            let ty = self.field_ty(def, args, name, span)?;
            self.check_pat(sub, ty, mode)?;
        }
        Ok(())
    }

    /// The type of a field by name.
    pub fn field_ty(&mut self, def: DefId, args: Args, name: Symbol, span: Span) -> Result<Ty> {
        let index = self.typer.with_fields(def, |data| {
            data.fields.iter().position(|field| field.name == name)
        })?;
        let Some(index) = index else {
            let of = self.typer.hir.def(def).name;
            return Err(Diagnostic::new(
                format!("no field `{name}` in `{of}`"),
                span,
            ));
        };
        let ty = subst(self.typer.field_tys(def)?[index], args);
        Ok(self.normalize_later(ty))
    }

    /// Sub-patterns with the positions they stand for.
    fn spread(&self, subs: &[PatId], count: usize, span: Span) -> Result<Vec<(PatId, usize)>> {
        let rest = subs
            .iter()
            .position(|sub| matches!(self.body.pats[sub.index()].kind, PatKind::Rest));
        let given = subs.len() - usize::from(rest.is_some());
        if given > count {
            return Err(Diagnostic::new("too many sub-patterns", span));
        }
        let split = rest.unwrap_or(subs.len());
        let skipped = count - given;
        let front = subs[..split]
            .iter()
            .copied()
            .enumerate()
            .map(|(i, p)| (p, i));
        let back = subs.iter().copied().enumerate().skip(split + 1);
        let back = back.map(|(index, pat)| (pat, index - 1 + skipped));
        Ok(front.chain(back).collect())
    }

    fn mark_rest(&mut self, subs: &[PatId]) {
        for sub in subs {
            self.tables.pat_types[sub.index()].get_or_insert(Ty::unit());
        }
    }

    fn check_tuple_pat(
        &mut self,
        subs: &[PatId],
        expected: Ty,
        mode: BindingMode,
        span: Span,
    ) -> Result<()> {
        let types = match expected.kind() {
            TyKind::Tuple(types) => types.clone(),
            _ => {
                let types: Vec<Ty> = subs.iter().map(|_| self.table.fresh()).collect();
                self.demand_eq(span, expected, Ty::new(TyKind::Tuple(types.clone())))?;
                types
            }
        };
        for (sub, index) in self.spread(subs, types.len(), span)? {
            self.check_pat(sub, types[index], mode)?;
        }
        self.mark_rest(subs);
        Ok(())
    }

    fn check_slice_pat(
        &mut self,
        subs: &[PatId],
        expected: Ty,
        mode: BindingMode,
        span: Span,
    ) -> Result<()> {
        let has_rest = subs.iter().any(|&sub| self.body.is_rest(sub));
        let (of, length) = match expected.kind() {
            TyKind::Slice(of) => (*of, None),
            TyKind::Array(of, length) => (*of, Some(*length)),
            // Of what is not known, only an array has the same length always.
            TyKind::Infer(_) if !has_rest => {
                let (of, length) = (self.table.fresh(), Const::Value(subs.len() as i128));
                self.demand_eq(span, expected, Ty::new(TyKind::Array(of, length)))?;
                (of, Some(length))
            }
            _ => {
                let of = self.typer.type_name(self.resolve(expected));
                let message = format!("a slice pattern for a value of type `{of}`");
                return Err(Diagnostic::new(message, span));
            }
        };
        let length = length.map(|length| self.evaluate_const(length));
        if let (Some(open @ Const::Infer(_)), false) = (length, has_rest) {
            let exact = Ty::new(TyKind::Array(of, Const::Value(subs.len() as i128)));
            self.demand_eq(span, Ty::new(TyKind::Array(of, open)), exact)?;
        }
        let rest = match length {
            None => Ty::new(TyKind::Slice(of)),
            Some(Const::Value(length)) => {
                let rest = length - (subs.len() as i128 - 1);
                Ty::new(TyKind::Array(of, Const::Value(rest.max(0))))
            }
            Some(_) => Ty::new(TyKind::Slice(of)),
        };
        for &sub in subs {
            let ty = if self.body.is_rest(sub) { rest } else { of };
            self.check_pat(sub, ty, mode)?;
        }
        Ok(())
    }

    fn check_ref_pat(&mut self, sub: PatId, expected: Ty, span: Span) -> Result<()> {
        let inner = match expected.kind() {
            TyKind::Ref(_, to) => *to,
            _ => {
                let inner = self.table.fresh();
                self.demand_eq(span, expected, Ty::reference(Mutability::Shared, inner))?;
                inner
            }
        };
        self.check_pat(sub, inner, BindingMode::Value)
    }

    fn check_range_bound(&mut self, bound: &RangeBound, expected: Ty, span: Span) -> Result<()> {
        match bound {
            RangeBound::Literal(literal, _) => self.check_literal_pat(literal, expected, span),
            RangeBound::Path(path) => self.check_pat(*path, expected, BindingMode::Value),
        }
    }

    /// Whether a pattern takes a mutable reference, so that the place must be reached mutably.
    pub fn binds_by_mut(&self, pat: PatId) -> bool {
        match &self.body.pats[pat.index()].kind {
            PatKind::Wild | PatKind::Rest | PatKind::Path(_) => false,
            PatKind::Literal { .. } | PatKind::Range { .. } => false,
            PatKind::Binding { sub, .. } => {
                let mode = self.tables.binding_modes.get(&pat);
                mode == Some(&BindingMode::Ref(Mutability::Mut))
                    || sub.is_some_and(|sub| self.binds_by_mut(sub))
            }
            PatKind::TupleStruct(_, subs)
            | PatKind::Tuple(subs)
            | PatKind::Slice(subs)
            | PatKind::Or(subs) => subs.iter().any(|&sub| self.binds_by_mut(sub)),
            PatKind::Struct(_, fields) => fields.iter().any(|&(_, sub)| self.binds_by_mut(sub)),
            PatKind::Ref(sub) => self.binds_by_mut(*sub),
        }
    }
}

fn goes_through_references(kind: &PatKind) -> bool {
    match kind {
        PatKind::Path(_)
        | PatKind::TupleStruct(..)
        | PatKind::Struct(..)
        | PatKind::Tuple(_)
        | PatKind::Slice(_)
        | PatKind::Range { .. } => true,
        PatKind::Literal { literal, .. } => !matches!(literal, Literal::Str(_) | Literal::Bytes(_)),
        PatKind::Wild
        | PatKind::Rest
        | PatKind::Binding { .. }
        | PatKind::Ref(_)
        | PatKind::Or(_) => false,
    }
}

/// Constants are compared with the value as it is; but one that is no reference goes through them.
fn is_constant_path(cx: &mut Fcx<'_>, kind: &PatKind) -> bool {
    let PatKind::Path(path) = kind else {
        return false;
    };
    let resolved = cx.cx_probe_path(path);
    match resolved {
        Some(Resolved::Value(def, _)) => {
            matches!(cx.typer.value_ty(def).map(Ty::kind), Ok(TyKind::Ref(..)))
        }
        _ => false,
    }
}

impl Fcx<'_> {
    /// What a path names, without consequences.
    fn cx_probe_path(&mut self, path: &ExprPath) -> Option<Resolved> {
        let span = Span::default();
        let pending = self.pending.len();
        let found = self.resolve_path(path, span).ok();
        self.pending.truncate(pending);
        found
    }
}
