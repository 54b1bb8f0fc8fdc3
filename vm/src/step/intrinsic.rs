//! Native helpers of the library models.

use super::{Failure, operand, set, text, undefined};
use crate::fault::LimitKind;
use crate::machine::Machine;
use crate::operation::ThreadId;
use crate::thread::Thread;
use crate::value;
use vscheck_ir::intrinsic::{BitOp, FloatOp, FloatOp2};
use vscheck_ir::{Intrinsic, LayoutId, Operand};

/// Looking at the clock costs at least this many virtual nanoseconds.
const CLOCK_STEP: u64 = 1_000;

/// Runs one helper.
pub(super) fn run(
    machine: &mut Machine,
    thread: &mut Thread,
    op: Intrinsic,
    dst: u32,
    args: &[Operand],
) -> Result<(), Failure> {
    let arg = |index: usize| args.get(index).map_or(0, |&arg| operand(thread, arg));
    let result = match op {
        Intrinsic::SetThreadName => {
            let name = machine.read_text(thread, arg(0), arg(1) as usize)?;
            thread.given_name = Some(name.into());
            return Ok(());
        }
        Intrinsic::NotePanic => {
            thread.panicked = true;
            return Ok(());
        }
        Intrinsic::GrowStack => {
            thread.max_stack = thread.max_stack.max(arg(0) as usize);
            return Ok(());
        }
        Intrinsic::PassTime => {
            let time = time_kept(machine, thread).saturating_add(arg(0));
            if machine.code.does.looks_at_clocks {
                thread.order.clock.catch_up(time);
            }
            return Ok(());
        }
        Intrinsic::MarkClock => {
            mark_clock(thread, true);
            return Ok(());
        }
        Intrinsic::SettleClock => {
            settle_clock(thread);
            return Ok(());
        }
        Intrinsic::EndRelease => {
            thread.order.end_release(thread.id.0);
            return Ok(());
        }
        Intrinsic::Unsupported => {
            let site = super::user_site(machine, thread);
            return Err(Failure::Limit(LimitKind::Unsupported(site, arg(0) as u32)));
        }
        Intrinsic::CurrentThread => thread.id.0 as u64,
        Intrinsic::ThreadNumber => arg(0),
        Intrinsic::Packet => named(machine, thread, arg(0))?.packet,
        Intrinsic::TakePacket => {
            let number = arg(0);
            std::mem::take(&mut named(machine, thread, number)?.packet)
        }
        Intrinsic::HasPanicked => {
            let ended = machine.try_thread(ThreadId(arg(0) as u16));
            ended.is_some_and(|ended| ended.panicked) as u64
        }
        Intrinsic::IsPanicking => !thread.unwinding.is_empty() as u64,
        Intrinsic::Now => now(machine, thread),
        Intrinsic::TimeKept => time_kept(machine, thread),
        Intrinsic::VtableSize => vtable_layout(machine, arg(0))?.bytes,
        Intrinsic::VtableAlign => vtable_layout(machine, arg(0))?.align,
        Intrinsic::VtableLayout => vtable_of(machine, arg(0))?.layout.0.into(),
        Intrinsic::VtableUpcast => upcast(machine, arg(0), arg(1))?,
        Intrinsic::PointerAddress => machine.address_of(thread, arg(0), layout_at(args, 1)),
        Intrinsic::PointerFromAddress => machine.integer_to_pointer(thread, arg(0)),
        Intrinsic::WithAddress => {
            machine.with_address(thread, (arg(0), arg(1)), LayoutId(arg(2) as u32))
        }
        Intrinsic::BareAddress => machine.bare_pointer(thread, arg(0), LayoutId(arg(1) as u32)),
        Intrinsic::IsInitialized => (arg(0) != thread.uninit) as u64,
        Intrinsic::Undefined => {
            let message = machine.read_text(thread, arg(0), arg(1) as usize)?;
            return Err(undefined(&message));
        }
        Intrinsic::CheckAllocation => {
            return check_allocation(machine, arg(0), arg(1), arg(2));
        }
        Intrinsic::NoteAllocation => {
            machine.note_allocation(arg(0), arg(1), arg(2));
            return Ok(());
        }
        Intrinsic::CheckPlace => {
            let layout = LayoutId(arg(1) as u32);
            return machine.check_place(thread, arg(0), (layout, arg(2)));
        }
        Intrinsic::CheckShown => {
            let layout = LayoutId(arg(1) as u32);
            return machine.check_shown(thread, arg(0), (layout, arg(2)));
        }
        Intrinsic::CheckValue => {
            let cells: Vec<u64> = (1..args.len()).map(arg).collect();
            let invalid = machine
                .code
                .program()
                .invalid(LayoutId(arg(0) as u32), &cells);
            return invalid.map_or(Ok(()), |why| Err(undefined(&why)));
        }
        Intrinsic::CheckStep => {
            let layout = LayoutId(arg(1) as u32);
            return machine.check_step(thread, arg(0), (layout, arg(2) as i64));
        }
        Intrinsic::CheckProjection => {
            let layout = LayoutId(arg(1) as u32);
            return machine.check_projection(thread, arg(0), (layout, arg(2)));
        }
        Intrinsic::BytesBetween => machine.bytes_between(thread, arg(0), arg(1)),
        Intrinsic::ViewAs => {
            let layouts = (layout_at(args, 2), LayoutId(arg(1) as u32));
            machine.view_as(thread, arg(0), layouts)
        }
        Intrinsic::OwnCell => machine.own_cell(thread, arg(0)),
        Intrinsic::SameObject => machine.are_of_one_object(arg(0), arg(1)) as u64,
        Intrinsic::PointerDifference => machine.cells_between(thread, arg(0), arg(1)),
        Intrinsic::Float(op) => float(op, f64::from_bits(arg(0))).to_bits(),
        Intrinsic::Float2(op) => {
            float2(op, f64::from_bits(arg(0)), f64::from_bits(arg(1))).to_bits()
        }
        Intrinsic::Bits(op) => bits(op, arg(0), arg(1) as u32),
        Intrinsic::CharProperty => char_property(arg(0), arg(1)) as u64,
        Intrinsic::FormatFloat => {
            let arguments = [arg(0), arg(1), arg(2), arg(3), arg(4), arg(5)];
            format_float(machine, thread, arguments)?
        }
        Intrinsic::FormatInteger => {
            let value = u128::from(arg(1)) << 64 | u128::from(arg(0));
            let digits = text::digits(value, arg(2).clamp(2, 36) as u8, arg(3) != 0);
            machine.write_cells(thread, arg(4), &digits)?;
            digits.len() as u64
        }
        Intrinsic::ParseFloat => {
            let (at, len, is_f32) = (arg(0), arg(1), arg(2) != 0);
            let source = machine.read_text(thread, at, len as usize)?;
            let parsed = text::parse_float(&source, is_f32);
            set(thread, dst + 1, parsed.unwrap_or(0));
            parsed.is_some() as u64
        }
        Intrinsic::CharToUpper | Intrinsic::CharToLower => {
            let [a, b, c] = text::change_case(arg(0), op == Intrinsic::CharToUpper);
            set(thread, dst + 1, b);
            set(thread, dst + 2, c);
            a
        }
        Intrinsic::CallerLocation => {
            let (path, line, column) = caller_location(machine, thread);
            let shown = path.len().min(arg(1) as usize);
            let cells: Vec<u64> = path.bytes().take(shown).map(u64::from).collect();
            machine.write_cells(thread, arg(0), &cells)?;
            set(thread, dst + 1, line as u64);
            set(thread, dst + 2, column as u64);
            shown as u64
        }
    };
    set(thread, dst, result);
    Ok(())
}

