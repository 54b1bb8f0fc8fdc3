//@ no-bug
//@ source: which panics carry a &str and which a String: literal arguments are written into the format string

use std::panic::catch_unwind;
fn s(f: impl FnOnce() + std::panic::UnwindSafe) {
    let e = catch_unwind(f).unwrap_err();
    println!("{:?} {:?}", e.downcast_ref::<&str>(), e.downcast_ref::<String>());
}
fn main() {
    s(|| panic!("a {}", 1));
    s(|| panic!("b {} {x}", "q", x = 7u8));
    s(|| panic!("c {:?}", 1));
    s(|| panic!("d {:>2}", 1));
    s(|| {
        let n = 3;
        panic!("e {n}")
    });
    s(|| unreachable!("f {}", 1));
    s(|| todo!("g {}", "x"));
    s(|| unimplemented!());
    s(|| assert!(false, "h {}", 2));
    s(|| assert!(1 > 2));
    s(|| panic!("{}", concat!("i", 1)));
    s(|| panic!("j {} {0}", 0x10));
    s(|| panic!("k {}", -1));
    s(|| panic!("l {}", 'c'));
    s(|| panic!("m {}", true));
    s(|| panic!("{}", 1.5));
    s(|| panic!("{{}} {}", 1_000));
    s(|| panic!());
    s(|| panic!("{}", String::from("own")));
    s(|| Err::<(), _>("e").unwrap());
    s(|| None::<()>.unwrap());
    s(|| debug_assert!(false, "dbg"));
}
