//! Types and callees of small programs. Each test gives a program and what must be found in the text
//! of its bodies.

use super::Typer;
use crate::hir::{DefKind, Hir};
use crate::options::Options;
use crate::resolve;
use crate::ty::Args;
use crate::typed::Instance;
use std::path::PathBuf;

/// The text of the program's own bodies, or its diagnostics.
fn print(source: &str) -> String {
    let path = write_source(source);
    let text = resolve::with_large_stack(|| print_file(&path));
    std::fs::remove_file(&path).expect("was written");
    text
}

fn write_source(source: &str) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("vscheck_infer_{}_{number}.rs", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, source).expect("a temporary file");
    path
}

fn print_file(path: &std::path::Path) -> String {
    let krate = resolve::load(path, &Options::default()).expect("the program resolves");
    let entry = krate.find_entry(&None).expect("a main function");
    let typer = Typer::new(krate);
    let args = Args::empty();
    let (bodies, errors) = typer.reach(Instance { def: entry, args });
    let mut text = String::new();
    for error in errors {
        assert!(error.span.is_some(), "no place: {}", error.message);
        text += &format!("error {:?} {:?}\n", error.message, error.notes);
    }
    for body in bodies {
        if !typer.hir.def(body.instance.def).is_model {
            text += &typer.print_body(&body).expect("it was typed");
        }
    }
    text
}

/// Every line of `expected` is a line of what is printed, in any order.
#[track_caller]
fn check(source: &str, expected: &str) {
    let text = print(source);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for wanted in expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        assert!(lines.contains(&wanted), "`{wanted}` is missing in:\n{text}");
    }
    let fine = expected.contains("error") || !text.contains("error");
    assert!(fine, "unexpected diagnostics:\n{text}");
}

#[test]
fn literals_take_their_type_from_later_use() {
    check(
        "fn take(x: u64) {}
         fn main() { let a = 1; let b = 2.5; let mut v = Vec::new(); v.push(a); take(a); }",
        "let a: u64
         let b: f64
         let v: std::vec::Vec<u64>",
    );
}

#[test]
fn closures_take_their_signature_from_the_bound() {
    check(
        "fn main() {
             let v = vec![1u8, 2];
             let s = v.iter().map(|x| u32::from(*x)).fold(0, |acc, x| acc + x * 2);
         }",
        "let x: &u8
         let acc: u32
         let s: u32",
    );
}

