//! Values of integer, boolean and character constants: literals, operators, casts, other constants,
//! simple `const fn`s; arrays, tuples and structs on the way. References are taken as what they refer
//! to; mutable ones may be lent to a call only, which gives back what it made of it.

use super::const_arith::{self, wrap};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{
    Arm, BinaryOp, Block, Body, ConstArg, DefKind, ExprId, ExprKind, Literal, LocalId, Mutability,
    PatId, PatKind, RangeBound, Stmt, UnaryOp, VariantData,
};
use crate::mono::layout;
use crate::symbol::Symbol;
use crate::ty::{Args, Ty, TyKind};
use rustc_hash::FxHashMap;
use vscheck_ir::Span;

/// A constant that takes more steps than this is not evaluated.
const MAX_STEPS: usize = 1_000_000;
const MAX_CALLS: usize = 128;

/// A value of a constant expression.
#[derive(Clone, Debug)]
enum Value {
    /// Integers, `bool`, `char`, `()` and variants without fields.
    Int(i128),
    /// Elements of an array or fields of a tuple or struct, in order.
    List(Rc<Vec<Value>>),
    /// A variant with fields.
    Variant(DefId, Rc<Vec<Value>>),
    /// A string, also as bytes.
    Str(Symbol),
}

enum Flow {
    Break(ExprId, Value),
    Continue(ExprId),
    Return(Value),
    Error(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for Flow {
    fn from(error: Box<Diagnostic>) -> Flow {
        Flow::Error(error)
    }
}

type Step<T = Value> = std::result::Result<T, Flow>;

/// What a function makes of its arguments.
struct Outcome {
    result: Value,
    /// The values of its parameters at its end, if they have names.
    parameters: Vec<Option<Value>>,
}

struct Frame<'t> {
    typer: &'t Typer,
    body: Rc<Body>,
    typed: Rc<TypedBody>,
    locals: FxHashMap<LocalId, Value>,
    steps: usize,
    calls: usize,
}

impl Typer {
    pub(super) fn evaluate_body(&self, instance: Instance) -> Result<i128> {
        match self.run_body(instance, &[], 0)?.result {
            Value::Int(value) => Ok(value),
            Value::List(_) | Value::Variant(..) | Value::Str(_) => {
                Err(not_constant(self.hir.def(instance.def).span))
            }
        }
    }

    fn run_body(&self, instance: Instance, args: &[Value], calls: usize) -> Result<Outcome> {
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
        for (&pat, value) in body.params.iter().zip(args) {
            let span = body.pats[pat.index()].span;
            if !frame
                .matches(pat, value)
                .map_err(|flow| no_value(flow, span))?
            {
                return Err(not_constant(span));
            }
        }
        let result = match frame.value(body.value) {
            Ok(value) | Err(Flow::Return(value)) => value,
            Err(flow) => return Err(no_value(flow, self.hir.def(instance.def).span)),
        };
        let of_parameter = |pat: &PatId| match &body.pats[pat.index()].kind {
            PatKind::Binding { local, .. } => frame.locals.get(local).cloned(),
            _ => None,
        };
        let parameters = body.params.iter().map(of_parameter).collect();
        Ok(Outcome { result, parameters })
    }

