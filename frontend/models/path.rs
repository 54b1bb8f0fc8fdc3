//! `std::path`, as on Unix: what can be said of a path without looking at files.
//!
//! Left out: everything that asks the file system (`exists`, `metadata`, `canonicalize`, `read_dir`),
//! paths that are not UTF-8, Windows prefixes (which no path has).

use crate::borrow::{Borrow, Cow, ToOwned};
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::error::Error;
use crate::ffi::{OsStr, OsString};
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::io;
use crate::iter::{Extend, FromIterator};
use crate::ops::{Deref, DerefMut};
use crate::rc::Rc;
use crate::str::FromStr;
use crate::string::String;
use crate::sync::Arc;
use crate::vec::Vec;

pub use crate::ffi::os_str::Display;

pub const MAIN_SEPARATOR: char = '/';
pub const MAIN_SEPARATOR_STR: &str = "/";

pub fn is_separator(c: char) -> bool {
    c == '/'
}

/// Two slashes at the start and one at the end may mean something to the system.
pub fn absolute<P: AsRef<Path>>(path: P) -> io::Result<PathBuf> {
    let path = path.as_ref();
    let text = path.as_os_str().text();
    if text.is_empty() {
        return Err(io::Error::of_std(io::ErrorKind::InvalidInput, "cannot make an empty path absolute"));
    }
    let mut parts = path.strip_prefix(".").unwrap_or(path).components();
    let mut whole = if path.is_relative() {
        crate::env::current_dir()?
    } else if text.starts_with("//") && !text.starts_with("///") {
        parts.next();
        PathBuf::from("//")
    } else {
        PathBuf::new()
    };
    whole.extend(parts);
    if text.ends_with('/') {
        whole.push("");
    }
    Ok(whole)
}

/// No path on Unix has one.
#[derive(Copy, Clone, Debug, Hash, PartialOrd, Ord, PartialEq, Eq)]
pub enum Prefix<'a> {
    Verbatim(&'a OsStr),
    Disk(u8),
}
#[derive(Copy, Clone, Debug, Hash, PartialOrd, Ord, PartialEq, Eq)]
pub struct PrefixComponent<'a> {
    prefix_text: &'a OsStr,
}
impl<'a> PrefixComponent<'a> {
    pub fn as_os_str(&self) -> &'a OsStr {
        self.prefix_text
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Component<'a> {
    Prefix(PrefixComponent<'a>),
    RootDir,
    CurDir,
    ParentDir,
    Normal(&'a OsStr),
}
impl<'a> Component<'a> {
    pub fn as_os_str(self) -> &'a OsStr {
        match self {
            Component::Prefix(prefix) => prefix.as_os_str(),
            Component::RootDir => OsStr::of("/"),
            Component::CurDir => OsStr::of("."),
            Component::ParentDir => OsStr::of(".."),
            Component::Normal(name) => name,
        }
    }
}
impl AsRef<OsStr> for Component<'_> {
    fn as_ref(&self) -> &OsStr {
        self.as_os_str()
    }
}
impl AsRef<Path> for Component<'_> {
    fn as_ref(&self) -> &Path {
        Path::of(self.as_os_str().text())
    }
}

