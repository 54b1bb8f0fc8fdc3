//! The state of one inference: variables, assumptions and open obligations.

use super::canonical::CanonicalGoal;
use super::predicates::{Pred, TraitRef};
use super::project::ProjectionCache;
use super::select::Candidate;
use super::table::{Snapshot, Table};
use super::*;
use crate::hir::ExprId;
use crate::ty::{Args, ClosureKey, GenericArg, Ty, TyKind};
use crate::typed::ClosureKind;
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_ir::Span;

/// What is assumed within a definition: its where clauses, elaborated and normalized.
#[derive(Debug, Default)]
pub(super) struct Env {
    pub preds: Vec<Pred>,
}

/// Something that must hold, perhaps not decidable yet.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub pred: Pred,
    pub span: Option<Span>,
    pub depth: u32,
    /// Variables that were open when it was last tried: as long as they are, it need not be tried.
    pub stalled_on: Vec<Ty>,
}

/// Signature of a closure whose body is being inferred.
#[derive(Clone, Debug)]
pub(super) struct LocalClosure {
    pub params: Vec<Ty>,
    pub ret: Ty,
    /// Known once the body was analysed, or where the expected trait says it.
    pub kind: Option<ClosureKind>,
    /// Types of the captured values; known once the body was analysed.
    pub captured: Option<Vec<Ty>>,
}

/// Whether something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eval {
    Yes,
    /// Depends on variables.
    Maybe,
    No,
}

/// A point to go back to.
struct Mark {
    table: Snapshot,
    pending: usize,
    selected: usize,
    projected: usize,
}

/// One inference.
pub(super) struct Infcx<'t> {
    pub typer: &'t Typer,
    pub env: Rc<Env>,
    /// Opaque types are replaced by what they stand for: for concrete types only.
    pub reveal: bool,
    /// Whose body is inferred: its closures are in `closures`.
    pub owner: Option<DefId>,
    pub table: Table,
    pub pending: Vec<Obligation>,
    /// What did not hold: explains diagnostics.
    pub failed: Vec<Obligation>,
    pub closures: FxHashMap<ExprId, LocalClosure>,
    /// Goals being evaluated, against recursion.
    pub stack: Vec<TraitRef>,
    /// Arguments of assumptions that are being normalized.
    pub normalizing: FxHashSet<Args>,
    /// The outermost goal in `stack` that was run into again.
    pub cycle: usize,
    /// Goals that were evaluated under this environment.
    pub evaluated: FxHashMap<CanonicalGoal, Eval>,
    /// The candidates of goals, where they are impls.
    pub applicable: FxHashMap<CanonicalGoal, Vec<Candidate>>,
    /// Nesting of projections being decided.
    pub depth: usize,
    /// Projections that were decided.
    pub projected: ProjectionCache,
    /// How often an answer was cut short, because of what is being decided further out.
    pub cuts: u64,
    /// Obligations that were selected: what they depend on is pending or decided, too.
    pub selected: FxHashSet<Pred>,
    /// Opaque types being revealed.
    pub revealing: FxHashSet<Ty>,
}

impl<'t> Infcx<'t> {
    pub fn new(typer: &'t Typer, env: Rc<Env>, owner: Option<DefId>) -> Infcx<'t> {
        Infcx {
            typer,
            env,
            reveal: false,
            owner,
            table: Table::default(),
            pending: Vec::new(),
            failed: Vec::new(),
            closures: FxHashMap::default(),
            stack: Vec::new(),
            normalizing: FxHashSet::default(),
            cycle: usize::MAX,
            evaluated: FxHashMap::default(),
            applicable: FxHashMap::default(),
            depth: 0,
            projected: ProjectionCache::default(),
            cuts: 0,
            selected: FxHashSet::default(),
            revealing: FxHashSet::default(),
        }
    }

    /// An inference about concrete types.
    pub fn concrete(typer: &'t Typer) -> Infcx<'t> {
        let mut cx = Infcx::new(typer, typer.empty_env.clone(), None);
        cx.reveal = true;
        cx
    }

    pub fn shallow(&self, ty: Ty) -> Ty {
        self.table.shallow(ty)
    }

    pub fn resolve(&self, ty: Ty) -> Ty {
        self.table.resolve(ty)
    }

    /// Runs something and forgets what it did to the variables.
    pub fn probe<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        let start = self.mark();
        let result = run(self);
        self.undo(start);
        result
    }

    /// Keeps what something did to the variables if it gives a value.
    pub fn commit_if<R>(&mut self, run: impl FnOnce(&mut Self) -> Option<R>) -> Option<R> {
        let start = self.mark();
        let result = run(self);
        if result.is_none() {
            self.undo(start);
        }
        result
    }

    fn mark(&self) -> Mark {
        Mark {
            table: self.table.snapshot(),
            pending: self.pending.len(),
            selected: self.selected.len(),
            projected: self.projected.len(),
        }
    }

    fn undo(&mut self, to: Mark) {
        self.table.rollback(to.table);
        debug_assert!(
            self.pending.len() >= to.pending && self.selected.len() == to.selected,
            "obligations were processed in a probe"
        );
        self.pending.truncate(to.pending);
        self.projected.truncate(to.projected);
    }

    /// New variables for all parameters of a definition.
    pub fn fresh_args(&mut self, def: DefId) -> Args {
        let identity = self.typer.identity(def);
        self.fresh_after(Args::empty(), identity)
    }

    /// Given arguments, then new variables for the rest of `identity`.
    pub fn fresh_after(&mut self, given: Args, identity: Args) -> Args {
        let mut list = given.list().to_vec();
        for param in &identity.list()[list.len().min(identity.list().len())..] {
            let constant = matches!(param, GenericArg::Const(_));
            list.push(self.table.fresh_arg(constant));
        }
        Args::new(&list)
    }

    /// A closure of the body that is being inferred.
    pub fn local_closure(&self, key: &ClosureKey) -> Option<&LocalClosure> {
        if self.owner == Some(key.owner) && !self.reveal {
            return self.closures.get(&key.expr);
        }
        None
    }

    pub fn is_unresolved(&self, ty: Ty) -> bool {
        matches!(
            self.shallow(ty).kind(),
            TyKind::Infer(crate::ty::InferVar::Ty(_))
        )
    }
}
