//! Recorded schedules: `--trace` and `vscheck replay`.

use super::*;

#[test]
fn a_recorded_schedule_replays_until_the_program_changes() {
    let source = std::fs::read_to_string(root().join("corpus/hunt/overdrawn.rs")).expect("source");
    let program = temporary("overdrawn.rs", &source);
    let trace = program.with_extension("json");
    let (program, trace) = (program.display().to_string(), trace.display().to_string());
    assert_eq!(run(&["run", &program, "--trace", &trace]).0, 1);
    let (code, stdout, _) = run(&["replay", &trace]);
    assert!(code == 1 && stdout.contains("panic: overdrawn"), "{stdout}");
    temporary(
        "overdrawn.rs",
        &source.replace("if balance.load(SeqCst) >= 70", "if true"),
    );
    let (code, _, stderr) = run(&["replay", &trace]);
    assert!(
        code == 2 && stderr.contains("leaves the recorded schedule at step 3"),
        "{stderr}"
    );
    let text = std::fs::read_to_string(&trace).expect("a schedule");
    let unread = text.replace("\"edition\": null", "\"edition\": \"2042\"");
    std::fs::write(&trace, unread).expect("a schedule");
    let (code, _, stderr) = run(&["replay", &trace]);
    assert!(code == 2 && stderr.contains("edition `2042`"), "{stderr}");
}

/// A schedule says where its program was from where it was recorded; from elsewhere, the program is looked for
/// beside it.
#[test]
fn a_schedule_is_replayed_from_anywhere() {
    let buggy = std::fs::read_to_string(root().join("corpus/hunt/overdrawn.rs")).expect("source");
    let program = temporary("elsewhere/overdrawn.rs", &buggy);
    let folder = program.parent().expect("a folder");
    let trace = folder.join("bug.json");
    let _ = std::fs::remove_file(&trace);
    let mut recording = vscheck(&["run", "overdrawn.rs", "--trace", "bug.json"]);
    let recorded = recording.current_dir(folder).output().expect("it runs");
    assert_eq!(recorded.status.code(), Some(1));
    let (code, stdout, stderr) = run(&["replay", trace.to_str().expect("text")]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    assert!(stdout.starts_with("error: panic"), "{stdout}");
}

/// What `--trace` writes to is never anything but a schedule, and never one of another run.
#[test]
fn a_trace_overwrites_schedules_only() {
    let buggy = std::fs::read_to_string(root().join("corpus/hunt/overdrawn.rs")).expect("source");
    let program = temporary("traced.rs", &buggy);
    let trace = program.with_file_name("traced.json");
    let _ = std::fs::remove_file(&trace);
    let (path, file) = (
        program.to_str().expect("text"),
        trace.to_str().expect("text"),
    );
    let (code, stdout, stderr) = run(&["run", path, "--trace", path]);
    assert!(
        code == 2 && stderr.contains("does not overwrite"),
        "{stderr}"
    );
    assert_eq!(stdout, "", "nothing is searched");
    assert_eq!(
        std::fs::read_to_string(&program).expect("the source"),
        buggy
    );
    let nowhere = program.with_file_name("no_folder").join("bug.json");
    let nowhere = nowhere.to_str().expect("text");
    assert_eq!(run(&["run", path, "--trace", nowhere]).0, 2);

    for _ in 0..2 {
        assert_eq!(run(&["run", path, "--trace", file]).0, 1);
        assert_eq!(run(&["replay", file]).0, 1);
    }
    temporary("traced.rs", "fn main() {}\n");
    let (code, _, stderr) = run(&["run", path, "--trace", file]);
    assert!(code == 0 && stderr.contains("removed"), "{stderr}");
    assert!(!trace.exists());
    let (code, _, stderr) = run(&["run", path, "--trace", file]);
    assert_eq!((code, stderr.as_str()), (0, ""));
}
