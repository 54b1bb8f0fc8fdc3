//! `std::ptr` and the methods of raw pointers; `NonNull`.
//!
//! Left out: `metadata` APIs, which objects are exposed (`with_exposed_provenance` gives a pointer to whatever is
//! there), volatile ordering guarantees.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::marker::Unsize;
use crate::mem::MaybeUninit;
use crate::num::NonZero;
use crate::ops::{CoerceUnsized, DispatchFromDyn};

pub use crate::intrinsics::drop_in_place;

#[inline]
#[rustc_promotable]
pub const fn null<T>() -> *const T {
    0usize as *const T
}
#[inline]
#[rustc_promotable]
pub const fn null_mut<T>() -> *mut T {
    0usize as *mut T
}
#[inline]
pub const fn dangling<T>() -> *const T {
    crate::mem::align_of::<T>() as *const T
}
#[inline]
pub const fn dangling_mut<T>() -> *mut T {
    crate::mem::align_of::<T>() as *mut T
}
#[inline]
pub const unsafe fn read<T>(src: *const T) -> T {
    unsafe { intrinsics::valid(intrinsics::read(src)) }
}
#[inline]
pub const unsafe fn write<T>(dst: *mut T, src: T) {
    unsafe { intrinsics::write(dst, src) }
}
#[inline]
pub unsafe fn read_volatile<T>(src: *const T) -> T {
    unsafe { intrinsics::valid(intrinsics::read(src)) }
}
#[inline]
pub unsafe fn write_volatile<T>(dst: *mut T, src: T) {
    unsafe { intrinsics::write(dst, src) }
}
#[inline]
pub const unsafe fn read_unaligned<T>(src: *const T) -> T {
    unsafe { intrinsics::valid(intrinsics::read(intrinsics::view_as::<T, Unaligned<T>>(src)).0) }
}
#[inline]
pub const unsafe fn write_unaligned<T>(dst: *mut T, src: T) {
    unsafe { intrinsics::write(intrinsics::view_as::<T, Unaligned<T>>(dst) as *mut Unaligned<T>, Unaligned(src)) }
}

/// A value at any byte.
#[repr(C, packed)]
struct Unaligned<T>(T);

