//! Lowering: typed bodies to instructions. Makes explicit what Rust hides: moves, drops, checks,
//! pattern tests, captures, temporaries, unwinding.

pub mod borrowed;
mod call;
mod cast;
mod closure;
pub mod code;
mod coerce;
mod constant;
mod elaborate;
mod expr;
mod finish;
mod function;
mod glue;
mod intrinsic;
#[allow(clippy::module_inception)]
pub mod lower;
mod matching;
mod operator;
pub mod path;
pub mod pattern;
pub mod place;
mod punned;
mod quality;
pub mod scope;
mod shim;
mod source;
mod start;
mod suspend;

use crate::diagnostic::Result;
use crate::hir::{ClosureForm, DefId, DefKind, ExprKind};
use crate::mono::{FnKey, Mono};
use crate::ty::ClosureKey;
use crate::typed::Instance;
use lower::Lower;
use vscheck_ir::{Function, Overflow};

/// Times that a body is lowered again because a local turned out to need an address.
const MAX_ATTEMPTS: usize = 8;

/// Lowers one function.
pub fn function(mono: &mut Mono, key: &FnKey) -> Result<Function> {
    match key {
        FnKey::Instance(instance) if mono.hir.def(instance.def).attrs.intrinsic => {
            shim(mono, key, |lower| lower.intrinsic_shim(*instance))
        }
        FnKey::Instance(instance) => sourced(mono, key, *instance, |lower| {
            lower.in_constant = lower.is_constant(instance.def);
            lower.value_of = lower.in_constant.then_some(*instance);
            lower.body_function()
        }),
        FnKey::Closure(closure) => closure_body(mono, key, *closure),
        FnKey::Promoted(number) => {
            let promoted = mono.statics.expressions[*number as usize];
            sourced(mono, key, promoted.instance, |lower| {
                lower.in_constant = true;
                lower.value_of = promoted.value_of;
                lower.overflow = Overflow::Wrap;
                let scope = lower.open_scope();
                lower.temp_scope = scope;
                let value = lower.expr_after(promoted.expr, promoted.adjustments)?;
                lower.finish_with(value, promoted.ty)
            })
        }
        FnKey::Constructor(def, args) => shim(mono, key, |lower| lower.constructor(*def, *args)),
        FnKey::Call(ty, method) => match mono.body_of_last_call(*ty, *method)? {
            Some(closure) => closure_body(mono, key, closure),
            None => shim(mono, key, |lower| lower.call_shim(*ty, *method)),
        },
        FnKey::Reified(closure) => shim(mono, key, |lower| lower.reified(*closure)),
        FnKey::Drop(ty) => shim(mono, key, |lower| lower.drop_glue(*ty)),
        FnKey::Clone(ty) => shim(mono, key, |lower| lower.clone_glue(*ty)),
        FnKey::Builtin(method, ty) => shim(mono, key, |lower| lower.builtin_shim(*method, *ty)),
        FnKey::Virtual(method, args) => shim(mono, key, |lower| lower.virtual_shim(*method, *args)),
        FnKey::ByAddress(inner, ty) => shim(mono, key, |lower| lower.by_address(inner, *ty)),
        FnKey::Try { args, boundary } => shim(mono, key, |lower| lower.try_shim(*args, *boundary)),
        FnKey::Start => shim(mono, key, |lower| lower.start()),
    }
}

/// A closure's body, for calls that use the closure up or for others.
fn closure_body(mono: &mut Mono, key: &FnKey, closure: ClosureKey) -> Result<Function> {
    let instance = Instance {
        def: closure.owner,
        args: closure.args,
    };
    let is_last = matches!(key, FnKey::Call(..));
    sourced(mono, key, instance, |lower| {
        lower.closure_body(closure, is_last)
    })
}

