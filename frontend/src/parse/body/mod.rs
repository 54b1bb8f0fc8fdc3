//! Bodies: expressions, patterns and statements to [`crate::hir::Body`].

mod assign;
mod asynchronous;
mod block;
mod builtin;
mod control;
mod desugar;
mod expr;
mod format;
mod format_string;
mod literal;
mod macros;
mod pattern;
mod scope;
mod value_path;

use super::node::{BodySource, FnNode, Node};
use super::tokens::{span_in, syntax_error};
use super::ty::TyCx;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Body, DefId, Expr, ExprId, ExprKind, Local, LocalId, Pat, PatId, PatKind, Shown};
use crate::resolve::{Crate, Entry};
use crate::symbol::Symbol;
use proc_macro2::TokenStream;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Rib;
use std::rc::Rc;
use vscheck_ir::Span;

/// Lowers one body.
struct BodyCx<'a> {
    krate: &'a Crate,
    /// Types, and the current scope, macros and expansion depth.
    types: TyCx<'a>,
    exprs: Vec<Expr>,
    pats: Vec<Pat>,
    locals: Vec<Local>,
    /// See [`Body::handed_on`].
    handed_on: FxHashSet<ExprId>,
    /// See [`Body::shown`].
    shown: FxHashMap<ExprId, Shown>,
    /// See [`Body::const_blocks`].
    const_blocks: FxHashSet<ExprId>,
    ribs: Vec<Rib>,
    /// Loops and labelled blocks around the current expression, innermost last.
    targets: Vec<Target>,
    /// Blocks with items, for the traits in scope.
    scopes: Vec<DefId>,
    /// The outermost macro invocation being expanded: what `line!()` reports.
    call_site: Option<Span>,
    /// What `.await` suspends: the parameter of the `async` body around it.
    suspends: Option<LocalId>,
}

/// What `break` and `continue` can name.
enum Target {
    /// A loop, with its label.
    Loop(Option<Symbol>, ExprId),
    /// A labelled block.
    Block(Symbol, ExprId),
    /// A closure: nothing outside can be named.
    Barrier,
}

/// Lowers the body of a function, constant, static or anonymous constant.
pub(crate) fn lower_body(krate: &Crate, entry: &Rc<Entry>) -> Result<Body> {
    let mut cx = BodyCx::new(krate, entry);
    let (params, value) = match &entry.node {
        Node::Fn(node) => cx.function(node)?,
        Node::Const(node) => (Vec::new(), cx.constant(node.value.as_deref())?),
        Node::Static(item) => (Vec::new(), cx.constant(Some(&item.expr))?),
        Node::AnonConst(value) => (Vec::new(), cx.constant(Some(value))?),
        _ => return Err(cx.no_body()),
    };
    Ok(cx.finish(entry, params, value))
}

/// What stands for the body of an `async fn` that is not accepted: a future that stops who polls it.
pub(crate) fn lower_async_stop(
    krate: &Crate,
    entry: &Rc<Entry>,
    span: Span,
) -> Result<Option<Body>> {
    let Node::Fn(node) = &entry.node else {
        return Ok(None);
    };
    if node.signature.asyncness.is_none() {
        return Ok(None);
    }
    let mut cx = BodyCx::new(krate, entry);
    let (params, value) = cx.async_stop(&node.signature, span)?;
    Ok(Some(cx.finish(entry, params, value)))
}

/// Whether a function has a body that is syntax.
pub(crate) fn has_syntax(entry: &Entry) -> bool {
    let Node::Fn(node) = &entry.node else {
        return false;
    };
    match &node.body {
        Some(BodySource::Text(text)) => text.parse_in(entry.file, "", parse_block).is_ok(),
        Some(BodySource::Tokens(tokens)) => {
            syn::parse::Parser::parse2(parse_block, tokens.clone()).is_ok()
        }
        Some(BodySource::Parsed(_)) => true,
        None => false,
    }
}

/// The trait of the impl that a body stands in: its methods can be called there without a `use`.
fn implemented_trait(krate: &Crate, entry: &Rc<Entry>) -> Option<DefId> {
    let mut current = entry.parent;
    while let Some(id) = current {
        let around = krate.entry(id);
        match &around.node {
            Node::Impl(_) => return crate::parse::item::impl_trait(krate, id),
            Node::Module => return None,
            _ => current = around.parent,
        }
    }
    None
}

