//! Cargo packages: targets, features, libraries, their tests, and what is said when there is nothing to
//! check.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::root;

/// Exit code, and everything that it prints.
fn run_with(configure: impl FnOnce(&mut Command), arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    command.args(arguments).current_dir(root());
    configure(&mut command);
    finish(command)
}

fn finish(mut command: Command) -> (i32, String) {
    command.stdin(Stdio::null());
    let output = command.output().expect("vscheck runs");
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("an exit code");
    (code, String::from_utf8(text).expect("text"))
}

/// `vscheck run`, its words separated by spaces: the exit code, and a part of what it prints.
fn check(arguments: &str, code: i32, part: &str) {
    let arguments: Vec<&str> = std::iter::once("run")
        .chain(arguments.split_whitespace())
        .collect();
    let (found, text) = run_with(|_| (), &arguments);
    assert_eq!(found, code, "{arguments:?}: {text}");
    assert!(text.contains(part), "{arguments:?}: {text}");
}

const TICKETS: &str = "corpus/packages/tickets";
const QUEUE: &str = "corpus/packages/queue";

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

const LOCKERS: &str = "corpus/packages/lockers";

/// `cargo vscheck` in the folder of a package, its words separated by spaces.
fn cargo_vscheck(package: &str, arguments: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-vscheck"));
    // Cargo puts the command's name first.
    command.arg("vscheck").args(arguments.split_whitespace());
    command.current_dir(root().join(package));
    finish(command)
}

/// Each of the lines stands in the text, in this order.
fn contains_lines(text: &str, lines: &[&str]) {
    let mut rest = text.lines();
    for line in lines {
        assert!(
            rest.any(|l| l.starts_with(line)),
            "`{line}` not in:\n{text}"
        );
    }
}

#[test]
fn tests_are_listed_in_the_manner_of_cargo() {
    let (code, text) = cargo_vscheck(LOCKERS, "test");
    assert_eq!(code, 1, "{text}");
    let lines = [
        "checking library of package `lockers` (src/lib.rs)",
        "running 6 tests",
        "test tests::from_both_sides ... FAILED (deadlock)",
        "test tests::from_one_side ... ok",
        "test tests::patient ... ignored",
        "test tests::guests_panic ... ok",
        "test tests::nobody_panics ... FAILED (panic)",
        "1 test starts no thread and was skipped",
        "checking binary `guard` of package `lockers` (src/bin/guard.rs)",
        "test guards_meet ... ok",
        "checking test `host` of package `lockers` (tests/host.rs)",
        "test reads_a_file_beside ... unsupported: tests/host.rs:17:29: `std::fs::read_to_string`",
        "1 test starts no thread and was skipped",
        "failures:",
        "---- tests::from_both_sides ----",
        "error: deadlock",
        "  cargo vscheck run --lib --entry tests::from_both_sides --trace bug.json",
        "failures:",
        "    tests::from_both_sides",
        "    tests::nobody_panics",
        "    reads_a_file_beside",
        "test result: FAILED. 3 passed; 2 failed; 1 ignored; 1 unsupported; 0 stopped by a limit; \
         2 skipped: no thread; finished in ",
    ];
    contains_lines(&text, &lines);
}

#[test]
fn a_test_may_be_about_a_panic_of_a_thread() {
    let panics = "corpus/packages/panics";
    let (code, text) = cargo_vscheck(panics, "test");
    assert_eq!(code, 1, "{text}");
    let lines = [
        "test tests::a_panic_poisons ... ok (with a panic of a thread)",
        "test tests::a_pool_goes_on ... ok (with a panic of a thread)",
        "test tests::two_orders ... FAILED (panic)",
        "test tests::nobody_looks ... FAILED (panic)",
        "error: panic: assertion `left == right` failed: a race beside a panic that is meant",
    ];
    contains_lines(&text, &lines);
    let (_, text) = cargo_vscheck(panics, "test --child-panic report");
    assert!(text.contains("0 passed; 4 failed"), "{text}");
    let (_, text) = cargo_vscheck(panics, "test --child-panic propagate");
    assert!(text.contains("3 passed; 1 failed"), "{text}");
}

