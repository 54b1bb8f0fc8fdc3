//! What the command line takes, and what it refuses in which words.

use super::*;

/// vscheck checks no borrows; where there is no compiler either, what is wrong may show in a run.
#[test]
fn an_ill_formed_program_is_refused_in_the_words_of_rustc() {
    let text = "
fn main() {
    let v = vec![1];
    let t = std::thread::spawn(move || v.len());
    println!(\"{v:?}\");
    t.join().unwrap();
}
";
    let path = temporary("moved.rs", text);
    let path = path.to_str().expect("text");
    let (code, report) = json(&["run", path, "--no-rustc"]);
    assert_ne!(code, 2, "{report:#}");
    if std::process::Command::new("rustc")
        .arg("-V")
        .output()
        .is_ok()
    {
        let (code, report) = json(&["run", path]);
        let message = report["error"]["message"].as_str().expect("a message");
        assert_eq!((code, message.contains("E0382")), (2, true), "{message}");
    }
}

/// A check of no tests says so, and why there were none.
#[test]
fn nothing_to_check_is_said() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "there is no `#[test]` here"),
        (&["one", "two"], "no test's path has `one` or `two` in it"),
        (&["one", "--exact"], "no test's path is `one`"),
        (&["--ignored"], "none of the tests here is asked for"),
    ];
    for (arguments, part) in cases {
        let command = [&["test", "corpus/thesis/reorder.rs"], *arguments].concat();
        let (code, stdout, _) = run(&command);
        assert_eq!(code, 0);
        assert!(stdout.contains(part), "{arguments:?}: {stdout}");
    }
}

/// What could not be written is no report: a check without a bug then has code 2.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_is_not_written_has_code_2() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../corpus/thesis/reorder_fixed.rs"
    );
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vscheck"));
    let command = command
        .args(["run", program])
        .stdout(full.expect("a full device"));
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("error: cannot write to standard output"),
        "{said}"
    );
}

