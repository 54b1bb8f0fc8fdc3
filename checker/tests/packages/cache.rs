//! What was compiled of a package is used again only as long as it holds.

use super::*;

/// A new folder of this test's own.
/// What `vscheck run FOLDER --format json` says, without what differs from run to run.
fn said(folder: &Path, arguments: &[&str], variable: Option<&str>) -> String {
    let folder = folder.to_str().expect("text");
    let arguments = [&["run", folder, "--format", "json"], arguments].concat();
    let set = |command: &mut Command| match variable {
        Some(value) => drop(command.env("VSCHECK_TEST_WORD", value)),
        None => drop(command.env_remove("VSCHECK_TEST_WORD")),
    };
    let (_, text) = run_with(set, &arguments);
    let changes = |line: &&str| !line.contains("\"time_") && !line.contains("\"peak_memory");
    text.lines().filter(changes).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_was_compiled_is_used_again_only_as_long_as_it_holds() {
    let main = "mod more;\nfn main() {\n\
                let n: usize = include_str!(\"n.txt\").len() + option_env!(\"VSCHECK_TEST_WORD\").map_or(0, str::len);\n\
                std::thread::spawn(move || panic!(\"{} {}\", n, more::WORD)).join().unwrap();\n}\n";
    let folder = temporary("kept");
    std::fs::create_dir_all(folder.join("src/more")).expect("folders");
    let manifest =
        "[package]\nname = \"kept\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder, "src/main.rs", main);
    write(
        &folder,
        "src/more/mod.rs",
        "pub const WORD: &str = \"one\";\n",
    );
    write(&folder, "src/n.txt", "123");
    let kept = folder.join("target/vscheck");
    let fresh = said(&folder, &["--no-cache"], None);
    assert!(fresh.contains("3 one"), "{fresh}");
    assert!(!kept.exists());
    let entries = || {
        let files = std::fs::read_dir(&kept).expect("a folder");
        let paths = files.map(|file| file.expect("a file").path());
        paths.collect::<Vec<PathBuf>>()
    };
    assert_eq!(said(&folder, &[], None), fresh);
    let [entry] = &entries()[..] else {
        panic!("one entry: {:?}", entries());
    };
    let whole = std::fs::read(entry).expect("an entry");
    assert_eq!(said(&folder, &[], None), fresh);
    assert_eq!(std::fs::read(entry).expect("an entry"), whole);
    std::fs::write(entry, &whole[..whole.len() / 2]).expect("written");
    assert_eq!(said(&folder, &[], None), fresh);
    assert_eq!(std::fs::read(entry).expect("an entry"), whole);
    let holds = |word: &str, variable| {
        let text = said(&folder, &[], variable);
        assert!(text.contains(word), "{word}: {text}");
        assert_eq!(text, said(&folder, &[], variable));
        assert_eq!(text, said(&folder, &["--no-cache"], variable));
    };
    holds("5 one", Some("ab"));
    write(&folder, "src/n.txt", "1234");
    holds("4 one", None);
    write(
        &folder,
        "src/more/mod.rs",
        "pub const WORD: &str = \"two\";\n",
    );
    holds("4 two", None);
    std::fs::rename(folder.join("src/more/mod.rs"), folder.join("src/more.rs")).expect("renamed");
    holds("4 two", None);
    write(
        &folder,
        "src/main.rs",
        &main.replace("panic!(", "panic!(\"new {}\", "),
    );
    assert!(said(&folder, &[], None).contains("error"));
    write(&folder, "src/main.rs", &main.replace("{} {}", "{} new {}"));
    holds("4 new two", None);
    assert_eq!(entries().len(), 1);
}

const KEPT_TESTS: &str = "const N: usize = 1;\nfn n() -> usize { include_str!(\"n.txt\").trim().parse().unwrap() }\n\
    #[test]\nfn threads() { std::thread::spawn(|| assert_eq!(n(), N)).join().unwrap(); }\n\
    #[test]\nfn plain() { assert_eq!(n(), N) }\n\
    #[test]\nfn refused() { std::thread::spawn(|| std::net::TcpStream::connect(\"a:1\").unwrap()).join().unwrap(); }\n";

/// The second run of tests takes all from the first, and the third sees what has changed.
#[test]
fn what_tests_compile_to_is_used_again_only_as_long_as_it_holds() {
    let folder = temporary("kept-tests");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest =
        "[package]\nname = \"kept\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder, "src/lib.rs", KEPT_TESTS);
    write(&folder, "src/n.txt", "1");
    let shown = folder.to_str().expect("text").to_string();
    let said = |arguments: &str| {
        let (code, text) = cargo_vscheck(&shown, &format!("test {arguments}"));
        let lines = text.lines().filter(|line| !line.contains("finished in"));
        let lines = lines.filter(|line| !line.starts_with("time: "));
        (code, lines.collect::<Vec<_>>().join("\n"))
    };
    let kept = folder.join("target/vscheck");
    let entries = || std::fs::read_dir(&kept).expect("a folder").count();
    let fresh = said("--no-cache");
    assert!(!kept.exists());
    let results = [
        "running 3 tests",
        "test threads ... ok",
        "test refused ... unsupported",
    ];
    contains_lines(&fresh.1, &results);
    assert_eq!((said(""), entries()), (fresh.clone(), 2));
    assert_eq!((said(""), entries()), (fresh.clone(), 2));
    let other = said("threads --set N=2");
    assert_eq!(other.0, 1, "{}", other.1);
    assert_eq!((said("threads --set N=2"), entries()), (other, 4));
    write(&folder, "src/n.txt", "2");
    let changed = said("");
    assert!(
        changed.1.contains("test threads ... FAILED"),
        "{}",
        changed.1
    );
    assert_eq!((said(""), said("--no-cache")), (changed.clone(), changed));
    write(
        &folder,
        "src/lib.rs",
        &KEPT_TESTS.replace("fn plain", "fn simple"),
    );
    contains_lines(&said("--list").1, &["simple: test"]);
}
