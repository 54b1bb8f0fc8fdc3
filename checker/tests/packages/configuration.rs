//! `cfg`s, `rustflags` and profiles.

use super::*;

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
