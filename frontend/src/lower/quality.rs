//! What the value of a constant expression can have, as opposed to values of its type: `None::<String>`
//! has nothing to drop, and `None::<Cell<u8>>` no cell.

use crate::diagnostic::Result;
use crate::hir::{Block, Body, DefKind, ExprId, ExprKind};
use crate::mono::Mono;
use crate::ty::Ty;
use crate::typed::{Callee, Instance, TypedBody};
use std::rc::Rc;

/// What stands in the way of a reference that lives for ever.
#[derive(Clone, Copy)]
pub enum Quality {
    /// Dropping the value does something.
    Drops,
    /// The value can change behind a shared reference.
    Changes,
}

/// An expression of a body, after some of its adjustments.
pub struct Written<'a> {
    pub body: &'a Rc<Body>,
    pub typed: &'a Rc<TypedBody>,
    pub expr: ExprId,
    pub adjustments: usize,
}

impl Written<'_> {
    /// Another expression of the body, as it is used.
    fn other(&self, expr: ExprId) -> Written<'_> {
        let adjustments = self.typed.adjustments.get(&expr).map_or(0, Vec::len);
        Written {
            body: self.body,
            typed: self.typed,
            expr,
            adjustments,
        }
    }
}

impl Mono {
    /// Whether the value of an expression of type `ty` may have a quality.
    pub fn has(&mut self, quality: Quality, ty: Ty, written: &Written) -> Result<bool> {
        let of_type = match quality {
            Quality::Drops => self.needs_drop(ty)?,
            Quality::Changes => !self.is_freeze(ty)?,
        };
        if !of_type || written.adjustments > 0 {
            return Ok(of_type);
        }
        let any = |this: &mut Self, items: &mut dyn Iterator<Item = ExprId>| -> Result<bool> {
            for item in items {
                let item = written.other(item);
                let ty = item.typed.expr_types[item.expr.index()];
                if this.has(quality, ty, &item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let callee = |e: ExprId| written.typed.callees.get(&e);
        match &written.body.exprs[written.expr.index()].kind {
            ExprKind::Tuple(items) | ExprKind::Array(items) => {
                any(self, &mut items.iter().copied())
            }
            ExprKind::Repeat(item, _) => any(self, &mut std::iter::once(*item)),
            ExprKind::Struct {
                fields, base: None, ..
            } => Ok(self.itself(quality, ty) || any(self, &mut fields.iter().map(|(_, e)| *e))?),
            ExprKind::Call(function, args) => {
                let built = [written.expr, *function]
                    .iter()
                    .any(|&e| matches!(callee(e), Some(Callee::Constructor { .. })));
                Ok(!built || self.itself(quality, ty) || any(self, &mut args.iter().copied())?)
            }
            ExprKind::Path(_) => match callee(written.expr) {
                Some(Callee::Constant(constant)) => self.constant_has(quality, *constant, ty),
                _ => Ok(self.itself(quality, ty)),
            },
            ExprKind::Block(Block {
                stmts,
                tail: Some(tail),
            }) if stmts.is_empty() => any(self, &mut std::iter::once(*tail)),
            _ => Ok(true),
        }
    }

    /// Whether the type has the quality for itself, not for what is in it.
    fn itself(&self, quality: Quality, ty: Ty) -> bool {
        match quality {
            Quality::Drops => self.typer.drop_impl(ty).is_some(),
            Quality::Changes => self.is_cell(ty),
        }
    }

    fn constant_has(&mut self, quality: Quality, constant: Instance, ty: Ty) -> Result<bool> {
        if matches!(self.hir.def(constant.def).kind, DefKind::Static { .. }) {
            return Ok(true);
        }
        let typed = self.typer.typed_body(constant)?;
        let body = self.hir.body(constant.def)?;
        let written = Written {
            body: &body,
            typed: &typed,
            expr: body.value,
            adjustments: 0,
        };
        let value = written.other(body.value);
        self.has(quality, ty, &value)
    }
}
