//! `format_args!`: to the construction of a `fmt::Arguments`.

use super::BodyCx;
use super::format_string::{Argument, Count, Kind, Piece, Spec, parse};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Arm, ExprId, ExprKind, ExprPath, Literal, Mutability, PatKind, Primitive, Shown};
use crate::parse::builtin::Builtin;
use crate::parse::tokens::{full_name, syntax_error};
use crate::resolve::{Namespace, Res, hygiene};
use crate::symbol::Symbol;
use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Token};
use vscheck_ir::Span;

/// The arguments of a formatting macro.
pub(super) struct FormatArgs {
    pub format: Expr,
    /// With the name if one is given.
    rest: Vec<(Option<Symbol>, Expr)>,
    /// Whether a line break follows the string.
    pub ends_line: bool,
    /// Who looks at the text.
    pub shown_to: Shown,
}

impl FormatArgs {
    /// The given argument that a placeholder takes.
    fn given(&self, argument: &Argument, next: &mut usize) -> Option<&Expr> {
        let index = match argument {
            Argument::Next => {
                *next += 1;
                *next - 1
            }
            Argument::Index(index) => *index,
            Argument::Name(name) => {
                let named = |(other, _): &(Option<Symbol>, Expr)| {
                    other.is_some_and(|other| other.as_str() == name)
                };
                self.rest.iter().position(named)?
            }
        };
        self.rest.get(index).map(|(_, expr)| expr)
    }

    /// Whether there is nothing but one expression.
    pub(super) fn is_single(&self) -> bool {
        self.rest.is_empty()
    }

    /// Whether there is one argument to format.
    pub(super) fn shows_one(&self) -> bool {
        self.rest.len() == 1
    }
}

/// What a placeholder or width needs formatted: an argument and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Format(Kind),
    /// A width or precision.
    Count,
}

/// The plan for one invocation.
#[derive(Default)]
struct Plan {
    /// Text before each placeholder, and after the last if there is any.
    texts: Vec<String>,
    placeholders: Vec<Placeholder>,
    /// Each pair of argument and use once, in the order of need.
    uses: Vec<(usize, Use)>,
    /// Names that are not given and so come from the scope, after the given arguments.
    captured: Vec<String>,
}

struct Placeholder {
    position: usize,
    width: Count,
    precision: Count,
    spec: Spec,
}

