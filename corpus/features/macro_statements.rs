//@ no-bug
//@ source: macros as statements that macros take

macro_rules! block { ($($s:stmt;)*) => {{ $($s;)* }}; }
macro_rules! each { ($($s:stmt)*) => { $($s)* }; }
macro_rules! timed {
    ($s:stmt) => {
        println!("before");
        $s
    };
}
fn main() {
    block! { let q = 5; println!("{}", q); fn f() -> u8 { 3 }; println!("{}", f()); let _n = q + f(); let v = vec![1]; drop(v); }
    each! { struct S; let _s = S }
    timed!(println!("now"));
    let mut x = 1;
    timed!(x += 1);
    block! { if x > 1 { println!("big") }; while x < 4 { x += 1 }; }
    println!("{x}");
}
