//! The front end held against the compiler: which functions a program's functions call and what types
//! their variables have, by ours and by `rustc --emit=mir`.
//!
//! Both are read with parameters in place (MIR is not instantiated) and before trait methods are
//! resolved, both in the normal form of [`normal::normalize`]. What the expansions of std's macros call is
//! left out: the models' macros expand to other things.

pub mod mir;
pub mod normal;
mod ours;
mod text;

use mir::MirFunction;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use vscheck_frontend::resolve::with_large_stack;

/// What one function calls and how its variables are typed. Closures are part of the function around
/// them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// Types by variable name.
    pub variables: BTreeMap<String, BTreeSet<String>>,
    /// Callees.
    pub callees: BTreeSet<String>,
    /// Callees of constants inside, which may be elsewhere for us.
    pub constants: BTreeSet<String>,
}

/// Functions by path; `impl@12::name` for those of the impl in line 12.
pub type Functions = BTreeMap<String, Described>;

/// What the two say differently about a program, one line each, and how many functions were compared.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Function, what it is about, who says what.
    pub differences: Vec<String>,
    /// Programs that one of the two does not accept, with the reason.
    pub refused: Vec<String>,
    /// Functions that both know.
    pub compared: usize,
}

/// Whether there is a compiler to compare with.
pub fn has_rustc() -> bool {
    Command::new("rustc")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Compares the two on many files, on all cores, each of which parses the models once; each line begins
/// with the file's name.
pub fn compare_all(files: &[PathBuf]) -> Comparison {
    let next = AtomicUsize::new(0);
    let whole = Mutex::new(Comparison::default());
    let work = || {
        while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = compare(path);
            let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
            whole.include(path, result);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| with_large_stack(work));
        }
    });
    let mut whole = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
    whole.differences.sort();
    whole.refused.sort();
    whole
}

/// Compares the two on one file. Fails if either does not accept it.
pub fn compare(path: &Path) -> Result<Comparison, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let edition = edition_of(&text);
    let theirs = theirs(path, edition, &text)?;
    let ours = ours::functions(path, edition)?;
    let mut comparison = Comparison::default();
    for (name, theirs) in &theirs {
        let Some(ours) = ours.get(name) else { continue };
        comparison.compared += 1;
        match ours {
            Ok(ours) => comparison.function(name, ours, theirs),
            Err(message) => comparison.differences.push(format!("{name}: {message}")),
        }
    }
    Ok(comparison)
}

/// `//@ edition: 2024` among the first lines, as in the corpus; else 2021.
fn edition_of(text: &str) -> &str {
    let directives = text.lines().take(20);
    let mut found =
        directives.filter_map(|line| line.trim_start_matches("//@ ").strip_prefix("edition:"));
    found.next().map_or("2021", str::trim)
}

fn theirs(path: &Path, edition: &str, text: &str) -> Result<Functions, String> {
    let is_harness = !text.contains("fn main(");
    let output = Command::new("rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .args([
            "--emit=mir",
            "-Zmir-opt-level=0",
            "-Zno-codegen",
            "--cap-lints=allow",
            "-o",
            "-",
        ])
        .args(["--edition", edition])
        .args(is_harness.then_some("--test"))
        .arg(path)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let dump = String::from_utf8_lossy(&output.stdout);
    let mut functions = Functions::new();
    for function in mir::parse(&dump) {
        if !is_derived(&function, text) {
            let name = function.outermost();
            let own = name.rsplit("::").next().unwrap_or(&name).to_string();
            let described = functions.entry(name).or_default();
            described.add(function);
            if is_harness {
                described.callees.remove(&own);
            }
        }
    }
    Ok(functions)
}

/// Whether a function comes from a `#[derive]`, or a macro: its impl does not begin with `impl`.
fn is_derived(function: &MirFunction, text: &str) -> bool {
    let Some((line, column)) = function.impl_place else {
        return false;
    };
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
    let written: String = line.chars().skip(column.saturating_sub(1)).collect();
    !written.starts_with("impl") && !written.starts_with("unsafe")
}

impl Described {
    fn add(&mut self, function: MirFunction) {
        for (name, types) in function.variables {
            self.variables.entry(name).or_default().extend(types);
        }
        let callees = function.callees.iter();
        let callees = callees.map(|callee| normal::callee_form(callee));
        let target = match function.is_constant {
            true => &mut self.constants,
            false => &mut self.callees,
        };
        target.extend(callees.filter(|callee| !is_internal(callee)));
    }
}

