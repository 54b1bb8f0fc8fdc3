//! `getrandom`: bytes of a generator of fixed seed, one for each thread, so that a schedule replays.
//!
//! Left out: `SysRng` (whoever needs it reads the crate's source), errors (there are none).

use crate::cell::Cell;
use crate::error;
use crate::fmt;
use crate::intrinsics;
use crate::mem::MaybeUninit;

crate::thread_local! {
    static STATE: Cell<u64> = Cell::new(0);
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Error {
    code: u32,
}
impl Error {
    pub const UNSUPPORTED: Error = Error { code: 1 };
    pub const ERRNO_NOT_POSITIVE: Error = Error { code: 2 };
    pub const UNEXPECTED: Error = Error { code: 3 };
    pub fn raw_os_error(self) -> Option<i32> {
        None
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("getrandom: this target is not supported")
    }
}
impl error::Error for Error {}

/// SplitMix64, over a state that starts with the thread's number.
fn next() -> u64 {
    unsafe { intrinsics::note_draw() };
    let own = unsafe { intrinsics::thread_number(intrinsics::current_thread()) };
    STATE.with(|state| {
        let step: u64 = 0x9e37_79b9_7f4a_7c15;
        state.set(state.get().wrapping_add(step).wrapping_add(own << 32));
        let mut z = state.get();
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
pub fn fill(dest: &mut [u8]) -> Result<(), Error> {
    for chunk in dest.chunks_mut(8) {
        let bytes = next().to_le_bytes();
        let len = chunk.len();
        chunk.copy_from_slice(&bytes[..len]);
    }
    Ok(())
}
pub fn getrandom(dest: &mut [u8]) -> Result<(), Error> {
    fill(dest)
}
pub fn fill_uninit(dest: &mut [MaybeUninit<u8>]) -> Result<&mut [u8], Error> {
    for byte in dest.iter_mut() {
        byte.write(next() as u8);
    }
    let len = dest.len();
    Ok(unsafe { crate::slice::from_raw_parts_mut(dest.as_mut_ptr() as *mut u8, len) })
}
pub fn getrandom_uninit(dest: &mut [MaybeUninit<u8>]) -> Result<&mut [u8], Error> {
    fill_uninit(dest)
}
pub fn u32() -> Result<u32, Error> {
    Ok(next() as u32)
}
pub fn u64() -> Result<u64, Error> {
    Ok(next())
}
