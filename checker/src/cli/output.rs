//! Standard output and error: widths, colours, and pipes that close early.

use crate::report::snippet::Style;
use clap::ValueEnum;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Wherever the text goes.
    Always,
    /// Not at all.
    Never,
}

/// What the user wants; set once, before anything is printed.
static COLOR: OnceLock<Color> = OnceLock::new();

/// Settles when to use colours.
pub fn use_color(color: Color) {
    // A second answer would come too late for what is printed already.
    let _ = COLOR.set(color);
}

fn is_colored(is_terminal: bool) -> bool {
    // An empty value counts as none: no-color.org.
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match COLOR.get() {
        Some(Color::Always) => true,
        Some(Color::Never) => false,
        Some(Color::Auto) | None => is_terminal && !refused,
    }
}

/// Columns assumed where the terminal does not say.
const DEFAULT_WIDTH: usize = 100;

/// How text is laid out on standard output.
pub fn style() -> Style {
    style_for(std::io::stdout().is_terminal())
}

/// How text is laid out on standard error.
pub fn error_style() -> Style {
    style_for(std::io::stderr().is_terminal())
}

fn style_for(is_terminal: bool) -> Style {
    let asked = std::env::var("COLUMNS")
        .ok()
        .and_then(|text| text.parse().ok());
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = asked.or(terminal.filter(|_| is_terminal));
    Style {
        width: width.unwrap_or(DEFAULT_WIDTH).max(40),
        wraps_all: width.is_some(),
        color: is_colored(is_terminal),
    }
}

/// Whether something that should stand on standard output does not.
static INCOMPLETE: AtomicBool = AtomicBool::new(false);

/// Whether all of standard output was written, or its reader has gone away.
pub fn is_complete() -> bool {
    !INCOMPLETE.load(Ordering::Relaxed)
}

/// Writes to standard output. A reader who has gone away has seen enough: that is no error. What cannot be
/// written is complained of once.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != ErrorKind::BrokenPipe
        && !INCOMPLETE.swap(true, Ordering::Relaxed)
    {
        complain(&format!("error: cannot write to standard output: {error}"));
    }
}

/// Writes a message to standard error.
pub fn complain(message: &str) {
    // Nobody is left to tell if this fails.
    let _ = writeln!(std::io::stderr(), "{}", message.trim_end());
}
