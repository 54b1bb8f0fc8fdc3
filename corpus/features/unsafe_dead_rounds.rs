//@ bug: undefined-behavior
//@ source: a pointer to a variable of the loop's last round, whose place this round's variable has
fn main() {
    let mut last: *const i32 = std::ptr::null();
    let mut sum = 0;
    for i in 0..2 {
        let x = i + 1;
        if !last.is_null() {
            sum += unsafe { *last };
        }
        last = &x;
    }
    println!("{sum}");
}
