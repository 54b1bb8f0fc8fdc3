//! `cfg` predicates: which parts of a source exist.

use crate::options::{Checks, TARGET};
use crate::resolve::hygiene::plain_text;
use proc_macro2::{TokenStream, TokenTree};
use rustc_hash::FxHashSet;

/// The names and name-value pairs that hold.
#[derive(Debug)]
pub(crate) struct CfgSet {
    holds: FxHashSet<(String, Option<String>)>,
}

const NAMES: [&str; 4] = [
    "unix",
    "debug_assertions",
    "overflow_checks",
    "panic_unwind",
];
// Vector instructions are not modelled: without `target_feature` crates choose their portable code.
const VALUES: [(&str, &str); 7] = [
    ("target_vendor", "unknown"),
    ("panic", "unwind"),
    ("target_has_atomic", "8"),
    ("target_has_atomic", "16"),
    ("target_has_atomic", "32"),
    ("target_has_atomic", "64"),
    ("target_has_atomic", "ptr"),
];

impl CfgSet {
    /// What holds on the modelled target (`x86_64-unknown-linux-gnu`, debug assertions on), with the
    /// caller's additions.
    pub(crate) fn new(cfgs: &[(String, Option<String>)], more: &[&str]) -> CfgSet {
        let mut holds = FxHashSet::default();
        holds.extend(NAMES.map(|name| (name.to_string(), None)));
        let target =
            TARGET.map(|(name, value)| (format!("target_{name}"), Some(value.to_string())));
        holds.extend(target);
        holds.extend(VALUES.map(|(name, value)| (name.to_string(), Some(value.to_string()))));
        holds.extend(cfgs.iter().cloned());
        holds.extend(more.iter().map(|name| (name.to_string(), None)));
        CfgSet { holds }
    }

    /// Without the names of checks that are left out.
    pub(crate) fn checking(mut self, checks: Checks) -> CfgSet {
        let checked = [
            ("overflow_checks", checks.overflow),
            ("debug_assertions", checks.assertions),
        ];
        for (name, _) in checked.iter().filter(|(_, holds)| !holds) {
            self.holds.remove(&(name.to_string(), None));
        }
        if !checks.unwinding {
            let strategy = |name: &str| ("panic".to_string(), Some(name.to_string()));
            self.holds.remove(&strategy("unwind"));
            self.holds.insert(strategy("abort"));
        }
        self
    }

    /// Whether all predicates of a list (`a, b, ..`) hold; `None` if one is malformed.
    pub(crate) fn all(&self, tokens: TokenStream) -> Option<bool> {
        let results = self.list(tokens)?;
        Some(results.iter().all(|&holds| holds))
    }

    /// Splits the content of `cfg_attr(predicate, attributes..)`: whether the predicate holds, and the rest.
    pub(crate) fn split_cfg_attr(&self, tokens: TokenStream) -> Option<(bool, Vec<TokenStream>)> {
        let mut parts = split_commas(tokens).into_iter();
        let holds = self.predicate(parts.next()?)?;
        Some((holds, parts.collect()))
    }

    fn list(&self, tokens: TokenStream) -> Option<Vec<bool>> {
        split_commas(tokens)
            .into_iter()
            .map(|part| self.predicate(part))
            .collect()
    }

    fn predicate(&self, tokens: TokenStream) -> Option<bool> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let TokenTree::Ident(name) = tokens.first()? else {
            return None;
        };
        let name = plain_text(&name.to_string()).to_string();
        match &tokens[1..] {
            [] => Some(match name.as_str() {
                "true" => true,
                "false" => false,
                _ => self.holds.contains(&(name, None)),
            }),
            [TokenTree::Group(group)] => self.combined(&name, group.stream()),
            [TokenTree::Punct(equals), TokenTree::Literal(value)] if equals.as_char() == '=' => {
                let value = plain_text(&value.to_string()).trim_matches('"').to_string();
                Some(self.holds.contains(&(name, Some(value))))
            }
            _ => None,
        }
    }

    fn combined(&self, name: &str, tokens: TokenStream) -> Option<bool> {
        let parts = self.list(tokens)?;
        match name {
            "all" => Some(parts.iter().all(|&holds| holds)),
            "any" => Some(parts.iter().any(|&holds| holds)),
            "not" => parts.first().map(|holds| !holds),
            _ => None,
        }
    }
}

/// Splits at top-level commas; empty parts are dropped.
pub(crate) fn split_commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = Vec::new();
    let mut current = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                parts.push(std::mem::take(&mut current));
            }
            other => current.push(other),
        }
    }
    parts.push(current);
    parts.retain(|part| !part.is_empty());
    parts
        .into_iter()
        .map(|part| part.into_iter().collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(predicate: &str, expected: bool) {
        let set = CfgSet::new(&[], &[]);
        assert_eq!(
            set.all(predicate.parse().unwrap()),
            Some(expected),
            "{predicate}"
        );
    }

    #[test]
    fn predicates() {
        check("test", false);
        check("not(test)", true);
        check("all(unix, target_os = \"linux\")", true);
        check(
            "any(windows, all(unix, not(target_pointer_width = \"32\")))",
            true,
        );
        check("all()", true);
        check("any()", false);
        check("feature = \"std\"", false);
    }
}
