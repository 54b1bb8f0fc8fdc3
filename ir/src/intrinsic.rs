//! The closed list of what library models may call natively, besides [`crate::Action`]s.
//!
//! A model declares what it uses in `extern "intrinsic" { fn name<T>(...) -> R; }` blocks; the front
//! end finds the meaning here by name. Pointers are one scalar, `&str` and slices two.

use serde::{Deserialize, Serialize};

/// A native helper: sequential, touches no other thread, cannot block or panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Intrinsic {
    /// `() -> thread`: the calling thread.
    CurrentThread,
    /// `(thread) -> u64`: its number. Who asks for it can tell symmetric threads apart.
    ThreadNumber,
    /// `(thread, handed over) -> pointer`: what was kept of it by [`crate::Action::Spawn`], and was not taken. Who
    /// asks for it can tell symmetric threads apart. The second is what [`Intrinsic::HandOver`] gave for it.
    Packet,
    /// `(thread, handed over) -> pointer`: the same once; then null.
    TakePacket,
    /// `(pointer) -> null`: what stands for a pointer with who leaves it to the machine to keep it. It is the same for
    /// all threads, so that their handles are alike; an analysis sees the pointer in it.
    HandOver,
    /// `()`: the calling thread has come to its end by a panic. No result.
    NotePanic,
    /// `(thread) -> bool`: whether it has noted that.
    HasPanicked,
    /// `(address, bytes)`: a panic with this message has come, and its hook is about to run: if nothing catches the
    /// panic, it is reported at once; if the hook ends the process, then. No result.
    BeginHook,
    /// `()`: the hook has returned. No result.
    EndHook,
    /// `(address, bytes)`: names the calling thread for reports. No result, no effect on the program.
    SetThreadName,
    /// `(bytes)`: the calling thread's stack has room for as many, if that is more than it had. No result.
    GrowStack,
    /// `() -> bool`: whether this thread is unwinding.
    IsPanicking,
    /// `()`: a number is drawn that is not the search's to choose: in other runs it may be another one. No result,
    /// no effect on the program.
    NoteDraw,
    /// `()`: remembers what happens before this thread's next step, for [`Intrinsic::SettleClock`].
    MarkClock,
    /// `()`: the thread is done with what it did as the last owner of a hidden reference count (or since
    /// [`Intrinsic::MarkClock`]). That it was the last one was known only to it, and by chance: what it
    /// does next is not ordered after what the other owners did. No result.
    SettleClock,
    /// `()`: what the thread does from here on is no part of the release that its last step made, as the
    /// library's own accesses after that step were. No result.
    EndRelease,
    /// `(reason)`: stands for a function that the front end does not accept. Who comes here ends the search.
    /// The reason counts in [`crate::Program::refusals`] from 1; 0 (or nothing) is none. No result.
    Unsupported,
    /// `() -> u64`: virtual nanoseconds since start.
    Now,
    /// `() -> u64`: the same where the program looks at clocks at all, else 0; and to ask takes no time.
    TimeKept,
    /// `() -> u64`: what the thread does with looks at the clock that take long. 0: that is not chosen yet. 1: it goes on
    /// at any moment, as if all others had been delayed. 2: it waits until the others wait for time to pass, too.
    Patience,
    /// `(choice)`: what [`Intrinsic::Patience`] is for the thread from here on. No result.
    SetPatience,
    /// `(pointer, count, cells)`: nobody looks at so many elements of so many cells there any more. They are
    /// uninitialized from here on, if the program cannot tell: where nothing is unsafe. No result.
    Vacate,
    /// `(pointer, layout, count)`: of so many values from there on, those bytes are zero, too, that are no number's or
    /// pointer's. No result.
    ZeroPadding,
    /// `(scalar) -> u64`: its bits, where those bytes are zero that were not written.
    WrittenBits,
    /// `(scalar) -> u64`: all ones in the bytes that were written.
    WrittenMask,
    /// `(bits, mask, bytes) -> scalar`: back from these two, of a scalar of so many bytes of which at least one was
    /// not written.
    PartlyWritten,
    /// `(nanoseconds)`: so much time has passed for the thread. No result.
    PassTime,
    /// `(vtable) -> bytes`, `size_of_val` of a `dyn`.
    VtableSize,
    /// `(vtable) -> bytes`.
    VtableAlign,
    /// `(vtable) -> layout`: the number of the type.
    VtableLayout,
    /// `(vtable, index) -> vtable`: the supertrait's vtable, for an upcast.
    VtableUpcast,
    /// `(pointer, layout) -> u64`: a stable integer for an address (8 bytes a cell); what `as usize` gives. What
    /// the pointer points at need not be given: the first cell of a struct need not have its first byte.
    PointerAddress,
    /// `(u64) -> pointer`: back from [`Intrinsic::PointerAddress`]; null for numbers it never gave.
    PointerFromAddress,
    /// `(u64, layout) -> pointer`: a pointer to a type that has this address and may not be used to access what
    /// is there.
    BareAddress,
    /// `(pointer, u64, layout) -> pointer`: a pointer to a type that has another address and may access what
    /// the pointer may.
    WithAddress,
    /// `(pointer, layout, from) -> pointer`: the same place as what a pointer to another type points at, which
    /// is given by its number. Where the object has other cells there, accesses convert. What it pointed at
    /// before need not be given.
    ViewAs,
    /// `(pointer) -> pointer`: the object's own cell at a place that is seen as another type, from which
    /// models step to the object's other cells.
    OwnCell,
    /// `(pointer) -> bool`: whether what is there is seen as another type than the object's.
    IsView,
    /// `(cell) -> bool`: whether a value was ever written; no use of it.
    IsInitialized,
    /// `(pointer, bytes, align)`: the heap object that begins at this address must have been allocated with
    /// as many bytes, by its type, and this alignment. (Where none begins there, whoever frees it says so.)
    CheckAllocation,
    /// `(pointer, bytes, align)`: the heap object that begins at this address was allocated with as many
    /// bytes, which need not fill its last value, and an alignment that need not be its type's. No result.
    NoteAllocation,
    /// `(pointer, layout, count)`: as many values of a type, given by its number, are at this address, as far
    /// as that is known: a reference is made to them. No result.
    CheckPlace,
    /// `(pointer, layout, count)`: as far as what is at this address was written, it is values of a type, as
    /// [`Intrinsic::CheckValue`] says: a shared reference is made to them. No result, and no access.
    CheckShown,
    /// `(pointer, layout, count)`: so many values of a type on, or back, is a place of the same object, or the
    /// one behind it. No result.
    CheckStep,
    /// `(pointer, layout, cells)`: so many cells on from where a value of a type would begin is a place of the
    /// same object, or the one behind it: that of a part of the value. No result.
    CheckProjection,
    /// `(layout, cells...)`: the cells hold a value of a type, given by its number: no `bool` but true and
    /// false, no `char` and no variant that there is not, no reference that is null. No result.
    CheckValue,
    /// `(address, bytes)`: the program did what it must not, which this text says.
    Undefined,
    /// `(a, b) -> i64`: difference of two addresses in bytes, by the types of the objects.
    BytesBetween,
    /// `(a, b) -> i64`: difference of two addresses in cells.
    PointerDifference,
    /// `(a, b) -> bool`: whether two addresses are the same, or point into the same object.
    SameObject,
    /// Float functions on `f64` bits, `f32` arguments are converted before and after: `(x) -> y`.
    Float(FloatOp),
    /// `(x, y) -> z` on `f64`.
    Float2(FloatOp2),
    /// `(x, y, z) -> w` on `f64`: `x * y + z`, rounded once.
    MulAdd {
        /// Whether it is rounded to an `f32`.
        single: bool,
    },
    /// `(bits, is_f32, precision_or_max, style, buffer, capacity) -> bytes written`: formats a float as
    /// ASCII byte cells. `precision_or_max` is `u64::MAX` for none; style 0 `Display`, 1 `Debug`, 2 `{:e}`, 3 `{:E}`.
    FormatFloat,
    /// `(low, high, radix, upper, buffer) -> bytes written`: formats a number of 128 bits, given in halves, as
    /// ASCII byte cells, with letters in upper or lower case.
    FormatInteger,
    /// `(address, bytes, is_f32) -> (ok, bits)`: parses ASCII byte cells.
    ParseFloat,
    /// Bit counting and reversing on the low `width` bits: `(x, width) -> y`.
    Bits(BitOp),
    /// `(code point, property) -> bool`: 0 alphabetic, 1 numeric, 2 whitespace, 3 lowercase, 4 uppercase, 5 control.
    CharProperty,
    /// `(code point) -> (a, b, c)`: upper case, up to three characters, 0 where fewer.
    CharToUpper,
    /// `(code point) -> (a, b, c)`: lower case.
    CharToLower,
    /// `(scalar) -> scalar`: the same, on the way to be printed. Nobody but the program's user sees what it gives.
    ToPrint,
    /// `(buffer, capacity) -> (bytes, line, column)`: where the innermost function that does not track
    /// its caller stands; writes the path of its file as byte cells.
    CallerLocation,
}

