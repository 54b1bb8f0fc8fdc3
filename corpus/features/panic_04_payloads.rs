//@ no-bug
//@ source: which panics carry a &str and which a String: literals are written into the format string

fn kind(f: impl FnOnce() + std::panic::UnwindSafe) {
    let e = std::panic::catch_unwind(f).unwrap_err();
    println!(
        "str {:?} String {:?}",
        e.downcast_ref::<&str>(),
        e.downcast_ref::<String>()
    );
}
fn main() {
    std::panic::set_hook(Box::new(|_| ()));
    kind(|| panic!("empty after {} tries", 3));
    kind(|| panic!("empty after {} tries", "x"));
    kind(|| panic!("plain"));
    kind(|| assert!(false, "w {}", 1));
    kind(|| unreachable!("w {}", 1));
    kind(|| unreachable!());
    kind(|| todo!("w {}", "x"));
    kind(|| unimplemented!());
    kind(|| {
        None::<u8>.expect("no byte");
    });
    kind(|| {
        None::<u8>.unwrap();
    });
    kind(|| {
        Err::<u8, u8>(1).unwrap();
    });
    kind(|| assert_eq!(1, 2, "m {}", 3));
    kind(|| {
        let v: Vec<u8> = vec![];
        let _ = v[std::hint::black_box(0)];
    });
    kind(|| {
        let a: i32 = std::hint::black_box(0);
        let _ = 1 / a;
    });
    kind(|| {
        let a: u8 = std::hint::black_box(255);
        let _ = a + 1;
    });
    kind(|| {
        let c = std::cell::RefCell::new(1);
        let _a = c.borrow_mut();
        let _ = c.borrow();
    });
    kind(|| {
        let _ = &"äb"[std::hint::black_box(1)..];
    });
    const N: u8 = 4;
    kind(|| panic!("n {N}"));
    kind(|| panic!("n {n}", n = 5));
    kind(|| panic!("{:>3}", 5));
    kind(|| panic!("{}", true));
    kind(|| panic!("{}", 1.5));
    kind(|| panic!("{:?}", "q"));
    kind(|| panic!("{}", 'c'));
    kind(|| panic!("{}", -3));
    kind(|| panic!("{}", 3u64));
    kind(|| panic!("{}", 3));
    kind(|| panic!("{}", "q"));
    kind(|| panic!("{0}", 3));
    kind(|| panic!("{x}", x = 3));
    kind(|| panic!("a{}", 3u64));
    kind(|| assert!(false, "{}", 3));
    kind(|| unreachable!("{}", 3));
    kind(|| todo!("{}", 3u8));
    kind(|| panic!("{}", concat!("a", "b")));
}
