//! `std::alloc`: memory for a layout that was made for a type has that type's cells; any other has one cell
//! a byte, which is enough for any type of that size whose cells are not more than its bytes.
//!
//! An allocator at `#[global_allocator]` is asked for the memory of values, but not for what a model needs
//! within one visible operation: messages of channels, lists of a scope's threads and of thread-locals. Printing
//! allocates nothing.
//!
//! Left out: global allocators that call C (memory is as without), errors of layouts that are too large.

use crate::error::Error;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::num::NonZeroUsize;
use crate::ptr::NonNull;

#[derive(Copy, Clone)]
pub struct Layout {
    size: usize,
    align: NonZeroUsize,
    make: Make,
}
/// Makes memory of a size in bytes, zeroed or not, whose first `kept` bytes come from elsewhere. Programs do not
/// see that a layout has it.
#[lang = "no_bytes"]
#[derive(Copy, Clone)]
struct Make(fn(*mut u8, usize, usize, bool) -> *mut u8);
impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        self.size == other.size && self.align() == other.align()
    }
}
impl Eq for Layout {}
impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        self.align().hash(state);
    }
}
impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout")
            .field("size", &self.size)
            .field("align", &format_args!("{} (1 << {})", self.align(), self.align().trailing_zeros()))
            .finish()
    }
}
const fn power_of_two(align: usize) -> NonZeroUsize {
    unsafe { NonZeroUsize::new_unchecked(align) }
}
/// Memory in elements of one type.
fn elements<T>(old: *mut u8, kept: usize, size: usize, zeroed: bool) -> *mut u8 {
    unsafe {
        let element = crate::mem::size_of::<T>();
        let count = (size + element - 1) / element;
        let new: *mut T = intrinsics::alloc(count);
        if zeroed {
            crate::ptr::write_bytes(new, 0, count);
        }
        if kept != 0 {
            intrinsics::copy(intrinsics::view_as::<u8, T>(old), new, kept / element);
        }
        intrinsics::view_as::<T, u8>(new) as *mut u8
    }
}
/// Whether memory for `T` is memory for anything else too: bytes are, and nothing is.
const fn is_raw<T>() -> bool {
    crate::mem::size_of::<T>() == 0 || crate::mem::align_of::<T>() == 1 && !is_wide::<T>()
}
/// Whether a value takes more cells than it has bytes, as `Option<bool>` does.
const fn is_wide<T>() -> bool {
    intrinsics::cells_of::<T>() > crate::mem::size_of::<T>()
}
/// Whether so many bytes, rounded up to the alignment, are no more than `isize::MAX`.
const fn fits(size: usize, align: usize) -> bool {
    size <= isize::MAX as usize + 1 - align
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
        match align.is_power_of_two() && fits(size, align) {
            true => Ok(Layout::bytes(size, align)),
            false => Err(LayoutError),
        }
    }
    pub const unsafe fn from_size_align_unchecked(size: usize, align: usize) -> Layout {
        if !align.is_power_of_two() {
            unsafe { intrinsics::undefined("a Layout whose alignment is no power of two") };
        }
        if !fits(size, align) {
            unsafe { intrinsics::undefined("a Layout of more than isize::MAX bytes") };
        }
        Layout::bytes(size, align)
    }
    const fn bytes(size: usize, align: usize) -> Layout {
        Layout { size, align: power_of_two(align), make: Make(elements::<AnyCell>) }
    }
    const fn of<T>(count: usize) -> Layout {
        let size = crate::mem::size_of::<T>() * count;
        let align = crate::mem::align_of::<T>();
        if is_raw::<T>() {
            return Layout::bytes(size, align);
        }
        Layout { size, align: power_of_two(align), make: Make(elements::<T>) }
    }
    unsafe fn allocate(&self, old: *mut u8, kept: usize, size: usize, zeroed: bool) -> *mut u8 {
        if size == 0 {
            unsafe { intrinsics::undefined("allocation of no bytes") };
        }
        let new = (self.make.0)(old, kept, size, zeroed);
        unsafe { intrinsics::note_allocation(new, size, self.align()) };
        new
    }
    pub const fn size(&self) -> usize {
        self.size
    }
    pub const fn align(&self) -> usize {
        self.align.get()
    }
    pub const fn new<T>() -> Layout {
        Layout::of::<T>(1)
    }
    pub const fn for_value<T: ?Sized>(t: &T) -> Layout {
        Layout::bytes(crate::mem::size_of_val(t), crate::mem::align_of_val(t))
    }
    pub const fn pad_to_align(&self) -> Layout {
        Layout { size: self.size.next_multiple_of(self.align()), ..*self }
    }
    pub const fn align_to(&self, align: usize) -> Result<Layout, LayoutError> {
        let least = if align > self.align() { align } else { self.align() };
        match align.is_power_of_two() && fits(self.size, least) {
            true => Ok(Layout { align: power_of_two(least), ..*self }),
            false => Err(LayoutError),
        }
    }
    pub const fn extend(&self, next: Layout) -> Result<(Layout, usize), LayoutError> {
        let align = if next.align() > self.align() { next.align() } else { self.align() };
        let offset = self.size.next_multiple_of(next.align());
        Ok((Layout::bytes(offset + next.size, align), offset))
    }
    pub const fn extend_packed(&self, next: Layout) -> Result<Layout, LayoutError> {
        match self.size.checked_add(next.size) {
            Some(size) if fits(size, self.align()) => Ok(Layout::bytes(size, self.align())),
            _ => Err(LayoutError),
        }
    }
    pub const fn repeat(&self, n: usize) -> Result<(Layout, usize), LayoutError> {
        let step = self.size.next_multiple_of(self.align());
        // The last one has no padding.
        let size = match n.checked_sub(1) {
            Some(gaps) => match step.checked_mul(gaps) {
                Some(before) => before.checked_add(self.size),
                None => None,
            },
            None => Some(0),
        };
        match size {
            Some(size) if fits(size, self.align()) => Ok((Layout::bytes(size, self.align()), step)),
            _ => Err(LayoutError),
        }
    }
    pub const fn repeat_packed(&self, n: usize) -> Result<Layout, LayoutError> {
        match self.size.checked_mul(n) {
            Some(size) if fits(size, self.align()) => Ok(Layout::bytes(size, self.align())),
            _ => Err(LayoutError),
        }
    }
    pub const fn dangling_ptr(&self) -> NonNull<u8> {
        unsafe { NonNull::new_unchecked(crate::ptr::without_provenance_mut(self.align())) }
    }
    pub const fn array<T>(n: usize) -> Result<Layout, LayoutError> {
        match crate::mem::size_of::<T>().checked_mul(n) {
            Some(size) if fits(size, crate::mem::align_of::<T>()) => Ok(Layout::of::<T>(n)),
            _ => Err(LayoutError),
        }
    }
}

