//@ no-bug
//@ source: strings of the operating system by their bytes, and what of C's strings went wrong
use std::ffi::{CString, FromVecWithNulError, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::thread;

fn first_bad(bytes: &[u8]) -> Result<CString, FromVecWithNulError> {
    CString::from_vec_with_nul(bytes.to_vec())
}

fn main() {
    let name = OsStr::from_bytes(b"caf\xc3\xa9.txt");
    let owned = OsString::from_vec(name.as_bytes().to_vec());
    let by_thread = thread::spawn(move || owned.into_vec().len()).join().unwrap();
    let mut path = PathBuf::from("/Tmp");
    path.push(name);
    path.as_mut_os_str().make_ascii_uppercase();
    println!("{by_thread} {} {:?}", path.display(), name.to_str());
    println!("{:?} {:?}", first_bad(b"ab\0"), first_bad(b"a\0b\0"));
    println!("{}", first_bad(b"ab").unwrap_err());
}