#[inline]
pub const unsafe fn copy<T>(src: *const T, dst: *mut T, count: usize) {
    unsafe { intrinsics::copy(src, dst, count) }
}
#[inline]
pub const unsafe fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize) {
    unsafe {
        if crate::mem::size_of::<T>() > 0 {
            let apart = intrinsics::pointer_difference(dst as *const T, src);
            if (apart.unsigned_abs()) < count {
                intrinsics::undefined("copy_nonoverlapping of places that overlap");
            }
        }
        intrinsics::copy(src, dst, count)
    }
}
/// How many values lie between two pointers.
const unsafe fn distance<T>(to: *const T, from: *const T) -> isize {
    assert!(crate::mem::size_of::<T>() != 0, "assertion failed: 0 < pointee_size && pointee_size <= isize::MAX as usize");
    unsafe {
        if !intrinsics::same_object(to, from) {
            intrinsics::undefined("offset_from of pointers into different objects");
        }
        // The object's own values are at multiples of their size.
        if (intrinsics::is_view(to) || intrinsics::is_view(from))
            && intrinsics::bytes_between(to, from) % crate::mem::size_of::<T>() as isize != 0
        {
            intrinsics::undefined("offset_from of pointers whose distance is not a multiple of the size");
        }
        intrinsics::pointer_difference(to, from)
    }
}
#[inline]
pub const unsafe fn swap<T>(a: *mut T, b: *mut T) {
    unsafe {
        let x = intrinsics::read(a);
        let y = intrinsics::read(b);
        intrinsics::write(a, y);
        intrinsics::write(b, x);
    }
}
pub const unsafe fn swap_nonoverlapping<T>(a: *mut T, b: *mut T, count: usize) {
    if crate::mem::size_of::<T>() > 0 {
        let apart = unsafe { intrinsics::pointer_difference(a as *const T, b as *const T) };
        if apart.unsigned_abs() < count {
            unsafe { intrinsics::undefined("swap_nonoverlapping of places that overlap") };
        }
    }
    // Values in bytes are moved as a whole, whatever they are.
    if count > 1 && crate::mem::size_of::<T>() == 1 {
        return unsafe { crate::alloc::swap_bytes(a as *mut u8, b as *mut u8, count) };
    }
    let mut i = 0;
    while i < count {
        unsafe { swap(a.ahead(i), b.ahead(i)) };
        i += 1;
    }
}
#[inline]
pub const unsafe fn replace<T>(dst: *mut T, src: T) -> T {
    unsafe {
        let old = intrinsics::read(dst);
        intrinsics::write(dst, src);
        old
    }
}
#[inline]
pub const fn without_provenance<T>(addr: usize) -> *const T {
    unsafe { intrinsics::bare_address::<T>(addr) }
}
#[inline]
pub const fn without_provenance_mut<T>(addr: usize) -> *mut T {
    unsafe { intrinsics::bare_address::<T>(addr) as *mut T }
}
#[inline]
pub fn with_exposed_provenance<T>(addr: usize) -> *const T {
    unsafe { intrinsics::from_address::<T>(addr) }
}
#[inline]
pub fn with_exposed_provenance_mut<T>(addr: usize) -> *mut T {
    unsafe { intrinsics::from_address::<T>(addr) as *mut T }
}
#[inline]
pub fn eq<T: ?Sized>(a: *const T, b: *const T) -> bool {
    a == b
}
#[inline]
pub fn addr_eq<T: ?Sized, U: ?Sized>(p: *const T, q: *const U) -> bool {
    (p as *const ()) == (q as *const ())
}
pub fn hash<T: ?Sized, S: Hasher>(hashee: *const T, into: &mut S) {
    hashee.hash(into);
}
#[inline]
pub const fn slice_from_raw_parts<T>(data: *const T, len: usize) -> *const [T] {
    unsafe { intrinsics::slice_from_raw(data, len) }
}
#[inline]
pub const fn slice_from_raw_parts_mut<T>(data: *mut T, len: usize) -> *mut [T] {
    unsafe { intrinsics::slice_from_raw(data, len) as *mut [T] }
}
#[inline]
pub const fn from_ref<T: ?Sized>(r: &T) -> *const T {
    r
}
#[inline]
pub const fn from_mut<T: ?Sized>(r: &mut T) -> *mut T {
    r
}

/// Pointers below it, such as null, point at no object: they are numbers, and advance as numbers do.
const FIRST_OBJECT: usize = 1 << 30;

/// Who steps further than over this many is far from any object, and may come back by as far: also a number.
const MOST_ELEMENTS: usize = 1 << 26;