impl BodyCx<'_> {
    pub(super) fn parse_format_args(&self, tokens: TokenStream) -> Result<FormatArgs> {
        let parser = |input: ParseStream| {
            let format: Expr = input.parse()?;
            let mut rest = Vec::new();
            while !input.is_empty() {
                input.parse::<Token![,]>()?;
                if input.is_empty() {
                    break;
                }
                rest.push(argument(input)?);
            }
            Ok(FormatArgs {
                format,
                rest,
                ends_line: false,
                shown_to: Shown::Formatted,
            })
        };
        parser
            .parse2(tokens)
            .map_err(|error| syntax_error(self.types.file, &error))
    }

    /// The text of a format string all of whose arguments are literals to be displayed plainly:
    /// rustc writes them into the string.
    pub(super) fn constant_text(&mut self, args: &FormatArgs) -> Result<Option<String>> {
        let (pieces, _) = self.format_pieces(args)?;
        let (mut text, mut next) = (String::new(), 0);
        for piece in pieces {
            let spec = match piece {
                Piece::Text(more) => {
                    text.push_str(&more);
                    continue;
                }
                Piece::Placeholder(spec) => spec,
            };
            let literal = args.given(&spec.argument, &mut next).cloned();
            let plain = spec.kind == Kind::Display && spec.is_plain();
            match literal.filter(|_| plain).and_then(|expr| self.shown(&expr)) {
                Some(shown) => text.push_str(&shown),
                None => return Ok(None),
            }
        }
        Ok(Some(text))
    }

    /// A string or integer literal, or constant `format_args!`, as it is displayed.
    fn shown(&mut self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Group(group) => self.shown(&group.expr),
            Expr::Paren(paren) => self.shown(&paren.expr),
            Expr::Reference(reference) => self.shown(&reference.expr),
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            }) if !matches!(int.suffix(), "f32" | "f64") => Some(int.base10_digits().to_string()),
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text.value()),
            Expr::Macro(node) => match self.resolve_macro(&node.mac).ok()? {
                Res::Builtin(Builtin::FormatArgs) => {
                    let args = self.parse_format_args(node.mac.tokens.clone()).ok()?;
                    self.constant_text(&args).ok()?
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The parsed string, and the marks of the names in it.
    fn format_pieces(&mut self, args: &FormatArgs) -> Result<(Vec<Piece>, String)> {
        let span = self.syntax_span(&args.format);
        let Some((text, token)) = self.string_literal(&args.format) else {
            let message = "a format string must be a string literal";
            return Err(Diagnostic::new(message, span));
        };
        let marks = token
            .map(|token| token.suffix().to_string())
            .unwrap_or_default();
        let mut pieces = parse(&text).map_err(|message| Diagnostic::new(message, span))?;
        if args.ends_line {
            pieces.push(Piece::Text("\n".to_string()));
        }
        Ok((pieces, marks))
    }

    /// `Arguments::new(&texts, &arguments, &placeholders)`.
    pub(super) fn format_args(
        &mut self,
        args: &FormatArgs,
        prefix: &str,
        span: Span,
    ) -> Result<ExprId> {
        let (pieces, marks) = self.format_pieces(args)?;
        let mut plan = Plan::new(args, pieces, prefix)
            .map_err(|message| Diagnostic::new(message, self.syntax_span(&args.format)))?;
        let mut values = Vec::new();
        for (_, value) in &args.rest {
            values.push(self.expr(value)?);
        }
        let place = self.syntax_span(&args.format);
        for name in std::mem::take(&mut plan.captured) {
            values.push(self.captured(&name, &marks, place)?);
        }
        let texts = plan
            .texts
            .iter()
            .map(|text| self.text(text, span))
            .collect();
        let texts = self.borrowed(ExprKind::Array(texts), span);
        let arguments = self.arguments(&plan, &values, args.shown_to, span)?;
        let placeholders = self.placeholders(&plan, span)?;
        let path = self.std_relative(&["fmt", "Arguments"], "new", span)?;
        let call = self.call_path(path, vec![texts, arguments, placeholders], span)?;
        self.handed_on.insert(call);
        Ok(call)
    }

    /// A name in braces, looked up with the string's hygiene.
    fn captured(&mut self, name: &str, marks: &str, span: Span) -> Result<ExprId> {
        let plain = name.strip_prefix("r#").unwrap_or(name);
        // `self` is the same whichever macro names it.
        let full = match plain {
            "self" => Symbol::new(plain),
            _ => Symbol::new(&format!("{plain}{marks}")),
        };
        if let Some(local) = self.find_local(full) {
            return Ok(self.add(span, ExprKind::Local(local)));
        }
        let ident: syn::Ident = syn::parse_str(name)
            .map_err(|_| Diagnostic::new(format!("`{name}` is not a name"), span))?;
        let path = syn::Path::from(ident);
        let fail = |mut diagnostic: Box<Diagnostic>| {
            diagnostic.span = Some(span);
            diagnostic
        };
        let kind = self.value_path(None, &path).map_err(fail)?;
        Ok(self.add(span, kind))
    }

    fn borrowed(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let value = self.add(span, kind);
        self.add(span, ExprKind::Borrow(Mutability::Shared, value))
    }

    /// The array of arguments. Each value is evaluated once, in order: directly if each is used once and
    /// in order, else through a tuple of references.
    fn arguments(
        &mut self,
        plan: &Plan,
        values: &[ExprId],
        to: Shown,
        span: Span,
    ) -> Result<ExprId> {
        let in_order = plan.uses.len() == values.len()
            && plan
                .uses
                .iter()
                .enumerate()
                .all(|(index, (value, _))| index == *value);
        if in_order {
            let mut elements = Vec::new();
            for ((_, how), &value) in plan.uses.iter().zip(values) {
                let reference = self.show_value(value, to);
                elements.push(self.argument(*how, reference, span)?);
            }
            return Ok(self.borrowed(ExprKind::Array(elements), span));
        }
        let references = values
            .iter()
            .map(|&value| self.show_value(value, to))
            .collect();
        let tuple = self.add(span, ExprKind::Tuple(references));
        let local = self.new_local(Symbol::new("args"), span, false);
        let kind = PatKind::Binding {
            local,
            by_ref: None,
            mutable: false,
            sub: None,
        };
        let pat = self.add_pat(span, kind);
        let mut elements = Vec::new();
        for (value, how) in &plan.uses {
            let args = self.add(span, ExprKind::Local(local));
            let field = Symbol::new(&value.to_string());
            let reference = self.add(span, ExprKind::Field(args, field));
            elements.push(self.argument(*how, reference, span)?);
        }
        let body = self.add(span, ExprKind::Array(elements));
        let arms = vec![Arm {
            pat,
            guard: None,
            body,
        }];
        let all = self.add(span, ExprKind::Match(tuple, arms));
        self.handed_on.insert(all);
        Ok(self.add(span, ExprKind::Borrow(Mutability::Shared, all)))
    }

    /// A value, borrowed to be shown.
    fn show_value(&mut self, value: ExprId, to: Shown) -> ExprId {
        let place = self.place(value);
        let reference = self.add(place, ExprKind::Borrow(Mutability::Shared, value));
        self.shown.insert(reference, to);
        reference
    }

    /// `Argument::new_display(reference)`.
    fn argument(&mut self, how: Use, reference: ExprId, span: Span) -> Result<ExprId> {
        let constructor = match how {
            Use::Format(kind) => kind.constructor(),
            Use::Count => "from_usize",
        };
        let path = self.std_relative(&["fmt", "Argument"], constructor, span)?;
        let call = self.call_path(path, vec![reference], span)?;
        self.handed_on.insert(call);
        Ok(call)
    }

    fn placeholders(&mut self, plan: &Plan, span: Span) -> Result<ExprId> {
        let mut elements = Vec::new();
        if !plan.is_plain() {
            for placeholder in &plan.placeholders {
                elements.push(self.placeholder(placeholder, span)?);
            }
        }
        Ok(self.borrowed(ExprKind::Array(elements), span))
    }

    fn placeholder(&mut self, placeholder: &Placeholder, span: Span) -> Result<ExprId> {
        let spec = &placeholder.spec;
        let position = self.number(placeholder.position as u128, Primitive::Usize, span);
        let fill = self.add(span, ExprKind::Literal(Literal::Char(spec.fill)));
        let align = self.number(u128::from(spec.align), Primitive::U8, span);
        let flags = self.number(u128::from(spec.flags), Primitive::U32, span);
        let precision = self.count(&placeholder.precision, span)?;
        let width = self.count(&placeholder.width, span)?;
        let names = ["position", "fill", "align", "flags", "precision", "width"].map(Symbol::new);
        let values = [position, fill, align, flags, precision, width];
        let path = self.std_path(&["fmt", "Placeholder"], Namespace::Type, span)?;
        let fields = names.into_iter().zip(values).collect();
        Ok(self.add(
            span,
            ExprKind::Struct {
                path,
                fields,
                base: None,
            },
        ))
    }

    fn count(&mut self, count: &Count, span: Span) -> Result<ExprId> {
        let (variant, value) = match count {
            Count::Is(value) => ("Is", *value),
            Count::Argument(Argument::Index(index)) => ("Param", *index),
            Count::Implied | Count::Star | Count::Argument(_) => {
                let path = self.count_path("Implied", span)?;
                return Ok(self.add(span, ExprKind::Path(path)));
            }
        };
        let path = self.count_path(variant, span)?;
        let value = self.number(value as u128, Primitive::Usize, span);
        self.call_path(path, vec![value], span)
    }

    fn count_path(&mut self, variant: &str, span: Span) -> Result<ExprPath> {
        self.std_path(&["fmt", "Count", variant], Namespace::Value, span)
    }
}

/// The name of an argument may be a keyword.
fn argument(input: ParseStream) -> syn::Result<(Option<Symbol>, Expr)> {
    let named =
        input.peek(syn::Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]);
    if !named {
        return Ok((None, input.parse()?));
    }
    let ident = input.call(syn::Ident::parse_any)?;
    input.parse::<Token![=]>()?;
    let name = hygiene::plain(full_name(&ident));
    Ok((Some(name), input.parse()?))
}

