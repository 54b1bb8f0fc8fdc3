//! Kinds of items and what is said of those that are not supported.

use crate::support::{Folder, check, check_with};
use vscheck_frontend::Options;
use vscheck_frontend::resolve::{load, with_large_stack};

#[test]
fn every_kind_of_item() {
    check(
        r#"
        static mut COUNTER: u32 = 0;
        union U { a: u32, b: f32 }
        enum D { A = -3, B = 5 + 1, C }
        trait Super {} trait Sub: Super + Clone where Self: Sized { fn d(&self) {} const C: u8 = 1; type T: Copy; }
        unsafe extern "C" { fn foreign(x: i32); }
        extern crate std as library;
        fn main() { unsafe { COUNTER += 1; } library::mem::drop(1); }
        "#,
        r#"
        static COUNTER mut: u32 = 0
        union U { a: u32, b: f32 }
        enum D { A = -3, B = D::B::{const}, C }
        trait Super<Self>:  { }
        trait Sub<Self> where Self: std::marker::Sized: Super + std::clone::Clone { d; C; type T: std::marker::Copy; }
        fn foreign(i32) -> () unsupported "the foreign function `foreign` (`extern \"C\"`)"
        fn main() -> () = {
            {
                (COUNTER += 1);
            };
            std::mem::drop(1);
        }
        anon D::B::{const} = (5 + 1)
        fn Sub::d(&Self) -> () = |self.l0| {}
        const Sub::C: u8 = 1
        "#,
    );
}

#[test]
fn unsupported_constructs_are_said_where_they_are_reached() {
    check(
        r#"
        fn f() { let x = f(_); }
        fn g() -> std::fs::Dir { loop {} }
        fn h() { std::net::lookup(); }
        "#,
        r#"
        fn f() -> () = {
            let x.l0 = f(unsupported "`_` as an expression");
        }
        fn g() -> unsupported "`std::fs::Dir` is not modelled" = {
            e0: loop {}
        }
        fn h() -> () = error "`std::net::lookup` is not modelled"
        "#,
    );
}

fn entry(source: &str, entry: Option<&str>) -> String {
    let folder = Folder::new();
    let path = folder.write("main.rs", source);
    let options = Options {
        entry: entry.map(str::to_string),
        ..Options::default()
    };
    with_large_stack(|| {
        let krate = load(&path, &options).unwrap();
        match krate.find_entry(&options.entry) {
            Ok(def) => krate.path_of(def),
            Err(diagnostic) => diagnostic.message,
        }
    })
}

#[test]
fn entries() {
    let two = "#[cfg(test)] mod tests { #[test] fn a() {} #[test] #[ignore] fn b() {} }";
    let both = format!("fn main() {{}} {two}");
    assert_eq!(entry(&both, None), "main");
    assert_eq!(entry(two, None), "tests::a");
    assert_eq!(entry(&both, Some("tests::b")), "tests::b");
    assert_eq!(entry("fn x() {}", Some("x")), "x");
    assert_eq!(
        entry("fn x() {}", Some("y")),
        "there is no function `y` to start from"
    );
    assert_eq!(
        entry("", None),
        "there is no `main` and no `#[test]` to start from (`test` in the place of `run` checks the tests of a package)"
    );
    assert_eq!(
        entry("#[test] fn a() {} #[test] fn b() {}", None),
        "there is no `main` and there are 2 tests: name one of them as the entry (a, b), or check all with `test` in the place of `run`"
    );
    assert_eq!(
        entry(
            "#[cfg(test)] mod tests { #[test] fn a() {} #[test] fn b() {} }",
            None
        ),
        "there is no `main` and there are 2 tests: name one of them as the entry (tests::a, tests::b), or check all with `test` in the place of `run`"
    );
}

#[test]
fn unknown_constants_cannot_be_set() {
    let set = vec![("M".to_string(), "1".to_string())];
    let options = Options {
        set,
        ..Options::default()
    };
    check_with(
        "fn main() {}",
        &options,
        "error: there is no constant `M` to set in this program",
    );
}
