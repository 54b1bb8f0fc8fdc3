//! Procedural macros of dependencies.

use super::*;

#[test]
fn errors_are_derived() {
    let printed = [
        "the store is closed; None",
        "no key 1, of [2, 3]; None",
        r#"parsing; Some(\"parse of `x` failed at 3\")"#,
        "bad size 5 (max    4), 6; None",
        "plain; None",
        "5",
    ];
    let (code, text) = run_with(
        |_| (),
        &[
            "run",
            "corpus/packages/errors",
            "--outcomes",
            "--format",
            "json",
        ],
    );
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(&printed.join("\\n")), "{text}");
}

/// Macros of each kind, which are a package of their own.
#[test]
fn procedural_macros_are_run() {
    let crowd = format!("{TURNSTILE} --bin crowd");
    check(&crowd, 1, "somebody was not counted");
    // What a derive gives stands where it does.
    check(&crowd, 1, "lib.rs:9  #[derive(Default");
    let queue = format!("{TURNSTILE} --bin queue --outcomes");
    check(&queue, 0, "ok  \"2 of 2\\n\"");
    check(&format!("{queue} --no-cache"), 0, "ok  \"2 of 2\\n\"");
    // An attribute that changed nothing would leave a visitor out.
    check(&format!("{TURNSTILE} --bin methods"), 0, "no bug");
}

const TURNSTILE: &str = "corpus/packages/turnstile";

