//! `std::fs` of build scripts, which run on the machine: what a script writes is printed, for whoever runs it;
//! to read files it must not try. A checked program has none.
//!
//! Left out: `File`, and what lists or describes files.

use crate::io::Result;
use crate::path::Path;
use crate::string::String;
use crate::vec::Vec;

/// In a line of its own: the path, and the bytes in hexadecimal.
pub fn write<P: AsRef<Path>, C: AsRef<[u8]>>(path: P, contents: C) -> Result<()> {
    let mut bytes = String::new();
    for byte in contents.as_ref() {
        bytes.push_str(&crate::format!("{byte:02x}"));
    }
    crate::println!("vscheck:file={}={}", path.as_ref().display(), bytes);
    Ok(())
}
/// What a script makes of a file cannot be known: it ends here.
fn unknown<T>() -> Result<T> {
    panic!("there are no files to read")
}
pub fn read<P: AsRef<Path>>(_path: P) -> Result<Vec<u8>> {
    unknown()
}
pub fn read_to_string<P: AsRef<Path>>(_path: P) -> Result<String> {
    unknown()
}
pub fn create_dir<P: AsRef<Path>>(_path: P) -> Result<()> {
    Ok(())
}
pub fn create_dir_all<P: AsRef<Path>>(_path: P) -> Result<()> {
    Ok(())
}
pub fn remove_dir_all<P: AsRef<Path>>(_path: P) -> Result<()> {
    Ok(())
}
pub fn remove_dir<P: AsRef<Path>>(_path: P) -> Result<()> {
    Ok(())
}
pub fn remove_file<P: AsRef<Path>>(_path: P) -> Result<()> {
    Ok(())
}
