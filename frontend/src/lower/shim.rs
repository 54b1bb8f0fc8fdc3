//! Functions without source: constructors, callables as methods, catching calls.

use super::code::{UNIT, part, scalar};
use super::function::end_of;
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::hir::{ClosureForm, DefId, DefKind, ExprKind, Mutability};
use crate::mono::FnKey;
use crate::ty::{Args, ClosureKey, GenericArg, Ty, TyKind};
use crate::typed::{BindingMode, BuiltinMethod, Callee, Instance};
use vscheck_ir::{Arg, Inst, LandingKind, Operand, ScalarType};

impl Lower<'_> {
    /// A tuple constructor as a function.
    pub fn constructor(&mut self, def: DefId, args: Args) -> Result<()> {
        let (types, ret) = self.mono.typer.fn_sig(Instance { def, args })?;
        let values = self.parameters(&types)?;
        self.open_scope();
        let value = self.construct(ret, def, &values)?;
        self.finish_with(value, ret)
    }

    /// `Fn*::call*` of a callable type as a function.
    pub fn call_shim(&mut self, ty: Ty, method: BuiltinMethod) -> Result<()> {
        let (types, ret) = self.mono.callable_sig(ty)?;
        let by_value = method == BuiltinMethod::CallOnce;
        let reference = Ty::reference(Mutability::Mut, ty);
        let this_ty = if by_value { ty } else { reference };
        let mut all = vec![this_ty];
        all.extend(&types);
        let values = self.parameters(&all)?;
        let mut rest: Vec<(Arg, Ty)> = values[1..].iter().copied().zip(types).collect();
        let scope = self.open_scope();
        self.temp_scope = scope;
        let value = match ty.kind() {
            TyKind::Closure(key) => {
                let lent = match self.lends(*key)? {
                    true => Some(self.lend_closure(values[0], ty)?),
                    false => None,
                };
                let address = match lent {
                    Some(pointer) => pointer,
                    // The captures are dropped when the call is over.
                    None => {
                        let place = self.temporary(values[0], ty, scope)?;
                        self.address_value(&place)?
                    }
                };
                rest.insert(0, (address, reference));
                let value = self.call_callee(Callee::Closure(*key), rest, ret, None)?;
                let value = match lent {
                    Some(pointer) => self.keep_closure(value, ret, pointer, ty)?,
                    None => value,
                };
                let body = self.mono.hir.body(key.owner)?;
                self.code.span = end_of(body.exprs[key.expr.index()].span);
                value
            }
            TyKind::FnDef(def, args) => {
                let callee = self.fn_def(*def, *args)?;
                self.call_callee(callee, rest, ret, None)?
            }
            TyKind::FnPtr(..) => {
                let pointer = if by_value {
                    values[0]
                } else {
                    let place = self.pointee(values[0], ty, None)?;
                    self.read(&place)?
                };
                rest.insert(0, (pointer, ty));
                self.call_callee(Callee::FnPointer, rest, ret, None)?
            }
            _ => return self.internal("a call of something that is not callable"),
        };
        self.finish_with(value, ret)
    }

    /// Whether the future that a closure gives may use what the closure captures.
    pub fn lends(&self, key: ClosureKey) -> Result<bool> {
        let body = self.mono.hir.body(key.owner)?;
        let captures = &self.mono.closure_info(key)?.captures;
        let owns = captures.iter().any(|one| one.mode == BindingMode::Value);
        let form = ClosureForm::AsyncClosure;
        let kind = &body.exprs[key.expr.index()].kind;
        Ok(owns && matches!(kind, ExprKind::Closure { form: found, .. } if *found == form))
    }

    fn lend_closure(&mut self, closure: Arg, ty: Ty) -> Result<Arg> {
        let pointer = Ty::new(TyKind::RawPtr(Mutability::Mut, ty));
        let lend = self.lang_callee("lend_closure", Args::of_types(&[ty]))?;
        self.call_callee(lend, vec![(closure, ty)], pointer, None)
    }

    /// The future has the closure from now on.
    fn keep_closure(&mut self, value: Arg, future: Ty, pointer: Arg, ty: Ty) -> Result<Arg> {
        let TyKind::Adt(_, of) = future.kind() else {
            return self.internal("an async closure that gives no future");
        };
        let raw = Ty::new(TyKind::RawPtr(Mutability::Mut, ty));
        let mut args = vec![GenericArg::Type(ty)];
        args.extend(of.list());
        let keep = self.lang_callee("keep_closure", Args::new(&args))?;
        self.call_callee(keep, vec![(value, future), (pointer, raw)], future, None)
    }

    fn lang_callee(&self, name: &str, args: Args) -> Result<Callee> {
        match self.mono.hir.lang(name) {
            Some(def) => Ok(Callee::Instance(Instance { def, args })),
            None => self.internal("a library function that is not there"),
        }
    }

    /// A closure without captures as a function.
    pub fn reified(&mut self, key: ClosureKey) -> Result<()> {
        let ty = Ty::new(TyKind::Closure(key));
        let (types, ret) = self.mono.callable_sig(ty)?;
        let values = self.parameters(&types)?;
        let scope = self.open_scope();
        self.temp_scope = scope;
        let mut args: Vec<(Arg, Ty)> = values.into_iter().zip(types).collect();
        let info = self.closure_info(key)?;
        if info.kind != crate::typed::ClosureKind::FnOnce {
            let nothing = scalar(Operand::Const(0));
            let reference = Ty::reference(Mutability::Mut, ty);
            let nothing = Arg {
                src: self.scalar_in_reg(nothing.src, ScalarType::Ptr),
                cells: 1,
            };
            args.insert(0, (nothing, reference));
        }
        let value = self.call_callee(Callee::Closure(key), args, ret, None)?;
        self.finish_with(value, ret)
    }

    /// A built-in method as a function.
    pub fn builtin_shim(&mut self, method: BuiltinMethod, ty: Ty) -> Result<()> {
        use crate::hir::UnaryOp;
        let reference = |mutability| Ty::reference(mutability, ty);
        let (types, ret) = match method {
            BuiltinMethod::Operator(op) if op.compares() => {
                (vec![reference(Mutability::Shared); 2], Ty::bool())
            }
            BuiltinMethod::Operator(_) => (vec![ty, ty], ty),
            BuiltinMethod::AssignOperator(_) => (vec![reference(Mutability::Mut), ty], Ty::unit()),
            BuiltinMethod::Unary(UnaryOp::Neg | UnaryOp::Not) => (vec![ty], ty),
            BuiltinMethod::Discriminant => (
                vec![reference(Mutability::Shared)],
                Ty::new(TyKind::Int(crate::ty::IntTy::I64)),
            ),
            BuiltinMethod::Clone
            | BuiltinMethod::CallOnce
            | BuiltinMethod::CallMut
            | BuiltinMethod::Call => return self.internal("a shim of another kind"),
        };
        let values = self.parameters(&types)?;
        self.open_scope();
        let args = values.into_iter().zip(types).collect();
        let value = self.call_callee(Callee::Builtin(method, ty), args, ret, None)?;
        self.finish_with(value, ret)
    }

    /// `<dyn Trait>::method` as a function.
    pub fn virtual_shim(&mut self, method: DefId, args: Args) -> Result<()> {
        let instance = Instance { def: method, args };
        let (types, ret) = self.mono.typer.fn_sig(instance)?;
        let values = self.parameters(&types)?;
        self.open_scope();
        let list = values.into_iter().zip(types).collect();
        let callee = Callee::Virtual { method, args };
        let value = self.call_callee(callee, list, ret, None)?;
        self.finish_with(value, ret)
    }

    /// A method that takes `self` by value, called with its address: moves it out first.
    pub fn by_address(&mut self, key: &FnKey, ty: Ty) -> Result<()> {
        let (types, ret) = self.mono.key_sig(key)?;
        let pointer = Ty::new(TyKind::RawPtr(Mutability::Mut, ty));
        let mut all = vec![pointer];
        all.extend(types.iter().skip(1));
        let values = self.parameters(&all)?;
        self.open_scope();
        let this = self.load_at(values[0].src, 0, ty)?;
        let mut args = vec![(this, ty)];
        args.extend(
            values[1..]
                .iter()
                .copied()
                .zip(types.iter().skip(1).copied()),
        );
        let span = self.code.span;
        let function = self.mono.function(key.clone(), span)?;
        let value = self.call_function(function, &args, ret, None)?;
        self.finish_with(value, ret)
    }

    /// `try_call`, `try_thread`: `(f) -> Result<R, Box<dyn Any + Send>>`, catching its panic.
    pub fn try_shim(&mut self, args: Args, boundary: bool) -> Result<()> {
        let callable = args.ty(0);
        let (_, ret) = self.mono.callable_sig_any(callable)?;
        let result_ty = self.mono.catch_result(args, boundary)?;
        let function = self.parameters(&[callable])?[0];
        self.open_scope();
        let (dest, joined) = self.join(result_ty)?;
        let (caught, after) = (self.code.cleanup_block(), self.code.block());
        let kind = if boundary {
            LandingKind::ThreadBoundary
        } else {
            LandingKind::Catch
        };
        self.catching = Some((caught, kind));
        let value = self.call_once(callable, function, ret)?;
        self.catching = None;
        let (ok, err) = self.result_variants(result_ty)?;
        let value = self.variant(result_ty, ok, &[value])?;
        let cells = joined.cells;
        self.put(dest, value, cells)?;
        self.code.jump(after);
        self.code.switch_to(caught);
        let payload = self.code.reg(ScalarType::Ptr);
        self.code.reg(ScalarType::Vtable);
        self.code.emit(Inst::Catch { dst: payload });
        let src = Operand::Reg(payload);
        let value = self.variant(result_ty, err, &[Arg { src, cells: 2 }])?;
        self.put(dest, part(value, 0, cells), cells)?;
        self.code.jump(after);
        self.code.switch_to(after);
        self.finish_with(joined, result_ty)
    }

    /// Calls an `FnOnce` without arguments.
    pub fn call_once(&mut self, callable: Ty, function: Arg, ret: Ty) -> Result<Arg> {
        let Some(trait_def) = self.mono.hir.lang("fn_once") else {
            return self.internal("no trait FnOnce");
        };
        let method = self.mono.trait_method(trait_def, "call_once")?;
        let args = Args::of_types(&[callable, Ty::unit()]);
        let callee = self.mono.typer.resolve_trait_method(method, args)?;
        self.call_callee(
            callee,
            vec![(function, callable), (UNIT, Ty::unit())],
            ret,
            None,
        )
    }

    fn result_variants(&self, ty: Ty) -> Result<(usize, usize)> {
        let TyKind::Adt(def, _) = ty.kind() else {
            return self.internal("a result that is none");
        };
        let item = self.mono.hir.def(*def);
        let DefKind::Enum(variants) = &item.kind else {
            return self.internal("a result that is none");
        };
        let index = |name: &str| {
            variants
                .iter()
                .position(|&variant| self.mono.hir.def(variant).name.as_str() == name)
        };
        match (index("Ok"), index("Err")) {
            (Some(ok), Some(err)) => Ok((ok, err)),
            _ => self.internal("a result without Ok and Err"),
        }
    }
}
