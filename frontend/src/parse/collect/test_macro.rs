//! `#[test]` where that is another crate's macro.

use super::*;

/// Calls `#[test]` by its full path where a `use` brings in a macro of this name, as `use tokio::test` does.
pub(super) fn name_test_macro(items: &mut [Item]) {
    let mut imported = None;
    for item in items.iter() {
        if let Item::Use(item) = item {
            find_test(&item.tree, Vec::new(), &mut imported);
        }
    }
    let Some(path) = imported else {
        return;
    };
    let is_own =
        |item: &Item| matches!(item, Item::Mod(module) if path.segments[0].ident == module.ident);
    if items.iter().any(is_own) {
        return;
    }
    for item in items {
        let Item::Fn(function) = item else {
            continue;
        };
        for attribute in &mut function.attrs {
            let of = match &mut attribute.meta {
                syn::Meta::Path(path) => path,
                syn::Meta::List(list) => &mut list.path,
                syn::Meta::NameValue(_) => continue,
            };
            if of.is_ident("test") {
                *of = path.clone();
            }
        }
    }
}

/// The path of another crate's item that is imported as `test`.
fn find_test(tree: &syn::UseTree, before: Vec<syn::Ident>, found: &mut Option<syn::Path>) {
    let with = |ident: &syn::Ident| {
        let mut path = before.clone();
        path.push(ident.clone());
        path
    };
    let of_this_crate =
        |first: &syn::Ident| first == "crate" || first == "self" || first == "super";
    match tree {
        syn::UseTree::Path(path) => find_test(&path.tree, with(&path.ident), found),
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                find_test(tree, before.clone(), found);
            }
        }
        syn::UseTree::Name(syn::UseName { ident })
        | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
            let name = match tree {
                syn::UseTree::Rename(renamed) => &renamed.rename,
                _ => ident,
            };
            if name == "test" && before.first().is_some_and(|first| !of_this_crate(first)) {
                *found = Some(syn::Path {
                    leading_colon: None,
                    segments: with(ident)
                        .into_iter()
                        .map(syn::PathSegment::from)
                        .collect(),
                });
            }
        }
        syn::UseTree::Glob(_) => {}
    }
}
