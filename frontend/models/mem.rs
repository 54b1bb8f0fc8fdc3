//! `std::mem`.
//!
//! Left out: `variant_count`, `MaybeUninit` array helpers, `MaybeUninit::as_bytes`.
//! `transmute` of values splits and joins scalars by their bytes.

use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::ops::{Deref, DerefMut};

pub use crate::intrinsics::transmute;

#[inline]
pub const fn forget<T>(t: T) {
    let _ = ManuallyDrop::new(t);
}
#[inline]
pub const fn swap<T>(x: &mut T, y: &mut T) {
    unsafe {
        let a = intrinsics::read(x);
        let b = intrinsics::read(y);
        intrinsics::write(x, b);
        intrinsics::write(y, a);
    }
}
#[inline]
pub const fn replace<T>(dest: &mut T, src: T) -> T {
    unsafe {
        let result = intrinsics::read(dest);
        intrinsics::write(dest, src);
        result
    }
}
#[inline]
pub fn take<T: Default>(dest: &mut T) -> T {
    replace(dest, T::default())
}
#[lang = "mem_drop"]
#[inline]
pub fn drop<T>(_x: T) {}

#[inline]
#[rustc_promotable]
pub const fn size_of<T>() -> usize {
    unsafe { intrinsics::size_of::<T>() }
}
#[inline]
#[rustc_promotable]
pub const fn align_of<T>() -> usize {
    unsafe { intrinsics::align_of::<T>() }
}
pub const fn min_align_of<T>() -> usize {
    align_of::<T>()
}
pub const fn min_align_of_val<T: ?Sized>(val: &T) -> usize {
    align_of_val(val)
}
pub const fn size_of_val<T: ?Sized>(val: &T) -> usize {
    unsafe { intrinsics::size_of_val(val) }
}
pub const fn align_of_val<T: ?Sized>(val: &T) -> usize {
    let (own, tail) = unsafe { (intrinsics::align_of::<T>(), intrinsics::align_of_tail(val)) };
    if tail > own { tail } else { own }
}
#[inline]
pub const fn needs_drop<T: ?Sized>() -> bool {
    unsafe { intrinsics::needs_drop::<T>() }
}
#[inline]
pub const unsafe fn zeroed<T>() -> T {
    unsafe { intrinsics::valid(intrinsics::zeroed()) }
}
#[inline]
pub unsafe fn uninitialized<T>() -> T {
    unsafe { intrinsics::uninit() }
}
/// What `offset_of!` expands to.
#[doc(hidden)]
pub fn field_offset<T, F: FnOnce(*const T) -> *const u8>(project: F) -> usize {
    let value = MaybeUninit::<T>::uninit();
    let base = value.as_ptr();
    unsafe { intrinsics::bytes_between(project(base), intrinsics::view_as::<T, u8>(base)) as usize }
}
#[track_caller]
pub const unsafe fn transmute_copy<Src, Dst>(src: &Src) -> Dst {
    if size_of::<Src>() < size_of::<Dst>() {
        panic!("cannot transmute_copy if Dst is larger than Src");
    }
    unsafe {
        let from = intrinsics::view_as::<Src, Dst>(src);
        if align_of::<Dst>() > align_of::<Src>() {
            crate::ptr::read_unaligned(from)
        } else {
            intrinsics::valid(intrinsics::pointer_viewed::<Src, Dst>(intrinsics::read(from)))
        }
    }
}

pub struct Discriminant<T> {
    discriminant_value: i64,
    discriminant_of: crate::marker::PhantomData<T>,
}

pub const fn discriminant<T>(v: &T) -> Discriminant<T> {
    Discriminant {
        discriminant_value: unsafe { intrinsics::discriminant(v) },
        discriminant_of: crate::marker::PhantomData,
    }
}
impl<T> Copy for Discriminant<T> {}
impl<T> Clone for Discriminant<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> PartialEq for Discriminant<T> {
    fn eq(&self, rhs: &Self) -> bool {
        self.discriminant_value == rhs.discriminant_value
    }
}
impl<T> Eq for Discriminant<T> {}
impl<T> Hash for Discriminant<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.discriminant_value.hash(state);
    }
}
impl<T> fmt::Debug for Discriminant<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Discriminant").field(&self.discriminant_value).finish()
    }
}

#[lang = "manually_drop"]
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ManuallyDrop<T: ?Sized> {
    pub(crate) manually_drop_value: T,
}

impl<T> ManuallyDrop<T> {
    #[inline]
    pub const fn new(value: T) -> ManuallyDrop<T> {
        ManuallyDrop { manually_drop_value: value }
    }
    #[inline]
    pub const fn into_inner(slot: ManuallyDrop<T>) -> T {
        slot.manually_drop_value
    }
    #[inline]
    pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T {
        unsafe { intrinsics::read(&raw const slot.manually_drop_value) }
    }
}
impl<T: ?Sized> ManuallyDrop<T> {
    #[inline]
    pub unsafe fn drop(slot: &mut ManuallyDrop<T>) {
        unsafe { intrinsics::drop_in_place(&raw mut slot.manually_drop_value) }
    }
}
impl<T: ?Sized> Deref for ManuallyDrop<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.manually_drop_value
    }
}
impl<T: ?Sized> DerefMut for ManuallyDrop<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.manually_drop_value
    }
}

#[lang = "maybe_uninit"]
#[repr(transparent)]
pub union MaybeUninit<T> {
    uninit: (),
    value: ManuallyDrop<T>,
}

