//! Which packages, targets and features are checked.

use super::*;

#[test]
fn a_bug_of_the_library_shows_in_every_target() {
    check(TICKETS, 1, "tickets/src/main.rs:9");
    check(&format!("{TICKETS}/Cargo.toml"), 1, "oversold");
    check(&format!("{TICKETS} --bin tickets"), 1, "oversold");
    let test = format!("{TICKETS} --test sales --entry");
    check(&format!("{test} last_seat"), 1, "sold twice");
    let unit_test = format!("{TICKETS} --lib --entry tests::");
    check(&format!("{unit_test}two_counters"), 1, "sold 2 of 1");
}

#[test]
fn what_does_not_race_is_fine() {
    let all = format!("{TICKETS} --all");
    check(
        &format!("{all} --test sales --entry one_after_the_other"),
        0,
        "no bug",
    );
    check(
        &format!("{all} --lib --entry tests::one_counter"),
        0,
        "no bug",
    );
    let example = format!("{TICKETS} --example quiet --outcomes");
    check(&example, 0, "quiet true");
}

#[test]
fn features_choose_the_source() {
    let careful = format!("{TICKETS} --features careful --outcomes");
    check(&careful, 0, "1 sold, 1 counted");
    let quiet = format!("{careful} --no-default-features");
    check(&quiet, 0, "1 sold, 0 counted");
    let test = format!("{TICKETS} --features careful --test sales --entry last_seat");
    check(&test, 0, "no bug");
    check(&format!("{TICKETS} --all-features"), 0, "no bug");
    check(
        &format!("{TICKETS} --features fast"),
        2,
        "has no feature `fast`",
    );
}

#[test]
fn dependencies_are_compiled_from_source() {
    check(&format!("{QUEUE} --bin two --outcomes"), 0, "[1, 2]");
    check(&format!("{QUEUE} --bin three"), 1, "queue/shelf/src/lib.rs");
}

#[test]
fn targets_are_named_clearly() {
    check(QUEUE, 2, "several binaries: name one with --bin");
    check(&format!("{QUEUE} --bin four"), 2, "has no binary `four`");
    check(&format!("{QUEUE} --test t"), 2, "has no test `t`");
    check("corpus/packages", 2, "there is no `Cargo.toml`");
    check(".", 2, "workspace of several packages");
    check("corpus/packages/nowhere", 2, "cannot read");
    let file = format!("{TICKETS}/examples/quiet.rs");
    check(&format!("{file} --lib"), 2, "is a single file");
}

#[test]
fn a_recorded_schedule_replays() {
    let folder = temporary("trace");
    let trace = folder.join("trace.json");
    let trace = trace.to_str().expect("a path of text");
    let test = ["--test", "sales", "--entry", "last_seat"];
    let words = [&["run", TICKETS][..], &test, &["--trace", trace]].concat();
    assert_eq!(run_with(|_| (), &words).0, 1);
    let (code, text) = run_with(|_| (), &["replay", trace]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("sold twice"), "{text}");
}

#[test]
fn members_of_a_workspace_are_chosen() {
    let folder = temporary("workspace");
    write(
        &folder,
        "Cargo.toml",
        "[workspace]\nmembers = ['one', 'two']\nresolver = '3'\n",
    );
    for (name, threads) in [("one", 1), ("two", 2)] {
        let member = folder.join(name);
        std::fs::create_dir_all(member.join("src")).expect("a folder");
        let manifest = format!("[package]\nname = '{name}'\nversion = '0.1.0'\nedition = '2024'\n");
        write(&member, "Cargo.toml", &manifest);
        let test = format!(
            "#[test]\nfn {name}() {{ for _ in 0..{threads} {{ std::thread::spawn(|| ()).join().unwrap() }} }}\n"
        );
        write(&member, "src/lib.rs", &test);
    }
    let in_folder = |arguments: &str| {
        let folder = folder.to_str().expect("text").to_string();
        cargo_vscheck(&folder, arguments)
    };
    let (code, text) = in_folder("test");
    assert_eq!(code, 0, "{text}");
    contains_lines(
        &text,
        &[
            "test one ... ok",
            "test two ... ok",
            "test result: ok. 2 passed",
        ],
    );
    let (code, text) = in_folder("test -p two");
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("test one"), "{text}");
    let (code, text) = in_folder("test -p three");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("there are `one`, `two`"), "{text}");
    assert_eq!(in_folder("run --lib").0, 2);
    assert_eq!(in_folder("run -p one --lib --entry one").0, 0);
    let (code, text) = in_folder("test --manifest-path one/Cargo.toml");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 1 passed"), "{text}");
}