/// A type among the arguments, if it is given.
fn layout_at(args: &[Operand], index: usize) -> Option<LayoutId> {
    match args.get(index) {
        Some(Operand::Const(layout)) => Some(LayoutId(*layout as u32)),
        Some(Operand::Reg(_)) | None => None,
    }
}

/// Memory is given back as what it was allocated as.
fn check_allocation(
    machine: &Machine,
    address: u64,
    bytes: u64,
    align: u64,
) -> Result<(), Failure> {
    let Some(entry) = machine.allocation_at(address) else {
        return Ok(());
    };
    if machine.has_bytes(entry, bytes) == Some(false) {
        return Err(undefined(&format!(
            "deallocation of {bytes} bytes, of an allocation of another size"
        )));
    }
    let allocated = machine.alignment(entry);
    if allocated == align {
        return Ok(());
    }
    Err(undefined(&format!(
        "deallocation with an alignment of {align}, of an allocation with one of {allocated}"
    )))
}

/// Remembers the clock, or that it counts, for the frame that the thread is in.
pub(crate) fn mark_clock(thread: &mut Thread, provisional: bool) {
    let depth = thread.frames.len();
    let order = &mut thread.order;
    // What a panic has left unsettled.
    order.marks.retain(|mark| mark.0 <= depth);
    let clock = provisional.then(|| order.clock.clone());
    order.marks.push((depth, clock));
}

