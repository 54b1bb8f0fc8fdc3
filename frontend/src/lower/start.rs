//! Where execution starts.

use super::code::{UNIT, scalar};
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::mono::FnKey;
use crate::ty::{IntTy, Ty, TyKind};
use crate::typed::Callee;
use vscheck_ir::{Arg, Callee as Target, Inst, Operand, Reg, ScalarType};

impl Lower<'_> {
    /// Initializes the statics that need it, then calls the entry. Returns the exit code.
    pub fn start(&mut self) -> Result<()> {
        let initializers = self.mono.initializers();
        self.open_scope();
        for initializer in initializers {
            if initializer.cells == 0 {
                continue;
            }
            let kinds = self.mono.static_kinds(initializer.global);
            let first = self.code.regs(kinds.into_iter());
            self.code.emit(Inst::Call {
                callee: Target::Function(initializer.function),
                args: Box::new([]),
                dst: first,
            });
            let dst = self.code.reg(ScalarType::Ptr);
            self.code.emit(Inst::StaticAddr {
                dst,
                global: initializer.global,
            });
            let value = Arg {
                src: Operand::Reg(first),
                cells: initializer.cells,
            };
            self.store_at(Operand::Reg(dst), 0, value);
        }
        self.call_functions_before_main()?;
        let code_ty = Ty::new(TyKind::Int(IntTy::I32));
        let value = self.call_entry(code_ty)?;
        self.finish_with(value, code_ty)
    }

    /// Calls what statics in the section `.init_array` point to, as the loader does. (It hands over the program's
    /// arguments, too, which functions of no parameters do not see.)
    fn call_functions_before_main(&mut self) -> Result<()> {
        for instance in self.mono.run_before_main.clone() {
            let ty = self.mono.typer.const_ty(instance)?;
            let TyKind::FnPtr(params, ret, _) = ty.kind() else {
                continue;
            };
            if !params.is_empty() {
                continue;
            }
            let span = self.mono.hir.def(instance.def).span;
            let global = self.mono.static_item(instance, span)?;
            let at = self.code.reg(ScalarType::Ptr);
            self.code.emit(Inst::StaticAddr { dst: at, global });
            let pointer = self.load_at(Operand::Reg(at), 0, ty)?;
            self.call_callee(Callee::FnPointer, vec![(pointer, ty)], *ret, None)?;
        }
        Ok(())
    }

    /// Calls `main_start(entry)` of the models, which turns the entry's result into an exit code.
    fn call_entry(&mut self, code_ty: Ty) -> Result<Arg> {
        let Some(entry) = self.mono.entry else {
            return self.internal("no entry");
        };
        let (_, ret) = self.mono.typer.fn_sig(entry)?;
        if let Some(def) = self.mono.starter(entry, ret) {
            let item = TyKind::FnDef(entry.def, entry.args);
            let entry_ty = Ty::new(item);
            let args = self.mono.main_start_args(def, entry_ty, ret)?;
            let instance = crate::typed::Instance { def, args };
            let (params, returned) = self.mono.typer.fn_sig(instance)?;
            let callable = match params.first() {
                Some(ty) if matches!(ty.kind(), TyKind::FnPtr(..)) => {
                    (self.reify(UNIT, entry_ty)?, *ty)
                }
                _ => (UNIT, entry_ty),
            };
            // Where a test fails by what it returns.
            let item = self.mono.hir.def(entry.def);
            let (is_test, place) = (item.attrs.test, item.span);
            let nowhere = self.code.span;
            if is_test {
                self.code.span = place;
            }
            let value = self.call_instance(instance, vec![callable], returned, None)?;
            self.code.span = nowhere;
            return Ok(if value.cells == 1 {
                value
            } else {
                self.number(0)
            });
        }
        let span = self.code.span;
        let function = self.mono.function(FnKey::Instance(entry), span)?;
        let result = self.regs(ret)?;
        let dst = match result.src {
            Operand::Reg(reg) => reg,
            Operand::Const(_) => Reg(0),
        };
        self.emit_panicking(Inst::Call {
            callee: Target::Function(function),
            args: Box::new([]),
            dst,
        })?;
        let _ = code_ty;
        Ok(scalar(Operand::Const(0)))
    }
}