/// A workspace with a package at its root, which has a target of each kind, and two members.
fn of_all_kinds(name: &str) -> String {
    let folder = temporary(name);
    let folders = "src/bin tests/deep examples benches near/src far/src";
    for part in folders.split(' ') {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let package = |name: &str, more: &str| {
        format!("[package]\nname = '{name}'\nversion = '0.1.0'\nedition = '2024'\n{more}")
    };
    let near = "near = { path = 'near' }\n";
    let more = format!(
        "[workspace]\nmembers = ['near', 'far']\n[dependencies]\n{near}[features]\nmore = []\n\
         [[bin]]\nname = 'some'\nrequired-features = ['more']\n\
         [profile.lean]\ninherits = 'release'\noverflow-checks = true\n"
    );
    write(&folder, "Cargo.toml", &package("whole", &more));
    write(&folder, "near/Cargo.toml", &package("near", ""));
    let more = "[dependencies]\nnear = { path = '../near' }\n[features]\nwide = []\n";
    write(&folder, "far/Cargo.toml", &package("far", more));
    let tested = |name: &str| {
        format!(
            "fn main() {{}}\n#[test]\nfn {name}() {{ std::thread::spawn(|| ()).join().unwrap() }}\n"
        )
    };
    for (file, name) in [
        ("src/lib.rs", "of_lib"),
        ("src/main.rs", "of_main"),
        ("src/bin/some.rs", "of_some"),
        ("tests/one.rs", "of_one"),
        ("tests/two.rs", "of_two"),
        ("examples/show.rs", "of_show"),
        ("benches/speed.rs", "of_speed"),
    ] {
        write(&folder, file, &tested(name));
    }
    let sum = "pub fn next(n: u8) -> u8 { debug_assert!(n != 7); n + 1 }\n#[test]\nfn of_near() {\n\
               std::thread::spawn(|| next(7)).join().unwrap(); }\n";
    write(&folder, "near/src/lib.rs", sum);
    let wide = "#[test]\nfn of_far() { let n = if cfg!(feature = \"wide\") { 255 } else { 0 };\n\
                std::thread::spawn(move || near::next(n)).join().unwrap(); }\n";
    write(&folder, "far/src/lib.rs", wide);
    folder.to_str().expect("text").to_string()
}

/// Packages and targets are named as to `cargo test`.
#[test]
fn packages_and_targets_are_chosen_as_by_cargo() {
    let folder = of_all_kinds("kinds");
    let own = ["of_lib", "of_one", "of_two", "of_main"];
    let check = |arguments: &str, expected: &[&str]| {
        let mut expected = expected.to_vec();
        let mut found = listed_in(&folder, arguments);
        expected.sort_unstable();
        found.sort();
        assert_eq!(found, expected, "{arguments}");
    };
    check("", &own);
    check("--tests", &own);
    check("--lib --test two --test one", &own[..3]);
    check("--test t*", &["of_two"]);
    check("--bins", &["of_main"]);
    check("--bins --features more", &["of_main", "of_some"]);
    check("--bin some -F whole/more", &["of_some"]);
    check("--examples", &["of_show"]);
    check("--benches", &["of_lib", "of_main", "of_speed"]);
    let all = [&own[..], &["of_show", "of_speed"]].concat();
    check("--all-targets", &all);
    let everywhere = [&own[..], &["of_near", "of_far"]].concat();
    check("--workspace", &everywhere);
    check("--workspace --exclude whole", &["of_near", "of_far"]);
    check("-p near -p far@0.1.0", &["of_near", "of_far"]);
    check(
        "--workspace --lib --features wide",
        &["of_lib", "of_near", "of_far"],
    );
    let below = |folder: &str, arguments| listed_in(&format!("{folder}/tests/deep"), arguments);
    assert_eq!(below(&folder, "-p near"), ["of_near"]);
    assert_eq!(
        below(&folder, "--manifest-path ../../far/Cargo.toml"),
        ["of_far"]
    );
    let member = format!("{folder}/near");
    assert_eq!(listed_in(&member, ""), ["of_near"]);
    assert_eq!(listed_in(&member, "--workspace").len(), everywhere.len());
    for (arguments, part) in [
        ("--exclude near", "which is not given"),
        (
            "--workspace --exclude nowhere",
            "no package `nowhere`; there are",
        ),
        ("-p near -p nowhere", "no package `nowhere`; there are"),
        (
            "--test one --test three",
            "no test `three` here; there are `one`, `two`",
        ),
        ("--bin some", "`some` needs the feature `more`"),
        (
            "--workspace --features none",
            "none of the packages has the feature `none`",
        ),
        ("--profile none", "no profile `none`"),
        ("--doc", "doc tests are not supported"),
        (
            "--target wasm32-unknown-unknown",
            "x86_64-unknown-linux-gnu",
        ),
    ] {
        let (code, text) = cargo_vscheck(&folder, &format!("test {arguments}"));
        assert_eq!(code, 2, "{arguments}: {text}");
        assert!(text.contains(part), "{arguments}: {text}");
    }
}

/// What of `cargo test` and `cargo run` means nothing here is taken, and the profile is the one that is named.
#[test]
fn words_of_cargo_are_taken() {
    let folder = of_all_kinds("words");
    let (code, text) = cargo_vscheck(&folder, "test -p far --locked");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("because --locked was passed"), "{text}");
    assert_eq!(cargo_vscheck(&folder, "test --list --offline").0, 0);
    let (code, text) = cargo_vscheck(
        &folder,
        "t --workspace --features wide --no-fail-fast -q -vv -j 2 --keep-going --frozen -- --nocapture \
         --test-threads=1 --color always -q",
    );
    assert_eq!(code, 1, "{text}");
    contains_lines(
        &text,
        &[
            "checking library of package `near` (near/src/lib.rs)",
            "test of_near ... FAILED (panic)",
            "test result: FAILED. 0 passed; 1 failed",
            "checking library of package `far` (far/src/lib.rs)",
            "test of_far ... FAILED (panic)",
            "checking library of package `whole` (src/lib.rs)",
            "test of_lib ... ok",
            "test result: ok. 1 passed",
            "  cargo vscheck run --package near --lib --entry of_near",
            "  cargo vscheck run --package far --lib --features wide --entry of_far",
            "failures:",
            "    of_near, library of package `near`",
            "all 6 targets:",
            "test result: FAILED. 4 passed; 2 failed",
        ],
    );
    let verdict = |arguments: &str, code: i32, part: &str| {
        let (found, text) = cargo_vscheck(&folder, arguments);
        assert_eq!(found, code, "{arguments}: {text}");
        assert!(text.contains(part), "{arguments}: {text}");
    };
    let wide = "test -p near -p far --features wide";
    verdict(&format!("{wide} --release"), 0, "2 passed; 0 failed");
    verdict(&format!("{wide} --profile bench"), 0, "2 passed; 0 failed");
    verdict(&format!("{wide} --profile lean"), 1, "1 passed; 1 failed");
    verdict(
        &format!("{wide} --profile lean"),
        1,
        "--features wide --profile lean --entry of_far",
    );
    let path = "test --manifest-path near/Cargo.toml";
    verdict(
        path,
        1,
        "run --manifest-path near/Cargo.toml --lib --entry of_near",
    );
    verdict("run -p near --lib --entry of_near", 1, "n != 7");
    verdict(
        "r -p near --lib --entry of_near -r -q -j2 --locked --offline",
        0,
        "no bug",
    );
    verdict("run --bin whole -- some words", 2, "without arguments");
    verdict("run --example show", 0, "no bug");
}

