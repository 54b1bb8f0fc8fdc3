//! A fast 128-bit hash of a sequence of words: two multiply-fold lanes with different constants.

/// The hash so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hasher128 {
    low: u64,
    high: u64,
}

impl Default for Hasher128 {
    fn default() -> Self {
        Hasher128 {
            low: 0x243F_6A88_85A3_08D3,
            high: 0x1319_8A2E_0370_7344,
        }
    }
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Hasher128 {
    /// Adds a word.
    #[inline(always)]
    pub(crate) fn add(&mut self, word: u64) {
        self.low = fold(self.low ^ word, 0x9E37_79B9_7F4A_7C15).wrapping_add(word);
        self.high = fold(self.high.rotate_left(23) ^ word, 0xD6E8_FEB8_6659_FD93) ^ self.low;
    }

    /// Adds another hash.
    pub(crate) fn add_hash(&mut self, hash: u128) {
        self.add(hash as u64);
        self.add((hash >> 64) as u64);
    }

    /// Adds bytes.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(byte as u64 + 1);
        }
    }

    /// The hash so far, to be hashed on.
    pub(crate) fn state(&self) -> (u64, u64) {
        (self.low, self.high)
    }

    /// The hash of what was added.
    pub(crate) fn finish(mut self) -> u128 {
        self.add(0xA076_1D64_78BD_642F);
        (self.high as u128) << 64 | self.low as u128
    }
}
