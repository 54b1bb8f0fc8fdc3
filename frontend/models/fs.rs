//! `std::fs` of build scripts, which run on the machine: what a script writes is printed, for whoever runs it;
//! to read files it must not try. A checked program has no files: types of them have no values.
//!
//! Left out: what opens, lists or describes files.

#[cfg(not(vscheck_script))]
pub use none::*;
#[cfg(vscheck_script)]
pub use script::*;

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

/// No file is ever open.
#[cfg(not(vscheck_script))]
mod none {
    use crate::io::{Read, Result, Seek, SeekFrom, Write};

    #[derive(Debug)]
    pub enum File {}
    impl Read for File {
        fn read(&mut self, _bytes: &mut [u8]) -> Result<usize> {
            match *self {}
        }
    }
    impl Write for File {
        fn write(&mut self, _bytes: &[u8]) -> Result<usize> {
            match *self {}
        }
        fn flush(&mut self) -> Result<()> {
            match *self {}
        }
    }
    impl Seek for File {
        fn seek(&mut self, _to: SeekFrom) -> Result<u64> {
            match *self {}
        }
    }

    /// Reads, writes and seeks, of types without values.
    macro_rules! never_a_file {
        ($($file:ty),*) => { $(
            impl Read for $file {
                fn read(&mut self, _bytes: &mut [u8]) -> Result<usize> {
                    match **self {}
                }
            }
            impl Write for $file {
                fn write(&mut self, _bytes: &[u8]) -> Result<usize> {
                    match **self {}
                }
                fn flush(&mut self) -> Result<()> {
                    match **self {}
                }
            }
            impl Seek for $file {
                fn seek(&mut self, _to: SeekFrom) -> Result<u64> {
                    match **self {}
                }
            }
        )* };
    }
    never_a_file!(&File, crate::sync::Arc<File>);
}

#[cfg(vscheck_script)]
mod script {
    use crate::cell::RefCell;
    use crate::io::{Result, Write};
    use crate::path::{Path, PathBuf};
    use crate::string::String;
    use crate::vec::Vec;

    /// A file that is being written: it is there when it is closed.
    #[derive(Debug)]
    pub struct File {
        path: PathBuf,
        bytes: RefCell<Vec<u8>>,
    }
    impl File {
        pub fn create<P: AsRef<Path>>(path: P) -> Result<File> {
            let path = path.as_ref().to_path_buf();
            Ok(File { path, bytes: RefCell::default() })
        }
        pub fn open<P: AsRef<Path>>(_path: P) -> Result<File> {
            unknown()
        }
        pub fn sync_all(&self) -> Result<()> {
            Ok(())
        }
    }
    impl Write for File {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            (&*self).write(bytes)
        }
        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }
    impl Write for &File {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.bytes.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }
    impl Drop for File {
        fn drop(&mut self) {
            let _ = write(&self.path, &*self.bytes.borrow());
        }
    }

    /// In a line of its own: the path, and the bytes in hexadecimal.
    pub fn write<P: AsRef<Path>, C: AsRef<[u8]>>(path: P, contents: C) -> Result<()> {
        let bytes = hexadecimal(contents.as_ref());
        crate::println!("vscheck:file={}={}", path.as_ref().display(), bytes);
        Ok(())
    }
    pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
        const DIGITS: [char; 16] =
            ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
        let mut text = String::new();
        for byte in bytes {
            text.push(DIGITS[(byte >> 4) as usize]);
            text.push(DIGITS[(byte & 15) as usize]);
        }
        text
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