/// The text that is left, and whether its beginning is the path's.
#[derive(Clone)]
pub struct Components<'a> {
    left: &'a str,
    at_start: bool,
}
impl<'a> Components<'a> {
    /// Leaves out what stands for nothing: repeated separators, and `.` except at the very start.
    fn skip_front(&mut self) {
        if self.at_start {
            return;
        }
        loop {
            if let Some(rest) = self.left.strip_prefix('/') {
                self.left = rest;
            } else if self.left == "." {
                self.left = "";
            } else if self.left.starts_with("./") {
                self.left = &self.left[2..];
            } else {
                return;
            }
        }
    }
    /// The same at the end; what the start of the path has stays.
    fn skip_back(&mut self) {
        loop {
            let keep = if self.at_start && self.left.len() == 1 { true } else { self.left.is_empty() };
            if keep {
                return;
            }
            if let Some(rest) = self.left.strip_suffix('/') {
                self.left = rest;
            } else if self.left.ends_with("/.") {
                self.left = &self.left[..self.left.len() - 1];
            } else if self.left == "." {
                self.left = "";
            } else {
                return;
            }
        }
    }
    pub fn as_path(&self) -> &'a Path {
        let mut trimmed = self.clone();
        trimmed.skip_front();
        trimmed.skip_back();
        Path::of(trimmed.left)
    }
}
fn component(name: &str) -> Component<'_> {
    match name {
        ".." => Component::ParentDir,
        name => Component::Normal(OsStr::of(name)),
    }
}
impl<'a> Iterator for Components<'a> {
    type Item = Component<'a>;
    fn next(&mut self) -> Option<Component<'a>> {
        if self.at_start {
            self.at_start = false;
            if let Some(rest) = self.left.strip_prefix('/') {
                self.left = rest;
                return Some(Component::RootDir);
            }
            if self.left == "." || self.left.starts_with("./") {
                self.left = &self.left[1..];
                return Some(Component::CurDir);
            }
        }
        self.skip_front();
        if self.left.is_empty() {
            return None;
        }
        let end = self.left.find('/').unwrap_or(self.left.len());
        let name = &self.left[..end];
        self.left = &self.left[end..];
        Some(component(name))
    }
}
impl<'a> DoubleEndedIterator for Components<'a> {
    fn next_back(&mut self) -> Option<Component<'a>> {
        if !self.at_start {
            self.skip_front();
        }
        self.skip_back();
        if self.left.is_empty() {
            return None;
        }
        if self.at_start && self.left == "/" {
            self.left = "";
            return Some(Component::RootDir);
        }
        if self.at_start && self.left == "." {
            self.left = "";
            return Some(Component::CurDir);
        }
        let start = match self.left.rfind('/') {
            Some(at) => at + 1,
            None => 0,
        };
        let name = &self.left[start..];
        self.left = &self.left[..start];
        Some(component(name))
    }
}
impl AsRef<Path> for Components<'_> {
    fn as_ref(&self) -> &Path {
        self.as_path()
    }
}
impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Components").field(&Listed(self.clone())).finish()
    }
}
impl<'a> PartialEq for Components<'a> {
    fn eq(&self, other: &Components<'a>) -> bool {
        self.clone().eq(other.clone())
    }
}
impl Eq for Components<'_> {}
impl<'a> PartialOrd for Components<'a> {
    fn partial_cmp(&self, other: &Components<'a>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Components<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        Iterator::cmp(self.clone(), other.clone())
    }
}
/// What an iterator will give.
struct Listed<I>(I);
impl<I: Iterator<Item: fmt::Debug> + Clone> fmt::Debug for Listed<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.clone()).finish()
    }
}

#[derive(Clone)]
pub struct Iter<'a> {
    parts: Components<'a>,
}
impl<'a> Iter<'a> {
    pub fn as_path(&self) -> &'a Path {
        self.parts.as_path()
    }
}
impl<'a> Iterator for Iter<'a> {
    type Item = &'a OsStr;
    fn next(&mut self) -> Option<&'a OsStr> {
        self.parts.next().map(Component::as_os_str)
    }
}
impl<'a> DoubleEndedIterator for Iter<'a> {
    fn next_back(&mut self) -> Option<&'a OsStr> {
        self.parts.next_back().map(Component::as_os_str)
    }
}

impl fmt::Debug for Iter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&Listed(self.clone())).finish()
    }
}

#[derive(Copy, Clone, Debug)]
pub struct Ancestors<'a> {
    next: Option<&'a Path>,
}
impl<'a> Iterator for Ancestors<'a> {
    type Item = &'a Path;
    fn next(&mut self) -> Option<&'a Path> {
        let next = self.next;
        self.next = next.and_then(Path::parent);
        next
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripPrefixError(());
impl fmt::Display for StripPrefixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("prefix not found")
    }
}
impl Error for StripPrefixError {}

#[repr(transparent)]
pub struct Path {
    path_text: str,
}

/// A file name without its extension, and the extension.
fn split_extension(name: &str) -> (&str, Option<&str>) {
    match name.rfind('.') {
        None | Some(0) => (name, None),
        Some(_) if name == ".." => (name, None),
        Some(dot) => (&name[..dot], Some(&name[dot + 1..])),
    }
}

