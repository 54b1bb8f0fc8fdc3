//@ no-bug
//@ source: every error of std is an `Error`; what those of `io` say

use std::error::Error;
use std::io::{self, BufWriter, Cursor, ErrorKind, Read, Write};
use std::num::{NonZeroI8, NonZeroU16, NonZeroU32, NonZeroU64};

fn shown(error: impl Error + 'static) -> String {
    let error: Box<dyn Error> = Box::new(error);
    format!("{error} | {error:?} | {}", error.source().is_some())
}

fn main() {
    assert_eq!(
        shown(String::from_utf16(&[0xd800]).unwrap_err()),
        "invalid utf-16: lone surrogate found | FromUtf16Error(()) | false"
    );
    assert_eq!(
        shown([1, 2].get_disjoint_mut([0, 5]).unwrap_err()),
        "an index is out of bounds | IndexOutOfBounds | false"
    );
    let mut full = BufWriter::with_capacity(5, Cursor::new([0u8; 1]));
    full.write_all(b"ab").unwrap();
    assert_eq!(
        shown(full.into_inner().unwrap_err()),
        "failed to write the buffered data | IntoInnerError(BufWriter { writer: Cursor { inner: [97], pos: 1 }, \
         buffer: 1/5 }, Error { kind: WriteZero, message: \"failed to write the buffered data\" }) | false"
    );
    let not_text = std::ffi::CString::new(vec![0xff]).unwrap().into_string().unwrap_err();
    assert!(not_text.source().is_some());
    assert!(format!("{not_text:?}").starts_with("IntoStringError { inner: "));
    let joined = std::env::join_paths(["a:b"]).unwrap_err();
    assert_eq!(format!("{joined:?}"), "JoinPathsError { inner: JoinPathsError }");

    let denied = io::Error::from_raw_os_error(13);
    assert_eq!((denied.kind(), denied.raw_os_error()), (ErrorKind::PermissionDenied, Some(13)));
    assert_eq!(
        shown(denied),
        "Permission denied (os error 13) | Os { code: 13, kind: PermissionDenied, message: \"Permission denied\" } | false"
    );
    let short = (&[0u8][..]).read_exact(&mut [0; 4]).unwrap_err();
    assert!(short.get_ref().is_none());
    assert_eq!(
        shown(short),
        "failed to fill whole buffer | Error { kind: UnexpectedEof, message: \"failed to fill whole buffer\" } | false"
    );
    assert_eq!(shown(io::Error::from(ErrorKind::NotFound)), "entity not found | Kind(NotFound) | false");
    assert_eq!(shown(io::Error::other("x")), "x | Custom { kind: Other, error: \"x\" } | false");
    let nul = io::Error::from(std::ffi::CString::new("a\0").unwrap_err());
    assert_eq!(nul.kind(), ErrorKind::InvalidInput);

    assert_eq!(NonZeroU16::try_from(NonZeroU32::new(7).unwrap()).unwrap().get(), 7);
    assert!(NonZeroI8::try_from(NonZeroU64::new(128).unwrap()).is_err());
}