macro_rules! raw_pointer_methods {
    ($($mutability:tt)*) => {
        #[inline]
        pub const fn is_null(self) -> bool {
            (self as *const ()) == null::<()>()
        }
        #[inline]
        pub const fn cast<U>(self) -> *$($mutability)* U {
            unsafe { intrinsics::view_as::<T, U>(self as *const T) as *$($mutability)* U }
        }
        #[inline]
        pub fn addr(self) -> usize {
            unsafe { intrinsics::address(self as *const T) }
        }
        #[inline]
        pub fn expose_provenance(self) -> usize {
            self.addr()
        }
        #[inline]
        pub const fn with_addr(self, addr: usize) -> *$($mutability)* T
        where
            T: Sized,
        {
            unsafe { intrinsics::with_address(self as *const T, addr) as *$($mutability)* T }
        }
        #[inline]
        pub fn map_addr(self, f: impl FnOnce(usize) -> usize) -> *$($mutability)* T
        where
            T: Sized,
        {
            self.with_addr(f(self.addr()))
        }
        #[inline]
        pub const unsafe fn as_ref_unchecked<'a>(self) -> &'a T {
            unsafe {
                intrinsics::check_reference(self as *const T);
                &*self
            }
        }
        #[inline]
        pub const unsafe fn as_ref<'a>(self) -> Option<&'a T> {
            if self.is_null() { None } else { unsafe { Some(self.as_ref_unchecked()) } }
        }
        #[inline]
        pub const unsafe fn offset(self, count: isize) -> *$($mutability)* T
        where
            T: Sized,
        {
            unsafe {
                intrinsics::check_step(self as *const T, count);
                intrinsics::offset(intrinsics::view_bytes(self as *const T), count) as *$($mutability)* T
            }
        }
        #[inline]
        pub const fn wrapping_offset(self, count: isize) -> *$($mutability)* T
        where
            T: Sized,
        {
            let (number, moved) = unsafe {
                let moved = intrinsics::offset(intrinsics::view_bytes(self as *const T), count);
                (intrinsics::address(self as *const T), moved)
            };
            // No pointer lies before its object as one that was stepped back lies in it.
            let is_before = count < 0 && unsafe { intrinsics::address(moved) } >= number;
            if number < FIRST_OBJECT || count.unsigned_abs() > MOST_ELEMENTS || is_before {
                let bytes = (count as usize).wrapping_mul(crate::mem::size_of::<T>());
                return self.with_addr(number.wrapping_add(bytes));
            }
            moved as *$($mutability)* T
        }
        #[inline]
        pub const unsafe fn offset_from(self, origin: *const T) -> isize
        where
            T: Sized,
        {
            unsafe { distance(self as *const T, origin) }
        }
        #[inline]
        pub const unsafe fn offset_from_unsigned(self, origin: *const T) -> usize
        where
            T: Sized,
        {
            unsafe {
                let distance = distance(self as *const T, origin);
                if distance < 0 {
                    intrinsics::undefined("offset_from_unsigned of a pointer that lies before the other");
                }
                distance as usize
            }
        }
        #[inline]
        pub const unsafe fn add(self, count: usize) -> Self
        where
            T: Sized,
        {
            unsafe {
                intrinsics::check_step(self as *const T, count as isize);
                self.ahead(count)
            }
        }
        /// The element that lies so many elements ahead, where one is known to be or nobody looks.
        #[inline]
        pub(crate) const unsafe fn ahead(self, count: usize) -> Self
        where
            T: Sized,
        {
            unsafe { intrinsics::element(intrinsics::view_bytes(self as *const T), count) as *$($mutability)* T }
        }
        #[inline]
        pub const unsafe fn sub(self, count: usize) -> Self
        where
            T: Sized,
        {
            unsafe { self.offset(-(count as isize)) }
        }
        #[inline]
        pub const fn wrapping_add(self, count: usize) -> Self
        where
            T: Sized,
        {
            self.wrapping_offset(count as isize)
        }
        #[inline]
        pub const fn wrapping_sub(self, count: usize) -> Self
        where
            T: Sized,
        {
            self.wrapping_offset((count as isize).wrapping_neg())
        }
        #[inline]
        pub const unsafe fn read(self) -> T
        where
            T: Sized,
        {
            unsafe { intrinsics::valid(intrinsics::read(self as *const T)) }
        }
        #[inline]
        pub unsafe fn read_volatile(self) -> T
        where
            T: Sized,
        {
            unsafe { intrinsics::valid(intrinsics::read(self as *const T)) }
        }
        #[inline]
        pub const unsafe fn read_unaligned(self) -> T
        where
            T: Sized,
        {
            unsafe { read_unaligned(self as *const T) }
        }
        #[inline]
        pub const unsafe fn copy_to(self, dest: *mut T, count: usize)
        where
            T: Sized,
        {
            unsafe { intrinsics::copy(self as *const T, dest, count) }
        }
        #[inline]
        pub const unsafe fn copy_to_nonoverlapping(self, dest: *mut T, count: usize)
        where
            T: Sized,
        {
            unsafe { copy_nonoverlapping(self as *const T, dest, count) }
        }
        pub fn is_aligned(self) -> bool
        where
            T: Sized,
        {
            self.addr() % intrinsics::align_of::<T>() == 0
        }
    };
}