/// A cell that may hold a number or an address, counted as one byte.
#[lang = "any_cell"]
union AnyCell {
    number: u64,
    address: *mut u8,
}

/// What `System` does.
unsafe fn allocate(layout: Layout) -> *mut u8 {
    unsafe { layout.allocate(crate::ptr::null_mut(), 0, layout.size, false) }
}
unsafe fn allocate_zeroed(layout: Layout) -> *mut u8 {
    unsafe { layout.allocate(crate::ptr::null_mut(), 0, layout.size, true) }
}
unsafe fn release(ptr: *mut u8, layout: Layout) {
    unsafe {
        intrinsics::check_allocation(ptr, layout.size, layout.align());
        intrinsics::free(ptr)
    }
}
unsafe fn reallocate(ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    unsafe {
        intrinsics::check_allocation(ptr, layout.size, layout.align());
        let kept = if new_size < layout.size { new_size } else { layout.size };
        let new = layout.allocate(ptr, kept, new_size, false);
        intrinsics::free(ptr);
        new
    }
}

pub unsafe fn alloc(layout: Layout) -> *mut u8 {
    unsafe {
        if intrinsics::has_global_allocator() {
            return intrinsics::global_allocator().alloc(layout);
        }
        allocate(layout)
    }
}
pub unsafe fn alloc_zeroed(layout: Layout) -> *mut u8 {
    unsafe {
        if intrinsics::has_global_allocator() {
            return intrinsics::global_allocator().alloc_zeroed(layout);
        }
        allocate_zeroed(layout)
    }
}
pub unsafe fn dealloc(ptr: *mut u8, layout: Layout) {
    unsafe {
        if intrinsics::has_global_allocator() {
            return intrinsics::global_allocator().dealloc(ptr, layout);
        }
        release(ptr, layout)
    }
}
pub unsafe fn realloc(ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    unsafe {
        if intrinsics::has_global_allocator() {
            return intrinsics::global_allocator().realloc(ptr, layout, new_size);
        }
        reallocate(ptr, layout, new_size)
    }
}