impl Path {
    pub fn new<S: AsRef<OsStr> + ?Sized>(text: &S) -> &Path {
        Path::of(text.as_ref().text())
    }
    #[inline]
    fn of(text: &str) -> &Path {
        unsafe { &*(text as *const str as *const Path) }
    }
    pub fn as_os_str(&self) -> &OsStr {
        OsStr::of(&self.path_text)
    }
    pub fn as_mut_os_str(&mut self) -> &mut OsStr {
        unsafe { &mut *(&mut self.path_text as *mut str as *mut OsStr) }
    }
    pub fn to_str(&self) -> Option<&str> {
        Some(&self.path_text)
    }
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.path_text)
    }
    pub fn to_path_buf(&self) -> PathBuf {
        PathBuf { path_buffer: OsString::from(&self.path_text) }
    }
    pub fn into_path_buf(self: Box<Path>) -> PathBuf {
        self.to_path_buf()
    }
    pub fn is_absolute(&self) -> bool {
        self.has_root()
    }
    pub fn is_relative(&self) -> bool {
        !self.has_root()
    }
    pub fn has_root(&self) -> bool {
        self.path_text.starts_with('/')
    }
    pub fn parent(&self) -> Option<&Path> {
        let mut parts = self.components();
        match parts.next_back() {
            Some(Component::Normal(_) | Component::CurDir | Component::ParentDir) => {
                Some(parts.as_path())
            }
            _ => None,
        }
    }
    pub fn ancestors(&self) -> Ancestors<'_> {
        Ancestors { next: Some(self) }
    }
    pub fn file_name(&self) -> Option<&OsStr> {
        match self.components().next_back() {
            Some(Component::Normal(name)) => Some(name),
            _ => None,
        }
    }
    pub fn file_stem(&self) -> Option<&OsStr> {
        let name = self.file_name()?;
        Some(OsStr::of(split_extension(name.text()).0))
    }
    pub fn extension(&self) -> Option<&OsStr> {
        let name = self.file_name()?;
        split_extension(name.text()).1.map(OsStr::of)
    }
    pub fn file_prefix(&self) -> Option<&OsStr> {
        let name = self.file_name()?.text();
        let end = name[1..].find('.').map_or(name.len(), |dot| dot + 1);
        Some(OsStr::of(&name[..end]))
    }
    pub fn strip_prefix<P: AsRef<Path>>(&self, base: P) -> Result<&Path, StripPrefixError> {
        let mut parts = self.components();
        for part in base.as_ref().components() {
            if parts.next() != Some(part) {
                return Err(StripPrefixError(()));
            }
        }
        Ok(parts.as_path())
    }
    pub fn starts_with<P: AsRef<Path>>(&self, base: P) -> bool {
        self.strip_prefix(base).is_ok()
    }
    pub fn ends_with<P: AsRef<Path>>(&self, child: P) -> bool {
        let mut parts = self.components().rev();
        child.as_ref().components().rev().all(|part| parts.next() == Some(part))
    }
    pub fn join<P: AsRef<Path>>(&self, path: P) -> PathBuf {
        let mut joined = self.to_path_buf();
        joined.push(path);
        joined
    }
    pub fn with_file_name<S: AsRef<OsStr>>(&self, name: S) -> PathBuf {
        let mut changed = self.to_path_buf();
        changed.set_file_name(name);
        changed
    }
    pub fn with_extension<S: AsRef<OsStr>>(&self, extension: S) -> PathBuf {
        let mut changed = self.to_path_buf();
        changed.set_extension(extension);
        changed
    }
    pub fn with_added_extension<S: AsRef<OsStr>>(&self, extension: S) -> PathBuf {
        let mut changed = self.to_path_buf();
        changed.add_extension(extension);
        changed
    }
    pub fn components(&self) -> Components<'_> {
        Components { left: &self.path_text, at_start: true }
    }
    pub fn iter(&self) -> Iter<'_> {
        Iter { parts: self.components() }
    }
    pub fn display(&self) -> Display<'_> {
        Display { shown: &self.path_text }
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.path_text, f)
    }
}
impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self.components() == other.components()
    }
}
impl Eq for Path {}
impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Path) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Path {
    fn cmp(&self, other: &Path) -> Ordering {
        Iterator::cmp(self.components(), other.components())
    }
}
impl Hash for Path {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for part in self.components() {
            part.hash(state);
        }
    }
}
impl ToOwned for Path {
    type Owned = PathBuf;
    fn to_owned(&self) -> PathBuf {
        self.to_path_buf()
    }
}
impl<'a> IntoIterator for &'a Path {
    type Item = &'a OsStr;
    type IntoIter = Iter<'a>;
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

#[derive(Clone, Default)]
pub struct PathBuf {
    path_buffer: OsString,
}

impl PathBuf {
    pub const fn new() -> PathBuf {
        PathBuf { path_buffer: OsString::new() }
    }
    pub fn with_capacity(capacity: usize) -> PathBuf {
        PathBuf { path_buffer: OsString::with_capacity(capacity) }
    }
    pub fn as_path(&self) -> &Path {
        Path::of(self.path_buffer.text())
    }
    pub fn push<P: AsRef<Path>>(&mut self, path: P) {
        let path = path.as_ref();
        let text = self.path_buffer.text_mut();
        if path.is_absolute() {
            text.clear();
        } else if !text.is_empty() && !text.ends_with('/') {
            text.push('/');
        }
        text.push_str(&path.path_text);
    }
    pub fn pop(&mut self) -> bool {
        match self.parent().map(|parent| parent.path_text.len()) {
            Some(len) => {
                self.path_buffer.text_mut().truncate(len);
                true
            }
            None => false,
        }
    }
    pub fn set_file_name<S: AsRef<OsStr>>(&mut self, name: S) {
        if self.file_name().is_some() {
            self.pop();
        }
        self.push(Path::of(name.as_ref().text()));
    }
    pub fn set_extension<S: AsRef<OsStr>>(&mut self, extension: S) -> bool {
        let Some(name) = self.file_name() else { return false };
        let name = name.text();
        let mut parts = self.components();
        parts.skip_back();
        let end = parts.left.len() - name.len() + split_extension(name).0.len();
        let text = self.path_buffer.text_mut();
        text.truncate(end);
        let extension = extension.as_ref().text();
        if !extension.is_empty() {
            text.push('.');
            text.push_str(extension);
        }
        true
    }
    pub fn add_extension<S: AsRef<OsStr>>(&mut self, extension: S) -> bool {
        if self.file_name().is_none() {
            return false;
        }
        let mut parts = self.components();
        parts.skip_back();
        let end = parts.left.len();
        let extension = extension.as_ref().text();
        if !extension.is_empty() {
            let text = self.path_buffer.text_mut();
            text.truncate(end);
            text.push('.');
            text.push_str(extension);
        }
        true
    }
    pub fn into_os_string(self) -> OsString {
        self.path_buffer
    }
    pub fn as_mut_os_string(&mut self) -> &mut OsString {
        &mut self.path_buffer
    }
    pub fn into_boxed_path(self) -> Box<Path> {
        let text = Box::into_raw(self.path_buffer.into_boxed_os_str());
        unsafe { Box::from_raw(text as *mut Path) }
    }
    pub fn clear(&mut self) {
        self.path_buffer.clear()
    }
    pub fn capacity(&self) -> usize {
        self.path_buffer.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.path_buffer.reserve(additional)
    }
}

impl Deref for PathBuf {
    type Target = Path;
    #[inline]
    fn deref(&self) -> &Path {
        self.as_path()
    }
}
impl DerefMut for PathBuf {
    fn deref_mut(&mut self) -> &mut Path {
        unsafe { &mut *(self.path_buffer.text_mut().as_mut_str() as *mut str as *mut Path) }
    }
}
impl Borrow<Path> for PathBuf {
    fn borrow(&self) -> &Path {
        self.as_path()
    }
}
impl fmt::Debug for PathBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_path(), f)
    }
}
impl PartialEq for PathBuf {
    fn eq(&self, other: &PathBuf) -> bool {
        self.as_path() == other.as_path()
    }
}
impl Eq for PathBuf {}
impl PartialOrd for PathBuf {
    fn partial_cmp(&self, other: &PathBuf) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for PathBuf {
    fn cmp(&self, other: &PathBuf) -> Ordering {
        self.as_path().cmp(other.as_path())
    }
}
impl Hash for PathBuf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_path().hash(state)
    }
}
macro_rules! compared {
    ($($Left:ty, $Right:ty;)*) => {
        $(
            impl PartialEq<$Right> for $Left {
                fn eq(&self, other: &$Right) -> bool {
                    AsRef::<Path>::as_ref(self).components() == AsRef::<Path>::as_ref(other).components()
                }
            }
            impl PartialEq<$Left> for $Right {
                fn eq(&self, other: &$Left) -> bool {
                    AsRef::<Path>::as_ref(self).components() == AsRef::<Path>::as_ref(other).components()
                }
            }
            impl PartialOrd<$Right> for $Left {
                fn partial_cmp(&self, other: &$Right) -> Option<Ordering> {
                    AsRef::<Path>::as_ref(self).components().partial_cmp(AsRef::<Path>::as_ref(other).components())
                }
            }
            impl PartialOrd<$Left> for $Right {
                fn partial_cmp(&self, other: &$Left) -> Option<Ordering> {
                    AsRef::<Path>::as_ref(self).components().partial_cmp(AsRef::<Path>::as_ref(other).components())
                }
            }
        )*
    };
}
compared! {
    PathBuf, Path;
    PathBuf, &Path;
    Cow<'_, Path>, Path;
    Cow<'_, Path>, &Path;
    Cow<'_, Path>, PathBuf;
    PathBuf, OsStr;
    PathBuf, &OsStr;
    PathBuf, OsString;
    Path, OsStr;
    Path, &OsStr;
    Path, OsString;
    &Path, OsStr;
    &Path, OsString;
    Cow<'_, Path>, OsStr;
    Cow<'_, Path>, &OsStr;
    Cow<'_, Path>, OsString;
}
macro_rules! equal_to_text {
    ($($Path:ty, $Text:ty;)*) => {
        $(
            impl PartialEq<$Text> for $Path {
                fn eq(&self, other: &$Text) -> bool {
                    self.components() == Path::new(other).components()
                }
            }
            impl PartialEq<$Path> for $Text {
                fn eq(&self, other: &$Path) -> bool {
                    Path::new(self).components() == other.components()
                }
            }
        )*
    };
}
equal_to_text! {
    PathBuf, str;
    PathBuf, String;
    Path, str;
    Path, String;
}