impl<T: ?Sized> *const T {
    raw_pointer_methods! { const }
    #[inline]
    pub const fn cast_mut(self) -> *mut T {
        self as *mut T
    }
}

impl<T: ?Sized> *mut T {
    raw_pointer_methods! { mut }
    #[inline]
    pub const fn cast_const(self) -> *const T {
        self as *const T
    }
    #[inline]
    pub const unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { unsafe { Some(self.as_mut_unchecked()) } }
    }
    #[inline]
    pub const unsafe fn as_mut_unchecked<'a>(self) -> &'a mut T {
        unsafe {
            intrinsics::check_reference_mut(self as *const T);
            &mut *self
        }
    }
    #[inline]
    pub const unsafe fn write_bytes(self, val: u8, count: usize)
    where
        T: Sized,
    {
        unsafe { write_bytes(self, val, count) }
    }
    #[inline]
    pub const unsafe fn write(self, val: T)
    where
        T: Sized,
    {
        unsafe { intrinsics::write(self, val) }
    }
    #[inline]
    pub unsafe fn write_volatile(self, val: T)
    where
        T: Sized,
    {
        unsafe { intrinsics::write(self, val) }
    }
    #[inline]
    pub const unsafe fn replace(self, src: T) -> T
    where
        T: Sized,
    {
        unsafe { replace(self, src) }
    }
    #[inline]
    pub const unsafe fn swap(self, with: *mut T)
    where
        T: Sized,
    {
        unsafe { swap(self, with) }
    }
    #[inline]
    pub const unsafe fn copy_from(self, src: *const T, count: usize)
    where
        T: Sized,
    {
        unsafe { intrinsics::copy(src, self, count) }
    }
    #[inline]
    pub const unsafe fn copy_from_nonoverlapping(self, src: *const T, count: usize)
    where
        T: Sized,
    {
        unsafe { copy_nonoverlapping(src, self, count) }
    }
    #[inline]
    pub unsafe fn drop_in_place(self) {
        unsafe { intrinsics::drop_in_place(self) }
    }
}

impl<T> *const [T] {
    #[inline]
    pub const fn len(self) -> usize {
        unsafe { intrinsics::slice_len(self) }
    }
    #[inline]
    pub const fn as_ptr(self) -> *const T {
        self as *const T
    }
}
impl<T> *mut [T] {
    #[inline]
    pub const fn len(self) -> usize {
        unsafe { intrinsics::slice_len(self as *const [T]) }
    }
    #[inline]
    pub const fn as_mut_ptr(self) -> *mut T {
        self as *mut T
    }
}

macro_rules! pointer_comparisons {
    ($($mutability:tt)*) => {
        impl<T: ?Sized> PartialEq for *$($mutability)* T {
            #[inline]
            fn eq(&self, other: &*$($mutability)* T) -> bool {
                *self == *other
            }
        }
        impl<T: ?Sized> Eq for *$($mutability)* T {}
        impl<T: ?Sized> PartialOrd for *$($mutability)* T {
            #[inline]
            fn partial_cmp(&self, other: &*$($mutability)* T) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl<T: ?Sized> Ord for *$($mutability)* T {
            #[inline]
            fn cmp(&self, other: &*$($mutability)* T) -> Ordering {
                self.addr().cmp(&other.addr())
            }
        }
        impl<T: ?Sized> Hash for *$($mutability)* T {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.write_usize(self.addr());
            }
        }
        impl<T: ?Sized> fmt::Pointer for *$($mutability)* T {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::fmt_address(self.addr(), f)
            }
        }
        impl<T: ?Sized> fmt::Debug for *$($mutability)* T {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::fmt_address(self.addr(), f)
            }
        }
    };
}
pointer_comparisons! { const }
pointer_comparisons! { mut }