impl<'a> BodyCx<'a> {
    fn new(krate: &'a Crate, entry: &Rc<Entry>) -> BodyCx<'a> {
        BodyCx {
            krate,
            types: TyCx::new(krate, entry),
            exprs: Vec::new(),
            pats: Vec::new(),
            locals: Vec::new(),
            handed_on: FxHashSet::default(),
            shown: FxHashMap::default(),
            const_blocks: FxHashSet::default(),
            ribs: Vec::new(),
            targets: Vec::new(),
            scopes: vec![entry.scope],
            call_site: None,
            suspends: None,
        }
    }

    fn finish(self, entry: &Rc<Entry>, params: Vec<PatId>, value: ExprId) -> Body {
        let implemented = implemented_trait(self.krate, entry);
        let traits_in_scope = self.krate.traits_in_scope(&self.scopes, implemented);
        Body {
            owner: entry.id,
            params,
            value,
            exprs: self.exprs,
            pats: self.pats,
            locals: self.locals,
            handed_on: self.handed_on,
            shown: self.shown,
            const_blocks: self.const_blocks,
            traits_in_scope,
        }
    }

    fn no_body(&self) -> Box<Diagnostic> {
        let owner = &self.types.owner;
        Diagnostic::new(
            format!("`{}` has no body", self.krate.path_of(owner.id)),
            owner.span,
        )
    }

    fn function(&mut self, node: &FnNode) -> Result<(Vec<PatId>, ExprId)> {
        let block = match &node.body {
            None => return Err(self.no_body()),
            Some(BodySource::Parsed(block)) => block.clone(),
            Some(BodySource::Tokens(tokens)) => Rc::new(self.parse_body(tokens.clone())?),
            Some(BodySource::Text(text)) => text.parse_in(self.types.file, "", parse_block)?,
        };
        let block = &*block;
        if node.signature.asyncness.is_some() {
            return self.async_function(&node.signature, block);
        }
        let cfg = &self.krate.cfg(self.types.file);
        let mut params = Vec::new();
        for input in &node.signature.inputs {
            let attrs = match input {
                syn::FnArg::Receiver(receiver) => &receiver.attrs,
                syn::FnArg::Typed(typed) => &typed.attrs,
            };
            if super::attributes::enabled(cfg, attrs) {
                params.push(self.param(input)?);
            }
        }
        let value = self.block_expr(block)?;
        if let Some(BodySource::Text(text)) = &node.body {
            // Its braces were left out. The end is where locals are dropped.
            let mut span = text.span(self.types.file);
            span.end_column += 1;
            self.exprs[value.index()].span = span;
        }
        Ok((params, value))
    }

    /// The statements of a body that was left as tokens.
    fn parse_body(&self, tokens: TokenStream) -> Result<syn::Block> {
        let parsed = syn::parse::Parser::parse2(parse_block, tokens);
        parsed.map_err(|error| syntax_error(self.types.file, &error))
    }

    fn param(&mut self, input: &syn::FnArg) -> Result<PatId> {
        match input {
            syn::FnArg::Typed(typed) => self.pattern(&typed.pat),
            syn::FnArg::Receiver(receiver) => Ok(self.receiver(receiver)),
        }
    }

    fn receiver(&mut self, receiver: &syn::Receiver) -> PatId {
        let span = self.span(receiver.self_token.span);
        let name = Symbol::new("self");
        let mutable = receiver.mutability.is_some() && receiver.reference.is_none();
        let local = self.new_local(name, span, !mutable);
        self.ribs.push(Rib::Local(name, local));
        let kind = PatKind::Binding {
            local,
            by_ref: None,
            mutable,
            sub: None,
        };
        self.add_pat(span, kind)
    }

    fn constant(&mut self, value: Option<&syn::Expr>) -> Result<ExprId> {
        match value {
            Some(value) => self.expr(value),
            None => Err(self.no_body()),
        }
    }

    fn span(&self, span: proc_macro2::Span) -> Span {
        span_in(self.types.file, span)
    }

    fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        let id = ExprId::new(self.exprs.len());
        self.exprs.push(Expr { span, kind });
        id
    }

    /// Reserves the id of a loop or block whose content names it.
    fn reserve(&mut self, span: Span) -> ExprId {
        self.add(span, ExprKind::Tuple(Vec::new()))
    }

    fn fill(&mut self, id: ExprId, kind: ExprKind) {
        self.exprs[id.index()].kind = kind;
    }

    /// An expression with what stands around it, if it stands there and not in a macro's definition.
    fn widened(&mut self, id: ExprId, around: proc_macro2::Span) -> ExprId {
        let around = self.span(around);
        let own = &mut self.exprs[id.index()].span;
        let start = |span: &Span| (span.line, span.column);
        let end = |span: &Span| (span.end_line, span.end_column);
        let is_before = start(&around) < start(own) && around.line > 0;
        if around.file == own.file && is_before {
            let last = std::cmp::max_by_key(around, *own, end);
            *own = Span {
                line: around.line,
                column: around.column,
                ..last
            };
        }
        id
    }

    fn place(&self, id: ExprId) -> Span {
        self.exprs[id.index()].span
    }

    fn add_pat(&mut self, span: Span, kind: PatKind) -> PatId {
        let id = PatId::new(self.pats.len());
        self.pats.push(Pat { span, kind });
        id
    }

    /// A local under its plain name.
    fn new_local(&mut self, name: Symbol, span: Span, fixed: bool) -> LocalId {
        let id = LocalId::new(self.locals.len());
        self.locals.push(Local {
            name: crate::resolve::hygiene::plain(name),
            span,
            fixed,
        });
        id
    }
}

/// What stands between the braces of a body.
pub(crate) fn parse_block(input: syn::parse::ParseStream) -> syn::Result<syn::Block> {
    syn::Attribute::parse_inner(input)?;
    Ok(syn::Block {
        brace_token: syn::token::Brace::default(),
        stmts: syn::Block::parse_within(input)?,
    })
}
