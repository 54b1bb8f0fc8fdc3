//! Packages that cannot be checked, and what is said of them.

use super::*;

#[test]
fn bad_manifests_are_refused() {
    let folder = temporary("malformed");
    write(&folder, "Cargo.toml", "[package\nname = ");
    check(folder.to_str().expect("text"), 2, "cargo does not accept");
    let folder = temporary("no-target");
    write(
        &folder,
        "Cargo.toml",
        "[workspace]\n[package]\nname = 'empty'\nversion = '0.1.0'\n",
    );
    check(folder.to_str().expect("text"), 2, "no targets");
}

#[test]
fn without_cargo_it_says_so() {
    let nowhere = |command: &mut Command| {
        command.env("PATH", "/nonexistent").env_remove("CARGO");
    };
    let (code, text) = run_with(nowhere, &["run", TICKETS]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("`cargo`"), "{text}");
    assert!(text.contains("is not installed"), "{text}");
}

/// Whatever follows from it: `Result` would be another one here.
#[test]
fn a_crate_that_is_not_there_is_what_is_wrong() {
    let folder = temporary("lone");
    let main = "use anyhow::Result;\nfn main() -> Result<()> { Ok(()) }\n";
    write(&folder, "lone.rs", main);
    let cases = "use rstest::rstest;\n#[rstest]\n#[case(1)]\nfn cases(#[case] n: u8) {\n\
                     std::thread::spawn(move || assert_eq!(n, 1)).join().unwrap();\n}\n";
    write(&folder, "cases.rs", cases);
    let path = "fn main() { rayon::join(|| (), || ()); }\n";
    write(&folder, "path.rs", path);
    write(&folder, "imported.rs", &format!("use rayon;\n{path}"));
    let run = |command: &str, name: &str| {
        let file = folder.join(name);
        let file = file.to_str().expect("text");
        run_with(|_| (), &[command, file])
    };
    let (code, text) = run("run", "lone.rs");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("cannot find crate `anyhow`"), "{text}");
    let (code, text) = run("test", "cases.rs");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("test cases ... unsupported"), "{text}");
    assert!(text.contains("cannot find crate `rstest`"), "{text}");
    for file in ["path.rs", "imported.rs"] {
        let (code, text) = run("run", file);
        assert_eq!(code, 2, "{text}");
        assert!(text.contains("`rayon` (a program that uses"), "{text}");
    }
}

/// Where a name of a crate is not known, it is said what may be missing: an import, in the compiler's words where it
/// is asked, or a dependency.
#[test]
fn a_name_that_is_no_crate_says_what_is_missing() {
    let folder = temporary("names");
    let main = "fn main() {\n    thread::spawn(|| ());\n}\n";
    write(&folder, "import.rs", main);
    let file = folder.join("import.rs");
    let file = file.to_str().expect("text");
    check(
        &format!("{file} --no-rustc"),
        2,
        "crate `thread` (there is `std::thread`: `use std::thread;`)",
    );
    check(file, 2, "help: consider importing this module");
    let manifest = "[package]\nname = \"names\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    write(&folder, "Cargo.toml", manifest);
    std::fs::create_dir(folder.join("src")).expect("a temporary folder");
    write(
        &folder,
        "src/main.rs",
        "use rayon::join;\nfn main() {\n    join(|| (), || ());\n}\n",
    );
    let package = folder.to_str().expect("text");
    check(
        package,
        2,
        "cannot find crate `rayon` (the package has no such dependency with these features)",
    );
}

/// In edition 2015, paths of imports start from the crate.
#[test]
fn an_own_module_is_no_missing_crate() {
    let folder = temporary("own-module");
    let main = "mod gate { use lock::Lock; pub fn gate() -> Lock { Lock } }\nmod lock { pub struct Lock; }\n\
                fn main() { gate::gate(); std::thread::LocalKeyState::Valid; }\n";
    write(&folder, "old.rs", main);
    let file = folder.join("old.rs");
    let file = file.to_str().expect("text");
    check(
        &format!("{file} --edition 2015 --no-rustc"),
        2,
        "`std::thread::LocalKeyState` is not modelled",
    );
    let missing = main.replace("mod lock", "mod locks");
    write(&folder, "old.rs", &missing);
    check(
        &format!("{file} --edition 2015 --no-rustc"),
        2,
        "cannot find crate `lock`",
    );
}

/// What Cargo refuses is said once, not for each target.
#[test]
fn a_refusal_of_cargo_is_said_once() {
    let folder = temporary("refused-by-cargo");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    std::fs::create_dir_all(folder.join("tests")).expect("a folder");
    std::fs::create_dir_all(folder.join("none/src")).expect("a folder");
    let none = "[package]\nname = \"none\"\nversion = \"1.0.0\"\nedition = \"2021\"\n";
    write(&folder, "none/Cargo.toml", none);
    write(&folder, "none/src/lib.rs", "");
    let manifest = "[package]\nname = \"refused\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n\
                    [dependencies]\nnone = { path = \"none\", version = \"2\" }\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder, "src/lib.rs", "");
    write(&folder, "tests/a.rs", "");
    let (code, text) = cargo_vscheck(folder.to_str().expect("text"), "test");
    assert_eq!(code, 2, "{text}");
    assert_eq!(text.matches("cargo does not accept").count(), 1, "{text}");
    contains_lines(&text, &["checking package `refused`"]);
    assert!(text.contains("1 unsupported"), "{text}");
}

/// What Cargo refuses of a workspace is said once, not for each member.
#[test]
fn a_refusal_of_a_workspace_is_said_once() {
    let folder = temporary("workspace-refused-by-cargo");
    write(
        &folder,
        "Cargo.toml",
        "[workspace]\nmembers = [\"a\", \"b\"]\nresolver = \"2\"\n",
    );
    for member in ["a", "b", "none"] {
        std::fs::create_dir_all(folder.join(member).join("src")).expect("a folder");
        let needs = "[dependencies]\nnone = { path = \"../none\", version = \"2\" }\n";
        let needs = if member == "none" { "" } else { needs };
        let manifest = format!(
            "[package]\nname = \"{member}\"\nversion = \"1.0.0\"\nedition = \"2021\"\n{needs}"
        );
        write(&folder, &format!("{member}/Cargo.toml"), &manifest);
        write(
            &folder,
            &format!("{member}/src/lib.rs"),
            "#[test]\nfn nothing() {}\n",
        );
    }
    let (code, text) = cargo_vscheck(folder.to_str().expect("text"), "test");
    assert_eq!(code, 2, "{text}");
    assert_eq!(text.matches("cargo does not accept").count(), 1, "{text}");
}
