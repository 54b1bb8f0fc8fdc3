//! Patterns.

use super::BodyCx;
use super::expr::member_name;
use super::literal;
use super::scope::Rib;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ExprPath, GenericArgs, LocalId, PatId, PatKind, RangeBound};
use crate::parse::tokens::full_name;
use crate::parse::{Builtin, attributes};
use crate::resolve::{Namespace, Res, hygiene};
use crate::symbol::Symbol;
use quote::ToTokens;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// The locals of one whole pattern: alternatives of an or-pattern bind the same ones.
type Bound = Vec<(Symbol, LocalId)>;

impl BodyCx<'_> {
    /// Lowers a whole pattern and brings its bindings into scope.
    pub(super) fn pattern(&mut self, pat: &Pat) -> Result<PatId> {
        let mut bound = Bound::new();
        let id = self.sub_pattern(pat, &mut bound)?;
        self.ribs.extend(
            bound
                .into_iter()
                .map(|(name, local)| Rib::Local(name, local)),
        );
        Ok(id)
    }

    fn sub_pattern(&mut self, pat: &Pat, bound: &mut Bound) -> Result<PatId> {
        let span = self.span(pat.span());
        let kind = match pat {
            Pat::Ident(ident) => return self.ident_pattern(ident, bound),
            Pat::Lit(lit) => self.literal_pattern(&Expr::Lit(lit.clone()))?,
            Pat::Macro(node) => return self.macro_pattern(&node.mac, bound),
            Pat::Or(or) => PatKind::Or(self.sub_patterns(&or.cases, bound)?),
            Pat::Paren(paren) => return self.sub_pattern(&paren.pat, bound),
            Pat::Path(path) => {
                PatKind::Path(self.item_path(path.qself.as_ref(), &path.path, Namespace::Value)?)
            }
            Pat::Range(range) => self.range_pattern(range)?,
            Pat::Reference(reference) => PatKind::Ref(self.sub_pattern(&reference.pat, bound)?),
            Pat::Rest(_) => PatKind::Rest,
            Pat::Slice(slice) => PatKind::Slice(self.sub_patterns(&slice.elems, bound)?),
            Pat::Struct(node) => self.struct_pattern(node, bound)?,
            Pat::Tuple(tuple) => PatKind::Tuple(self.sub_patterns(&tuple.elems, bound)?),
            Pat::TupleStruct(node) => {
                let path = self.item_path(node.qself.as_ref(), &node.path, Namespace::Value)?;
                PatKind::TupleStruct(path, self.sub_patterns(&node.elems, bound)?)
            }
            Pat::Type(typed) => return self.sub_pattern(&typed.pat, bound),
            Pat::Wild(_) => PatKind::Wild,
            _ => return Err(Diagnostic::unsupported("this kind of pattern", span)),
        };
        Ok(self.add_pat(span, kind))
    }

    fn sub_patterns<'b>(
        &mut self,
        pats: impl IntoIterator<Item = &'b Pat>,
        bound: &mut Bound,
    ) -> Result<Vec<PatId>> {
        pats.into_iter()
            .map(|pat| self.sub_pattern(pat, bound))
            .collect()
    }

    fn ident_pattern(&mut self, pat: &syn::PatIdent, bound: &mut Bound) -> Result<PatId> {
        let span = self.span(pat.span());
        let full = full_name(&pat.ident);
        let plain = pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none();
        if plain && let Some(def) = self.pattern_item(hygiene::plain(full)) {
            let path = ExprPath::Def {
                def,
                parent_args: GenericArgs::default(),
                args: GenericArgs::default(),
            };
            return Ok(self.add_pat(span, PatKind::Path(path)));
        }
        if plain && let Some((index, true)) = self.types.generic_param(hygiene::plain(full)) {
            return Ok(self.add_pat(span, PatKind::Path(ExprPath::ConstParam(index))));
        }
        self.binding(pat, bound)
    }

    /// A pattern that binds.
    fn binding(&mut self, pat: &syn::PatIdent, bound: &mut Bound) -> Result<PatId> {
        let span = self.span(pat.span());
        let mutable = pat.mutability.is_some() && pat.by_ref.is_none();
        let local = self.bind(full_name(&pat.ident), (&pat.ident, mutable), bound);
        let sub = match &pat.subpat {
            Some((_, sub)) => Some(self.sub_pattern(sub, bound)?),
            None => None,
        };
        let by_ref = pat
            .by_ref
            .map(|_| crate::parse::ty::mutability(pat.mutability.is_some()));
        Ok(self.add_pat(
            span,
            PatKind::Binding {
                local,
                by_ref,
                mutable,
                sub,
            },
        ))
    }

    fn bind(
        &mut self,
        full: Symbol,
        (ident, mutable): (&syn::Ident, bool),
        bound: &mut Bound,
    ) -> LocalId {
        if let Some(&(_, local)) = bound.iter().find(|(name, _)| *name == full) {
            // Of an alternative, which a guard may refuse.
            self.locals[local.index()].fixed = false;
            return local;
        }
        let local = self.new_local(full, self.span(ident.span()), !mutable);
        bound.push((full, local));
        local
    }

    fn struct_pattern(&mut self, node: &syn::PatStruct, bound: &mut Bound) -> Result<PatKind> {
        let path = self.item_path(node.qself.as_ref(), &node.path, Namespace::Type)?;
        let mut fields = Vec::new();
        for field in &node.fields {
            if attributes::enabled(&self.krate.cfg(self.types.file), &field.attrs) {
                let pat = match (&field.colon_token, &*field.pat) {
                    // `S { x }` always binds.
                    (None, Pat::Ident(ident)) => self.binding(ident, bound)?,
                    (_, pat) => self.sub_pattern(pat, bound)?,
                };
                fields.push((member_name(&field.member), pat));
            }
        }
        Ok(PatKind::Struct(path, fields))
    }

    /// A literal, a constant's path, or a minus before a literal.
    fn literal_pattern(&mut self, expr: &Expr) -> Result<PatKind> {
        let span = self.span(expr.span());
        match expr {
            Expr::Group(group) => self.literal_pattern(&group.expr),
            Expr::Paren(paren) => self.literal_pattern(&paren.expr),
            Expr::Lit(node) => {
                let (literal, negative) = literal::lower_signed(&node.lit, span)?;
                Ok(PatKind::Literal { literal, negative })
            }
            Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Neg(_),
                expr,
                ..
            }) => match self.literal_pattern(expr)? {
                PatKind::Literal { literal, negative } => Ok(PatKind::Literal {
                    literal,
                    negative: !negative,
                }),
                _ => Err(Diagnostic::unsupported(
                    "a negated constant in a pattern",
                    span,
                )),
            },
            Expr::Path(node) => {
                let path = self.item_path(node.qself.as_ref(), &node.path, Namespace::Value)?;
                Ok(PatKind::Path(path))
            }
            Expr::Macro(node) => {
                let expanded = self.expand_to_expr(&node.mac)?;
                self.literal_pattern(&expanded)
            }
            _ => Err(Diagnostic::unsupported(
                "this expression in a pattern",
                span,
            )),
        }
    }

    fn range_bound(&mut self, expr: &Expr) -> Result<RangeBound> {
        Ok(match self.literal_pattern(expr)? {
            PatKind::Literal { literal, negative } => RangeBound::Literal(literal, negative),
            path => RangeBound::Path(self.add_pat(self.span(expr.span()), path)),
        })
    }

    fn range_pattern(&mut self, range: &syn::PatRange) -> Result<PatKind> {
        let mut bound = |end: &Option<Box<Expr>>| -> Result<Option<Box<RangeBound>>> {
            match end {
                Some(end) => Ok(Some(Box::new(self.range_bound(end)?))),
                None => Ok(None),
            }
        };
        let start = bound(&range.start)?;
        let end = bound(&range.end)?;
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        Ok(PatKind::Range {
            start,
            end,
            inclusive,
        })
    }

    fn macro_pattern(&mut self, mac: &syn::Macro, bound: &mut Bound) -> Result<PatId> {
        if let Res::Builtin(builtin) = self.resolve_macro(mac)?
            && builtin != Builtin::CfgSelect
        {
            let literal = self.builtin_literal(builtin, mac)?;
            let pat = syn::Pat::parse_single.parse2(literal.to_token_stream());
            let pat =
                pat.map_err(|error| crate::parse::tokens::syntax_error(self.types.file, &error))?;
            return self.sub_pattern(&pat, bound);
        }
        let tokens = self.expand_tokens(mac)?;
        let parser = syn::Pat::parse_multi_with_leading_vert;
        let pat = syn::parse::Parser::parse2(parser, tokens)
            .map_err(|error| crate::parse::tokens::syntax_error(self.types.file, &error))?;
        self.in_expansion(mac, |cx| cx.sub_pattern(&pat, bound))
    }
}
