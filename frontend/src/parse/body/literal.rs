//! Literals.

use super::BodyCx;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ExprId, ExprKind, FloatLiteral, Literal, Primitive};
use crate::parse::primitive_named;
use crate::resolve::{Namespace, hygiene};
use crate::symbol::Symbol;
use std::rc::Rc;
use vscheck_ir::Span;

impl BodyCx<'_> {
    pub(super) fn literal(&mut self, lit: &syn::Lit) -> Result<ExprId> {
        let span = self.span(lit.span());
        let literal = lower(lit, span)?;
        if let syn::Lit::CStr(_) = lit {
            return self.c_string(literal, span);
        }
        Ok(self.add(span, ExprKind::Literal(literal)))
    }

    /// `c"text"` is `CStr::from_bytes_with_nul_unchecked(b"text\0")`.
    fn c_string(&mut self, bytes: Literal, span: Span) -> Result<ExprId> {
        if self
            .krate
            .std_item(&["ffi", "CStr"], Namespace::Type, span)
            .is_err()
        {
            return Ok(self.add(span, ExprKind::Unsupported("a C string".to_string())));
        }
        let path = self.std_relative(&["ffi", "CStr"], "from_bytes_with_nul_unchecked", span)?;
        let function = self.add(span, ExprKind::Path(path));
        let bytes = self.add(span, ExprKind::Literal(bytes));
        Ok(self.add(span, ExprKind::Call(function, vec![bytes])))
    }

    /// A string literal made by the front end.
    pub(super) fn text(&mut self, text: &str, span: Span) -> ExprId {
        self.add(span, ExprKind::Literal(Literal::Str(Symbol::new(text))))
    }

    /// A number made by the front end.
    pub(super) fn number(&mut self, value: u128, ty: Primitive, span: Span) -> ExprId {
        self.add(span, ExprKind::Literal(Literal::Int(value, Some(ty))))
    }
}

/// A literal's value and whether it is negative: `syn` keeps the minus of some patterns in the literal.
pub(super) fn lower_signed(lit: &syn::Lit, span: Span) -> Result<(Literal, bool)> {
    let positive = match lit {
        syn::Lit::Int(int) => int.to_string().strip_prefix('-').map(str::to_string),
        syn::Lit::Float(float) => float.to_string().strip_prefix('-').map(str::to_string),
        _ => None,
    };
    let Some(text) = positive else {
        return Ok((lower(lit, span)?, false));
    };
    let lit: syn::Lit =
        syn::parse_str(&text).map_err(|_| Diagnostic::new("this is not a number", span))?;
    Ok((lower(&lit, span)?, true))
}

/// A literal's value.
pub(super) fn lower(lit: &syn::Lit, span: Span) -> Result<Literal> {
    Ok(match lit {
        syn::Lit::Str(text) => Literal::Str(Symbol::new(&text.value())),
        syn::Lit::ByteStr(bytes) => Literal::Bytes(Rc::from(bytes.value())),
        syn::Lit::CStr(text) => Literal::Bytes(Rc::from(text.value().as_bytes_with_nul())),
        syn::Lit::Byte(byte) => Literal::Int(u128::from(byte.value()), Some(Primitive::U8)),
        syn::Lit::Char(char) => Literal::Char(char.value()),
        syn::Lit::Int(int) => integer(int, span)?,
        syn::Lit::Float(float) => {
            let value = number(float.base10_digits(), span)?;
            Literal::Float(value, suffix(float.suffix(), span)?)
        }
        syn::Lit::Bool(bool) => Literal::Bool(bool.value),
        _ => return Err(Diagnostic::unsupported("this literal", span)),
    })
}

fn integer(int: &syn::LitInt, span: Span) -> Result<Literal> {
    let suffix = suffix(int.suffix(), span)?;
    if let Some(Primitive::F32 | Primitive::F64) = suffix {
        return Ok(Literal::Float(number(int.base10_digits(), span)?, suffix));
    }
    let value = int.base10_digits().parse();
    let value = value.map_err(|_| Diagnostic::new("integer literal is too large", span))?;
    Ok(Literal::Int(value, suffix))
}

fn number(digits: &str, span: Span) -> Result<FloatLiteral> {
    match (digits.parse(), digits.parse()) {
        (Ok(double), Ok(single)) => Ok(FloatLiteral { double, single }),
        _ => Err(Diagnostic::new("this is not a number", span)),
    }
}

fn suffix(text: &str, span: Span) -> Result<Option<Primitive>> {
    match hygiene::plain_text(text) {
        "" => Ok(None),
        name => match primitive_named(name) {
            Some(primitive) => Ok(Some(primitive)),
            None => Err(Diagnostic::new(
                format!("invalid suffix `{name}` for a number"),
                span,
            )),
        },
    }
}
