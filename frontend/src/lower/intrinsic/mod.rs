//! Calls of `extern "intrinsic"` functions.

mod action;
mod memory;
mod number;
mod transmute;

use super::code::{UNIT, cell, scalar};
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::hir::{DefId, Mutability};
use crate::mono::FnKey;
use crate::mono::allocator::GLOBAL_ALLOCATOR;
use crate::ty::{Args, GenericArg, IntTy, Ty, TyKind};
use crate::typed::Instance;
use vscheck_ir::{Arg, Callee, Inst, Intrinsic, Operand, Reg, ScalarType};

/// Evaluated arguments with their types.
pub type Values<'v> = &'v [(Arg, Ty)];

/// Why a panic behind a check of loom's or shuttle's says nothing.
const BEHIND_CHECK: &str = "a panic behind a check whose closure runs once in each execution here: what it collects \
                            over all schedules is not there";

impl Lower<'_> {
    /// Calls an intrinsic.
    pub fn intrinsic(
        &mut self,
        name: &str,
        instance: Instance,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Arg> {
        // `hidden_ref_increment` and the like: the models' own counts, which no program can look at.
        let (visible, name) = match name.strip_prefix("hidden_") {
            Some(rest) => (false, rest),
            None => (true, name),
        };
        if let Some(action) = self.action(name, instance)? {
            return self.sync(action, args, ret, visible);
        }
        if let Some(value) = self.number_intrinsic(name, instance, args, ret)? {
            return Ok(value);
        }
        if let Some(value) = self.memory_intrinsic(name, instance, args, ret)? {
            return Ok(value);
        }
        if let Some(op) = native(name) {
            return self.native(op, args, ret);
        }
        self.control_intrinsic(name, instance, args, ret)
    }

    /// An intrinsic as a function.
    pub fn intrinsic_shim(&mut self, instance: Instance) -> Result<()> {
        let (types, ret) = self.mono.typer.fn_sig(instance)?;
        let values = self.parameters(&types)?;
        self.open_scope();
        let args: Vec<(Arg, Ty)> = values.into_iter().zip(types).collect();
        let name = self.mono.hir.def(instance.def).name;
        let value = self.intrinsic(name.as_str(), instance, &args, ret)?;
        self.finish_with(value, ret)
    }

    /// All cells of the arguments, one by one.
    fn flat(&self, args: Values<'_>) -> Box<[Operand]> {
        args.iter()
            .flat_map(|(value, _)| (0..value.cells).map(|index| cell(*value, index)))
            .collect()
    }

    fn native(&mut self, op: Intrinsic, args: Values<'_>, ret: Ty) -> Result<Arg> {
        let args = self.flat(args);
        let result = self.regs(ret)?;
        let dst = match result.src {
            Operand::Reg(reg) => reg,
            Operand::Const(_) => Reg(0),
        };
        self.code.emit(Inst::Intrinsic { op, dst, args });
        Ok(result)
    }

    fn control_intrinsic(
        &mut self,
        name: &str,
        instance: Instance,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Arg> {
        match name {
            "try_call" | "try_thread" => self.catch_call(name == "try_thread", instance, args, ret),
            "panic_start" => {
                let cells = self.flat(args);
                let [payload, vtable, message, len] = cells[..] else {
                    return self.internal("a panic without payload and message");
                };
                self.emit_panicking(Inst::Panic {
                    payload,
                    vtable,
                    message,
                    len,
                })?;
                self.code.dead = true;
                Ok(UNIT)
            }
            "async_suspend" => {
                self.suspend(args)?;
                Ok(UNIT)
            }
            "abort" => {
                self.code.terminate(Inst::Abort);
                Ok(UNIT)
            }
            "unsupported" => {
                self.code.stop(0);
                Ok(UNIT)
            }
            "behind_check" => {
                let reason = self.mono.refuse(BEHIND_CHECK.to_string());
                self.code.stop(reason);
                Ok(UNIT)
            }
            "is_loom" => {
                let is_used = self.mono.hir.has_met_lang("loom_model");
                Ok(scalar(Operand::Const(is_used.into())))
            }
            "has_global_allocator" => {
                let has = self.mono.has_global_allocator()?;
                Ok(scalar(Operand::Const(has.into())))
            }
            "is_eq" => {
                let ty = instance.args.ty(0);
                let eq = self.mono.hir.lang("Eq");
                let is_eq = eq.is_some_and(|eq| self.mono.typer.implements(ty, eq));
                Ok(scalar(Operand::Const(is_eq.into())))
            }
            "global_allocator" => self.global_allocator(ret),
            "by_type" => self.by_type(instance.args.ty(0), args, ret),
            "undefined" => {
                let args = self.flat(args);
                let (op, dst) = (Intrinsic::Undefined, Reg(0));
                self.code.emit(Inst::Intrinsic { op, dst, args });
                self.code.terminate(Inst::Unreachable);
                Ok(UNIT)
            }
            "unreachable" => {
                self.code.terminate(Inst::Unreachable);
                Ok(UNIT)
            }
            _ => self.unsupported(format_args!("the intrinsic `{name}`")),
        }
    }

    /// A reference to the program's allocator, as a trait object.
    fn global_allocator(&mut self, ret: Ty) -> Result<Arg> {
        let Some(def) = self.mono.hir.lang(GLOBAL_ALLOCATOR) else {
            return self.internal("no global allocator");
        };
        let args = Args::empty();
        let place = self.static_place(Instance { def, args })?;
        let address = self.address_value(&place)?;
        let reference = match ret.kind() {
            TyKind::Ref(mutable, _) => Ty::new(TyKind::Ref(*mutable, place.ty)),
            _ => return self.internal("an allocator that is no reference"),
        };
        self.unsize(address, reference, ret)
    }

    /// Calls a generic function of one type for the type that a value has, behind a trait object too.
    fn by_type(&mut self, ty: Ty, args: Values<'_>, ret: Ty) -> Result<Arg> {
        let &[(value, _), (_, of_value), (_, of_elements)] = args else {
            return self.internal("a call by type without functions");
        };
        let (function, ty) = match ty.kind() {
            TyKind::Dyn(_) => return self.virtually_by_type(ty, of_value, value, ret),
            TyKind::Slice(element) => (of_elements, *element),
            TyKind::Str => (of_elements, Ty::new(TyKind::Int(IntTy::U8))),
            _ if value.cells > 1 => {
                return self.unsupported("counted memory for a struct that ends in a slice");
            }
            _ => (of_value, ty),
        };
        let pointer = Ty::new(TyKind::RawPtr(Mutability::Shared, ty));
        let types = [pointer, Ty::new(TyKind::Int(IntTy::Usize))];
        let cells = (0..value.cells).map(|index| scalar(cell(value, index)));
        let args = cells.zip(types).collect();
        let instance = Instance {
            def: self.generic_function(function)?,
            args: Args::new(&[GenericArg::Type(ty)]),
        };
        self.call_instance(instance, args, ret, None)
    }

    fn virtually_by_type(&mut self, ty: Ty, function: Ty, value: Arg, ret: Ty) -> Result<Arg> {
        let span = self.code.span;
        let function = self.generic_function(function)?;
        let vtable = cell(value, 1);
        let callee = Callee::Virtual {
            vtable,
            object: self.mono.trait_object(ty, span)?,
            slot: self.mono.slot_by_type(ty, function, span)?,
        };
        let (first, cells) = self.first_reg(ret)?;
        let args = Box::new([scalar(cell(value, 0))]);
        self.emit_panicking(Inst::Call {
            callee,
            args,
            dst: first,
        })?;
        self.code.copy(Reg::new(first.index() + 1), scalar(vtable));
        let src = Operand::Reg(first);
        Ok(Arg { src, cells })
    }

    fn generic_function(&self, ty: Ty) -> Result<DefId> {
        match ty.kind() {
            TyKind::FnDef(def, _) => Ok(*def),
            _ => self.internal("a call by type of something else than a function"),
        }
    }

    fn catch_call(
        &mut self,
        boundary: bool,
        instance: Instance,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Arg> {
        if boundary {
            self.mono.catchers.1 = Some(instance.def);
        } else {
            self.mono.catchers.0 = Some(instance.def);
        }
        let key = FnKey::Try {
            args: instance.args,
            boundary,
        };
        let span = self.code.span;
        let function = self.mono.function(key, span)?;
        self.call_function(function, args, ret, None)
    }

    /// A boolean, number or pointer that an intrinsic gives.
    fn one(&self, value: u64) -> Result<Option<Arg>> {
        Ok(Some(scalar(Operand::Const(value))))
    }

    /// A scalar instruction on cells.
    pub fn op(&mut self, ty: ScalarType, make: impl FnOnce(Reg) -> Inst) -> Operand {
        self.scalar_result(ty, make).src
    }
}

/// Intrinsics that the machine has under the same name and with the same arguments.
fn native(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "current_thread" => Intrinsic::CurrentThread,
        "thread_number" => Intrinsic::ThreadNumber,
        "packet" => Intrinsic::Packet,
        "take_packet" => Intrinsic::TakePacket,
        "hand_over" => Intrinsic::HandOver,
        "note_panic" => Intrinsic::NotePanic,
        "has_panicked" => Intrinsic::HasPanicked,
        "begin_hook" => Intrinsic::BeginHook,
        "end_hook" => Intrinsic::EndHook,
        "set_thread_name" => Intrinsic::SetThreadName,
        "grow_stack" => Intrinsic::GrowStack,
        "note_draw" => Intrinsic::NoteDraw,
        "mark_clock" => Intrinsic::MarkClock,
        "settle_clock" => Intrinsic::SettleClock,
        "end_release" => Intrinsic::EndRelease,
        "check_allocation" => Intrinsic::CheckAllocation,
        "note_allocation" => Intrinsic::NoteAllocation,
        "same_object" => Intrinsic::SameObject,
        "bytes_between" => Intrinsic::BytesBetween,
        "is_view" => Intrinsic::IsView,
        "own_cell" => Intrinsic::OwnCell,
        "is_panicking" => Intrinsic::IsPanicking,
        "now" => Intrinsic::Now,
        "time_kept" => Intrinsic::TimeKept,
        "patience" => Intrinsic::Patience,
        "set_patience" => Intrinsic::SetPatience,
        "pass_time" => Intrinsic::PassTime,
        "format_float" => Intrinsic::FormatFloat,
        "format_integer" => Intrinsic::FormatInteger,
        "parse_float" => Intrinsic::ParseFloat,
        "char_property" => Intrinsic::CharProperty,
        "char_to_upper" => Intrinsic::CharToUpper,
        "char_to_lower" => Intrinsic::CharToLower,
        "caller_location" => Intrinsic::CallerLocation,
        _ => return None,
    })
}
