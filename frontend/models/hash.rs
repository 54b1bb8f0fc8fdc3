//! `std::hash`.
//!
//! `DefaultHasher::new` is std's SipHash 1-3 (Aumasson, Bernstein 2012) with keys of zero. `RandomState`
//! always has the same state, and its hashers only mix words.

use crate::boxed::Box;
use crate::fmt;
use crate::marker::PhantomData;
use crate::vec::OwnList;

pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);
    fn hash_slice<H: Hasher>(data: &[Self], state: &mut H)
    where
        Self: Sized,
    {
        for piece in data {
            piece.hash(state)
        }
    }
}

pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
    fn write_u8(&mut self, i: u8) {
        self.write(&[i])
    }
    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_ne_bytes())
    }
    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_ne_bytes())
    }
    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_ne_bytes())
    }
    fn write_u128(&mut self, i: u128) {
        self.write(&i.to_ne_bytes())
    }
    fn write_usize(&mut self, i: usize) {
        self.write(&i.to_ne_bytes())
    }
    fn write_i8(&mut self, i: i8) {
        self.write_u8(i as u8)
    }
    fn write_i16(&mut self, i: i16) {
        self.write_u16(i as u16)
    }
    fn write_i32(&mut self, i: i32) {
        self.write_u32(i as u32)
    }
    fn write_i64(&mut self, i: i64) {
        self.write_u64(i as u64)
    }
    fn write_i128(&mut self, i: i128) {
        self.write_u128(i as u128)
    }
    fn write_isize(&mut self, i: isize) {
        self.write_usize(i as usize)
    }
    fn write_str(&mut self, s: &str) {
        self.write(s.as_bytes());
        self.write_u8(0xFF);
    }
    /// Integers in a row: all their bytes at once.
    #[doc(hidden)]
    fn write_integers<T: Hash, const N: usize>(&mut self, integers: &[T], bytes: fn(&T) -> [u8; N])
    where
        Self: Sized,
    {
        let mut all = OwnList::new();
        for integer in integers {
            bytes(integer).into_iter().for_each(|byte| all.push(byte));
        }
        self.write(all.as_slice())
    }
}
/// Every method is passed on, as a hasher may have its own of each.
macro_rules! pass_on {
    ($($Pointer:ty),*) => {
        $(
            impl<H: Hasher + ?Sized> Hasher for $Pointer {
                fn finish(&self) -> u64 {
                    (**self).finish()
                }
                fn write(&mut self, bytes: &[u8]) {
                    (**self).write(bytes)
                }
                pass_on! {
                    method write_u8 u8, write_u16 u16, write_u32 u32, write_u64 u64, write_u128 u128,
                    write_usize usize, write_i8 i8, write_i16 i16, write_i32 i32, write_i64 i64,
                    write_i128 i128, write_isize isize
                }
            }
        )*
    };
    (method $($method:ident $Integer:ty),*) => {
        $(
            fn $method(&mut self, i: $Integer) {
                (**self).$method(i)
            }
        )*
    };
}
pass_on!(&mut H, Box<H>);

pub trait BuildHasher {
    type Hasher: Hasher;
    fn build_hasher(&self) -> Self::Hasher;
    fn hash_one<T: Hash>(&self, x: T) -> u64
    where
        Self: Sized,
        Self::Hasher: Hasher,
    {
        let mut hasher = self.build_hasher();
        x.hash(&mut hasher);
        hasher.finish()
    }
}

pub struct BuildHasherDefault<H> {
    of: PhantomData<H>,
}
impl<H> BuildHasherDefault<H> {
    pub const fn new() -> Self {
        BuildHasherDefault { of: PhantomData }
    }
}
impl<H: Default + Hasher> BuildHasher for BuildHasherDefault<H> {
    type Hasher = H;
    fn build_hasher(&self) -> H {
        H::default()
    }
}
impl<H> Clone for BuildHasherDefault<H> {
    fn clone(&self) -> Self {
        BuildHasherDefault { of: PhantomData }
    }
}
impl<H> Default for BuildHasherDefault<H> {
    fn default() -> Self {
        BuildHasherDefault { of: PhantomData }
    }
}

#[derive(Clone, Default)]
pub struct RandomState;
impl RandomState {
    #[inline]
    pub fn new() -> RandomState {
        RandomState
    }
}
impl BuildHasher for RandomState {
    type Hasher = DefaultHasher;
    #[inline]
    fn build_hasher(&self) -> DefaultHasher {
        DefaultHasher { state: 0, sip: None }
    }
}
impl fmt::Debug for RandomState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomState").finish_non_exhaustive()
    }
}