/// Who names a file without a folder reads names without one.
#[test]
fn a_missing_module_is_looked_for_beside_its_parent() {
    let path = temporary("lonely.rs", "mod absent;\nfn main() {}\n");
    let output = vscheck(&["run", "lonely.rs", "--no-rustc"])
        .current_dir(path.parent().expect("a folder"))
        .output()
        .expect("vscheck runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let names = "neither `absent.rs` nor `absent/mod.rs`";
    assert!(message.contains(names), "{message}");
}

/// Where the program is refused anyway, rustc only says better why.
#[cfg(unix)]
#[test]
fn rustc_is_not_waited_for_long_where_the_program_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let slow = temporary("slow_rustc.sh", "#!/bin/sh\nexec sleep 60\n");
    let runs = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&slow, runs).expect("permissions");
    let text = "static A: [u8; 1 << 40] = [0; 1 << 40];\nfn main() { drop(A[5]); }\n";
    let path = temporary("large.rs", text);
    let start = Instant::now();
    let output = vscheck(&["run", path.to_str().expect("text")])
        .env("RUSTC", slow)
        .output()
        .expect("vscheck runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("is too large"), "{message}");
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn usage_errors_have_code_2_and_name_the_culprit() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["run"], "<PROGRAM>"),
        (&["README.md"], "vscheck run README.md"),
        (&["run", "--bogus", "x.rs"], "--bogus"),
        (
            &["run", "--engine", "fast", "x.rs"],
            "engines are value-schedule",
        ),
        (&["run", "--disable", "alias,speed", "x.rs"], "'speed'"),
        (&["analyze", "--disable", "speed", "x.rs"], "techniques are"),
        (&["run", "--timeout", "soon", "x.rs"], "soon"),
        (
            &["run", "--timeout=-1s", "x.rs"],
            "it has to be more than 0",
        ),
        (
            &["run", "--timeout", "99999999999999999999s", "x.rs"],
            "longer than any time",
        ),
        (&["run", "--set", "N", "x.rs"], "NAME=VALUE"),
        (
            &["run", "--edition", "1999", "x.rs"],
            "2015, 2018, 2021 or 2024",
        ),
        (
            &["run", "--entry", "nowhere", "corpus/thesis/reorder.rs"],
            "`nowhere`",
        ),
        (
            &[
                "run",
                "--entry",
                "by",
                "corpus/features/entry_with_a_result.rs",
            ],
            "`by` cannot be the entry: it takes arguments",
        ),
        (
            &["emit", "assembly", "x.rs"],
            "hir, ir, peg, mhp, pairs, trace",
        ),
        (&["replay", "corpus/README.md"], "not a recorded schedule"),
        (
            &["test", "corpus/packages/tickets", "--", "--frob"],
            "error: unexpected argument '--frob' found",
        ),
        (
            &["run", "corpus/hunt/overdrawn.rs", "--entry", "mian"],
            "there is no function `mian` to start from; did you mean `main`?",
        ),
        (
            &[
                "run",
                "corpus/hunt/overdrawn.rs",
                "--engine",
                "value_shedule",
            ],
            "did you mean `value-schedule`?",
        ),
        (
            &["run", "corpus/hunt/overdrawn.rs", "--disable", "comuting"],
            "techniques are ",
        ),
        (
            &["run", "corpus/packages/tickets", "--test", "sale"],
            "has no test `sale`; did you mean `sales`?",
        ),
        (
            &["run", "corpus/packages/tickets", "-p", "ticket"],
            "there is no package `ticket`; did you mean `tickets`?",
        ),
        (
            &["run", "corpus/packages/tickets", "--example", "loud"],
            "has no example `loud`; there is `quiet`",
        ),
        (
            &["test", "corpus/packages/tickets", "--example", "quite"],
            "there is no example `quite` here; did you mean `quiet`?",
        ),
    ];
    for (arguments, part) in cases {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(part), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("error: error:"), "{stderr}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["run", "--help"],
        &["compare", "-h"],
    ] {
        let (code, stdout, stderr) = run(arguments);
        assert!(
            code == 0 && !stdout.is_empty() && stderr.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn every_stage_prints() {
    for stage in ["hir", "ir", "peg", "mhp", "pairs", "trace"] {
        let (code, stdout, stderr) = run(&["emit", stage, "corpus/hunt/overdrawn.rs"]);
        assert!(
            code == 0 && !stdout.is_empty() && stderr.is_empty(),
            "{stage}: {stderr}"
        );
    }
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let mut command = vscheck(&["emit", "ir", "corpus/hunt/overdrawn.rs", "--models"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("vscheck runs");
    drop(child.stdout.take());
    let mut complaints = String::new();
    let stderr = child.stderr.as_mut().expect("standard error");
    stderr.read_to_string(&mut complaints).expect("text");
    assert_eq!(
        (complaints.as_str(), child.wait().expect("it ends").code()),
        ("", Some(0))
    );
}

/// Whether there is a compiler to ask.
fn has_rustc() -> bool {
    Command::new("rustc").arg("-V").output().is_ok()
}

#[test]
fn every_command_asks_rustc() {
    let text = "
#[test]
fn counts() {
    let numbers = vec![1];
    let thread = std::thread::spawn(move || numbers.len());
    println!(\"{numbers:?}\");
    thread.join().unwrap();
}
";
    let path = temporary("moved_in_a_test.rs", text);
    let path = path.to_str().expect("text");
    let commands: [&[&str]; 7] = [
        &["run"],
        &["test"],
        &["analyze"],
        &["compare"],
        &["emit", "ir"],
        &["emit", "trace"],
        &["run", "--entry", "counts"],
    ];
    for command in commands {
        let (code, stdout, stderr) = run(&[command, &[path, "--no-rustc"]].concat());
        assert_ne!(code, 2, "{command:?}: {stdout}{stderr}");
        if has_rustc() {
            let (code, stdout, stderr) = run(&[command, &[path]].concat());
            let said = stdout + &stderr;
            assert!(code == 2 && said.contains("E0382"), "{command:?}: {said}");
            assert!(
                said.contains("moved_in_a_test.rs:6:1"),
                "{command:?}: {said}"
            );
        }
    }
}

#[test]
fn a_program_may_have_the_name_of_an_option() {
    let path = temporary("--named.rs", "fn main() {}\n");
    let mut command = vscheck(&["run", "--no-rustc", "--", "--named.rs"]);
    command.current_dir(path.parent().expect("a folder"));
    assert_eq!(command.output().expect("it runs").status.code(), Some(0));
}

/// `--set` says which constants: all of a name, or those whose path ends so. Values fit their types.
#[test]
fn constants_are_set_by_name_or_path() {
    let text = "
const N: u8 = 1;
mod inner {
    pub const N: u8 = 1;
    pub mod deep {
        pub const N: u8 = 1;
    }
}
fn main() {
    const HERE: i16 = 4;
    println!(\"{} {} {} {HERE}\", N, inner::N, inner::deep::N);
}
";
    let path = temporary("constants.rs", text);
    let path = path.to_str().expect("text");
    let printed = |sets: &[&str]| {
        let (code, report) = json(&[&["run", path, "--outcomes"][..], sets].concat());
        assert_eq!(code, 0, "{report:#}");
        report["outcomes"][0]["stdout"]
            .as_str()
            .expect("text")
            .to_string()
    };
    assert_eq!(printed(&["--set", "N=7"]), "7 7 7 4\n");
    assert_eq!(printed(&["--set", "inner::N=7"]), "1 7 1 4\n");
    assert_eq!(printed(&["--set", "deep::N=7"]), "1 1 7 4\n");
    assert_eq!(printed(&["--set", "crate::N=255"]), "255 1 1 4\n");
    assert_eq!(
        printed(&["--set", "N=2", "--set", "inner::N=3"]),
        "2 3 2 4\n"
    );
    assert_eq!(printed(&["--set", "main::HERE=-5"]), "1 1 1 -5\n");
    let refused: [(&[&str], &str); 6] = [
        (
            &["--set", "N=256"],
            "`256`, given for `N`, is out of the range of `u8`",
        ),
        (&["--set", "N=-1"], "out of the range of `u8`"),
        (&["--set", "HERE=-32769"], "out of the range of `i16`"),
        (
            &["--set", "N=true"],
            "`true`, given for `N`: expected type `u8`",
        ),
        (&["--set", "N=2", "--set", "N=3"], "set to `2` and to `3`"),
        (&["--set", "outer::N=2"], "there is no constant `outer::N`"),
    ];
    for (sets, part) in refused {
        let (code, _, stderr) = run(&[&["run", path][..], sets].concat());
        let words = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == 2 && words.contains(part), "{sets:?}: {stderr}");
    }
}
