//! Modules, imports, name spaces, generics, `Self`.

use crate::support::{check, check_edition, check_files};
use vscheck_frontend::hir::Edition;

#[test]
fn imports_chain_and_rename() {
    check(
        r#"
        mod a { pub mod b { pub fn f() {} pub struct S; } pub use self::b::f as g; }
        use a::{self as alpha, b::{self, S}, g};
        fn main() { g(); alpha::g(); b::f(); let s: S = S; crate::a::b::f(); self::a::g(); }
        "#,
        r#"
        fn a::b::f() -> () = {}
        struct a::b::S
        fn main() -> () = {
            a::b::f();
            a::b::f();
            a::b::f();
            let s.l0: a::b::S = a::b::S;
            a::b::f();
            a::b::f();
        }
        "#,
    );
}

#[test]
fn globs_give_way_to_what_is_written() {
    check(
        r#"
        mod a { pub fn f() {} pub fn g() {} fn private() {} pub use std::vec::Vec as Option; }
        mod b { use std::string::String as Hidden; pub enum Hidden2 { A, B } }
        use a::*;
        use b::*;
        use b::Hidden2::*;
        fn f() {}
        fn main() { f(); g(); let x = (A, B); let y: Option<u8>; }
        "#,
        r#"
        fn a::f() -> () = {}
        fn a::g() -> () = {}
        fn a::private() -> () = {}
        enum b::Hidden2 { A, B }
        fn f() -> () = {}
        fn main() -> () = {
            f();
            a::g();
            let x.l0 = (b::Hidden2::A, b::Hidden2::B);
            let y.l1: std::vec::Vec<u8>;
        }
        "#,
    );
}

#[test]
fn tests_see_everything_of_their_parent() {
    check(
        r#"
        fn helper() {}
        mod inner { use super::*; fn f() { helper() } }
        "#,
        r#"
        fn helper() -> () = {}
        fn inner::f() -> () = {
            helper()
        }
        "#,
    );
}

#[test]
fn prelude_can_be_shadowed() {
    check(
        r#"
        struct Vec; enum Option { Some }
        use Option::Some;
        fn main() { let a = Vec; let b = Some; let c: std::option::Option<u8> = None; }
        "#,
        r#"
        struct Vec
        enum Option { Some }
        fn main() -> () = {
            let a.l0 = Vec;
            let b.l1 = Option::Some;
            let c.l2: std::option::Option<u8> = std::option::Option::None;
        }
        "#,
    );
}

#[test]
fn items_of_blocks() {
    check(
        r#"
        fn value() -> i32 { 1 }
        fn main() {
            let a = value();
            { fn value() -> i32 { 2 } const N: usize = 3; let b = [0; N]; value(); { use std::mem::swap as value; value(&mut 1, &mut 2); } }
            value();
            struct Local(u8);
            impl Local { fn new() -> Self { Local(1) } }
            Local::new();
        }
        "#,
        r#"
        fn value() -> i32 = {
            1
        }
        fn main() -> () = {
            let a.l0 = value();
            {
                let b.l1 = [0; main::N];
                main::value();
                {
                    std::mem::swap(&mut 1, &mut 2);
                }
            };
            value();
            <main::Local>::new();
        }
        struct main::Local(u8)
        main::<impl main::Local> { new; }
        fn main::value() -> i32 = {
            2
        }
        const main::N: usize = 3
        fn main::<impl main::Local>::new() -> Self = {
            main::Local(1)
        }
        "#,
    );
}

#[test]
fn types_and_values_live_apart() {
    check(
        r#"
        struct S(u8);
        fn S2() {}
        mod S2 { pub fn g() {} }
        struct N { x: u8 }
        fn N() -> N { N { x: 1 } }
        fn main() { S2(); S2::g(); let f: fn(u8) -> S = S; N(); }
        "#,
        r#"
        struct S(u8)
        fn S2() -> () = {}
        fn S2::g() -> () = {}
        struct N { x: u8 }
        fn N() -> N = {
            N { x: 1, }
        }
        fn main() -> () = {
            S2();
            S2::g();
            let f.l0: fn(u8) -> S = S;
            N();
        }
        "#,
    );
}

