//! `tokio`'s macros. `select!` without `biased;` begins with any of its branches, which is explored, and keeps that
//! order until one is ready. `#[main]` and `#[test]` are attributes that the front end calls as macros, with what
//! stands in their brackets and the function.

use crate::future::Future;
use crate::intrinsics;
use crate::pin::Pin;
use crate::task::{Context, Poll};

/// Where a `select!` begins: none of its branches is special.
pub fn first_of(branches: u64) -> u64 {
    unsafe { intrinsics::choose(branches) }
}

/// A branch of a `select!`.
pub struct Branch<F> {
    pub future: F,
    pub is_enabled: bool,
}
impl<F: Future> Branch<F> {
    /// What it gives, if it is ready and somebody wants that.
    pub fn poll(
        &mut self,
        cx: &mut Context<'_>,
        value: &mut Option<F::Output>,
        fits: impl FnOnce(&F::Output) -> bool,
    ) -> bool {
        if !self.is_enabled {
            return false;
        }
        match unsafe { Pin::new_unchecked(&mut self.future) }.poll(cx) {
            Poll::Ready(ready) if fits(&ready) => {
                *value = Some(ready);
                true
            }
            Poll::Ready(_) => {
                self.is_enabled = false;
                false
            }
            Poll::Pending => false,
        }
    }
}

/// A future of a `join!`, and what it gave.
pub enum Joined<F: Future> {
    Waiting(F),
    Done(F::Output),
    Taken,
}
impl<F: Future> Joined<F> {
    /// Whether it is done.
    pub fn poll(&mut self, cx: &mut Context<'_>) -> bool {
        if let Joined::Waiting(future) = self {
            match unsafe { Pin::new_unchecked(future) }.poll(cx) {
                Poll::Ready(value) => *self = Joined::Done(value),
                Poll::Pending => return false,
            }
        }
        true
    }
    pub fn take(&mut self) -> F::Output {
        match crate::mem::replace(self, Joined::Taken) {
            Joined::Done(value) => value,
            _ => unreachable!("a `join!` that is not done"),
        }
    }
}
impl<T, E, F: Future<Output = Result<T, E>>> Joined<F> {
    pub fn has_failed(&self) -> bool {
        matches!(self, Joined::Done(Err(_)))
    }
}