#[lang = "non_null"]
#[repr(transparent)]
pub struct NonNull<T: ?Sized> {
    non_null_pointer: *const T,
}

impl<T: ?Sized> !Send for NonNull<T> {}
impl<T: ?Sized> !Sync for NonNull<T> {}

impl<T> NonNull<T> {
    #[inline]
    pub const fn dangling() -> NonNull<T> {
        NonNull { non_null_pointer: dangling() }
    }
    #[inline]
    pub const unsafe fn as_uninit_ref<'a>(self) -> &'a MaybeUninit<T> {
        unsafe { &*(self.non_null_pointer as *const MaybeUninit<T>) }
    }
    #[inline]
    pub const unsafe fn add(self, count: usize) -> NonNull<T> {
        NonNull { non_null_pointer: unsafe { self.non_null_pointer.add(count) } }
    }
    #[inline]
    pub const unsafe fn sub(self, count: usize) -> NonNull<T> {
        NonNull { non_null_pointer: unsafe { self.non_null_pointer.sub(count) } }
    }
    #[inline]
    pub const unsafe fn offset(self, count: isize) -> NonNull<T> {
        NonNull { non_null_pointer: unsafe { self.non_null_pointer.offset(count) } }
    }
    #[inline]
    pub const unsafe fn offset_from(self, origin: NonNull<T>) -> isize {
        unsafe { self.non_null_pointer.offset_from(origin.non_null_pointer) }
    }
    #[inline]
    pub const unsafe fn read(self) -> T {
        unsafe { intrinsics::valid(intrinsics::read(self.non_null_pointer)) }
    }
    #[inline]
    pub const unsafe fn write(self, val: T) {
        unsafe { intrinsics::write(self.as_ptr(), val) }
    }
    #[inline]
    pub const unsafe fn replace(self, src: T) -> T {
        unsafe { replace(self.as_ptr(), src) }
    }
}

impl<T: ?Sized> NonNull<T> {
    #[inline]
    pub const unsafe fn new_unchecked(ptr: *mut T) -> NonNull<T> {
        if ptr.is_null() {
            unsafe { intrinsics::undefined("a NonNull that is null") }
        }
        NonNull { non_null_pointer: ptr as *const T }
    }
    #[inline]
    pub const fn new(ptr: *mut T) -> Option<NonNull<T>> {
        if ptr.is_null() { None } else { Some(NonNull { non_null_pointer: ptr as *const T }) }
    }
    #[inline]
    pub const fn from_ref(r: &T) -> NonNull<T> {
        NonNull { non_null_pointer: r as *const T }
    }
    #[inline]
    pub const fn from_mut(r: &mut T) -> NonNull<T> {
        NonNull { non_null_pointer: r as *mut T as *const T }
    }
    #[inline]
    pub const fn as_ptr(self) -> *mut T {
        self.non_null_pointer as *mut T
    }
    #[inline]
    pub const unsafe fn as_ref<'a>(&self) -> &'a T {
        unsafe { self.non_null_pointer.as_ref_unchecked() }
    }
    #[inline]
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        unsafe { self.as_ptr().as_mut_unchecked() }
    }
    #[inline]
    pub const fn cast<U>(self) -> NonNull<U> {
        NonNull { non_null_pointer: unsafe { intrinsics::view_as::<T, U>(self.non_null_pointer) } }
    }
    #[inline]
    pub fn addr(self) -> NonZero<usize> {
        unsafe { NonZero::new_unchecked(self.non_null_pointer.addr()) }
    }
    #[inline]
    pub unsafe fn drop_in_place(self) {
        unsafe { intrinsics::drop_in_place(self.as_ptr()) }
    }
}

