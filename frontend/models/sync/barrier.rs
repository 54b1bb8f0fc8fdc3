//! `std::sync::Barrier`. Nothing is left out.

use crate::fmt;
use crate::intrinsics;

#[lang = "raw_barrier"]
pub(crate) struct RawBarrier {
    size: u64,
    arrived: u64,
    generation: u64,
}

#[lang = "barrier"]
pub struct Barrier {
    raw: RawBarrier,
}
unsafe impl Send for Barrier {}
unsafe impl Sync for Barrier {}

pub struct BarrierWaitResult(bool);
impl BarrierWaitResult {
    pub fn is_leader(&self) -> bool {
        self.0
    }
}
impl fmt::Debug for BarrierWaitResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BarrierWaitResult").field("is_leader", &self.is_leader()).finish()
    }
}

impl Barrier {
    #[inline]
    pub const fn new(n: usize) -> Barrier {
        Barrier { raw: RawBarrier { size: n as u64, arrived: 0, generation: 0 } }
    }
    #[inline]
    pub fn wait(&self) -> BarrierWaitResult {
        BarrierWaitResult(unsafe { intrinsics::barrier_wait(&self.raw) })
    }
}
impl fmt::Debug for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Barrier").finish_non_exhaustive()
    }
}
