//! A stable sort that never loses an element when the comparison panics.
//!
//! Left out: std's run detection: comparisons may come in another order and number than std's.

use crate::intrinsics;
use crate::vec::Vec;

/// Short slices are sorted in place by swapping; longer ones by sorting their indexes first.
pub(crate) fn stable_sort<T, F: FnMut(&T, &T) -> bool>(slice: &mut [T], less: &mut F) {
    if slice.len() <= 12 {
        insertion_sort(slice, less);
    } else {
        let order = sorted_indexes(slice, less);
        permute(slice, &order);
    }
}

fn insertion_sort<T, F: FnMut(&T, &T) -> bool>(slice: &mut [T], less: &mut F) {
    let mut i = 1;
    while i < slice.len() {
        let mut j = i;
        while j > 0 && less(&slice[j], &slice[j - 1]) {
            slice.swap(j, j - 1);
            j -= 1;
        }
        i += 1;
    }
}

/// Bottom-up merge sort of `0..slice.len()`.
fn sorted_indexes<T, F: FnMut(&T, &T) -> bool>(slice: &[T], less: &mut F) -> Vec<usize> {
    let len = slice.len();
    let mut from: Vec<usize> = (0..len).collect();
    let mut width = 1;
    while width < len {
        let mut merged: Vec<usize> = Vec::with_capacity(len);
        let mut start = 0;
        while start < len {
            let mid = crate::cmp::min(start + width, len);
            let end = crate::cmp::min(mid + width, len);
            let (mut a, mut b) = (start, mid);
            while a < mid || b < end {
                let take_right = a == mid || (b < end && less(&slice[from[b]], &slice[from[a]]));
                if take_right {
                    merged.push(from[b]);
                    b += 1;
                } else {
                    merged.push(from[a]);
                    a += 1;
                }
            }
            start = end;
        }
        from = merged;
        width *= 2;
    }
    from
}

/// Moves the element at `order[i]` to `i`, for all `i`.
fn permute<T>(slice: &mut [T], order: &[usize]) {
    let len = slice.len();
    let first = slice.as_mut_ptr();
    unsafe {
        let copy: *mut T = intrinsics::alloc(len);
        intrinsics::copy(first, copy, len);
        let mut i = 0;
        while i < len {
            intrinsics::copy(copy.ahead(order[i]), first.ahead(i), 1);
            i += 1;
        }
        intrinsics::free(copy);
    }
}
