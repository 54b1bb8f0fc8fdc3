//! The library models, embedded: their texts, and an index by name of what can be reached without a path.
//!
//! Written by the build script from the files under `frontend/models`; a new file needs no other step.

include!(concat!(env!("OUT_DIR"), "/model_files.rs"));

/// The text of a model file, by its path under `frontend/models`.
pub(super) fn text(path: &str) -> Option<&'static str> {
    find(FILES, path)
}

/// The file that marks an item `#[lang = "name"]`.
pub(super) fn file_of_lang(name: &str) -> Option<&'static str> {
    find(LANG_ITEMS, name)
}

/// Files that mark items by macros (`#[lang = $name]`), so that the names are not known beforehand.
pub(super) fn generated_lang_files() -> &'static [&'static str] {
    GENERATED_LANG_FILES
}

/// The file that defines a `#[macro_export]` macro.
pub(super) fn file_of_macro(name: &str) -> Option<&'static str> {
    find(EXPORTED_MACROS, name)
}

/// Whether some model defines a trait of this name.
pub(super) fn is_trait_name(name: &str) -> bool {
    TRAIT_NAMES.binary_search(&name).is_ok()
}

/// Whether there is a model of a crate other than std.
pub(super) fn is_crate(name: &str) -> bool {
    CRATES.binary_search(&name).is_ok()
}

/// Whether a function of C's library of this name is modelled.
pub(super) fn is_c_function(name: &str) -> bool {
    C_FUNCTIONS.binary_search(&name).is_ok()
}

/// Files with impls of types that no path leads to, whose impls mention a word.
pub(super) fn homes_with(word: &str) -> impl Iterator<Item = &'static str> {
    let mentions = move |words: &[&str]| words.binary_search(&word).is_ok();
    HOMES
        .iter()
        .filter(move |(_, words)| mentions(words))
        .map(|(path, _)| *path)
}

/// Such files by their name or folder.
pub(super) fn homes_named(part: &str) -> impl Iterator<Item = &'static str> {
    let stem = |path: &'static str| path.strip_suffix(".rs").unwrap_or(path);
    let named = move |path: &'static str| stem(path).split('/').any(|other| other == part);
    HOMES
        .iter()
        .map(|(path, _)| *path)
        .filter(move |path| named(path))
}

/// All files.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _)| *path)
}

fn find(table: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    let index = table.binary_search_by_key(&key, |(name, _)| *name).ok()?;
    Some(table[index].1)
}