impl Plan {
    fn new(
        args: &FormatArgs,
        pieces: Vec<Piece>,
        prefix: &str,
    ) -> std::result::Result<Plan, String> {
        let mut plan = Plan::default();
        let mut text = prefix.to_string();
        let mut next = 0;
        for piece in pieces {
            match piece {
                Piece::Text(more) => text.push_str(&more),
                Piece::Placeholder(spec) => {
                    plan.texts.push(std::mem::take(&mut text));
                    plan.add(args, spec, &mut next)?;
                }
            }
        }
        if !text.is_empty() {
            plan.texts.push(text);
        }
        Ok(plan)
    }

    fn add(
        &mut self,
        args: &FormatArgs,
        spec: Spec,
        next: &mut usize,
    ) -> std::result::Result<(), String> {
        let precision = match &spec.precision {
            Count::Star => {
                let index = self.find(args, &Argument::Next, next)?;
                Count::Argument(Argument::Index(self.use_of(index, Use::Count)))
            }
            other => self.resolve_count(args, other, next)?,
        };
        let index = self.find(args, &spec.argument, next)?;
        let position = self.use_of(index, Use::Format(spec.kind));
        let width = self.resolve_count(args, &spec.width, next)?;
        self.placeholders.push(Placeholder {
            position,
            width,
            precision,
            spec,
        });
        Ok(())
    }

