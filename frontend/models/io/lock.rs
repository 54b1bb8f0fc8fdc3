//! The locks of the standard streams: who prints waits while another thread has the stream locked. A call
//! that prints is one operation anyway, and formats before it; where nobody locks a stream, nobody waits for one.

use crate::cell::Cell;
use crate::intrinsics;
use crate::sync::RawRwLock;

static STDOUT: RawRwLock = RawRwLock::new();
static STDERR: RawRwLock = RawRwLock::new();

/// How often the thread has locked each stream.
struct Depths {
    depths: [Cell<usize>; 3],
}
unsafe impl Sync for Depths {}
#[thread_local]
static OWN: Depths = Depths { depths: [const { Cell::new(0) }; 3] };

fn raw(stream: u64) -> &'static RawRwLock {
    match stream {
        1 => &STDOUT,
        _ => &STDERR,
    }
}

pub(super) fn lock_stream(stream: u64) {
    let depth = &OWN.depths[stream as usize];
    if depth.get() == 0 {
        unsafe { intrinsics::rwlock_write(raw(stream)) };
    }
    depth.set(depth.get() + 1);
}
pub(super) fn unlock_stream(stream: u64) {
    let depth = &OWN.depths[stream as usize];
    depth.set(depth.get() - 1);
    if depth.get() == 0 {
        unsafe { intrinsics::rwlock_unlock_write(raw(stream)) };
    }
}

/// Waits until no other thread has the stream locked: who prints is a reader, as the order of prints is not
/// the lock's business. Nothing at all in a program without [`lock_stream`], and so is [`leave_stream`]
/// (`mono/visibility.rs`).
pub(super) fn enter_stream(stream: u64) {
    if OWN.depths[stream as usize].get() == 0 {
        unsafe { intrinsics::rwlock_read(raw(stream)) };
    }
}
pub(super) fn leave_stream(stream: u64) {
    if OWN.depths[stream as usize].get() == 0 {
        unsafe { intrinsics::hidden_rwlock_unlock_read(raw(stream)) };
    }
}
