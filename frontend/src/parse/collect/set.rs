//! Constants whose value the caller of the check gives: [`crate::Options::set`].

use crate::diagnostic::{Diagnostic, Result};
use crate::hir::DefId;
use crate::parse::tokens::{respan, span_in};
use crate::resolve::Crate;
use crate::symbol::Symbol;
use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use vscheck_ir::FileId;

/// The initializer of a constant of this name, in a definition, or what is given in its place: by the longest of
/// the paths that name the constant.
pub(in crate::parse) fn set_value(
    krate: &Crate,
    (parent, file, ident): (DefId, FileId, Symbol),
    ty: &syn::Type,
    written: syn::Expr,
) -> Result<syn::Expr> {
    if krate.options.set.is_empty() || krate.is_model_file(file) {
        return Ok(written);
    }
    let path = format!("{}::{}", krate.full_path_of(parent), ident.as_str());
    let named = krate.options.set.iter();
    let named = named.filter(|(name, _)| krate.names_constant(name, &path));
    let Some((name, value)) = named.max_by_key(|(name, _)| name.matches("::").count()) else {
        return Ok(written);
    };
    let place = span_in(file, written.span());
    let mut used = krate.used_sets.borrow_mut();
    used.entry(name.clone()).or_default().push(place);
    let fail = |what: &str| {
        let message = format!("`{value}`, given for `{name}`, is {what}");
        Diagnostic::general(message)
    };
    let tokens: TokenStream = value.parse().map_err(|_| fail("not an expression"))?;
    let tokens = respan(tokens, written.span());
    let value = syn::parse2(tokens).map_err(|_| fail("not an expression"))?;
    match out_of_range(&value, ty) {
        Some(ty) => Err(fail(&format!("out of the range of `{ty}`"))),
        None => Ok(value),
    }
}

/// The type, if a value is an integer that is too small or too large for it.
fn out_of_range(value: &syn::Expr, ty: &syn::Type) -> Option<String> {
    let (negative, literal) = match value {
        syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            expr,
            ..
        }) => (true, &**expr),
        value => (false, value),
    };
    let (syn::Expr::Lit(literal), syn::Type::Path(ty)) = (literal, ty) else {
        return None;
    };
    let syn::Lit::Int(literal) = &literal.lit else {
        return None;
    };
    let name = ty.path.get_ident()?.to_string();
    let bits = match name.strip_prefix(['u', 'i'])? {
        "size" => 64,
        bits => bits.parse::<u32>().ok()?,
    };
    let unused = 128u32.checked_sub(bits)?;
    let most = match (name.starts_with('i'), negative) {
        (true, false) => i128::MAX.unsigned_abs() >> unused,
        (true, true) => i128::MIN.unsigned_abs() >> unused,
        (false, false) => u128::MAX >> unused,
        (false, true) => 0,
    };
    let fits = literal
        .base10_parse::<u128>()
        .is_ok_and(|value| value <= most);
    (!fits).then_some(name)
}
