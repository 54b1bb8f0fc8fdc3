//! Bodies of functions, constants and statics.

use super::code::part;
use super::lower::{Dest, Home, Lower};
use crate::diagnostic::Result;
use crate::hir::{DefKind, ExprId, PatId, PatKind};
use crate::ty::Ty;
use vscheck_ir::{Arg, Inst, Operand, Reg};

impl Lower<'_> {
    /// Registers for the parameters: the first ones of the function.
    pub fn parameters(&mut self, types: &[Ty]) -> Result<Vec<Arg>> {
        let mut args = Vec::new();
        for &ty in types {
            args.push(self.regs(ty)?);
        }
        self.params = self.code.registers.len() as u32;
        Ok(args)
    }

    /// Registers for the result.
    pub fn returns(&mut self, ty: Ty) -> Result<()> {
        let (reg, cells) = self.first_reg(ty)?;
        self.result = if cells == 0 { Reg(0) } else { reg };
        self.result_ty = ty;
        Ok(())
    }

    /// Gives parameters their names.
    pub fn bind_parameters(
        &mut self,
        pats: &[PatId],
        args: &[Arg],
        types: &[Ty],
        scope: usize,
    ) -> Result<()> {
        let body = self.body.clone();
        for ((&pat, &arg), &ty) in pats.iter().zip(args).zip(types) {
            if let PatKind::Binding {
                local,
                by_ref: None,
                sub: None,
                ..
            } = body.pats[pat.index()].kind
            {
                self.bind_parameter(local, arg, scope)?;
                continue;
            }
            let place = self.temporary(arg, ty, scope)?;
            let saved = std::mem::replace(&mut self.code.span, body.pats[pat.index()].span);
            self.declare(pat, scope)?;
            self.bind_always(pat, &place)?;
            self.code.span = saved;
        }
        Ok(())
    }

    fn bind_parameter(&mut self, local: crate::hir::LocalId, arg: Arg, scope: usize) -> Result<()> {
        let home = self.declare_local(local, scope)?;
        if let (Home::Regs(_), Operand::Reg(reg)) = (home, arg.src) {
            // The parameter's own registers serve.
            self.homes.insert(local, Home::Regs(reg));
            self.variables.pop();
            let ty = self.typed.local_types[local.index()];
            return self.name_local(local, ty, Home::Regs(reg));
        }
        let place = self.local_place(local)?;
        self.write(&place, arg)
    }

    /// Evaluates the value of the function and returns it.
    pub fn function_value(&mut self, value: ExprId) -> Result<()> {
        let dest = Dest::Regs(self.result);
        let end = self.body.exprs[value.index()].span;
        self.terminating(|this| this.expr_to(value, dest))?;
        while !self.scopes.is_empty() {
            self.close_scope(Some(end_of(end)))?;
        }
        self.code.terminate(Inst::Return { src: self.result });
        Ok(())
    }

    /// Lowers the body of a function, constant or static.
    pub fn body_function(&mut self) -> Result<()> {
        let types = self.typed.params.clone();
        let args = self.parameters(&types)?;
        let ret = self.typed.ret;
        self.returns(ret)?;
        let scope = self.open_scope();
        self.temp_scope = scope;
        if let DefKind::Fn(data) = &self.mono.hir.def(self.body.owner).kind
            && data.keeps_panics()
        {
            self.stop_panics(scope);
        }
        let pats = self.body.params.clone();
        self.bind_parameters(&pats, &args, &types, scope)?;
        let value = self.body.value;
        self.function_value(value)
    }

    /// Returns a value: the end of a function without source.
    pub fn finish_with(&mut self, value: Arg, ty: Ty) -> Result<()> {
        self.returns(ty)?;
        let cells = self.mono.cells(ty)?;
        self.put(Dest::Regs(self.result), part(value, 0, value.cells), cells)?;
        while !self.scopes.is_empty() {
            self.close_scope(None)?;
        }
        self.code.terminate(Inst::Return { src: self.result });
        Ok(())
    }
}

/// Where an expression ends, which is where the last of its variables is dropped.
pub fn end_of(span: vscheck_ir::Span) -> vscheck_ir::Span {
    vscheck_ir::Span {
        line: span.end_line,
        column: span.end_column.saturating_sub(1).max(1),
        ..span
    }
}
