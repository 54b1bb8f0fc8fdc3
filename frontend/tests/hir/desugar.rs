//! What sugar stands for.

use crate::support::{check, check_edition, check_with};
use vscheck_frontend::Options;
use vscheck_frontend::hir::Edition;

#[test]
fn loops_and_question_marks() {
    check(
        r#"
        fn f() -> Option<i32> {
            let mut n = 0;
            'outer: for (i, x) in (0..3).enumerate() { while let Some(y) = Some(i)? { if y > 1 { break 'outer; } else { continue } } n += x; }
            let v = 'b: { if n > 1 { break 'b 1; } 2 };
            Some(loop { break v; })
        }
        "#,
        r#"
        fn f() -> std::option::Option<i32> = {
            let mut n.l0 = 0;
            {
                match std::iter::IntoIterator::into_iter(std::ops::Range { start: 0, end: 3, }.enumerate()) {
                    mut iter.l1 => e7: loop {
                        match std::iter::Iterator::next(&mut iter.l1) {
                            std::option::Option::None => break e7
                            std::option::Option::Some((i.l2, x.l3)) => {
                                e13: while let std::option::Option::Some(y.l6) = match std::ops::Try::branch(std::option::Option::Some(i.l2)) {
                                    std::ops::ControlFlow::Continue(val.l4) => val.l4
                                    std::ops::ControlFlow::Break(residual.l5) => return std::ops::FromResidual::from_residual(residual.l5)
                                } {
                                    if (y.l6 > 1) {
                                        break e7;
                                    } else {
                                        continue e13
                                    }
                                };
                                (n.l0 += x.l3);
                            }
                        };
                    }
                };
            };
            let v.l7 = e43: {
                if (n.l0 > 1) {
                    break e43 1;
                };
                2
            };
            std::option::Option::Some(e53: loop {
                break e53 v.l7;
            })
        }
        "#,
    );
}

#[test]
fn ranges() {
    check(
        "fn f(a: i32) { (a..2, ..a, a.., .., 1..=a, ..=3); }",
        r#"
        fn f(i32) -> () = |a.l0| {
            (std::ops::Range { start: a.l0, end: 2, }, std::ops::RangeTo { end: a.l0, }, std::ops::RangeFrom { start: a.l0, }, std::ops::RangeFull, <std::ops::RangeInclusive>::new(1, a.l0), std::ops::RangeToInclusive { end: 3, });
        }
        "#,
    );
}

#[test]
fn destructuring_assignments() {
    check(
        r#"
        struct S { x: i32, y: i32 } struct T(i32, i32);
        fn f(v: &mut [i32]) { let (mut a, mut b); (a, b) = (1, 2); (v[0], _) = (a, b); [a, .., b] = [1, 2, 3]; S { x: a, .. } = S { x: 1, y: 2 }; T(a, b) = T(b, a); _ = a; }
        "#,
        r#"
        struct S { x: i32, y: i32 }
        struct T(i32, i32)
        fn f(&mut [i32]) -> () = |v.l0| {
            let (mut a.l1, mut b.l2);
            {
                let (assigned.l3, assigned.l4) = (1, 2);
                a.l1 = assigned.l3;
                b.l2 = assigned.l4;
            };
            {
                let (assigned.l5, _) = (a.l1, b.l2);
                v.l0[0] = assigned.l5;
            };
            {
                let [assigned.l6, .., assigned.l7] = [1, 2, 3];
                a.l1 = assigned.l6;
                b.l2 = assigned.l7;
            };
            {
                let S { x: assigned.l8, } = S { x: 1, y: 2, };
                a.l1 = assigned.l8;
            };
            {
                let T(assigned.l9, assigned.l10) = T(b.l2, a.l1);
                a.l1 = assigned.l9;
                b.l2 = assigned.l10;
            };
            {
                let _ = a.l1;
            };
        }
        "#,
    );
}