/// What the expansions of std's macros, and of literals, call, here or there.
fn is_internal(callee: &str) -> bool {
    const PREFIXES: [&str; 6] = [
        "Arguments::",
        "Argument::",
        "begin_panic",
        "panic",
        "_print",
        "_eprint",
    ];
    const NAMES: [&str; 21] = [
        "async_block",
        "async_suspend",
        "assert_test_result",
        "transmute",
        "format",
        "from_array",
        "assert_failed",
        "assert_failed_inner",
        "assert_matches_failed",
        "unreachable_display",
        "must_use",
        "box_assume_init_into_vec_unsafe",
        "box_new",
        "exchange_malloc",
        "from_elem",
        "into_vec",
        "CStr::from_bytes_with_nul_unchecked",
        "todo",
        "unimplemented",
        "LocalKey::new",
        "field_offset",
    ];
    let plain = callee.split('<').next().unwrap_or(callee);
    let is_vec = callee.starts_with("Box<[") && callee.ends_with("::new_uninit");
    let is_pin = callee.starts_with("Pin<&mut ") && callee.ends_with("::new_unchecked");
    let is_glue = callee == "<str as PartialEq>::eq"
        || callee.starts_with("<Box<") && callee.ends_with(" as Drop>::drop");
    is_vec
        || is_pin
        || is_glue
        || is_operator(callee)
        || NAMES.contains(&plain)
        || PREFIXES.iter().any(|prefix| callee.starts_with(prefix))
}

/// Variables of the expansions of std's macros and of `for`.
const OF_MACROS: [&str; 6] = ["args", "formatted", "iter", "kind", "left_val", "right_val"];

/// Iterators of std whose models are other ones.
const REPLACED: [&str; 7] = [
    "Drain<",
    "EncodeUtf16",
    "RMatchIndices<",
    "Range<",
    "RangeMut<",
    "SymmetricDifference<",
    "Union<",
];

fn is_replaced(text: &str) -> bool {
    REPLACED.iter().any(|name| text.contains(name))
}

/// Whether our callee is theirs but for the type of a replaced iterator.
fn is_modelled(theirs: &str, ours: &str) -> bool {
    let name = |callee: &str| {
        let path = callee.rsplit(">::").next().unwrap_or(callee).to_string();
        path.split('<').next().map(str::to_string)
    };
    is_replaced(theirs) && name(theirs) == name(ours)
}

/// Whether a callee is an operator of the language: `<i32 as Add>::add`.
fn is_operator(callee: &str) -> bool {
    let this = callee
        .strip_prefix('<')
        .and_then(|rest| rest.split_once(" as "));
    this.is_some_and(|(ty, rest)| {
        let numeric = matches!(ty.as_bytes(), [b'i' | b'u' | b'f', digits @ ..] if digits.iter().all(u8::is_ascii_digit));
        let operator = ["Add", "Sub", "Mul", "Div", "Rem", "Bit", "Sh", "Neg", "Not", "Partial"];
        (numeric || matches!(ty, "usize" | "isize" | "bool" | "char"))
            && operator.iter().any(|name| rest.starts_with(name))
    })
}

impl Comparison {
    fn include(&mut self, path: &Path, result: Result<Comparison, String>) {
        let path = path.display();
        match result {
            Ok(of_file) => {
                let lines = of_file.differences.iter();
                self.differences
                    .extend(lines.map(|line| format!("{path}: {line}")));
                self.compared += of_file.compared;
            }
            Err(message) => {
                let first = message.trim().lines().next().unwrap_or_default();
                self.refused.push(format!("{path}: {first}"));
            }
        }
    }

    fn function(&mut self, name: &str, ours: &Described, theirs: &Described) {
        self.callees(name, ours, theirs);
        for (variable, types) in &theirs.variables {
            match ours.variables.get(variable) {
                Some(own) if !OF_MACROS.contains(&variable.as_str()) => {
                    self.variable(name, variable, own, types);
                }
                _ => {}
            }
        }
    }

    fn callees(&mut self, name: &str, ours: &Described, theirs: &Described) {
        let mut alone: Vec<&String> = ours.callees.difference(&theirs.callees).collect();
        for callee in theirs.callees.difference(&ours.callees) {
            if !ours.callees.iter().any(|own| is_modelled(callee, own)) {
                let line = format!("{name}: rustc alone calls {callee}");
                self.differences.push(line);
            }
        }
        let as_model = |own: &String| theirs.callees.iter().any(|callee| is_modelled(callee, own));
        alone.retain(|own| !as_model(own) && !theirs.constants.contains(*own));
        let alone = alone.iter();
        self.differences
            .extend(alone.map(|callee| format!("{name}: we alone call {callee}")));
    }

    /// In the guard of an arm a variable is a reference to `rustc`.
    fn variable(
        &mut self,
        name: &str,
        variable: &str,
        own: &BTreeSet<String>,
        types: &BTreeSet<String>,
    ) {
        let of_guard = |ty: &String| ty.strip_prefix('&').is_some_and(|ty| own.contains(ty));
        let types = types.iter().filter(|ty| own.contains(*ty) || !of_guard(ty));
        let types: BTreeSet<String> = types.cloned().collect();
        if *own != types {
            let (own, types) = (joined(own), joined(&types));
            let line = format!("{name}: {variable} is {types} to rustc, {own} to us");
            self.differences.push(line);
        }
    }
}

fn joined(types: &BTreeSet<String>) -> String {
    types.iter().cloned().collect::<Vec<_>>().join(" and ")
}
