//! Complete searches by dynamic partial-order reduction, with and without its techniques, beside the figures of the
//! papers, from `papers.csv`.

use super::markup::Table;
use super::measure::Subject;
use super::{Report, count, duration};
use vscheck::engine::{DEFAULT, Engine, find};

const DATA: &str = include_str!("papers.csv");

const NOTES: &str = "\
- Each cell: executions and time of a complete search. `>`: a limit stopped it.
- *paper*: Saarikivi, Kähkönen, Heljanko 2012, figure 8: executions on average of five runs in random orders, 10,000
  at most; jCUTE detects races and flips them. The programs there are in Java, where reads of shared variables are
  operations. Here plain accesses are none, and these programs have no atomic reads: that reads commute makes no
  difference to them.
- *RichTest*, *VeriSoft*: Lei, Carver 2006, section 8: reachability testing, and persistent sets with sleep sets.
- The programs are [`corpus/counts/`](../../corpus/counts), with that many threads.
";

/// A way to search, and what it does without.
struct Way {
    name: &'static str,
    engine: &'static str,
    disable: &'static [&'static str],
}

const WAYS: [Way; 5] = [
    Way {
        name: "no reduction",
        engine: "exhaustive",
        disable: &[],
    },
    Way {
        name: "dpor alone",
        engine: "dpor",
        disable: &["commuting-reads", "sleep-sets"],
    },
    Way {
        name: "reads commute",
        engine: "dpor",
        disable: &["sleep-sets"],
    },
    Way {
        name: "and sleep sets",
        engine: "dpor",
        disable: &[],
    },
    Way {
        name: DEFAULT.name,
        engine: DEFAULT.name,
        disable: &[],
    },
];

/// What the papers give.
const PAPERS: [&str; 7] = [
    "paper: none",
    "paper: dpor",
    "paper: reads commute",
    "paper: and sleep sets",
    "paper: jCUTE",
    "RichTest",
    "VeriSoft",
];

/// Writes `reduction.{md,csv}`.
pub(super) fn write(report: &Report) -> Result<(), String> {
    let ways = WAYS.iter().map(|way| way.name);
    let header: Vec<&str> = ["program"].into_iter().chain(ways).chain(PAPERS).collect();
    let mut table = Table::new(&header);
    let lines = DATA.lines().filter(|line| !line.starts_with('#')).skip(1);
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let [corpus, n, program, papers @ ..] = &fields[..] else {
            return Err(format!("too few fields: {line}"));
        };
        let subject = Subject::counted(report.root, corpus, n)?;
        let mut cells = vec![program.to_string()];
        for way in &WAYS {
            cells.push(cell(&subject, way, report)?);
        }
        cells.extend(papers.iter().map(|figure| figure.to_string()));
        table.row(cells);
        eprintln!("{program}: done");
    }
    report.page(
        "reduction",
        "Dynamic partial-order reduction",
        &table,
        NOTES,
    )
}

fn cell(subject: &Subject, way: &Way, report: &Report) -> Result<String, String> {
    let engine: &'static Engine = find(way.engine).ok_or("no such engine")?;
    let row = subject.all(engine, way.disable, report.budget)?;
    let executions = count(row.executions, !row.complete);
    Ok(format!("{executions}, {}", duration(row.time_ms)))
}