impl Intrinsic {
    /// How many registers it writes.
    pub fn results(self) -> u32 {
        match self {
            Intrinsic::SetThreadName
            | Intrinsic::NotePanic
            | Intrinsic::BeginHook
            | Intrinsic::EndHook
            | Intrinsic::GrowStack
            | Intrinsic::PassTime
            | Intrinsic::SetPatience
            | Intrinsic::Vacate
            | Intrinsic::ZeroPadding
            | Intrinsic::CheckAllocation
            | Intrinsic::NoteAllocation
            | Intrinsic::CheckPlace
            | Intrinsic::CheckShown
            | Intrinsic::CheckStep
            | Intrinsic::CheckProjection
            | Intrinsic::CheckValue
            | Intrinsic::Undefined
            | Intrinsic::NoteDraw
            | Intrinsic::MarkClock
            | Intrinsic::SettleClock
            | Intrinsic::EndRelease
            | Intrinsic::Unsupported => 0,
            Intrinsic::CurrentThread
            | Intrinsic::ThreadNumber
            | Intrinsic::Packet
            | Intrinsic::TakePacket
            | Intrinsic::HandOver
            | Intrinsic::HasPanicked
            | Intrinsic::IsPanicking
            | Intrinsic::Now
            | Intrinsic::TimeKept
            | Intrinsic::Patience
            | Intrinsic::VtableSize
            | Intrinsic::VtableAlign
            | Intrinsic::VtableLayout
            | Intrinsic::VtableUpcast
            | Intrinsic::WrittenBits
            | Intrinsic::WrittenMask
            | Intrinsic::PartlyWritten
            | Intrinsic::PointerAddress
            | Intrinsic::PointerFromAddress
            | Intrinsic::BareAddress
            | Intrinsic::WithAddress
            | Intrinsic::ViewAs
            | Intrinsic::OwnCell
            | Intrinsic::BytesBetween
            | Intrinsic::IsView
            | Intrinsic::IsInitialized
            | Intrinsic::PointerDifference
            | Intrinsic::SameObject
            | Intrinsic::Float(_)
            | Intrinsic::Float2(_)
            | Intrinsic::MulAdd { .. }
            | Intrinsic::FormatFloat
            | Intrinsic::FormatInteger
            | Intrinsic::Bits(_)
            | Intrinsic::ToPrint
            | Intrinsic::CharProperty => 1,
            Intrinsic::ParseFloat => 2,
            Intrinsic::CharToUpper | Intrinsic::CharToLower | Intrinsic::CallerLocation => 3,
        }
    }
}

