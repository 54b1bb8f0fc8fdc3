//! `proc-macro-crate`: `crate_name`: by which name the package that uses a macro knows another one, which
//! Cargo has said already (the crate itself reads `Cargo.toml`).
//!
//! Left out: errors other than that the package is not there.

use crate::env;
use crate::error;
use crate::fmt;
use crate::path::PathBuf;
use crate::string::{String, ToString};

#[derive(Debug, PartialEq, Clone, Eq)]
pub enum FoundCrate {
    Itself,
    Name(String),
}

pub enum Error {
    NotFound(PathBuf),
    CargoManifestDirNotSet,
    CrateNotFound { crate_name: String, path: PathBuf },
}
impl error::Error for Error {}
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotFound(path) => {
                write!(f, "Could not find `Cargo.toml` in manifest dir: `{}`.", path.display())
            }
            Error::CargoManifestDirNotSet => {
                f.write_str("`CARGO_MANIFEST_DIR` env variable not set.")
            }
            Error::CrateNotFound { crate_name, path } => write!(
                f,
                "Could not find `{}` in `dependencies` or `dev-dependencies` in `{}`!",
                crate_name,
                path.display(),
            ),
        }
    }
}

pub fn crate_name(orig_name: &str) -> Result<FoundCrate, Error> {
    if env::var("CARGO_PKG_NAME").is_ok_and(|own| own == orig_name) {
        return Ok(FoundCrate::Itself);
    }
    let known = env::var("vscheck::dependencies").unwrap_or_default();
    let mut known = known.split(' ').filter_map(|pair| pair.split_once('='));
    match known.find(|(package, _)| *package == orig_name) {
        Some((_, name)) => Ok(FoundCrate::Name(name.to_string())),
        None => Err(Error::CrateNotFound {
            crate_name: orig_name.to_string(),
            path: env::var("CARGO_MANIFEST_DIR").unwrap_or_default().into(),
        }),
    }
}
