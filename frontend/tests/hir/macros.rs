//! `macro_rules!`: matching, transcription, hygiene, scopes.

use crate::support::check;

#[test]
fn locals_of_the_definition_and_of_the_caller_do_not_meet() {
    check(
        r#"
        macro_rules! twice { ($e:expr) => {{ let t = $e; t + t }}; }
        fn f() -> i32 { let t = 1; twice!(t * 10) }
        "#,
        r#"
        fn f() -> i32 = {
            let t.l0 = 1;
            {
                let t.l1 = (t.l0 * 10);
                (t.l1 + t.l1)
            }
        }
        "#,
    );
}

#[test]
fn a_name_given_by_the_caller_binds_for_the_caller() {
    check(
        r#"
        macro_rules! set { ($n:ident, $e:expr) => { let $n = $e; let hidden = $n; }; }
        fn f() -> i32 { let hidden = 5; set!(x, 2); x + hidden }
        "#,
        r#"
        fn f() -> i32 = {
            let hidden.l0 = 5;
            let x.l1 = 2;
            let hidden.l2 = x.l1;
            (x.l1 + hidden.l0)
        }
        "#,
    );
}

#[test]
fn a_local_macro_sees_what_stood_before_its_definition() {
    check(
        r#"
        fn f() -> i32 {
            let x = 1;
            macro_rules! get { () => { x }; }
            let x = 2;
            get!() + x
        }
        "#,
        r#"
        fn f() -> i32 = {
            let x.l0 = 1;
            let x.l1 = 2;
            (x.l0 + x.l1)
        }
        "#,
    );
}

#[test]
fn labels_are_hygienic() {
    check(
        r#"
        macro_rules! once { ($e:expr) => { 'a: loop { $e; break 'a; } }; }
        fn f() { 'a: loop { once!(break 'a); } }
        "#,
        r#"
        fn f() -> () = {
            e0: loop {
                e1: loop {
                    break e0;
                    break e1;
                };
            }
        }
        "#,
    );
}

#[test]
fn captured_names_of_format_strings_are_hygienic() {
    check(
        r#"
        macro_rules! show { ($e:expr) => {{ let v = $e; std::format_args!("{v}"); }}; }
        fn f(v: u8) { show!(v); std::format_args!("{v}"); }
        "#,
        r#"
        fn f(u8) -> () = |v.l0| {
            {
                let v.l1 = v.l0;
                <std::fmt::Arguments>::new(&[""], &[<std::fmt::Argument>::new_display(&v.l1)], &[]);
            };
            <std::fmt::Arguments>::new(&[""], &[<std::fmt::Argument>::new_display(&v.l0)], &[]);
        }
        "#,
    );
}

#[test]
fn expressions_stay_whole() {
    check(
        r#"
        macro_rules! times { ($a:expr, $b:expr) => { $a * $b }; }
        macro_rules! again { ($a:expr) => { times!($a, 2) }; }
        fn f() -> i32 { again!(1 + 2) }
        "#,
        r#"
        fn f() -> i32 = {
            ((1 + 2) * 2)
        }
        "#,
    );
}

#[test]
fn repetitions_nest() {
    check(
        r#"
        macro_rules! table { ($($row:ident: [$($x:expr),*]);* $(;)?) => { ($([$($row + $x),*]),*) }; }
        fn f(a: i32, b: i32) { table!(a: [1, 2]; b: [];); }
        "#,
        r#"
        fn f(i32, i32) -> () = |a.l0, b.l1| {
            ([(a.l0 + 1), (a.l0 + 2)], []);
        }
        "#,
    );
}

