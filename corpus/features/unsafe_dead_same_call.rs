//@ bug: undefined-behavior
//@ source: a pointer to a local of the last call from the same place, whose place this call's local has
fn look(last: *const i32) -> *const i32 {
    let x = 5;
    if !last.is_null() {
        assert_eq!(unsafe { *last }, 5);
    }
    &x
}

fn main() {
    let mut last: *const i32 = std::ptr::null();
    for _ in 0..2 {
        last = look(last);
    }
}
