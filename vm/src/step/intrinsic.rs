//! Native helpers of the library models.

use super::{Failure, call, operand, set, text, undefined};
use crate::address;
use crate::fault::LimitKind;
use crate::machine::Machine;
use crate::operation::ThreadId;
use crate::partial::Partial;
use crate::thread::{Patience, Thread};
use crate::value;
use vscheck_ir::intrinsic::{BitOp, FloatOp, FloatOp2};
use vscheck_ir::layout::is_unwritten;
use vscheck_ir::{Intrinsic, Layout, LayoutId, Operand};

/// Looking at the clock costs at least this many virtual nanoseconds.
const CLOCK_STEP: u64 = 1_000;

/// And at most these, an hour: who looks a thousand times has not waited for centuries.
const LONGEST_CLOCK_STEP: u64 = 3_600_000_000_000;

/// Most arguments of a helper, but for [`Intrinsic::CheckValue`].
const MAX_ARGUMENTS: usize = 6;

/// Runs one helper.
pub(super) fn run(
    machine: &mut Machine,
    thread: &mut Thread,
    op: Intrinsic,
    dst: u32,
    args: &[Operand],
) -> Result<(), Failure> {
    let given @ [a, b, c, ..]: [u64; MAX_ARGUMENTS] = given(thread, args);
    let layout = LayoutId(b as u32);
    let result = match op {
        Intrinsic::SetThreadName
        | Intrinsic::NotePanic
        | Intrinsic::EndHook
        | Intrinsic::GrowStack
        | Intrinsic::PassTime
        | Intrinsic::SetPatience
        | Intrinsic::NoteDraw
        | Intrinsic::MarkClock
        | Intrinsic::SettleClock
        | Intrinsic::EndRelease
        | Intrinsic::ZeroPadding
        | Intrinsic::NoteAllocation => return change(machine, thread, op, (a, b, c)),
        Intrinsic::BeginHook => return call::begin_hook(machine, thread, [a, b]),
        Intrinsic::Unsupported => return Err(unsupported(machine, thread, a)),
        Intrinsic::Undefined => return Err(undefined(&machine.read_text(thread, a, b as usize)?)),
        Intrinsic::CheckAllocation => return check_allocation(machine, a, b, c),
        Intrinsic::Vacate => return Ok(machine.vacate(thread, a, b.saturating_mul(c) as usize)?),
        Intrinsic::CheckPlace => return machine.check_place(thread, a, (layout, c)),
        Intrinsic::CheckShown => return machine.check_shown(thread, a, (layout, c)),
        Intrinsic::CheckValue => return check_value(machine, thread, args),
        Intrinsic::CheckStep => return machine.check_step(thread, a, (layout, c as i64)),
        Intrinsic::CheckProjection => return machine.check_projection(thread, a, (layout, c)),
        Intrinsic::CurrentThread => thread.id.0 as u64,
        Intrinsic::ThreadNumber | Intrinsic::ToPrint => a,
        Intrinsic::Packet | Intrinsic::TakePacket => packet(named(machine, thread, a)?, op),
        Intrinsic::HandOver => 0,
        Intrinsic::HasPanicked => has_panicked(machine, a) as u64,
        Intrinsic::IsPanicking => thread.is_panicking() as u64,
        Intrinsic::Now => now(machine, thread),
        Intrinsic::TimeKept | Intrinsic::Patience => of_time(machine, thread, op),
        Intrinsic::VtableSize | Intrinsic::VtableAlign => extent(vtable_layout(machine, a)?, op),
        Intrinsic::VtableLayout => vtable_of(machine, a)?.layout.0.into(),
        Intrinsic::VtableUpcast => upcast(machine, a, b)?,
        Intrinsic::PointerAddress => machine.address_of(thread, a, layout_at(args, 1)),
        Intrinsic::PointerFromAddress => machine.integer_to_pointer(thread, a),
        Intrinsic::WithAddress => machine.with_address(thread, (a, b), LayoutId(c as u32)),
        Intrinsic::BareAddress => machine.bare_pointer(thread, a, layout),
        Intrinsic::IsView => address::is_view(a) as u64,
        Intrinsic::IsInitialized => !is_unwritten(thread.uninit, a) as u64,
        Intrinsic::WrittenBits | Intrinsic::WrittenMask => written(machine, op, a),
        Intrinsic::PartlyWritten => machine.code.partly_written(Partial::masked(a, b), c),
        Intrinsic::BytesBetween => machine.bytes_between(thread, a, b),
        Intrinsic::ViewAs => machine.view_as(thread, a, (layout_at(args, 2), layout)),
        Intrinsic::OwnCell => machine.own_cell(thread, a),
        Intrinsic::SameObject => machine.are_of_one_object(a, b) as u64,
        Intrinsic::PointerDifference => machine.cells_between(thread, a, b),
        Intrinsic::Float(op) => float(op, f64::from_bits(a)).to_bits(),
        Intrinsic::Float2(op) => float2(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
        Intrinsic::MulAdd { single } => mul_add(single, [a, b, c].map(f64::from_bits)).to_bits(),
        Intrinsic::Bits(op) => bits(op, a, b as u32),
        Intrinsic::CharProperty => char_property(a, b) as u64,
        Intrinsic::FormatFloat => format_float(machine, thread, given)?,
        Intrinsic::FormatInteger => format_integer(machine, thread, given)?,
        Intrinsic::ParseFloat => parse_float(machine, thread, dst, (a, b, c))?,
        Intrinsic::CharToUpper | Intrinsic::CharToLower => change_case(thread, dst, (op, a)),
        Intrinsic::CallerLocation => show_caller(machine, thread, dst, (a, b))?,
    };
    set(thread, dst, result);
    Ok(())
}

/// The first arguments; 0 in the place of those that are not given.
fn given<const N: usize>(thread: &Thread, args: &[Operand]) -> [u64; N] {
    let mut given = [0; N];
    for (value, &arg) in given.iter_mut().zip(args) {
        *value = operand(thread, arg);
    }
    given
}

/// Helpers that change what the machine knows of a thread or of memory, and give nothing.
fn change(
    machine: &mut Machine,
    thread: &mut Thread,
    op: Intrinsic,
    (first, second, third): (u64, u64, u64),
) -> Result<(), Failure> {
    match op {
        Intrinsic::SetThreadName => {
            let name = machine.read_text(thread, first, second as usize)?;
            thread.given_name = Some(name.into());
        }
        Intrinsic::NotePanic => thread.panicked = true,
        Intrinsic::EndHook => thread.hook_of = None,
        Intrinsic::GrowStack => thread.max_stack = thread.max_stack.max(first as usize),
        Intrinsic::PassTime => {
            let time = time_kept(machine, thread).saturating_add(first);
            if machine.code.does.looks_at_clocks {
                thread.order.clock.catch_up(time);
            }
        }
        Intrinsic::SetPatience => thread.patience = Patience::numbered(first),
        Intrinsic::NoteDraw => machine.code.note_draw(thread),
        Intrinsic::MarkClock => mark_clock(thread, true),
        Intrinsic::SettleClock => settle_clock(thread),
        Intrinsic::EndRelease => thread.order.end_release(thread.id.0),
        Intrinsic::NoteAllocation => machine.note_allocation(first, second, third),
        Intrinsic::ZeroPadding => {
            machine.zero_padding(thread, first, (LayoutId(second as u32), third));
        }
        other => unreachable!("{other:?} gives something, or checks"),
    }
    Ok(())
}

/// What was written of a scalar: its bits, or which they are.
fn written(machine: &Machine, op: Intrinsic, value: u64) -> u64 {
    let partial = machine.code.written_of(value);
    match matches!(op, Intrinsic::WrittenMask) {
        true => partial.map_or(u64::MAX, Partial::mask),
        false => partial.map_or(value, Partial::bits),
    }
}

fn unsupported(machine: &Machine, thread: &Thread, reason: u64) -> Failure {
    let site = super::user_site(machine, thread);
    Failure::Limit(LimitKind::Unsupported(site, reason as u32))
}

fn has_panicked(machine: &Machine, thread: u64) -> bool {
    let ended = machine.try_thread(ThreadId(thread as u16));
    ended.is_some_and(|ended| ended.panicked)
}

/// Whether the cells behind a layout are a value of it.
fn check_value(machine: &Machine, thread: &Thread, args: &[Operand]) -> Result<(), Failure> {
    let values: Vec<u64> = args.iter().map(|&arg| operand(thread, arg)).collect();
    let Some((&layout, cells)) = values.split_first() else {
        return Ok(());
    };
    let invalid = machine
        .code
        .program()
        .invalid(LayoutId(layout as u32), cells);
    invalid.map_or(Ok(()), |why| Err(undefined(&why)))
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

/// What is kept of a thread, to look at or for good.
fn packet(thread: &mut Thread, op: Intrinsic) -> u64 {
    match op {
        Intrinsic::TakePacket => std::mem::take(&mut thread.packet),
        _ => thread.packet,
    }
}

/// What a thread is told of time without looking at the clock.
fn of_time(machine: &Machine, thread: &Thread, op: Intrinsic) -> u64 {
    match op {
        Intrinsic::Patience => machine.patience(thread) as u64,
        _ => time_kept(machine, thread),
    }
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
    let step = (thread.clock_skew / 4).clamp(CLOCK_STEP, LONGEST_CLOCK_STEP);
    thread.clock_skew = thread.clock_skew.saturating_add(step);
    thread.clock_looks += 1;
    let time = machine.time_of(thread).saturating_add(step);
    thread.order.clock.catch_up(time);
    time
}

fn vtable_of(machine: &Machine, vtable: u64) -> Result<&vscheck_ir::program::Vtable, Failure> {
    let vtable = value::vtable(machine.code.program(), vtable);
    vtable.ok_or_else(|| undefined("use of an invalid vtable"))
}

/// The size of a type, or its alignment.
fn extent(layout: &Layout, op: Intrinsic) -> u64 {
    match op {
        Intrinsic::VtableAlign => layout.align,
        _ => layout.bytes,
    }
}

fn vtable_layout(machine: &Machine, vtable: u64) -> Result<&Layout, Failure> {
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

/// Of numbers that are `f32`s if it is `single`.
fn mul_add(single: bool, [x, y, z]: [f64; 3]) -> f64 {
    match single {
        true => (x as f32).mul_add(y as f32, z as f32).into(),
        false => x.mul_add(y, z),
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
        5 => c.is_control(),
        6 => is_escaped(c),
        // Combining characters are escaped only where they come first.
        _ => is_escaped(c) && format!("a{c}").escape_debug().count() == 2,
    }
}

/// Whether `Debug` does not print a character as it is, where it comes first.
fn is_escaped(c: char) -> bool {
    c.escape_debug().count() > 1
}

/// `(low, high, radix, in capitals, buffer)`: how many digits stand in the buffer.
fn format_integer(
    machine: &mut Machine,
    thread: &mut Thread,
    [low, high, radix, capitals, buffer, _]: [u64; MAX_ARGUMENTS],
) -> Result<u64, Failure> {
    let value = u128::from(high) << 64 | u128::from(low);
    let digits = text::digits(value, radix.clamp(2, 36) as u8, capitals != 0);
    machine.write_cells(thread, buffer, &digits)?;
    Ok(digits.len() as u64)
}

/// Whether a text is a number; its bits go behind the result.
fn parse_float(
    machine: &mut Machine,
    thread: &mut Thread,
    dst: u32,
    (at, len, is_f32): (u64, u64, u64),
) -> Result<u64, Failure> {
    let source = machine.read_text(thread, at, len as usize)?;
    let parsed = text::parse_float(&source, is_f32 != 0);
    set(thread, dst + 1, parsed.unwrap_or(0));
    Ok(parsed.is_some() as u64)
}

/// The first character of another case; the others go behind the result.
fn change_case(thread: &mut Thread, dst: u32, (op, code): (Intrinsic, u64)) -> u64 {
    let to_upper = matches!(op, Intrinsic::CharToUpper);
    let [first, second, third] = text::change_case(code, to_upper);
    set(thread, dst + 1, second);
    set(thread, dst + 2, third);
    first
}

/// Puts the path of [`caller_location`] into a buffer and says how much of it fits; line and column go behind the
/// result.
fn show_caller(
    machine: &mut Machine,
    thread: &mut Thread,
    dst: u32,
    (buffer, capacity): (u64, u64),
) -> Result<u64, Failure> {
    let (path, line, column) = caller_location(machine, thread);
    let shown = path.len().min(capacity as usize);
    let cells: Vec<u64> = path.bytes().take(shown).map(u64::from).collect();
    machine.write_cells(thread, buffer, &cells)?;
    set(thread, dst + 1, line as u64);
    set(thread, dst + 2, column as u64);
    Ok(shown as u64)
}

/// `(bits, is_f32, precision, style, buffer, capacity)`.
fn format_float(
    machine: &mut Machine,
    thread: &mut Thread,
    [bits, is_f32, precision, style, buffer, capacity]: [u64; MAX_ARGUMENTS],
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
