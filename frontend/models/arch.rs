//! `std::arch`: pauses and fences. Assembly is refused where it stands. Left out: all else.

pub use crate::{asm, global_asm, naked_asm};

pub mod x86_64 {
    use crate::sync::atomic::{Ordering, fence};

    pub unsafe fn _mm_pause() {
        crate::hint::spin_loop()
    }
    pub unsafe fn _mm_mfence() {
        fence(Ordering::SeqCst)
    }
    pub unsafe fn _mm_lfence() {
        fence(Ordering::Acquire)
    }
    pub unsafe fn _mm_sfence() {
        fence(Ordering::Release)
    }
}
