//! Whatever vscheck is given, it says something clear, soon, and without eating the machine.

mod support;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time limit that the command is given. Most inputs take milliseconds; what is fine gets more, as the
/// machine may have other work.
fn time_limit(input: &Odd) -> Duration {
    Duration::from_secs(if input.expect == Expect::Fine { 90 } else { 15 })
}
/// How much longer it may take, for what it does not count.
const MORE_TIME: Duration = Duration::from_secs(15);
/// The most memory that any input may take: the limit that the command is given, and what can be taken
/// between two looks at it.
const MOST_MEMORY: u64 = 700 << 20;

/// What must come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// Not accepted: exit code 2 and a message with file, line and column.
    Refused,
    /// Accepted and free of bugs.
    Fine,
    /// A bug is found.
    Bug,
    /// A limit ends it.
    Limit,
    /// Anything clear: exit code 0, 1, 2 or 3.
    Clear,
}

struct Odd {
    name: String,
    source: Vec<u8>,
    expect: Expect,
}

fn odd(name: &str, source: impl Into<Vec<u8>>, expect: Expect) -> Odd {
    Odd {
        name: name.to_string(),
        source: source.into(),
        expect,
    }
}

fn main_with(body: &str) -> String {
    format!("fn main() {{ {body} }}\n")
}

/// Inputs that are not programs.
fn no_programs() -> Vec<Odd> {
    use Expect::Refused;
    let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
    vec![
        odd("empty file", "", Refused),
        odd("only spaces", " \n\t\n ", Refused),
        odd("only a comment", "// nothing here\n", Refused),
        odd("binary", binary, Refused),
        odd("null bytes", vec![0; 1000], Refused),
        odd("not utf-8", vec![b'f', b'n', 0xFF, 0xFE, b'('], Refused),
        odd(
            "utf-16",
            "fn main() {}"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>(),
            Refused,
        ),
        odd(
            "prose",
            "The quick brown fox jumps over the lazy dog.",
            Refused,
        ),
        odd("json", "{\"fn\": \"main\"}", Refused),
        odd(
            "c",
            "#include <stdio.h>\nint main(void) { return 0; }",
            Refused,
        ),
        odd("a library", "pub fn helper() -> i32 { 1 }", Refused),
        odd("main is a struct", "struct main;", Refused),
        odd("main takes arguments", "fn main(x: i32) {}", Refused),
        odd("two tests", "#[test] fn a() {}\n#[test] fn b() {}", Refused),
        odd("only a shebang", "#!/bin/sh\necho hello\n", Refused),
    ]
}

/// Syntax errors.
fn syntax() -> Vec<Odd> {
    let broken = [
        ("unclosed brace", "fn main() { "),
        ("unclosed string", "fn main() { let s = \"abc; }"),
        ("unclosed comment", "fn main() {} /* "),
        ("missing semicolon", "fn main() { let x = 1 let y = 2; }"),
        ("stray bracket", "fn main() ] {}"),
        ("bad literal", "fn main() { let x = 0b2; }"),
        (
            "number too large",
            "fn main() { let x = 999999999999999999999999999999999999999999; }",
        ),
        ("bad lifetime", "fn f<'a(x: &'a i32) {} fn main() {}"),
        ("keyword as name", "fn main() { let match = 1; }"),
        ("half a macro", "fn main() { println!(\"{}\" }"),
        ("bad attribute", "#[derive(] struct S; fn main() {}"),
        ("bad generics", "struct S<T,; fn main() {}"),
    ];
    broken
        .into_iter()
        .map(|(name, source)| odd(name, source, Expect::Refused))
        .collect()
}

