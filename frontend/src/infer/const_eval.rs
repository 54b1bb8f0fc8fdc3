//! Values of integer, boolean and character constants: literals, operators, casts, other constants,
//! simple `const fn`s. References to such values are taken as the values themselves.

use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{
    Arm, BinaryOp, Block, Body, ConstArg, DefKind, ExprId, ExprKind, ExprPath, Literal, LocalId,
    PatId, PatKind, RangeBound, Stmt, UnaryOp,
};
use crate::ty::{Args, IntTy, Ty, TyKind};
use rustc_hash::FxHashMap;
use vscheck_ir::Span;

/// A constant that takes more steps than this is not evaluated.
const MAX_STEPS: usize = 1_000_000;
const MAX_CALLS: usize = 128;

enum Flow {
    Break(ExprId, i128),
    Continue(ExprId),
    Return(i128),
    Error(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for Flow {
    fn from(error: Box<Diagnostic>) -> Flow {
        Flow::Error(error)
    }
}

type Value = std::result::Result<i128, Flow>;

struct Frame<'t> {
    typer: &'t Typer,
    body: Rc<Body>,
    typed: Rc<TypedBody>,
    locals: FxHashMap<LocalId, i128>,
    steps: usize,
    calls: usize,
}

impl Typer {
    pub(super) fn evaluate_body(&self, instance: Instance) -> Result<i128> {
        self.run_body(instance, &[], 0)
    }

    fn run_body(&self, instance: Instance, args: &[i128], calls: usize) -> Result<i128> {
        let typed = self.typed_body(instance)?;
        let body = self.hir.body(instance.def)?;
        let mut frame = Frame {
            typer: self,
            typed,
            locals: FxHashMap::default(),
            steps: 0,
            calls,
            body: body.clone(),
        };
        for (&pat, &value) in body.params.iter().zip(args) {
            let span = body.pats[pat.index()].span;
            if !frame
                .matches(pat, value)
                .map_err(|flow| no_value(flow, span))?
            {
                return Err(not_constant(span));
            }
        }
        match frame.value(body.value) {
            Ok(value) | Err(Flow::Return(value)) => Ok(value),
            Err(flow) => Err(no_value(flow, self.hir.def(instance.def).span)),
        }
    }

    /// The discriminant of an enum's variant.
    pub(super) fn variant_discriminant(&self, variant: DefId) -> Result<i128> {
        let DefKind::Enum(variants) = &self.hir.def(self.parent(variant)).kind else {
            return Err(Diagnostic::general("not a variant of an enum"));
        };
        let mut value = -1;
        for &one in variants {
            let definition = self.hir.def(one);
            value = match &definition.kind {
                DefKind::Variant {
                    discriminant: Some(explicit),
                    ..
                } => self.const_arg_value(explicit, Args::empty())?,
                _ => value + 1,
            };
            if one == variant {
                break;
            }
        }
        Ok(value)
    }

    pub(super) fn const_arg_value(&self, value: &ConstArg, args: Args) -> Result<i128> {
        match value {
            ConstArg::Literal(value) => Ok(*value),
            ConstArg::Param(index) => match args.list().get(*index as usize) {
                Some(crate::ty::GenericArg::Const(value)) => self.const_value(*value),
                _ => Err(Diagnostic::general("a const parameter has no value")),
            },
            ConstArg::Def(def) => {
                let own = super::fold::prefix(args, self.param_count(*def));
                self.const_eval(*def, own)
            }
            ConstArg::Infer => Err(Diagnostic::general("a constant was not inferred")),
        }
    }
}

fn no_value(flow: Flow, span: Span) -> Box<Diagnostic> {
    match flow {
        Flow::Error(error) => error,
        Flow::Break(..) | Flow::Continue(_) | Flow::Return(_) => not_constant(span),
    }
}

fn not_constant(span: Span) -> Box<Diagnostic> {
    Diagnostic::unsupported("this constant expression", span)
}

impl Frame<'_> {
    fn span(&self, expr: ExprId) -> Span {
        self.body.exprs[expr.index()].span
    }

    fn unsupported(&self, expr: ExprId) -> Flow {
        Flow::Error(not_constant(self.span(expr)))
    }

    fn tick(&mut self, expr: ExprId) -> std::result::Result<(), Flow> {
        self.steps += 1;
        match self.steps > MAX_STEPS {
            true => Err(self.unsupported(expr)),
            false => Ok(()),
        }
    }

