//! Macros that the front end provides, as expressions.

use super::BodyCx;
use super::format::FormatArgs;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{
    Block, Edition, ExprId, ExprKind, ExprPath, GenericArgs, Literal, Mutability, Primitive, Shown,
    Stmt, UnaryOp,
};
use crate::parse::builtin::{Builtin, compile_error, undefined_variable};
use crate::parse::include::included_tokens;
use crate::parse::tokens::{stringify, syntax_error};
use crate::parse::{collect, macro_span};
use crate::resolve::hygiene::STD_CRATE;
use crate::resolve::{Namespace, Res};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use std::path::PathBuf;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Token};
use vscheck_ir::Span;

const UNREACHABLE: &str = "internal error: entered unreachable code";

impl BodyCx<'_> {
    /// A built-in macro as an expression.
    pub(super) fn builtin_macro(&mut self, builtin: Builtin, mac: &syn::Macro) -> Result<ExprId> {
        let span = self.span(macro_span(mac));
        let tokens = mac.tokens.clone();
        match builtin {
            Builtin::AddrOf => self.address_of(tokens, Mutability::Shared, span),
            Builtin::AddrOfMut => self.address_of(tokens, Mutability::Mut, span),
            Builtin::Assert => self.assert(tokens, span),
            Builtin::CfgSelect => {
                let expr = self.expand_to_expr(mac)?;
                self.expr(&expr)
            }
            Builtin::CompileError => Err(compile_error(span, mac)),
            Builtin::FormatArgs | Builtin::FormatArgsNl | Builtin::PrintArgs => {
                let mut args = self.parse_format_args(tokens)?;
                args.ends_line = builtin == Builtin::FormatArgsNl;
                if builtin == Builtin::PrintArgs {
                    args.shown_to = Shown::Printed;
                }
                self.format_args(&args, "", span)
            }
            Builtin::Include => self.include(mac, span),
            Builtin::OptionEnv => self.option_env(mac),
            Builtin::OffsetOf => self.offset_of(mac),
            Builtin::Panic => self.panic(tokens, span),
            Builtin::Unreachable => self.unreachable(tokens, span),
            Builtin::Foreign(_) => {
                let what = format!("the macro `{}!`", crate::parse::path_text(&mac.path));
                Ok(self.add(span, ExprKind::Unsupported(what)))
            }
            Builtin::Cfg
            | Builtin::Column
            | Builtin::Concat
            | Builtin::Env
            | Builtin::File
            | Builtin::IncludeBytes
            | Builtin::IncludeStr
            | Builtin::Line
            | Builtin::ModulePath
            | Builtin::Stringify => {
                let value = self.builtin_value(builtin, mac, span)?;
                Ok(self.add(span, ExprKind::Literal(value)))
            }
        }
    }

    /// The literal that a built-in macro is.
    fn builtin_value(&mut self, builtin: Builtin, mac: &syn::Macro, span: Span) -> Result<Literal> {
        let text = |text: &str| Literal::Str(crate::symbol::Symbol::new(text));
        let number = |value: u32| Literal::Int(u128::from(value), Some(Primitive::U32));
        // What is written among a macro's arguments stands where it is written.
        let outermost = self.call_site.filter(|site| !site.covers(&span));
        let site = outermost.unwrap_or(span);
        Ok(match builtin {
            Builtin::Cfg => Literal::Bool(
                self.krate
                    .cfg(self.types.file)
                    .all(mac.tokens.clone())
                    .unwrap_or(false),
            ),
            Builtin::Column => number(site.column),
            Builtin::Concat => text(&self.concat(mac.tokens.clone())?),
            Builtin::Env => text(&self.env(mac, span)?),
            Builtin::File => text(&self.krate.file_path(self.types.file)),
            Builtin::IncludeBytes => Literal::Bytes(self.included(mac, span)?.into()),
            Builtin::IncludeStr => {
                let included = String::from_utf8(self.included(mac, span)?);
                let not_text = |_| Diagnostic::new("the included file is not UTF-8 text", span);
                text(&included.map_err(not_text)?)
            }
            Builtin::Line => number(site.line),
            Builtin::ModulePath => {
                let module = self.krate.nearest_module(self.types.scope);
                text(&self.krate.full_path_of(module.def))
            }
            Builtin::Stringify => text(&stringify(&mac.tokens)),
            other => {
                return Err(Diagnostic::unsupported(
                    format!("the macro {other:?} here"),
                    span,
                ));
            }
        })
    }

    /// The same as syntax, where a literal is wanted.
    pub(super) fn builtin_literal(&mut self, builtin: Builtin, mac: &syn::Macro) -> Result<Expr> {
        let token_span = macro_span(mac);
        let span = self.span(token_span);
        let lit = match self.builtin_value(builtin, mac, span)? {
            Literal::Str(text) => syn::Lit::Str(syn::LitStr::new(text.as_str(), token_span)),
            Literal::Bool(value) => syn::Lit::Bool(syn::LitBool::new(value, token_span)),
            Literal::Int(value, _) => {
                syn::Lit::Int(syn::LitInt::new(&format!("{value}u32"), token_span))
            }
            Literal::Float(..) | Literal::Char(_) | Literal::Bytes(_) => {
                return Err(Diagnostic::new("a literal is expected here", span));
            }
        };
        Ok(Expr::Lit(syn::ExprLit {
            attrs: Vec::new(),
            lit,
        }))
    }

    fn parse_list(&self, tokens: TokenStream) -> Result<Vec<Expr>> {
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let list = parser
            .parse2(tokens)
            .map_err(|error| syntax_error(self.types.file, &error))?;
        Ok(list.into_iter().collect())
    }

    /// The file that `include_str!` or `include_bytes!` names, relative to the file it stands in.
    fn included(&mut self, mac: &syn::Macro, span: Span) -> Result<Vec<u8>> {
        let name = self.concat(mac.tokens.clone())?;
        let from = PathBuf::from(self.krate.file_path(self.types.file));
        let path = from.with_file_name(name);
        self.krate.bytes_of(&path).map_err(|error| {
            Diagnostic::new(format!("cannot read `{}`: {error}", path.display()), span)
        })
    }

    fn concat(&mut self, tokens: TokenStream) -> Result<String> {
        let mut text = String::new();
        for part in self.parse_list(tokens)? {
            text.push_str(&self.literal_text(&part)?);
        }
        Ok(text)
    }

    /// The text of a literal as `concat!` joins it, macros expanded.
    fn literal_text(&mut self, expr: &Expr) -> Result<String> {
        match expr {
            Expr::Group(group) => self.literal_text(&group.expr),
            Expr::Paren(paren) => self.literal_text(&paren.expr),
            Expr::Macro(node) => {
                let expanded = self.expand_to_expr(&node.mac)?;
                self.literal_text(&expanded)
            }
            Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Neg(_),
                expr,
                ..
            }) => Ok(format!("-{}", self.literal_text(expr)?)),
            Expr::Lit(node) => Ok(match &node.lit {
                syn::Lit::Str(text) => text.value(),
                syn::Lit::Char(char) => char.value().to_string(),
                syn::Lit::Int(int) => int.base10_digits().to_string(),
                syn::Lit::Float(float) => float.base10_digits().to_string(),
                syn::Lit::Bool(bool) => bool.value.to_string(),
                _ => return Err(self.no_literal(expr)),
            }),
            _ => Err(self.no_literal(expr)),
        }
    }

    fn no_literal(&self, expr: &Expr) -> Box<Diagnostic> {
        Diagnostic::new("a literal is expected here", self.syntax_span(expr))
    }

    /// A string literal, macros expanded; with the literal token if it is written as one.
    pub(super) fn string_literal(&mut self, expr: &Expr) -> Option<(String, Option<syn::LitStr>)> {
        match expr {
            Expr::Group(group) => self.string_literal(&group.expr),
            Expr::Paren(paren) => self.string_literal(&paren.expr),
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some((text.value(), Some(text.clone()))),
            Expr::Macro(node) => match self.resolve_macro(&node.mac).ok()? {
                Res::Builtin(
                    Builtin::Concat
                    | Builtin::Env
                    | Builtin::File
                    | Builtin::IncludeStr
                    | Builtin::ModulePath
                    | Builtin::Stringify,
                )
                | Res::Macro(_)
                | Res::Procedural(_) => {
                    let expanded = self.expand_to_expr(&node.mac).ok()?;
                    self.string_literal(&expanded)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn address_of(
        &mut self,
        tokens: TokenStream,
        mutability: Mutability,
        span: Span,
    ) -> Result<ExprId> {
        let list = self.parse_list(tokens)?;
        let [value] = list.as_slice() else {
            return Err(Diagnostic::new("one expression is expected", span));
        };
        let value = self.expr(value)?;
        Ok(self.add(span, ExprKind::RawBorrow(mutability, value)))
    }

    /// The variable of the build's environment that `env!` or `option_env!` names, and its value.
    fn variable(&mut self, mac: &syn::Macro) -> Result<(String, Option<String>)> {
        let list = self.parse_list(mac.tokens.clone())?;
        let name = match list.first() {
            Some(first) => self.literal_text(first)?,
            None => String::new(),
        };
        let value = self.krate.variable(self.types.file, &name);
        Ok((name, value))
    }

    fn env(&mut self, mac: &syn::Macro, span: Span) -> Result<String> {
        let (name, value) = self.variable(mac)?;
        value.ok_or_else(|| undefined_variable(&name, span))
    }

    /// `include!` as an expression.
    fn include(&mut self, mac: &syn::Macro, span: Span) -> Result<ExprId> {
        let tokens = included_tokens(self.krate, self.types.file, mac, span)?;
        let expr = syn::parse2(tokens).map_err(|error| syntax_error(self.types.file, &error))?;
        self.expr(&expr)
    }

    fn option_env(&mut self, mac: &syn::Macro) -> Result<ExprId> {
        let (_, value) = self.variable(mac)?;
        let span = macro_span(mac);
        let root = proc_macro2::Ident::new(STD_CRATE, span);
        let expr = match value {
            Some(value) => {
                let value = syn::LitStr::new(&value, span);
                syn::parse_quote_spanned! {span=> #root::option::Option::Some(#value)}
            }
            None => syn::parse_quote_spanned! {span=> #root::option::Option::<&'static str>::None},
        };
        self.expr(&expr)
    }

    /// `mem::offset_of!(Type, field.of.it)`: how far the field is from the start of a value.
    fn offset_of(&mut self, mac: &syn::Macro) -> Result<ExprId> {
        let parser = |input: ParseStream| {
            let ty: syn::Type = input.parse()?;
            input.parse::<Token![,]>()?;
            let fields: TokenStream = input.parse()?;
            Ok((ty, fields))
        };
        let (ty, fields) = parser
            .parse2(mac.tokens.clone())
            .map_err(|error| syntax_error(self.types.file, &error))?;
        let span = macro_span(mac);
        let root = proc_macro2::Ident::new(STD_CRATE, span);
        let tokens = quote_spanned! {span=>
            #root::mem::field_offset::<#ty, _>(|base: *const #ty| unsafe {
                &raw const (*base).#fields as *const u8
            })
        };
        let expr = syn::parse2(tokens).map_err(|error| syntax_error(self.types.file, &error))?;
        self.expr(&expr)
    }

    /// `if !condition { panic!(..) }`.
    fn assert(&mut self, tokens: TokenStream, span: Span) -> Result<ExprId> {
        let parser = |input: ParseStream| {
            let condition: Expr = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            let message: TokenStream = input.parse()?;
            Ok((condition, message))
        };
        let (condition, message) = parser
            .parse2(tokens)
            .map_err(|error| syntax_error(self.types.file, &error))?;
        let text = stringify(&condition.to_token_stream());
        let condition = self.expr(&condition)?;
        let not = self.add(
            self.place(condition),
            ExprKind::Unary(UnaryOp::Not, condition),
        );
        let panic = if message.is_empty() {
            self.panic_text(&format!("assertion failed: {text}"), span)?
        } else {
            self.panic(message, span)?
        };
        let block = Block {
            stmts: vec![Stmt::Expr(panic)],
            tail: None,
        };
        let then = self.add(span, ExprKind::Block(block));
        Ok(self.add(span, ExprKind::If(not, then, None)))
    }

    fn panic(&mut self, tokens: TokenStream, span: Span) -> Result<ExprId> {
        if tokens.is_empty() {
            return self.panic_text("explicit panic", span);
        }
        let args = self.parse_format_args(tokens)?;
        if self.is_shown_itself(&args) {
            return match self.string_literal(&args.format) {
                Some((text, _)) => self.panic_text(&text, span),
                None => self.panic_any(&args, span),
            };
        }
        // `panic!("{}", value)` is a call of its own: its payload is a `String`, whatever it shows.
        let format = self.string_literal(&args.format);
        if args.shows_one() && format.is_some_and(|(text, _)| text == "{}") {
            return self.panic_shown(&args, "", span);
        }
        self.panic_format(&args, "", span)
    }

    /// Whether an only argument is no format string, as before edition 2021.
    fn is_shown_itself(&self, args: &FormatArgs) -> bool {
        let edition = collect::edition_of(self.krate, self.types.scope);
        edition < Edition::E2021 && args.is_single()
    }

    fn unreachable(&mut self, tokens: TokenStream, span: Span) -> Result<ExprId> {
        if tokens.is_empty() {
            return self.panic_text(UNREACHABLE, span);
        }
        let prefix = format!("{UNREACHABLE}: ");
        let args = self.parse_format_args(tokens)?;
        if !self.is_shown_itself(&args) {
            return self.panic_format(&args, &prefix, span);
        }
        let value = &args.format;
        let args = self.parse_format_args(quote::quote!("{}", #value))?;
        self.panic_format(&args, &prefix, span)
    }

    fn panic_format(&mut self, args: &FormatArgs, prefix: &str, span: Span) -> Result<ExprId> {
        if let Some(text) = self.constant_text(args)? {
            return self.panic_text(&format!("{prefix}{text}"), span);
        }
        self.panic_shown(args, prefix, span)
    }

    fn panic_shown(&mut self, args: &FormatArgs, prefix: &str, span: Span) -> Result<ExprId> {
        let message = self.format_args(args, prefix, span)?;
        let path = self.std_path(&["rt", "begin_panic_fmt"], Namespace::Value, span)?;
        self.call_path(path, vec![message], span)
    }

    /// A panic whose payload is this `&'static str`.
    fn panic_text(&mut self, text: &str, span: Span) -> Result<ExprId> {
        let text = self.text(text, span);
        let path = self.lang_path("begin_panic_str", span)?;
        self.call_path(path, vec![text], span)
    }

    /// Before edition 2021 `panic!(value)` panics with any value.
    fn panic_any(&mut self, args: &FormatArgs, span: Span) -> Result<ExprId> {
        let value = self.expr(&args.format)?;
        let path = self.std_path(&["panic", "panic_any"], Namespace::Value, span)?;
        self.call_path(path, vec![value], span)
    }

    /// An item of the models by its role.
    pub(super) fn lang_path(&mut self, name: &str, span: Span) -> Result<ExprPath> {
        let def = crate::hir::Hir::lang(self.krate, name).ok_or_else(|| {
            Diagnostic::new(format!("the language item `{name}` is not modelled"), span)
        })?;
        let (parent_args, args) = (GenericArgs::default(), GenericArgs::default());
        Ok(ExprPath::Def {
            def,
            parent_args,
            args,
        })
    }

    pub(super) fn call_path(
        &mut self,
        path: ExprPath,
        args: Vec<ExprId>,
        span: Span,
    ) -> Result<ExprId> {
        let function = self.add(span, ExprKind::Path(path));
        Ok(self.add(span, ExprKind::Call(function, args)))
    }
}
