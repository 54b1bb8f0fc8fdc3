//! The list of open obligations: tried again whenever a variable that they wait for is known.

use super::infcx::{Eval, Infcx, Obligation};
use super::predicates::Pred;
use super::select::Answer;
use crate::ty::{Args, Ty};
use rustc_hash::FxHashSet;
use vscheck_ir::Span;

/// Obligations that follow from each other more often than this are dropped.
const MAX_DEPTH: u32 = 64;

enum Step {
    /// It holds if all of these do.
    Selected(Vec<Pred>),
    /// All of these are to be decided in its place.
    Became(Vec<Pred>),
    Stalled,
    Failed,
}

impl Infcx<'_> {
    /// Something must hold.
    pub fn require(&mut self, pred: Pred, span: Option<Span>) {
        self.pending.push(Obligation {
            pred,
            span,
            depth: 0,
            stalled_on: Vec::new(),
        });
    }

    /// All of these must hold.
    pub fn require_all(&mut self, preds: Vec<Pred>, span: Option<Span>) {
        for pred in preds {
            self.require(pred, span);
        }
    }

    /// Decides what can be decided.
    pub fn select_where_possible(&mut self) {
        while self.select_round() {}
    }

    fn select_round(&mut self) -> bool {
        let work = std::mem::take(&mut self.pending);
        let mut kept = Vec::new();
        let mut progress = false;
        for mut obligation in work {
            if self.still_stalled(&obligation) {
                kept.push(obligation);
                continue;
            }
            if self
                .selected
                .contains(&self.table.resolve_pred(obligation.pred))
            {
                continue;
            }
            match self.step(obligation.pred) {
                Step::Selected(nested) => {
                    progress = true;
                    let pred = self.table.resolve_pred(obligation.pred);
                    self.selected.insert(pred);
                    self.require_nested(&obligation, nested);
                }
                Step::Became(preds) => {
                    progress = true;
                    self.require_nested(&obligation, preds);
                }
                Step::Stalled => {
                    obligation.stalled_on = self.waits_for(obligation.pred);
                    kept.push(obligation);
                }
                Step::Failed => self.failed.push(obligation),
            }
        }
        kept.append(&mut self.pending);
        self.pending = kept;
        progress
    }

    fn require_nested(&mut self, from: &Obligation, nested: Vec<Pred>) {
        if from.depth >= MAX_DEPTH {
            return;
        }
        for pred in nested {
            self.pending.push(Obligation {
                pred,
                span: from.span,
                depth: from.depth + 1,
                stalled_on: Vec::new(),
            });
        }
    }

    fn still_stalled(&self, obligation: &Obligation) -> bool {
        let open = |ty: &Ty| self.shallow(*ty) == *ty;
        !obligation.stalled_on.is_empty() && obligation.stalled_on.iter().all(open)
    }

    fn waits_for(&self, pred: Pred) -> Vec<Ty> {
        match pred {
            Pred::Trait(goal) if self.is_unresolved(goal.self_ty()) => {
                vec![self.shallow(goal.self_ty())]
            }
            Pred::Projection { args, .. } if self.is_unresolved(args.ty(0)) => {
                vec![self.shallow(args.ty(0))]
            }
            Pred::Trait(goal) => self.table.unresolved_in(goal.args),
            Pred::Projection { args, .. } => self.table.unresolved_in(args),
            Pred::Opaque { opaque, .. } => self.table.unresolved_in(Args::of_types(&[opaque])),
        }
    }

    fn step(&mut self, pred: Pred) -> Step {
        let mut nested = Vec::new();
        let pred = self.normalize_pred(pred, &mut nested);
        let answer = match pred {
            Pred::Trait(goal) => match self.select(goal) {
                Answer::Yes(selection) => Answer::Yes(selection.nested),
                Answer::Maybe => Answer::Maybe,
                Answer::No => Answer::No,
            },
            Pred::Projection { assoc, args, ty } => match self.project(assoc, args) {
                Answer::Yes((found, nested)) if self.unify(found, ty) => Answer::Yes(nested),
                Answer::Yes(_) | Answer::No => Answer::No,
                Answer::Maybe => Answer::Maybe,
            },
            Pred::Opaque { opaque, ty } => self.unify_opaque(opaque, ty),
        };
        match answer {
            Answer::Yes(more) => {
                nested.extend(more);
                Step::Selected(nested)
            }
            Answer::Maybe if nested.is_empty() => Step::Stalled,
            Answer::Maybe => {
                nested.push(pred);
                Step::Became(nested)
            }
            Answer::No => Step::Failed,
        }
    }

    /// Whether all of these hold, keeping what that says about variables.
    pub fn solve(&mut self, preds: Vec<Pred>) -> Eval {
        let mut selected = FxHashSet::default();
        let mut work = preds;
        for _ in 0..MAX_DEPTH {
            let mut kept = Vec::new();
            let mut progress = false;
            for pred in std::mem::take(&mut work) {
                if selected.contains(&self.table.resolve_pred(pred)) {
                    continue;
                }
                match self.step_closed(pred) {
                    Step::Selected(nested) => {
                        progress = true;
                        selected.insert(self.table.resolve_pred(pred));
                        kept.extend(nested);
                    }
                    Step::Became(preds) => {
                        progress = true;
                        kept.extend(preds);
                    }
                    Step::Stalled => kept.push(pred),
                    Step::Failed => return Eval::No,
                }
            }
            if kept.is_empty() {
                return Eval::Yes;
            }
            if !progress {
                return Eval::Maybe;
            }
            work = kept;
        }
        Eval::Maybe
    }

    /// Goals without variables are evaluated as a whole, which remembers the result.
    fn step_closed(&mut self, pred: Pred) -> Step {
        if let Pred::Trait(goal) = pred {
            let mut nested = Vec::new();
            let args = self.normalize_args(goal.args, &mut nested);
            let goal = super::predicates::TraitRef {
                args: self.table.resolve_args(args),
                ..goal
            };
            if nested.is_empty() && !goal.args.flags().has_infer() {
                return match self.evaluate(goal) {
                    Eval::Yes => Step::Selected(Vec::new()),
                    Eval::Maybe => Step::Stalled,
                    Eval::No => Step::Failed,
                };
            }
        }
        self.step(pred)
    }

    /// Open obligations about a type variable.
    pub fn pending_for(&self, var: Ty) -> Vec<Pred> {
        let own = self.shallow(var);
        let about = |args: Args| self.shallow(args.ty(0)) == own;
        let preds = self.pending.iter().map(|obligation| obligation.pred);
        preds
            .filter(|pred| match pred {
                Pred::Trait(goal) => about(goal.args),
                Pred::Projection { args, .. } => about(*args),
                Pred::Opaque { .. } => false,
            })
            .collect()
    }
}