/// SipHash's state, the bytes that do not fill a word yet, and how many there were in all.
#[derive(Clone, Debug)]
struct Sip<const WORD_ROUNDS: usize, const LAST_ROUNDS: usize> {
    v: [u64; 4],
    tail: u64,
    length: usize,
}
impl<const WORD_ROUNDS: usize, const LAST_ROUNDS: usize> Sip<WORD_ROUNDS, LAST_ROUNDS> {
    const fn new(key0: u64, key1: u64) -> Self {
        let v = [
            key0 ^ 0x736f_6d65_7073_6575,
            key1 ^ 0x646f_7261_6e64_6f6d,
            key0 ^ 0x6c79_6765_6e65_7261,
            key1 ^ 0x7465_6462_7974_6573,
        ];
        Sip { v, tail: 0, length: 0 }
    }
    fn round(&mut self) {
        let [a, b, c, d] = self.v;
        let (a, c) = (a.wrapping_add(b), c.wrapping_add(d));
        let (b, d) = (b.rotate_left(13) ^ a, d.rotate_left(16) ^ c);
        let (a, c) = (a.rotate_left(32).wrapping_add(d), c.wrapping_add(b));
        self.v = [a, b.rotate_left(17) ^ c, c.rotate_left(32), d.rotate_left(21) ^ a];
    }
    fn add_word(&mut self, word: u64) {
        self.v[3] ^= word;
        for _ in 0..WORD_ROUNDS {
            self.round();
        }
        self.v[0] ^= word;
    }
    /// Takes the lowest bytes of a word, as many as `size` says.
    fn add(&mut self, bytes: u64, size: usize) {
        let waiting = self.length % 8;
        self.length += size;
        self.tail |= bytes << (8 * waiting);
        if waiting + size < 8 {
            return;
        }
        self.add_word(self.tail);
        self.tail = if waiting == 0 { 0 } else { bytes >> (8 * (8 - waiting)) };
    }
    fn finish(&self) -> u64 {
        let mut last = self.clone();
        last.add_word((self.length as u64) << 56 | self.tail);
        last.v[2] ^= 0xFF;
        for _ in 0..LAST_ROUNDS {
            last.round();
        }
        last.v[0] ^ last.v[1] ^ last.v[2] ^ last.v[3]
    }
}

/// SipHash 2-4.
#[derive(Clone, Debug)]
pub struct SipHasher {
    sip: Sip<2, 4>,
}
impl SipHasher {
    pub const fn new() -> SipHasher {
        SipHasher::new_with_keys(0, 0)
    }
    pub const fn new_with_keys(key0: u64, key1: u64) -> SipHasher {
        SipHasher { sip: Sip::new(key0, key1) }
    }
}
impl Default for SipHasher {
    fn default() -> SipHasher {
        SipHasher::new()
    }
}
impl Hasher for SipHasher {
    fn finish(&self) -> u64 {
        self.sip.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.sip.add(*byte as u64, 1);
        }
    }
}

/// SipHash, or else words multiplied and shifted one at a time.
#[derive(Clone, Debug)]
pub struct DefaultHasher {
    state: u64,
    sip: Option<Sip<1, 3>>,
}
impl DefaultHasher {
    #[inline]
    pub const fn new() -> DefaultHasher {
        DefaultHasher { state: 0, sip: Some(Sip::new(0, 0)) }
    }
    #[inline]
    fn mix(&mut self, word: u64, size: usize) {
        if let Some(sip) = &mut self.sip {
            return sip.add(word, size);
        }
        let x = (self.state ^ word.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.state = x ^ (x >> 32);
    }
}
impl Default for DefaultHasher {
    fn default() -> DefaultHasher {
        DefaultHasher::new()
    }
}
impl Hasher for DefaultHasher {
    #[inline]
    fn finish(&self) -> u64 {
        match &self.sip {
            Some(sip) => sip.finish(),
            None => self.state,
        }
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.mix(*byte as u64, 1);
        }
    }
    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.mix(i as u64, 1);
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.mix(i as u64, 2);
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.mix(i as u64, 4);
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.mix(i, 8);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.mix(i as u64, 8);
    }
    fn write_u128(&mut self, i: u128) {
        self.mix(i as u64, 8);
        self.mix((i >> 64) as u64, 8);
    }
    /// To this hasher it is the same one by one.
    fn write_integers<T: Hash, const N: usize>(&mut self, integers: &[T], _: fn(&T) -> [u8; N]) {
        for integer in integers {
            integer.hash(self);
        }
    }
}

macro_rules! hash_integers {
    ($($t:ident $write:ident;)*) => {
        $(
            impl Hash for $t {
                #[inline]
                fn hash<H: Hasher>(&self, state: &mut H) {
                    state.$write(*self)
                }
                fn hash_slice<H: Hasher>(data: &[$t], state: &mut H) {
                    state.write_integers(data, |integer| integer.to_ne_bytes())
                }
            }
        )*
    };
}
hash_integers! {
    u8 write_u8;
    u16 write_u16;
    u32 write_u32;
    u64 write_u64;
    u128 write_u128;
    usize write_usize;
    i8 write_i8;
    i16 write_i16;
    i32 write_i32;
    i64 write_i64;
    i128 write_i128;
    isize write_isize;
}
impl Hash for bool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(*self as u8)
    }
}
impl Hash for char {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(*self as u32)
    }
}
impl Hash for ! {
    fn hash<H: Hasher>(&self, _: &mut H) {
        *self
    }
}
impl<T: ?Sized + Hash> Hash for &T {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<T: ?Sized + Hash> Hash for &mut T {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<H> PartialEq for BuildHasherDefault<H> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<H> Eq for BuildHasherDefault<H> {}
impl<H> fmt::Debug for BuildHasherDefault<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuildHasherDefault").finish()
    }
}
