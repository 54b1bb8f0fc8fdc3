//! The text form of a program, for people and for goldens. It is not read back.
//!
//! ```text
//! fn1 worker(r0: Ptr) -> 1 {
//!     slot0 name: ty3 (2 cells)
//!     i0   r1 = static0
//!     i1   r2 = sync MutexLock(r1)
//!     i2   return r1
//!     landing i0..i2 => i5 Cleanup
//! }
//! ```

use crate::inst::{Arg, BinOp, Callee, Inst, Operand, Overflow, UnOp};
use crate::layout::CellKind;
use crate::program::{FuncId, Function, Program, Reg, Static};
use std::fmt::{Display, Formatter, Result, Write};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "entry {} (starts in {})", self.entry_name, self.start)?;
        for (index, layout) in self.layouts.iter().enumerate() {
            writeln!(f, "ty{index} {} ({} cells)", layout.name, layout.cells())?;
        }
        for (index, global) in self.statics.iter().enumerate() {
            writeln!(f, "static{index} {}", static_line(global))?;
        }
        for (index, vtable) in self.vtables.iter().enumerate() {
            let method = |method: &Option<FuncId>| method.map_or("-".into(), |id| id.to_string());
            let methods: Vec<String> = vtable.methods.iter().map(method).collect();
            writeln!(f, "vtable{index} {} [{}]", vtable.name, methods.join(", "))?;
        }
        for index in 0..self.functions.len() {
            write!(f, "\n{}", function(self, FuncId::new(index)))?;
        }
        Ok(())
    }
}

fn static_line(global: &Static) -> String {
    let mut line = format!("{:?}: {} x {}", global.name, global.layout, global.count);
    if global.thread_local {
        line.push_str(" thread_local");
    }
    if global.mutable {
        line.push_str(" mutable");
    }
    let text: Option<String> = global.cells.iter().map(|&cell| printable(cell)).collect();
    match text {
        Some(text) if !text.is_empty() => line.push_str(&format!(" = {text:?}")),
        _ => line.push_str(&format!(" = {:?}", global.cells)),
    }
    line
}

fn printable(cell: u64) -> Option<char> {
    let byte = u8::try_from(cell).ok()?;
    let shown = byte.is_ascii_graphic() || byte == b' ' || byte == b'\n';
    shown.then_some(byte as char)
}

/// The text of one function.
pub fn function(program: &Program, id: FuncId) -> String {
    let function = program.function(id);
    let mut text = format!("{id} {}(", function.name);
    let params = (0..function.params as usize).map(|reg| register(function, reg));
    let _ = writeln!(
        text,
        "{}) -> {} {{",
        params.collect::<Vec<_>>().join(", "),
        function.returns
    );
    for (index, slot) in function.slots.iter().enumerate() {
        let cells = program.layout(slot.layout).cells();
        let _ = writeln!(
            text,
            "    slot{index} {}: {} ({cells} cells)",
            slot.name, slot.layout
        );
    }
    for (index, inst) in function.code.iter().enumerate() {
        let _ = writeln!(
            text,
            "    {:<5}{}",
            format!("i{index}"),
            instruction(program, inst)
        );
    }
    for landing in &function.landings {
        let (start, end, target) = (landing.start, landing.end, landing.target);
        let _ = writeln!(
            text,
            "    landing {start}..{end} => {target} {:?}",
            landing.kind
        );
    }
    text.push_str("}\n");
    text
}

fn register(function: &Function, reg: usize) -> String {
    let kind = match function.registers.get(reg) {
        Some(CellKind::Scalar(ty)) => format!("{ty:?}"),
        Some(CellKind::Sync(kind)) => format!("{kind:?}"),
        Some(CellKind::Opaque) => "Opaque".to_string(),
        None => "?".to_string(),
    };
    format!("r{reg}: {kind}")
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Operand::Reg(reg) => write!(f, "{reg}"),
            Operand::Const(value) => write!(f, "{}", *value as i64),
        }
    }
}

/// `r3`, or `r3..r6` for several.
fn span(first: Reg, cells: u32) -> String {
    match cells {
        1 => first.to_string(),
        _ => format!("{first}..r{}", first.0 + cells),
    }
}

fn operand_span(operand: Operand, cells: u32) -> String {
    match operand {
        Operand::Reg(reg) => span(reg, cells),
        Operand::Const(_) => operand.to_string(),
    }
}

fn list(args: &[Operand]) -> String {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    args.join(", ")
}