impl<T> NonNull<[T]> {
    pub const fn slice_from_raw_parts(data: NonNull<T>, len: usize) -> NonNull<[T]> {
        unsafe { NonNull::new_unchecked(slice_from_raw_parts_mut(data.as_ptr(), len)) }
    }
    pub const fn len(self) -> usize {
        self.as_ptr().len()
    }
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
    pub const fn as_mut_ptr(self) -> *mut T {
        self.as_ptr().as_mut_ptr()
    }
}

impl<T: ?Sized> Clone for NonNull<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for NonNull<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<NonNull<U>> for NonNull<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<NonNull<U>> for NonNull<T> {}
impl<T: ?Sized> fmt::Debug for NonNull<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::fmt_address(self.non_null_pointer.addr(), f)
    }
}
impl<T: ?Sized> fmt::Pointer for NonNull<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::fmt_address(self.non_null_pointer.addr(), f)
    }
}
impl<T: ?Sized> Eq for NonNull<T> {}
impl<T: ?Sized> PartialEq for NonNull<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.non_null_pointer == other.non_null_pointer
    }
}
impl<T: ?Sized> Ord for NonNull<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.non_null_pointer.cmp(&other.non_null_pointer)
    }
}
impl<T: ?Sized> PartialOrd for NonNull<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T: ?Sized> Hash for NonNull<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.non_null_pointer.hash(state)
    }
}
impl<T: ?Sized> From<&mut T> for NonNull<T> {
    #[inline]
    fn from(r: &mut T) -> Self {
        NonNull::from_mut(r)
    }
}
impl<T: ?Sized> From<&T> for NonNull<T> {
    #[inline]
    fn from(r: &T) -> Self {
        NonNull::from_ref(r)
    }
}

pub use crate::{addr_of, addr_of_mut};

/// All bytes of the elements become `val`.
pub const unsafe fn write_bytes<T>(dst: *mut T, val: u8, count: usize) {
    let mut i = 0;
    if val == 0 {
        while i < count {
            unsafe { intrinsics::write(intrinsics::offset(dst, i as isize) as *mut T, intrinsics::zeroed()) };
            i += 1;
        }
        return unsafe { intrinsics::zero_padding(dst, count) };
    }
    let bytes = unsafe { intrinsics::view_as::<T, u8>(dst) };
    while i < count * crate::mem::size_of::<T>() {
        unsafe { intrinsics::write(intrinsics::offset(bytes, i as isize) as *mut u8, val) };
        i += 1;
    }
}
pub fn fn_addr_eq<T: Copy, U: Copy>(f: T, g: U) -> bool {
    unsafe { crate::mem::transmute_copy::<T, usize>(&f) == crate::mem::transmute_copy::<U, usize>(&g) }
}