#[test]
fn a_type_parameter_has_only_the_methods_of_its_bounds() {
    check(
        "trait Speak { fn speak(&self) -> &'static str; }
         struct Dog;
         impl Dog { fn speak(&self) -> u64 { 7 } }
         impl Speak for Dog { fn speak(&self) -> &'static str { \"\" } }
         fn talk<T: Speak>(t: T) { let s = t.speak(); }
         fn main() { talk(Dog); let n = Dog.speak(); }",
        "let s: &str
         let n: u64",
    );
}

#[test]
fn a_bound_singles_out_an_impl() {
    check(
        "fn widen<T: Into<u64>>(t: T) -> u64 { let y = t.into(); y + 1 }
         fn main() { widen(5u32); }",
        "let y: u64",
    );
}

#[test]
fn return_types_select_impls() {
    check(
        "use std::collections::HashMap;
         fn main() {
             let n: i64 = \"4\".parse().unwrap();
             let v = \"a b\".split(' ').map(|s| (s, s.len())).collect::<HashMap<_, _>>();
             let total: f32 = [1.0, 2.0].iter().sum();
             let d: (u8, String) = Default::default();
             let s: String = 'c'.into();
         }",
        "let n: i64
         let v: std::collections::hash_map::HashMap<&str, usize, std::hash::RandomState>
         let total: f32
         let d: (u8, std::string::String)",
    );
}

#[test]
fn trait_methods_become_those_of_impls() {
    check(
        "trait Area { fn area(&self) -> i32; fn twice(&self) -> i32 { self.area() * 2 } }
         struct Sq(i32);
         impl Area for Sq { fn area(&self) -> i32 { self.0 } }
         fn go<A: Area>(a: &A) -> i32 { a.twice() }
         fn main() { go(&Sq(1)); let d: Box<dyn Area> = Box::new(Sq(2)); d.area(); }",
        "4:41 Area::twice<Sq>
         1:62 Sq::area
         5:74 virtual Area::area<dyn Area>",
    );
}

#[test]
fn closures_capture_single_fields() {
    check(
        "struct P { a: String, b: String, n: i32 }
         fn main() {
             let mut p = P { a: String::new(), b: String::new(), n: 0 };
             let r = &p.b;
             let mut inc = || { p.n += 1; };
             inc();
             let gone = move || p.a.len();
             let seen = || r.len();
             let mut v = vec![1];
             let eat = || { let w = v; w.len() };
             drop((gone, seen, eat));
         }",
        "5:28 FnMut() -> () captures [Ref(Mut) p.2]
         7:25 Fn() -> usize captures [Value p.0]
         8:25 Fn() -> usize captures [Ref(Shared) r.*]
         10:24 FnOnce() -> usize captures [Value v]",
    );
}

#[test]
fn places_used_mutably_choose_mutable_methods() {
    check(
        "use std::cell::RefCell;
         fn main() {
             let c = RefCell::new(vec![1]);
             c.borrow_mut()[0] += 1;
             let n = c.borrow()[0];
         }",
        "4:14 std::vec::Vec::index_mut<i32, usize>
         5:22 std::vec::Vec::index<i32, usize>",
    );
}

#[test]
fn constants_evaluate() {
    check(
        "const NAMES: [&str; 3] = [\"a\", \"b\", \"c\"];
         const fn double(n: usize) -> usize { let mut r = 0; let mut i = 0; while i < n { r += 2; i += 1; } r }
         struct Buf<const N: usize>([u8; N]);
         impl<const N: usize> Buf<N> { const TWICE: usize = N * 2; }
         fn main() { let a = [0u8; double(NAMES.len())]; let b = [0i8; Buf::<4>::TWICE]; }",
        "let a: [u8; 6]
         let b: [i8; 8]",
    );
}

#[test]
fn a_length_in_a_generic_function_need_not_depend_on_its_parameters() {
    check(
        "fn sum<T: Copy + Into<u32>>(t: T) -> u32 { let a: [T; 2 * 2] = [t; 4]; a.len() as u32 + t.into() }
         fn main() { sum(1u8); }",
        "let a: [u8; 4]",
    );
}

#[test]
fn opaque_types_stand_for_what_the_body_gives() {
    check(
        "fn evens(v: &[i32]) -> impl Iterator<Item = i32> + '_ { v.iter().copied() }
         trait Items { fn items(&self) -> impl Iterator<Item = u8>; }
         impl Items for u8 { fn items(&self) -> std::ops::Range<u8> { 0..*self } }
         fn main() { let e = evens(&[1]); let i = 3u8.items(); for x in i {} }",
        "let e: std::iter::adapters::Copied<std::slice::iter::Iter<i32>>
         let i: std::ops::Range<u8>
         let x: u8",
    );
}

#[test]
fn patterns_bind_through_references() {
    check(
        "fn main() {
             let mut o = Some((1u8, String::new()));
             if let Some((n, s)) = &mut o { *n += 1; s.clear(); }
             match &o { Some((n @ 0..=3, _)) => { let k = *n; } Some(_) | None => {} }
             let [a, .., b] = [1u16, 2, 3];
         }",
        "let s: &mut std::string::String
         let k: u8
         let b: u16",
    );
}

#[test]
fn what_is_missing_is_named() {
    check(
        "struct S; fn main() { S.fly(); }",
        "error \"no method `fly` found for type `S`\" []",
    );
}

#[test]
fn endless_instantiation_is_a_diagnostic() {
    let text = print(
        "fn deep<T>(n: u32, t: T) { if n > 0 { deep(n - 1, (t,)); } }
         fn main() { deep(3, ()); }",
    );
    assert!(text.contains("ever deeper types"), "{text}");
}

/// Bodies of the models are typed only where a program reaches them.
#[test]
fn every_model_has_types() {
    let path = write_source("fn main() {}");
    let found = resolve::with_large_stack(|| {
        let krate = resolve::load(&path, &Options::default()).expect("the program resolves");
        krate.read_all_models();
        let typer = Typer::new(krate.clone());
        let (mut found, mut functions) = (Vec::new(), 0);
        let mut next = 0;
        // Typing a body brings the functions inside of it.
        while next < krate.definition_count() {
            let def = krate.def(crate::hir::DefId::new(next));
            next += 1;
            if !matches!(&def.kind, DefKind::Fn(data) if data.has_body) {
                continue;
            }
            functions += 1;
            if let Err(problem) = typer.describe(def.id) {
                found.push(format!("{}: {}", krate.path_of(def.id), problem.message));
            }
        }
        assert!(functions > 10_000, "{functions} functions");
        found
    });
    std::fs::remove_file(&path).expect("was written");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn functions_that_take_other_numbers_of_arguments() {
    check(
        "fn main() { call(|| 1); }
         fn call(f: impl Fn(u8) -> u8) -> u8 { f(1) }",
        r#"error "what is called with 1 argument takes 0 arguments" []"#,
    );
    check(
        "fn main() { Some(1).unwrap_or_else(f); }
         fn f(x: i32, y: i32) -> i32 { x + y }",
        r#"error "what is called with 0 arguments takes 2 arguments" []"#,
    );
}

#[test]
fn operators_that_a_type_does_not_have() {
    check(
        "fn main() { not((1u8, 'x')); }
         fn not(pair: (u8, char)) { let _ = !pair; }",
        r#"error "the type `<(u8, char) as Not>::Output` cannot be determined" []"#,
    );
}