    /// The discriminant of an enum's variant.
    pub(super) fn variant_discriminant(&self, variant: DefId) -> Result<i128> {
        let DefKind::Enum(variants) = &self.hir.def(self.parent(variant)).kind else {
            return Err(Diagnostic::general("not a variant of an enum"));
        };
        // Those further up may be given in terms of this one.
        let upwards = variants.iter().rev().skip_while(|one| **one != variant);
        let mut after = 0;
        for &one in upwards {
            if let DefKind::Variant {
                discriminant: Some(explicit),
                ..
            } = &self.hir.def(one).kind
            {
                return Ok(self.const_arg_value(explicit, Args::empty())? + after);
            }
            after += 1;
        }
        Ok(after - 1)
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

/// The elements of a list, or a string's bytes.
fn bytes_of(value: &Value) -> Option<Rc<Vec<Value>>> {
    match value {
        Value::List(values) => Some(values.clone()),
        Value::Str(text) => {
            let bytes = text.as_str().bytes().map(|byte| Value::Int(byte.into()));
            Some(Rc::new(bytes.collect()))
        }
        Value::Int(_) | Value::Variant(..) => None,
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

    fn tick(&mut self, expr: ExprId) -> Step<()> {
        self.steps += 1;
        match self.steps > MAX_STEPS {
            true => Err(self.unsupported(expr)),
            false => Ok(()),
        }
    }

    fn int(&mut self, expr: ExprId) -> Step<i128> {
        match self.value(expr)? {
            Value::Int(value) => Ok(value),
            Value::List(_) | Value::Variant(..) | Value::Str(_) => Err(self.unsupported(expr)),
        }
    }

    fn list(&mut self, exprs: &[ExprId]) -> Step {
        let values = exprs.iter().map(|&expr| self.value(expr));
        Ok(Value::List(Rc::new(values.collect::<Step<Vec<_>>>()?)))
    }

    fn value(&mut self, expr: ExprId) -> Step {
        match self.is_mutable_reference(expr) {
            true => Err(self.unsupported(expr)),
            false => self.referent(expr),
        }
    }

    /// A value, or what a mutable reference refers to.
    fn referent(&mut self, expr: ExprId) -> Step {
        self.tick(expr)?;
        let body = self.body.clone();
        match &body.exprs[expr.index()].kind {
            ExprKind::Literal(literal) => self.literal(expr, literal),
            ExprKind::Local(local) => match self.locals.get(local) {
                Some(value) => Ok(value.clone()),
                None => Err(self.unsupported(expr)),
            },
            ExprKind::Path(_) => self.path(expr),
            ExprKind::Call(_, args) => self.call(expr, None, args),
            ExprKind::MethodCall { receiver, args, .. } => self.call(expr, Some(*receiver), args),
            ExprKind::Unary(op, operand) => self.unary(expr, *op, *operand).map(Value::Int),
            ExprKind::Binary(op, lhs, rhs) => self.binary(expr, *op, *lhs, *rhs).map(Value::Int),
            ExprKind::Cast(inner, _) => Ok(match self.value(*inner)? {
                Value::Int(value) => Value::Int(wrap(value, self.typed.cast_types[&expr])),
                other => other,
            }),
            ExprKind::Borrow(_, inner) | ExprKind::Deref(inner) => self.referent(*inner),
            ExprKind::Tuple(parts) if parts.is_empty() => Ok(Value::Int(0)),
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => self.list(parts),
            ExprKind::Repeat(element, _) => {
                let element = self.value(*element)?;
                let count = self.typed.repeat_lengths[&expr] as usize;
                Ok(Value::List(Rc::new(vec![element; count.min(MAX_STEPS)])))
            }
            ExprKind::Struct { fields, base, .. } => self.record(expr, fields, *base),
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => self.part(expr, *base),
            ExprKind::Assign(place, value) => {
                let value = self.value(*value)?;
                self.store(*place, value)
            }
            ExprKind::AssignOp(op, place, value) => {
                let (old, value) = (self.int(*place)?, self.int(*value)?);
                let ty = self.typed.expr_types[place.index()];
                let new = self.compute(expr, *op, old, value, ty)?;
                self.store(*place, Value::Int(new))
            }
            ExprKind::If(condition, then, otherwise) => match self.int(*condition)? != 0 {
                true => self.value(*then),
                false => self.optional(*otherwise),
            },
            ExprKind::Let(pat, value) => {
                let value = self.value(*value)?;
                Ok(Value::Int(self.matches(*pat, &value)? as i128))
            }
            ExprKind::Match(value, arms) => self.choose(expr, *value, arms),
            ExprKind::Loop(inner) => self.repeat(expr, None, *inner),
            ExprKind::While(condition, inner) => self.repeat(expr, Some(*condition), *inner),
            ExprKind::Block(block) => match self.block(block) {
                Err(Flow::Break(target, value)) if target == expr => Ok(value),
                other => other,
            },
            ExprKind::Break(target, value) => {
                let value = self.optional(*value)?;
                Err(Flow::Break(*target, value))
            }
            ExprKind::Continue(target) => Err(Flow::Continue(*target)),
            ExprKind::Return(value) => {
                let value = self.optional(*value)?;
                Err(Flow::Return(value))
            }
            ExprKind::RawBorrow(..)
            | ExprKind::Closure { .. }
            | ExprKind::Unsupported(_)
            | ExprKind::Stop(_) => Err(self.unsupported(expr)),
        }
    }

    fn optional(&mut self, value: Option<ExprId>) -> Step {
        value.map_or(Ok(Value::Int(0)), |value| self.value(value))
    }

    fn literal(&self, expr: ExprId, literal: &Literal) -> Step {
        match literal {
            Literal::Int(value, _) => Ok(Value::Int(*value as i128)),
            Literal::Bool(value) => Ok(Value::Int(*value as i128)),
            Literal::Char(value) => Ok(Value::Int(*value as i128)),
            Literal::Str(text) => Ok(Value::Str(*text)),
            Literal::Bytes(bytes) => {
                let bytes = bytes.iter().map(|byte| Value::Int(i128::from(*byte)));
                Ok(Value::List(Rc::new(bytes.collect())))
            }
            Literal::Float(..) => Err(self.unsupported(expr)),
        }
    }

    fn path(&mut self, expr: ExprId) -> Step {
        match self.typed.callees.get(&expr) {
            Some(Callee::Constant(instance)) => {
                let instance = self.typer.resolve_value(*instance)?;
                if self.calls >= MAX_CALLS {
                    return Err(self.unsupported(expr));
                }
                let outcome = self.typer.run_body(instance, &[], self.calls + 1)?;
                Ok(outcome.result)
            }
            Some(Callee::ConstValue(value)) => Ok(Value::Int(*value)),
            _ => match self.typed.expr_variants.get(&expr) {
                Some(&unit) if self.typer.adt_of_variant(unit) == unit => self.list(&[]),
                Some(&variant) => Ok(Value::Int(self.typer.variant_discriminant(variant)?)),
                None => Err(self.unsupported(expr)),
            },
        }
    }

    fn record(&mut self, expr: ExprId, fields: &[(Symbol, ExprId)], base: Option<ExprId>) -> Step {
        let Some(&def) = self.typed.expr_variants.get(&expr) else {
            return Err(self.unsupported(expr));
        };
        // The fields of a union are one another's bytes.
        if matches!(self.typer.hir.def(def).kind, DefKind::Union(_)) {
            return Err(self.unsupported(expr));
        }
        let names = self.field_names(def)?;
        let mut values = match base.map(|base| self.value(base)).transpose()? {
            Some(Value::List(values)) => values.to_vec(),
            _ => vec![Value::Int(0); names.len()],
        };
        for &(name, value) in fields {
            match names.iter().position(|own| *own == name) {
                Some(index) => values[index] = self.value(value)?,
                None => return Err(self.unsupported(expr)),
            }
        }
        Ok(match self.typer.adt_of_variant(def) == def {
            true => Value::List(Rc::new(values)),
            false if values.is_empty() => Value::Int(self.typer.variant_discriminant(def)?),
            false => Value::Variant(def, Rc::new(values)),
        })
    }

    /// A field, an element, or the elements of a range.
    fn part(&mut self, expr: ExprId, base: ExprId) -> Step {
        if let Some((start, end)) = self.range(expr)? {
            let values = bytes_of(&self.value(base)?);
            let within = |values: &Rc<Vec<Value>>| {
                let end = end.unwrap_or(values.len());
                values.get(start..end).map(<[Value]>::to_vec)
            };
            return match values.as_ref().and_then(within) {
                Some(values) => Ok(Value::List(Rc::new(values))),
                None => Err(self.unsupported(expr)),
            };
        }
        let index = self.position(expr)?;
        match self.value(base)? {
            Value::List(values) if index < values.len() => Ok(values[index].clone()),
            Value::Str(text) => match text.as_str().as_bytes().get(index) {
                Some(byte) => Ok(Value::Int((*byte).into())),
                None => Err(self.unsupported(expr)),
            },
            _ => Err(self.unsupported(expr)),
        }
    }

    /// The start and the end of the range that an expression takes, if it takes one.
    fn range(&mut self, expr: ExprId) -> Step<Option<(usize, Option<usize>)>> {
        let body = self.body.clone();
        let ExprKind::Index(_, index) = &body.exprs[expr.index()].kind else {
            return Ok(None);
        };
        let TyKind::Adt(kind, _) = self.type_after(*index).kind() else {
            return Ok(None);
        };
        let kind = self.typer.hir.def(*kind).name;
        let Value::List(bounds) = self.value(*index)? else {
            return Err(self.unsupported(expr));
        };
        let bound = |value: &Value| match value {
            Value::Int(value) => usize::try_from(*value).ok(),
            Value::List(_) | Value::Variant(..) | Value::Str(_) => None,
        };
        let range = match (kind.as_str(), &bounds[..]) {
            ("RangeFull", []) => Some((0, None)),
            ("RangeFrom", [start]) => bound(start).map(|start| (start, None)),
            ("RangeTo", [end]) => bound(end).map(|end| (0, Some(end))),
            ("Range", [start, end]) => bound(start)
                .zip(bound(end))
                .map(|(start, end)| (start, Some(end))),
            _ => None,
        };
        range.map(Some).ok_or_else(|| self.unsupported(expr))
    }

    fn is_mutable_reference(&self, expr: ExprId) -> bool {
        matches!(
            self.type_after(expr).kind(),
            TyKind::Ref(Mutability::Mut, _)
        )
    }

    /// The type of an expression with its adjustments.
    fn type_after(&self, expr: ExprId) -> Ty {
        let adjusted = self.typed.adjustments.get(&expr);
        match adjusted.and_then(|list| list.last()) {
            Some(adjustment) => adjustment.ty(),
            None => self.typed.expr_types[expr.index()],
        }
    }

    /// Which part of its base a field or element is.
    fn position(&mut self, expr: ExprId) -> Step<usize> {
        let body = self.body.clone();
        let index = match &body.exprs[expr.index()].kind {
            ExprKind::Index(_, index) => usize::try_from(self.int(*index)?).ok(),
            ExprKind::Field(base, name) => match self.type_after(*base).kind() {
                TyKind::Adt(def, _) => self.typer.with_fields(*def, |data| {
                    data.fields.iter().position(|field| field.name == *name)
                })?,
                _ => name.as_str().parse().ok(),
            },
            _ => None,
        };
        index.ok_or_else(|| self.unsupported(expr))
    }

    /// A call. What it makes of the places that it is lent is stored there when it is over.
    fn call(&mut self, expr: ExprId, receiver: Option<ExprId>, args: &[ExprId]) -> Step {
        let args: Vec<ExprId> = receiver.iter().chain(args).copied().collect();
        let values = args.iter().map(|&arg| self.referent(arg));
        let values = values.collect::<Step<Vec<_>>>()?;
        let is_lent = |index: &usize| self.is_mutable_reference(args[*index]);
        let lent: Vec<usize> = (0..args.len()).filter(is_lent).collect();
        let instance = match self.typed.callees.get(&expr).copied() {
            Some(Callee::Instance(instance)) => instance,
            Some(Callee::Constructor { def, .. }) if lent.is_empty() => {
                return Ok(match self.typer.adt_of_variant(def) == def {
                    true => Value::List(Rc::new(values)),
                    false => Value::Variant(def, Rc::new(values)),
                });
            }
            _ => return Err(self.unsupported(expr)),
        };
        let definition = self.typer.hir.def(instance.def);
        if definition.attrs.intrinsic {
            let known = self.intrinsic(definition.name.as_str(), instance.args, &values);
            let known = known.filter(|_| lent.is_empty());
            return known.ok_or_else(|| self.unsupported(expr));
        }
        if self.calls >= MAX_CALLS {
            return Err(self.unsupported(expr));
        }
        let outcome = self.typer.run_body(instance, &values, self.calls + 1)?;
        let body = self.body.clone();
        for index in lent {
            let place = match &body.exprs[args[index].index()].kind {
                ExprKind::Borrow(_, place) => *place,
                _ => args[index],
            };
            match &outcome.parameters[index] {
                Some(value) => self.store(place, value.clone())?,
                None => return Err(self.unsupported(expr)),
            };
        }
        Ok(outcome.result)
    }

    fn intrinsic(&self, name: &str, args: Args, values: &[Value]) -> Option<Value> {
        use Value::{Int, List, Str};
        let ty = (!args.list().is_empty()).then(|| args.ty(0));
        Some(Int(match (name, values) {
            ("size_of", []) => layout::size_of(self.typer, ty?).ok()?.bytes.into(),
            ("align_of", []) => layout::size_of(self.typer, ty?).ok()?.align.into(),
            ("slice_len", [List(values)]) => values.len() as i128,
            ("slice_len", [Str(text)]) => text.as_str().len() as i128,
            (name, [Int(value)]) => const_arith::bit_intrinsic(name, *value, ty?)?,
            (name, [Int(a), Int(b)]) => {
                let (value, overflows) = const_arith::pair_intrinsic(name, *a, *b, ty?)?;
                if name.starts_with("overflowing") {
                    return Some(List(Rc::new(vec![Int(value), Int(overflows.into())])));
                }
                value
            }
            _ => return None,
        }))
    }

    fn unary(&mut self, expr: ExprId, op: UnaryOp, operand: ExprId) -> Step<i128> {
        let value = self.int(operand)?;
        let ty = self.typed.expr_types[expr.index()];
        Ok(match op {
            UnaryOp::Neg => wrap(value.wrapping_neg(), ty),
            UnaryOp::Not if *ty.kind() == TyKind::Bool => (value == 0) as i128,
            UnaryOp::Not => wrap(!value, ty),
        })
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Step<i128> {
        let a = self.int(lhs)?;
        match (op, a) {
            (BinaryOp::And, 0) => return Ok(0),
            (BinaryOp::Or, a) if a != 0 => return Ok(1),
            _ => {}
        }
        let b = self.int(rhs)?;
        let ty = self.type_after(lhs);
        self.compute(expr, op, a, b, ty)
    }

    fn compute(&self, expr: ExprId, op: BinaryOp, a: i128, b: i128, ty: Ty) -> Step<i128> {
        const_arith::compute(op, a, b, ty).ok_or_else(|| {
            let span = self.span(expr);
            Flow::Error(Diagnostic::new("a constant overflows", span))
        })
    }

    fn store(&mut self, place: ExprId, value: Value) -> Step {
        let body = self.body.clone();
        let mut path = Vec::new();
        let mut current = place;
        let local = loop {
            match &body.exprs[current.index()].kind {
                ExprKind::Local(local) => break *local,
                ExprKind::Field(base, _) | ExprKind::Index(base, _) => {
                    path.push(self.position(current)?);
                    current = *base;
                }
                ExprKind::Deref(base) => current = *base,
                _ => return Err(self.unsupported(place)),
            }
        };
        if path.is_empty() {
            self.locals.insert(local, value);
            return Ok(Value::Int(0));
        }
        let mut target = self.locals.get_mut(&local);
        for index in path.into_iter().rev() {
            target = match target {
                Some(Value::List(values)) => Rc::make_mut(values).get_mut(index),
                _ => None,
            };
        }
        match target {
            Some(target) => *target = value,
            None => return Err(self.unsupported(place)),
        }
        Ok(Value::Int(0))
    }

    fn choose(&mut self, expr: ExprId, value: ExprId, arms: &[Arm]) -> Step {
        let value = self.value(value)?;
        for arm in arms {
            if self.matches(arm.pat, &value)?
                && arm.guard.map_or(Ok(1), |guard| self.int(guard))? != 0
            {
                return self.value(arm.body);
            }
        }
        Err(self.unsupported(expr))
    }

    fn repeat(&mut self, expr: ExprId, condition: Option<ExprId>, inner: ExprId) -> Step {
        loop {
            if let Some(condition) = condition
                && self.int(condition)? == 0
            {
                return Ok(Value::Int(0));
            }
            match self.value(inner) {
                Err(Flow::Break(target, value)) if target == expr => return Ok(value),
                Err(Flow::Continue(target)) if target == expr => {}
                Err(flow) => return Err(flow),
                Ok(_) => {}
            }
        }
    }

    fn block(&mut self, block: &Block) -> Step {
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
                    if !self.matches(*pat, &value)? {
                        return match otherwise {
                            Some(otherwise) => self.value(*otherwise),
                            None => Err(self.unsupported(*init)),
                        };
                    }
                }
                Stmt::Let { init: None, .. } => {}
            }
        }
        self.optional(block.tail)
    }

    fn matches(&mut self, pat: PatId, value: &Value) -> Step<bool> {
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::Wild | PatKind::Rest => Ok(true),
            PatKind::Binding {
                by_ref: Some(Mutability::Mut),
                ..
            } => Err(self.no_match(pat)),
            PatKind::Binding { local, sub, .. } => {
                let fits = sub.map_or(Ok(true), |sub| self.matches(sub, value))?;
                self.locals.insert(*local, value.clone());
                Ok(fits)
            }
            PatKind::Or(subs) => {
                for &sub in subs {
                    if self.matches(sub, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            PatKind::Ref(sub) => self.matches(*sub, value),
            PatKind::Tuple(subs) => self.matches_parts(pat, subs, value),
            PatKind::Slice(subs) => match bytes_of(value) {
                Some(values) => {
                    let whole = subs.iter().any(|&sub| self.body.is_rest(sub));
                    let given = subs.len() - usize::from(whole);
                    let fits = given == values.len() || (whole && given < values.len());
                    Ok(fits && self.matches_parts(pat, subs, &Value::List(values))?)
                }
                None => Err(self.no_match(pat)),
            },
            PatKind::Literal {
                literal: literal @ (Literal::Str(_) | Literal::Bytes(_)),
                ..
            } => self.matches_text(pat, literal, value),
            PatKind::TupleStruct(_, subs) => match self.fields(pat, value)? {
                Some(fields) => self.matches_parts(pat, subs, &Value::List(fields)),
                None => Ok(false),
            },
            PatKind::Struct(_, subs) => match self.fields(pat, value)? {
                Some(fields) => self.matches_fields(pat, subs, &fields),
                None => Ok(false),
            },
            kind => match value {
                Value::Int(value) => self.matches_int(pat, kind, *value),
                Value::Variant(..) => Ok(false),
                Value::List(_) | Value::Str(_) => Err(self.no_match(pat)),
            },
        }
    }

    /// Whether a string, or bytes, are those of a literal.
    fn matches_text(&self, pat: PatId, literal: &Literal, value: &Value) -> Step<bool> {
        let wanted = match literal {
            Literal::Str(text) => text.as_str().as_bytes().to_vec(),
            Literal::Bytes(bytes) => bytes.to_vec(),
            Literal::Int(..) | Literal::Bool(_) | Literal::Char(_) | Literal::Float(..) => {
                return Err(self.no_match(pat));
            }
        };
        let Some(values) = bytes_of(value) else {
            return Err(self.no_match(pat));
        };
        let same = |(value, byte): (&Value, &u8)| matches!(value, Value::Int(own) if *own == i128::from(*byte));
        Ok(values.len() == wanted.len() && values.iter().zip(&wanted).all(same))
    }

    /// The fields of a struct, or of a variant if it is the pattern's.
    fn fields(&self, pat: PatId, value: &Value) -> Step<Option<Rc<Vec<Value>>>> {
        let Some(&variant) = self.typed.pat_variants.get(&pat) else {
            return Err(self.no_match(pat));
        };
        Ok(match value {
            Value::List(fields) => Some(fields.clone()),
            Value::Variant(other, fields) => (variant == *other).then(|| fields.clone()),
            Value::Int(value) => {
                let fits = self.typer.adt_of_variant(variant) == variant
                    || self.typer.variant_discriminant(variant)? == *value;
                fits.then(Rc::default)
            }
            Value::Str(_) => return Err(self.no_match(pat)),
        })
    }

    fn matches_fields(
        &mut self,
        pat: PatId,
        subs: &[(Symbol, PatId)],
        fields: &[Value],
    ) -> Step<bool> {
        let names = match self.typed.pat_variants.get(&pat) {
            Some(&variant) => self.field_names(variant)?,
            None => return Err(self.no_match(pat)),
        };
        for &(name, sub) in subs {
            let index = names.iter().position(|own| *own == name);
            match index.and_then(|index| fields.get(index)) {
                Some(field) if self.matches(sub, field)? => {}
                Some(_) => return Ok(false),
                None => return Err(self.no_match(pat)),
            }
        }
        Ok(true)
    }

    fn field_names(&self, def: DefId) -> Step<Vec<Symbol>> {
        let names = |data: &VariantData| data.fields.iter().map(|field| field.name).collect();
        Ok(self.typer.with_fields(def, names)?)
    }

    fn no_match(&self, pat: PatId) -> Flow {
        Flow::Error(not_constant(self.body.pats[pat.index()].span))
    }

    fn matches_parts(&mut self, pat: PatId, subs: &[PatId], value: &Value) -> Step<bool> {
        match value {
            Value::Int(_) if subs.is_empty() => Ok(true),
            Value::List(values) => {
                let rest = subs.iter().position(|&sub| self.body.is_rest(sub));
                let given = subs.len() - usize::from(rest.is_some());
                if given > values.len() || (rest.is_none() && given < values.len()) {
                    return Err(self.no_match(pat));
                }
                let (front, back) = subs.split_at(rest.unwrap_or(subs.len()));
                let back = back.get(1..).unwrap_or_default();
                let (middle, last) = values[front.len()..].split_at(values.len() - given);
                if let Some(rest) = rest {
                    let middle = Value::List(Rc::new(middle.to_vec()));
                    self.matches(subs[rest], &middle)?;
                }
                let pairs = front.iter().zip(values.iter());
                for (&sub, value) in pairs.chain(back.iter().zip(last)) {
                    if !self.matches(sub, value)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Err(self.no_match(pat)),
        }
    }

    fn matches_int(&self, pat: PatId, kind: &PatKind, value: i128) -> Step<bool> {
        let span = self.body.pats[pat.index()].span;
        Ok(match kind {
            PatKind::Literal { literal, negative } => {
                self.pattern_literal(literal, *negative, span)? == value
            }
            PatKind::Path(_) => match self.typed.pat_constants.get(&pat) {
                Some(found) => self.typer.const_eval(found.def, found.args)? == value,
                None => match self.typed.pat_variants.get(&pat) {
                    Some(&variant) => self.typer.variant_discriminant(variant)? == value,
                    None => return Err(self.no_match(pat)),
                },
            },
            PatKind::Range {
                start,
                end,
                inclusive,
            } => {
                let low = self.bound(start.as_deref(), i128::MIN, span)?;
                let high = self.bound(end.as_deref(), i128::MAX, span)?;
                low <= value && (value < high || (*inclusive && value == high))
            }
            _ => return Err(self.no_match(pat)),
        })
    }

    fn pattern_literal(&self, literal: &Literal, negative: bool, span: Span) -> Step<i128> {
        let value = match literal {
            Literal::Int(value, _) => *value as i128,
            Literal::Bool(value) => *value as i128,
            Literal::Char(value) => *value as i128,
            Literal::Float(..) | Literal::Str(_) | Literal::Bytes(_) => {
                return Err(Flow::Error(not_constant(span)));
            }
        };
        Ok(if negative {
            value.wrapping_neg()
        } else {
            value
        })
    }

    fn bound(&self, bound: Option<&RangeBound>, otherwise: i128, span: Span) -> Step<i128> {
        match bound {
            None => Ok(otherwise),
            Some(RangeBound::Literal(literal, negative)) => {
                self.pattern_literal(literal, *negative, span)
            }
            Some(RangeBound::Path(path)) => match self.typed.pat_constants.get(path) {
                Some(found) => Ok(self.typer.const_eval(found.def, found.args)?),
                None => Err(Flow::Error(not_constant(span))),
            },
        }
    }
}
