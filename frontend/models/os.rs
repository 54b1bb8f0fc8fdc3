//! `std::os`: C's number types under their old path, the bytes of the operating system's strings, and the types of
//! file descriptors.
//!
//! Left out: everything else that belongs to one operating system. Nothing gives a file descriptor, and none
//! is closed; of sockets there is only what is made of one.

pub mod raw {
    pub use crate::ffi::{
        c_char, c_double, c_float, c_int, c_long, c_longlong, c_schar, c_short, c_uchar, c_uint, c_ulong, c_ulonglong,
        c_ushort, c_void,
    };
}

pub mod fd {
    use crate::fmt;
    use crate::marker::PhantomData;

    pub type RawFd = crate::ffi::c_int;

    pub trait AsRawFd {
        fn as_raw_fd(&self) -> RawFd;
    }
    pub trait FromRawFd {
        unsafe fn from_raw_fd(fd: RawFd) -> Self;
    }
    pub trait IntoRawFd {
        fn into_raw_fd(self) -> RawFd;
    }
    pub trait AsFd {
        fn as_fd(&self) -> BorrowedFd<'_>;
    }

    pub struct OwnedFd {
        owned_fd: RawFd,
    }
    #[derive(Copy, Clone)]
    pub struct BorrowedFd<'fd> {
        borrowed_fd: RawFd,
        owner: PhantomData<&'fd OwnedFd>,
    }
    impl BorrowedFd<'_> {
        pub const unsafe fn borrow_raw(fd: RawFd) -> Self {
            BorrowedFd { borrowed_fd: fd, owner: PhantomData }
        }
    }
    impl AsRawFd for RawFd {
        fn as_raw_fd(&self) -> RawFd {
            *self
        }
    }
    impl IntoRawFd for RawFd {
        fn into_raw_fd(self) -> RawFd {
            self
        }
    }
    impl FromRawFd for RawFd {
        unsafe fn from_raw_fd(fd: RawFd) -> RawFd {
            fd
        }
    }
    impl AsRawFd for OwnedFd {
        fn as_raw_fd(&self) -> RawFd {
            self.owned_fd
        }
    }
    impl IntoRawFd for OwnedFd {
        fn into_raw_fd(self) -> RawFd {
            self.owned_fd
        }
    }
    impl FromRawFd for OwnedFd {
        unsafe fn from_raw_fd(fd: RawFd) -> OwnedFd {
            OwnedFd { owned_fd: fd }
        }
    }
    impl AsFd for OwnedFd {
        fn as_fd(&self) -> BorrowedFd<'_> {
            BorrowedFd { borrowed_fd: self.owned_fd, owner: PhantomData }
        }
    }
    impl AsRawFd for BorrowedFd<'_> {
        fn as_raw_fd(&self) -> RawFd {
            self.borrowed_fd
        }
    }
    impl AsFd for BorrowedFd<'_> {
        fn as_fd(&self) -> BorrowedFd<'_> {
            *self
        }
    }
    impl<T: AsFd + ?Sized> AsFd for &T {
        fn as_fd(&self) -> BorrowedFd<'_> {
            (**self).as_fd()
        }
    }
    impl fmt::Debug for OwnedFd {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("OwnedFd").field("fd", &self.owned_fd).finish()
        }
    }
    impl fmt::Debug for BorrowedFd<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("BorrowedFd").field("fd", &self.borrowed_fd).finish()
        }
    }
}

pub mod unix {
    pub mod ffi {
        use crate::ffi::{OsStr, OsString};
        use crate::intrinsics;
        use crate::str;
        use crate::vec::Vec;

        pub trait OsStrExt {
            fn from_bytes(slice: &[u8]) -> &Self;
            fn as_bytes(&self) -> &[u8];
        }
        impl OsStrExt for OsStr {
            fn from_bytes(slice: &[u8]) -> &OsStr {
                unsafe {
                    if str::from_utf8(slice).is_err() {
                        intrinsics::unsupported();
                    }
                    OsStr::from_encoded_bytes_unchecked(slice)
                }
            }
            fn as_bytes(&self) -> &[u8] {
                self.as_encoded_bytes()
            }
        }
        pub trait OsStringExt {
            fn from_vec(vec: Vec<u8>) -> Self;
            fn into_vec(self) -> Vec<u8>;
        }
        impl OsStringExt for OsString {
            fn from_vec(vec: Vec<u8>) -> OsString {
                OsStr::from_bytes(&vec).to_os_string()
            }
            fn into_vec(self) -> Vec<u8> {
                self.into_encoded_bytes()
            }
        }
    }
    pub mod prelude {
        pub use super::ffi::{OsStrExt, OsStringExt};
        pub use super::io::{AsFd, AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
    }
    pub mod io {
        pub use crate::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
    }
    pub mod net {
        use crate::io;
        use crate::os::fd::{AsRawFd, FromRawFd, RawFd};

        #[derive(Debug)]
        pub struct UnixStream {
            unix_fd: RawFd,
        }
        impl UnixStream {
            pub fn try_clone(&self) -> io::Result<UnixStream> {
                Ok(UnixStream { unix_fd: self.unix_fd })
            }
        }
        impl AsRawFd for UnixStream {
            fn as_raw_fd(&self) -> RawFd {
                self.unix_fd
            }
        }
        impl FromRawFd for UnixStream {
            unsafe fn from_raw_fd(fd: RawFd) -> UnixStream {
                UnixStream { unix_fd: fd }
            }
        }
        #[derive(Debug)]
        pub enum UnixListener {}
        #[derive(Debug)]
        pub enum UnixDatagram {}
        #[derive(Clone, Debug)]
        pub enum SocketAddr {}
    }
}