    fn value(&mut self, expr: ExprId) -> Value {
        self.tick(expr)?;
        let body = self.body.clone();
        match &body.exprs[expr.index()].kind {
            ExprKind::Literal(literal) => self.literal(expr, literal),
            ExprKind::Local(local) => match self.locals.get(local) {
                Some(&value) => Ok(value),
                None => Err(self.unsupported(expr)),
            },
            ExprKind::Path(path) => self.path(expr, path),
            ExprKind::Call(_, args) => self.call(expr, None, args),
            ExprKind::MethodCall { receiver, args, .. } => self.call(expr, Some(*receiver), args),
            ExprKind::Unary(op, operand) => self.unary(expr, *op, *operand),
            ExprKind::Binary(op, lhs, rhs) => self.binary(expr, *op, *lhs, *rhs),
            ExprKind::Cast(inner, _) => {
                let value = self.value(*inner)?;
                let target = self.typed.cast_types[&expr];
                Ok(wrap(value, target))
            }
            ExprKind::Borrow(_, inner) | ExprKind::Deref(inner) => self.value(*inner),
            ExprKind::Tuple(parts) if parts.is_empty() => Ok(0),
            ExprKind::Assign(place, value) => {
                let value = self.value(*value)?;
                self.store(*place, value)
            }
            ExprKind::AssignOp(op, place, value) => {
                let old = self.value(*place)?;
                let value = self.value(*value)?;
                let ty = self.typed.expr_types[place.index()];
                let new = self.compute(expr, *op, old, value, ty)?;
                self.store(*place, new)
            }
            ExprKind::If(condition, then, otherwise) => {
                match (self.value(*condition)? != 0, otherwise) {
                    (true, _) => self.value(*then),
                    (false, Some(otherwise)) => self.value(*otherwise),
                    (false, None) => Ok(0),
                }
            }
            ExprKind::Let(pat, value) => {
                let value = self.value(*value)?;
                Ok(self.matches(*pat, value)? as i128)
            }
            ExprKind::Match(value, arms) => self.choose(expr, *value, arms),
            ExprKind::Loop(inner) => self.repeat(expr, None, *inner),
            ExprKind::While(condition, inner) => self.repeat(expr, Some(*condition), *inner),
            ExprKind::Block(block) => match self.block(block) {
                Err(Flow::Break(target, value)) if target == expr => Ok(value),
                other => other,
            },
            ExprKind::Break(target, value) => {
                let value = value.map_or(Ok(0), |value| self.value(value))?;
                Err(Flow::Break(*target, value))
            }
            ExprKind::Continue(target) => Err(Flow::Continue(*target)),
            ExprKind::Return(value) => {
                let value = value.map_or(Ok(0), |value| self.value(value))?;
                Err(Flow::Return(value))
            }
            ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::RawBorrow(..)
            | ExprKind::Tuple(_)
            | ExprKind::Array(_)
            | ExprKind::Repeat(..)
            | ExprKind::Struct { .. }
            | ExprKind::Closure { .. }
            | ExprKind::Unsupported(_) => Err(self.unsupported(expr)),
        }
    }

    fn literal(&self, expr: ExprId, literal: &Literal) -> Value {
        match literal {
            Literal::Int(value, _) => Ok(*value as i128),
            Literal::Bool(value) => Ok(*value as i128),
            Literal::Char(value) => Ok(*value as i128),
            Literal::Float(..) | Literal::Str(_) | Literal::Bytes(_) => Err(self.unsupported(expr)),
        }
    }

    fn path(&mut self, expr: ExprId, path: &ExprPath) -> Value {
        match self.typed.callees.get(&expr) {
            Some(Callee::Constant(instance)) => {
                Ok(self.typer.const_eval(instance.def, instance.args)?)
            }
            Some(Callee::ConstValue(value)) => Ok(*value),
            _ => match self.typed.expr_variants.get(&expr) {
                Some(&variant) => Ok(self.typer.variant_discriminant(variant)?),
                None => {
                    let _ = path;
                    Err(self.unsupported(expr))
                }
            },
        }
    }

    fn call(&mut self, expr: ExprId, receiver: Option<ExprId>, args: &[ExprId]) -> Value {
        let Some(Callee::Instance(instance)) = self.typed.callees.get(&expr).copied() else {
            return Err(self.unsupported(expr));
        };
        let mut values = Vec::new();
        for arg in receiver.iter().chain(args) {
            values.push(self.value(*arg)?);
        }
        let definition = self.typer.hir.def(instance.def);
        if definition.attrs.intrinsic {
            let name = definition.name.as_str();
            let known = self.intrinsic(name, instance.args, &values);
            return known.ok_or_else(|| self.unsupported(expr));
        }
        if self.calls >= MAX_CALLS {
            return Err(self.unsupported(expr));
        }
        Ok(self.typer.run_body(instance, &values, self.calls + 1)?)
    }

