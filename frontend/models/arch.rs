//! `std::arch`: SSE2's integers, pauses and fences (`arch/x86_64.rs`). Assembly is refused where it stands. Left out: all
//! else.

pub use crate::{asm, global_asm, naked_asm};

pub mod x86_64;
