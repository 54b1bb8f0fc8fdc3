//! Macros that the front end provides itself, and finding a macro by its path.

use super::macro_rules::Invocation;
use super::procedural;
use super::tokens::name;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::DefId;
use crate::macros::MacroKind;
use crate::resolve::{Crate, MacroScope, ProcMacro, Res, hygiene};
use crate::symbol::Symbol;
use proc_macro2::TokenStream;
use vscheck_ir::{FileId, Span};

/// A macro without a definition in Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    AddrOf,
    AddrOfMut,
    Assert,
    Cfg,
    CfgSelect,
    Column,
    CompileError,
    Concat,
    Env,
    File,
    FormatArgs,
    FormatArgsNl,
    Include,
    IncludeBytes,
    IncludeStr,
    Line,
    ModulePath,
    OffsetOf,
    OptionEnv,
    Panic,
    PrintArgs,
    Stringify,
    Unreachable,
    /// Known to rustc, not supported here.
    Foreign(&'static str),
}

const FOREIGN: [&str; 6] = [
    "asm",
    "global_asm",
    "naked_asm",
    "concat_idents",
    "trace_macros",
    "log_syntax",
];

impl Builtin {
    /// The macro of this name.
    pub(crate) fn named(name: &str) -> Option<Builtin> {
        Some(match name {
            "addr_of" => Builtin::AddrOf,
            "addr_of_mut" => Builtin::AddrOfMut,
            "assert" => Builtin::Assert,
            "cfg" => Builtin::Cfg,
            "cfg_select" => Builtin::CfgSelect,
            "column" => Builtin::Column,
            "compile_error" => Builtin::CompileError,
            "concat" => Builtin::Concat,
            "env" => Builtin::Env,
            "file" => Builtin::File,
            "format_args" | "const_format_args" => Builtin::FormatArgs,
            "format_args_nl" => Builtin::FormatArgsNl,
            "include" => Builtin::Include,
            "include_bytes" => Builtin::IncludeBytes,
            "include_str" => Builtin::IncludeStr,
            "line" => Builtin::Line,
            "module_path" => Builtin::ModulePath,
            "offset_of" => Builtin::OffsetOf,
            "option_env" => Builtin::OptionEnv,
            "panic" => Builtin::Panic,
            "print_args" => Builtin::PrintArgs,
            "stringify" => Builtin::Stringify,
            "unreachable" => Builtin::Unreachable,
            other => Builtin::Foreign(FOREIGN.iter().find(|foreign| **foreign == other)?),
        })
    }

    /// Such a macro where items stand.
    pub(super) fn expand_items(self, span: Span, mac: &syn::Macro) -> Result<TokenStream> {
        if self == Builtin::CompileError {
            return Err(compile_error(span, mac));
        }
        Err(Diagnostic::unsupported(
            format!("the macro `{}!` as an item", super::path_text(&mac.path)),
            span,
        ))
    }
}

/// What Cargo's build scripts set is not known: they are not run.
pub(super) fn undefined_variable(name: &str, span: Span) -> Box<Diagnostic> {
    let message = format!("environment variable `{name}` not defined at compile time");
    let diagnostic = Diagnostic::new(message, span);
    match name {
        "OUT_DIR" => diagnostic.note("build scripts are not run, so nothing is there", None),
        _ => diagnostic.note("build scripts are not run; one may set it", None),
    }
}

/// The message of `compile_error!`.
pub(super) fn compile_error(span: Span, mac: &syn::Macro) -> Box<Diagnostic> {
    let message = syn::parse2::<syn::LitStr>(mac.tokens.clone());
    Diagnostic::new(
        message.map_or_else(|_| "compile_error!".into(), |text| text.value()),
        span,
    )
}

/// Finds a macro by its path.
pub(crate) fn resolve(
    krate: &Crate,
    scope: DefId,
    textual: &MacroScope,
    path: &syn::Path,
) -> Option<Res> {
    let mut segments: Vec<Symbol> = super::path_symbols(path);
    let written = path.get_ident().filter(|_| path.leading_colon.is_none());
    let home = written.and_then(|ident| krate.home_of_macros_named_by(ident));
    segments.splice(
        0..0,
        home.map(|unit| Symbol::new(&hygiene::name_of_unit(unit))),
    );
    let global = path.leading_colon.is_some();
    let res = krate.lookup_macro(scope, textual, &segments, global)?;
    let is_called = match &res {
        Res::Macro(_) | Res::Builtin(_) => true,
        Res::Procedural(procedural) => procedural.kind == MacroKind::Function,
        Res::Def(_) | Res::Primitive(_) => false,
    };
    is_called.then_some(res)
}

/// The tokens that an invocation of a procedural macro stands for.
pub(super) fn invoke(
    krate: &Crate,
    which: ProcMacro,
    file: FileId,
    mac: &syn::Macro,
) -> Result<TokenStream> {
    let used = procedural::Use {
        place: super::macro_span(mac),
        file,
        arguments: None,
        input: mac.tokens.clone(),
    };
    Ok(procedural::expand(krate, which, used)?)
}

/// The segments of a path as written, `$crate` included.
pub(crate) fn segments(path: &syn::Path) -> Vec<Symbol> {
    let symbol = |segment: &syn::PathSegment| segment_name(&segment.ident);
    path.segments.iter().map(symbol).collect()
}

/// A segment's name; what `$crate` became stays whole.
pub(super) fn segment_name(segment: &syn::Ident) -> Symbol {
    let written = segment.to_string();
    match written == hygiene::STD_CRATE || hygiene::unit_named(&written).is_some() {
        true => Symbol::new(&written),
        false => name(segment),
    }
}

/// The tokens that a macro stands for where no built-in one but `cfg_select!` can stand: as a type, or
/// among the items of traits and impls.
pub(crate) fn expand(
    krate: &Crate,
    res: Option<Res>,
    file: FileId,
    mac: &syn::Macro,
) -> Result<TokenStream> {
    let span = super::macro_span(mac);
    match res {
        Some(Res::Builtin(Builtin::CfgSelect)) => super::cfg_select::selected(krate, file, mac),
        Some(Res::Macro(def)) => {
            let arguments = mac.tokens.clone();
            def.expand(
                krate,
                &Invocation {
                    span,
                    file,
                    arguments,
                },
            )
        }
        Some(Res::Procedural(procedural)) => invoke(krate, procedural, file, mac),
        _ => {
            let path = super::path_text(&mac.path);
            let message = format!("cannot find macro `{path}!` in this scope");
            Err(Diagnostic::new(message, super::tokens::span_in(file, span)))
        }
    }
}
