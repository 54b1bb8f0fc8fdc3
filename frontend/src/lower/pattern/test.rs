//! Whether a pattern matches: jumps to where it does not.

use crate::diagnostic::Result;
use crate::hir::{BinaryOp, Literal, PatId, PatKind, RangeBound};
use crate::lower::code::{BlockId, scalar};
use crate::lower::lower::Lower;
use crate::lower::place::{Place, PlaceKind};
use crate::mono::layout::{Parts, scalar_of};
use crate::ty::{Ty, TyKind};
use crate::typed::Instance;
use vscheck_ir::{Arg, BinOp, Inst, Operand, Overflow, ScalarType};

impl Lower<'_> {
    /// The place after the references that match ergonomics goes through.
    pub(super) fn through_references(&mut self, pat: PatId, place: &Place) -> Result<Place> {
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
    pub(super) fn variant_of(&mut self, pat: PatId, ty: Ty) -> Result<Option<usize>> {
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
}