#[test]
fn arms_are_tried_in_order() {
    check(
        r#"
        macro_rules! kind {
            ($x:literal) => { 1 };
            (-$x:ident) => { 2 };
            ($x:ident) => { 3 };
            ($x:ty, $y:lifetime) => { 4 };
            ($x:expr) => { 5 };
            ($($t:tt)*) => { 6 };
        }
        fn f() { (kind!(7), kind!(-1), kind!(-x), kind!(x), kind!(Vec<u8>, 'a), kind!(x + 1), kind!(struct X), kind!()); }
        "#,
        r#"
        fn f() -> () = {
            (1, 1, 2, 3, 4, 5, 6, 6);
        }
        "#,
    );
}

#[test]
fn tokens_are_counted_as_the_language_counts_them() {
    check(
        r#"
        macro_rules! count { () => { 0 }; ($a:tt $($rest:tt)*) => { 1 + count!($($rest)*) }; }
        fn f() -> i32 { count!(a == b ..= 'c' 'd => [1, 2]) }
        "#,
        r#"
        fn f() -> i32 = {
            (1 + (1 + (1 + (1 + (1 + (1 + (1 + (1 + 0))))))))
        }
        "#,
    );
}

#[test]
fn every_fragment_kind() {
    check(
        r#"
        macro_rules! all {
            ($vis:vis $item:item $block:block $stmt:stmt; $pat:pat => $path:path, $meta:meta, $life:lifetime, $ty:ty) => {
                $item
                fn g(v: i32) -> $ty { $stmt; match v { $pat => $path(), _ => $block } }
            };
        }
        all! { pub fn one() -> i32 { 1 } { 3 } let _x = 2; 1 | 2 => self::one, inline(always), 'static, i32 }
        "#,
        r#"
        fn one() -> i32 = {
            1
        }
        fn g(i32) -> i32 = |v.l0| {
            let _x.l1 = 2;
            match v.l0 {
                (1 | 2) => one()
                _ => {
                    3
                }
            }
        }
        "#,
    );
}

#[test]
fn macros_define_items_and_macros() {
    check(
        r#"
        macro_rules! getter { ($name:ident, $value:expr) => { fn $name() -> i32 { $value } macro_rules! call { () => { $name() }; } }; }
        getter!(seven, 7);
        fn f() -> i32 { call!() }
        "#,
        r#"
        fn seven() -> i32 = {
            7
        }
        fn f() -> i32 = {
            seven()
        }
        "#,
    );
}

#[test]
fn statement_macros_expand_in_the_block() {
    check(
        r#"
        macro_rules! decl { ($($n:ident = $e:expr),*) => { $(let $n = $e;)* fn helper() {} helper() }; }
        fn f() -> i32 { decl!(a = 1, b = 2); a + b }
        fn g() { decl! { a = 1 } }
        "#,
        r#"
        fn f() -> i32 = {
            let a.l0 = 1;
            let b.l1 = 2;
            f::helper();
            (a.l0 + b.l1)
        }
        fn g() -> () = {
            let a.l0 = 1;
            g::helper()
        }
        fn f::helper() -> () = {}
        fn g::helper() -> () = {}
        "#,
    );
}

#[test]
fn macros_in_types_and_patterns() {
    check(
        r#"
        macro_rules! pair { ($t:ty) => { ($t, $t) }; }
        macro_rules! either { ($a:pat, $b:pat) => { ($a, _) | (_, $b) }; }
        fn f(p: pair!(u8)) -> bool { match p { either!(1, 2) => true, _ => false } }
        "#,
        r#"
        fn f((u8, u8)) -> bool = |p.l0| {
            match p.l0 {
                ((1, _) | (_, 2)) => true
                _ => false
            }
        }
        "#,
    );
}

#[test]
fn scopes_of_macros() {
    check(
        r#"
        #[macro_use]
        mod a {
            macro_rules! first { () => { 1 }; }
            #[macro_export]
            macro_rules! exported { () => { $crate::a::two() }; }
            macro_rules! local { () => { 3 }; }
            pub(crate) use local;
            pub fn two() -> i32 { 2 }
        }
        mod b {
            use crate::a::local as third;
            fn f() -> i32 { first!() + crate::exported!() + third!() }
        }
        "#,
        r#"
        fn a::two() -> i32 = {
            2
        }
        fn b::f() -> i32 = {
            ((1 + a::two()) + 3)
        }
        "#,
    );
}

#[test]
fn recursion_is_limited() {
    check(
        r#"
        macro_rules! forever { ($($t:tt)*) => { forever!($($t)* x) }; }
        fn f() { forever!(); }
        "#,
        r#"fn f() -> () = error "macro expansions are nested deeper than the recursion limit of 128""#,
    );
}

#[test]
fn text_of_tokens() {
    check(
        r#"
        macro_rules! text { ($($t:tt)*) => { std::stringify!($($t)*) }; }
        fn f() { text!(a+b * c.d(&x , [1,2]) ); std::concat!("a", 1, 'b', true, -2.5, std::stringify!(x :: y)); }
        "#,
        r#"
        fn f() -> () = {
            "a+b * c.d(&x, [1,2])";
            "a1btrue-2.5x :: y";
        }
        "#,
    );
}