/// Programs that rustc would refuse. Types and borrows are rustc's business, so some may pass.
fn ill_formed() -> Vec<Odd> {
    use Expect::{Clear, Refused};
    vec![
        odd(
            "type error",
            main_with("let x: i32 = \"text\"; assert!(x == 1);"),
            Refused,
        ),
        odd("unknown name", main_with("let x = y;"), Refused),
        odd("unknown function", main_with("nowhere();"), Refused),
        odd(
            "unknown method",
            main_with("let x = 1i32; x.nowhere();"),
            Refused,
        ),
        odd(
            "unknown field",
            "struct S; fn main() { let s = S; s.x; }",
            Refused,
        ),
        odd(
            "unknown type",
            main_with("let x: Nowhere = todo!();"),
            Refused,
        ),
        odd("unknown macro", main_with("nowhere!();"), Refused),
        odd(
            "an import of nothing instead of the prelude's",
            "mod m {} use m::boxed::Box; fn main() { drop(Box::new(1)); }",
            Refused,
        ),
        odd(
            "an import of itself",
            "use nowhere; fn main() { nowhere::f(); }",
            Refused,
        ),
        odd(
            "missing module",
            "mod nowhere; fn main() { nowhere::f(); }",
            Refused,
        ),
        odd(
            "missing crate",
            "use nowhere::f; fn main() { f(); }",
            Refused,
        ),
        odd(
            "ambiguous type",
            main_with("let x = Default::default();"),
            Refused,
        ),
        odd(
            "infinite type",
            "struct S { s: S } fn main() { let s: Option<S> = None; }",
            Refused,
        ),
        odd(
            "infinite enum",
            "enum List { Nil, Cons(i32, List) } fn main() { let _x = List::Nil; }",
            Refused,
        ),
        odd(
            "infinite type by way of others",
            "struct A { b: Option<B> } struct B { a: [A; 2] } fn main() { let _x: Option<A> = None; }",
            Refused,
        ),
        odd(
            "ever larger type",
            "struct S<T> { t: Option<T>, next: Option<Box<S<(T, T)>>> } fn main() { let _s: S<u8> = S { t: None, next: None }; }",
            Refused,
        ),
        odd(
            "ever larger type by value",
            "struct S<T> { t: T, next: Option<N<T>> } struct N<T> { s: (S<(T, T)>, u8) } fn main() { let _s: Option<S<u8>> = None; }",
            Refused,
        ),
        odd(
            "infinite associated type",
            "trait T { type A: T; fn f(); } impl<X> T for Option<X> { type A = Option<Option<X>>; fn f() { <Self::A as T>::f() } } fn main() { <Option<u8> as T>::f() }",
            Refused,
        ),
        odd(
            "infinite closures",
            "fn f<F: Fn()>(n: u32, g: F) { if n > 0 { f(n - 1, || g()); } } fn main() { f(3, || ()); }",
            Refused,
        ),
        odd(
            "cyclic trait bound",
            "trait T { fn f(&self); } impl<X> T for X where X: T { fn f(&self) {} } fn main() { 1u8.f(); }",
            Refused,
        ),
        odd(
            "cyclic supertraits",
            "trait A: B {} trait B: A { fn f(&self) {} } impl A for u8 {} impl B for u8 {} fn main() { 1u8.f(); }",
            Clear,
        ),
        odd(
            "cyclic alias",
            "type A = B; type B = A; fn main() { let _x: A = 1; }",
            Refused,
        ),
        odd(
            "cyclic statics",
            "static A: &u8 = &*B; static B: &u8 = &*A; fn main() { assert!(*A == 0); }",
            Clear,
        ),
        odd(
            "endless constant",
            "const fn f() -> u32 { let mut x = 0u32; loop { x = x.wrapping_add(1); } } const A: u32 = f(); fn main() { assert!(A == 1); }",
            Clear,
        ),
        odd(
            "recursive constant function",
            "const fn f(x: u64) -> u64 { f(x + 1) } fn main() { let _a = [0u8; f(0) as usize]; }",
            Refused,
        ),
        odd(
            "infinite monomorphization",
            "fn f<T>(t: T) { f(Some(t)) } fn main() { f(1) }",
            Refused,
        ),
        odd(
            "trait without impl",
            "trait T { fn f(&self); } fn main() { 1i32.f(); }",
            Refused,
        ),
        odd(
            "cyclic constants",
            "const A: i32 = B; const B: i32 = A; fn main() { assert!(A == 0); }",
            Refused,
        ),
        odd(
            "cyclic use",
            "use a::x; mod a { pub use super::x; } fn main() { x(); }",
            Refused,
        ),
        odd(
            "cyclic macro",
            "macro_rules! m { () => { m!() } } fn main() { m!(); }",
            Refused,
        ),
        odd("exploding macro", exploding_macro(), Refused),
        odd(
            "unknown supertrait of a trait object",
            "trait T: Nowhere {} impl T for u8 {} fn main() { let _x: &dyn T = &1u8; }",
            Refused,
        ),
        odd(
            "missing field",
            "struct S { a: u8, b: u8 } fn main() { let _s = S { a: 1 }; }",
            Refused,
        ),
        odd(
            "field given twice",
            "struct S { a: u8 } fn main() { let _s = S { a: 1, a: 2 }; }",
            Refused,
        ),
        odd(
            "method without the receiver that its trait declares",
            "trait T { fn f(&self) {} } impl T for u8 { fn f() {} } fn main() { let x: &dyn T = &1u8; x.f(); }",
            Refused,
        ),
        odd(
            "method that returns something else than its trait declares",
            "trait T { fn f(&self) -> u8; } impl T for u8 { fn f(&self) -> [u64; 4] { [0; 4] } } fn main() { assert!(1u8.f() == 0); }",
            Refused,
        ),
        odd(
            "continue of a block",
            main_with("'a: { continue 'a; }"),
            Refused,
        ),
        odd(
            "a type as a trait",
            "fn f(_x: &mut dyn Box) {} fn main() { f(&mut 1); }",
            Refused,
        ),
        odd(
            "use after move",
            main_with("let s = String::new(); let t = s; drop(s); drop(t);"),
            Clear,
        ),
        odd(
            "wrong number of arguments",
            "fn f(x: i32) {} fn main() { f(1, 2); }",
            Refused,
        ),
        odd(
            "return outside",
            "const X: i32 = return; fn main() { X; }",
            Refused,
        ),
    ]
}