/// The text of one instruction.
pub fn instruction(program: &Program, inst: &Inst) -> String {
    match inst {
        Inst::Copy { dst, src, cells } => {
            format!("{} = {}", span(*dst, *cells), operand_span(*src, *cells))
        }
        Inst::Zero { dst, cells } => format!("{} = zero", span(*dst, *cells)),
        Inst::Unary { op, ty, dst, src } => format!("{dst} = {}{src} : {ty:?}", unary(*op)),
        Inst::Binary {
            op,
            ty,
            overflow,
            dst,
            lhs,
            rhs,
        } => {
            let checked = if *overflow == Overflow::Panic {
                " checked"
            } else {
                ""
            };
            format!("{dst} = {lhs} {} {rhs} : {ty:?}{checked}", binary(*op))
        }
        Inst::Cast { from, to, dst, src } => format!("{dst} = {src} : {from:?} as {to:?}"),
        Inst::SlotAddr { dst, slot } => format!("{dst} = &{slot}"),
        Inst::SlotReset { slot } => format!("reset {slot}"),
        Inst::StaticAddr { dst, global } => format!("{dst} = &{global}"),
        Inst::FuncAddr { dst, func } => format!("{dst} = {func} ({})", name(program, *func)),
        Inst::VtableAddr { dst, vtable } => format!("{dst} = {vtable}"),
        Inst::Intrinsic { op, dst, args } => format!("{dst} = {op:?}({})", list(args)),
        Inst::Sync {
            action,
            dst,
            args,
            visible,
        } => {
            let hidden = if *visible { "" } else { " hidden" };
            format!("{dst} = sync{hidden} {action:?}({})", list(args))
        }
        Inst::Catch { dst } => format!("{} = catch", span(*dst, 2)),
        other => on_memory(program, other),
    }
}

/// Instructions on addresses and memory.
fn on_memory(program: &Program, inst: &Inst) -> String {
    match inst {
        Inst::Offset {
            dst,
            base,
            index,
            stride,
            offset,
        } => {
            format!("{dst} = {base} + {index} * {stride} + {offset}")
        }
        Inst::CheckBounds { index, len } => format!("check {index} < {len}"),
        Inst::Load {
            dst,
            ptr,
            offset,
            cells,
        } => {
            format!("{} = [{ptr} + {offset}]", span(*dst, *cells))
        }
        Inst::Store {
            ptr,
            offset,
            src,
            cells,
        } => {
            format!("[{ptr} + {offset}] = {}", operand_span(*src, *cells))
        }
        Inst::CopyMemory {
            dst,
            src,
            count,
            stride,
        } => {
            format!("copy [{dst}] = [{src}], {count} * {stride}")
        }
        Inst::Alloc { dst, layout, count } => format!("{dst} = alloc {count} x {layout}"),
        Inst::Free { ptr } => format!("free {ptr}"),
        other => control(program, other),
    }
}

/// Instructions that transfer control; all others have their text above.
fn control(program: &Program, inst: &Inst) -> String {
    match inst {
        Inst::Jump { to } => format!("jump {to}"),
        Inst::Branch {
            cond,
            then_to,
            else_to,
        } => {
            format!("if {cond} then {then_to} else {else_to}")
        }
        Inst::Switch {
            value,
            cases,
            default,
        } => {
            let cases: Vec<String> = cases
                .iter()
                .map(|(case, to)| format!("{} => {to}", *case as i64))
                .collect();
            format!("switch {value} {{ {}, _ => {default} }}", cases.join(", "))
        }
        Inst::Call { callee, args, dst } => {
            let arg = |arg: &Arg| operand_span(arg.src, arg.cells);
            let args: Vec<String> = args.iter().map(arg).collect();
            format!(
                "{dst} = call {}({})",
                callee_text(program, *callee),
                args.join(", ")
            )
        }
        Inst::Return { src } => format!("return {src}"),
        Inst::Panic {
            payload,
            vtable,
            message,
            len,
        } => {
            format!("panic ({payload}, {vtable}) \"[{message}; {len}]\"")
        }
        Inst::Resume => "resume".to_string(),
        Inst::Abort => "abort".to_string(),
        Inst::Unreachable => "unreachable".to_string(),
        _ => String::new(),
    }
}

fn callee_text(program: &Program, callee: Callee) -> String {
    match callee {
        Callee::Function(func) => format!("{func} {}", name(program, func)),
        Callee::Pointer { pointer, .. } => format!("*{pointer}"),
        Callee::Virtual { vtable, slot, .. } => format!("{vtable}.{slot}"),
    }
}

fn name(program: &Program, func: FuncId) -> &str {
    program
        .functions
        .get(func.index())
        .map_or("?", |function| &function.name)
}

fn unary(op: UnOp) -> &'static str {
    match op {
        UnOp::Neg => "-",
        UnOp::Not => "!",
    }
}

fn binary(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
    }
}