/// `cargo run` in the folder of a workspace runs the only binary, or the one that is named.
#[test]
fn the_only_binary_of_a_workspace_is_run() {
    let folder = of_all_kinds("binaries");
    let members = "[workspace]\nmembers = ['near', 'far']\nresolver = '3'\n";
    write(Path::new(&folder), "Cargo.toml", members);
    let far = Path::new(&folder).join("far");
    write(&far, "src/main.rs", "fn main() { println!(\"far\") }\n");
    assert_eq!(cargo_vscheck(&folder, "run").0, 0);
    assert_eq!(cargo_vscheck(&folder, "run --bin far").0, 0);
    write(
        &Path::new(&folder).join("near"),
        "src/main.rs",
        "fn main() {}\n",
    );
    let (code, text) = cargo_vscheck(&folder, "run");
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("--package (`far`, `near`)") || text.contains("--package (`near`, `far`)"),
        "{text}"
    );
    assert_eq!(cargo_vscheck(&folder, "run --bin far").0, 0);
}

#[test]
fn a_binary_knows_what_cargo_says_of_it() {
    let text = "fn main() {\n    println!(\"{} {} {} {:?} {:?}\", env!(\"CARGO_BIN_NAME\"), \
                env!(\"CARGO_CRATE_NAME\"), env!(\"CARGO_PKG_LICENSE\"), env!(\"CARGO_PKG_HOMEPAGE\"), \
                option_env!(\"CARGO_PRIMARY_PACKAGE\"));\n}\n";
    let library = "pub const BINARY: Option<&str> = option_env!(\"CARGO_BIN_NAME\");\n\
                   #[test]\nfn none() { std::thread::spawn(|| assert!(BINARY.is_none())).join().unwrap(); }\n";
    let files = [
        ("Cargo.toml", &*manifest("said", "license = 'MIT'\n")),
        ("src/bin/the-one.rs", text),
        ("src/lib.rs", library),
    ];
    let folder = package("said", &files);
    let run = format!("{folder} --bin the-one --outcomes");
    check(&run, 0, "the-one the_one MIT \\\"\\\" Some(\\\"1\\\")");
    check(&format!("{folder} --lib --entry none"), 0, "no bug");
}