#[test]
fn format_arguments() {
    check(
        r#"
        fn f(x: i32, w: usize) {
            std::format_args!("plain {{}}");
            std::format_args!("{} and {:?}", x, w);
            std::format_args!("{x} {0:>5} {x:#x} {y:.*}", w, 3, y = 1.5);
            std::format_args!("{:w$}|", x);
        }
        "#,
        r#"
        fn f(i32, usize) -> () = |x.l0, w.l1| {
            <std::fmt::Arguments>::new(&["plain {}"], &[], &[]);
            <std::fmt::Arguments>::new(&["", " and "], &[<std::fmt::Argument>::new_display(&x.l0), <std::fmt::Argument>::new_debug(&w.l1)], &[]);
            <std::fmt::Arguments>::new(&["", " ", " ", " "], &match (&w.l1, &3, &1.5, &x.l0) {
                args.l2 => [<std::fmt::Argument>::new_display(args.l2.3), <std::fmt::Argument>::new_display(args.l2.0), <std::fmt::Argument>::new_lower_hex(args.l2.3), <std::fmt::Argument>::from_usize(args.l2.0), <std::fmt::Argument>::new_display(args.l2.2)]
            }, &[std::fmt::Placeholder { position: 0usize, fill: ' ', align: 3u8, flags: 0u32, precision: std::fmt::Count::Implied, width: std::fmt::Count::Implied, }, std::fmt::Placeholder { position: 1usize, fill: ' ', align: 1u8, flags: 0u32, precision: std::fmt::Count::Implied, width: std::fmt::Count::Is(5usize), }, std::fmt::Placeholder { position: 2usize, fill: ' ', align: 3u8, flags: 4u32, precision: std::fmt::Count::Implied, width: std::fmt::Count::Implied, }, std::fmt::Placeholder { position: 4usize, fill: ' ', align: 3u8, flags: 0u32, precision: std::fmt::Count::Param(3usize), width: std::fmt::Count::Implied, }]);
            <std::fmt::Arguments>::new(&["", "|"], &[<std::fmt::Argument>::new_display(&x.l0), <std::fmt::Argument>::from_usize(&w.l1)], &[std::fmt::Placeholder { position: 0usize, fill: ' ', align: 3u8, flags: 0u32, precision: std::fmt::Count::Implied, width: std::fmt::Count::Param(1usize), }]);
        }
        "#,
    );
}

#[test]
fn panics_and_assertions() {
    check(
        r#"
        fn f(x: i32) { assert!(x == 1 && true); assert!(x > 2, "x was {}", x); if x > 1 { panic!() } else if x > 2 { panic!("text {{}}") } else { panic!("{x}") } }
        fn g(x: i32) -> ! { unreachable!("no {}", x) }
        "#,
        r#"
        fn f(i32) -> () = |x.l0| {
            if !((x.l0 == 1) && true) {
                std::rt::begin_panic_str("assertion failed: x == 1 && true");
            };
            if !(x.l0 > 2) {
                std::rt::begin_panic_fmt(<std::fmt::Arguments>::new(&["x was "], &[<std::fmt::Argument>::new_display(&x.l0)], &[]));
            };
            if (x.l0 > 1) {
                std::rt::begin_panic_str("explicit panic")
            } else if (x.l0 > 2) {
                std::rt::begin_panic_str("text {}")
            } else {
                std::rt::begin_panic_fmt(<std::fmt::Arguments>::new(&[""], &[<std::fmt::Argument>::new_display(&x.l0)], &[]))
            }
        }
        fn g(i32) -> ! = |x.l0| {
            std::rt::begin_panic_fmt(<std::fmt::Arguments>::new(&["internal error: entered unreachable code: no "], &[<std::fmt::Argument>::new_display(&x.l0)], &[]))
        }
        "#,
    );
    check_edition(
        Edition::E2018,
        r#"fn f() { if true { panic!("{}") } else { panic!(5) } }"#,
        r#"
        fn f() -> () = {
            if true {
                std::rt::begin_panic_str("{}")
            } else {
                std::panic::panic_any(5)
            }
        }
        "#,
    );
}

#[test]
fn statements_keep_their_tails() {
    check(
        r#"
        fn f(m: &std::cell::RefCell<i32>) -> i32 { { *m.borrow() } }
        fn g(m: &std::cell::RefCell<i32>) { *m.borrow(); match 1 { _ => {} }; if true {} ; *m.borrow_mut() = 1 }
        "#,
        r#"
        fn f(&std::cell::RefCell<i32>) -> i32 = |m.l0| {
            {
                *m.l0.borrow()
            }
        }
        fn g(&std::cell::RefCell<i32>) -> () = |m.l0| {
            *m.l0.borrow();
            match 1 {
                _ => {}
            };
            if true {};
            *m.l0.borrow_mut() = 1
        }
        "#,
    );
}

