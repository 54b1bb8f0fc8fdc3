//! The README's comparison with the peers holds exactly figures of `docs/tables/peers.csv`. With
//! `VSCHECK_BLESS=1` the table is written anew.

mod support;

use std::fmt::Write;
use support::{root, written_between};

/// Where the table stands in the README.
const MARKS: (&str, &str) = (
    "<!-- peers: from docs/tables/peers.csv -->\n",
    "<!-- /peers -->",
);

/// The programs that the README shows: some of each kind.
const SHOWN: [(&str, &str); 11] = [
    ("check_then_act_sections", "N=2"),
    ("bounded_buffer_if", ""),
    ("stack_aba", ""),
    ("safe_stack", ""),
    ("sums_by_turns", ""),
    ("reorder_3", ""),
    ("reorder_100", ""),
    ("inc", "N=3"),
    ("ainc_lock", "N=4"),
    ("fib_bench", "N=3"),
    ("buffer", "ITEMS=1"),
];

/// One line of the CSV.
struct Row {
    program: String,
    size: String,
    buggy: bool,
    peer: String,
    end: String,
    executions: u64,
    seconds: f64,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("docs/tables/peers.csv")).expect("the table");
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    let column = |name: &str| header.iter().position(|h| *h == name).expect("a column");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |name: &str| cells[column(name)].to_string();
        Row {
            program: cell("program"),
            size: cell("size"),
            buggy: cell("buggy") == "true",
            peer: cell("peer"),
            end: cell("end"),
            executions: cell("executions").parse().expect("a count"),
            seconds: cell("search_s").parse().expect("a time"),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn table() -> String {
    let rows = rows();
    let mut out = "| program | up to | vscheck | loom | shuttle |\n\
                   | --- | --- | ---: | ---: | ---: |\n"
        .to_string();
    for (program, size) in SHOWN {
        let of = |wanted: &dyn Fn(&Row) -> bool| {
            let mine = rows
                .iter()
                .filter(|row| row.program == program && row.size == size);
            let peers = mine.filter(|row| wanted(row));
            peers
                .min_by_key(|row| (row.end != "bug", row.executions))
                .map(cell)
        };
        let buggy = rows.iter().any(|row| row.program == program && row.buggy);
        let kind = if buggy { "first bug" } else { "the end" };
        let shuttle = |row: &Row| match buggy {
            true => row.peer.starts_with("shuttle ") && row.peer != "shuttle dfs",
            false => row.peer == "shuttle dfs",
        };
        let cells = [
            of(&|row| row.peer == "vscheck"),
            of(&|row| row.peer == "loom"),
            of(&shuttle),
        ];
        let cells = cells.map(|cell| cell.expect("a measured program"));
        let name = format!("{program} {size}");
        let _ = writeln!(
            out,
            "| `{}` | {kind} | {} |",
            name.trim(),
            cells.join(" | ")
        );
    }
    out
}

/// Executions and time of the search.
fn cell(row: &Row) -> String {
    if row.end == "refused" {
        return "refused".to_string();
    }
    let more = if row.end == "bound" { "more than " } else { "" };
    let wrong = if row.end == "no-bug" && row.buggy {
        " (no bug)"
    } else {
        ""
    };
    let time = match row.seconds * 1e3 {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1e3),
    };
    format!(
        "{more}{} in {time}{wrong}",
        vscheck::report::table::thousands(row.executions)
    )
}

#[test]
fn the_comparison_in_the_readme_is_the_measured_one() {
    written_between("README.md", MARKS, &table());
}
