//! The parts of a place that the sub-patterns of a pattern apply to.

use crate::diagnostic::Result;
use crate::hir::{DefId, PatId, PatKind};
use crate::lower::lower::Lower;
use crate::lower::place::{Place, PlaceKind};
use crate::mono::layout::Parts;
use crate::ty::{Ty, TyKind};
use vscheck_ir::{BinOp, Operand, ScalarType};

/// A sub-pattern with the part that it applies to.
pub(super) enum SubPart {
    Field(usize),
    Variant(usize, usize),
    FromStart(usize),
    FromEnd(usize),
    Middle(usize, usize),
}

fn part_of(variant: Option<usize>, index: usize) -> SubPart {
    match variant {
        Some(variant) => SubPart::Variant(variant, index),
        None => SubPart::Field(index),
    }
}

impl Lower<'_> {
    /// The sub-patterns of a pattern with the parts that they apply to.
    pub(super) fn parts(&mut self, pat: PatId, place: &Place) -> Result<Vec<(PatId, SubPart)>> {
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

    pub(super) fn part(&mut self, place: &Place, part: &SubPart) -> Result<Place> {
        match *part {
            SubPart::Field(index) => self.field(place, index),
            SubPart::Variant(variant, index) => self.variant_field(place, variant, index),
            SubPart::FromStart(index) => self.slice_element(place, index as u64, false),
            SubPart::FromEnd(index) => self.slice_element(place, index as u64, true),
            SubPart::Middle(front, back) => self.subslice(place, front as u64, back as u64),
        }
    }

    pub(super) fn slice_element(
        &mut self,
        place: &Place,
        index: u64,
        from_end: bool,
    ) -> Result<Place> {
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
}
