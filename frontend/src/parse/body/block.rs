//! Blocks and statements: items first, then statements in order, macros expanded where they stand.

use super::BodyCx;
use super::scope::Rib;
use crate::diagnostic::Result;
use crate::hir::{Block, ExprId, ExprKind, Stmt};
use crate::parse::attributes::{self, statement_attributes};
use crate::parse::collect::{Collector, expand_deferred};
use crate::parse::tokens::{join, syntax_error};
use crate::parse::{Builtin, builtin};
use crate::resolve::{MacroScope, Module, Res, last_defined};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vscheck_ir::Span;

/// The block being lowered.
struct Open {
    span: Span,
    /// The scope of its items, once there is one.
    module: Option<Rc<Module>>,
    stmts: Vec<Stmt>,
    /// So many statements there were after one that gives the block's value, should only macros that
    /// expand to nothing follow it.
    value_at: Option<usize>,
}

impl Open {
    /// Adds an expression that stands without a semicolon.
    fn push_value(&mut self, value: ExprId) {
        self.stmts.push(Stmt::Expr(value));
        self.value_at = Some(self.stmts.len());
    }

    /// Takes the last statement back if it gives the block's value.
    fn take_value(&mut self) -> Option<ExprId> {
        match self.stmts.last() {
            Some(&Stmt::Expr(value)) if self.value_at == Some(self.stmts.len()) => {
                self.stmts.pop();
                Some(value)
            }
            _ => None,
        }
    }
}

/// Macro definitions among statements, by position: the textual scope after each.
type Definitions = FxHashMap<usize, MacroScope>;