macro_rules! as_path {
    ($($T:ty),*) => {
        $(
            impl AsRef<Path> for $T {
                fn as_ref(&self) -> &Path {
                    Path::of(AsRef::<OsStr>::as_ref(self).text())
                }
            }
        )*
    };
}
as_path! { OsStr, OsString, str, String, PathBuf }
impl AsRef<Path> for Iter<'_> {
    fn as_ref(&self) -> &Path {
        self.as_path()
    }
}
impl AsRef<Path> for Path {
    fn as_ref(&self) -> &Path {
        self
    }
}
impl AsRef<Path> for Cow<'_, OsStr> {
    fn as_ref(&self) -> &Path {
        Path::of(self.text())
    }
}
impl AsRef<OsStr> for Path {
    fn as_ref(&self) -> &OsStr {
        self.as_os_str()
    }
}
impl AsRef<OsStr> for PathBuf {
    fn as_ref(&self) -> &OsStr {
        self.as_os_str()
    }
}
impl AsRef<OsStr> for Iter<'_> {
    fn as_ref(&self) -> &OsStr {
        self.as_path().as_os_str()
    }
}

impl<T: ?Sized + AsRef<OsStr>> From<&T> for PathBuf {
    fn from(text: &T) -> PathBuf {
        PathBuf { path_buffer: text.as_ref().to_os_string() }
    }
}
impl From<OsString> for PathBuf {
    fn from(text: OsString) -> PathBuf {
        PathBuf { path_buffer: text }
    }
}
impl From<PathBuf> for OsString {
    fn from(path: PathBuf) -> OsString {
        path.path_buffer
    }
}
impl From<String> for PathBuf {
    fn from(text: String) -> PathBuf {
        PathBuf { path_buffer: OsString::from(text) }
    }
}
impl From<Box<Path>> for PathBuf {
    fn from(path: Box<Path>) -> PathBuf {
        path.to_path_buf()
    }
}
impl<'a> From<Cow<'a, Path>> for PathBuf {
    fn from(path: Cow<'a, Path>) -> PathBuf {
        path.into_owned()
    }
}
impl Clone for Box<Path> {
    fn clone(&self) -> Box<Path> {
        self.to_path_buf().into_boxed_path()
    }
}
impl From<PathBuf> for Box<Path> {
    fn from(path: PathBuf) -> Box<Path> {
        path.into_boxed_path()
    }
}
impl From<&Path> for Box<Path> {
    fn from(path: &Path) -> Box<Path> {
        path.to_path_buf().into_boxed_path()
    }
}
impl<'a> From<&'a Path> for Cow<'a, Path> {
    fn from(path: &'a Path) -> Cow<'a, Path> {
        Cow::Borrowed(path)
    }
}
impl<'a> From<PathBuf> for Cow<'a, Path> {
    fn from(path: PathBuf) -> Cow<'a, Path> {
        Cow::Owned(path)
    }
}
impl FromStr for PathBuf {
    type Err = crate::convert::Infallible;
    fn from_str(text: &str) -> Result<PathBuf, Self::Err> {
        Ok(PathBuf::from(text))
    }
}
impl<P: AsRef<Path>> FromIterator<P> for PathBuf {
    fn from_iter<I: IntoIterator<Item = P>>(parts: I) -> PathBuf {
        let mut path = PathBuf::new();
        path.extend(parts);
        path
    }
}
impl<P: AsRef<Path>> Extend<P> for PathBuf {
    fn extend<I: IntoIterator<Item = P>>(&mut self, parts: I) {
        parts.into_iter().for_each(|part| self.push(part));
    }
}
impl<'a> IntoIterator for &'a PathBuf {
    type Item = &'a OsStr;
    type IntoIter = Iter<'a>;
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
