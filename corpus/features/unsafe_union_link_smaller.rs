//@ no-bug
//@ source: a free list's link takes fewer bytes than the value that stands in its place afterwards

use std::mem::ManuallyDrop;

union Slot<T> {
    value: ManuallyDrop<T>,
    next_free: u32,
}

struct Entry<T> {
    used: bool,
    slot: Slot<T>,
}

fn put<T>(entry: &mut Entry<T>, value: T) {
    entry.slot.value = ManuallyDrop::new(value);
    entry.used = true;
}

fn take<T>(entry: &mut Entry<T>, next_free: u32) -> T {
    entry.used = false;
    let value = unsafe { ManuallyDrop::take(&mut entry.slot.value) };
    entry.slot = Slot { next_free };
    value
}

fn through<T>(values: [T; 2]) -> Vec<T> {
    let mut entry = Entry {
        used: false,
        slot: Slot { next_free: 3 },
    };
    let mut all = Vec::new();
    for value in values {
        put(&mut entry, value);
        all.push(take(&mut entry, 9));
        assert_eq!(unsafe { entry.slot.next_free }, 9);
        assert!(!entry.used);
    }
    all
}

fn main() {
    assert_eq!(through([Box::new(1), Box::new(2)]).len(), 2);
    assert_eq!(through([Some(Box::new(1)), None])[1], None);
    assert_eq!(through([1u64 << 40, 2]), [1 << 40, 2]);
    assert_eq!(through(["a".to_string(), "b".to_string()]).concat(), "ab");
    assert_eq!(through([&5u8, &6]), [&5, &6]);
}
