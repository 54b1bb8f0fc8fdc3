//! Bodies as text: the types of their variables and what their calls mean. For tests
//! and for `frontend/examples/types.rs`.

use super::*;
use crate::diagnostic::Result;
use crate::hir::ExprId;
use crate::typed::ClosureInfo;
use std::fmt::Write;

impl Typer {
    /// A body's variables and callees.
    pub fn print_body(&self, typed: &TypedBody) -> Result<String> {
        let body = self.hir.body(typed.instance.def)?;
        let mut out = format!("{}\n", self.print_instance(typed.instance));
        for (local, ty) in body.locals.iter().zip(&typed.local_types) {
            let _ = writeln!(out, "  let {}: {}", local.name, self.print_ty(*ty));
        }
        let mut exprs: Vec<ExprId> = typed.callees.keys().copied().collect();
        exprs.sort_unstable();
        for expr in exprs {
            let span = body.exprs[expr.index()].span;
            let callee = self.print_callee(&typed.callees[&expr]);
            let _ = writeln!(out, "  {}:{} {callee}", span.line, span.column);
        }
        let mut closures: Vec<_> = typed.closures.iter().collect();
        closures.sort_unstable_by_key(|(expr, _)| **expr);
        for (expr, info) in closures {
            let span = body.exprs[expr.index()].span;
            let text = self.print_closure(&body, info);
            let _ = writeln!(out, "  {}:{} {text}", span.line, span.column);
        }
        Ok(out)
    }

    fn print_closure(&self, body: &crate::hir::Body, info: &ClosureInfo) -> String {
        let params: Vec<String> = info.params.iter().map(|&ty| self.print_ty(ty)).collect();
        let captures = info.captures.iter().map(|capture| {
            let name = body.locals[capture.local.index()].name;
            let steps: String = capture
                .projections
                .iter()
                .map(|step| match step {
                    crate::typed::CaptureProjection::Field(index) => format!(".{index}"),
                    crate::typed::CaptureProjection::Deref => ".*".into(),
                })
                .collect();
            format!("{:?} {name}{steps}", capture.mode)
        });
        let captures: Vec<String> = captures.collect();
        format!(
            "{:?}({}) -> {} captures [{}]",
            info.kind,
            params.join(", "),
            self.print_ty(info.ret),
            captures.join(", ")
        )
    }

    /// A function's path with its arguments.
    pub fn print_instance(&self, instance: Instance) -> String {
        let args: Vec<String> = instance
            .args
            .list()
            .iter()
            .map(|&a| self.print_arg(a))
            .collect();
        match args.is_empty() {
            true => self.def_path(instance.def),
            false => format!("{}<{}>", self.def_path(instance.def), args.join(", ")),
        }
    }

    fn print_callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Instance(instance) => self.print_instance(*instance),
            Callee::Virtual { method, args } => {
                let (def, args) = (*method, *args);
                format!("virtual {}", self.print_instance(Instance { def, args }))
            }
            Callee::Constructor { def, args } => {
                let (def, args) = (*def, *args);
                format!(
                    "constructor {}",
                    self.print_instance(Instance { def, args })
                )
            }
            Callee::Closure(_) => "closure".into(),
            Callee::FnPointer => "fn pointer".into(),
            Callee::Constant(instance) => format!("const {}", self.print_instance(*instance)),
            Callee::ConstValue(value) => format!("const {value}"),
            Callee::Builtin(method, ty) => format!("builtin {method:?} of {}", self.print_ty(*ty)),
        }
    }
}