impl<T: Copy> Copy for MaybeUninit<T> {}
impl<T: Copy> Clone for MaybeUninit<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> fmt::Debug for MaybeUninit<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MaybeUninit<")?;
        f.write_str(crate::any::type_name::<T>())?;
        f.write_str(">")
    }
}

impl<T> MaybeUninit<T> {
    #[inline]
    pub const fn new(val: T) -> MaybeUninit<T> {
        MaybeUninit { value: ManuallyDrop::new(val) }
    }
    #[inline]
    pub const fn uninit() -> MaybeUninit<T> {
        MaybeUninit { uninit: () }
    }
    #[inline]
    pub const fn zeroed() -> MaybeUninit<T> {
        MaybeUninit { value: ManuallyDrop::new(unsafe { intrinsics::zeroed() }) }
    }
    #[inline]
    pub const fn write(&mut self, val: T) -> &mut T {
        unsafe {
            let pointer = self.as_mut_ptr();
            intrinsics::write(pointer, val);
            &mut *pointer
        }
    }
    #[inline]
    pub const fn as_ptr(&self) -> *const T {
        self as *const MaybeUninit<T> as *const T
    }
    #[inline]
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self as *mut MaybeUninit<T> as *mut T
    }
    #[inline]
    pub const unsafe fn assume_init(self) -> T {
        unsafe { intrinsics::valid(ManuallyDrop::into_inner(self.value)) }
    }
    #[inline]
    pub const unsafe fn assume_init_read(&self) -> T {
        unsafe { intrinsics::valid(intrinsics::read(self.as_ptr())) }
    }
    #[inline]
    pub unsafe fn assume_init_drop(&mut self) {
        unsafe { intrinsics::drop_in_place(self.as_mut_ptr()) }
    }
    #[inline]
    pub const unsafe fn assume_init_ref(&self) -> &T {
        unsafe { &*self.as_ptr() }
    }
    #[inline]
    pub const unsafe fn assume_init_mut(&mut self) -> &mut T {
        unsafe { &mut *self.as_mut_ptr() }
    }
}

impl<T, const N: usize> AsRef<[MaybeUninit<T>; N]> for MaybeUninit<[T; N]> {
    fn as_ref(&self) -> &[MaybeUninit<T>; N] {
        unsafe { &*(self as *const MaybeUninit<[T; N]> as *const [MaybeUninit<T>; N]) }
    }
}
impl<T, const N: usize> AsMut<[MaybeUninit<T>; N]> for MaybeUninit<[T; N]> {
    fn as_mut(&mut self) -> &mut [MaybeUninit<T>; N] {
        unsafe { &mut *(self as *mut MaybeUninit<[T; N]> as *mut [MaybeUninit<T>; N]) }
    }
}
impl<T, const N: usize> AsRef<[MaybeUninit<T>]> for MaybeUninit<[T; N]> {
    fn as_ref(&self) -> &[MaybeUninit<T>] {
        AsRef::<[MaybeUninit<T>; N]>::as_ref(self)
    }
}
impl<T, const N: usize> AsMut<[MaybeUninit<T>]> for MaybeUninit<[T; N]> {
    fn as_mut(&mut self) -> &mut [MaybeUninit<T>] {
        AsMut::<[MaybeUninit<T>; N]>::as_mut(self)
    }
}
impl<T, const N: usize> From<[MaybeUninit<T>; N]> for MaybeUninit<[T; N]> {
    fn from(arr: [MaybeUninit<T>; N]) -> Self {
        unsafe { transmute(arr) }
    }
}
impl<T, const N: usize> From<MaybeUninit<[T; N]>> for [MaybeUninit<T>; N] {
    fn from(arr: MaybeUninit<[T; N]>) -> Self {
        unsafe { transmute(arr) }
    }
}
impl<T> [MaybeUninit<T>] {
    #[track_caller]
    pub const fn write_copy_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Copy,
    {
        if self.len() != src.len() {
            panic!("copy_from_slice: source slice length does not match destination slice length");
        }
        unsafe {
            intrinsics::copy(src.as_ptr(), self.as_mut_ptr() as *mut T, src.len());
            self.assume_init_mut()
        }
    }
    #[track_caller]
    pub fn write_clone_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Clone,
    {
        assert_eq!(self.len(), src.len(), "destination and source slices have different lengths");
        let mut written = Written { slots: self, count: 0 };
        for value in src {
            written.slots[written.count].write(value.clone());
            written.count += 1;
        }
        forget(written);
        unsafe { self.assume_init_mut() }
    }
    pub unsafe fn assume_init_drop(&mut self) {
        unsafe { intrinsics::drop_in_place(self as *mut [MaybeUninit<T>] as *mut [T]) }
    }
    pub const unsafe fn assume_init_ref(&self) -> &[T] {
        unsafe { &*(self as *const [MaybeUninit<T>] as *const [T]) }
    }
    pub const unsafe fn assume_init_mut(&mut self) -> &mut [T] {
        unsafe { &mut *(self as *mut [MaybeUninit<T>] as *mut [T]) }
    }
}

/// The first of some slots, which are dropped if a later one's value is never made.
struct Written<'a, T> {
    slots: &'a mut [MaybeUninit<T>],
    count: usize,
}
impl<T> Drop for Written<'_, T> {
    fn drop(&mut self) {
        unsafe { self.slots[..self.count].assume_init_drop() }
    }
}

/// What `ManuallyDrop` shows around its value.
#[derive(Debug)]
struct MaybeDangling<'a, T: ?Sized>(&'a T);
impl<T: ?Sized + fmt::Debug> fmt::Debug for ManuallyDrop<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManuallyDrop").field("value", &MaybeDangling(&**self)).finish()
    }
}
