//! From a body inferred once to its types under concrete arguments: parameters replaced, projections
//! normalized, opaque types revealed, trait methods resolved to impls.

use super::fold::{Folder, concat, nesting, prefix, size, size_of, subst, subst_const};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefKind, ExprId, ExprKind};
use crate::ty::{Args, ClosureKey, Const, Ty, TyKind};
use crate::typed::{Adjustment, BuiltinMethod, ClosureInfo};

/// Arguments nested more deeply than this come from a function that needs itself for larger types.
const MAX_NESTING: usize = 250;
/// Types that consist of more types than this come from definitions that need ever larger ones.
const MAX_SIZE: u64 = 1 << 18;

impl Typer {
    /// Whether a type is so large that nobody can have meant it.
    pub fn is_too_large(&self, ty: Ty) -> bool {
        size_of(ty) > MAX_SIZE
    }

    pub(super) fn instantiate(&self, instance: Instance) -> Result<TypedBody> {
        if nesting(instance.args) > MAX_NESTING || size(instance.args) > MAX_SIZE {
            let name = self.def_path(instance.def);
            let message = format!("`{name}` is needed for ever deeper types");
            return Err(Diagnostic::new(message, self.hir.def(instance.def).span));
        }
        let generic = self.generic_body(instance.def)?;
        let mut folder = Concrete::new(self, instance.args);
        let mut typed = clone_body(&generic.typed);
        typed.instance = instance;
        super::tables::fold_body(&mut folder, &mut typed);
        let body = self.hir.body(instance.def)?;
        if let Some((ty, mut error)) = folder.failed {
            let mut exprs = generic.typed.expr_types.iter().zip(&body.exprs);
            let expr = exprs.find(|(of_expr, _)| Some(**of_expr) == ty);
            let span = expr.map_or(self.hir.def(instance.def).span, |(_, expr)| expr.span);
            error.span.get_or_insert(span);
            return Err(error);
        }
        for (&expr, &length) in &generic.repeat_lengths {
            let length = self.const_value(subst_const(length, instance.args))?;
            typed.repeat_lengths.insert(expr, length as u64);
        }
        for (&expr, &param) in &generic.const_params {
            let value = self.const_value(subst_const(Const::Param(param), instance.args))?;
            typed.callees.insert(expr, Callee::ConstValue(value));
        }
        self.resolve_callees(&body, &mut typed)?;
        self.resolve_derefs(&mut typed)?;
        for constant in typed.pat_constants.values_mut() {
            *constant = self.resolve_value(*constant)?;
        }
        Ok(typed)
    }

    fn resolve_callees(&self, body: &crate::hir::Body, typed: &mut TypedBody) -> Result<()> {
        let mut exprs: Vec<ExprId> = typed.callees.keys().copied().collect();
        exprs.sort_unstable();
        for expr in exprs {
            let callee = typed.callees[&expr];
            let span = body.exprs[expr.index()].span;
            let resolved = match (&body.exprs[expr.index()].kind, callee) {
                (ExprKind::Call(called, _), Callee::Instance(instance))
                    if self.is_fn_trait_method(instance.def)
                        && !matches!(
                            typed.expr_types[called.index()].kind(),
                            TyKind::FnDef(..)
                        ) =>
                {
                    self.resolve_overloaded_call(typed, *called, instance)
                }
                (_, Callee::Instance(instance)) => self.resolve_fn(instance),
                (_, Callee::Constant(instance)) => {
                    self.resolve_value(instance).map(Callee::Constant)
                }
                _ => Ok(callee),
            };
            let resolved = resolved.map_err(|error| locate(error, span))?;
            typed.callees.insert(expr, resolved);
        }
        Ok(())
    }

    /// A call through an `Fn` trait: what is called lies behind references and boxes.
    fn resolve_overloaded_call(
        &self,
        typed: &mut TypedBody,
        called: ExprId,
        instance: Instance,
    ) -> Result<Callee> {
        let arguments = tuple_length(instance.args.ty(1));
        let mut ty = instance.args.ty(0);
        let mut steps = Vec::new();
        let of = self.trait_of_item(instance.def);
        let mut by_value = of.is_some_and(|of| self.is_lang(of, "fn_once"));
        let callee = loop {
            match ty.kind() {
                TyKind::Ref(_, to) => {
                    by_value = false;
                    ty = *to;
                }
                TyKind::Adt(def, args) if self.is_lang(*def, "owned_box") => ty = args.ty(0),
                TyKind::Closure(_) if by_value => {
                    break Callee::Builtin(BuiltinMethod::CallOnce, ty);
                }
                TyKind::Closure(key) => break Callee::Closure(*key),
                TyKind::FnPtr(..) => break Callee::FnPointer,
                TyKind::FnDef(def, args) => break self.resolve_item(*def, *args)?,
                _ => {
                    let args = concat(Args::of_types(&[ty]), &instance.args.list()[1..]);
                    break self.resolve_fn(Instance { args, ..instance })?;
                }
            }
            steps.push(Adjustment::Deref(ty));
        };
        if let (Some(takes), Some(given)) = (self.arity(ty)?, arguments)
            && takes != given
        {
            return Err(Diagnostic::general(wrong_arity(given, takes)));
        }
        if !steps.is_empty() {
            typed.adjustments.entry(called).or_default().extend(steps);
        }
        Ok(callee)
    }

