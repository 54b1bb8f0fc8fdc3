//@ no-bug
//@ source: names in macros' own text: a parameter before a path that starts with `::`, a block's value before macros that
//@ source: expand to nothing

use std::ptr::NonNull;

struct Header<T> {
    count: u32,
    value: T,
}

macro_rules! pointers_to_fields {
    (impl<$($param:ident)*> $owner:ty { $(fn $name:ident -> $field_type:ty { $(.$field:tt)+ })* }) => {
        impl<$($param)*> $owner {$(
            unsafe fn $name(me: ::core::ptr::NonNull<Self>) -> ::core::ptr::NonNull<$field_type> {
                let me = me.as_ptr();
                let field = unsafe { ::std::ptr::addr_of_mut!((*me) $(.$field)+) };
                unsafe { ::core::ptr::NonNull::new_unchecked(field) }
            }
        )*}
    };
}

pointers_to_fields! {
    impl<T> Header<T> {
        fn count_of -> u32 { .count }
        fn value_of -> T { .value }
    }
}

macro_rules! same {
    ($($tokens:tt)*) => { $($tokens)* };
}
macro_rules! first {
    (@rest) => {};
    (@rest ($($tokens:tt)*) $($more:tt)*) => {
        same! { $($tokens)* }
        first! { @rest $($more)* }
    };
}

fn chosen(early: bool) -> Result<i32, String> {
    if early {
        return Ok(1);
    }
    first! { @rest (if early { Err("no".to_string()) } else { Ok(7) }) }
}

fn main() {
    let mut header = Header { count: 4, value: 'v' };
    let pointer = NonNull::from(&mut header);
    let (count, value) = unsafe { (Header::count_of(pointer), Header::value_of(pointer)) };
    unsafe { *count.as_ptr() += 1 };
    println!("{} {}", unsafe { count.read() }, unsafe { value.read() });
    println!("{:?} {:?}", chosen(true), chosen(false));
}