fn exploding_macro() -> String {
    "macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)*) } } fn main() { m!(a b); }".to_string()
}

/// What is not supported.
fn unsupported() -> Vec<Odd> {
    use Expect::{Clear, Refused};
    vec![
        odd(
            "async",
            "async fn f() {} fn main() { let _f = f(); }",
            Expect::Fine,
        ),
        odd(
            "await",
            "async fn g() {} async fn f() { g().await } fn main() { let _ = f(); }",
            Expect::Fine,
        ),
        odd(
            "await outside of async",
            main_with("std::future::ready(1).await;"),
            Refused,
        ),
        odd(
            "extern C",
            "extern \"C\" { fn fork() -> i32; } fn main() { unsafe { fork(); } }",
            Refused,
        ),
        odd(
            "inline assembly",
            "use std::arch::asm; fn main() { unsafe { asm!(\"nop\"); } }",
            Refused,
        ),
        odd(
            "bytes beside a trait object",
            "fn next<T: ?Sized>(p: *const T) -> *const T { unsafe { p.byte_add(8) } } \
             fn main() { let x = [1u64, 2]; let p: *const dyn Send = &x; next(p); }",
            Refused,
        ),
        odd(
            "a counted struct that ends in a slice",
            "struct S { n: u8, rest: [u8] } \
             fn count(b: Box<S>) -> std::rc::Rc<S> { std::rc::Rc::from(b) } \
             fn main() { let _ = count as fn(Box<S>) -> std::rc::Rc<S>; }",
            Refused,
        ),
        odd(
            "a file",
            main_with("std::fs::read_to_string(\"/etc/passwd\").unwrap();"),
            Refused,
        ),
        odd(
            "a socket",
            main_with("std::net::TcpListener::bind(\"127.0.0.1:0\").unwrap();"),
            Refused,
        ),
        odd(
            "a process",
            main_with("std::process::Command::new(\"ls\").spawn().unwrap();"),
            Refused,
        ),
        odd(
            "unreached async",
            "async fn f() {} fn main() {}",
            Expect::Fine,
        ),
        odd(
            "unreached extern",
            "extern \"C\" { fn abs(x: i32) -> i32; } fn main() {}",
            Expect::Fine,
        ),
        odd(
            "a proc macro",
            "#[async_std::main] async fn main() {}",
            Refused,
        ),
        odd(
            "a foreign derive",
            "#[derive(Serialize)] struct S; fn main() { let _s = S; }",
            Clear,
        ),
    ]
}

