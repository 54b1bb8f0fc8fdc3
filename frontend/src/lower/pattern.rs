//! Patterns: tests, in order, then bindings.

use super::code::{BlockId, Op, scalar};
use super::lower::{Home, Lower, MAX_REGISTER_CELLS};
use super::place::{Place, PlaceKind};
use crate::diagnostic::Result;
use crate::hir::{BinaryOp, DefId, ExprId, Literal, LocalId, PatId, PatKind, RangeBound};
use crate::mono::layout::{Parts, scalar_of};
use crate::ty::{GenericArg, Ty, TyKind};
use crate::typed::{BindingMode, Instance};
use rustc_hash::FxHashMap;
use vscheck_ir::{Arg, BinOp, Inst, Operand, Overflow, ScalarType};

/// Which alternative of each or-pattern with bindings is looked at.
pub type Choice = FxHashMap<PatId, usize>;

/// More combinations of alternatives than this are refused.
const MAX_CHOICES: usize = 256;

/// A sub-pattern with the part that it applies to.
enum SubPart {
    Field(usize),
    Variant(usize, usize),
    FromStart(usize),
    FromEnd(usize),
    Middle(usize, usize),
}

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

    /// Whether a binding takes the value itself.
    pub fn binding_is_value(&self, pat: PatId) -> bool {
        self.binding_mode(pat) == BindingMode::Value
    }

    fn binding_mode(&self, pat: PatId) -> BindingMode {
        if let Some(mode) = self.typed.binding_modes.get(&pat) {
            return *mode;
        }
        match &self.body.pats[pat.index()].kind {
            PatKind::Binding {
                by_ref: Some(mutability),
                ..
            } => BindingMode::Ref(*mutability),
            _ => BindingMode::Value,
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

    /// Refuses patterns with too many combinations.
    pub fn check_choices(&self, choices: &[Choice]) -> Result<()> {
        if choices.len() > MAX_CHOICES {
            return self.unsupported("a pattern with this many alternatives");
        }
        Ok(())
    }

    /// Makes the variables of a pattern, without values yet.
    pub fn declare(&mut self, pat: PatId, scope: usize) -> Result<()> {
        if let PatKind::Binding { local, .. } = self.body.pats[pat.index()].kind
            && !self.declared_in(local, scope)
        {
            self.declare_local(local, scope)?;
        }
        for sub in self.sub_patterns(pat) {
            self.declare(sub, scope)?;
        }
        Ok(())
    }

    fn declared_in(&self, local: LocalId, scope: usize) -> bool {
        self.declared.get(&local) == Some(&(scope, self.scopes[scope].serial()))
    }

    /// Makes a variable, without a value yet.
    pub fn declare_local(&mut self, local: LocalId, scope: usize) -> Result<Home> {
        let serial = self.scopes[scope].serial();
        self.declared.insert(local, (scope, serial));
        let ty = self.typed.local_types[local.index()];
        let layout = self.mono.layout(ty)?;
        let needs_drop = self.mono.needs_drop(ty)?;
        let in_memory = needs_drop
            || self.borrowed.memory.contains(local.index())
            || layout.cells > MAX_REGISTER_CELLS;
        let home = if in_memory {
            let name = self.body.locals[local.index()].name;
            let slot = self.code.slot(name.as_str(), layout.id);
            if self.is_fixed(local, ty)? {
                self.code.fix_slot(slot);
            }
            let owner = needs_drop.then(|| self.owner(ty));
            self.schedule_slot(scope, slot, owner, ty);
            Home::Slot(slot, owner)
        } else {
            Home::Regs(self.first_reg(ty)?.0)
        };
        self.homes.insert(local, home);
        self.name_local(local, ty, home)?;
        Ok(home)
    }

    /// Whether nobody may write to a variable but who gives it its value. What a destructor may change, and
    /// what a closure that is called once has captured, are let be.
    fn is_fixed(&mut self, local: LocalId, ty: Ty) -> Result<bool> {
        let is_own = !self.is_model && self.body.locals[local.index()].fixed;
        Ok(is_own && !has_closure(ty) && !self.mono.needs_drop(ty)? && self.mono.is_freeze(ty)?)
    }

    /// `let x = init;`.
    pub fn let_variable(&mut self, local: LocalId, init: ExprId, scope: usize) -> Result<()> {
        let ty = self.typed.local_types[local.index()];
        let large = self.mono.cells(ty)? > MAX_REGISTER_CELLS && !self.mono.needs_drop(ty)?;
        if large {
            self.declare_local(local, scope)?;
            let place = self.local_place(local)?;
            let (ptr, offset) = self.address(&place)?;
            return self.expr_to(init, super::lower::Dest::Memory(ptr, offset));
        }
        let value = self.expr_now(init)?;
        self.declare_local(local, scope)?;
        let place = self.local_place(local)?;
        self.write(&place, value)
    }

    /// The place after the references that match ergonomics goes through.
    fn through_references(&mut self, pat: PatId, place: &Place) -> Result<Place> {
        let count = self.typed.pat_derefs.get(&pat).map_or(0, Vec::len);
        let mut place = place.clone();
        for _ in 0..count {
            place = self.deref(place)?;
        }
        Ok(place)
    }

    /// Goes on here if a pattern matches, else at `fail`.
    pub fn test(&mut self, pat: PatId, place: &Place, fail: BlockId) -> Result<()> {
        let place = &self.through_references(pat, place)?;
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::Wild | PatKind::Rest => Ok(()),
            PatKind::Binding { sub: None, .. } => Ok(()),
            PatKind::Binding { sub: Some(sub), .. } => {
                if matches!(body.pats[sub.index()].kind, PatKind::Rest) {
                    return Ok(());
                }
                self.test(*sub, place, fail)
            }
            PatKind::Literal { literal, negative } => {
                self.test_literal(literal, *negative, place, fail)
            }
            PatKind::Path(_) => self.test_path(pat, place, fail),
            PatKind::Range {
                start,
                end,
                inclusive,
            } => {
                if let Some(start) = start {
                    self.test_bound(start, BinaryOp::Ge, place, fail)?;
                }
                if let Some(end) = end {
                    let op = if *inclusive {
                        BinaryOp::Le
                    } else {
                        BinaryOp::Lt
                    };
                    self.test_bound(end, op, place, fail)?;
                }
                Ok(())
            }
            PatKind::Or(alternatives) => self.test_or(pat, alternatives, place, fail),
            PatKind::Ref(inner) => {
                let place = self.deref(place.clone())?;
                self.test(*inner, &place, fail)
            }
            PatKind::TupleStruct(..) | PatKind::Struct(..) => {
                self.test_variant(pat, place, fail)?;
                self.test_parts(pat, place, fail)
            }
            PatKind::Tuple(_) => self.test_parts(pat, place, fail),
            PatKind::Slice(pats) => {
                self.test_length(pats, place, fail)?;
                self.test_parts(pat, place, fail)
            }
        }
    }

    fn test_parts(&mut self, pat: PatId, place: &Place, fail: BlockId) -> Result<()> {
        for (sub, part) in self.parts(pat, place)? {
            if self.is_trivial(sub) {
                continue;
            }
            let place = self.part(place, &part)?;
            self.test(sub, &place, fail)?;
        }
        Ok(())
    }

    /// Whether a pattern matches everything and looks at nothing.
    fn is_trivial(&self, pat: PatId) -> bool {
        match &self.body.pats[pat.index()].kind {
            PatKind::Wild | PatKind::Rest => true,
            PatKind::Binding { sub, .. } => sub.is_none_or(|sub| self.is_trivial(sub)),
            _ => false,
        }
    }

    fn test_or(
        &mut self,
        pat: PatId,
        alternatives: &[PatId],
        place: &Place,
        fail: BlockId,
    ) -> Result<()> {
        if let Some(&chosen) = self.choice.get(&pat) {
            return self.test(alternatives[chosen], place, fail);
        }
        let found = self.code.block();
        for &alternative in alternatives {
            let next = self.code.block();
            self.test(alternative, place, next)?;
            self.code.jump(found);
            self.code.switch_to(next);
        }
        self.code.jump(fail);
        self.code.switch_to(found);
        Ok(())
    }

    fn require(&mut self, cond: Operand, fail: BlockId) {
        let next = self.code.block();
        self.code.branch(cond, next, fail);
        self.code.switch_to(next);
    }

    /// Goes on if a comparison holds.
    pub fn compare(&mut self, op: BinOp, ty: ScalarType, lhs: Operand, rhs: Operand) -> Operand {
        let result = self.scalar_result(ScalarType::Bool, |dst| Inst::Binary {
            op,
            ty,
            overflow: Overflow::Wrap,
            dst,
            lhs,
            rhs,
        });
        result.src
    }

    fn test_literal(
        &mut self,
        literal: &Literal,
        negative: bool,
        place: &Place,
        fail: BlockId,
    ) -> Result<()> {
        match literal {
            Literal::Str(text) => {
                let expected = self.text(text.as_str())?;
                self.test_text(expected, place, fail)
            }
            Literal::Bytes(bytes) => self.test_bytes(bytes, place, fail),
            Literal::Int(..) | Literal::Float(..) | Literal::Bool(_) | Literal::Char(_) => {
                let expected = self.literal(literal, negative, place.ty)?;
                self.test_scalar(BinaryOp::Eq, expected, place, fail)
            }
        }
    }

    fn test_scalar(
        &mut self,
        op: BinaryOp,
        expected: Arg,
        place: &Place,
        fail: BlockId,
    ) -> Result<()> {
        let value = self.read(place)?;
        if let Some(expected_bool) = self.as_bool_test(op, expected, place.ty) {
            let next = self.code.block();
            if expected_bool {
                self.code.branch(value.src, next, fail);
            } else {
                self.code.branch(value.src, fail, next);
            }
            self.code.switch_to(next);
            return Ok(());
        }
        let result = self.primitive_into(op, value, place.ty, expected, place.ty, None)?;
        self.require(result.src, fail);
        Ok(())
    }

    fn as_bool_test(&self, op: BinaryOp, expected: Arg, ty: Ty) -> Option<bool> {
        match (op, ty.kind(), expected.src) {
            (BinaryOp::Eq, TyKind::Bool, Operand::Const(value)) => Some(value != 0),
            _ => None,
        }
    }

    fn test_text(&mut self, expected: Arg, place: &Place, fail: BlockId) -> Result<()> {
        let text_ty = Ty::reference(crate::hir::Mutability::Shared, Ty::new(TyKind::Str));
        let value = match place.ty.kind() {
            TyKind::Str => self.address_value(place)?,
            _ => self.read(place)?,
        };
        let equal = self.equal(Ty::new(TyKind::Str), (value, text_ty), (expected, text_ty))?;
        self.require(equal, fail);
        Ok(())
    }

    /// `PartialEq::eq` of a type on two references.
    fn equal(&mut self, ty: Ty, lhs: (Arg, Ty), rhs: (Arg, Ty)) -> Result<Operand> {
        let Some(eq_trait) = self.mono.hir.lang("eq") else {
            return self.internal("no trait PartialEq");
        };
        let method = self.mono.trait_method(eq_trait, "eq")?;
        let args = crate::ty::Args::of_types(&[ty, ty]);
        let callee = self.mono.typer.resolve_trait_method(method, args)?;
        Ok(self
            .call_callee(callee, vec![lhs, rhs], Ty::bool(), None)?
            .src)
    }

    fn test_bytes(&mut self, bytes: &[u8], place: &Place, fail: BlockId) -> Result<()> {
        let mut place = place.clone();
        while matches!(place.ty.kind(), TyKind::Ref(..)) {
            place = self.deref(place)?;
        }
        let byte = Ty::new(TyKind::Int(crate::ty::IntTy::U8));
        if let PlaceKind::Memory {
            meta: Some(len), ..
        } = place.kind
        {
            let expected = Operand::Const(bytes.len() as u64);
            let same = self.compare(BinOp::Eq, ScalarType::U64, len, expected);
            self.require(same, fail);
        }
        for (index, &expected) in bytes.iter().enumerate() {
            let element = self.element_unchecked(&place, byte, Operand::Const(index as u64))?;
            let expected = scalar(Operand::Const(expected.into()));
            self.test_scalar(BinaryOp::Eq, expected, &element, fail)?;
        }
        Ok(())
    }

    fn test_path(&mut self, pat: PatId, place: &Place, fail: BlockId) -> Result<()> {
        match self.typed.pat_constants.get(&pat).copied() {
            Some(constant) => self.test_constant(constant, place, fail),
            None => self.test_variant(pat, place, fail),
        }
    }

    fn test_constant(&mut self, constant: Instance, place: &Place, fail: BlockId) -> Result<()> {
        let ty = self.mono.typer.const_ty(constant)?;
        let expected = self.constant(constant, ty)?;
        match ty.kind() {
            _ if scalar_of(ty).is_some() && !matches!(ty.kind(), TyKind::Ref(..)) => {
                self.test_scalar(BinaryOp::Eq, expected, place, fail)
            }
            TyKind::Ref(_, to) if matches!(to.kind(), TyKind::Str) => {
                self.test_text(expected, place, fail)
            }
            _ => {
                let reference = Ty::reference(crate::hir::Mutability::Shared, ty);
                let expected = scalar(self.spill(expected, ty)?);
                let value = self.address_value(place)?;
                let equal = self.equal(ty, (value, reference), (expected, reference))?;
                self.require(equal, fail);
                Ok(())
            }
        }
    }

    fn test_bound(
        &mut self,
        bound: &RangeBound,
        op: BinaryOp,
        place: &Place,
        fail: BlockId,
    ) -> Result<()> {
        let expected = match bound {
            RangeBound::Literal(literal, negative) => self.literal(literal, *negative, place.ty)?,
            RangeBound::Path(path) => {
                let Some(constant) = self.typed.pat_constants.get(path).copied() else {
                    return self.unsupported("this bound of a range pattern");
                };
                self.constant(constant, place.ty)?
            }
        };
        self.test_scalar(op, expected, place, fail)
    }

    /// The variant that a pattern names, by index; none for structs.
    fn variant_of(&mut self, pat: PatId, ty: Ty) -> Result<Option<usize>> {
        let layout = self.mono.layout(ty)?;
        let Parts::Enum { variants, .. } = &layout.parts else {
            return Ok(None);
        };
        let def = self.typed.pat_variants.get(&pat).copied();
        match def.and_then(|def| variants.iter().position(|variant| variant.def == def)) {
            Some(index) => Ok(Some(index)),
            None => self.internal("a pattern without variant"),
        }
    }

    fn test_variant(&mut self, pat: PatId, place: &Place, fail: BlockId) -> Result<()> {
        let Some(index) = self.variant_of(pat, place.ty)? else {
            return Ok(());
        };
        let layout = self.mono.layout(place.ty)?;
        let Parts::Enum { variants, tag } = &layout.parts else {
            return Ok(());
        };
        if variants.len() == 1 {
            return Ok(());
        }
        let value = self.discriminant(place, *tag)?;
        let expected = Operand::Const(variants[index].discriminant);
        let same = self.compare(BinOp::Eq, *tag, value, expected);
        self.require(same, fail);
        Ok(())
    }

    /// The discriminant cell of an enum at a place.
    pub fn discriminant(&mut self, place: &Place, tag: ScalarType) -> Result<Operand> {
        match &place.kind {
            PlaceKind::Regs(reg, _) => Ok(Operand::Reg(*reg)),
            PlaceKind::Memory { ptr, offset, .. } => Ok(self.load_scalar(*ptr, *offset, tag)),
            PlaceKind::Captured(..) => self.internal("the discriminant of what is not captured"),
        }
    }

    fn test_length(&mut self, pats: &[PatId], place: &Place, fail: BlockId) -> Result<()> {
        let PlaceKind::Memory {
            meta: Some(len), ..
        } = place.kind
        else {
            return Ok(());
        };
        let rest = pats.iter().any(|&pat| self.body.is_rest(pat));
        let (op, count) = if rest {
            (BinOp::Ge, pats.len() - 1)
        } else {
            (BinOp::Eq, pats.len())
        };
        let holds = self.compare(op, ScalarType::U64, len, Operand::Const(count as u64));
        self.require(holds, fail);
        Ok(())
    }

    /// The sub-patterns of a pattern with the parts that they apply to.
    fn parts(&mut self, pat: PatId, place: &Place) -> Result<Vec<(PatId, SubPart)>> {
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::TupleStruct(_, pats) => {
                let variant = self.variant_of(pat, place.ty)?;
                let count = self.part_count(place.ty, variant)?;
                Ok(self.positional(pats, count, variant))
            }
            PatKind::Tuple(pats) => {
                let count = self.part_count(place.ty, None)?;
                Ok(self.positional(pats, count, None))
            }
            PatKind::Struct(_, fields) => {
                let variant = self.variant_of(pat, place.ty)?;
                let def = self.pattern_struct(pat, place.ty)?;
                let mut parts = Vec::new();
                for (name, sub) in fields {
                    match self.field_of(def, name.as_str()) {
                        Some(index) => parts.push((*sub, part_of(variant, index))),
                        None => return self.internal(format_args!("no field `{name}`")),
                    }
                }
                Ok(parts)
            }
            PatKind::Slice(pats) => Ok(self.slice_parts(pats)),
            _ => Ok(Vec::new()),
        }
    }

    fn pattern_struct(&self, pat: PatId, ty: Ty) -> Result<DefId> {
        match (self.typed.pat_variants.get(&pat), ty.kind()) {
            (Some(def), _) => Ok(*def),
            (None, TyKind::Adt(def, _)) => Ok(*def),
            _ => self.internal("a struct pattern of something else"),
        }
    }

    fn part_count(&mut self, ty: Ty, variant: Option<usize>) -> Result<usize> {
        let layout = self.mono.layout(ty)?;
        match (&layout.parts, variant) {
            (Parts::Enum { variants, .. }, Some(index)) => Ok(variants[index].fields.types.len()),
            (Parts::Fields(fields), _) => Ok(fields.types.len()),
            _ => self.internal("a pattern with parts of something without"),
        }
    }

    fn positional(
        &self,
        pats: &[PatId],
        count: usize,
        variant: Option<usize>,
    ) -> Vec<(PatId, SubPart)> {
        let rest = pats.iter().position(|&pat| self.body.is_rest(pat));
        let skipped = rest.map_or(0, |_| (count + 1).saturating_sub(pats.len()));
        let index_of = |at: usize| match rest {
            Some(rest) if at > rest => at - 1 + skipped,
            _ => at,
        };
        pats.iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != rest)
            .map(|(at, &pat)| (pat, part_of(variant, index_of(at))))
            .collect()
    }

    fn slice_parts(&self, pats: &[PatId]) -> Vec<(PatId, SubPart)> {
        let rest = pats.iter().position(|&pat| self.body.is_rest(pat));
        let mut parts = Vec::new();
        for (at, &pat) in pats.iter().enumerate() {
            let behind = pats.len() - at;
            parts.push(match rest {
                Some(rest) if at == rest => (pat, SubPart::Middle(at, behind - 1)),
                Some(rest) if at > rest => (pat, SubPart::FromEnd(behind)),
                _ => (pat, SubPart::FromStart(at)),
            });
        }
        parts
    }

    fn part(&mut self, place: &Place, part: &SubPart) -> Result<Place> {
        match *part {
            SubPart::Field(index) => self.field(place, index),
            SubPart::Variant(variant, index) => self.variant_field(place, variant, index),
            SubPart::FromStart(index) => self.slice_element(place, index as u64, false),
            SubPart::FromEnd(index) => self.slice_element(place, index as u64, true),
            SubPart::Middle(front, back) => self.subslice(place, front as u64, back as u64),
        }
    }

    fn slice_element(&mut self, place: &Place, index: u64, from_end: bool) -> Result<Place> {
        let (element, len) = self.elements(place)?;
        let index = match (from_end, len) {
            (false, _) => Operand::Const(index),
            (true, Operand::Const(len)) => Operand::Const(len - index),
            (true, len) => self.subtract(len, index),
        };
        self.element_unchecked(place, element, index)
    }

    fn subtract(&mut self, lhs: Operand, rhs: u64) -> Operand {
        self.arithmetic(BinOp::Sub, ScalarType::U64, lhs, Operand::Const(rhs))
    }

    /// Element type and length of an array or slice.
    pub fn elements(&mut self, place: &Place) -> Result<(Ty, Operand)> {
        match (place.ty.kind(), &place.kind) {
            (TyKind::Array(element, len), _) => Ok((
                *element,
                Operand::Const(self.mono.typer.const_value(*len)? as u64),
            )),
            (
                TyKind::Slice(element),
                PlaceKind::Memory {
                    meta: Some(len), ..
                },
            ) => Ok((*element, *len)),
            _ => self.internal("elements of something else"),
        }
    }

    fn subslice(&mut self, place: &Place, front: u64, back: u64) -> Result<Place> {
        let (element, len) = self.elements(place)?;
        let first = self.element_unchecked(place, element, Operand::Const(front))?;
        match (place.ty.kind(), len) {
            (TyKind::Array(..), Operand::Const(len)) => {
                let count = len - front - back;
                let len = crate::ty::Const::Value(count.into());
                let ty = Ty::new(TyKind::Array(element, len));
                Ok(Place {
                    ty,
                    path: None,
                    ..first
                })
            }
            _ => {
                let (ptr, offset) = self.address(&first)?;
                let ptr = self.code.offset(ptr, offset);
                let len = self.subtract(len, front + back);
                Ok(Place::memory(ptr, Some(len), place.ty))
            }
        }
    }

    /// Notes that a variable has taken the middle of an array, of which each element is tracked by
    /// itself.
    fn moved_middle(&mut self, array: &Place, part: &SubPart, sub: PatId) -> Result<()> {
        let SubPart::Middle(front, back) = *part else {
            return Ok(());
        };
        let (_, Operand::Const(len)) = self.elements(array)? else {
            return Ok(());
        };
        if array.path.is_some() && self.binding_is_value(sub) {
            for index in front as u64..len - back as u64 {
                let element = self.slice_element(array, index, false)?;
                self.moved(&element);
            }
        }
        Ok(())
    }

    /// Gives the variables of a pattern, which is known to match, their values.
    pub fn bind(&mut self, pat: PatId, place: &Place) -> Result<()> {
        self.bind_with(pat, place, true)
    }

    /// As [`Lower::bind`]; without `moves`, values that are moved stay where they are as well, until
    /// the arm's guard has held.
    pub fn bind_with(&mut self, pat: PatId, place: &Place, moves: bool) -> Result<()> {
        if !self.has_binding(pat) {
            return Ok(());
        }
        let place = &self.through_references(pat, place)?;
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::Binding { local, sub, .. } => {
                if let Some(sub) = sub
                    && !matches!(body.pats[sub.index()].kind, PatKind::Rest)
                {
                    self.bind_with(*sub, place, moves)?;
                }
                self.bind_local(*local, self.binding_mode(pat), place, moves)
            }
            PatKind::Or(alternatives) => match self.choice.get(&pat) {
                Some(&chosen) => self.bind_with(alternatives[chosen], place, moves),
                None => Ok(()),
            },
            PatKind::Ref(inner) => {
                let place = self.deref(place.clone())?;
                self.bind_with(*inner, &place, moves)
            }
            _ => {
                for (sub, part) in self.parts(pat, place)? {
                    if self.has_binding(sub) {
                        let inner = self.part(place, &part)?;
                        self.bind_with(sub, &inner, moves)?;
                        if moves {
                            self.moved_middle(place, &part, sub)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    fn bind_local(
        &mut self,
        local: LocalId,
        mode: BindingMode,
        place: &Place,
        moves: bool,
    ) -> Result<()> {
        let mut target = self.local_place(local)?;
        let value = match mode {
            BindingMode::Ref(_) => self.address_value(place)?,
            BindingMode::Value if moves => self.consume(place)?,
            BindingMode::Value => self.read(place)?,
        };
        if !moves {
            target.path = None;
        }
        self.write(&target, value)
    }

    /// After a guard has held: the values that the pattern takes are moved now.
    pub fn commit(&mut self, pat: PatId, place: &Place) -> Result<()> {
        if !self.has_binding(pat) {
            return Ok(());
        }
        let place = &self.through_references(pat, place)?;
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::Binding { local, .. } => {
                if self.binding_is_value(pat) {
                    self.moved(place);
                }
                if let Some(path) = self.local_place(*local)?.path {
                    self.code.push(Op::Init(path), None);
                }
                Ok(())
            }
            PatKind::Or(alternatives) => match self.choice.get(&pat) {
                Some(&chosen) => self.commit(alternatives[chosen], place),
                None => Ok(()),
            },
            PatKind::Ref(inner) => {
                let place = self.deref(place.clone())?;
                self.commit(*inner, &place)
            }
            _ => {
                for (sub, part) in self.parts(pat, place)? {
                    if self.has_binding(sub) {
                        let inner = self.part(place, &part)?;
                        self.commit(sub, &inner)?;
                        self.moved_middle(place, &part, sub)?;
                    }
                }
                Ok(())
            }
        }
    }
}

fn part_of(variant: Option<usize>, index: usize) -> SubPart {
    match variant {
        Some(variant) => SubPart::Variant(variant, index),
        None => SubPart::Field(index),
    }
}

/// Whether a value of a type may have a closure in it.
fn has_closure(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Tuple(types) => types.iter().copied().any(has_closure),
        TyKind::Array(element, _) => has_closure(*element),
        TyKind::Adt(_, args) => args
            .list()
            .iter()
            .any(|arg| matches!(arg, GenericArg::Type(ty) if has_closure(*ty))),
        TyKind::Closure(_) | TyKind::Opaque(..) => true,
        _ => false,
    }
}