    /// How many arguments a closure, function item or function pointer takes.
    pub(super) fn arity(&self, ty: Ty) -> Result<Option<usize>> {
        Ok(match ty.kind() {
            TyKind::FnPtr(params, ..) => Some(params.len()),
            TyKind::FnDef(def, _) => Some(self.sig_of(*def)?.0.len()),
            TyKind::Closure(key) => {
                let body = self.generic_body(key.owner)?;
                let info = body.typed.closures.get(&key.expr);
                info.map(|info| info.params.len())
            }
            _ => None,
        })
    }

    fn resolve_item(&self, def: DefId, args: Args) -> Result<Callee> {
        match self.hir.def(def).kind {
            DefKind::Struct(_) | DefKind::Variant { .. } => Ok(Callee::Constructor { def, args }),
            _ => self.resolve_fn(Instance { def, args }),
        }
    }

    fn is_fn_trait_method(&self, def: DefId) -> bool {
        self.trait_of_item(def)
            .is_some_and(|of| self.is_fn_trait(of))
    }

    /// Whether a trait is that of calls.
    pub(super) fn is_fn_trait(&self, def: DefId) -> bool {
        matches!(self.lang_name(def), Some("fn" | "fn_mut" | "fn_once"))
    }

    fn resolve_fn(&self, instance: Instance) -> Result<Callee> {
        match self.trait_of_item(instance.def) {
            Some(_) => self.resolve_trait_method(instance.def, instance.args),
            None => Ok(Callee::Instance(instance)),
        }
    }

    fn resolve_derefs(&self, typed: &mut TypedBody) -> Result<()> {
        for adjustment in typed.adjustments.values_mut().flatten() {
            if let Adjustment::OverloadedDeref(instance, ..) = adjustment {
                match self.resolve_fn(*instance)? {
                    Callee::Instance(resolved) => *instance = resolved,
                    // Stays what the trait declares.
                    Callee::Virtual { .. } => {}
                    _ => return Err(Diagnostic::general("a deref has no impl")),
                }
            }
        }
        Ok(())
    }

    /// What a closure's body says about it, in terms of its owner's parameters.
    pub(super) fn closure_of(&self, key: &ClosureKey) -> Result<ClosureInfo> {
        let body = self.generic_body(key.owner)?;
        match body.typed.closures.get(&key.expr) {
            Some(info) => Ok(info.clone()),
            None => Err(Diagnostic::general("a closure was not inferred")),
        }
    }
}

/// How many types a tuple has.
pub(super) fn tuple_length(ty: Ty) -> Option<usize> {
    match ty.kind() {
        TyKind::Tuple(types) => Some(types.len()),
        _ => None,
    }
}

/// What is wrong with a function that is called as no function with its parameters can be.
pub(super) fn wrong_arity(given: usize, takes: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    format!(
        "what is called with {given} argument{} takes {takes} argument{}",
        plural(given),
        plural(takes)
    )
}

/// A diagnostic without a place gets one; others get a note that leads here.
fn locate(mut error: Box<Diagnostic>, span: vscheck_ir::Span) -> Box<Diagnostic> {
    match error.span {
        None => error.span = Some(span),
        Some(_) => error = error.note("needed here", Some(span)),
    }
    error
}

fn clone_body(body: &TypedBody) -> TypedBody {
    TypedBody {
        instance: body.instance,
        params: body.params.clone(),
        ret: body.ret,
        expr_types: body.expr_types.clone(),
        pat_types: body.pat_types.clone(),
        local_types: body.local_types.clone(),
        adjustments: body.adjustments.clone(),
        callees: body.callees.clone(),
        expr_variants: body.expr_variants.clone(),
        pat_variants: body.pat_variants.clone(),
        pat_constants: body.pat_constants.clone(),
        pat_derefs: body.pat_derefs.clone(),
        binding_modes: body.binding_modes.clone(),
        cast_types: body.cast_types.clone(),
        repeat_lengths: body.repeat_lengths.clone(),
        closures: body.closures.clone(),
        opaques: body.opaques.clone(),
    }
}

/// Replaces parameters and normalizes, remembering what it has seen.
struct Concrete<'t> {
    typer: &'t Typer,
    args: Args,
    seen: rustc_hash::FxHashMap<Ty, Ty>,
    /// The first of which nobody can tell what it is; a type, unless it is a constant in one.
    failed: Option<(Option<Ty>, Box<Diagnostic>)>,
}

impl<'t> Concrete<'t> {
    fn new(typer: &'t Typer, args: Args) -> Concrete<'t> {
        Concrete {
            typer,
            args,
            seen: rustc_hash::FxHashMap::default(),
            failed: None,
        }
    }
}

impl Folder for Concrete<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        if ty.flags().is_plain() {
            return ty;
        }
        if let Some(&known) = self.seen.get(&ty) {
            return known;
        }
        let result = match self.typer.normalize(subst(ty, self.args)) {
            Ok(ty) => ty,
            Err(error) => {
                self.failed.get_or_insert((Some(ty), error));
                ty
            }
        };
        self.seen.insert(ty, result);
        result
    }

    fn konst(&mut self, value: Const) -> Const {
        let value = subst_const(value, self.args);
        match self.typer.const_value(value) {
            Ok(known) => Const::Value(known),
            Err(error) => {
                self.failed.get_or_insert((None, error));
                value
            }
        }
    }
}

/// Arguments of an impl's item, after the trait's were matched with the impl's.
pub(super) fn item_args(typer: &Typer, trait_def: DefId, impl_args: Args, args: Args) -> Args {
    let own = &args.list()[typer.param_count(trait_def).min(args.list().len())..];
    concat(impl_args, own)
}

/// The trait's part of the arguments of one of its items.
pub(super) fn trait_prefix(typer: &Typer, trait_def: DefId, args: Args) -> Args {
    prefix(args, typer.param_count(trait_def))
}
