//! Published libraries, whose items are parsed when they are needed.

use std::path::PathBuf;
use vscheck_frontend::hir::Edition;
use vscheck_frontend::options::{Dependency, Library};
use vscheck_frontend::{Diagnostic, Options};

fn compile(name: &str, library: &str, program: &str) -> Result<(), Box<Diagnostic>> {
    compile_with(name, (Edition::E2021, library), program)
}

/// A library and a program that names it `lib`.
fn compile_with(
    name: &str,
    (edition, library): (Edition, &str),
    program: &str,
) -> Result<(), Box<Diagnostic>> {
    let folder = std::env::temp_dir().join(format!("vscheck-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let library = Library {
        name: "lib".to_string(),
        root: write("lib.rs", library),
        edition,
        checks: None,
        cfgs: Vec::new(),
        variables: Vec::new(),
        dependencies: Vec::new(),
        is_published: true,
        is_macros: false,
    };
    let options = Options {
        dependencies: vec![Dependency {
            name: "lib".to_string(),
            library: 0,
        }],
        libraries: vec![library],
        ..Options::default()
    };
    let compiled = vscheck_frontend::compile(&write("main.rs", program), &options);
    std::fs::remove_dir_all(&folder).expect("a folder");
    compiled.map(drop)
}

const LIBRARY: &str = r#"
//! Every kind of item.
#![allow(unused)]
#![cfg_attr(all(), recursion_limit = "200")]
use std::fmt::{Debug as Shown, Display};
pub type Alias = Wrapped;
#[derive(Clone, Debug, PartialEq)]
pub struct Wrapped(pub u32);
pub trait Named { const N: u32 = 1; fn name(&self) -> u32 { Self::N } }
impl Named for Alias { const N: u32 = { 7 }; }
pub use Named as Renamed;
pub struct Other<const N: usize = { 1 }> { pub values: [u8; N] }
impl<const N: usize> Renamed for Other<{ N }> { fn name(&self) -> u32 { N as u32 } }
macro_rules! adder { ($name:ident, $n:expr) => { pub fn $name(x: u32) -> u32 { fn n() -> u32 { $n } x + n() } }; }
adder!(add_two, 2);
pub extern fn called(x: u32) -> u32 { #![allow(unused)] x + 1 }
extern { fn foreign(); }
pub mod inside { #![allow(unused)] pub(in crate) fn hidden() -> u32 { 4 } pub fn shown() -> u32 { hidden() } }
pub mod left_out { #![cfg(any())] pub fn shown() -> u32 { compile_error!("not here") } }
impl Display for Wrapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("}{ '") }
}
"#;

const PROGRAM: &str = r#"
use lib::Named as _;
fn main() {
    let wrapped = lib::Wrapped(3).clone();
    assert_eq!(wrapped.name() + lib::Other { values: [0; 3] }.name(), 10);
    assert_eq!(lib::add_two(1) + lib::called(1) + lib::inside::shown(), 9);
    println!("{wrapped} {wrapped:?}");
}
"#;

#[test]
fn items_are_found_without_being_parsed() {
    let compiled = compile("items", LIBRARY, PROGRAM);
    assert!(compiled.is_ok(), "{:?}", compiled.err());
}

#[test]
fn what_is_no_syntax_matters_only_where_it_is_reached() {
    let broken = "pub fn fine() {} pub fn bad_body() { let = 3; } pub fn bad_head(x y) {} pub struct Bad { 3 }";
    let call = |what: &str| compile("broken", broken, &format!("fn main() {{ {what}; }}"));
    assert!(call("lib::fine()").is_ok());
    for what in ["lib::bad_body()", "lib::bad_head(1)", "lib::Bad { x: 1 }"] {
        let refused = call(what).expect_err(what);
        let notes = format!("{refused:?}");
        assert!(notes.contains("expected"), "{what}: {notes}");
    }
}

#[test]
fn a_macro_that_a_macro_makes_names_its_own_crate() {
    let library = "pub mod tokens { pub struct Comma; pub fn three() -> u8 { 3 } }
        macro_rules! plain { () => {
            #[macro_export] macro_rules! Token { [,] => { $crate::tokens::Comma }; [3] => { $crate::tokens::three() } }
        } }
        plain! {}";
    let program = "mod tokens {} fn main() { let _: lib::Token![,] = lib::Token![,]; assert_eq!(lib::Token![3], 3); }";
    let compiled = compile("made", library, program);
    assert!(compiled.is_ok(), "{:?}", compiled.err());
}

#[test]
fn older_editions_are_read_in_their_own_words() {
    let library = "pub struct Held(pub Box<Fn(u32) -> u32>);
        pub trait Asked { fn asked(&self, u32) -> u32; }
        impl Asked for Held { fn asked(&self, async: u32) -> u32 { let dyn = async; (self.0)(dyn) } }
        macro_rules! made { ($n:ident) => { pub fn $n(f: &Fn() -> u32) -> u32 { f() } } }
        made!(call);";
    let program = "use lib::Asked;
        fn main() { assert_eq!(lib::Held(Box::new(|x| x + 1)).asked(1) + lib::call(&|| 1), 3); }";
    let compiled = compile_with("older", (Edition::E2015, library), program);
    assert!(compiled.is_ok(), "{:?}", compiled.err());
}

#[test]
fn no_text_is_too_odd() {
    let odd = [
        "pub fn a() {",
        "pub fn a() { \" }",
        "}",
        "#",
        "#[",
        "#![x",
        "r##",
        "fn r#\"é",
        "impl",
        "impl {",
        "trait",
        "m!",
        "m! é(",
        "pub(",
        "extern",
        "'",
        "struct S<",
        "macro_rules! m",
        "macro_rules! m {(é) =>",
        "mod m { fn x() { é",
        "/*",
    ];
    for text in odd {
        assert!(
            compile("odd", text, "fn main() { lib::a(); }").is_err(),
            "{text}"
        );
        assert!(
            compile("odd", text, "use lib as _; fn main() {}").is_ok(),
            "{text}"
        );
    }
}

/// A library may have used up what its macros may expand to: the program's and the models' macros expand all the same.
#[test]
fn macros_of_a_library_that_double_are_its_own_matter() {
    let library = "
        macro_rules! double { ($($t:tt)*) => { double!($($t)* $($t)*); }; }
        double!(x);
        pub fn used() {}";
    let program = "
        macro_rules! three { () => { 3 }; }
        fn main() { lib::used(); let list = [1, 2]; assert!(list[three!() - 2] < 3, \"{}\", list[0]); }";
    assert_eq!(
        compile("doubling", library, program).map_err(|e| e.message),
        Ok(())
    );
}
