//! Each operator, numeric cast and arithmetic method of each primitive type, on edge values, against what the
//! compiler of this test makes of it: once from source through lowering to the machine, and once as a constant
//! that the front end evaluates. A table says how an operation is written and what must come out.

mod support;

use std::fmt::Debug;
use std::path::Path;
use support::in_parallel;
use vscheck::cli::options::reading_with;
use vscheck::exploration::Settings;
use vscheck::pipeline::{Hooks, Request, check};

/// Items of this test that the checked programs have as well.
macro_rules! shared {
    ($($item:item)*) => {
        $($item)*
        const SHARED: &str = concat!($(stringify!($item), "\n"),*);
    };
}

shared! {
    trait Bits {
        fn bits(self) -> Option<u64>;
    }

    /// Of what is no number, neither sign nor payload is promised.
    impl Bits for f32 {
        fn bits(self) -> Option<u64> {
            (!self.is_nan()).then(|| self.to_bits() as u64)
        }
    }

    impl Bits for f64 {
        fn bits(self) -> Option<u64> {
            (!self.is_nan()).then(|| self.to_bits())
        }
    }
}

/// What stands for a panic.
const PANIC: &str = "panic";

/// An operation on `a` and `b`.
struct Row<T> {
    /// As the program writes it.
    program: &'static str,
    /// What it gives, as `{:?}` shows it; nothing if it panics.
    native: fn(T, T) -> Option<String>,
    /// Whether constants have it.
    constant: bool,
}

fn show<R: Debug>(value: R) -> String {
    format!("{value:?}")
}

/// Rows `program => native` on the operands `a` and `b` of a type; `native` gives an `Option`.
macro_rules! checked {
    ($t:ty, $a:ident, $b:ident, $constant:expr; $($program:expr => $native:expr;)*) => {
        vec![$(Row::<$t> {
            program: stringify!($program),
            native: |$a, $b| {
                let _ = ($a, $b);
                $native.map(show)
            },
            constant: $constant,
        }),*]
    };
}

/// Rows that never panic, and mean the same natively.
macro_rules! total {
    ($t:ty, $a:ident, $b:ident, $constant:expr; $($expression:expr;)*) => {
        checked!($t, $a, $b, $constant; $($expression => Some($expression);)*)
    };
}

/// What can be compared.
macro_rules! comparisons {
    ($t:ty) => {
        total!($t, a, b, true; a == b; a != b; a < b; a <= b; a > b; a >= b;)
    };
}

/// Casts to all integers.
macro_rules! to_integers {
    ($t:ty, $constant:expr) => {
        total!($t, a, b, $constant;
            a as i8; a as i16; a as i32; a as i64; a as i128; a as isize;
            a as u8; a as u16; a as u32; a as u64; a as u128; a as usize;
        )
    };
}

fn shift(by: impl TryInto<u32>) -> Option<u32> {
    by.try_into().ok()
}

/// The operators of integers.
macro_rules! integer_operators {
    ($t:ty) => {
        [
            checked!($t, a, b, true;
                a + b => a.checked_add(b);
                a - b => a.checked_sub(b);
                a * b => a.checked_mul(b);
                a / b => a.checked_div(b);
                a % b => a.checked_rem(b);
                a << b => shift(b).and_then(|by| a.checked_shl(by));
                a >> b => shift(b).and_then(|by| a.checked_shr(by));
                a << (b as u8) => a.checked_shl((b as u8).into());
                a >> (b as i64) => shift(b as i64).and_then(|by| a.checked_shr(by));
            ),
            total!($t, a, b, true; a & b; a | b; a ^ b; !a;),
            comparisons!($t),
            checked!($t, a, b, false;
                { let mut c = a; c += b; c } => a.checked_add(b);
                { let mut c = a; c -= b; c } => a.checked_sub(b);
                { let mut c = a; c *= b; c } => a.checked_mul(b);
                { let mut c = a; c /= b; c } => a.checked_div(b);
                { let mut c = a; c %= b; c } => a.checked_rem(b);
                { let mut c = a; c <<= b; c } => shift(b).and_then(|by| a.checked_shl(by));
                { let mut c = a; c >>= b; c } => shift(b).and_then(|by| a.checked_shr(by));
            ),
            total!($t, a, b, false;
                { let mut c = a; c &= b; c };
                { let mut c = a; c |= b; c };
                { let mut c = a; c ^= b; c };
                (a as f32).bits();
                (a as f64).bits();
            ),
            to_integers!($t, true),
        ]
    };
}