#[macro_export]
macro_rules! __attribute_tokio_main {
    (($($args:tt)*) $($function:tt)*) => {
        $crate::__tokio_entry!(@args [new_multi_thread()] [] {$($args)*} $($function)*);
    };
}
#[macro_export]
macro_rules! __attribute_tokio_test {
    (($($args:tt)*) $($function:tt)*) => {
        $crate::__tokio_entry!(@args [new_current_thread()] [#[::core::prelude::v1::test]] {$($args)*} $($function)*);
    };
}
/// A function that runs its body in a runtime.
#[macro_export]
macro_rules! __tokio_entry {
    (@args $builder:tt $attrs:tt {flavor = "current_thread" $(, $($rest:tt)*)?} $($function:tt)*) => {
        $crate::__tokio_entry!(@args [new_current_thread()] $attrs {$($($rest)*)?} $($function)*);
    };
    (@args $builder:tt $attrs:tt {flavor = "multi_thread" $(, $($rest:tt)*)?} $($function:tt)*) => {
        $crate::__tokio_entry!(@args [new_multi_thread()] $attrs {$($($rest)*)?} $($function)*);
    };
    (@args [$($builder:tt)*] $attrs:tt {start_paused = $value:expr $(, $($rest:tt)*)?} $($function:tt)*) => {
        $crate::__tokio_entry!(@args [$($builder)*.start_paused($value)] $attrs {$($($rest)*)?} $($function)*);
    };
    (@args $builder:tt $attrs:tt {$name:ident = $value:expr $(, $($rest:tt)*)?} $($function:tt)*) => {
        $crate::__tokio_entry!(@args $builder $attrs {$($($rest)*)?} $($function)*);
    };
    (@args [$($builder:tt)*] [$($attrs:tt)*] {}
        $(#[$own:meta])* $vis:vis async fn $name:ident($($params:tt)*) $(-> $ret:ty)? {$($body:tt)*}) => {
        $($attrs)*
        $(#[$own])*
        $vis fn $name($($params)*) $(-> $ret)? {
            let body = async {$($body)*};
            $crate::crates::tokio::runtime::Builder::$($builder)*.enable_all().build().unwrap().block_on(body)
        }
    };
}

#[macro_export]
macro_rules! __tokio_select {
    (biased; $($branches:tt)*) => {
        $crate::__tokio_select!(@next biased [] $($branches)*)
    };
    // All branches are there.
    (@next $order:ident [$($done:tt)*]) => {
        $crate::__tokio_select!(@emit $order [$($done)*]
            (panic!("all branches are disabled and there is no else branch")))
    };
    (@next $order:ident [$($done:tt)*] else => $handler:expr $(,)?) => {
        $crate::__tokio_select!(@emit $order [$($done)*] ($handler))
    };
    // A pattern goes to the first `=`.
    (@next $order:ident $done:tt $first:tt $($rest:tt)*) => {
        $crate::__tokio_select!(@pattern $order $done [$first] $($rest)*)
    };
    (@pattern $order:ident $done:tt $pat:tt = $future:expr, if $cond:expr => $($rest:tt)*) => {
        $crate::__tokio_select!(@handler $order $done {branch value $pat ($future) ($cond)} $($rest)*)
    };
    (@pattern $order:ident $done:tt $pat:tt = $future:expr => $($rest:tt)*) => {
        $crate::__tokio_select!(@handler $order $done {branch value $pat ($future) (true)} $($rest)*)
    };
    (@pattern $order:ident $done:tt [$($pat:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__tokio_select!(@pattern $order $done [$($pat)* $next] $($rest)*)
    };
    (@handler $order:ident [$($done:tt)*] {$($branch:tt)*} $handler:block, $($rest:tt)*) => {
        $crate::__tokio_select!(@next $order [$($done)* {$($branch)* ($handler)}] $($rest)*)
    };
    (@handler $order:ident [$($done:tt)*] {$($branch:tt)*} $handler:block $($rest:tt)*) => {
        $crate::__tokio_select!(@next $order [$($done)* {$($branch)* ($handler)}] $($rest)*)
    };
    (@handler $order:ident [$($done:tt)*] {$($branch:tt)*} $handler:expr, $($rest:tt)*) => {
        $crate::__tokio_select!(@next $order [$($done)* {$($branch)* ($handler)}] $($rest)*)
    };
    (@handler $order:ident [$($done:tt)*] {$($branch:tt)*} $handler:expr) => {
        $crate::__tokio_select!(@next $order [$($done)* {$($branch)* ($handler)}])
    };
    (@emit $order:ident [$({$branch:ident $value:ident [$($pat:tt)*] ($future:expr) ($cond:expr) ($handler:expr)})*]
        ($otherwise:expr)) => {{
        $(let mut $value = $crate::option::Option::None;)*
        {
            $(let $branch = $cond;)*
            $(let mut $branch = $crate::crates::tokio::macros::Branch { is_enabled: $branch, future: $future };)*
            let mut first = $crate::option::Option::None;
            $crate::future::poll_fn(|cx| {
                let branches = 0 $(+ $branch.is_enabled as u64)*;
                if branches == 0 {
                    return $crate::task::Poll::Ready(());
                }
                let first = *first.get_or_insert_with(|| $crate::__tokio_select!(@first $order branches));
                // Those in front of the first one come last.
                for is_late in [false, true] {
                    let mut place = 0u64;
                    $(
                        let is_its_turn = (place < first) == is_late;
                        place += $branch.is_enabled as u64;
                        if is_its_turn && $branch.poll(cx, &mut $value, |value| {
                            $crate::__tokio_select!(@fits value {} [] $($pat)*)
                        }) {
                            return $crate::task::Poll::Ready(());
                        }
                    )*
                }
                match false $(|| $branch.is_enabled)* {
                    true => $crate::task::Poll::Pending,
                    false => $crate::task::Poll::Ready(()),
                }
            })
            .await
        }
        $(
            if let $crate::option::Option::Some(value) = $value {
                match value {
                    $($pat)* => $handler,
                    #[allow(unreachable_patterns)]
                    _ => $crate::unreachable!("a branch that was not taken"),
                }
            } else
        )* {
            $otherwise
        }
    }};
    (@first biased $branches:ident) => {
        0
    };
    (@first random $branches:ident) => {
        if $branches > 1 { $crate::crates::tokio::macros::first_of($branches) } else { 0 }
    };
    // Whether a value matches is asked of a reference to it, so that a pattern may have no `mut` and no `ref`.
    (@fits $value:ident {} [$($pat:tt)*]) => {
        $crate::matches!($value, $($pat)*)
    };
    (@fits $value:ident {[$($outer:tt)*] $around:ident [$($rest:tt)*] $($stack:tt)*} [$($inner:tt)*]) => {
        $crate::__tokio_select!(@$around $value {$($stack)*} [$($outer)*] [$($inner)*] $($rest)*)
    };
    (@fits $value:ident $stack:tt $done:tt mut $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value $stack $done $($rest)*)
    };
    (@fits $value:ident $stack:tt $done:tt ref $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value $stack $done $($rest)*)
    };
    (@fits $value:ident {$($stack:tt)*} $done:tt ($($inner:tt)*) $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value {$done parens [$($rest)*] $($stack)*} [] $($inner)*)
    };
    (@fits $value:ident {$($stack:tt)*} $done:tt [$($inner:tt)*] $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value {$done brackets [$($rest)*] $($stack)*} [] $($inner)*)
    };
    (@fits $value:ident {$($stack:tt)*} $done:tt {$($inner:tt)*} $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value {$done braces [$($rest)*] $($stack)*} [] $($inner)*)
    };
    (@fits $value:ident $stack:tt [$($done:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value $stack [$($done)* $next] $($rest)*)
    };
    (@parens $value:ident $stack:tt [$($outer:tt)*] [$($inner:tt)*] $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value $stack [$($outer)* ($($inner)*)] $($rest)*)
    };
    (@brackets $value:ident $stack:tt [$($outer:tt)*] [$($inner:tt)*] $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value $stack [$($outer)* [$($inner)*]] $($rest)*)
    };
    (@braces $value:ident $stack:tt [$($outer:tt)*] [$($inner:tt)*] $($rest:tt)*) => {
        $crate::__tokio_select!(@fits $value $stack [$($outer)* {$($inner)*}] $($rest)*)
    };
    ($($branches:tt)*) => {
        $crate::__tokio_select!(@next random [] $($branches)*)
    };
}