fn settle_clock(thread: &mut Thread) {
    let depth = thread.frames.len();
    let order = &mut thread.order;
    order.marks.retain(|mark| mark.0 <= depth);
    if order.marks.last().is_some_and(|mark| mark.0 == depth)
        && let Some((_, Some(clock))) = order.marks.pop()
    {
        order.clock.rewind(clock, thread.id.0);
    }
}

/// The place of the innermost call by a function of the program that does not track its caller: file,
/// line, column.
fn caller_location(machine: &Machine, thread: &Thread) -> (String, u32, u32) {
    let program = machine.code.program();
    let place = thread.frames.iter().rev().find_map(|frame| {
        let function = program.function(frame.func);
        let answers = !function.is_model && !function.track_caller;
        answers.then(|| function.spans.get(frame.pc as usize))?
    });
    let span = place.copied().unwrap_or_default();
    let file = program.files.get(span.file.index());
    let path = file.map_or_else(String::new, |file| file.path.clone());
    (path, span.line, span.column)
}

/// The thread of a number, to be written.
fn named<'a>(
    machine: &'a mut Machine,
    running: &'a mut Thread,
    number: u64,
) -> Result<&'a mut Thread, Failure> {
    if number == u64::from(running.id.0) {
        return Ok(running);
    }
    let slot = machine.threads.get_mut(number as usize);
    let other = slot.and_then(Option::as_mut).map(Thread::to_write);
    other.ok_or_else(|| undefined("the name of a thread that there is not"))
}

/// Virtual time where it makes a difference, else none.
fn time_kept(machine: &Machine, thread: &Thread) -> u64 {
    match machine.code.does.looks_at_clocks {
        true => machine.time_of(thread),
        false => 0,
    }
}

/// Virtual time. Every look takes longer than the one before, so that a loop that waits for time to
/// pass sees it pass.
fn now(machine: &Machine, thread: &mut Thread) -> u64 {
    let step = (thread.clock_skew / 4).max(CLOCK_STEP);
    thread.clock_skew = thread.clock_skew.saturating_add(step);
    let time = machine.time_of(thread).saturating_add(step);
    thread.order.clock.catch_up(time);
    time
}

fn vtable_of(machine: &Machine, vtable: u64) -> Result<&vscheck_ir::program::Vtable, Failure> {
    let vtable = value::vtable(machine.code.program(), vtable);
    vtable.ok_or_else(|| undefined("use of an invalid vtable"))
}