/// The methods that all integers have.
macro_rules! integer_methods {
    ($t:ty) => {
        [
            checked!($t, a, b, false;
                a.div_euclid(b) => a.checked_div_euclid(b);
                a.rem_euclid(b) => a.checked_rem_euclid(b);
                a.pow(3) => a.checked_pow(3);
                a.ilog2() => a.checked_ilog2();
            ),
            total!($t, a, b, false;
                a.cmp(&b); a.max(b); a.min(b); a.abs_diff(b);
                a.checked_add(b); a.checked_sub(b); a.checked_mul(b); a.checked_div(b);
                a.checked_rem(b); a.checked_neg(); a.checked_pow(2);
                a.checked_shl(b as u32); a.checked_shr(b as u32);
                a.wrapping_add(b); a.wrapping_sub(b); a.wrapping_mul(b); a.wrapping_neg();
                a.wrapping_pow(3); a.wrapping_shl(b as u32); a.wrapping_shr(b as u32);
                a.saturating_add(b); a.saturating_sub(b); a.saturating_mul(b); a.saturating_pow(3);
                a.overflowing_add(b); a.overflowing_sub(b); a.overflowing_mul(b);
                a.overflowing_neg();
                a.count_ones(); a.count_zeros(); a.leading_zeros(); a.trailing_zeros();
                a.leading_ones(); a.trailing_ones(); a.swap_bytes(); a.reverse_bits();
                a.rotate_left(b as u32); a.rotate_right(b as u32);
                a.to_le_bytes(); a.to_be_bytes(); <$t>::from_be_bytes(a.to_be_bytes());
                i8::try_from(a).ok(); u16::try_from(a).ok(); i64::try_from(a).ok();
                u128::try_from(a).ok();
            ),
        ]
    };
}

/// What only signed integers have.
macro_rules! signed {
    ($t:ty) => {
        [
            checked!($t, a, b, true; -a => a.checked_neg();),
            checked!($t, a, b, false; a.abs() => a.checked_abs();),
            total!($t, a, b, false;
                a.signum(); a.is_negative(); a.is_positive(); a.unsigned_abs(); a.checked_abs();
                a.wrapping_abs(); a.saturating_neg();
            ),
        ]
    };
}

/// What only unsigned integers have.
macro_rules! unsigned {
    ($t:ty) => {
        [
            checked!($t, a, b, false;
                a.next_power_of_two() => a.checked_next_power_of_two();
                a.div_ceil(b) => (b != 0).then(|| a.div_ceil(b));
            ),
            total!($t, a, b, false; a.is_power_of_two(); a.checked_next_power_of_two();),
        ]
    };
}

macro_rules! float {
    ($t:ty) => {
        [
            total!($t, a, b, false;
                a == b; a != b; a < b; a <= b; a > b; a >= b; a.partial_cmp(&b);
                (a + b).bits(); (a - b).bits(); (a * b).bits(); (a / b).bits(); (a % b).bits();
                (-a).bits();
                { let mut c = a; c += b; c }.bits();
                { let mut c = a; c -= b; c }.bits();
                { let mut c = a; c *= b; c }.bits();
                { let mut c = a; c /= b; c }.bits();
                { let mut c = a; c %= b; c }.bits();
                (a as f32).bits(); (a as f64).bits();
                a.is_nan(); a.is_finite(); a.is_infinite(); a.is_normal(); a.classify();
                a.abs().bits(); a.signum().bits(); a.copysign(b).bits();
                a.floor().bits(); a.ceil().bits(); a.round().bits(); a.trunc().bits();
                a.fract().bits(); a.sqrt().bits(); a.mul_add(b, b).bits();
                (a.max(b) + 0.0).bits(); (a.min(b) + 0.0).bits();
                a; <$t>::from_bits(a.to_bits());
            ),
            to_integers!($t, false),
        ]
    };
}

/// A primitive type, its operations and the values that they are tried on.
struct Subject<T> {
    name: &'static str,
    rows: Vec<Row<T>>,
    values: Vec<T>,
}