/// Memory for `count` values from the program's allocator.
pub(crate) unsafe fn ask<T>(count: usize) -> *mut T {
    unsafe { ask_for(Layout::of::<T>(count)) }
}
unsafe fn ask_for<T>(layout: Layout) -> *mut T {
    unsafe { given(intrinsics::global_allocator().alloc(layout), layout) }
}
/// What an allocator gave, as a pointer to values.
unsafe fn given<T>(pointer: *mut u8, layout: Layout) -> *mut T {
    if pointer.is_null() {
        handle_alloc_error(layout)
    }
    unsafe { intrinsics::view_as::<u8, T>(pointer) as *mut T }
}
/// The same for a value of this size, of which `T` has at least as many bytes.
pub(crate) unsafe fn ask_for_part<T>(size: usize) -> *mut T {
    unsafe { ask_for(Layout { size, ..Layout::of::<T>(1) }) }
}
/// Gives memory for values back for more or less of it.
pub(crate) unsafe fn ask_again<T>(old: *mut T, count: usize, new_count: usize) -> *mut T {
    unsafe {
        let (layout, size) = (Layout::of::<T>(count), Layout::of::<T>(new_count).size);
        let bytes = intrinsics::view_as::<T, u8>(old) as *mut u8;
        let pointer = intrinsics::global_allocator().realloc(bytes, layout, size);
        given(pointer, Layout { size, ..layout })
    }
}
/// Gives memory back to the program's allocator.
#[lang = "free_bytes"]
pub(crate) unsafe fn free_bytes(pointer: *mut (), size: usize, align: usize) {
    unsafe {
        let bytes = intrinsics::view_as::<(), u8>(pointer) as *mut u8;
        intrinsics::global_allocator().dealloc(bytes, Layout::bytes(size, align))
    }
}
/// Gives the memory of a value back that is dropped already.
pub(crate) unsafe fn free_value<T: ?Sized>(pointer: *mut T) {
    unsafe {
        if intrinsics::has_global_allocator() {
            let (size, align) = (crate::mem::size_of_val(&*pointer), crate::mem::align_of_val(&*pointer));
            return free_bytes(pointer as *mut (), size, align);
        }
        intrinsics::free(pointer as *mut u8)
    }
}
/// Memory for `len` elements behind what `Empty` has before them; `Whole` has at least as many.
pub(crate) unsafe fn allocate_room<T, Whole, Empty>(len: usize) -> *mut Empty {
    unsafe {
        if intrinsics::has_global_allocator() {
            let empty = Layout::of::<Empty>(1);
            let bytes = empty.size + len * crate::mem::size_of::<T>();
            return ask_for_part::<Whole>(bytes.next_multiple_of(empty.align())) as *mut Empty;
        }
        intrinsics::alloc::<Whole>(1) as *mut Empty
    }
}
/// Memory of the models' own, for which the program's allocator is not asked.
pub(crate) unsafe fn own<T>(value: T) -> *mut T {
    unsafe {
        let pointer = intrinsics::alloc(1);
        intrinsics::write(pointer, value);
        pointer
    }
}
pub(crate) unsafe fn take_own<T>(pointer: *mut T) -> T {
    unsafe {
        let value = intrinsics::read(pointer as *const T);
        intrinsics::free(pointer);
        value
    }
}
/// Swaps what is in some bytes.
pub(crate) unsafe fn swap_bytes(a: *mut u8, b: *mut u8, count: usize) {
    unsafe {
        let between = allocate(Layout::bytes(count, 1));
        intrinsics::copy(a as *const u8, between, count);
        intrinsics::copy(b as *const u8, a, count);
        intrinsics::copy(between as *const u8, b, count);
        intrinsics::free(between);
    }
}
pub fn handle_alloc_error(layout: Layout) -> ! {
    crate::eprintln!("memory allocation of {} bytes failed", layout.size);
    unsafe { intrinsics::abort() }
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
            let wanted = Layout { size: new_size, ..layout };
            let new = self.alloc(wanted);
            if !new.is_null() {
                let kept = if new_size < layout.size { new_size } else { layout.size };
                intrinsics::copy(ptr as *const u8, new, kept);
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
        unsafe { allocate(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { release(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { allocate_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        unsafe { reallocate(ptr, layout, new_size) }
    }
}