/// What a macro does wrong is told at its use.
#[test]
fn macros_that_fail_are_refused() {
    let folder = temporary("failing");
    for part in ["src", "failing/src"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let manifest = "[package]\nname = 'uses'\nversion = '0.1.0'\nedition = '2021'\n[workspace]\n\
                    [dependencies]\nfailing = { path = 'failing' }\n";
    write(&folder, "Cargo.toml", manifest);
    let manifest = "[package]\nname = 'failing'\nversion = '0.1.0'\nedition = '2021'\n\
                    [lib]\nproc-macro = true\n";
    write(&folder, "failing/Cargo.toml", manifest);
    let macros = r#"
        use proc_macro::TokenStream;
        #[proc_macro_derive(Panics)]
        pub fn panics(_: TokenStream) -> TokenStream { panic!("out of {}", "order") }
        #[proc_macro_derive(Refuses)]
        pub fn refuses(_: TokenStream) -> TokenStream { "compile_error!(\"no such field\");".parse().unwrap() }
        #[proc_macro_derive(Hangs)]
        pub fn hangs(_: TokenStream) -> TokenStream { loop {} }
        #[proc_macro_derive(Counts)]
        pub fn counts(_: TokenStream) -> TokenStream { (0..u64::MAX).filter(|n| n % 7 == 8).map(|_| TokenStream::new()).collect() }
        #[proc_macro_derive(Babbles)]
        pub fn babbles(_: TokenStream) -> TokenStream { "fn (".parse().unwrap() }
        #[proc_macro_attribute]
        pub fn gone(_: TokenStream, _: TokenStream) -> TokenStream { TokenStream::new() }
    "#;
    write(&folder, "failing/src/lib.rs", macros);
    let cases = [
        (
            "derive(failing::Panics)",
            "in `derive(Panics)`: it panics: out of order",
            "4:10",
        ),
        ("derive(failing::Refuses)", "no such field", "4:10"),
        ("derive(failing::Hangs)", "can ever get further", "4:10"),
        ("derive(failing::Counts)", "it takes too long", "4:10"),
        ("derive(failing::Babbles)", "no Rust tokens", "4:10"),
        ("failing::gone", "cannot find", "5:22"),
        ("failing::missing", "attribute macro `failing::missing`", ""),
    ];
    for (attribute, message, place) in cases {
        let program = format!("\n\n\n#[{attribute}] struct S;\nfn main() {{ let _s = S; }}\n");
        write(&folder, "src/main.rs", &program);
        let folder = folder.to_str().expect("text");
        check(folder, 2, message);
        check(folder, 2, place);
    }
}

/// Derives of published crates, which have real sources and build scripts.
#[test]
fn serde_derives() {
    let folder = temporary("derive");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = "[package]\nname = 'derive'\nversion = '0.1.0'\nedition = '2024'\n[workspace]\n\
                    [dependencies]\nserde = { version = '1', features = ['derive'] }\nserde_json = '1'\n";
    write(&folder, "Cargo.toml", manifest);
    let program = r#"
        use serde::{Deserialize, Serialize};
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        struct Point { x: i32, #[serde(rename = "why", default)] y: Option<i32> }
        fn main() {
            let text = std::thread::spawn(|| serde_json::to_string(&Point { x: 1, y: Some(2) }).unwrap());
            let text = text.join().unwrap();
            assert_eq!(serde_json::from_str::<Point>(&text).unwrap(), Point { x: 1, y: Some(2) });
            println!("{text}");
        }
    "#;
    write(&folder.join("src"), "main.rs", program);
    let folder = folder.to_str().expect("text");
    let printed = r#"ok  "{\"x\":1,\"why\":2}\n""#;
    check(&format!("{folder} --outcomes"), 0, printed);
}

#[test]
fn what_macros_of_other_crates_make_is_refused() {
    let folder = temporary("attribute");
    let test = "#[async_std::test]\nasync fn sleeps() {}\n\
                #[test]\nfn wakes() { std::thread::spawn(|| ()).join().unwrap() }\n";
    write(&folder, "attribute.rs", test);
    let file = folder.join("attribute.rs");
    let file = file.to_str().expect("text");
    let (code, text) = run_with(|_| (), &["test", file]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 test starts no thread"), "{text}");
    let (code, text) = run_with(|_| (), &["run", file, "--entry", "sleeps"]);
    assert_eq!(code, 2, "{text}");
    write(
        &folder,
        "derive.rs",
        "#[derive(Serialize)]\nstruct S;\nfn main() { S.serialize() }\n",
    );
    let file = folder.join("derive.rs");
    let file = file.to_str().expect("text");
    let (code, text) = run_with(|_| (), &["run", file, "--no-rustc"]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("derive macros are not run: `Serialize`"),
        "{text}"
    );
}

#[test]
fn macros_share_names_with_types_and_with_attributes_of_derives() {
    // The attribute gives the item with a derive whose own attribute has its name.
    let derives = "use proc_macro::TokenStream;\nmod helper { pub struct Pod; }\nuse helper::Pod;\n\
                   #[proc_macro_derive(Pod, attributes(pod))]\n\
                   pub fn derived(_: TokenStream) -> TokenStream {\n let _ = Pod;\n\
                   \"impl Pod for Id { fn size(&self) -> u32 { 4 } }\".parse().unwrap() }\n\
                   #[proc_macro_attribute]\n\
                   pub fn pod(_: TokenStream, item: TokenStream) -> TokenStream {\n let text = item.to_string();\n\
                   assert!(!text.contains(\"done\"));\n\
                   format!(\"#[derive(Pod)] #[pod(plain)] #[doc = \\\"done\\\"] {text}\").parse().unwrap() }\n";
    let library = "mod pod { pub trait Pod { fn size(&self) -> u32; } }\npub use pod::*;\npub use derives::Pod;\n";
    let main = "use derives::pod;\nuse library::Pod;\n#[pod]\nstruct Id;\n\
                fn main() { print!(\"{}\", Id.size()); }\n";
    let needs = "[dependencies]\nderives = { path = '../derives' }\n";
    let all = "[dependencies]\nderives = { path = 'derives' }\nlibrary = { path = 'library' }\n";
    let files = [
        ("Cargo.toml", manifest("user", all)),
        ("src/main.rs", main.to_string()),
        (
            "derives/Cargo.toml",
            manifest("derives", "[lib]\nproc-macro = true\n"),
        ),
        ("derives/src/lib.rs", derives.to_string()),
        ("library/Cargo.toml", manifest("library", needs)),
        ("library/src/lib.rs", library.to_string()),
    ];
    let files = files.each_ref().map(|(path, text)| (*path, text.as_str()));
    let folder = package("shared_names", &files);
    check(&format!("{folder} --outcomes"), 0, "4");
}

/// Macros see what Cargo says of the package that uses them, of several lines, too.
#[test]
fn macros_see_what_cargo_says() {
    let macros = "use proc_macro::TokenStream;\n#[proc_macro]\n\
                  pub fn said(_: TokenStream) -> TokenStream {\n\
                  let said = |name| std::env::var(name).expect(name);\n\
                  let names = [\"CARGO_PKG_NAME\", \"CARGO_PKG_DESCRIPTION\", \"CARGO_PKG_HOMEPAGE\", \"CARGO_CRATE_NAME\"];\n\
                  format!(\"{:?}\", names.map(said).join(\"; \")).parse().unwrap() }\n";
    let needs = "[dependencies]\nlibrary = { path = 'library' }\n";
    let library =
        "description = \"\"\"two\nlines=2\"\"\"\n[dependencies]\nmacros = { path = '../macros' }\n";
    let files = [
        ("Cargo.toml", manifest("user", needs)),
        (
            "src/main.rs",
            "fn main() { print!(\"{}\", library::SAID) }\n".to_string(),
        ),
        ("library/Cargo.toml", manifest("library", library)),
        (
            "library/src/lib.rs",
            "pub const SAID: &str = macros::said!();\n".to_string(),
        ),
        (
            "macros/Cargo.toml",
            manifest("macros", "[lib]\nproc-macro = true\n"),
        ),
        ("macros/src/lib.rs", macros.to_string()),
    ];
    let files = files.each_ref().map(|(path, text)| (*path, text.as_str()));
    let folder = package("said_by_cargo", &files);
    let said = r#"ok  "library; two\nlines=2; ; library""#;
    check(&format!("{folder} --outcomes"), 0, said);
}

/// What a derive has written has no text of its own, and files of one name are told by their folders.
#[test]
fn places_of_derives_and_of_files_of_one_name() {
    let macros = "use proc_macro::TokenStream;\n#[proc_macro_derive(Count)]\n\
                  pub fn count(_: TokenStream) -> TokenStream {\n\
                  \"impl Gate { pub fn count(&self) -> u32 { self.passed.fetch_add(1, std::sync::atomic::Ordering::SeqCst) } }\"\n\
                  .parse().unwrap() }\n";
    let gate = "use std::sync::atomic::AtomicU32;\n#[derive(Default, macros::Count)]\n\
                pub struct Gate { pub passed: AtomicU32 }\n";
    let main = "mod first { pub mod part; }\nmod second { pub mod part; }\nuse std::sync::Mutex;\n\
                fn main() {\n let gate = first::part::Gate::default();\n let last = Mutex::new(0);\n\
                std::thread::scope(|s| {\n\
                s.spawn(|| { let n = gate.count(); second::part::set(&last, n); });\n\
                s.spawn(|| { let n = gate.count(); second::part::set(&last, n); });\n});\n\
                assert_eq!(*last.lock().unwrap(), 1);\n}\n";
    let set = "use std::sync::Mutex;\npub fn set(last: &Mutex<u32>, n: u32) {\n*last.lock().unwrap() = n;\n}\n";
    let files = [
        (
            "Cargo.toml",
            manifest("user", "[dependencies]\nmacros = { path = 'macros' }\n"),
        ),
        ("src/main.rs", main.to_string()),
        ("src/first/part.rs", gate.to_string()),
        ("src/second/part.rs", set.to_string()),
        (
            "macros/Cargo.toml",
            manifest("macros", "[lib]\nproc-macro = true\n"),
        ),
        ("macros/src/lib.rs", macros.to_string()),
    ];
    let files = files.each_ref().map(|(path, text)| (*path, text.as_str()));
    let folder = package("places_of_derives", &files);
    check(&folder, 1, "fetch_add 1 gate.passed");
    check(&folder, 1, "first/part.rs:2");
    check(&folder, 1, "second/part.rs:3");
}
