//@ no-bug
//@ source: what of SSE2 counts, compares and shifts integers, as str_indices (ropey) and memchr use it

#[cfg(target_arch = "x86_64")]
mod sse {
    use std::arch::x86_64::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn bytes(v: __m128i) -> [u8; 16] {
        unsafe { std::mem::transmute(v) }
    }

    fn count(text: &[u8], byte: u8) -> u32 {
        let mut found = 0;
        let mut chunks = text.chunks_exact(16);
        for chunk in &mut chunks {
            let equal = unsafe {
                let chunk = _mm_loadu_si128(chunk.as_ptr() as *const __m128i);
                _mm_cmpeq_epi8(chunk, _mm_set1_epi8(byte as i8))
            };
            found += unsafe { _mm_movemask_epi8(equal) }.count_ones();
        }
        found + chunks.remainder().iter().filter(|&&b| b == byte).count() as u32
    }

    fn calculates() {
        let a: [u8; 16] = std::array::from_fn(|i| i as u8 * 17);
        let a: __m128i = unsafe { std::mem::transmute(a) };
        unsafe {
            let one = _mm_set1_epi8(1);
            assert_eq!(bytes(_mm_add_epi8(a, one))[15], 0);
            assert_eq!(bytes(_mm_adds_epu8(a, one))[15], 255);
            assert_eq!(bytes(_mm_srli_si128(a, 1))[..3], [17, 34, 51]);
            assert_eq!(bytes(_mm_slli_si128(a, 1))[..3], [0, 0, 17]);
            assert_eq!(bytes(_mm_srli_epi64(a, 8))[7], 0);
            assert_eq!(bytes(_mm_slli_epi16(a, 1))[3], 102);
            // Signed: bytes from 128 on are less than 1.
            assert_eq!(
                _mm_movemask_epi8(_mm_cmplt_epi8(a, one)),
                0b1111_1111_0000_0001
            );
            assert_eq!(
                _mm_movemask_epi8(_mm_cmpgt_epi8(a, one)),
                0b0000_0000_1111_1110
            );
            let sums: (u64, u64) = std::mem::transmute(_mm_sad_epu8(a, _mm_setzero_si128()));
            assert_eq!(sums, (476, 1564));
            assert_eq!(_mm_cvtsi128_si32(_mm_andnot_si128(one, a)), 0x32221000);
            assert_eq!(_mm_cvtsi128_si64(_mm_set_epi32(0, 0, 1, 2)), 1 << 32 | 2);
        }
    }

    pub fn main() {
        calculates();
        let text = b"a rope is a rope is a rope, and not a rose";
        let total = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for half in text.chunks(21) {
                let total = &total;
                scope.spawn(move || total.fetch_add(count(half, b'a'), Ordering::SeqCst));
            }
        });
        assert_eq!(total.into_inner(), 5);
    }
}

fn main() {
    #[cfg(target_arch = "x86_64")]
    sse::main();
}