/// Big inputs.
fn big() -> Vec<Odd> {
    use Expect::{Clear, Fine, Refused};
    let nested = |open: &str, close: &str, n| {
        main_with(&format!("let _x = {}1{};", open.repeat(n), close.repeat(n)))
    };
    let functions: String = (0..20_000)
        .map(|n| format!("fn f{n}(x: i32) -> i32 {{ x + {n} }}\n"))
        .collect();
    let calls: String = (0..2_000).map(|n| format!("f{n}({n});")).collect();
    let lines = "    // a comment that says nothing at all, again and again\n".repeat(180_000);
    let elements = "1, ".repeat(100_000);
    vec![
        odd(
            "10 MB of comments",
            format!("fn main() {{\n{lines}}}\n"),
            Fine,
        ),
        odd(
            "10 MB of one line",
            format!("fn main() {{}} //{}", "x".repeat(10_000_000)),
            Fine,
        ),
        odd(
            "10 MB of string",
            main_with(&format!("let _s = \"{}\";", "x".repeat(10_000_000))),
            Fine,
        ),
        odd("10 MB of program", branches(10_000_000), Clear),
        odd("1 MB of program", branches(1_000_000), Fine),
        odd(
            "20,000 functions",
            format!("{functions}fn main() {{ f1(1); }}"),
            Fine,
        ),
        odd(
            "2,000 calls",
            format!("{functions}fn main() {{ {calls} }}"),
            Fine,
        ),
        odd("parentheses", nested("(", ")", 3_000), Refused),
        odd("deep parentheses", nested("(", ")", 100_000), Refused),
        odd("blocks", nested("{", "}", 3_000), Refused),
        odd("negations", nested("- ", "", 3_000), Fine),
        odd("arrays", nested("[", "]", 300), Clear),
        odd("references", nested("&", "", 1_000), Clear),
        odd("closures", nested("(|| ", ")()", 100), Clear),
        odd("ifs", nested("if true { ", " } else { 0 }", 500), Clear),
        odd(
            "a long sum",
            main_with(&format!("let _x: u64 = {}1;", "1 + ".repeat(5_000))),
            Clear,
        ),
        odd(
            "a long array",
            main_with(&format!("let _x = [{elements}];")),
            Fine,
        ),
        odd(
            "a long chain",
            main_with(&format!("let _x = Some(1){};", ".map(|x| x)".repeat(300))),
            Clear,
        ),
        odd(
            "a long name",
            main_with(&format!("let {} = 1;", "x".repeat(100_000))),
            Fine,
        ),
        odd(
            "nested generics",
            main_with(&format!(
                "let _x: {}u8{} = None;",
                "Option<".repeat(100),
                ">".repeat(100)
            )),
            Clear,
        ),
        odd(
            "nested modules",
            format!(
                "{}{} fn main() {{}}",
                "mod m { ".repeat(500),
                "}".repeat(500)
            ),
            Clear,
        ),
        odd(
            "a wide tuple",
            main_with(&format!("let _x = ({elements});")),
            Fine,
        ),
    ]
}

