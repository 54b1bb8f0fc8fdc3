//! Published crates, which are compiled from source as far as they are reached.

use super::*;

const PUBLISHED: &str = r#"
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex};

fn main() {
    let table = Arc::new(Mutex::new((IndexMap::new(), FixedBitSet::with_capacity(4))));
    let threads = [1usize, 2].map(|i| {
        let table = table.clone();
        std::thread::spawn(move || {
            let mut table = table.lock().unwrap();
            table.0.insert(i, i * 2);
            table.1.insert(i);
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let table = table.lock().unwrap();
    assert_eq!(table.1.count_ones(..), 2);
    let keys: SmallVec<[usize; 4]> = table.0.keys().copied().collect();
    let mut buffer = itoa::Buffer::new();
    println!("{} first of {:?}", buffer.format(keys[0]), table.0.get(&2));
}
"#;

#[test]
fn published_crates_are_compiled_from_source() {
    let folder = temporary("published");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = "[package]\nname = 'published'\nversion = '0.1.0'\nedition = '2024'\n[workspace]\n\
                    [dependencies]\nfixedbitset = '0.5'\nindexmap = '2'\nitoa = '1'\nsmallvec = '1'\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder.join("src"), "main.rs", PUBLISHED);
    let folder = folder.to_str().expect("text");
    check(&format!("{folder} --outcomes"), 0, "1 first of Some(4)");
    check(&format!("{folder} --outcomes"), 0, "2 first of Some(4)");
}

#[test]
fn vector_code_is_passed_over() {
    let folder = temporary("vector");
    let program = "use std::arch::x86_64::*;\n\
        #[target_feature(enable = \"avx2\")]\n\
        unsafe fn fast(v: &[i32]) -> i32 { let z: __m256i = _mm256_setzero_si256(); v[0] + _mm256_cvtsi256_si32(z) }\n\
        fn main() { let v = [5]; println!(\"{}\", if is_x86_feature_detected!(\"avx2\") { unsafe { fast(&v) } } else { v[0] }) }\n";
    write(&folder, "vector.rs", program);
    let file = folder.join("vector.rs");
    check(&format!("{} --outcomes", file.display()), 0, "\"5\\n\"");
}

/// A crate with a private module of the same name as a function, and one more module.
#[test]
fn private_modules_hide_no_crate() {
    let folder = temporary("seek");
    for part in ["src", "seek/src"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let package = "version = '0.1.0'\nedition = '2024'\n";
    let manifest = format!(
        "[package]\nname = 'user'\n{package}[workspace]\n[dependencies]\nseek = {{ path = 'seek' }}\n"
    );
    write(&folder, "Cargo.toml", &manifest);
    write(
        &folder.join("seek"),
        "Cargo.toml",
        &format!("[package]\nname = 'seek'\n{package}"),
    );
    let library = "mod seek { pub fn seek() -> u32 { 1 } }\npub use crate::seek::seek;\n\
                   pub mod more { pub fn seek() -> u32 { 2 } }\n";
    write(&folder.join("seek/src"), "lib.rs", library);
    let program =
        "use seek::{seek, more};\nfn main() { println!(\"{} {}\", seek(), more::seek()) }\n";
    write(&folder.join("src"), "main.rs", program);
    check(&format!("{} --outcomes", folder.display()), 0, "1 2");
}

/// Dependencies that are read from source have to be some.
#[test]
fn only_dependencies_are_read_from_source() {
    check(
        &format!("{QUEUE} --bin two --from-source shelf"),
        0,
        "no bug",
    );
    let none = format!("{QUEUE} --bin two --from-source shelf,crossbeam-channel");
    check(&none, 2, "`crossbeam-channel` is not a dependency");
}

/// A package with a binary for each of these, which uses a published library `notes`.
fn with_published(name: &str, library: &str, binaries: &[(&str, &str)]) -> PathBuf {
    let folder = temporary(name);
    for part in ["src/bin", ".cargo", "vendor/notes/src"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let manifest = "[package]\nname = 'diary'\nversion = '0.1.0'\nedition = '2021'\n[workspace]\n\
                    [dependencies]\nnotes = '1.0.0'\n";
    write(&folder, "Cargo.toml", manifest);
    let config = "[source.crates-io]\nreplace-with = 'here'\n[source.here]\ndirectory = 'vendor'\n";
    write(&folder, ".cargo/config.toml", config);
    let manifest = "[package]\nname = 'notes'\nversion = '1.0.0'\nedition = '2021'\n";
    write(&folder, "vendor/notes/Cargo.toml", manifest);
    let sums = "{\"files\":{}}";
    write(&folder, "vendor/notes/.cargo-checksum.json", sums);
    write(&folder, "vendor/notes/src/lib.rs", library);
    for (name, main) in binaries {
        write(&folder, &format!("src/bin/{name}.rs"), main);
    }
    folder
}

/// What `vscheck run` makes of one of them.
fn run_binary(folder: &Path, name: &str) -> (i32, String) {
    let here = |command: &mut Command| {
        command.current_dir(folder);
    };
    run_with(here, &["run", ".", "--bin", name])
}

/// What is not supported of a published library matters only to who comes to it.
#[test]
fn published_libraries_may_have_functions_that_are_not_supported() {
    let library = "pub fn note(text: &str, keep: bool) -> Option<usize> {\n\
                       keep.then(|| save(text))\n\
                   }\n\
                   fn save(text: &str) -> usize {\n\
                       std::fs::write(\"notes\", text).map_or(0, |()| text.len())\n\
                   }\n";
    let call = |keep: bool| format!("assert_eq!(notes::note(\"one\", {keep}), None)");
    stops_where_it_keeps("diary", library, call, "lib.rs:5");
}

/// Only the part of a function that is not accepted stops, with what is asked of models there.
#[test]
fn published_libraries_may_have_parts_that_are_not_supported() {
    let library = "mod off { pub enum Trace {} }\n\
                   pub fn show(text: &str, keep: bool, trace: Option<&off::Trace>) -> usize {\n\
                       if keep {\n\
                           let size = std::fs::metadata(text).map(|file| file.len());\n\
                           return size.unwrap_or(0) as usize;\n\
                       }\n\
                       if let Some(trace) = trace { return format!(\"{}\", trace).len(); }\n\
                       text.len()\n\
                   }\n";
    let call = |keep: bool| format!("assert_eq!(notes::show(\"one\", {keep}, None), 3)");
    stops_where_it_keeps("sketchbook", library, call, "lib.rs:4");
}

/// The name that is missing is told, not what is not known for want of it.
#[test]
fn what_is_missing_in_a_published_library_is_named() {
    let library = "pub fn keep(keep: bool) -> std::io::Result<usize> {\n\
                       if !keep { return Ok(0) }\n\
                       for file in std::fs::read_dir(\"notes\")? { let _ = file?.path(); }\n\
                       Ok(1)\n\
                   }\n";
    let call = |keep: bool| format!("assert_eq!(notes::keep({keep}).unwrap(), 0)");
    let text = stops_where_it_keeps("folder", library, call, "lib.rs:3");
    assert!(
        text.contains("`std::fs::read_dir` is not modelled"),
        "{text}"
    );

    let library = "pub struct Notes;\n\
                   impl Notes {\n\
                       pub fn take<T: std::os::unix::fs::FileExt>(&self, _: T) {}\n\
                   }\n";
    let main = "fn main() { notes::Notes.take(1) }\n";
    let folder = with_published("taker", library, &[("takes", main)]);
    let (code, text) = run_binary(&folder, "takes");
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("`std::os::unix::fs` is not modelled"),
        "{text}"
    );
}

/// Runs a program that calls a published library, which is to be told to keep something or not: only where it
/// keeps it, it comes to what is not supported, at this place. Gives what is said there.
fn stops_where_it_keeps(
    name: &str,
    library: &str,
    call: impl Fn(bool) -> String,
    place: &str,
) -> String {
    let main = |keep: bool| format!("fn main() {{ {}; }}\n", call(keep));
    let (forgets, keeps) = (main(false), main(true));
    let folder = with_published(name, library, &[("forgets", &forgets), ("keeps", &keeps)]);
    let (code, text) = run_binary(&folder, "forgets");
    assert_eq!(code, 0, "{text}");
    let (code, text) = run_binary(&folder, "keeps");
    assert_eq!(code, 3, "{text}");
    let stop = format!("not supported ({place})");
    assert!(text.contains(&stop), "{text}");
    text
}

/// A future of a published library's `async fn` can be made, and dropped with what it was given, without
/// what its body needs.
#[test]
fn published_libraries_may_have_async_functions_that_are_not_supported() {
    let library = "pub struct Pen<'a>(pub &'a std::cell::Cell<u8>);\n\
                   impl Drop for Pen<'_> { fn drop(&mut self) { self.0.set(self.0.get() + 1) } }\n\
                   pub async fn note(text: &str, _: u8, pen: Pen<'_>) -> usize {\n\
                       let _pen = pen;\n\
                       std::net::TcpStream::connect(text).map_or(0, |_| text.len())\n\
                   }\n";
    let main = |polls: &str| {
        format!(
            "use std::{{future::Future, pin::pin, task::{{Context, Waker}}}};\n\
             fn main() {{\n\
                 let ink = std::cell::Cell::new(0);\n\
                 {{ let mut note = pin!(notes::note(\"one\", 1, notes::Pen(&ink)));\n\
                    assert_eq!(ink.get(), 0);\n\
                    let mut cx = Context::from_waker(Waker::noop());\n\
                    if {polls} {{ assert!(note.as_mut().poll(&mut cx).is_ready()) }} }}\n\
                 assert_eq!(ink.get(), 1);\n\
             }}\n"
        )
    };
    let (drops, polls) = (main("false"), main("true"));
    let folder = with_published("letters", library, &[("drops", &drops), ("polls", &polls)]);
    let (code, text) = run_binary(&folder, "drops");
    assert_eq!(code, 0, "{text}");
    let (code, text) = run_binary(&folder, "polls");
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("not supported (lib.rs:5)"), "{text}");
}

/// What is dropped at the end of a function is dropped at its closing brace, in published libraries too.
#[test]
fn drops_in_published_libraries_have_places() {
    let library = "pub fn tear(note: Box<u32>) {\n\
                       let _note = note;\n\
                       assert!(true);\n\
                   }\n";
    let main = "fn main() {\n\
                    let note = Box::new(1);\n\
                    let place = &raw const *note as usize;\n\
                    let reader = std::thread::spawn(move || unsafe { *(place as *const u32) });\n\
                    notes::tear(note);\n\
                    reader.join().unwrap();\n\
                }\n";
    let folder = with_published("shredder", library, &[("tears", main)]);
    let (code, text) = run_binary(&folder, "tears");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("4 | }\n"), "{text}");
}

/// The steps inside of published packages are summed up at the user's line that they come from; a replay shows them.
#[test]
fn steps_in_published_libraries_are_summed_up() {
    let library = "use std::sync::atomic::{AtomicU32, Ordering::SeqCst};\n\
                   pub struct Pages(AtomicU32, AtomicU32);\n\
                   impl Pages {\n\
                       pub const fn new() -> Pages { Pages(AtomicU32::new(0), AtomicU32::new(0)) }\n\
                       pub fn turn(&self) {\n\
                           let page = self.0.load(SeqCst);\n\
                           self.1.store(page, SeqCst);\n\
                           self.0.store(page + 1, SeqCst);\n\
                       }\n\
                       pub fn page(&self) -> u32 { self.0.load(SeqCst) }\n\
                   }\n";
    let main = "static PAGES: notes::Pages = notes::Pages::new();\n\
                fn main() {\n\
                    let reader = std::thread::spawn(|| PAGES.turn());\n\
                    reader.join().unwrap();\n\
                    PAGES.turn();\n\
                    assert_eq!(PAGES.page(), 1);\n\
                }\n";
    let folder = with_published("album", library, &[("turns", main)]);
    let here = |command: &mut Command| {
        command.current_dir(&folder);
    };
    let arguments = ["run", ".", "--bin", "turns", "--trace", "bug.json"];
    let (code, text) = run_with(here, &arguments);
    assert_eq!(code, 1, "{text}");
    let sums = text.lines().filter(|line| line.contains("in notes"));
    let sums: Vec<String> = sums
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "2 3 steps in notes 3 let reader = std::thread::spawn(|| PAGES.turn());",
        "6 3 steps in notes 5 PAGES.turn();",
        "9 a step in notes 6 assert_eq!(PAGES.page(), 1);",
    ];
    assert_eq!(sums, expected, "{text}");
    assert!(!text.contains("lib.rs:7"), "{text}");
    let (code, text) = run_with(here, &["replay", "bug.json"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("lib.rs:7"), "{text}");
}
