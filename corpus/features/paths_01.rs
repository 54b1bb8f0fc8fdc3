//@ no-bug

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Component, Path, PathBuf};

fn show(path: &str) {
    let p = Path::new(path);
    println!(
        "{path:?}: {:?} back {:?}",
        p.components().collect::<Vec<_>>(),
        p.components().rev().collect::<Vec<_>>()
    );
    println!(
        "  parent {:?} name {:?} stem {:?} ext {:?} abs {}",
        p.parent(),
        p.file_name(),
        p.file_stem(),
        p.extension(),
        p.is_absolute()
    );
    println!(
        "  join {:?} with_ext {:?} with_name {:?}",
        p.join("x.y"),
        p.with_extension("zip"),
        p.with_file_name("n")
    );
    println!("  ancestors {:?}", p.ancestors().collect::<Vec<_>>());
}
fn add(a: i32) -> i32 {
    a + 1
}
fn sub(a: i32) -> i32 {
    a - 1
}
fn main() {
    for p in [
        "", "/", ".", "..", "a", "/a/b.txt", "a//b/./c", "./a/.", "a/b/", ".hidden", "a.tar.gz",
        "/a/../b", "//x", "a/.", "././a", "..a/b.",
    ] {
        show(p);
    }
    assert_eq!(Path::new("a//b/."), Path::new("a/b"));
    assert!(Path::new("/etc/x").starts_with("/etc") && !Path::new("/etcx").starts_with("/etc"));
    assert!(Path::new("/etc/x").ends_with("x"));
    assert_eq!(
        Path::new("/etc/x/y").strip_prefix("/etc").unwrap(),
        Path::new("x/y")
    );
    let mut b = PathBuf::from("/tmp");
    b.push("a");
    b.push("b.c");
    b.set_extension("d");
    b.set_file_name("q.r");
    let q = b.pop();
    println!("{} {q}", b.display());
    let b: PathBuf = ["a", "b", "c"].iter().collect();
    println!("{b:?} {}", b.to_string_lossy());
    assert!(b == Path::new("a/b/c") && b < PathBuf::from("a/b/d"));
    let mut m = HashMap::new();
    m.insert(b.clone(), 1);
    assert_eq!(m.get(Path::new("a/b/./c")), Some(&1));
    if let Some(Component::Normal(x)) = b.components().next() {
        println!("{}", x.to_str().unwrap());
    }
    let o = OsString::from("hé");
    let r: &OsStr = &o;
    println!("{:?} {} {:?}", r, r.len(), o.clone().into_string());
    assert!(o == *"hé" && r == "hé");
    let c = CString::new("abc").unwrap();
    println!(
        "{:?} {:?} {}",
        c,
        c.to_bytes_with_nul(),
        c.to_str().unwrap()
    );
    let p = c.into_raw();
    let d = unsafe { CStr::from_ptr(p).to_owned() };
    let c = unsafe { CString::from_raw(p) };
    assert_eq!(c, d);
    println!("{:?}", CString::new("a\0b").unwrap_err());
    println!("{:?}", c"lit".to_str());
    println!("{:?}", CStr::from_bytes_with_nul(b"a\xff\n\0"));
    let f: fn(i32) -> i32 = add;
    let g: fn(i32) -> i32 = sub;
    println!("{} {}", (f, 1) == (add as fn(i32) -> i32, 1), f == g);
    println!(
        "{} {} {}",
        7usize % NonZeroUsize::new(4).unwrap(),
        7usize / NonZeroUsize::new(4).unwrap(),
        NonZeroUsize::new(9).unwrap().ilog2()
    );
    println!(
        "{} {}",
        std::ptr::null::<u32>().wrapping_add(3) as usize,
        std::ptr::null::<u8>().wrapping_add(5).wrapping_sub(2) as usize
    );
    println!("{:?}", std::env::var_os("NOPE_NOT_THERE"));
    let bx: Box<Path> = Path::new("q").into();
    println!("{bx:?} {:?}", Path::new("a/b").iter().collect::<Vec<_>>());
    std::thread::spawn(move || println!("{}", b.display()))
        .join()
        .unwrap();
}
