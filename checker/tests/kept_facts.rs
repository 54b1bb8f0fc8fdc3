//! Static facts that come from the cache say what those say that were put there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::{corpus_programs, in_parallel};
use vscheck::cache::{self, Cache};
use vscheck::engine;
use vscheck::exploration::{Exploration, Settings};
use vscheck::pipeline::{analyze, load_bounded, observed};
use vscheck::report::pairs;
use vscheck::report::snippet::Style;
use vscheck::source::Reading;
use vscheck_analysis::Facts;
use vscheck_frontend::inputs::Inputs;
use vscheck_ir::Program;

mod support;

#[test]
fn kept_facts_say_what_fresh_ones_do() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept-facts");
    let cache = Cache::within(&folder);
    let thesis = |path: &PathBuf| path.components().any(|c| c.as_os_str() == "thesis");
    let programs: Vec<_> = corpus_programs().into_iter().filter(thesis).collect();
    assert!(
        programs.len() >= 46,
        "the thesis's programs and their twins"
    );
    let problems = in_parallel(programs, |path| {
        let key = path.display().to_string();
        let program = load_bounded(path, &Reading::default()).expect("an accepted program");
        let program = observed(program, &Settings::default());
        let fresh = analyze(&program, &Settings::default());
        let shelf = cache.put(&key, Inputs::default(), &());
        shelf.put_shared("facts", fresh.clone());
        let kept: Facts = shelf.get("facts").expect("just put there");
        let (fresh, kept) = (said(&program, fresh), said(&program, Arc::new(kept)));
        (fresh != kept).then(|| format!("{key}: {fresh}\n{kept}"))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert_eq!(problems, [""; 0]);
    cache::finish();
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// All that facts say of themselves, and the search that they guide.
fn said(program: &Arc<Program>, facts: Arc<Facts>) -> String {
    let texts = [
        facts.print_peg(program),
        facts.print_mhp(program),
        facts.print_pairs(program, usize::MAX),
        pairs::human(program, &facts, pairs::Extent::All, Style::plain()),
    ];
    let options = Reading::default().machine;
    let mut exploration = Exploration::new(program.clone(), options, Settings::default());
    exploration.set_facts(facts);
    (engine::DEFAULT.explore)(&mut exploration);
    let findings = exploration.into_findings();
    let schedules: Vec<_> = findings.bugs.iter().map(|bug| bug.run.schedule()).collect();
    format!("{}{:?}{schedules:?}", texts.concat(), findings.stats)
}