#[test]
fn a_panic_that_a_detached_thread_looks_at_is_meant() {
    let tests = "use std::thread::spawn;\n\
                 #[test]\nfn looked_at() { spawn(|| assert!(spawn(|| panic!(\"meant\")).join().is_err())); }\n\
                 #[test]\nfn ignored() { spawn(|| panic!(\"at the end\")); }\n";
    let folder = package(
        "detached",
        &[("src/lib.rs", ""), ("tests/detached.rs", tests)],
    );
    let (_, text) = run_with(|_| (), &["test", &folder]);
    let meant = "ok (with a panic of a thread)";
    contains_lines(&text, &[&format!("test looked_at ... {meant}")]);
    contains_lines(&text, &["test ignored ... FAILED (panic)"]);
}

#[test]
fn tests_are_chosen() {
    let (code, text) = cargo_vscheck(LOCKERS, "test --lib one_side");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 1 passed; 0 failed"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test --lib one_side --exact");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 0 passed; 0 failed"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test --ignored");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("test tests::patient ... ok"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test --include-ignored pa");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("test tests::patient ... ok"), "{text}");
    assert_eq!(cargo_vscheck(LOCKERS, "test --test host").0, 2);
    assert_eq!(cargo_vscheck(LOCKERS, "test --test guest").0, 2);
    let (code, text) = cargo_vscheck(LOCKERS, "test --bin guard --max-executions 1");
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("stopped by the limit on executions"),
        "{text}"
    );
}

/// `cargo vscheck test --list` with more words: the tests of all targets.
fn listed(arguments: &str) -> Vec<String> {
    listed_in(LOCKERS, arguments)
}

fn listed_in(package: &str, arguments: &str) -> Vec<String> {
    let (code, text) = cargo_vscheck(package, &format!("test --list {arguments}"));
    assert_eq!(code, 0, "{text}");
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    names.map(str::to_string).collect()
}

#[test]
fn tests_are_chosen_as_by_a_test_binary() {
    let all = listed("");
    assert_eq!(all.len(), 9, "{all:?}");
    let sides = ["tests::from_both_sides", "tests::from_one_side"];
    assert_eq!(listed("both_sides one_side"), sides);
    assert_eq!(listed("-- both_sides one_side"), sides);
    assert_eq!(listed("tests::from_ --skip both"), sides[1..]);
    assert_eq!(
        listed("tests::from_ -- --skip both --nocapture --test-threads 1"),
        sides[1..]
    );
    assert_eq!(
        listed("--exact one_side tests::from_both_sides"),
        sides[..1]
    );
    assert_eq!(listed("tests::from_ -- --exact"), [""; 0]);
    assert_eq!(listed("-- --ignored"), ["tests::patient"]);
    assert_eq!(listed("-- --include-ignored"), all);
    let (code, text) = cargo_vscheck(LOCKERS, "test --lib -- one_side patient --include-ignored");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 2 passed; 0 failed; 0 ignored"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test -- --shuffle");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("'--shuffle'"), "{text}");
}

/// What `cargo vscheck test --lib` says of a package with this configuration and these variables.
fn configured(config: &str, variables: &[(&str, &str)]) -> String {
    let folder = temporary("configured");
    std::fs::create_dir_all(folder.join(".cargo")).expect("a folder");
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest =
        "[package]\nname = 'configured'\nversion = '0.1.0'\nedition = '2024'\n[workspace]\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder.join(".cargo"), "config.toml", config);
    let test = "#[cfg(loom)]\n#[test]\nfn with() {}\n#[cfg(tiny = \"yes\")]\n#[test]\nfn tiny() {}\n\
                #[test]\nfn without() {}\n";
    write(&folder.join("src"), "lib.rs", test);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-vscheck"));
    command
        .args(["vscheck", "test", "--list"])
        .current_dir(&folder);
    command
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.envs(variables.iter().copied());
    let (code, text) = finish(command);
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    let names: Vec<&str> = names.collect();
    format!("{code} {}", names.join(" "))
}

