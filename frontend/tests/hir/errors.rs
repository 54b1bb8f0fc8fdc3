//! Sources that are not accepted: one message, one place, no panic.

use crate::support::{Folder, check_files, text};
use vscheck_frontend::Options;

fn output(content: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let path = folder.write("main.rs", content);
    text(&path, &Options::default())
}

fn check_all(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(source, expected)| (source, output(source), expected))
        .filter(|(_, actual, expected)| actual.trim_end() != **expected)
        .map(|(source, actual, _)| format!("({source:?}, {:?}),", actual.trim_end()))
        .collect();
    assert!(wrong.is_empty(), "other output:\n{}", wrong.join("\n"));
}

#[test]
fn syntax_errors_have_a_place() {
    check_all(&[
        (
            "fn main() {\n    let x = ;\n}",
            "main.rs:2:13: error: expected an expression",
        ),
        (
            "fn main() {\n    let x = (1;\n}",
            "main.rs:3:1: error: an unbalanced bracket, an unclosed literal, or no Rust token",
        ),
        (
            "fn main() { \"open",
            "main.rs:1:13: error: an unbalanced bracket, an unclosed literal, or no Rust token",
        ),
        (
            "fn",
            "main.rs:1:3: error: unexpected end of input, expected identifier",
        ),
        ("", ""),
        (
            "#!/usr/bin/env run\nfn main() { 1 $ 2 }",
            "main.rs:2:15: error: unexpected token, expected `;`",
        ),
        (
            "\u{feff}fn \u{e4}\u{f6}() { 1 1 }",
            "main.rs:1:13: error: unexpected token, expected `;`",
        ),
    ]);
}

#[test]
fn unresolved_names_are_said() {
    check_all(&[
        (
            "fn main() { missing(); }",
            "fn main() -> () = error \"cannot find value `missing` in this scope\"",
        ),
        (
            "use std::nowhere::X; fn main() { X::new(); }",
            "fn main() -> () = error \"`std::nowhere::X` is not modelled\"",
        ),
        (
            "use lost::X; fn main() { let x: X; }",
            "fn main() -> () = error \"cannot find `lost::X`\"",
        ),
        (
            "mod a {} fn main() { a::b(); }",
            "fn main() -> () = error \"cannot find `b` in `a`\"",
        ),
        (
            "fn main() { nothing!(); }",
            "fn main() -> () = error \"cannot find macro `nothing!` in this scope\"",
        ),
        (
            "nothing! {}",
            "main.rs:1:1: error: cannot find macro `nothing!` in this scope",
        ),
        (
            "use a::b; use b::a; fn main() { a(); }",
            "fn main() -> () = error \"cannot find `b::a`\"",
        ),
        (
            "compile_error!(\"as it says\");",
            "main.rs:1:1: error: as it says",
        ),
        (
            "fn main() { loop { || break }; }",
            "fn main() -> () = error \"there is no loop here\"",
        ),
        (
            "fn main() { break 'a }",
            "fn main() -> () = error \"there is no label `'a` here\"",
        ),
        (
            "fn main() { format_args!(\"{}\"); }",
            "fn main() -> () = error \"there is no argument 0 for the format string\"",
        ),
    ]);
}

#[test]
fn missing_files() {
    check_files(
        &[("main.rs", "mod absent;")],
        "main.rs:1:5: error: there is no file for module `absent`: neither `FOLDER/absent.rs` nor `FOLDER/absent/mod.rs`",
    );
    let folder = Folder::new();
    let missing = folder.0.join("none.rs");
    assert!(text(&missing, &Options::default()).contains("cannot read `FOLDER/none.rs`"));
    assert!(text(&folder.0, &Options::default()).contains("is a folder"));
}

#[test]
fn modules_that_contain_themselves() {
    check_files(
        &[("main.rs", "#[path = \"main.rs\"] mod a;")],
        "main.rs:1:25: error: circular modules: FOLDER/main.rs -> FOLDER/main.rs",
    );
    check_files(
        &[
            ("main.rs", "mod b;"),
            ("b.rs", "mod inner { #[path = \"../../c.rs\"] mod c; }"),
            ("c.rs", "#[path = \"b.rs\"] mod d;"),
            ("b/inner/none.rs", ""),
        ],
        "c.rs:1:22: error: circular modules: FOLDER/b.rs -> FOLDER/b/inner/../../c.rs -> FOLDER/b/inner/../../b.rs",
    );
}

#[test]
fn odd_inputs_end_with_a_message() {
    assert_eq!(
        output([0x7f, b'E', b'L', b'F', 0xff]),
        "main.rs:1:5: error: `FOLDER/main.rs` is not UTF-8 text\n"
    );
    assert!(output(" ".repeat(40 << 20)).contains("are not accepted"));
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]")] {
        let deep = format!(
            "fn main() {{ {}1{} }}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        assert!(output(deep).contains("nested too deeply"), "{open}");
    }
    for chain in ["!", "-", "&", "*", "1 + ", "x.y().", "if a {} else "] {
        let long = format!("fn main() {{ {} 1 }}", chain.repeat(100_000));
        assert!(output(long).contains("nested too deeply"), "{chain}");
    }
    let both = format!(
        "fn main() {{ {}1{} }}",
        format!("{}(", "!".repeat(200)).repeat(100),
        ")".repeat(100)
    );
    assert!(output(both).contains("nested too deeply"));
}

#[test]
fn chains_below_the_limit_are_accepted() {
    let sum = format!("fn main() {{ let x = 0{}; }}", " + 1".repeat(4_000));
    assert!(!output(sum).contains("error"));
    let nested = format!("fn main() {{ {}1{} }}", "(".repeat(150), ")".repeat(150));
    assert!(!output(nested).contains("error"));
}

#[test]
fn macros_that_double_are_stopped() {
    let source = "macro_rules! double { ($($t:tt)*) => { double!($($t)* $($t)*) }; } fn main() { double!(x); }";
    assert!(output(source).contains("macros expand to more than"));
}
