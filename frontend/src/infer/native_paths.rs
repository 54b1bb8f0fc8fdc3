//! Where the definitions of the models stand in the real library, whose paths `type_name` prints.

/// Paths of the models, with what they are in the library. The longest that fits counts. `*` is a
/// module that has the name of what stands in it, in snake case.
const PATHS: &[(&str, &str)] = &[
    ("std::alloc::Layout", "core::alloc::layout::Layout"),
    ("std::any", "core::any"),
    ("std::array", "core::array"),
    ("std::array::IntoIter", "core::array::iter::IntoIter"),
    ("std::ascii", "core::ascii"),
    ("std::borrow", "core::borrow"),
    ("std::borrow::Cow", "alloc::borrow::Cow"),
    ("std::borrow::ToOwned", "alloc::borrow::ToOwned"),
    ("std::boxed", "alloc::boxed"),
    ("std::cell", "core::cell"),
    ("std::cell::LazyCell", "core::cell::lazy::LazyCell"),
    ("std::cell::OnceCell", "core::cell::once::OnceCell"),
    ("std::char", "core::char"),
    (
        "std::char::CharTryFromError",
        "core::char::convert::CharTryFromError",
    ),
    (
        "std::char::ParseCharError",
        "core::char::convert::ParseCharError",
    ),
    ("std::clone", "core::clone"),
    ("std::cmp", "core::cmp"),
    ("std::collections", "alloc::collections"),
    (
        "std::collections::btree_map",
        "alloc::collections::btree::map",
    ),
    (
        "std::collections::btree_map::Entry",
        "alloc::collections::btree::map::entry::Entry",
    ),
    (
        "std::collections::btree_set",
        "alloc::collections::btree::set",
    ),
    ("std::collections::hash_map", "std::collections::hash::map"),
    ("std::collections::hash_set", "std::collections::hash::set"),
    ("std::convert", "core::convert"),
    ("std::default", "core::default"),
    ("std::error", "core::error"),
    ("std::ffi::c_str::CStr", "core::ffi::c_str::CStr"),
    ("std::ffi::c_str::CString", "alloc::ffi::c_str::CString"),
    ("std::fmt", "core::fmt"),
    ("std::future", "core::future"),
    ("std::future::Future", "core::future::future::Future"),
    (
        "std::future::IntoFuture",
        "core::future::into_future::IntoFuture",
    ),
    ("std::future::Pending", "core::future::pending::Pending"),
    ("std::future::Ready", "core::future::ready::Ready"),
    ("std::hash", "core::hash"),
    (
        "std::hash::DefaultHasher",
        "std::hash::random::DefaultHasher",
    ),
    ("std::hash::RandomState", "std::hash::random::RandomState"),
    ("std::hint", "core::hint"),
    (
        "std::io::BufReader",
        "std::io::buffered::bufreader::BufReader",
    ),
    (
        "std::io::BufWriter",
        "std::io::buffered::bufwriter::BufWriter",
    ),
    ("std::io::Cursor", "std::io::cursor::Cursor"),
    ("std::io::Error", "std::io::error::Error"),
    ("std::io::ErrorKind", "std::io::error::ErrorKind"),
    (
        "std::io::IntoInnerError",
        "std::io::buffered::IntoInnerError",
    ),
    ("std::io::Stderr", "std::io::stdio::Stderr"),
    ("std::io::Stdin", "std::io::stdio::Stdin"),
    ("std::io::Stdout", "std::io::stdio::Stdout"),
    ("std::iter", "core::iter::sources::*"),
    (
        "std::iter::DoubleEndedIterator",
        "core::iter::traits::double_ended::DoubleEndedIterator",
    ),
    (
        "std::iter::ExactSizeIterator",
        "core::iter::traits::exact_size::ExactSizeIterator",
    ),
    ("std::iter::Extend", "core::iter::traits::collect::Extend"),
    (
        "std::iter::FromIterator",
        "core::iter::traits::collect::FromIterator",
    ),
    (
        "std::iter::IntoIterator",
        "core::iter::traits::collect::IntoIterator",
    ),
    (
        "std::iter::Iterator",
        "core::iter::traits::iterator::Iterator",
    ),
    ("std::iter::adapters", "core::iter::adapters::*"),
    ("std::marker", "core::marker"),
    ("std::mem", "core::mem"),
    (
        "std::mem::ManuallyDrop",
        "core::mem::manually_drop::ManuallyDrop",
    ),
    (
        "std::mem::MaybeUninit",
        "core::mem::maybe_uninit::MaybeUninit",
    ),
    (
        "std::net::AddrParseError",
        "core::net::parser::AddrParseError",
    ),
    ("std::net::IpAddr", "core::net::ip_addr::IpAddr"),
    ("std::net::Ipv4Addr", "core::net::ip_addr::Ipv4Addr"),
    ("std::net::Ipv6Addr", "core::net::ip_addr::Ipv6Addr"),
    ("std::net::SocketAddr", "core::net::socket_addr::SocketAddr"),
    (
        "std::net::SocketAddrV4",
        "core::net::socket_addr::SocketAddrV4",
    ),
    (
        "std::net::SocketAddrV6",
        "core::net::socket_addr::SocketAddrV6",
    ),
    ("std::num", "core::num"),
    ("std::num::IntErrorKind", "core::num::error::IntErrorKind"),
    ("std::num::NonZero", "core::num::nonzero::NonZero"),
    (
        "std::num::ParseFloatError",
        "core::num::dec2flt::ParseFloatError",
    ),
    ("std::num::ParseIntError", "core::num::error::ParseIntError"),
    ("std::num::Saturating", "core::num::saturating::Saturating"),
    (
        "std::num::TryFromIntError",
        "core::num::error::TryFromIntError",
    ),
    ("std::num::Wrapping", "core::num::wrapping::Wrapping"),
    ("std::ops", "core::ops::arith"),
    ("std::ops::BitAnd", "core::ops::bit::BitAnd"),
    ("std::ops::BitOr", "core::ops::bit::BitOr"),
    ("std::ops::BitXor", "core::ops::bit::BitXor"),
    ("std::ops::Bound", "core::ops::range::Bound"),
    (
        "std::ops::ControlFlow",
        "core::ops::control_flow::ControlFlow",
    ),
    ("std::ops::Deref", "core::ops::deref::Deref"),
    ("std::ops::DerefMut", "core::ops::deref::DerefMut"),
    ("std::ops::Drop", "core::ops::drop::Drop"),
    ("std::ops::Fn", "core::ops::function::Fn"),
    ("std::ops::FnMut", "core::ops::function::FnMut"),
    ("std::ops::FnOnce", "core::ops::function::FnOnce"),
    ("std::ops::Index", "core::ops::index::Index"),
    ("std::ops::IndexMut", "core::ops::index::IndexMut"),
    ("std::ops::Not", "core::ops::bit::Not"),
    ("std::ops::Range", "core::ops::range::Range"),
    ("std::ops::RangeBounds", "core::ops::range::RangeBounds"),
    ("std::ops::RangeFrom", "core::ops::range::RangeFrom"),
    ("std::ops::RangeFull", "core::ops::range::RangeFull"),
    (
        "std::ops::RangeInclusive",
        "core::ops::range::RangeInclusive",
    ),
    ("std::ops::RangeTo", "core::ops::range::RangeTo"),
    (
        "std::ops::RangeToInclusive",
        "core::ops::range::RangeToInclusive",
    ),
    ("std::ops::Shl", "core::ops::bit::Shl"),
    ("std::ops::Shr", "core::ops::bit::Shr"),
    ("std::option", "core::option"),
    (
        "std::panic::AssertUnwindSafe",
        "core::panic::unwind_safe::AssertUnwindSafe",
    ),
    ("std::panic::Location", "core::panic::location::Location"),
    (
        "std::panic::RefUnwindSafe",
        "core::panic::unwind_safe::RefUnwindSafe",
    ),
    (
        "std::panic::UnwindSafe",
        "core::panic::unwind_safe::UnwindSafe",
    ),
    ("std::pin", "core::pin"),
    ("std::ptr", "core::ptr"),
    ("std::ptr::NonNull", "core::ptr::non_null::NonNull"),
    ("std::rc", "alloc::rc"),
    ("std::result", "core::result"),
    ("std::slice", "core::slice"),
    ("std::str", "core::str"),
    (
        "std::str::ParseBoolError",
        "core::str::error::ParseBoolError",
    ),
    ("std::str::Utf8Error", "core::str::error::Utf8Error"),
    ("std::str::FromStr", "core::str::traits::FromStr"),
    ("std::string", "alloc::string"),
    ("std::sync::arc", "alloc::sync"),
    ("std::sync::atomic", "core::sync::atomic"),
    ("std::sync::condvar", "std::sync::poison::condvar"),
    (
        "std::sync::condvar::WaitTimeoutResult",
        "std::sync::WaitTimeoutResult",
    ),
    ("std::sync::mutex", "std::sync::poison::mutex"),
    (
        "std::sync::once::LazyLock",
        "std::sync::lazy_lock::LazyLock",
    ),
    (
        "std::sync::once::OnceLock",
        "std::sync::once_lock::OnceLock",
    ),
    ("std::sync::rwlock", "std::sync::poison::rwlock"),
    ("std::task", "core::task::wake"),
    ("std::task::Poll", "core::task::poll::Poll"),
    ("std::task::Wake", "alloc::task::Wake"),
    ("std::thread::Builder", "std::thread::builder::Builder"),
    (
        "std::thread::JoinHandle",
        "std::thread::join_handle::JoinHandle",
    ),
    ("std::thread::Thread", "std::thread::thread::Thread"),
    ("std::thread::ThreadId", "std::thread::id::ThreadId"),
    ("std::time::Duration", "core::time::Duration"),
    ("std::vec", "alloc::vec"),
    ("std::vec::Drain", "alloc::vec::drain::Drain"),
    ("std::vec::IntoIter", "alloc::vec::into_iter::IntoIter"),
];

/// The path in the library of what stands in the models under this path.
pub(super) fn native_path(path: &str) -> String {
    let fitting = PATHS.iter().filter_map(|(model, native)| {
        let rest = path.strip_prefix(model)?;
        (rest.is_empty() || rest.starts_with("::")).then_some((model.len(), *native, rest))
    });
    let Some((_, native, rest)) = fitting.max_by_key(|(len, ..)| *len) else {
        return path.to_string();
    };
    match native.strip_suffix('*') {
        None => format!("{native}{rest}"),
        Some(modules) => {
            let item = rest.trim_start_matches("::");
            format!("{modules}{}::{item}", snake_case(item))
        }
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::native_path;

    #[test]
    fn the_longest_path_counts() {
        assert_eq!(native_path("std::string::String"), "alloc::string::String");
        assert_eq!(native_path("std::ops::Range"), "core::ops::range::Range");
        assert_eq!(native_path("std::ops::Add"), "core::ops::arith::Add");
        assert_eq!(
            native_path("std::iter::adapters::FilterMap"),
            "core::iter::adapters::filter_map::FilterMap"
        );
        assert_eq!(native_path("std::env::Args"), "std::env::Args");
    }
}