#[test]
fn a_member_of_a_workspace_has_the_features_that_the_package_asks_for() {
    let user = manifest(
        "user",
        "[features]\nmore = ['base?/more']\nall = ['dep:base', 'more']\n\
         [dependencies]\nlean = { path = '../lean', default-features = false, features = ['queue'] }\n\
         base = { path = '../base', optional = true, default-features = false }\n",
    );
    let lean = "[features]\ndefault = ['log']\nlog = []\nqueue = []\n";
    let base = "[features]\ndefault = ['heavy']\nheavy = []\nmore = []\n";
    let tests = "#[test]\nfn features() { std::thread::spawn(|| {\n\
                 assert_eq!(lean::FEATURES, [false, true]);\n\
                 #[cfg(feature = \"all\")] assert_eq!(base::FEATURES, [false, true]);\n\
                 }).join().unwrap(); }\n\
                 #[test]\nfn binary() {\n\
                 std::thread::spawn(|| assert!(env!(\"CARGO_BIN_EXE_user\").ends_with(\"user\"))).join().unwrap(); }\n";
    let features = |[a, b]: [&str; 2]| {
        format!(
            "pub const FEATURES: [bool; 2] = [cfg!(feature = \"{a}\"), cfg!(feature = \"{b}\")];\n"
        )
    };
    let files = [
        (
            "Cargo.toml",
            "[workspace]\nmembers = ['user', 'lean', 'base']\n",
        ),
        ("user/Cargo.toml", &user),
        ("user/src/main.rs", "fn main() {}\n"),
        ("user/tests/all.rs", tests),
        ("lean/Cargo.toml", &manifest("lean", lean)),
        ("lean/src/lib.rs", &features(["log", "queue"])),
        ("base/Cargo.toml", &manifest("base", base)),
        ("base/src/lib.rs", &features(["heavy", "more"])),
    ];
    let folder = package("members", &files);
    for more in [&[][..], &["--features", "all"]] {
        let arguments = [&["test", &folder, "-p", "user", "--test", "all"], more].concat();
        let (code, text) = run_with(|_| (), &arguments);
        assert_eq!(code, 0, "{text}");
        contains_lines(&text, &["test features ... ok", "test binary ... ok"]);
    }
}

#[test]
fn members_that_are_tested_at_once_have_the_features_that_any_of_them_asks_for() {
    let user = "[dependencies]\nbase = { path = '../base', features = ['fast'] }\n";
    let base = "[features]\nfast = []\n";
    let test = |name: &str| {
        format!(
            "#[test]\nfn {name}() {{ std::thread::spawn(|| assert!(cfg!(feature = \"fast\"))).join().unwrap() }}\n"
        )
    };
    let files = [
        (
            "Cargo.toml",
            "[workspace]\nresolver = '2'\nmembers = ['user', 'base']\n",
        ),
        ("user/Cargo.toml", &manifest("user", user)),
        ("user/src/lib.rs", "pub use base::*;\n"),
        ("base/Cargo.toml", &manifest("base", base)),
        ("base/src/lib.rs", &test("is_fast")),
    ];
    let folder = package("unified", &files);
    for (chosen, code) in [("-p base", 1), ("-p base -p user", 0), ("--workspace", 0)] {
        let mut arguments = vec!["test", &folder];
        arguments.extend(chosen.split(' '));
        let (found, text) = run_with(|_| (), &arguments);
        assert_eq!(found, code, "{chosen}: {text}");
    }
}