/// A program over a subject, and the lines that it must print.
struct Case {
    name: String,
    source: String,
    /// What a line is about, and what it says.
    lines: Vec<(String, String)>,
}

impl<T: Copy + Debug> Subject<T> {
    fn new(
        name: &'static str,
        rows: impl IntoIterator<Item = Vec<Row<T>>>,
        values: impl Into<Vec<T>>,
    ) -> Subject<T> {
        Subject {
            name,
            rows: rows.into_iter().flatten().collect(),
            values: values.into(),
        }
    }

    /// How a program writes a value.
    fn literal(&self, value: T) -> String {
        match show(value).as_str() {
            special @ ("NaN" | "inf" | "-inf") => {
                let constant = match special {
                    "NaN" => "NAN",
                    "inf" => "INFINITY",
                    _ => "NEG_INFINITY",
                };
                format!("{}::{constant}", self.name)
            }
            number => number.to_string(),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (T, T)> {
        let with_all = |&a: &T| self.values.iter().map(move |&b| (a, b));
        self.values.iter().flat_map(with_all)
    }

    /// All operations on all pairs of values, computed as the program runs.
    fn at_run_time(&self) -> Case {
        let Subject { name, rows, values } = self;
        let mut source = format!("use std::panic::catch_unwind;\n{SHARED}");
        for (number, row) in rows.iter().enumerate() {
            let program = row.program;
            source += &format!(
                "fn op{number}(a: {name}, b: {name}) -> String {{ format!(\"{{:?}}\", {program}) }}\n"
            );
        }
        let literals: Vec<String> = values.iter().map(|&value| self.literal(value)).collect();
        let operations: Vec<String> = (0..rows.len()).map(|row| format!("op{row}")).collect();
        source += &format!(
            "fn main() {{\n\
                 let values: [{name}; {}] = [{}];\n\
                 let operations: [fn({name}, {name}) -> String; {}] = [{}];\n\
                 let mut lines = String::new();\n\
                 for a in values {{ for b in values {{ for operation in operations {{\n\
                     let result = catch_unwind(|| operation(a, b));\n\
                     lines += &result.unwrap_or(String::from(\"{PANIC}\"));\n\
                     lines += \"\\n\";\n\
                 }} }} }}\n\
                 print!(\"{{lines}}\");\n\
             }}\n",
            values.len(),
            literals.join(", "),
            rows.len(),
            operations.join(", "),
        );
        let lines = self.pairs().flat_map(|(a, b)| {
            rows.iter().map(move |row| {
                let about = format!("{name}: {} with a = {a:?}, b = {b:?}", row.program);
                let result = (row.native)(a, b);
                (about, result.unwrap_or_else(|| PANIC.to_string()))
            })
        });
        Case {
            name: format!("{name}_at_run_time"),
            source,
            lines: lines.collect(),
        }
    }

    /// Operations that give a value, as lengths of arrays: 1 if the value is the right one.
    fn in_constants(&self) -> Case {
        let name = self.name;
        let mut source = String::new();
        let mut lines = Vec::new();
        let mut calls = String::new();
        for (number, (a, b)) in self.pairs().enumerate() {
            let mut lengths = String::new();
            for row in self.rows.iter().filter(|row| row.constant) {
                let Some(right) = (row.native)(a, b) else {
                    continue;
                };
                let program = row.program;
                lengths += &format!(
                    " print!(\"{{}}\\n\", [(); (({program}) == ({right})) as usize].len());\n"
                );
                let about =
                    format!("constant {name}: {program} with a = {a:?}, b = {b:?} is {right}");
                lines.push((about, "1".to_string()));
            }
            let (a, b) = (self.literal(a), self.literal(b));
            source += &format!(
                "fn pair{number}() {{\nconst a: {name} = {a};\nconst b: {name} = {b};\n{lengths}}}\n"
            );
            calls += &format!("pair{number}();\n");
        }
        source += &format!("fn main() {{\n{calls}}}\n");
        Case {
            name: format!("{name}_in_constants"),
            source,
            lines,
        }
    }
}

macro_rules! integer_subject {
    ($t:ident, $more:ident) => {
        Subject::new(
            stringify!($t),
            integer_operators!($t)
                .into_iter()
                .chain(integer_methods!($t))
                .chain($more!($t)),
            [
                0,
                1,
                2,
                7,
                !0,
                $t::MIN,
                $t::MIN + 1,
                $t::MAX,
                $t::MAX - 1,
                $t::MAX / 2 + 1,
                $t::BITS as $t - 1,
                $t::BITS as $t,
            ],
        )
    };
}

macro_rules! float_subject {
    ($t:ident) => {
        Subject::new(
            stringify!($t),
            float!($t),
            [
                0.0,
                -0.0,
                1.0,
                -1.5,
                0.1,
                255.5,
                -1e10,
                3e38,
                $t::MIN,
                $t::MAX,
                $t::MIN_POSITIVE,
                $t::MIN_POSITIVE / 2.0,
                $t::EPSILON,
                $t::INFINITY,
                $t::NEG_INFINITY,
                $t::NAN,
            ],
        )
    };
}

/// The programs of all types.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    macro_rules! add {
        ($subject:expr) => {{
            let subject = $subject;
            cases.push(subject.at_run_time());
            if subject.rows.iter().any(|row| row.constant) {
                cases.push(subject.in_constants());
            }
        }};
    }
    add!(integer_subject!(i8, signed));
    add!(integer_subject!(i16, signed));
    add!(integer_subject!(i32, signed));
    add!(integer_subject!(i64, signed));
    add!(integer_subject!(i128, signed));
    add!(integer_subject!(isize, signed));
    add!(integer_subject!(u8, unsigned));
    add!(integer_subject!(u16, unsigned));
    add!(integer_subject!(u32, unsigned));
    add!(integer_subject!(u64, unsigned));
    add!(integer_subject!(u128, unsigned));
    add!(integer_subject!(usize, unsigned));
    add!(float_subject!(f32));
    add!(float_subject!(f64));
    let logic = total!(bool, a, b, true; a & b; a | b; a ^ b; !a; a && b; a || b;);
    let rows = [logic, comparisons!(bool), to_integers!(bool, true)];
    add!(Subject::new("bool", rows, [false, true]));
    let rows = [comparisons!(char), to_integers!(char, true)];
    let values = ['\0', 'a', 'é', '\u{d7ff}', '\u{e000}', '\u{10ffff}'];
    add!(Subject::new("char", rows, values));
    let from_bytes = total!(u8, a, b, true; a as char;);
    add!(Subject::new(
        "u8",
        [from_bytes],
        [0, b'a', 0x7f, 0x80, 0xff]
    ));
    cases
}

