//@ no-bug
//@ source: paths and the system's strings compared with each other, shown part by part, and made absolute

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{absolute, Path, PathBuf};

fn main() -> std::io::Result<()> {
    let path = Path::new("/a/b");
    let (cow, owned): (Cow<Path>, PathBuf) = (path.into(), path.into());
    assert!(
        cow == path && path == cow && cow == *path && cow == owned && owned == cow && owned == path
    );
    let (os, os_owned) = (OsStr::new("/a/./b"), OsString::from("/a//b"));
    assert!(
        path == os
            && *path == *os
            && *os == *path
            && os == path
            && owned == os
            && os_owned == *path
    );
    assert!(cow == os && *os == cow && cow == os_owned && *path == os_owned && path == os_owned);
    assert!(owned < *Path::new("/a/c") && cow > Path::new("/a/a") && *os < PathBuf::from("/b"));

    let os_cow = Cow::from(os);
    assert!(
        os_cow == os && *os == os_cow && os_cow != os_owned && os_owned != *os && os_owned != os
    );
    assert!(*os == *"/a/./b" && os_owned == "/a//b" && "/a//b" == os_owned && os_owned < *"/b");
    assert!(os_owned > *os && os_cow < os_owned);
    assert!(path.components() < Path::new("/a/c").components());

    assert_eq!(format!("{:?}", path.iter()), r#"Iter(["/", "a", "b"])"#);
    let parts = r#"Components([RootDir, Normal("a"), Normal("b")])"#;
    assert_eq!(format!("{:?}", path.components()), parts);

    assert_eq!(absolute("/a/./b//../c/")?.as_os_str(), "/a/b/../c/");
    assert_eq!(absolute("//a")?.as_os_str(), "//a");
    assert_eq!(absolute("///a")?.as_os_str(), "/a");
    assert!(absolute("./a/..")?.ends_with("a/.."));
    assert!(absolute("").is_err());
    Ok(())
}