    fn intrinsic(&self, name: &str, args: Args, values: &[i128]) -> Option<i128> {
        let ty = (!args.list().is_empty()).then(|| args.ty(0));
        Some(match (name, values) {
            ("size_of", []) => size_of(ty?)?,
            ("align_of", []) => size_of(ty?)?.clamp(1, 16),
            ("wrapping_add", [a, b]) => wrap(a.wrapping_add(*b), ty?),
            ("wrapping_sub", [a, b]) => wrap(a.wrapping_sub(*b), ty?),
            ("wrapping_mul", [a, b]) => wrap(a.wrapping_mul(*b), ty?),
            ("unchecked_div", [a, b]) => a.checked_div(*b)?,
            ("unchecked_rem", [a, b]) => a.checked_rem(*b)?,
            _ => return None,
        })
    }

    fn unary(&mut self, expr: ExprId, op: UnaryOp, operand: ExprId) -> Value {
        let value = self.value(operand)?;
        let ty = self.typed.expr_types[expr.index()];
        Ok(match op {
            UnaryOp::Neg => wrap(-value, ty),
            UnaryOp::Not if *ty.kind() == TyKind::Bool => (value == 0) as i128,
            UnaryOp::Not => wrap(!value, ty),
        })
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Value {
        let a = self.value(lhs)?;
        match (op, a) {
            (BinaryOp::And, 0) => return Ok(0),
            (BinaryOp::Or, a) if a != 0 => return Ok(1),
            _ => {}
        }
        let b = self.value(rhs)?;
        let ty = self.typed.expr_types[expr.index()];
        self.compute(expr, op, a, b, ty)
    }

    fn compute(&self, expr: ExprId, op: BinaryOp, a: i128, b: i128, ty: Ty) -> Value {
        let shift = || u32::try_from(b).ok().filter(|shift| *shift < 128);
        let result = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Div => a.checked_div(b),
            BinaryOp::Rem => a.checked_rem(b),
            BinaryOp::BitAnd | BinaryOp::And => Some(a & b),
            BinaryOp::BitOr | BinaryOp::Or => Some(a | b),
            BinaryOp::BitXor => Some(a ^ b),
            BinaryOp::Shl => shift().map(|shift| wrap(a.wrapping_shl(shift), ty)),
            BinaryOp::Shr => shift().map(|shift| a >> shift),
            BinaryOp::Eq => Some((a == b) as i128),
            BinaryOp::Ne => Some((a != b) as i128),
            BinaryOp::Lt => Some((a < b) as i128),
            BinaryOp::Le => Some((a <= b) as i128),
            BinaryOp::Gt => Some((a > b) as i128),
            BinaryOp::Ge => Some((a >= b) as i128),
        };
        match result {
            Some(value) if wrap(value, ty) == value => Ok(value),
            _ => {
                let span = self.span(expr);
                Err(Flow::Error(Diagnostic::new("a constant overflows", span)))
            }
        }
    }

    fn store(&mut self, place: ExprId, value: i128) -> Value {
        match &self.body.exprs[place.index()].kind {
            ExprKind::Local(local) => {
                self.locals.insert(*local, value);
                Ok(0)
            }
            _ => Err(self.unsupported(place)),
        }
    }

    fn choose(&mut self, expr: ExprId, value: ExprId, arms: &[Arm]) -> Value {
        let value = self.value(value)?;
        for arm in arms {
            if self.matches(arm.pat, value)?
                && arm.guard.map_or(Ok(1), |guard| self.value(guard))? != 0
            {
                return self.value(arm.body);
            }
        }
        Err(self.unsupported(expr))
    }

    fn repeat(&mut self, expr: ExprId, condition: Option<ExprId>, inner: ExprId) -> Value {
        loop {
            if let Some(condition) = condition
                && self.value(condition)? == 0
            {
                return Ok(0);
            }
            match self.value(inner) {
                Err(Flow::Break(target, value)) if target == expr => return Ok(value),
                Err(Flow::Continue(target)) if target == expr => {}
                Err(flow) => return Err(flow),
                Ok(_) => {}
            }
        }
    }