macro_rules! address_methods {
    ($($mutability:ident)*) => {$(
        impl<T: ?Sized> *$mutability T {
            pub unsafe fn byte_add(self, count: usize) -> *$mutability T {
                unsafe { self.byte_offset(count as isize) }
            }
            pub unsafe fn byte_sub(self, count: usize) -> *$mutability T {
                unsafe { self.byte_offset(-(count as isize)) }
            }
            pub unsafe fn byte_offset(self, count: isize) -> *$mutability T {
                unsafe {
                    let bytes = intrinsics::view_as::<T, u8>(self as *const T);
                    intrinsics::check_step(bytes, count);
                    let moved = intrinsics::offset(intrinsics::view_bytes(bytes), count);
                    intrinsics::view_like(moved, self as *const T) as *$mutability T
                }
            }
            pub unsafe fn byte_offset_from<U>(self, origin: *const U) -> isize {
                unsafe {
                    let (to, from) = (self as *const u8, origin as *const u8);
                    if !intrinsics::same_object(to, from) {
                        intrinsics::undefined("byte_offset_from of pointers into different objects");
                    }
                    intrinsics::bytes_between(to, from)
                }
            }
            pub unsafe fn byte_offset_from_unsigned<U>(self, origin: *$mutability U) -> usize {
                unsafe {
                    let distance = self.byte_offset_from(origin as *const U);
                    if distance < 0 {
                        intrinsics::undefined("byte_offset_from_unsigned of a pointer that lies before the other");
                    }
                    distance as usize
                }
            }
        }
        impl<T> *$mutability T {
            pub fn wrapping_byte_add(self, count: usize) -> *$mutability T {
                self.with_addr(self.addr().wrapping_add(count))
            }
            pub fn wrapping_byte_sub(self, count: usize) -> *$mutability T {
                self.with_addr(self.addr().wrapping_sub(count))
            }
            pub fn wrapping_byte_offset(self, count: isize) -> *$mutability T {
                self.with_addr(self.addr().wrapping_add_signed(count))
            }
            #[track_caller]
            pub fn align_offset(self, align: usize) -> usize {
                if !align.is_power_of_two() {
                    panic!("align_offset: align is not a power-of-two");
                }
                let rest = self as usize % align;
                let size = crate::mem::size_of::<T>().max(1);
                if rest == 0 {
                    0
                } else if (align - rest) % size == 0 {
                    (align - rest) / size
                } else {
                    usize::MAX
                }
            }
        }
        impl<T> *$mutability [T] {
            pub const fn is_empty(self) -> bool {
                self.len() == 0
            }
            pub unsafe fn byte_add(self, count: usize) -> *$mutability [T] {
                unsafe { self.byte_offset(count as isize) }
            }
            pub unsafe fn byte_sub(self, count: usize) -> *$mutability [T] {
                unsafe { self.byte_offset(-(count as isize)) }
            }
            pub unsafe fn byte_offset(self, count: isize) -> *$mutability [T] {
                unsafe {
                    let moved = (self as *const T).byte_offset(count);
                    slice_from_raw_parts(moved, self.len()) as *$mutability [T]
                }
            }
            pub fn wrapping_byte_add(self, count: usize) -> *$mutability [T] {
                self.wrapping_byte_offset(count as isize)
            }
            pub fn wrapping_byte_sub(self, count: usize) -> *$mutability [T] {
                self.wrapping_byte_offset((count as isize).wrapping_neg())
            }
            pub fn wrapping_byte_offset(self, count: isize) -> *$mutability [T] {
                let moved = (self as *const T).wrapping_byte_offset(count);
                slice_from_raw_parts(moved, self.len()) as *$mutability [T]
            }
        }
        impl *$mutability str {
            pub unsafe fn byte_add(self, count: usize) -> *$mutability str {
                unsafe { (self as *const [u8]).byte_add(count) as *$mutability str }
            }
            pub unsafe fn byte_sub(self, count: usize) -> *$mutability str {
                unsafe { (self as *const [u8]).byte_sub(count) as *$mutability str }
            }
            pub unsafe fn byte_offset(self, count: isize) -> *$mutability str {
                unsafe { (self as *const [u8]).byte_offset(count) as *$mutability str }
            }
            pub fn wrapping_byte_add(self, count: usize) -> *$mutability str {
                (self as *const [u8]).wrapping_byte_add(count) as *$mutability str
            }
            pub fn wrapping_byte_sub(self, count: usize) -> *$mutability str {
                (self as *const [u8]).wrapping_byte_sub(count) as *$mutability str
            }
            pub fn wrapping_byte_offset(self, count: isize) -> *$mutability str {
                (self as *const [u8]).wrapping_byte_offset(count) as *$mutability str
            }
        }
    )*};
}
address_methods! { const mut }
impl<T> *mut T {
    pub unsafe fn write_unaligned(self, val: T) {
        unsafe { write_unaligned(self, val) }
    }
}
impl<T> NonNull<T> {
    pub fn is_aligned(self) -> bool {
        self.as_ptr().is_aligned()
    }
    pub fn align_offset(self, align: usize) -> usize {
        self.as_ptr().align_offset(align)
    }
    pub unsafe fn offset_from_unsigned(self, origin: NonNull<T>) -> usize {
        unsafe { self.as_ptr().offset_from_unsigned(origin.as_ptr() as *const T) }
    }
    pub unsafe fn byte_add(self, count: usize) -> NonNull<T> {
        unsafe { NonNull::new_unchecked(self.as_ptr().byte_add(count)) }
    }
    pub unsafe fn byte_sub(self, count: usize) -> NonNull<T> {
        unsafe { NonNull::new_unchecked(self.as_ptr().byte_sub(count)) }
    }
    pub unsafe fn byte_offset(self, count: isize) -> NonNull<T> {
        unsafe { NonNull::new_unchecked(self.as_ptr().byte_offset(count)) }
    }
    pub unsafe fn write_bytes(self, val: u8, count: usize) {
        unsafe { write_bytes(self.as_ptr(), val, count) }
    }
    pub unsafe fn swap(self, with: NonNull<T>) {
        unsafe { swap(self.as_ptr(), with.as_ptr()) }
    }
    pub unsafe fn copy_to(self, dest: NonNull<T>, count: usize) {
        unsafe { copy(self.as_ptr() as *const T, dest.as_ptr(), count) }
    }
    pub unsafe fn copy_to_nonoverlapping(self, dest: NonNull<T>, count: usize) {
        unsafe { copy_nonoverlapping(self.as_ptr() as *const T, dest.as_ptr(), count) }
    }
    pub unsafe fn copy_from(self, src: NonNull<T>, count: usize) {
        unsafe { copy(src.as_ptr() as *const T, self.as_ptr(), count) }
    }
    pub unsafe fn copy_from_nonoverlapping(self, src: NonNull<T>, count: usize) {
        unsafe { copy_nonoverlapping(src.as_ptr() as *const T, self.as_ptr(), count) }
    }
    pub unsafe fn read_unaligned(self) -> T {
        unsafe { read_unaligned(self.as_ptr() as *const T) }
    }
    pub unsafe fn write_unaligned(self, val: T) {
        unsafe { write_unaligned(self.as_ptr(), val) }
    }
    pub unsafe fn read_volatile(self) -> T {
        unsafe { read_volatile(self.as_ptr() as *const T) }
    }
    pub unsafe fn write_volatile(self, val: T) {
        unsafe { write_volatile(self.as_ptr(), val) }
    }
    pub unsafe fn byte_offset_from<U>(self, origin: NonNull<U>) -> isize {
        unsafe { self.as_ptr().byte_offset_from(origin.as_ptr() as *const U) }
    }
    pub unsafe fn byte_offset_from_unsigned<U>(self, origin: NonNull<U>) -> usize {
        unsafe { self.as_ptr().byte_offset_from_unsigned(origin.as_ptr() as *mut U) }
    }
    pub fn without_provenance(addr: NonZero<usize>) -> NonNull<T> {
        NonNull { non_null_pointer: without_provenance(addr.get()) }
    }
    pub fn with_exposed_provenance(addr: NonZero<usize>) -> NonNull<T> {
        NonNull { non_null_pointer: with_exposed_provenance(addr.get()) }
    }
    pub fn expose_provenance(self) -> NonZero<usize> {
        self.addr()
    }
    pub fn with_addr(self, addr: NonZero<usize>) -> NonNull<T> {
        NonNull { non_null_pointer: self.non_null_pointer.with_addr(addr.get()) }
    }
    pub fn map_addr(self, f: impl FnOnce(NonZero<usize>) -> NonZero<usize>) -> NonNull<T> {
        self.with_addr(f(self.addr()))
    }
}