#[test]
fn self_and_associated_items() {
    check(
        r#"
        trait Shape { const SIDES: u32; type Unit; fn new() -> Self; fn twice(&self) -> (Self::Unit, Self) where Self: Sized; }
        enum E<T> { A(T), B { x: T }, C }
        impl<T> E<T> {
            const K: i32 = 1;
            fn f(self) -> Self { match self { Self::A(x) => E::B { x }, Self::B { x } => Self::A(x), E::<T>::C => Self::C } }
            fn k() -> i32 { Self::K + E::<u8>::K + <Self>::K }
        }
        struct P(i32);
        impl P { fn make() -> Self { Self(1) } fn read(Self(x): Self) -> i32 { x } }
        fn g<S: Shape>() -> <S as Shape>::Unit where S::Unit: Copy { S::new().twice(); <S as Shape>::new().twice().0; S::SIDES; Shape::new() }
        "#,
        r#"
        trait Shape<Self>:  { SIDES; type Unit: ; new; twice; }
        enum E<T> { A(T#0), B { x: T#0 }, C }
        <impl E<T#0>><T> { K; f; k; }
        struct P(i32)
        <impl P> { make; read; }
        fn g<S> where S#0: Shape, S#0::Unit: std::marker::Copy() -> <S#0 as Shape>::Unit = {
            <S#0>::new().twice();
            <S#0 as Shape>::new().twice().0;
            <S#0>::SIDES;
            Shape::new()
        }
        const Shape::SIDES: u32
        fn Shape::new() -> Self
        fn Shape::twice where Self: std::marker::Sized(&Self) -> (Self::Unit, Self)
        const <impl E<T#0>>::K: i32 = 1
        fn <impl E<T#0>>::f(Self) -> Self = |self.l0| {
            match self.l0 {
                <Self>::A(x.l1) => E::B { x: x.l1, }
                <Self>::B { x: x.l2, } => <Self>::A(x.l2)
                E::C of <T#0> => <Self>::C
            }
        }
        fn <impl E<T#0>>::k() -> i32 = {
            ((<Self>::K + <E<u8>>::K) + <Self>::K)
        }
        fn <impl P>::make() -> Self = {
            Self(1)
        }
        fn <impl P>::read(Self) -> i32 = |Self(x.l0)| {
            x.l0
        }
        "#,
    );
}

#[test]
fn generics_are_flat() {
    check(
        r#"
        struct A<T, const N: usize>([T; N]);
        trait Q<X> { fn m<Y>(&self, y: Y, z: impl Fn(X) -> Y) -> impl Iterator<Item = Y>; }
        impl<T, const N: usize> A<T, N> { fn f<'a, U: ?Sized + Into<T>>(&'a self, u: &U) -> [T; { N * 2 }] where for<'b> &'b U: Sized { let n = N; loop {} } }
        type Two<T = u8> = A<T, 2>;
        fn g(x: Two, y: A<u8, { 1 + 1 }>) -> A<i8, 3> { A::<_, 3>([0; 3]) }
        "#,
        r#"
        struct A<T, const N: usize>([T#0; #1])
        trait Q<Self, X>:  { m; }
        <impl A<T#0, #1>><T, const N: usize> { f; }
        type Two<T = u8> = A<T#0, 2>
        fn g(Two, A<u8, g::{const}>) -> A<i8, 3> = |x.l0, y.l1| {
            A<_, 3>([0; 3])
        }
        fn Q::m<Y, impl Trait> where impl Trait#3: std::ops::Fn<(X#1), Output = Y#2>(&Self, Y#2, impl Trait#3) -> impl.0 std::iter::Iterator<Item = Y#2>
        fn <impl A<T#0, #1>>::f<U> where U#2: std::convert::Into<T#0>, &U#2: std::marker::Sized(&Self, &U#2) -> [T#0; <impl A<T#0, #1>>::f::{const}] = |self.l0, u.l1| {
            let n.l2 = #1;
            e1: loop {}
        }
        anon <impl A<T#0, #1>>::f::{const} = (#1 * 2)
        anon g::{const} = (1 + 1)
        "#,
    );
}

#[test]
fn constants_as_arguments() {
    check(
        r#"
        const W: usize = 4;
        struct Buf<const N: usize>;
        fn f() { let a: Buf<W> = Buf::<W>; let b: [u8; W] = [0; W]; let c: Buf<{ W + 1 }>; let d: Buf<7>; }
        "#,
        r#"
        const W: usize = 4
        struct Buf<const N: usize>
        fn f() -> () = {
            let a.l0: Buf<W> = Buf<W>;
            let b.l1: [u8; W] = [0; W];
            let c.l2: Buf<f::{const}>;
            let d.l3: Buf<7>;
        }
        anon f::{const} = (W + 1)
        "#,
    );
}