/// One-argument float functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FloatOp {
    /// `sqrt`.
    Sqrt,
    /// `cbrt`.
    Cbrt,
    /// `floor`.
    Floor,
    /// `ceil`.
    Ceil,
    /// `round`.
    Round,
    /// `round_ties_even`.
    RoundTiesEven,
    /// `trunc`.
    Trunc,
    /// `abs`.
    Abs,
    /// `exp`.
    Exp,
    /// `exp2`.
    Exp2,
    /// `exp_m1`.
    ExpM1,
    /// `ln`.
    Ln,
    /// `ln_1p`.
    Ln1p,
    /// `log2`.
    Log2,
    /// `log10`.
    Log10,
    /// `sin`.
    Sin,
    /// `cos`.
    Cos,
    /// `tan`.
    Tan,
    /// `asin`.
    Asin,
    /// `acos`.
    Acos,
    /// `atan`.
    Atan,
    /// `sinh`.
    Sinh,
    /// `cosh`.
    Cosh,
    /// `tanh`.
    Tanh,
}

/// Two-argument float functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FloatOp2 {
    /// `powf`.
    Pow,
    /// `atan2`.
    Atan2,
    /// `hypot`.
    Hypot,
    /// `copysign`.
    Copysign,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// Remainder of `f64 % f64`.
    Rem,
}

/// Bit operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BitOp {
    /// `count_ones`.
    CountOnes,
    /// `leading_zeros`.
    LeadingZeros,
    /// `trailing_zeros`.
    TrailingZeros,
    /// `reverse_bits`.
    ReverseBits,
    /// `swap_bytes`.
    SwapBytes,
}
