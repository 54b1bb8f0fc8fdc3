//! What the models ask of the machine; the front end knows each by its name.
//!
//! Left out: `std::intrinsics` itself, which is unstable.

use crate::any::Any;
use crate::boxed::Box;
use crate::sync::mpsc::RawChannel;
use crate::sync::RawRefCount;
use crate::thread::RawThread;
use crate::sync::{RawBarrier, RawCondvar, RawMutex, RawOnce, RawRwLock};

extern "intrinsic" {
    pub fn atomic_load<T>(cell: *const T, order: u8) -> T;
    pub fn atomic_store<T>(cell: *mut T, value: T, order: u8);
    pub fn atomic_rmw_swap<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_add<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_sub<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_and<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_nand<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_or<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_xor<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_max<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_rmw_min<T>(cell: *mut T, value: T, order: u8) -> T;
    pub fn atomic_cas<T>(cell: *mut T, old: T, new: T, success: u8, failure: u8) -> (T, bool);
    pub fn atomic_cas_weak<T>(cell: *mut T, old: T, new: T, success: u8, failure: u8) -> (T, bool);
    pub fn fence(order: u8);

    pub fn mutex_lock(mutex: *const RawMutex);
    /// `least`: what `cell`, which only holders of the mutex change, must be; or `stop`, if it is not null, is set.
    pub fn mutex_lock_when(mutex: *const RawMutex, cell: *const u64, least: u64, stop: *const bool);
    pub fn hidden_mutex_lock(mutex: *const RawMutex);
    pub fn hidden_mutex_unlock(mutex: *const RawMutex);
    pub fn mutex_try_lock(mutex: *const RawMutex) -> bool;
    pub fn mutex_unlock(mutex: *const RawMutex);

    pub fn rwlock_read(lock: *const RawRwLock);
    pub fn rwlock_write(lock: *const RawRwLock);
    /// `keeps`: a writer that waits may keep the reader out.
    pub fn rwlock_try_read(lock: *const RawRwLock, keeps: bool) -> bool;
    pub fn rwlock_try_write(lock: *const RawRwLock) -> bool;
    pub fn rwlock_unlock_read(lock: *const RawRwLock);
    pub fn rwlock_unlock_write(lock: *const RawRwLock);
    pub fn hidden_rwlock_unlock_read(lock: *const RawRwLock);
    pub fn hidden_rwlock_unlock_write(lock: *const RawRwLock);
    pub fn hidden_rwlock_read(lock: *const RawRwLock);

    pub fn condvar_wait(condvar: *const RawCondvar, mutex: *const RawMutex);
    pub fn condvar_wait_timeout(condvar: *const RawCondvar, mutex: *const RawMutex, nanos: u64) -> bool;
    pub fn condvar_notify_one(condvar: *const RawCondvar);
    pub fn condvar_notify_all(condvar: *const RawCondvar);

    pub fn barrier_wait(barrier: *const RawBarrier) -> bool;

    pub fn once_begin(once: *const RawOnce) -> u64;
    pub fn once_end(once: *const RawOnce, completed: u64);
    /// 1: done; 2: poisoned; 0: neither.
    pub fn once_get(once: *const RawOnce) -> u64;

    pub fn channel_send(channel: *const RawChannel) -> bool;
    pub fn channel_try_send(channel: *const RawChannel) -> u64;
    pub fn channel_send_timeout(channel: *const RawChannel, nanos: u64) -> u64;
    pub fn channel_receive(channel: *const RawChannel) -> bool;
    pub fn channel_try_receive(channel: *const RawChannel) -> u64;
    pub fn channel_receive_timeout(channel: *const RawChannel, nanos: u64) -> u64;
    /// `channels` is a tuple of addresses, one an arm.
    pub fn channel_select<C>(channels: C, sends: u64, biased: bool, nanos: u64) -> u64;
    pub fn channel_add_sender(channel: *const RawChannel);
    pub fn channel_drop_sender(channel: *const RawChannel);
    pub fn channel_drop_receiver(channel: *const RawChannel);
    pub fn channel_len(channel: *const RawChannel) -> u64;

    /// The machine keeps `packet` for who joins the thread: all that it leaves.
    pub fn spawn(start: fn(*mut ()), data: *mut (), packet: *mut (), has_result: bool) -> RawThread;
    pub fn join(thread: RawThread);
    pub fn is_finished(thread: RawThread) -> bool;
    pub fn park();
    pub fn park_timeout(nanos: u64);
    pub fn unpark(thread: RawThread);
    pub fn yield_now();
    pub fn spin_loop();
    pub fn sleep(nanos: u64);
    pub fn exit_process(code: i32) -> !;

    pub fn ref_increment(count: *const RawRefCount);
    pub fn ref_decrement(count: *const RawRefCount) -> bool;
    pub fn ref_count(count: *const RawRefCount) -> u64;
    pub fn ref_increment_if_alive(count: *const RawRefCount) -> bool;
    pub fn ref_is_unique(strong: *const RawRefCount, weak: *const RawRefCount) -> bool;
    pub fn ref_decrement_if_unique(count: *const RawRefCount) -> bool;

    /// The same on a model's own counts: no visible operations, but they order memory.
    pub fn hidden_ref_increment(count: *const RawRefCount);
    pub fn hidden_ref_decrement(count: *const RawRefCount) -> bool;
    pub fn hidden_ref_count(count: *const RawRefCount) -> u64;
    pub fn hidden_ref_increment_if_alive(count: *const RawRefCount) -> bool;

    pub fn print(stream: u64, text: &str);
    pub fn choose(count: u64) -> u64;
    /// The same, about looks at the clock.
    pub fn choose_patience(count: u64, of_looks: bool) -> u64;

    pub fn async_suspend(frame: *mut crate::future::Frame);
    pub fn alloc<T>(count: usize) -> *mut T;
    pub fn free<T>(pointer: *mut T);
    pub fn copy<T>(source: *const T, destination: *mut T, count: usize);
    pub fn read<T>(source: *const T) -> T;
    /// Nobody looks at these values any more: states that differ in them are one, in a program that cannot tell.
    pub fn vacate<T>(first: *mut T, count: usize);
    /// What lies between the parts of so many values is zero, too.
    pub fn zero_padding<T>(first: *mut T, count: usize);
    /// What was taken for a value has to be one.
    pub fn valid<T>(value: T) -> T;
    pub fn write<T>(destination: *mut T, value: T);
    pub fn offset<T>(pointer: *const T, count: isize) -> *const T;
    pub fn element<T>(pointer: *const T, index: usize) -> *const T;
    pub fn pointer_difference<T>(a: *const T, b: *const T) -> isize;
    pub fn same_object<T>(a: *const T, b: *const T) -> bool;
    pub fn address<T: ?Sized>(pointer: *const T) -> usize;
    pub fn from_address<T>(address: usize) -> *const T;
    pub fn bare_address<T>(address: usize) -> *const T;
    pub fn with_address<T>(pointer: *const T, address: usize) -> *const T;
    pub fn slice_from_raw<T>(pointer: *const T, len: usize) -> *const [T];
    pub fn slice_len<T>(slice: *const [T]) -> usize;
    pub fn slice_pointer<T>(slice: *const [T]) -> *const T;
    pub fn drop_in_place<T: ?Sized>(pointer: *mut T);
    /// `of_value::<U>(value)` for the type that a value has; behind a trait object, for that which it stands for.
    /// Slices and strings go to `of_elements::<U>(elements, len)`.
    pub fn by_type<T: ?Sized, R, V, E>(value: *const T, of_value: V, of_elements: E) -> R;
    pub fn needs_drop<T: ?Sized>() -> bool;
    /// Whether the type is `Eq`, which std tells by specialization.
    pub fn is_eq<T: ?Sized>() -> bool;
    pub fn size_of<T>() -> usize;
    pub fn align_of<T: ?Sized>() -> usize;
    pub fn cells_of<T>() -> usize;
    pub fn size_of_val<T: ?Sized>(pointer: *const T) -> usize;
    pub fn align_of_tail<T: ?Sized>(pointer: *const T) -> usize;
    pub fn type_id<T: ?Sized>() -> u64;
    pub fn type_name<T: ?Sized>() -> &'static str;
    pub fn discriminant<T>(value: &T) -> i64;
    pub fn transmute<A, B>(value: A) -> B;
    pub fn uninit<T>() -> T;
    pub fn zeroed<T>() -> T;

    pub fn try_call<F: FnOnce() -> R, R>(f: F) -> Result<R, Box<dyn Any + Send>>;
    pub fn try_thread<F: FnOnce() -> R, R>(f: F) -> Result<R, Box<dyn Any + Send>>;
    pub fn panic_start(payload: Box<dyn Any + Send>, message: &str) -> !;
    pub fn is_panicking() -> bool;
    pub fn abort() -> !;
    /// Stands for what is not accepted: who comes here ends the search.
    pub fn unsupported() -> !;
    /// The same of a panic behind a check of loom's or shuttle's.
    pub fn behind_check() -> !;
    pub fn unreachable() -> !;
    /// What the user did is undefined behaviour, for this reason.
    pub fn undefined(message: &str) -> !;
    /// Whether the program brings an allocator of its own, and which.
    pub fn has_global_allocator() -> bool;
    pub fn global_allocator() -> &'static dyn crate::alloc::GlobalAlloc;
    pub fn check_allocation<T>(pointer: *const T, bytes: usize, align: usize);
    pub fn note_allocation<T>(pointer: *const T, bytes: usize, align: usize);
    /// A value must be where the pointer points, to which a shared reference is made.
    pub fn check_reference<T: ?Sized>(pointer: *const T);
    /// The same for an exclusive one, behind which the value may be yet to come.
    pub fn check_reference_mut<T: ?Sized>(pointer: *const T);
    /// So many values on must be a place of the same object.
    pub fn check_step<T>(pointer: *const T, count: isize);
    pub fn current_thread() -> RawThread;
    pub fn thread_number(thread: RawThread) -> u64;
    /// What stands for a packet that the machine keeps: null, in which an analysis sees the packet.
    pub fn hand_over(packet: *mut ()) -> *mut ();
    /// What was kept of it by `spawn`, to look at, and for good.
    pub fn packet(thread: RawThread, handed_over: *mut ()) -> *mut ();
    pub fn take_packet(thread: RawThread, handed_over: *mut ()) -> *mut ();
    /// The running thread will have ended in a panic.
    pub fn note_panic();
    pub fn has_panicked(thread: RawThread) -> bool;
    /// A panic comes, and its hook is about to run.
    pub fn begin_hook(message: &str);
    pub fn end_hook();
    /// What the last owner of a count does with what was counted ends with `settle_clock`.
    /// What steps by bytes may leave the value that it points at.
    pub fn view_bytes<T>(pointer: *const T) -> *const T;
    pub fn view_as<T: ?Sized, U>(pointer: *const T) -> *const U;
    /// A value that is no more than a pointer, and was of another such type.
    pub fn pointer_viewed<T, U>(value: U) -> U;
    /// A place as a pointer of the type that another one has, and with the length that belongs to that.
    pub fn view_like<T: ?Sized>(place: *const u8, like: *const T) -> *const T;
    /// The same place as a pointer to what it says it points to, though something else may stand there.
    pub fn meant_as<T: ?Sized>(pointer: *const T) -> *const T;
    pub fn own_cell(pointer: *const usize) -> *const usize;
    pub fn bytes_between<T>(pointer: *const T, origin: *const T) -> isize;
    /// Whether what is there is seen as another type than the object's.
    pub fn is_view<T>(pointer: *const T) -> bool;
    pub fn note_draw();
    pub fn mark_clock();
    pub fn settle_clock();
    pub fn end_release();
    pub fn set_thread_name(name: &str);
    pub fn grow_stack(bytes: usize);
    pub fn now() -> u64;
    pub fn time_kept() -> u64;
    pub fn patience() -> u64;
    pub fn set_patience(choice: u64);
    pub fn pass_time(nanos: u64);

    pub fn wrapping_add<T>(a: T, b: T) -> T;
    pub fn wrapping_sub<T>(a: T, b: T) -> T;
    pub fn wrapping_mul<T>(a: T, b: T) -> T;
    pub fn wrapping_shl<T>(value: T, bits: u32) -> T;
    pub fn wrapping_shr<T>(value: T, bits: u32) -> T;
    pub fn wrapping_neg<T>(value: T) -> T;
    pub fn overflowing_add<T>(a: T, b: T) -> (T, bool);
    pub fn overflowing_sub<T>(a: T, b: T) -> (T, bool);
    pub fn overflowing_mul<T>(a: T, b: T) -> (T, bool);
    pub fn unchecked_div<T>(a: T, b: T) -> T;
    pub fn unchecked_rem<T>(a: T, b: T) -> T;
    pub fn count_ones<T>(value: T) -> u32;
    pub fn leading_zeros<T>(value: T) -> u32;
    pub fn trailing_zeros<T>(value: T) -> u32;
    pub fn reverse_bits<T>(value: T) -> T;
    pub fn swap_bytes<T>(value: T) -> T;

    pub fn float_sqrt(x: f64) -> f64;
    pub fn float_cbrt(x: f64) -> f64;
    pub fn float_floor(x: f64) -> f64;
    pub fn float_ceil(x: f64) -> f64;
    pub fn float_round(x: f64) -> f64;
    pub fn float_round_ties_even(x: f64) -> f64;
    pub fn float_trunc(x: f64) -> f64;
    pub fn float_abs(x: f64) -> f64;
    pub fn float_exp(x: f64) -> f64;
    pub fn float_exp2(x: f64) -> f64;
    pub fn float_exp_m1(x: f64) -> f64;
    pub fn float_ln(x: f64) -> f64;
    pub fn float_ln_1p(x: f64) -> f64;
    pub fn float_log2(x: f64) -> f64;
    pub fn float_log10(x: f64) -> f64;
    pub fn float_sin(x: f64) -> f64;
    pub fn float_cos(x: f64) -> f64;
    pub fn float_tan(x: f64) -> f64;
    pub fn float_asin(x: f64) -> f64;
    pub fn float_acos(x: f64) -> f64;
    pub fn float_atan(x: f64) -> f64;
    pub fn float_sinh(x: f64) -> f64;
    pub fn float_cosh(x: f64) -> f64;
    pub fn float_tanh(x: f64) -> f64;
    pub fn float2_pow(x: f64, y: f64) -> f64;
    pub fn float2_atan2(x: f64, y: f64) -> f64;
    pub fn float2_hypot(x: f64, y: f64) -> f64;
    pub fn float2_copysign(x: f64, y: f64) -> f64;
    pub fn float2_min(x: f64, y: f64) -> f64;
    pub fn float2_max(x: f64, y: f64) -> f64;
    pub fn float2_rem(x: f64, y: f64) -> f64;
    pub fn mul_add_f32(x: f64, y: f64, z: f64) -> f64;
    pub fn mul_add_f64(x: f64, y: f64, z: f64) -> f64;
    pub fn float_to_bits(x: f64) -> u64;
    pub fn float_from_bits(bits: u64) -> f64;
    pub fn f32_to_bits(x: f32) -> u32;
    pub fn f32_from_bits(bits: u32) -> f32;
    pub fn format_float(bits: u64, is_f32: bool, precision: u64, style: u64, buffer: *mut u8, capacity: usize) -> usize;
    pub fn format_integer(low: u64, high: u64, radix: u64, upper: bool, buffer: *mut u8) -> usize;
    pub fn parse_float(text: *const u8, len: usize, is_f32: bool) -> (bool, u64);

    pub fn char_property(c: char, property: u64) -> bool;
    pub fn char_to_upper(c: char) -> (u32, u32, u32);
    pub fn char_to_lower(c: char) -> (u32, u32, u32);
    pub fn caller_location(buffer: *mut u8, capacity: usize) -> (usize, usize, usize);
    pub fn hidden_atomic_load<T>(cell: *const T, order: u8) -> T;
    pub fn hidden_atomic_rmw_add<T>(cell: *mut T, value: T, order: u8) -> T;
    /// Whether the program is one for loom.
    pub fn is_loom() -> bool;
    pub fn hidden_atomic_rmw_swap<T>(cell: *mut T, value: T, order: u8) -> T;
}