    fn resolve_count(
        &mut self,
        args: &FormatArgs,
        count: &Count,
        next: &mut usize,
    ) -> std::result::Result<Count, String> {
        match count {
            Count::Argument(argument) => {
                let index = self.find(args, argument, next)?;
                Ok(Count::Argument(Argument::Index(
                    self.use_of(index, Use::Count),
                )))
            }
            other => Ok(other.clone()),
        }
    }

    /// The index of an argument among the given ones and the captured ones after them.
    fn find(
        &mut self,
        args: &FormatArgs,
        argument: &Argument,
        next: &mut usize,
    ) -> std::result::Result<usize, String> {
        let index = match argument {
            Argument::Next => {
                *next += 1;
                *next - 1
            }
            Argument::Index(index) => *index,
            Argument::Name(name) => return Ok(self.find_name(args, name)),
        };
        if index < args.rest.len() {
            Ok(index)
        } else {
            Err(format!(
                "there is no argument {index} for the format string"
            ))
        }
    }

    fn find_name(&mut self, args: &FormatArgs, name: &str) -> usize {
        let given = args
            .rest
            .iter()
            .position(|(other, _)| other.is_some_and(|other| other.as_str() == name));
        if let Some(index) = given {
            return index;
        }
        let captured = self.captured.iter().position(|other| other == name);
        let captured = captured.unwrap_or_else(|| {
            self.captured.push(name.to_string());
            self.captured.len() - 1
        });
        args.rest.len() + captured
    }

    fn use_of(&mut self, index: usize, how: Use) -> usize {
        let found = self.uses.iter().position(|entry| *entry == (index, how));
        found.unwrap_or_else(|| {
            self.uses.push((index, how));
            self.uses.len() - 1
        })
    }

    /// Whether the placeholders say no more than their order does.
    fn is_plain(&self) -> bool {
        let placeholders = self.placeholders.iter().enumerate();
        self.uses.len() == self.placeholders.len()
            && placeholders.into_iter().all(|(index, placeholder)| {
                placeholder.position == index && placeholder.spec.is_plain()
            })
    }
}
