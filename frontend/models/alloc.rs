//! `std::alloc`, as far as memory in cells allows: an allocation of a layout has one cell a byte, which
//! is enough for any type of that size whose cells are not more than its bytes.
//!
//! Left out: `#[global_allocator]` (collections allocate by themselves), errors of layouts that are too large.

use crate::error::Error;
use crate::fmt;
use crate::intrinsics;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    size: usize,
    align: usize,
}
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutError;
impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("invalid parameters to Layout::from_size_align")
    }
}
impl Error for LayoutError {}

impl Layout {
    pub const fn from_size_align(size: usize, align: usize) -> Result<Layout, LayoutError> {
        if align.is_power_of_two() { Ok(Layout { size, align }) } else { Err(LayoutError) }
    }
    pub const unsafe fn from_size_align_unchecked(size: usize, align: usize) -> Layout {
        Layout { size, align }
    }
    pub const fn size(&self) -> usize {
        self.size
    }
    pub const fn align(&self) -> usize {
        self.align
    }
    pub const fn new<T>() -> Layout {
        Layout { size: crate::mem::size_of::<T>(), align: crate::mem::align_of::<T>() }
    }
    pub const fn for_value<T>(t: &T) -> Layout {
        Layout { size: crate::mem::size_of_val(t), align: crate::mem::align_of_val(t) }
    }
    pub const fn pad_to_align(&self) -> Layout {
        Layout { size: (self.size + self.align - 1) / self.align * self.align, align: self.align }
    }
    pub const fn align_to(&self, align: usize) -> Result<Layout, LayoutError> {
        Layout::from_size_align(self.size, if align > self.align { align } else { self.align })
    }
    pub const fn extend(&self, next: Layout) -> Result<(Layout, usize), LayoutError> {
        let align = if next.align > self.align { next.align } else { self.align };
        let offset = (self.size + next.align - 1) / next.align * next.align;
        Ok((Layout { size: offset + next.size, align }, offset))
    }
    pub const fn array<T>(n: usize) -> Result<Layout, LayoutError> {
        match crate::mem::size_of::<T>().checked_mul(n) {
            Some(size) => Ok(Layout { size, align: crate::mem::align_of::<T>() }),
            None => Err(LayoutError),
        }
    }
}

/// A cell that may hold a number or an address, counted as one byte.
#[lang = "any_cell"]
union AnyCell {
    number: u64,
    address: *mut u8,
}

pub unsafe fn alloc(layout: Layout) -> *mut u8 {
    unsafe { intrinsics::alloc::<AnyCell>(layout.size) as *mut u8 }
}
pub unsafe fn alloc_zeroed(layout: Layout) -> *mut u8 {
    unsafe {
        let pointer = intrinsics::alloc::<AnyCell>(layout.size);
        let mut i = 0;
        while i < layout.size {
            intrinsics::write(pointer.add(i), AnyCell { number: 0 });
            i += 1;
        }
        pointer as *mut u8
    }
}
pub unsafe fn dealloc(ptr: *mut u8, _layout: Layout) {
    unsafe { intrinsics::free(ptr) }
}
pub unsafe fn realloc(ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    unsafe {
        let new = intrinsics::alloc::<AnyCell>(new_size);
        let kept = if new_size < layout.size { new_size } else { layout.size };
        intrinsics::copy(ptr as *const AnyCell, new, kept);
        intrinsics::free(ptr);
        new as *mut u8
    }
}
pub fn handle_alloc_error(layout: Layout) -> ! {
    panic!("memory allocation of {} bytes failed", layout.size)
}

pub unsafe trait GlobalAlloc {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8;
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout);
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        let ptr = unsafe { self.alloc(layout) };
        if !ptr.is_null() {
            unsafe { crate::ptr::write_bytes(ptr, 0, size) };
        }
        ptr
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        unsafe {
            let new = self.alloc(Layout { size: new_size, align: layout.align });
            if !new.is_null() {
                let kept = if new_size < layout.size { new_size } else { layout.size };
                intrinsics::copy(ptr as *const AnyCell, new as *mut AnyCell, kept);
                self.dealloc(ptr, layout);
            }
            new
        }
    }
}
#[derive(Debug, Default, Copy, Clone)]
pub struct System;
unsafe impl GlobalAlloc for System {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { dealloc(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        unsafe { realloc(ptr, layout, new_size) }
    }
}
