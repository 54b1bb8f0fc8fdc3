//! Macros in expressions.

use super::BodyCx;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ExprId, ExprKind};
use crate::parse::attributes::statement_attributes;
use crate::parse::cfg_select::selected;
use crate::parse::macro_rules::{Invocation, MacroDef};
use crate::parse::tokens::syntax_error;
use crate::parse::{Builtin, builtin, macro_span, path_text};
use crate::resolve::Res;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};

impl BodyCx<'_> {
    /// A macro as an expression.
    pub(super) fn macro_expr(&mut self, mac: &syn::Macro) -> Result<ExprId> {
        match self.resolve_macro(mac)? {
            Res::Builtin(builtin) if builtin != Builtin::CfgSelect => {
                self.in_expansion(mac, |cx| cx.builtin_macro(builtin, mac))
            }
            _ => match self.expand_to_block(mac)? {
                Expansion::Expr(expr) => self.in_expansion(mac, |cx| cx.expr(&expr)),
                Expansion::Empty => {
                    let span = self.span(macro_span(mac));
                    Ok(self.add(span, ExprKind::Tuple(Vec::new())))
                }
            },
        }
    }

    pub(super) fn resolve_macro(&self, mac: &syn::Macro) -> Result<Res> {
        let res = builtin::resolve(self.krate, self.types.scope, &self.types.macros, &mac.path);
        res.ok_or_else(|| {
            let path = path_text(&mac.path);
            let span = self.span(macro_span(mac));
            Diagnostic::new(format!("cannot find macro `{path}!` in this scope"), span)
        })
    }

    /// The tokens that an invocation of a `macro_rules!` macro or of `cfg_select!` stands for.
    pub(super) fn expand_tokens(&mut self, mac: &syn::Macro) -> Result<TokenStream> {
        match self.resolve_macro(mac)? {
            Res::Macro(def) => self.expand_with(&def, mac),
            Res::Procedural(which) => builtin::invoke(self.krate, which, self.types.file, mac),
            Res::Builtin(Builtin::CfgSelect) => selected(self.krate, self.types.file, mac),
            _ => {
                let span = self.span(macro_span(mac));
                Err(Diagnostic::unsupported(
                    format!("`{}!` here", path_text(&mac.path)),
                    span,
                ))
            }
        }
    }

    pub(super) fn expand_with(&mut self, def: &MacroDef, mac: &syn::Macro) -> Result<TokenStream> {
        let call = Invocation {
            span: macro_span(mac),
            file: self.types.file,
            arguments: mac.tokens.clone(),
        };
        def.expand(self.krate, &call)
    }

    /// The expression that an invocation stands for; built-in macros stay as they are.
    pub(super) fn expand_to_expr(&mut self, mac: &syn::Macro) -> Result<syn::Expr> {
        if let Res::Builtin(builtin) = self.resolve_macro(mac)?
            && builtin != Builtin::CfgSelect
        {
            return self.builtin_literal(builtin, mac);
        }
        match self.expand_to_block(mac)? {
            Expansion::Expr(expr) => Ok(*expr),
            Expansion::Empty => {
                let span = self.span(macro_span(mac));
                Err(Diagnostic::new("this macro expands to nothing", span))
            }
        }
    }

    fn expand_to_block(&mut self, mac: &syn::Macro) -> Result<Expansion> {
        let tokens = self.expand_tokens(mac)?;
        if tokens.is_empty() {
            return Ok(Expansion::Empty);
        }
        let parser = |input: ParseStream| {
            let expr: syn::Expr = input.parse()?;
            input.parse::<Option<syn::Token![;]>>()?;
            if input.is_empty() {
                Ok(expr)
            } else {
                Err(input.error("unexpected token"))
            }
        };
        let error = match parser.parse2(tokens.clone()) {
            // At the end of a block a `cfg` may remove what the macro stands for.
            Ok(expr) if !self.exists(statement_attributes(&expr)) => return Ok(Expansion::Empty),
            Ok(expr) => return Ok(Expansion::Expr(Box::new(expr))),
            Err(error) => error,
        };
        // Several statements: rustc accepts some of these, all mean a block.
        let stmts = syn::Block::parse_within.parse2(tokens);
        let stmts = stmts.map_err(|_| syntax_error(self.types.file, &error))?;
        let block = syn::Block {
            brace_token: syn::token::Brace(macro_span(mac)),
            stmts,
        };
        let expr = syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block,
        };
        Ok(Expansion::Expr(Box::new(syn::Expr::Block(expr))))
    }

    /// Runs inside an expansion: one level deeper, the outermost invocation noted.
    pub(super) fn in_expansion<T>(
        &mut self,
        mac: &syn::Macro,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let depth = self.types.depth;
        let call_site = self.call_site;
        self.enter_expansion(mac)?;
        let result = run(self);
        self.types.depth = depth;
        self.call_site = call_site;
        result
    }

    pub(super) fn enter_expansion(&mut self, mac: &syn::Macro) -> Result<()> {
        let span = self.span(macro_span(mac));
        self.krate.check_depth(self.types.depth + 1, span)?;
        self.types.depth += 1;
        self.call_site.get_or_insert(span);
        Ok(())
    }
}

/// What an invocation expands to as an expression.
enum Expansion {
    Expr(Box<syn::Expr>),
    Empty,
}
