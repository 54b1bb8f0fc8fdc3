//! Calls.

use super::code::{UNIT, cell, scalar};
use super::lower::Lower;
use super::place::PlaceKind;
use crate::diagnostic::Result;
use crate::hir::{DefId, DefKind, ExprId, ExprKind};
use crate::mono::FnKey;
use crate::ty::{Args, ClosureKey, Ty, TyKind};
use crate::typed::{BuiltinMethod, Callee, ClosureInfo, ClosureKind, Instance};
use std::rc::Rc;
use vscheck_ir::{Arg, Callee as Target, FuncId, Inst, Operand, Reg, Span};

impl Lower<'_> {
    /// `f(args)`.
    pub fn call_expr(&mut self, e: ExprId, callee: ExprId, args: &[ExprId]) -> Result<Arg> {
        let ret = self.type_after(e, 0);
        let found = self.typed.callees.get(&e).copied();
        let callee_ty = self.type_of(callee);
        if let TyKind::FnDef(def, def_args) = callee_ty.kind()
            && !matches!(found, Some(Callee::Builtin(_, ty)) if ty == callee_ty)
        {
            let known = found.or_else(|| self.typed.callees.get(&callee).copied());
            let target = match known {
                Some(target) => target,
                None => self.fn_def(*def, *def_args)?,
            };
            if !matches!(self.body.exprs[callee.index()].kind, ExprKind::Path(_)) {
                self.discard(callee)?;
            }
            let values = self.operands(args)?;
            return self.call_at(e, target, values, ret, args.first().copied());
        }
        match found {
            Some(Callee::Closure(key)) => self.call_closure(e, key, callee, args, ret),
            Some(target @ Callee::Builtin(BuiltinMethod::CallOnce, ty)) => match ty.kind() {
                TyKind::Closure(key) if !self.is_used_up(*key)? => {
                    self.call_closure(e, *key, callee, args, ret)
                }
                _ => self.call_overloaded(e, target, callee, args, ret),
            },
            Some(Callee::FnPointer) => {
                let mut exprs = vec![callee];
                exprs.extend(args);
                let values = self.operands(&exprs)?;
                self.call_at(e, Callee::FnPointer, values, ret, None)
            }
            Some(target) => self.call_overloaded(e, target, callee, args, ret),
            None if matches!(callee_ty.kind(), TyKind::FnPtr(..)) => {
                let mut exprs = vec![callee];
                exprs.extend(args);
                let values = self.operands(&exprs)?;
                self.call_at(e, Callee::FnPointer, values, ret, None)
            }
            None => self.internal("a call of something unknown"),
        }
    }

    fn call_at(
        &mut self,
        e: ExprId,
        target: Callee,
        values: Vec<(Arg, Ty)>,
        ret: Ty,
        place: Option<ExprId>,
    ) -> Result<Arg> {
        self.code.span = self.call_span(e);
        self.call_callee(target, values, ret, place)
    }

    /// Where a call stands. One of a method that is named in a later line than its receiver begins there: so says
    /// a panic in it.
    fn call_span(&self, e: ExprId) -> Span {
        let call = &self.body.exprs[e.index()];
        match &call.kind {
            ExprKind::MethodCall { name_span, .. }
                if call.span.covers(name_span) && call.span.line < name_span.line =>
            {
                let (line, column) = (name_span.line, name_span.column);
                Span {
                    line,
                    column,
                    ..call.span
                }
            }
            _ => call.span,
        }
    }

    /// What a function item's type calls.
    pub fn fn_def(&self, def: DefId, args: Args) -> Result<Callee> {
        let item = self.mono.hir.def(def);
        let in_trait = item
            .parent
            .is_some_and(|parent| matches!(self.mono.hir.def(parent).kind, DefKind::Trait { .. }));
        match item.kind {
            DefKind::Struct(_) => Ok(Callee::Constructor { def, args }),
            DefKind::Variant { .. } => Ok(Callee::Constructor { def, args }),
            _ if in_trait => self.mono.typer.resolve_trait_method(def, args),
            _ => Ok(Callee::Instance(Instance { def, args })),
        }
    }

    /// What inference knows about a closure.
    pub fn closure_info(&self, key: ClosureKey) -> Result<Rc<ClosureInfo>> {
        self.mono.closure_info(key)
    }

    fn call_closure(
        &mut self,
        e: ExprId,
        key: ClosureKey,
        callee: ExprId,
        args: &[ExprId],
        ret: Ty,
    ) -> Result<Arg> {
        let info = self.closure_info(key)?;
        let ty = Ty::new(TyKind::Closure(key));
        let mut place = self.place(callee)?;
        while matches!(place.ty.kind(), TyKind::Ref(..)) {
            place = self.deref(place)?;
        }
        let (this, this_ty) = if info.kind == ClosureKind::FnOnce {
            (self.consume(&place)?, ty)
        } else {
            let reference = Ty::reference(crate::hir::Mutability::Mut, ty);
            (self.address_value(&place)?, reference)
        };
        let values = self.operands_after((this, this_ty), args)?;
        self.call_at(e, Callee::Closure(key), values, ret, None)
    }

    /// Whether it makes a difference that a call uses a closure up, though it could be called again:
    /// what it owns goes with the call, or with the future that the call gives.
    fn is_used_up(&mut self, key: ClosureKey) -> Result<bool> {
        let again = self.closure_info(key)?.kind != ClosureKind::FnOnce;
        let ty = Ty::new(TyKind::Closure(key));
        Ok(again && (self.mono.needs_drop(ty)? || self.lends(key)?))
    }

    /// What is called, and the arguments.
    fn operands_after(&mut self, this: (Arg, Ty), args: &[ExprId]) -> Result<Vec<(Arg, Ty)>> {
        self.waiting(|lower| {
            let waiting = lower.pend(this.0, this.1)?;
            let mut values = vec![this];
            values.extend(lower.operands(args)?);
            lower.release(waiting);
            Ok(values)
        })
    }

    /// A call through `Fn*::call*`.
    fn call_overloaded(
        &mut self,
        e: ExprId,
        target: Callee,
        callee: ExprId,
        args: &[ExprId],
        ret: Ty,
    ) -> Result<Arg> {
        let (this, this_ty) = self.callable(target, callee)?;
        let values = self.operands_after((this, this_ty), args)?;
        self.call_at(e, target, values, ret, None)
    }

    /// The receiver of a call through `Fn*::call*`: by value for `call_once`, else by address.
    fn callable(&mut self, target: Callee, callee: ExprId) -> Result<(Arg, Ty)> {
        let by_value = self.takes_callable_by_value(target);
        let self_ty = self.callable_type(target);
        let mut place = self.place(callee)?;
        while Some(place.ty) != self_ty && matches!(place.ty.kind(), TyKind::Ref(..)) {
            place = self.deref(place)?;
        }
        if by_value {
            let ty = place.ty;
            return Ok((self.by_value_self(&place)?, ty));
        }
        let reference = Ty::reference(crate::hir::Mutability::Mut, place.ty);
        Ok((self.address_value(&place)?, reference))
    }

    fn callable_type(&self, target: Callee) -> Option<Ty> {
        match target {
            Callee::Virtual { args, .. } => Some(args.ty(0)),
            Callee::Builtin(_, ty) => Some(ty),
            Callee::Instance(instance) => {
                let (params, _) = self.mono.typer.fn_sig(instance).ok()?;
                let first = *params.first()?;
                match first.kind() {
                    TyKind::Ref(_, to) if !self.takes_callable_by_value(target) => Some(*to),
                    _ => Some(first),
                }
            }
            Callee::Constructor { .. }
            | Callee::Closure(_)
            | Callee::FnPointer
            | Callee::Constant(_)
            | Callee::ConstValue(_) => None,
        }
    }

    fn takes_callable_by_value(&self, target: Callee) -> bool {
        match target {
            Callee::Builtin(method, _) => method == BuiltinMethod::CallOnce,
            Callee::Virtual { method, .. } => self.is_named(method, "call_once"),
            Callee::Instance(instance) => self.is_named(instance.def, "call_once"),
            _ => false,
        }
    }

    fn is_named(&self, def: DefId, name: &str) -> bool {
        self.mono.hir.def(def).name.as_str() == name
    }

    /// `self` by value; of an unsized value its address and vtable.
    pub fn by_value_self(&mut self, place: &super::place::Place) -> Result<Arg> {
        if matches!(place.kind, PlaceKind::Memory { meta: Some(_), .. }) {
            let value = self.address_value(place)?;
            self.moved(place);
            return Ok(value);
        }
        self.consume(place)
    }

    /// `receiver.name(args)`.
    pub fn method_call(&mut self, e: ExprId, receiver: ExprId, args: &[ExprId]) -> Result<Arg> {
        let ret = self.type_after(e, 0);
        let Some(target) = self.typed.callees.get(&e).copied() else {
            return self.internal("a method call without method");
        };
        let count = self.adjustments(receiver).len();
        let receiver_ty = self.type_of(receiver);
        let unsized_self = matches!(receiver_ty.kind(), TyKind::Dyn(_));
        if !unsized_self {
            let mut exprs = vec![receiver];
            exprs.extend(args);
            let values = self.operands(&exprs)?;
            return self.call_at(e, target, values, ret, Some(receiver));
        }
        let place = self.place_after(receiver, count)?;
        let this = self.by_value_self(&place)?;
        let mut values = vec![(this, receiver_ty)];
        values.extend(self.operands(args)?);
        self.call_at(e, target, values, ret, Some(receiver))
    }

    /// Calls what is known, with evaluated arguments.
    pub fn call_callee(
        &mut self,
        callee: Callee,
        args: Vec<(Arg, Ty)>,
        ret: Ty,
        place: Option<ExprId>,
    ) -> Result<Arg> {
        match callee {
            Callee::Instance(instance) => self.call_instance(instance, args, ret, place),
            Callee::Virtual { method, args: of } => self.call_virtual(method, of, args, ret, place),
            Callee::Constructor { def, .. } => {
                let values: Vec<Arg> = args.iter().map(|(value, _)| *value).collect();
                self.construct(ret, def, &values)
            }
            Callee::Closure(key) => {
                let span = self.code.span;
                let function = self.mono.function(FnKey::Closure(key), span)?;
                self.call_function(function, &args, ret, None)
            }
            Callee::FnPointer => {
                let Some(&(pointer, ty)) = args.first() else {
                    return self.internal("a call without function");
                };
                let pointer = pointer.src;
                let signature = Some(self.mono.signature(ty)?);
                let callee = Target::Pointer { pointer, signature };
                self.emit_call(callee, &args[1..], ret, None)
            }
            Callee::Builtin(method, ty) => self.call_builtin(method, ty, args, ret),
            Callee::Constant(_) | Callee::ConstValue(_) => self.internal("a call of a constant"),
        }
    }

    /// Calls a function or intrinsic.
    pub fn call_instance(
        &mut self,
        instance: Instance,
        args: Vec<(Arg, Ty)>,
        ret: Ty,
        place: Option<ExprId>,
    ) -> Result<Arg> {
        let item = self.mono.hir.def(instance.def);
        if item.attrs.intrinsic {
            return self.intrinsic(item.name.as_str(), instance, &args, ret);
        }
        let span = self.code.span;
        let function = self.mono.function(FnKey::Instance(instance), span)?;
        self.call_function(function, &args, ret, place)
    }

    /// Calls a function of the program.
    pub fn call_function(
        &mut self,
        function: FuncId,
        args: &[(Arg, Ty)],
        ret: Ty,
        place: Option<ExprId>,
    ) -> Result<Arg> {
        let place = place.and_then(|e| self.place_span(e));
        self.emit_call(Target::Function(function), args, ret, place)
    }

    /// The part of an argument's source that names the object: `x` of `&mut x`. A closure names none, and
    /// neither does a field that a macro has written: it stands where what it is a field of does.
    fn place_span(&self, e: ExprId) -> Option<Span> {
        let span = self.body.exprs[e.index()].span;
        match &self.body.exprs[e.index()].kind {
            ExprKind::Borrow(_, inner) => self.place_span(*inner),
            ExprKind::Closure { .. } => None,
            ExprKind::Field(base, _) if self.body.exprs[base.index()].span == span => None,
            _ => Some(span),
        }
    }

    fn emit_call(
        &mut self,
        callee: Target,
        args: &[(Arg, Ty)],
        ret: Ty,
        place: Option<Span>,
    ) -> Result<Arg> {
        let result = self.regs(ret)?;
        let dst = match result.src {
            Operand::Reg(reg) => reg,
            Operand::Const(_) => Reg(0),
        };
        let args: Box<[Arg]> = args
            .iter()
            .map(|(value, _)| *value)
            .filter(|value| value.cells > 0)
            .collect();
        self.emit_panicking(Inst::Call { callee, args, dst })?;
        self.code.note_place(place);
        if matches!(ret.kind(), TyKind::Never) {
            self.code.terminate(Inst::Unreachable);
        }
        Ok(result)
    }

    fn call_virtual(
        &mut self,
        method: DefId,
        of: Args,
        args: Vec<(Arg, Ty)>,
        ret: Ty,
        place: Option<ExprId>,
    ) -> Result<Arg> {
        let Some(&(receiver, receiver_ty)) = args.first() else {
            return self.internal("a virtual call without receiver");
        };
        if receiver.cells != 2 {
            return self.internal(format_args!(
                "a virtual call on a thin receiver of type `{}`",
                self.mono.typer.type_name(receiver_ty)
            ));
        }
        let slot = self.mono.vtable_slot(method, of, self.code.span)?;
        let object = self.mono.trait_object(of.ty(0), self.code.span)?;
        let mut list = vec![(scalar(cell(receiver, 0)), receiver_ty)];
        list.extend(&args[1..]);
        let callee = Target::Virtual {
            vtable: cell(receiver, 1),
            object,
            slot,
        };
        let place = place.and_then(|e| self.place_span(e));
        self.emit_call(callee, &list, ret, place)
    }

    fn call_builtin(
        &mut self,
        method: BuiltinMethod,
        ty: Ty,
        args: Vec<(Arg, Ty)>,
        ret: Ty,
    ) -> Result<Arg> {
        match method {
            BuiltinMethod::Clone => self.clone_value(ty, args[0].0),
            BuiltinMethod::CallOnce | BuiltinMethod::CallMut | BuiltinMethod::Call => {
                self.call_callable(method, ty, args, ret)
            }
            BuiltinMethod::Operator(op) => {
                let lhs = self.through_reference(args[0], ty)?;
                let rhs = self.operand_value(args[1])?;
                self.primitive_into(op, lhs, ty, rhs.0, rhs.1, None)
            }
            BuiltinMethod::AssignOperator(op) => {
                let place = self.pointee(args[0].0, ty, None)?;
                let lhs = self.read(&place)?;
                let rhs = self.operand_value(args[1])?;
                let value = self.primitive_into(op, lhs, ty, rhs.0, rhs.1, None)?;
                self.write(&place, value)?;
                Ok(UNIT)
            }
            BuiltinMethod::Unary(op) => {
                let value = self.through_reference(args[0], ty)?;
                self.primitive_unary(op, value, ty)
            }
            BuiltinMethod::Discriminant => {
                let place = self.pointee(args[0].0, ty, None)?;
                self.discriminant_value(&place)
            }
        }
    }

    /// A primitive operand given directly or by reference.
    fn through_reference(&mut self, (value, from): (Arg, Ty), ty: Ty) -> Result<Arg> {
        match from.kind() {
            TyKind::Ref(_, to) if from != ty && *to == ty => {
                let place = self.pointee(value, ty, None)?;
                self.read(&place)
            }
            _ => Ok(value),
        }
    }

    fn operand_value(&mut self, (value, ty): (Arg, Ty)) -> Result<(Arg, Ty)> {
        match ty.kind() {
            TyKind::Ref(_, to) if crate::mono::layout::scalar_of(*to).is_some() => {
                let place = self.pointee(value, *to, None)?;
                Ok((self.read(&place)?, *to))
            }
            _ => Ok((value, ty)),
        }
    }

    /// The discriminant of an enum as `i64`; 0 for other types.
    pub fn discriminant_value(&mut self, place: &super::place::Place) -> Result<Arg> {
        let layout = self.mono.layout(place.ty)?;
        match &layout.parts {
            crate::mono::layout::Parts::Enum { tag, .. } => {
                Ok(scalar(self.discriminant(place, *tag)?))
            }
            _ => Ok(scalar(Operand::Const(0))),
        }
    }

    /// `Fn*::call*` on a closure, function item or function pointer.
    fn call_callable(
        &mut self,
        method: BuiltinMethod,
        ty: Ty,
        args: Vec<(Arg, Ty)>,
        ret: Ty,
    ) -> Result<Arg> {
        let span = self.code.span;
        match ty.kind() {
            TyKind::Closure(_) => {
                let function = self.mono.callable(ty, method, span)?;
                self.call_function(function, &args, ret, None)
            }
            TyKind::FnDef(def, def_args) => {
                let callee = self.fn_def(*def, *def_args)?;
                let rest = self.spread(callee, &args[1..])?;
                self.call_callee(callee, rest, ret, None)
            }
            TyKind::FnPtr(..) => {
                let pointer = match method {
                    BuiltinMethod::CallOnce => args[0].0,
                    _ => self.through_reference(args[0], ty)?,
                };
                let mut list = vec![(pointer, ty)];
                list.extend(&args[1..]);
                self.call_callee(Callee::FnPointer, list, ret, None)
            }
            _ => self.internal("a call of something that is not callable"),
        }
    }

    /// Arguments one by one, where they may come as one tuple.
    fn spread(&mut self, callee: Callee, args: &[(Arg, Ty)]) -> Result<Vec<(Arg, Ty)>> {
        let count = match callee {
            Callee::Instance(instance) => self.mono.typer.fn_sig(instance)?.0.len(),
            Callee::Constructor { def, args } => self.mono.typer.field_types(def, args)?.len(),
            _ => 1,
        };
        if let [(value, ty)] = args
            && let TyKind::Tuple(types) = ty.kind()
            && types.len() == count
        {
            let (value, ty) = (*value, *ty);
            let layout = self.mono.layout(ty)?;
            let Some(fields) = layout.fields() else {
                return self.internal("a tuple without fields");
            };
            let mut list = Vec::new();
            for (&ty, &offset) in types.iter().zip(&fields.offsets) {
                let cells = self.mono.cells(ty)?;
                list.push((super::code::part(value, offset, cells), ty));
            }
            return Ok(list);
        }
        Ok(args.to_vec())
    }

    /// `Clone::clone` without source, through a reference. Parts without drops are cloned one by one
    /// too, as their `Clone` may be the program's own; of big arrays of them, that is not looked for.
    pub fn clone_value(&mut self, ty: Ty, reference: Arg) -> Result<Arg> {
        const BIG: u32 = 256;
        let plain = !self.mono.needs_drop(ty)? && self.mono.cells(ty)? > BIG;
        if self.is_copy(ty) || plain {
            let place = self.pointee(reference, ty, None)?;
            return self.read(&place);
        }
        let span = self.code.span;
        let function = self.mono.function(FnKey::Clone(ty), span)?;
        self.call_function(function, &[(reference, ty)], ty, None)
    }
}
