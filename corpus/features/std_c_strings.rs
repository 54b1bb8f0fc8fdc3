//@ no-bug
//@ edition: 2024
//@ source: strings of C from vectors, and small things that std has got since
use std::borrow::Cow;
use std::ffi::{CStr, CString, OsString, c_char};
use std::io;
use std::num::NonZero;
fn len(p: *const c_char) -> usize {
    unsafe { CStr::from_ptr(p) }.count_bytes()
}
fn main() {
    let c = CString::from_vec_with_nul(b"ab\0".to_vec()).unwrap();
    println!("{c:?} {} {:?}", len(c.as_ptr()), &c[..]);
    for v in [&b"a\0b\0"[..], b"a", b""] {
        match CString::from_vec_with_nul(v.to_vec()) {
            Ok(c) => println!("{c:?}"),
            Err(e) => println!("{e:?} {e} {:?}", e.as_bytes()),
        }
    }
    let v: Vec<u8> = c.into();
    println!("{v:?}");
    let c: CString = vec![NonZero::new(97u8).unwrap()].into();
    println!("{c:?} {:?}", <&CStr>::default());
    println!("{} {}", *c == c"a", c.as_c_str() == c"a");
    let e: io::Error = CString::new("a\0").unwrap_err().into();
    println!("{e:?} {e}");
    let b: Box<CStr> = Cow::Borrowed(c"zz").into();
    println!(
        "{b:?} {}",
        unsafe { CString::from_vec_with_nul_unchecked(vec![65, 0]) }
            .to_str()
            .unwrap()
    );
    let s = OsString::from("x");
    println!("{s:?}");
    println!("{}", unsafe {
        1u8.unchecked_shl(3) as i32 + 5i32.unchecked_neg() + 8i32.unchecked_shr(1)
    });
    let mut a = [1, 2, 3];
    println!(
        "{:?}",
        a[..].as_mut_array::<3>().map(|x| {
            x[0] = 9;
            x.len()
        })
    );
    println!("{:?} {:?}", a[..2].as_array::<3>(), char::UNICODE_VERSION);
}