/// A function without source.
fn shim(
    mono: &mut Mono,
    key: &FnKey,
    build: impl FnOnce(&mut Lower<'_>) -> Result<()>,
) -> Result<Function> {
    let name = mono.key_name(key);
    let mut lower = Lower::new(mono, vscheck_ir::Span::default());
    build(&mut lower)?;
    let params = lower.params;
    lower.finish(name, params, finish::Origin::GLUE)
}

/// Stands for a function that is not accepted, with its signature: who calls it ends the search.
pub fn stop(mono: &mut Mono, instance: Instance, error: &crate::Diagnostic) -> Result<Function> {
    let key = FnKey::Instance(instance);
    let (params, ret) = mono.key_sig(&key)?;
    let name = mono.key_name(&key);
    let item = mono.hir.def(instance.def);
    let in_it = |span: &vscheck_ir::Span| span.file == item.span.file;
    let reason = mono.refuse(error.message.clone());
    let mut lower = Lower::new(mono, error.span.filter(in_it).unwrap_or(item.span));
    lower.parameters(&params)?;
    lower.returns(ret)?;
    lower.code.stop(reason);
    let params = lower.params;
    let from = finish::Origin {
        is_model: false,
        ..finish::Origin::GLUE
    };
    lower.finish(name, params, from)
}

/// A function with source, lowered again while locals turn out to need an address.
fn sourced(
    mono: &mut Mono,
    key: &FnKey,
    instance: Instance,
    build: impl Fn(&mut Lower<'_>) -> Result<()>,
) -> Result<Function> {
    let name = mono.key_name(key);
    let typed = mono.typer.typed_body(instance)?;
    let body = mono.hir.body(instance.def)?;
    let item = mono.hir.def(instance.def);
    let track_caller = matches!(key, FnKey::Instance(_)) && tracks_caller(mono, instance.def);
    let is_derived = (item.parent).is_some_and(|parent| mono.hir.def(parent).attrs.derived);
    for _ in 0..MAX_ATTEMPTS {
        let borrowed = mono.borrowed(&body, &typed);
        let mut lower = Lower::new(mono, item.span);
        lower.body = body.clone();
        lower.typed = typed.clone();
        lower.borrowed = borrowed;
        lower.edition = item.edition;
        lower.overflow = match lower.mono.hir.checks_overflow(instance.def) {
            true => Overflow::Panic,
            false => Overflow::Wrap,
        };
        lower.is_model = item.is_model;
        build(&mut lower).map_err(|error| error.at(lower.code.span))?;
        if lower.missed.is_empty() {
            lower.code.span = item.span;
            let params = lower.params;
            let from = finish::Origin {
                is_model: item.is_model,
                track_caller,
                is_derived,
            };
            let function = lower.finish(name, params, from)?;
            return Ok(match is_async(key, &body) {
                true => suspend::resumable(function, mono),
                false => function,
            });
        }
        let missed = std::mem::take(&mut lower.missed);
        mono.note_borrowed(instance, &missed);
    }
    Err(crate::Diagnostic::new(
        "internal: locals keep turning out to need an address",
        item.span,
    ))
}

/// Whether a function is marked `#[track_caller]`, or the trait's method that it implements is.
fn tracks_caller(mono: &Mono, function: DefId) -> bool {
    let is_marked = |function: DefId| mono.hir.def(function).attrs.track_caller;
    is_marked(function) || mono.typer.implemented(function).is_some_and(is_marked)
}

/// Whether a function is the body of an `async` block.
fn is_async(key: &FnKey, body: &crate::hir::Body) -> bool {
    let FnKey::Closure(closure) = key else {
        return false;
    };
    let kind = &body.exprs[closure.expr.index()].kind;
    let form = ClosureForm::AsyncBlock;
    matches!(kind, ExprKind::Closure { form: found, .. } if *found == form)
}

impl Lower<'_> {
    /// Whether a definition is a constant or static (whose temporaries live for ever).
    fn is_constant(&self, def: DefId) -> bool {
        matches!(
            self.mono.hir.def(def).kind,
            DefKind::Const { .. } | DefKind::Static { .. } | DefKind::AnonConst
        )
    }
}

/// An integer as a register keeps it: extended to 64 bits by its own sign.
pub fn extend(value: u128, ty: vscheck_ir::ScalarType) -> u64 {
    expr::extend(value, ty)
}