#[test]
fn cfg_follows_the_configuration_and_the_environment() {
    let build = "[build]\nrustflags = ['--cfg', 'loom']\n";
    assert_eq!(configured("", &[]), "0 without");
    assert_eq!(configured(build, &[]), "0 with without");
    assert_eq!(
        configured("", &[("RUSTFLAGS", "--cfg loom")]),
        "0 with without"
    );
    assert_eq!(configured(build, &[("RUSTFLAGS", "-O")]), "0 without");
    let text = "build.rustflags = '-O --cfg=loom'";
    assert_eq!(configured(text, &[]), "0 with without");
    let target = "[target.'cfg(unix)']\nrustflags = ['--cfg', 'tiny=\"yes\"']\n";
    assert_eq!(
        configured(&format!("{build}{target}"), &[]),
        "0 tiny without"
    );
    let other = target.replace("unix", "windows");
    assert_eq!(
        configured(&format!("{build}{other}"), &[]),
        "0 with without"
    );
    assert_eq!(configured("build = [", &[]), "2 ");
}

#[test]
fn a_test_is_run_again_as_the_report_says() {
    let folder = temporary("again");
    let trace = folder.join("bug.json");
    let trace = trace.to_str().expect("a path of text");
    let both = "run --lib --entry tests::from_both_sides";
    let (code, text) = cargo_vscheck(LOCKERS, &format!("{both} --trace {trace}"));
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains(&format!("cargo vscheck replay {trace}")),
        "{text}"
    );
    assert_eq!(cargo_vscheck(LOCKERS, &format!("replay {trace}")).0, 1);
}

#[test]
fn cfg_follows_the_command_line() {
    let crowded = "test guards --cfg crowded";
    let (code, text) = cargo_vscheck(LOCKERS, crowded);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("test guards_meet ... FAILED (deadlock)"),
        "{text}"
    );
    let again = "cargo vscheck run --bin guard --cfg crowded --entry guards_meet --trace bug.json";
    assert!(text.contains(again), "{text}");
    assert!(!text.contains("two_doors"), "{text}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    command.args(["test", LOCKERS, "two_doors", "--cfg", "doors=\"two\""]);
    let (code, text) = finish(in_root(command));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("test tests::two_doors ... ok"), "{text}");
    let run = format!("{LOCKERS} --bin guard");
    check(&run, 0, "no bug");
    check(&format!("{run} --cfg crowded"), 1, "left == right");
}

fn in_root(mut command: Command) -> Command {
    command.current_dir(root());
    command
}

