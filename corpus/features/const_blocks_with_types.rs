//! A `const { }` in a generic function has a value for each type.
//@ no-bug
//@ edition: 2024

use std::thread;
struct Table {
    name: fn() -> &'static str,
    size: usize,
    go: fn(u32) -> u32,
}
impl Table {
    const fn of<T>() -> &'static Table {
        const {
            &Table {
                name: std::any::type_name::<T>,
                size: std::mem::size_of::<T>(),
                go: |x| x + 1,
            }
        }
    }
}
fn main() {
    let a = Table::of::<u32>();
    let b = Table::of::<[u8; 3]>();
    let h = thread::spawn(move || (a.go)(b.size as u32));
    assert_eq!(h.join().unwrap(), 4);
    assert_eq!(((a.name)(), a.size), ("u32", 4));
    let list: &'static [u8] = const { &[1, 2, std::mem::size_of::<u64>() as u8] };
    assert_eq!(list[2], 8);
    let cell: &'static Option<fn(u32) -> u32> = const {
        let add = |x| x + 2;
        &Some(add)
    };
    assert_eq!(cell.unwrap()(1), 3);
}
