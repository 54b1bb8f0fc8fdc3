//! Patterns: tests, in order, then bindings.

mod bind;
mod parts;
mod test;

use crate::diagnostic::Result;
use crate::hir::{ExprId, PatId, PatKind};
use crate::lower::code::BlockId;
use crate::lower::lower::{Lower, MAX_REGISTER_CELLS};
use crate::lower::place::Place;
use rustc_hash::FxHashMap;

/// Which alternative of each or-pattern with bindings is looked at.
pub type Choice = FxHashMap<PatId, usize>;

/// More combinations of alternatives than this are refused.
const MAX_CHOICES: usize = 256;

impl Lower<'_> {
    /// What a pattern is matched against: a place, or a temporary with a value.
    pub fn scrutinee(&mut self, e: ExprId, pats: &[PatId]) -> Result<Place> {
        let count = self.adjustments(e).len();
        if self.is_place(e, count) {
            return self.place(e);
        }
        let ty = self.type_of(e);
        let by_ref = pats.iter().any(|&pat| self.has_reference(pat));
        let in_memory = by_ref
            || self.extended.contains_key(&e)
            || self.mono.needs_drop(ty)?
            || self.mono.cells(ty)? > MAX_REGISTER_CELLS;
        if in_memory {
            return self.place(e);
        }
        let value = self.expr(e)?;
        self.register_place(value, ty)
    }

    fn has_reference(&self, pat: PatId) -> bool {
        let kind = &self.body.pats[pat.index()].kind;
        let here = matches!(kind, PatKind::Binding { .. }) && !self.binding_is_value(pat);
        here || self
            .sub_patterns(pat)
            .into_iter()
            .any(|sub| self.has_reference(sub))
    }

    fn sub_patterns(&self, pat: PatId) -> Vec<PatId> {
        match &self.body.pats[pat.index()].kind {
            PatKind::Binding { sub, .. } => sub.iter().copied().collect(),
            PatKind::TupleStruct(_, pats)
            | PatKind::Tuple(pats)
            | PatKind::Slice(pats)
            | PatKind::Or(pats) => pats.clone(),
            PatKind::Struct(_, fields) => fields.iter().map(|(_, pat)| *pat).collect(),
            PatKind::Ref(inner) => vec![*inner],
            PatKind::Wild
            | PatKind::Rest
            | PatKind::Literal { .. }
            | PatKind::Path(_)
            | PatKind::Range { .. } => Vec::new(),
        }
    }

    /// The combinations of alternatives of or-patterns that bind something. Before a guard also of
    /// those of which several can match: the guard is asked again for the next one that does.
    pub fn choices(&self, pat: PatId, guarded: bool) -> Vec<Choice> {
        let mut choices = vec![Choice::default()];
        self.add_choices(pat, guarded, &mut choices);
        choices
    }

    fn add_choices(&self, pat: PatId, guarded: bool, choices: &mut Vec<Choice>) {
        let PatKind::Or(alternatives) = &self.body.pats[pat.index()].kind else {
            for sub in self.sub_patterns(pat) {
                self.add_choices(sub, guarded, choices);
            }
            return;
        };
        let binds = alternatives.iter().any(|&pat| self.has_binding(pat));
        if !(binds || guarded && self.overlap(alternatives)) {
            return;
        }
        // The last alternatives are the first to change.
        for before in std::mem::take(choices) {
            for (index, &alternative) in alternatives.iter().enumerate() {
                let mut some = vec![before.clone()];
                some[0].insert(pat, index);
                self.add_choices(alternative, guarded, &mut some);
                choices.extend(some);
            }
        }
    }

    /// Whether a value can match more than one of the patterns.
    fn overlap(&self, pats: &[PatId]) -> bool {
        let rest = |at: usize| pats[at + 1..].iter();
        (0..pats.len()).any(|at| rest(at).any(|&other| !self.disjoint(pats[at], other)))
    }

    /// Whether no value matches both patterns, as far as one sees at once.
    fn disjoint(&self, a: PatId, b: PatId) -> bool {
        let variant = |pat| self.typed.pat_variants.get(&pat);
        if let (Some(a), Some(b)) = (variant(a), variant(b))
            && a != b
        {
            return true;
        }
        let kind = |pat: PatId| &self.body.pats[pat.index()].kind;
        match (kind(a), kind(b)) {
            (
                PatKind::Literal { .. } | PatKind::Path(_),
                PatKind::Literal { .. } | PatKind::Path(_),
            ) => true,
            (PatKind::TupleStruct(_, a), PatKind::TupleStruct(_, b))
            | (PatKind::Tuple(a), PatKind::Tuple(b)) => {
                let parts = a.iter().zip(b).take_while(|(a, b)| {
                    !matches!(kind(**a), PatKind::Rest) && !matches!(kind(**b), PatKind::Rest)
                });
                parts.into_iter().any(|(&a, &b)| self.disjoint(a, b))
            }
            (PatKind::Ref(a), PatKind::Ref(b)) => self.disjoint(*a, *b),
            _ => false,
        }
    }

    fn has_binding(&self, pat: PatId) -> bool {
        matches!(self.body.pats[pat.index()].kind, PatKind::Binding { .. })
            || self
                .sub_patterns(pat)
                .into_iter()
                .any(|sub| self.has_binding(sub))
    }

    /// Runs something under a choice of alternatives.
    pub fn with_choice<T>(
        &mut self,
        choice: Choice,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = std::mem::replace(&mut self.choice, choice);
        let result = run(self);
        self.choice = outer;
        result
    }

    /// Tests a pattern, whose variables are declared, and binds them. The block where it matches; code goes on
    /// where it does not.
    pub fn test_and_bind(&mut self, pat: PatId, place: &Place) -> Result<BlockId> {
        let bound = self.code.block();
        for choice in self.choices(pat, false) {
            let next = self.code.block();
            self.with_choice(choice, |this| {
                this.test(pat, place, next)?;
                this.bind(pat, place)
            })?;
            self.code.jump(bound);
            self.code.switch_to(next);
        }
        Ok(bound)
    }

    /// Refuses patterns with too many combinations.
    pub fn check_choices(&self, choices: &[Choice]) -> Result<()> {
        if choices.len() > MAX_CHOICES {
            return self.unsupported("a pattern with this many alternatives");
        }
        Ok(())
    }
}