/// An ordinary program of at least this many bytes, of which little is used.
fn branches(bytes: usize) -> String {
    let branch = |n: usize| {
        format!(
            "/// Accounts of a branch.
pub mod branch{n} {{
    use std::sync::{{Arc, Mutex}};
    #[derive(Debug, Clone, Default)]
    pub struct Account {{ pub balance: i64, name: String }}
    impl Account {{
        pub fn new(name: &str) -> Account {{ Account {{ balance: 0, name: name.to_string() }} }}
        pub fn deposit(&mut self, amount: i64) -> Result<i64, String> {{
            if amount <= 0 {{ return Err(format!(\"bad amount {{}} for {{}}\", amount, self.name)); }}
            self.balance += amount;
            Ok(self.balance)
        }}
    }}
    pub fn total(accounts: &[Arc<Mutex<Account>>]) -> i64 {{
        accounts.iter().map(|account| account.lock().unwrap().balance).sum()
    }}
}}
"
        )
    };
    let modules = bytes / branch(1000).len() + 1;
    let modules: String = (0..modules).map(branch).collect();
    modules
        + &main_with(
            "let mut a = branch7::Account::new(\"a\"); a.deposit(3).unwrap(); assert!(branch9::total(&[]) == 0);",
        )
}

/// Programs that misbehave when they run.
fn running() -> Vec<Odd> {
    use Expect::{Bug, Clear, Fine, Limit, Refused};
    let spawn = "std::thread::spawn";
    vec![
        odd("infinite loop", main_with("loop {}"), Bug),
        odd(
            "long loop",
            main_with(
                "let mut x = 0u64; for i in 0..u64::MAX { x = x.wrapping_mul(3) ^ i; } assert!(x == 7);",
            ),
            Limit,
        ),
        odd(
            "long loop over memory",
            main_with(
                "let mut v = vec![0u32; 1 << 20]; loop { for i in 0..v.len() { v[i] = v[i].wrapping_add(i as u32); } }",
            ),
            Limit,
        ),
        odd(
            "copies of large memory",
            main_with(
                "let v = vec![0u32; 1 << 20]; let mut w = v.clone(); loop { w.copy_from_slice(&v); w[0] += 1; w = w.clone(); }",
            ),
            Limit,
        ),
        odd(
            "memory held by many states",
            format!(
                "use std::sync::atomic::*; static A: AtomicUsize = AtomicUsize::new(0); fn f() {{ let mut v = vec![0u64; 100_000]; for i in 0..50 {{ v[A.fetch_add(1, Ordering::SeqCst) * 1000 % 100_000] = i; }} }} fn main() {{ let t = {spawn}(f); f(); t.join().unwrap(); }}"
            ),
            Clear,
        ),
        odd(
            "a bug after a long run",
            format!(
                "use std::sync::atomic::*; static A: AtomicUsize = AtomicUsize::new(0); fn f() {{ for _ in 0..2_000 {{ A.fetch_add(1, Ordering::SeqCst); }} }} fn main() {{ let t = {spawn}(f); f(); t.join().unwrap(); panic!(\"end\"); }}"
            ),
            Clear,
        ),
        odd(
            "infinite loop with work",
            main_with("let mut x = 0u64; loop { x = x.wrapping_add(1); }"),
            Limit,
        ),
        odd(
            "infinite recursion",
            "fn f(x: u64) -> u64 { f(x + 1) + 1 } fn main() { f(0); }",
            Bug,
        ),
        odd(
            "infinite drop",
            "struct S(u8); impl Drop for S { fn drop(&mut self) { let _s = S(1); } } fn main() { let _s = S(0); }",
            Bug,
        ),
        odd(
            "infinite printing",
            main_with("loop { print!(\"x\"); }"),
            Bug,
        ),
        odd(
            "allocation bomb",
            main_with("let mut v = Vec::new(); loop { v.push(vec![0u64; 1000]); }"),
            Limit,
        ),
        odd(
            "leak bomb",
            main_with("loop { std::mem::forget(Box::new([0u64; 1000])); }"),
            Limit,
        ),
        odd(
            "string bomb",
            main_with("let mut s = String::from(\"x\"); loop { s = s.clone() + &s; }"),
            Limit,
        ),
        odd(
            "gigantic vector",
            main_with("let _v = vec![0u8; 1 << 40];"),
            Limit,
        ),
        odd(
            "gigantic array",
            main_with("let _a = [0u8; 1 << 33];"),
            Refused,
        ),
        odd(
            "array overflow",
            main_with("let _a = [0u64; usize::MAX];"),
            Refused,
        ),
        odd(
            "gigantic reserve",
            main_with("let _v: Vec<u64> = Vec::with_capacity(usize::MAX / 16);"),
            Clear,
        ),
        odd(
            "thread bomb",
            format!(
                "fn f() {{ {spawn}(f); {spawn}(f); }} fn main() {{ f(); loop {{ std::thread::yield_now(); }} }}"
            ),
            Limit,
        ),
        odd(
            "many threads",
            main_with(&format!("loop {{ {spawn}(|| ()); }}")),
            Limit,
        ),
        odd(
            "fork and join bomb",
            format!("fn f() {{ {spawn}(f).join().unwrap(); }} fn main() {{ f(); }}"),
            Limit,
        ),
        odd(
            "spinning",
            main_with(
                "let b = std::sync::atomic::AtomicBool::new(false); while !b.load(std::sync::atomic::Ordering::SeqCst) {}",
            ),
            Bug,
        ),
        odd(
            "counting for ever",
            main_with(
                "let a = std::sync::atomic::AtomicU64::new(0); loop { a.fetch_add(1, std::sync::atomic::Ordering::SeqCst); }",
            ),
            Limit,
        ),
        odd(
            "self-deadlock",
            main_with("let m = std::sync::Mutex::new(0); let _a = m.lock(); let _b = m.lock();"),
            Bug,
        ),
        odd("panic", main_with("panic!(\"no\");"), Bug),
        odd(
            "panic while panicking",
            "struct S; impl Drop for S { fn drop(&mut self) { panic!(\"b\") } } fn main() { let _s = S; panic!(\"a\"); }",
            Bug,
        ),
        odd("abort", main_with("std::process::abort();"), Bug),
        odd("exit", main_with("std::process::exit(3);"), Fine),
        odd(
            "index out of bounds",
            main_with("let v = vec![1]; let i = v.len(); assert!(v[i] == 1);"),
            Bug,
        ),
        odd(
            "overflow",
            main_with("let mut x = 255u8; x += 1; drop(x);"),
            Bug,
        ),
        odd(
            "division by zero",
            main_with("let z = std::hint::black_box(0); let _x = 1 / z;"),
            Bug,
        ),
        odd(
            "null dereference",
            main_with("let p = std::ptr::null::<i32>(); let _x = unsafe { *p };"),
            Bug,
        ),
        odd(
            "wild pointer",
            main_with("let p = 0x1234usize as *const i32; let _x = unsafe { *p };"),
            Bug,
        ),
        odd(
            "use after free",
            main_with(
                "let b = Box::into_raw(Box::new(1)); unsafe { drop(Box::from_raw(b)); assert!(*b == 1); }",
            ),
            Bug,
        ),
        odd(
            "double free",
            main_with(
                "let b = Box::into_raw(Box::new(1)); unsafe { drop(Box::from_raw(b)); drop(Box::from_raw(b)); }",
            ),
            Bug,
        ),
        odd(
            "an option where a pointer is",
            main_with(
                "let mut n = 3; let mut p: *mut i32 = &mut n; \
                 let o: &mut Option<&mut i32> = unsafe { &mut *(&raw mut p).cast() }; \
                 assert!(o.is_some());",
            ),
            Fine,
        ),
        odd(
            "unreachable reached",
            main_with("unsafe { std::hint::unreachable_unchecked() }"),
            Bug,
        ),
        odd(
            "receives for ever",
            main_with(
                "let (tx, rx) = std::sync::mpsc::channel::<i32>(); let _ = rx.recv(); drop(tx);",
            ),
            Bug,
        ),
        odd(
            "sleeps for ever",
            main_with("loop { std::thread::sleep(std::time::Duration::from_secs(1)); }"),
            Clear,
        ),
        odd(
            "clones for ever",
            main_with("let a = std::sync::Arc::new(1); loop { let _b = a.clone(); }"),
            Clear,
        ),
        odd(
            "prints for ever",
            main_with("loop { println!(\"x\"); eprintln!(\"y\"); }"),
            Clear,
        ),
        odd("parks for ever", main_with("std::thread::park();"), Bug),
    ]
}

/// Runs `vscheck run` on one input; `None` if all is as it should be.
fn problem(input: &Odd) -> Option<String> {
    let limit = time_limit(input);
    let ended = match ends(input, &["run", "--max-steps", "5000"], (limit, limit)) {
        Ok(ended) => ended,
        Err(problem) => return Some(problem),
    };
    defect(&ended).or_else(|| judge(input, &ended))
}

/// The other commands. `compare` has two searches here, each with its own time.
const OTHERS: [(&[&str], u32); 6] = [
    (&["test"], 1),
    (&["analyze"], 1),
    (&["compare", "--engines", "value-schedule,exhaustive"], 2),
    (&["emit", "ir"], 1),
    (&["emit", "pairs"], 1),
    (&["emit", "trace"], 1),
];

/// Runs the other commands on one input, with little time: whatever they make of it, they say so and end.
fn problem_of_others(input: &Odd) -> Option<String> {
    let limit = Duration::from_secs(1);
    let mut problems = OTHERS.iter().filter_map(|&(command, searches)| {
        let problem = match ends(input, command, (limit, searches * limit)) {
            Ok(ended) => defect(&ended).or_else(|| judge_other(input, command, &ended)),
            Err(problem) => Some(problem),
        };
        Some(format!("{}: {}", command.join(" "), problem?))
    });
    problems.next()
}

/// How vscheck ended.
struct Ended {
    code: Option<i32>,
    /// The beginning of standard output.
    stdout: String,
    stderr: String,
}

/// Runs a command on one input with this time limit; an error if it does not end within another, or takes too much
/// memory.
fn ends(
    input: &Odd,
    command: &[&str],
    (limit, all): (Duration, Duration),
) -> Result<Ended, String> {
    let path = write(input, command);
    let mut vscheck = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    vscheck
        .args(command)
        .args(["--max-memory", "500MiB"])
        .arg(format!("--timeout={}s", limit.as_secs()))
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = vscheck.spawn().expect("vscheck starts");
    let stdout = beginning(child.stdout.take().expect("piped"));
    let stderr = beginning(child.stderr.take().expect("piped"));
    let (start, mut memory) = (Instant::now(), 0);
    let status = loop {
        memory = memory.max(peak_of(child.id()));
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > all + MORE_TIME || memory > MOST_MEMORY {
            child.kill().expect("a running child");
            child.wait().expect("a killed child");
            let seconds = start.elapsed().as_secs();
            let memory = memory >> 20;
            return Err(format!("killed after {seconds} s with {memory} MiB"));
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    // The input is in a temporary folder; if it stays, nothing is wrong.
    let _ = std::fs::remove_file(path);
    Ok(Ended {
        code: status.code(),
        stdout: stdout.join().expect("the reader"),
        stderr: stderr.join().expect("the reader"),
    })
}

/// Reads all of a pipe and keeps the beginning.
fn beginning(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        // A broken pipe ends the text, which is then judged as it is.
        let _ = (&mut pipe).take(1 << 16).read_to_end(&mut text);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        String::from_utf8_lossy(&text).into_owned()
    })
}

fn defect(ended: &Ended) -> Option<String> {
    let stderr = &ended.stderr;
    let fails = stderr.contains("panicked at") || stderr.contains("defect of vscheck");
    let beginning: String = stderr.chars().take(400).collect();
    fails.then(|| format!("vscheck fails: {beginning}"))
}

fn judge(input: &Odd, ended: &Ended) -> Option<String> {
    let (code, stderr) = (ended.code, &ended.stderr);
    let beginning: String = stderr.chars().take(400).collect();
    let expected = match input.expect {
        Expect::Refused => code == Some(2) && stderr.contains("--> "),
        Expect::Fine => code == Some(0),
        Expect::Bug => code == Some(1),
        Expect::Limit => code == Some(3),
        Expect::Clear => matches!(code, Some(0 | 1 | 3)) || code == Some(2) && !stderr.is_empty(),
    };
    (!expected).then(|| {
        format!(
            "exit code {code:?}, expected {:?}: {beginning}",
            input.expect
        )
    })
}

/// A file may be no program and have no tests all the same. What is wrong is told with its place.
fn judge_other(input: &Odd, command: &[&str], ended: &Ended) -> Option<String> {
    let said = format!("{}{}", ended.stdout, ended.stderr);
    let must_refuse = input.expect == Expect::Refused && command != ["test"];
    let expected = match ended.code {
        Some(2) => said.contains(".rs:"),
        Some(0 | 1) => !must_refuse,
        // A busy machine may not even come to read it.
        Some(3) => true,
        _ => false,
    };
    let beginning: String = said.chars().take(400).collect();
    (!expected).then(|| format!("exit code {:?}: {beginning}", ended.code))
}

fn peak_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

fn write(input: &Odd, command: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd-inputs");
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let name = format!("{} {}", input.name, command.join(" "));
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let path = folder.join(format!("{name}.rs"));
    std::fs::write(&path, &input.source).expect("a temporary file");
    path
}

fn check(inputs: Vec<Odd>) {
    check_with(inputs, problem);
}

fn check_with(inputs: Vec<Odd>, problem: impl Fn(&Odd) -> Option<String> + Sync) {
    let only = std::env::var("VSCHECK_ONLY").unwrap_or_default();
    let chosen = inputs
        .into_iter()
        .filter(|input| input.name.contains(&only))
        .collect();
    let results = support::in_parallel(chosen, |input| {
        Some(format!("{}: {}", input.name, problem(input)?))
    });
    let problems: Vec<String> = results.into_iter().flatten().collect();
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

#[test]
fn what_is_no_program_is_refused() {
    check(no_programs());
}

#[test]
fn syntax_errors_are_refused() {
    check(syntax());
}

#[test]
fn ill_formed_programs_get_a_clear_answer() {
    check(ill_formed());
}

#[test]
fn unsupported_constructs_are_named() {
    check(unsupported());
}

#[test]
fn big_programs_are_bounded() {
    check(big());
}

#[test]
fn programs_that_misbehave_are_bounded() {
    check(running());
}

#[test]
fn the_other_commands_are_clear_and_bounded_too() {
    let inputs = [no_programs(), syntax(), running()];
    check_with(inputs.into_iter().flatten().collect(), problem_of_others);
}
