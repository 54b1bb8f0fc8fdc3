//! Let chains: the one syntax that only the edition of 2024 has.

use super::source::{tokens, without_head};
use syn::Expr;
use syn::visit::{Visit, visit_expr_binary};
use vscheck_ir::FileId;

/// Whether a file's text has a let chain, outside of what macros are given.
pub(crate) fn has_let_chains(text: &str) -> bool {
    if !text.contains("&&") {
        return false;
    }
    // What cannot be read is refused later, at its place in the program's files.
    let file = tokens(FileId::new(0), &without_head(text)).ok();
    let file = file.and_then(|tokens| syn::parse2(tokens).ok());
    let mut search = ChainSearch { found: false };
    if let Some(file) = file {
        search.visit_file(&file);
    }
    search.found
}

/// Looks for a `let` beside a `&&`.
struct ChainSearch {
    found: bool,
}

impl<'ast> Visit<'ast> for ChainSearch {
    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        let is_let = |side: &Expr| matches!(side, Expr::Let(_));
        self.found |= is_let(&node.left) || is_let(&node.right);
        visit_expr_binary(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_let_beside_another_condition_is_a_chain() {
        assert!(has_let_chains(
            "fn f(a: Option<u8>) { if let Some(x) = a && x > 1 {} }"
        ));
        assert!(has_let_chains(
            "fn f(a: Option<u8>) { while true && let Some(_) = a {} }"
        ));
        assert!(!has_let_chains(
            "fn f(a: &u8) { if let &&1 = &a {} else if *a > 0 && true {} }"
        ));
        assert!(!has_let_chains(
            "fn f(a: bool) { if a && { let b = a; b } {} }"
        ));
        assert!(!has_let_chains("fn f( {"));
    }
}