#[test]
fn old_edition_paths_start_at_the_root() {
    check_edition(
        Edition::E2015,
        r#"
        mod a { pub fn f() {} }
        mod b { use a::f; use std::mem::swap; fn g() { f(); ::a::f(); swap(&mut 1, &mut 2); } }
        trait T {} fn h(x: Box<T>) {}
        "#,
        r#"
        fn a::f() -> () = {}
        fn b::g() -> () = {
            a::f();
            a::f();
            std::mem::swap(&mut 1, &mut 2);
        }
        trait T<Self>:  { }
        fn h(std::boxed::Box<dyn T>) -> () = |x.l0| {}
        "#,
    );
}

#[test]
fn modules_in_files() {
    check_files(
        &[
            (
                "main.rs",
                "mod a; mod b; mod c { pub mod d; } #[path = \"odd/name.rs\"] mod e; fn main() { a::x::f(); b::y::g(); c::d::h(); e::i(); }",
            ),
            ("a.rs", "pub mod x;"),
            ("a/x.rs", "pub fn f() { super::super::b::y::g() }"),
            ("b/mod.rs", "pub mod y;"),
            ("b/y.rs", "pub fn g() {}"),
            ("c/d.rs", "pub fn h() {}"),
            ("odd/name.rs", "pub fn i() {}"),
        ],
        r#"
        fn a::x::f() -> () = {
            b::y::g()
        }
        fn b::y::g() -> () = {}
        fn c::d::h() -> () = {}
        fn e::i() -> () = {}
        fn main() -> () = {
            a::x::f();
            b::y::g();
            c::d::h();
            e::i();
        }
        "#,
    );
}

#[test]
fn conditional_compilation() {
    check(
        r#"
        #[cfg(test)] mod tests { fn gone() {} }
        #[cfg(not(test))] fn kept() {}
        #[cfg_attr(all(), inline)] #[cfg(any(windows, feature = "x"))] fn gone() {}
        struct S { #[cfg(windows)] gone: u8, #[cfg(unix)] kept: u8 }
        fn main() {
            #[cfg(debug_assertions)] let x = 1;
            #[cfg(not(debug_assertions))] let x = 2;
            match x { #[cfg(windows)] 1 => (), _ => if std::cfg!(target_pointer_width = "64") {} }
            let s = S { #[cfg(windows)] gone: 1, kept: 2 };
        }
        "#,
        r#"
        fn kept() -> () = {}
        struct S { kept: u8 }
        fn main() -> () = {
            let x.l0 = 1;
            match x.l0 {
                _ => if true {}
            };
            let s.l1 = S { kept: 2, };
        }
        "#,
    );
}

#[test]
fn or_patterns_bind_the_same_locals() {
    check(
        r#"
        const K: u8 = 9; enum E { A(u8), B(u8), Unit }
        use E::*;
        fn f(e: E) -> u8 {
            match e { A(x) | B(x) if x > 1 => x, A(K) => 1, Unit => 2, A(n @ (1 | 3..=5)) => n, B(0..) => 3, _ => 4 }
        }
        fn g(s: &[u8], t: (u8, u8)) { if let [first, .., last] = s && let (ref a, _) = t { } let [a, rest @ ..] = s else { return }; match t { (-1, ..) => {} _ => {} } }
        "#,
        r#"
        const K: u8 = 9
        enum E { A(u8), B(u8), Unit }
        fn f(E) -> u8 = |e.l0| {
            match e.l0 {
                (E::A(x.l1) | E::B(x.l1)) if (x.l1 > 1) => x.l1
                E::A(K) => 1
                E::Unit => 2
                E::A(n.l2 @ (1 | 3..=5)) => n.l2
                E::B(0..) => 3
                _ => 4
            }
        }
        fn g(&[u8], (u8, u8)) -> () = |s.l0, t.l1| {
            if (let [first.l2, .., last.l3] = s.l0 && let (ref a.l4, _) = t.l1) {};
            let [a.l5, rest.l6 @ ..] = s.l0 else {
                return
            };
            match t.l1 {
                (-1, ..) => {}
                _ => {}
            }
        }
        "#,
    );
}
