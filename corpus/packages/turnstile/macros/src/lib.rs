//! Procedural macros without dependencies: one of each kind.

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// `Counters` for a struct of atomics: the sum of all fields that are not `#[hidden]`.
#[proc_macro_derive(Counters, attributes(hidden))]
pub fn counters(input: TokenStream) -> TokenStream {
    let text = input.to_string();
    let after = text.split("struct").nth(1).expect("a struct").trim_start();
    let name: String = after.chars().take_while(|c| c.is_alphanumeric()).collect();
    let body = after.split('{').nth(1).expect("named fields");
    let body = body.split('}').next().unwrap_or(body);
    let fields = body.split(',').filter(|field| !field.contains("hidden"));
    let names = fields.filter_map(|field| field.split(':').next());
    let names = names.map(|name| name.trim().trim_start_matches("pub").trim());
    let sum: Vec<String> = names
        .filter(|name| !name.is_empty())
        .map(|name| format!("self.{name}.load(::std::sync::atomic::Ordering::SeqCst)"))
        .collect();
    let sum = if sum.is_empty() { "0".to_string() } else { sum.join(" + ") };
    format!("impl {name} {{ pub fn total(&self) -> u32 {{ {sum} }} }}")
        .parse()
        .expect("an impl")
}

/// Has the body of a function run under a lock: `#[under(GATE)]`.
#[proc_macro_attribute]
pub fn under(lock: TokenStream, function: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = function.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else {
        panic!("not a function");
    };
    assert_eq!(body.delimiter(), Delimiter::Brace, "a function without a body");
    let guard = format!("let _guard = {lock}.lock().unwrap();");
    let mut inside: TokenStream = guard.parse().expect("a statement");
    inside.extend(body.stream());
    tokens.push(proc_macro::Group::new(Delimiter::Brace, inside).into());
    tokens.into_iter().collect()
}

/// `[0, 1, ...]`: as many as there are commas.
#[proc_macro]
pub fn numbered(input: TokenStream) -> TokenStream {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let count = input.into_iter().filter(is_comma).count();
    let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    format!("[{}]", numbers.join(", ")).parse().expect("an array")
}
