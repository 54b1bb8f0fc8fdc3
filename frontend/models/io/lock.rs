//! The locks of the standard streams: who prints waits while another thread has the stream locked. A call
//! that prints is one operation, where nothing that it formats may wait or print, and takes the lock in it; else
//! it formats under the lock, as std does. Where nobody locks a stream, nobody waits for one.

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
    take(stream)
}
pub(super) fn unlock_stream(stream: u64) {
    give_back(stream)
}

/// Whether something that is formatted may print, into the middle of what it is formatted for. No, where
/// `mono/visibility.rs` finds that nothing does.
pub(super) fn formatting_prints() -> bool {
    true
}

/// The lock while something is formatted for a stream. Nothing at all in a program where nothing that is
/// formatted may wait or print (`mono/visibility.rs`).
pub(super) struct Held {
    stream: u64,
}
impl Held {
    pub fn new(stream: u64) -> Held {
        hold_stream(stream);
        Held { stream }
    }
}
impl Drop for Held {
    fn drop(&mut self) {
        let_go_of_stream(self.stream)
    }
}
fn hold_stream(stream: u64) {
    take(stream)
}
fn let_go_of_stream(stream: u64) {
    give_back(stream)
}

fn take(stream: u64) {
    let depth = &OWN.depths[stream as usize];
    if depth.get() == 0 {
        unsafe { intrinsics::rwlock_write(raw(stream)) };
    }
    depth.set(depth.get() + 1);
}
fn give_back(stream: u64) {
    let depth = &OWN.depths[stream as usize];
    depth.set(depth.get() - 1);
    if depth.get() == 0 {
        unsafe { intrinsics::rwlock_unlock_write(raw(stream)) };
    }
}

/// Waits until no other thread has the stream locked: who prints is a reader, as the order of prints is not
/// the lock's business. Nothing at all in a program without [`lock_stream`] where nothing that is formatted
/// may wait or print, and so is [`leave_stream`].
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