#[test]
fn results_of_tests_as_json() {
    let (code, text) = cargo_vscheck(LOCKERS, "test --format json");
    assert_eq!(code, 1, "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(report["schema"], "vscheck.test/1");
    assert_eq!(report["counts"]["ok"], 3);
    assert_eq!(report["counts"]["no_threads"], 2);
    let library = &report["targets"][0]["tests"];
    assert_eq!(library[0]["name"], "tests::from_both_sides");
    assert_eq!(library[0]["result"], "failed");
    assert_eq!(library[0]["run"]["bugs"][0]["kind"], "deadlock");
    assert_eq!(library[2]["result"], "no-threads");
    assert!(library[2]["run"].is_null());
    let host = &report["targets"][2]["tests"][1];
    assert_eq!(host["result"], "unsupported");
    assert_eq!(host["run"]["error"]["span"]["line"], 17);
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
fn a_test_for_loom_runs_with_its_cfg() {
    let folder = temporary("loom");
    let test = "#![cfg(loom)]\nuse loom::sync::atomic::{AtomicUsize, Ordering::SeqCst};\n\
                #[test]\nfn counts() { loom::model(|| {\n\
                let n = loom::sync::Arc::new(AtomicUsize::new(0));\n\
                let m = n.clone();\n\
                let t = loom::thread::spawn(move || m.store(m.load(SeqCst) + 1, SeqCst));\n\
                n.store(n.load(SeqCst) + 1, SeqCst);\n\
                t.join().unwrap();\nassert_eq!(2, n.load(SeqCst));\n}) }\n";
    write(&folder, "counts.rs", test);
    let file = folder.join("counts.rs");
    let file = file.to_str().expect("text");
    for cfg in [&[][..], &["--cfg", "loom"]] {
        let (code, text) = run_with(|_| (), &[&["test", file], cfg].concat());
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("test counts ... FAILED (panic)"), "{text}");
    }
}

/// The manifest of a package, which ends with this.
fn manifest(name: &str, rest: &str) -> String {
    format!("[package]\nname = '{name}'\nversion = '0.1.0'\nedition = '2024'\n{rest}")
}

/// A package in a new folder of this test's own: files by their paths in it.
fn package(name: &str, files: &[(&str, &str)]) -> String {
    let folder = temporary(name);
    let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n[workspace]\n");
    write(&folder, "Cargo.toml", &manifest);
    for (path, text) in files {
        let inner = folder.join(path);
        let inner = inner.parent().expect("a folder");
        std::fs::create_dir_all(inner).expect("a temporary folder");
        write(&folder, path, text);
    }
    folder.to_str().expect("text").to_string()
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
}

/// A `#[should_panic]` test passes if a panic reaches it: of a thread's it sees what `join` gives.
#[test]
fn a_should_panic_test_waits_for_the_panic_that_reaches_it() {
    let test = |expected: &str, name: &str, body: &str| {
        format!("#[test]\n#[should_panic(expected = \"{expected}\")]\nfn {name}() {{ {body} }}\n")
    };
    let scope = "thread::scope(|s| { s.spawn(|| panic!(\"boom\")); });";
    let poisoned = "let m = Mutex::new(0);\n\
                    thread::scope(|s| {\n\
                        let t = s.spawn(|| { let _g = m.lock().unwrap(); panic!(\"in it\") });\n\
                        assert!(t.join().is_err());\n\
                    });\n\
                    *m.lock().unwrap() += 1;";
    let text = [
        "use std::{panic::resume_unwind, sync::Mutex, thread};\n".to_string(),
        test("a scoped thread panicked", "scope", scope),
        test("PoisonError", "poisoned", poisoned),
        test(
            "boom",
            "resumed",
            "resume_unwind(thread::spawn(|| panic!(\"boom\")).join().unwrap_err());",
        ),
        test(
            "boom",
            "unwrapped",
            "thread::spawn(|| panic!(\"boom\")).join().unwrap();",
        ),
        test(
            "boom",
            "ignored",
            "let _ = thread::spawn(|| panic!(\"boom\")).join();",
        ),
    ];
    let folder = temporary("should-panic");
    write(&folder, "threads.rs", &text.concat());
    let file = folder.join("threads.rs");
    let (code, text) = run_with(|_| (), &["test", file.to_str().expect("text")]);
    assert_eq!(code, 1, "{text}");
    let lines = [
        "test scope ... ok",
        "test poisoned ... ok",
        "test resumed ... ok",
        "test unwrapped ... FAILED (panic)",
        "test ignored ... FAILED (panic)",
    ];
    contains_lines(&text, &lines);
}

#[test]
fn every_failure_of_a_loom_test_is_a_panic_to_should_panic() {
    let test = |expected: &str, name: &str, body: &str| {
        format!(
            "#[test]\n#[should_panic{expected}]\nfn {name}() {{ loom::model(|| {{\n{body}\n}}) }}\n"
        )
    };
    let deadlock = "let m = Mutex::new(0);\nlet _a = m.lock();\nloom::thread::spawn(|| {});\n\
                    let _b = m.lock();";
    let race = "let c = Arc::new(Shared(UnsafeCell::new(())));\nlet d = c.clone();\n\
                loom::thread::spawn(move || d.0.with_mut(|_| ()));\nc.0.with(|_| ());";
    let text = [
        "use loom::{cell::UnsafeCell, sync::{Arc, Mutex}};\n".to_string(),
        "struct Shared(UnsafeCell<()>);\nunsafe impl Sync for Shared {}\n".to_string(),
        test("(expected = \"deadlock\")", "waits", deadlock),
        test("(expected = \"Causality\")", "races", race),
        test("(expected = \"Causality\")", "waits_too", deadlock),
    ];
    let folder = temporary("failures");
    write(&folder, "failures.rs", &text.concat());
    let file = folder.join("failures.rs");
    let (code, text) = run_with(|_| (), &["test", file.to_str().expect("text")]);
    assert_eq!(code, 1, "{text}");
    let lines = [
        "test waits ... ok",
        "test races ... ok",
        "test waits_too ... FAILED (deadlock)",
    ];
    contains_lines(&text, &lines);
}

#[test]
fn rustflags_count_for_packages() {
    let library = "#[cfg(loom)]\n#[test]\nfn only() { loom::model(|| {\n\
                   loom::thread::spawn(|| {}).join().unwrap();\n}) }\n\
                   #[test]\nfn plain() { std::thread::spawn(|| {}).join().unwrap(); }\n";
    let folder = package("flags", &[("src/lib.rs", library)]);
    let flags = |command: &mut Command| {
        command.env("RUSTFLAGS", "--cfg loom");
    };
    let (code, text) = run_with(flags, &["test", &folder]);
    assert_eq!(code, 0, "{text}");
    contains_lines(&text, &["test only ... ok", "test plain ... ok"]);
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
                  std::fs::write(out.join(\"depth.rs\"), text).unwrap();\n\
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

#[test]
fn tests_fail_by_what_they_return() {
    let tests = "use std::thread::spawn;\n\
                 #[test]\nfn fine() -> Result<(), String> { spawn(|| {}).join().unwrap(); Ok(()) }\n\
                 #[test]\nfn wrong() -> Result<(), String> { spawn(|| {}).join().unwrap(); Err(\"no\".into()) }\n";
    let files = [("src/lib.rs", ""), ("tests/returned.rs", tests)];
    let folder = package("returned", &files);
    let (code, text) = run_with(|_| (), &["test", &folder]);
    assert_eq!(code, 1, "{text}");
    contains_lines(
        &text,
        &["test fine ... ok", "test wrong ... FAILED (panic)"],
    );
}

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

/// An empty folder of a test's own.
fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("packages")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a temporary file");
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

/// Runs a program that calls a published library, which is to be told to keep something or not: only where it
/// keeps it, it comes to what is not supported, at this place.
fn stops_where_it_keeps(name: &str, library: &str, call: impl Fn(bool) -> String, place: &str) {
    let main = |keep: bool| format!("fn main() {{ {}; }}\n", call(keep));
    let (forgets, keeps) = (main(false), main(true));
    let folder = with_published(name, library, &[("forgets", &forgets), ("keeps", &keeps)]);
    let (code, text) = run_binary(&folder, "forgets");
    assert_eq!(code, 0, "{text}");
    let (code, text) = run_binary(&folder, "keeps");
    assert_eq!(code, 3, "{text}");
    let stop = format!("not supported ({place})");
    assert!(text.contains(&stop), "{text}");
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
    for place in ["turns.rs:3", "turns.rs:5"] {
        let is_sum = |line: &str| line.contains("3 steps in notes") && line.contains(place);
        assert_eq!(
            text.lines().filter(|line| is_sum(line)).count(),
            1,
            "{text}"
        );
    }
    assert!(!text.contains("lib.rs:7"), "{text}");
    let (code, text) = run_with(here, &["replay", "bug.json"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("lib.rs:7"), "{text}");
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

/// What the profile of binaries leaves out that of tests may have, and a benchmark is a target.
#[test]
fn profiles_say_what_is_checked() {
    let folder = temporary("profiles");
    for part in ["src", "benches"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let profiles = "[profile.dev]\noverflow-checks = false\n[profile.test]\noverflow-checks = true\n\
                    debug-assertions = false\n[[bench]]\nname = \"sums\"\nharness = false\n";
    let manifest = format!(
        "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n{profiles}"
    );
    write(&folder, "Cargo.toml", &manifest);
    let library = "pub fn next(n: u8) -> u8 { std::thread::spawn(move || n + 1).join().unwrap() }\n\
                   pub fn few(n: u8) -> u8 { debug_assert!(n < 9, \"many\"); n }\n\
                   #[test]\nfn wraps() { assert_eq!(next(255), 0) }\n\
                   #[test]\nfn passes() { assert_eq!(next(few(9)), 10) }\n";
    write(&folder, "src/lib.rs", library);
    write(
        &folder,
        "src/main.rs",
        "fn hide<T>(x: T) -> T { std::hint::black_box(x) }\n\
         fn main() {\n\
             assert_eq!(sums::next(255), 0);\n\
             assert_eq!(-hide(i32::MIN), i32::MIN);\n\
             assert_eq!(hide(1u8) << hide(9u64), 2);\n\
             assert_eq!(hide(1u32) << hide((1i128 << 80) + 33), 2);\n\
             assert_eq!(hide(1u32) << (1u64 << 32), 1);\n\
             assert!(std::panic::catch_unwind(|| hide(255u8).strict_add(1)).is_err());\n\
         }\n",
    );
    write(
        &folder,
        "benches/sums.rs",
        "fn main() { sums::next(sums::few(255)); }\n",
    );
    let shown = folder.to_str().expect("text").to_string();
    check(&shown, 0, "no bug");
    check(
        &format!("{shown} --bench sums"),
        1,
        "attempt to add with overflow",
    );
    check(&format!("{shown} --bench fast"), 2, "there is `sums`");
    check(&format!("{shown} --lib --entry wraps"), 1, "overflow");
    let (code, text) = cargo_vscheck(&shown, "test --lib");
    assert_eq!(code, 1, "{text}");
    contains_lines(&text, &["test wraps ... FAILED", "test passes ... ok"]);
}

/// The `main` of a test's file is run where the manifest says that it brings its own harness, and else by nobody.
#[test]
fn mains_are_tests_where_there_is_no_harness() {
    let folder = temporary("mains");
    for part in ["src", "tests"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let manifest = "[package]\nname = \"mains\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n\
                    [[test]]\nname = \"own\"\nharness = false\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder, "src/lib.rs", "");
    let main = "fn main() { std::thread::spawn(|| panic!(\"run\")).join().unwrap(); }\n";
    write(&folder, "tests/own.rs", main);
    write(&folder, "tests/usual.rs", main);
    let shown = folder.to_str().expect("text").to_string();
    let (code, text) = cargo_vscheck(&shown, "test --test own");
    assert_eq!(code, 1, "{text}");
    contains_lines(&text, &["test main ... FAILED"]);
    let (code, text) = cargo_vscheck(&shown, "test --test usual");
    assert_eq!(code, 0, "{text}");
    contains_lines(&text, &["running 0 tests"]);
}

/// What a profile says of single packages, and that a panic ends the process.
#[test]
fn profiles_may_speak_of_packages_and_of_panics() {
    let folder = temporary("profiles-of-packages");
    for part in ["src", "near/src"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let near = "[package]\nname = \"near\"\nversion = \"1.0.0\"\nedition = \"2021\"\n";
    write(&folder, "near/Cargo.toml", near);
    let add = "pub fn add(n: u8) -> u8 { n + 1 }\n";
    write(&folder, "near/src/lib.rs", add);
    write(&folder, "src/lib.rs", add);
    let manifest = |profile: &str| {
        let text = format!(
            "[package]\nname = \"wraps\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n\
             [dependencies]\nnear = {{ path = \"near\" }}\n{profile}"
        );
        write(&folder, "Cargo.toml", &text);
    };
    let shown = folder.to_str().expect("text").to_string();
    let main = "fn main() { assert_eq!(near::add(255), 0); wraps::add(std::env::args().count() as u8 - 1); }\n";
    write(&folder, "src/main.rs", main);
    manifest("");
    check(&shown, 1, "attempt to add with overflow");
    manifest("[profile.dev.package.near]\noverflow-checks = false\n");
    check(&shown, 0, "no bug");
    let caught = "fn main() {\n\
                  let child = std::thread::spawn(|| std::panic::catch_unwind(|| panic!(\"caught\")).is_err());\n\
                  assert!(child.join().unwrap() && cfg!(panic = \"unwind\"));\n}\n\
                  #[test]\nfn unwinds() { main() }\n";
    write(&folder, "src/main.rs", caught);
    check(&shown, 0, "no bug");
    manifest("[profile.dev]\npanic = \"abort\"\n");
    check(&shown, 1, "panic: caught");
    check(&format!("{shown} --child-panic propagate"), 1, "caught");
    let (code, text) = cargo_vscheck(&shown, "test --bin wraps");
    assert_eq!(code, 0, "{text}");
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
