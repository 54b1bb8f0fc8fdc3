//! The progress line of long searches, on standard error.

use crate::exploration::Progress;
use crate::report::table::thousands;
use crate::stats::Stats;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// When to show it.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Whatever standard error is.
    Always,
    /// Not at all.
    Never,
}

/// Time between two looks at the counts.
const INTERVAL: Duration = Duration::from_millis(100);

/// A progress line, if it is wanted.
pub fn progress(when: When) -> Option<Progress> {
    match when {
        When::Never => None,
        When::Auto if !std::io::stderr().is_terminal() => None,
        When::Auto => Some(bar()),
        When::Always if std::io::stderr().is_terminal() => Some(bar()),
        When::Always => Some(lines()),
    }
}

/// One line that is drawn again and again; it goes away with the search.
fn bar() -> Progress {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    let bar = Cleared(bar);
    every(INTERVAL, move |stats| {
        bar.0.set_message(message(stats));
        bar.0.tick();
    })
}

struct Cleared(ProgressBar);

impl Drop for Cleared {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// For standard error that is a file: a line a second.
fn lines() -> Progress {
    every(Duration::from_secs(1), |stats| {
        super::output::complain(&message(stats))
    })
}

fn every(interval: Duration, mut show: impl FnMut(&Stats) + Send + 'static) -> Progress {
    let mut last = Instant::now();
    Box::new(move |stats| {
        if last.elapsed() >= interval {
            last = Instant::now();
            show(stats);
        }
    })
}

fn message(stats: &Stats) -> String {
    format!(
        "{} executions, {} states, {} transitions",
        thousands(stats.executions),
        thousands(stats.states),
        thousands(stats.transitions)
    )
}
