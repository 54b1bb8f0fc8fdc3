//! Build scripts.

use super::*;

const JSON: &str = r#"
use std::sync::{Arc, Mutex};

fn main() {
    let document = Arc::new(Mutex::new(serde_json::json!({ "count": 0 })));
    let threads = [1u64, 2].map(|i| {
        let document = document.clone();
        std::thread::spawn(move || {
            let more: serde_json::Value = serde_json::from_str(&format!("[{i}, \"a longer text\"]")).unwrap();
            let mut document = document.lock().unwrap();
            let count = document["count"].as_u64().unwrap() + more[0].as_u64().unwrap();
            document["count"] = count.into();
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    println!("{}", document.lock().unwrap());
}
"#;

/// Without what its build script says, this crate has two of its types missing.
#[test]
fn build_scripts_read_their_environment() {
    let folder = temporary("json");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = "[package]\nname = 'json'\nversion = '0.1.0'\nedition = '2024'\n[workspace]\n\
                    [dependencies]\nserde_json = '1'\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder.join("src"), "main.rs", JSON);
    let folder = folder.to_str().expect("text");
    check(&format!("{folder} --outcomes"), 0, "count");
}

#[test]
fn files_are_included_and_build_scripts_that_touch_files_are_not_run() {
    let library = "include!(\"more.rs\");\npub const N: i32 = include!(\"number\");\n\
                   #[cfg(built)] pub fn script() -> i32 { 1 }\n\
                   #[cfg(not(built))] pub fn script() -> i32 { 2 }\n\
                   #[test]\nfn adds() { std::thread::spawn(|| assert_eq!(more() + N, 5)).join().unwrap(); }\n\
                   #[test]\nfn built() { std::thread::spawn(|| assert_eq!(script(), 1)).join().unwrap(); }\n";
    let script = "fn main() { std::fs::write(\"x\", \"\").unwrap(); println!(\"cargo:rustc-cfg=built\"); }\n";
    let files = [
        ("src/lib.rs", library),
        ("src/more.rs", "fn more() -> i32 { 2 }\n"),
        ("src/number", "1 + 2\n"),
        ("build.rs", script),
    ];
    let folder = package("included", &files);
    let (code, text) = run_with(|_| (), &["test", &folder]);
    assert_eq!(code, 1, "{text}");
    contains_lines(
        &text,
        &["test adds ... ok", "test built ... FAILED (panic)"],
    );
    let note = "the build script of `included` was not run";
    assert!(text.contains(note), "{text}");
}

#[test]
fn own_build_scripts_that_print_and_write_are_run() {
    let library = "include!(concat!(env!(\"OUT_DIR\"), \"/depth.rs\"));\n\
                   pub const NAME: &str = concat!(env!(\"CARGO_PKG_NAME\"), '-', env!(\"DEPTH\"));\n";
    let tests = "#[test]\nfn deep() { std::thread::spawn(|| assert_eq!(scripted::depth(), \"2\")).join().unwrap();\n\
                     assert_eq!(scripted::NAME, format!(concat!(env!(\"CARGO_PKG_NAME\"), \"-{}\"), 2)); }\n\
                 #[test]\nfn built() { std::thread::spawn(|| assert!(cfg!(built) && env!(\"DEPTH\") == \"2\")).join().unwrap(); }\n";
    let script = "fn main() {\n assert_eq!(env!(\"CARGO_PKG_NAME\"), \"scripted\");\n\
                  println!(\"cargo:rustc-env=DEPTH=2\");\n\
                  let out = std::path::PathBuf::from(std::env::var_os(\"OUT_DIR\").unwrap());\n\
                  let text = \"pub fn depth() -> &'static str { env!(\\\"DEPTH\\\") }\";\n\
                  let file = std::fs::File::create(out.join(\"depth.rs\")).unwrap();\n\
                  let mut writer = std::io::BufWriter::new(&file);\n\
                  std::io::Write::write_all(&mut writer, text.as_bytes()).unwrap();\n\
                  if std::env::var(\"CARGO_FEATURE_DEFAULT\").is_ok() { println!(\"cargo::rustc-cfg=built\"); }\n}\n";
    let files = [
        ("src/lib.rs", library),
        ("tests/scripted.rs", tests),
        ("build.rs", script),
    ];
    let folder = package("scripted", &files);
    let (code, text) = run_with(|_| (), &["test", &folder]);
    assert_eq!(code, 1, "{text}");
    contains_lines(
        &text,
        &["test deep ... ok", "test built ... FAILED (panic)"],
    );
    assert!(!text.contains("build script"), "{text}");
}

#[test]
fn build_scripts_use_crates() {
    let user = manifest(
        "user",
        "[build-dependencies]\nasked = { path = 'asks', package = 'asks' }\n",
    );
    let asks = manifest("asks", "[dependencies]\nwords = { path = '../words' }\n");
    let files = [
        ("Cargo.toml", user.as_str()),
        ("build.rs", "fn main() { asked::tell(\"2\"); }\n"),
        (
            "src/main.rs",
            "fn main() { print!(\"{}\", env!(\"DEPTH\")); }\n",
        ),
        ("asks/Cargo.toml", &asks),
        (
            "asks/src/lib.rs",
            "pub fn tell(depth: &str) { println!(\"{}{depth}\", words::KEY); }\n",
        ),
        ("words/Cargo.toml", &manifest("words", "")),
        (
            "words/src/lib.rs",
            "pub const KEY: &str = \"cargo:rustc-env=DEPTH=\";\n",
        ),
    ];
    let folder = package("script_uses_crates", &files);
    check(&format!("{folder} --outcomes"), 0, "2");
}

#[test]
fn build_scripts_hear_of_the_profile() {
    let script = "fn main() {\n let told = |name| std::env::var(name).unwrap();\n\
                  println!(\"cargo:rustc-env=BUILT={} {} {}\", told(\"PROFILE\"), told(\"OPT_LEVEL\"), told(\"DEBUG\")); }\n";
    let main = "fn main() { print!(\"{}\", env!(\"BUILT\")); }\n";
    let manifest = "[package]\nname = 'told'\nversion = '0.1.0'\nedition = '2024'\n";
    let files = [
        ("Cargo.toml", manifest),
        ("build.rs", script),
        ("src/main.rs", main),
    ];
    let folder = package("told", &files);
    for (options, told) in [("", "debug 0 true"), (" --release", "release 3 false")] {
        check(&format!("{folder} --outcomes{options}"), 0, told);
    }
}

/// It compiles what it is given, and says whether that is a program; it runs nothing of it.
#[test]
fn build_scripts_ask_what_the_compiler_accepts() {
    let script = r##"
use std::io::Write;
use std::process::{Command, Stdio};

fn accepts(source: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap();
    let out = std::env::var_os("OUT_DIR").unwrap();
    let mut command = Command::new(rustc);
    command.arg("--edition=2021").arg("--emit=metadata").arg("--out-dir").arg(out).arg("-");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    child.wait().unwrap().success()
}

fn main() {
    let answers = [
        accepts("fn main() { let _even = 1u8.is_multiple_of(2); }"),
        accepts("fn main() { 1u8.is_multiple_of_everything(); }"),
        accepts("#![feature(never_type)] fn main() {}"),
    ];
    println!("cargo:rustc-env=ANSWERS={answers:?}");
}
"##;
    let files = [
        (
            "src/main.rs",
            "fn main() { print!(\"{}\", env!(\"ANSWERS\")); }\n",
        ),
        ("build.rs", script),
    ];
    let folder = package("script_asks_the_compiler", &files);
    check(&format!("{folder} --outcomes"), 0, "[true, false, false]");
    let (_, text) = run_with(|_| (), &["run", &folder, "--no-rustc"]);
    assert!(!text.contains("[true, false, false]"), "{text}");
}