#[test]
fn closures_and_literals() {
    check(
        r#"
        fn f() {
            let c = move |x: u8, (a, b)| -> u8 { if x > 1 { return a } b };
            (0xff_u8, 1_000, 2f32, 1e3, 'x', b'a', "s\n", r"\", b"by\0", -5i64, !0u8, true, *&1, &mut 2, &raw const c);
        }
        "#,
        r#"
        fn f() -> () = {
            let c.l3 = move |x.l0: u8, (a.l1, b.l2)| {
                if (x.l0 > 1) {
                    return a.l1
                };
                b.l2
            };
            (255u8, 1000, 2.0f32, 1000.0, 'x', 97u8, "s\n", "\\", b"by\x00", -5i64, !0u8, true, *&1, &mut 2, &raw const c.l3);
        }
        "#,
    );
}

#[test]
fn derives() {
    check(
        r#"
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        enum E { #[default] A, B(u8), C { x: i8 } }
        #[derive(PartialOrd, Hash, Clone)]
        struct G<T: Copy, const N: usize>([T; N], u8) where T: Sized;
        "#,
        r#"
        enum E { A, B(u8), C { x: i8 } }
        <impl std::clone::Clone for E> { clone; }
        <impl std::marker::Copy for E> { }
        <impl std::cmp::PartialEq for E> { eq; }
        <impl std::cmp::Eq for E> { }
        <impl std::fmt::Debug for E> { fmt; }
        <impl std::default::Default for E> { default; }
        struct G<T, const N: usize> where T#0: std::marker::Copy, T#0: std::marker::Sized([T#0; #1], u8)
        <impl std::cmp::PartialOrd for G<T#0, #1>><T, const N: usize> where T#0: std::marker::Copy, T#0: std::marker::Sized, T#0: std::cmp::PartialOrd { partial_cmp; }
        <impl std::hash::Hash for G<T#0, #1>><T, const N: usize> where T#0: std::marker::Copy, T#0: std::marker::Sized, T#0: std::hash::Hash { hash; }
        <impl std::clone::Clone for G<T#0, #1>><T, const N: usize> where T#0: std::marker::Copy, T#0: std::marker::Sized, T#0: std::clone::Clone { clone; }
        fn <impl std::clone::Clone for E>::clone(&Self) -> Self = |self.l0| {
            *self.l0
        }
        fn <impl std::cmp::PartialEq for E>::eq(&Self, &Self) -> bool = |self.l0, other.l1| {
            match (self.l0, other.l1) {
                (<Self>::A { }, <Self>::A { }) => {
                    true
                }
                (<Self>::B { 0: a0.l2, }, <Self>::B { 0: b0.l3, }) => {
                    (*a0.l2 == *b0.l3)
                }
                (<Self>::C { x: a0.l4, }, <Self>::C { x: b0.l5, }) => {
                    (*a0.l4 == *b0.l5)
                }
                _ => false
            }
        }
        fn <impl std::fmt::Debug for E>::fmt(&Self, &mut std::fmt::Formatter) -> std::fmt::Result = |self.l0, f.l1| {
            match self.l0 {
                <Self>::A { } => <std::fmt::Formatter>::write_str(f.l1, "A")
                <Self>::B { 0: f0.l2, } => <std::fmt::builders::DebugTuple>::finish(<std::fmt::builders::DebugTuple>::field(&mut <std::fmt::Formatter>::debug_tuple(f.l1, "B"), f0.l2))
                <Self>::C { x: f0.l3, } => <std::fmt::builders::DebugStruct>::finish(<std::fmt::builders::DebugStruct>::field(&mut <std::fmt::Formatter>::debug_struct(f.l1, "C"), "x", f0.l3))
            }
        }
        fn <impl std::default::Default for E>::default() -> Self = {
            <Self>::A { }
        }
        fn <impl std::cmp::PartialOrd for G<T#0, #1>>::partial_cmp(&Self, &Self) -> std::option::Option<std::cmp::Ordering> = |self.l0, other.l1| {
            match (self.l0, other.l1) {
                (Self { 0: a0.l2, 1: a1.l3, }, Self { 0: b0.l4, 1: b1.l5, }) => {
                    match std::cmp::PartialOrd::partial_cmp(a0.l2, b0.l4) {
                        std::option::Option::Some(std::cmp::Ordering::Equal) => match std::cmp::PartialOrd::partial_cmp(a1.l3, b1.l5) {
                            std::option::Option::Some(std::cmp::Ordering::Equal) => std::option::Option::Some(std::cmp::Ordering::Equal)
                            unequal.l6 => unequal.l6
                        }
                        unequal.l7 => unequal.l7
                    }
                }
            }
        }
        fn <impl std::hash::Hash for G<T#0, #1>>::hash<__H> where __H#2: std::hash::Hasher(&Self, &mut __H#2) -> () = |self.l0, state.l1| {
            match self.l0 {
                Self { 0: f0.l2, 1: f1.l3, } => {
                    std::hash::Hash::hash(f0.l2, state.l1);
                    std::hash::Hash::hash(f1.l3, state.l1);
                }
            }
        }
        fn <impl std::clone::Clone for G<T#0, #1>>::clone(&Self) -> Self = |self.l0| {
            match self.l0 {
                Self { 0: f0.l1, 1: f1.l2, } => Self { 0: std::clone::Clone::clone(f0.l1), 1: std::clone::Clone::clone(f1.l2), }
            }
        }
        "#,
    );
}

#[test]
fn constants_can_be_set() {
    let set = vec![("N".to_string(), "2 + 1".to_string())];
    check_with(
        "const N: usize = 100_000; fn main() { let x = [0; N]; }",
        &Options {
            set,
            ..Options::default()
        },
        r#"
        const N: usize = (2 + 1)
        fn main() -> () = {
            let x.l0 = [0; N];
        }
        "#,
    );
}