#[macro_export]
macro_rules! __tokio_join {
    (biased; $($rest:tt)*) => {
        $crate::__tokio_join!($($rest)*)
    };
    (@next [$($done:tt)*] $future:expr, $($rest:tt)*) => {
        $crate::__tokio_join!(@next [$($done)* {joined ($future)}] $($rest)*)
    };
    (@next [$($done:tt)*] $future:expr) => {
        $crate::__tokio_join!(@next [$($done)* {joined ($future)}])
    };
    (@next [$({$joined:ident ($future:expr)})*]) => {{
        $(let mut $joined = $crate::crates::tokio::macros::Joined::Waiting($future);)*
        $crate::future::poll_fn(|cx| match true $(& $joined.poll(cx))* {
            true => $crate::task::Poll::Ready(()),
            false => $crate::task::Poll::Pending,
        })
        .await;
        ($($joined.take(),)*)
    }};
    ($($futures:tt)*) => {
        $crate::__tokio_join!(@next [] $($futures)*)
    };
}

#[macro_export]
macro_rules! __tokio_try_join {
    (biased; $($rest:tt)*) => {
        $crate::__tokio_try_join!($($rest)*)
    };
    (@next [$($done:tt)*] $future:expr, $($rest:tt)*) => {
        $crate::__tokio_try_join!(@next [$($done)* {joined value ($future)}] $($rest)*)
    };
    (@next [$($done:tt)*] $future:expr) => {
        $crate::__tokio_try_join!(@next [$($done)* {joined value ($future)}])
    };
    (@next [$({$joined:ident $value:ident ($future:expr)})*]) => {{
        $(let mut $joined = $crate::crates::tokio::macros::Joined::Waiting($future);)*
        $crate::future::poll_fn(|cx| {
            let mut is_done = true;
            $(
                is_done &= $joined.poll(cx);
                if $joined.has_failed() {
                    let $crate::result::Result::Err(error) = $joined.take() else {
                        $crate::unreachable!("a failure without an error")
                    };
                    return $crate::task::Poll::Ready($crate::result::Result::Err(error));
                }
            )*
            if !is_done {
                return $crate::task::Poll::Pending;
            }
            $(
                let $crate::result::Result::Ok($value) = $joined.take() else {
                    $crate::unreachable!("an error that was not seen")
                };
            )*
            $crate::task::Poll::Ready($crate::result::Result::Ok(($($value,)*)))
        })
        .await
    }};
    ($($futures:tt)*) => {
        $crate::__tokio_try_join!(@next [] $($futures)*)
    };
}

#[macro_export]
macro_rules! __tokio_pin {
    ($($x:ident),* $(,)?) => {
        $(
            let mut $x = $x;
            #[allow(unused_mut)]
            let mut $x = unsafe { $crate::pin::Pin::new_unchecked(&mut $x) };
        )*
    };
    ($(let $x:ident = $init:expr;)*) => {
        $(
            let $x = $init;
            $crate::__tokio_pin!($x);
        )*
    };
}

#[macro_export]
macro_rules! __tokio_task_local {
    () => {};
    ($(#[$attr:meta])* $vis:vis static $name:ident: $t:ty; $($rest:tt)*) => {
        $crate::__tokio_task_local!($(#[$attr])* $vis static $name: $t);
        $crate::__tokio_task_local!($($rest)*);
    };
    ($(#[$attr:meta])* $vis:vis static $name:ident: $t:ty) => {
        $(#[$attr])*
        $vis static $name: $crate::crates::tokio::task::LocalKey<$t> = {
            $crate::thread_local! {
                static KEY: $crate::cell::RefCell<$crate::option::Option<$t>> = const {
                    $crate::cell::RefCell::new($crate::option::Option::None)
                };
            }
            $crate::crates::tokio::task::LocalKey { inner: KEY }
        };
    };
}
