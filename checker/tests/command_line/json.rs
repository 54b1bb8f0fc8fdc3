//! Reports as JSON.

use super::*;

const PLACE: &[(&str, &str)] = &[("file", "s"), ("line", "n"), ("column", "n")];

#[test]
fn a_bug_as_json() {
    let (_, report) = json(&["run", "corpus/thesis/reorder.rs"]);
    has(
        &report,
        &[
            ("schema", "s"),
            ("program", "s"),
            ("entry", "s"),
            ("engine", "s"),
            ("verdict", "s"),
            ("complete", "b"),
            ("bugs", "a"),
            ("stats", "o"),
            ("engine_stats", "o"),
        ],
    );
    assert_eq!(
        (&report["schema"], &report["entry"]),
        (&"vscheck.run/1".into(), &"main".into())
    );
    assert_eq!(report["complete"], Value::from(false));
    assert!(report.get("outcomes").is_none(), "only with --outcomes");
    let bug = first(&report, "bugs");
    has(
        bug,
        &[
            ("kind", "s"),
            ("message", "s"),
            ("thread", "s"),
            ("span", "o"),
            ("schedule", "a"),
        ],
    );
    has(&bug["span"], PLACE);
    let thread = bug["thread"].as_str().expect("a thread");
    assert!(thread.contains(" (spawned at reorder.rs:"), "{thread}");
    let step = first(bug, "schedule");
    has(
        step,
        &[
            ("thread", "s"),
            ("op", "s"),
            ("object", "s?"),
            ("span", "o?"),
        ],
    );
    let counts = [
        "executions",
        "states",
        "transitions",
        "instructions",
        "max_depth",
    ];
    let costs = [
        "peak_memory_bytes",
        "lines_reached",
        "time_frontend_ms",
        "time_static_ms",
        "time_explore_ms",
    ];
    let members: Vec<_> = counts
        .iter()
        .chain(&costs)
        .map(|&name| (name, "n"))
        .collect();
    has(&report["stats"], &members);
}

#[test]
fn what_was_covered_as_json() {
    let (_, report) = json(&["run", "corpus/counts/SB.rs", "--all"]);
    let coverage = &report["coverage"];
    let counts = [("pairs", "n"), ("both", "n"), ("one", "n"), ("none", "n")];
    has(coverage, &counts);
    has(coverage, &[("reasons", "o"), ("truncated", "b")]);
    assert_eq!(coverage["both"], Value::from(2));
    let pair = first(coverage, "list");
    let ends = [("a", "o"), ("b", "o")];
    has(pair, &[("type", "s"), ("orders", "s"), ("reason", "s?")]);
    has(pair, &ends);
    let (_, without) = json(&["run", "corpus/counts/SB.rs", "--all", "--engine", "dfs"]);
    assert!(without.get("coverage").is_none(), "no static pass");
}

#[test]
fn access_pairs_as_json() {
    let (code, report) = json(&["analyze", "corpus/thesis/reorder.rs"]);
    assert_eq!((code, &report["schema"]), (0, &"vscheck.analyze/1".into()));
    has(
        &report,
        &[
            ("program", "s"),
            ("entry", "s"),
            ("threads", "a"),
            ("peg_nodes", "n"),
            ("mhp_pairs", "n"),
            ("mhp", "s"),
            ("counts", "o"),
            ("filtered", "o"),
            ("pairs", "a"),
            ("time_ms", "o"),
        ],
    );
    has(
        &report["threads"][1],
        &[("id", "s"), ("spawned_at", "o"), ("many", "b")],
    );
    let kinds = ["RW", "MM", "WN", "WM", "SR", "PU", "BB", "OO"];
    has(&report["counts"], &kinds.map(|kind| (kind, "n")));
    has(
        &report["filtered"],
        &["conflicting", "mhp", "locks", "alias", "escape", "disjoint"].map(|name| (name, "n")),
    );
    let times = ["frontend", "points_to", "peg", "mhp", "pairs"];
    has(&report["time_ms"], &times.map(|time| (time, "n")));
    let pair = first(&report, "pairs");
    has(
        pair,
        &[
            ("type", "s"),
            ("alias", "s"),
            ("a", "o"),
            ("b", "o"),
            ("why", "o"),
        ],
    );
    has(&pair["why"], &[("escape", "s"), ("locks", "a")]);
    let end = [
        ("thread", "s"),
        ("function", "s"),
        ("op", "s"),
        ("place", "s"),
        ("context", "a"),
    ];
    has(&pair["a"], &end);
    has(&pair["a"]["span"], PLACE);
}

/// Who reads JSON gets an object, whatever is wrong.
#[test]
fn what_cannot_be_checked_is_json_too() {
    let broken = temporary("broken/Cargo.toml", "[package\n");
    let broken = broken
        .parent()
        .expect("a folder")
        .to_str()
        .expect("text")
        .to_string();
    let program = "corpus/hunt/overdrawn.rs";
    let cases: [&[&str]; 6] = [
        &["test", "nowhere.rs"],
        &["test", &broken],
        &["test", program, "--entry", "main"],
        &["run", program, "extra"],
        &["run", program, "--trace", "corpus/README.md"],
        &["analyze", "nowhere.rs"],
    ];
    for arguments in cases {
        let (code, report) = json(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        has(&report["error"], &[("message", "s"), ("span", "o?")]);
    }
    let (_, stdout, _) = run(&["run", program, "--format", "json", "--", "extra"]);
    let report: Value = serde_json::from_str(&stdout).expect("one object");
    let message = report["error"]["message"].as_str().expect("a message");
    assert!(message.contains("without arguments"), "{message}");
}