impl BodyCx<'_> {
    /// A block as an expression.
    pub(super) fn block_expr(&mut self, block: &syn::Block) -> Result<ExprId> {
        let span = self.span(block.brace_token.span.join());
        let block = self.block(block)?;
        Ok(self.add(span, ExprKind::Block(block)))
    }

    /// A block's statements and value.
    pub(super) fn block(&mut self, block: &syn::Block) -> Result<Block> {
        let span = self.span(block.brace_token.span.join());
        self.scoped(|cx| {
            let mut open = Open {
                span,
                module: None,
                stmts: Vec::new(),
                value_at: None,
            };
            let tail = cx.statements(&block.stmts, true, &mut open)?;
            let tail = tail.or_else(|| open.take_value());
            Ok(Block {
                stmts: open.stmts,
                tail,
            })
        })
    }

    /// Lowers statements into the open block. The last one gives its value if `ends` and it has no
    /// semicolon.
    fn statements(
        &mut self,
        stmts: &[syn::Stmt],
        ends: bool,
        open: &mut Open,
    ) -> Result<Option<ExprId>> {
        let definitions = self.collect_items(stmts, open)?;
        let mut tail = None;
        // What a `cfg` removes does not count.
        let end = stmts.iter().rposition(|stmt| self.is_enabled(stmt));
        for (index, stmt) in stmts.iter().enumerate() {
            let last = ends && Some(index) == end;
            if let Some(macros) = definitions.get(&index) {
                self.define_macro(macros);
            }
            if self.is_enabled(stmt) {
                tail = self.statement(stmt, last, open)?;
            }
        }
        Ok(tail)
    }

    fn is_enabled(&self, stmt: &syn::Stmt) -> bool {
        let attributes = match stmt {
            // Whether they exist is decided where they are defined.
            syn::Stmt::Item(_) => return true,
            syn::Stmt::Local(local) => &local.attrs[..],
            syn::Stmt::Macro(node) => &node.attrs,
            syn::Stmt::Expr(expr, _) => statement_attributes(expr),
        };
        self.exists(attributes)
    }

    /// Whether a `cfg` among these attributes removes what they stand at.
    pub(super) fn exists(&self, attributes: &[syn::Attribute]) -> bool {
        attributes.is_empty() || attributes::enabled(&self.krate.cfg(self.types.file), attributes)
    }

    fn define_macro(&mut self, macros: &MacroScope) {
        self.types.macros = macros.clone();
        if let Some(def) = last_defined(macros) {
            self.ribs.push(Rib::Macro(def.id));
        }
    }

    /// Defines the items among statements; they are visible in the whole block.
    fn collect_items(&mut self, stmts: &[syn::Stmt], open: &mut Open) -> Result<Definitions> {
        let mut definitions = Definitions::default();
        if !stmts.iter().any(|stmt| matches!(stmt, syn::Stmt::Item(_))) {
            return Ok(definitions);
        }
        let module = match &open.module {
            Some(module) => module.clone(),
            None => self.open_block_scope(open.span),
        };
        open.module = Some(module.clone());
        let mut deferred = Vec::new();
        let mut collector = Collector {
            krate: self.krate,
            module,
            file: self.types.file,
            parent: self.types.owner.id,
            macros: self.types.macros.clone(),
            skimmed: None,
            depth: self.types.depth,
            deferred: &mut deferred,
        };
        for (index, stmt) in stmts.iter().enumerate() {
            let syn::Stmt::Item(item) = stmt else {
                continue;
            };
            let before = definition_of(&collector.macros);
            collector.item(item.clone())?;
            // A module with `#[macro_use]` defines some, too.
            if definition_of(&collector.macros) != before {
                definitions.insert(index, collector.macros.clone());
            }
        }
        expand_deferred(self.krate, deferred)?;
        let unit = self.krate.unit_of(self.types.file);
        self.krate.enter_bodies_with_impls(unit)?;
        Ok(definitions)
    }

    fn statement(
        &mut self,
        stmt: &syn::Stmt,
        last: bool,
        open: &mut Open,
    ) -> Result<Option<ExprId>> {
        match stmt {
            syn::Stmt::Item(_) => Ok(None),
            syn::Stmt::Local(local) => {
                let stmt = self.let_statement(local)?;
                open.stmts.push(stmt);
                Ok(None)
            }
            syn::Stmt::Macro(node) => {
                let value_wanted = last && node.semi_token.is_none();
                let value = self.statement_macro(&node.mac, value_wanted, open)?;
                if node.semi_token.is_some() {
                    open.value_at = None;
                }
                Ok(value)
            }
            syn::Stmt::Expr(syn::Expr::Verbatim(tokens), Some(_)) if tokens.is_empty() => Ok(None),
            // The last of what a macro that is a statement stands for.
            syn::Stmt::Expr(syn::Expr::Macro(node), None) if !last => {
                self.statement_macro(&node.mac, false, open)
            }
            syn::Stmt::Expr(expr, semi) => {
                let value = self.expr(expr)?;
                match semi {
                    None if last => return Ok(Some(value)),
                    None => open.push_value(value),
                    Some(_) => open.stmts.push(Stmt::Expr(value)),
                }
                Ok(None)
            }
        }
    }

    fn let_statement(&mut self, local: &syn::Local) -> Result<Stmt> {
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(self.types.ty(&typed.ty)?)),
            other => (other, None),
        };
        let mut init = None;
        let mut otherwise = None;
        if let Some(written) = &local.init {
            init = Some(self.expr(&written.expr)?);
            if let Some((_, diverge)) = &written.diverge {
                otherwise = Some(self.expr(diverge)?);
            }
        }
        let pat = self.pattern(pat)?;
        let span = join(
            self.span(local.let_token.span),
            self.span(local.semi_token.span),
        );
        Ok(Stmt::Let {
            pat,
            ty,
            init,
            otherwise,
            span,
        })
    }

    /// A macro as a statement expands to statements of this block.
    fn statement_macro(
        &mut self,
        mac: &syn::Macro,
        value_wanted: bool,
        open: &mut Open,
    ) -> Result<Option<ExprId>> {
        let res = builtin::resolve(self.krate, self.types.scope, &self.types.macros, &mac.path);
        let Some(Res::Macro(_) | Res::Procedural(_) | Res::Builtin(Builtin::CfgSelect)) = res
        else {
            let value = self.macro_expr(mac)?;
            if value_wanted {
                return Ok(Some(value));
            }
            open.push_value(value);
            return Ok(None);
        };
        let stmts = self.expand_to_statements(mac)?;
        let depth = self.types.depth;
        let call_site = self.call_site;
        self.enter_expansion(mac)?;
        let result = self.statements(&stmts, value_wanted, open);
        self.types.depth = depth;
        self.call_site = call_site;
        result
    }

    fn expand_to_statements(&mut self, mac: &syn::Macro) -> Result<Vec<syn::Stmt>> {
        let tokens = self.expand_tokens(mac)?;
        syn::parse::Parser::parse2(syn::Block::parse_within, tokens)
            .map_err(|error| syntax_error(self.types.file, &error))
    }
}

/// Which macro was defined last.
fn definition_of(macros: &MacroScope) -> Option<u32> {
    last_defined(macros).map(|def| def.id)
}