/// What the program prints under vscheck, in the one outcome that it has.
fn outcome(case: &Case) -> Result<String, String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("operators_{}.rs", case.name));
    std::fs::write(&path, &case.source).map_err(|error| error.to_string())?;
    let request = Request {
        path,
        reading: reading_with(&[])?,
        engine: vscheck::engine::DEFAULT,
        settings: Settings {
            all: true,
            outcomes: true,
            ..Settings::default()
        },
    };
    let checked = check(&request, Hooks::default()).map_err(|refusal| refusal.message())?;
    let outcomes: Vec<_> = checked.findings.outcomes.iter().collect();
    match &outcomes[..] {
        [one] if one.end == "ok" => Ok(one.stdout.clone()),
        others => Err(format!("ends in {others:?}")),
    }
}

/// Where what is printed is not what the compiler makes of it.
fn differences(case: &Case) -> Vec<String> {
    let printed = match outcome(case) {
        Ok(printed) => printed,
        Err(error) => return vec![format!("{}: {error}", case.name)],
    };
    let printed: Vec<&str> = printed.lines().collect();
    let mut differences = Vec::new();
    if printed.len() != case.lines.len() {
        let (lines, wanted) = (printed.len(), case.lines.len());
        differences.push(format!("{}: {lines} lines, not {wanted}", case.name));
    }
    for ((about, right), printed) in case.lines.iter().zip(printed) {
        if printed != right {
            differences.push(format!("{about}: {printed}, natively {right}"));
        }
    }
    differences
}

#[test]
fn operators_and_casts_give_what_they_give_natively() {
    let differences: Vec<String> = in_parallel(cases(), differences).concat();
    let first: Vec<&str> = differences.iter().take(40).map(String::as_str).collect();
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        first.join("\n")
    );
}
