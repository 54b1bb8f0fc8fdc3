//@ bug: undefined-behavior
//@ source: an enum without variants has no values, wherever they may come from

enum Void {}

fn main() {
    let void: Void = unsafe { std::mem::transmute(()) };
    match void {}
}
