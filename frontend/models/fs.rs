//! `std::fs` of build scripts, which run on the machine: what a script writes is printed, for whoever runs it;
//! to read files it must not try. A checked program has no files: types of them have no values.
//!
//! Left out: what opens, lists or describes files.

#[cfg(vscheck_script)]
pub use script::*;

#[derive(Debug)]
pub enum File {}
#[derive(Clone, Debug)]
pub enum OpenOptions {}
#[derive(Clone)]
pub enum Metadata {}
#[derive(Debug)]
pub enum DirBuilder {}
pub enum DirEntry {}
#[derive(Debug)]
pub enum ReadDir {}
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Permissions {}
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum FileType {}
#[derive(Copy, Clone, Debug)]
pub enum FileTimes {}

#[cfg(vscheck_script)]
mod script {
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
}
