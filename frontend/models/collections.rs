//! `std::collections`, one file each.
//!
//! Left out: cursors, allocators.

pub mod binary_heap;
pub mod btree_map;
pub mod btree_set;
pub mod hash_map;
pub mod hash_set;
pub mod linked_list;
pub mod vec_deque;

pub use crate::ops::Bound;
pub use binary_heap::BinaryHeap;
pub use btree_map::BTreeMap;
pub use btree_set::BTreeSet;
pub use hash_map::HashMap;
pub use hash_set::HashSet;
pub use linked_list::LinkedList;
pub use vec_deque::VecDeque;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TryReserveError {
    kind: TryReserveErrorKind,
}
#[derive(Clone, PartialEq, Eq, Debug)]
enum TryReserveErrorKind {
    CapacityOverflow,
}
impl TryReserveError {
    /// Whether memory for more elements can be asked for at all.
    pub(crate) fn check<T>(len: usize, additional: usize) -> Result<(), TryReserveError> {
        let count = len.checked_add(additional);
        match count.and_then(|count| count.checked_mul(crate::mem::size_of::<T>())) {
            Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
            _ => Err(TryReserveError { kind: TryReserveErrorKind::CapacityOverflow }),
        }
    }
}
impl crate::fmt::Display for TryReserveError {
    fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result {
        f.pad("memory allocation failed because the computed capacity exceeded the collection's maximum")
    }
}
impl crate::error::Error for TryReserveError {}