fn vtable_layout(machine: &Machine, vtable: u64) -> Result<&vscheck_ir::Layout, Failure> {
    let vtable = vtable_of(machine, vtable)?;
    Ok(machine.code.program().layout(vtable.layout))
}

fn upcast(machine: &Machine, vtable: u64, index: u64) -> Result<u64, Failure> {
    let parents = &vtable_of(machine, vtable)?.supertraits;
    parents
        .get(index as usize)
        .map(|&parent| value::of_vtable(parent))
        .ok_or_else(|| undefined("use of an invalid vtable"))
}

fn float(op: FloatOp, x: f64) -> f64 {
    match op {
        FloatOp::Sqrt => x.sqrt(),
        FloatOp::Cbrt => x.cbrt(),
        FloatOp::Floor => x.floor(),
        FloatOp::Ceil => x.ceil(),
        FloatOp::Round => x.round(),
        FloatOp::RoundTiesEven => x.round_ties_even(),
        FloatOp::Trunc => x.trunc(),
        FloatOp::Abs => x.abs(),
        FloatOp::Exp => x.exp(),
        FloatOp::Exp2 => x.exp2(),
        FloatOp::ExpM1 => x.exp_m1(),
        FloatOp::Ln => x.ln(),
        FloatOp::Ln1p => x.ln_1p(),
        FloatOp::Log2 => x.log2(),
        FloatOp::Log10 => x.log10(),
        FloatOp::Sin => x.sin(),
        FloatOp::Cos => x.cos(),
        FloatOp::Tan => x.tan(),
        FloatOp::Asin => x.asin(),
        FloatOp::Acos => x.acos(),
        FloatOp::Atan => x.atan(),
        FloatOp::Sinh => x.sinh(),
        FloatOp::Cosh => x.cosh(),
        FloatOp::Tanh => x.tanh(),
    }
}

fn float2(op: FloatOp2, x: f64, y: f64) -> f64 {
    match op {
        FloatOp2::Pow => x.powf(y),
        FloatOp2::Atan2 => x.atan2(y),
        FloatOp2::Hypot => x.hypot(y),
        FloatOp2::Copysign => x.copysign(y),
        FloatOp2::Min => x.min(y),
        FloatOp2::Max => x.max(y),
        FloatOp2::Rem => x % y,
    }
}

/// On the low `width` bits (at most 64).
fn bits(op: BitOp, value: u64, width: u32) -> u64 {
    let width = width.clamp(1, 64);
    let value = value << (64 - width) >> (64 - width);
    match op {
        BitOp::CountOnes => value.count_ones() as u64,
        BitOp::LeadingZeros => (value.leading_zeros() - (64 - width)) as u64,
        BitOp::TrailingZeros => value.trailing_zeros().min(width) as u64,
        BitOp::ReverseBits => value.reverse_bits() >> (64 - width),
        BitOp::SwapBytes => value.swap_bytes() >> (64 - width),
    }
}

fn char_property(code: u64, property: u64) -> bool {
    let Some(c) = char::from_u32(code as u32) else {
        return false;
    };
    match property {
        0 => c.is_alphabetic(),
        1 => c.is_numeric(),
        2 => c.is_whitespace(),
        3 => c.is_lowercase(),
        4 => c.is_uppercase(),
        _ => c.is_control(),
    }
}

/// `(bits, is_f32, precision, style, buffer, capacity)`.
fn format_float(
    machine: &mut Machine,
    thread: &mut Thread,
    [bits, is_f32, precision, style, buffer, capacity]: [u64; 6],
) -> Result<u64, Failure> {
    let precision = usize::try_from(precision).ok().filter(|&p| p <= 1000);
    let text = text::format_float(bits, is_f32 != 0, precision, style);
    let cells: Vec<u64> = text
        .bytes()
        .take(capacity as usize)
        .map(u64::from)
        .collect();
    machine.write_cells(thread, buffer, &cells)?;
    Ok(cells.len() as u64)
}