    fn block(&mut self, block: &Block) -> Value {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Expr(expr) => {
                    self.value(*expr)?;
                }
                Stmt::Let {
                    pat,
                    init: Some(init),
                    otherwise,
                    ..
                } => {
                    let value = self.value(*init)?;
                    if !self.matches(*pat, value)? {
                        return match otherwise {
                            Some(otherwise) => self.value(*otherwise),
                            None => Err(self.unsupported(*init)),
                        };
                    }
                }
                Stmt::Let { init: None, .. } => {}
            }
        }
        block.tail.map_or(Ok(0), |tail| self.value(tail))
    }

    fn matches(&mut self, pat: PatId, value: i128) -> std::result::Result<bool, Flow> {
        let body = self.body.clone();
        let span = body.pats[pat.index()].span;
        Ok(match &body.pats[pat.index()].kind {
            PatKind::Wild => true,
            PatKind::Binding { local, sub, .. } => {
                let fits = match sub {
                    Some(sub) => self.matches(*sub, value)?,
                    None => true,
                };
                self.locals.insert(*local, value);
                fits
            }
            PatKind::Literal { literal, negative } => {
                self.pattern_literal(literal, *negative, span)? == value
            }
            PatKind::Path(_) => match self.typed.pat_constants.get(&pat) {
                Some(found) => self.typer.const_eval(found.def, found.args)? == value,
                None => match self.typed.pat_variants.get(&pat) {
                    Some(&variant) => self.typer.variant_discriminant(variant)? == value,
                    None => return Err(Flow::Error(not_constant(span))),
                },
            },
            PatKind::Or(subs) => {
                for &sub in subs {
                    if self.matches(sub, value)? {
                        return Ok(true);
                    }
                }
                false
            }
            PatKind::Ref(sub) => self.matches(*sub, value)?,
            PatKind::Tuple(subs) if subs.is_empty() => true,
            PatKind::Range {
                start,
                end,
                inclusive,
            } => {
                let low = self.bound(start.as_deref(), i128::MIN, span)?;
                let high = self.bound(end.as_deref(), i128::MAX, span)?;
                low <= value && (value < high || (*inclusive && value == high))
            }
            PatKind::Rest
            | PatKind::TupleStruct(..)
            | PatKind::Struct(..)
            | PatKind::Tuple(_)
            | PatKind::Slice(_) => return Err(Flow::Error(not_constant(span))),
        })
    }

    fn pattern_literal(&self, literal: &Literal, negative: bool, span: Span) -> Value {
        let value = match literal {
            Literal::Int(value, _) => *value as i128,
            Literal::Bool(value) => *value as i128,
            Literal::Char(value) => *value as i128,
            Literal::Float(..) | Literal::Str(_) | Literal::Bytes(_) => {
                return Err(Flow::Error(not_constant(span)));
            }
        };
        Ok(if negative { -value } else { value })
    }

    fn bound(&self, bound: Option<&RangeBound>, otherwise: i128, span: Span) -> Value {
        match bound {
            None => Ok(otherwise),
            Some(RangeBound::Literal(literal, negative)) => {
                self.pattern_literal(literal, *negative, span)
            }
            Some(RangeBound::Path(_)) => Err(Flow::Error(not_constant(span))),
        }
    }
}

/// A number as a type holds it.
fn wrap(value: i128, ty: Ty) -> i128 {
    match ty.kind() {
        TyKind::Int(IntTy::I8) => value as i8 as i128,
        TyKind::Int(IntTy::I16) => value as i16 as i128,
        TyKind::Int(IntTy::I32) => value as i32 as i128,
        TyKind::Int(IntTy::I64 | IntTy::Isize) => value as i64 as i128,
        TyKind::Int(IntTy::U8) => value as u8 as i128,
        TyKind::Int(IntTy::U16) => value as u16 as i128,
        TyKind::Int(IntTy::U32) => value as u32 as i128,
        TyKind::Int(IntTy::U64 | IntTy::Usize) => value as u64 as i128,
        _ => value,
    }
}

/// Bytes of the types whose size the language fixes.
fn size_of(ty: Ty) -> Option<i128> {
    Some(match ty.kind() {
        TyKind::Bool | TyKind::Int(IntTy::I8 | IntTy::U8) => 1,
        TyKind::Int(IntTy::I16 | IntTy::U16) => 2,
        TyKind::Char | TyKind::Int(IntTy::I32 | IntTy::U32) => 4,
        TyKind::Int(IntTy::I64 | IntTy::U64 | IntTy::Isize | IntTy::Usize) => 8,
        TyKind::Int(IntTy::I128 | IntTy::U128) => 16,
        TyKind::Float(crate::ty::FloatTy::F32) => 4,
        TyKind::Float(crate::ty::FloatTy::F64) => 8,
        TyKind::Array(of, crate::ty::Const::Value(length)) => size_of(*of)? * length,
        TyKind::Tuple(types) if types.is_empty() => 0,
        _ => return None,
    })
}
