//! Tuples, structs, variants, arrays.

use crate::diagnostic::Result;
use crate::hir::{DefId, ExprId};
use crate::lower::code::{UNIT, part, scalar};
use crate::lower::lower::{Dest, Lower};
use crate::lower::place::Place;
use crate::mono::layout::Parts;
use crate::symbol::Symbol;
use crate::ty::{Ty, TyKind};
use crate::typed::Callee;
use vscheck_ir::{Arg, BinOp, Inst, Operand, Overflow, Reg, ScalarType};

/// Repeats of more elements than this are a loop.
const MAX_UNROLLED: u64 = 16;

impl Lower<'_> {
    /// A tuple.
    pub fn tuple(&mut self, ty: Ty, items: &[ExprId]) -> Result<Arg> {
        let values: Vec<Arg> = self
            .operands(items)?
            .into_iter()
            .map(|(value, _)| value)
            .collect();
        self.product(ty, &values)
    }

    /// A struct, tuple or closure from its fields, in order of declaration.
    pub fn product(&mut self, ty: Ty, values: &[Arg]) -> Result<Arg> {
        let layout = self.mono.layout(ty)?;
        let Some(fields) = layout.fields() else {
            return self.internal("fields of something else");
        };
        let wide: Vec<&Arg> = values.iter().filter(|value| value.cells > 0).collect();
        if let [only] = wide[..]
            && only.cells == layout.cells
        {
            return Ok(*only);
        }
        let result = self.regs(ty)?;
        for (value, &offset) in values.iter().zip(&fields.offsets) {
            if let Operand::Reg(dst) = part(result, offset, value.cells).src {
                self.code.copy(dst, *value);
            }
        }
        Ok(result)
    }

    /// A struct, variant or union from all its fields, in order of declaration.
    pub fn construct(&mut self, ty: Ty, def: DefId, values: &[Arg]) -> Result<Arg> {
        let layout = self.mono.layout(ty)?;
        match &layout.parts {
            Parts::Enum { variants, .. } => {
                let Some(index) = variants.iter().position(|variant| variant.def == def) else {
                    return self.internal("a variant of another enum");
                };
                self.variant(ty, index, values)
            }
            Parts::Fields(_) => self.product(ty, values),
            Parts::Scalar | Parts::Array { .. } => self.internal("a constructor of something else"),
        }
    }

    /// A variant by index, from its fields. Cells of other variants are zero.
    pub fn variant(&mut self, ty: Ty, index: usize, values: &[Arg]) -> Result<Arg> {
        let layout = self.mono.layout(ty)?;
        let Parts::Enum { variants, .. } = &layout.parts else {
            return self.internal("a variant of something else");
        };
        let variant = &variants[index];
        let tag = scalar(Operand::Const(variant.discriminant));
        if layout.cells == 1 {
            return Ok(tag);
        }
        let result = self.regs(ty)?;
        let Operand::Reg(first) = result.src else {
            return self.internal("an enum without cells");
        };
        self.code.copy(first, tag);
        let mut filled = vec![false; layout.cells as usize];
        filled[0] = true;
        for (value, &offset) in values.iter().zip(&variant.fields.offsets) {
            self.code.copy(Reg(first.0 + offset), *value);
            filled[offset as usize..(offset + value.cells) as usize].fill(true);
        }
        self.zero_gaps(first, &filled);
        Ok(result)
    }

    fn zero_gaps(&mut self, first: Reg, filled: &[bool]) {
        let mut index = 0;
        while index < filled.len() {
            let gap = filled[index..]
                .iter()
                .take_while(|filled| !**filled)
                .count();
            if gap > 0 {
                self.code.emit(Inst::Zero {
                    dst: Reg(first.0 + index as u32),
                    cells: gap as u32,
                });
            }
            index += gap.max(1);
        }
    }

    /// `S { a: x, ..base }`.
    pub fn struct_expr(
        &mut self,
        e: ExprId,
        fields: &[(Symbol, ExprId)],
        base: Option<ExprId>,
    ) -> Result<Arg> {
        let ty = self.type_after(e, 0);
        let def = match (self.typed.expr_variants.get(&e), ty.kind()) {
            (Some(def), _) => *def,
            (None, TyKind::Adt(def, _)) => *def,
            _ => return self.internal("a struct literal of something else"),
        };
        let exprs: Vec<ExprId> = fields.iter().map(|(_, e)| *e).collect();
        let given = self.operands(&exprs)?;
        let mut values: Vec<Option<Arg>> = vec![None; self.field_count(ty, def)?];
        for ((name, _), (value, _)) in fields.iter().zip(&given) {
            match self.field_of(def, name.as_str()) {
                Some(index) => values[index] = Some(*value),
                None => return self.internal(format_args!("no field `{name}`")),
            }
        }
        if self.is_union(def) {
            let index = fields
                .first()
                .and_then(|(name, _)| self.field_of(def, name.as_str()));
            let value = given.first().map_or(UNIT, |(value, _)| *value);
            return self.union_value(ty, value, index.unwrap_or(0));
        }
        if let Some(base) = base {
            self.waiting(|lower| lower.fill_from(base, &mut values, &given))?;
        }
        let values: Option<Vec<Arg>> = values.into_iter().collect();
        match values {
            Some(values) => self.construct(ty, def, &values),
            None => self.internal("a struct literal without all fields"),
        }
    }

    fn fill_from(
        &mut self,
        base: ExprId,
        values: &mut [Option<Arg>],
        given: &[(Arg, Ty)],
    ) -> Result<()> {
        let mut waiting = Vec::new();
        for (value, ty) in given {
            waiting.extend(self.pend(*value, *ty)?);
        }
        let place: Place = self.place(base)?;
        for (index, value) in values.iter_mut().enumerate() {
            if value.is_none() {
                let field = self.field(&place, index)?;
                let taken = self.consume(&field)?;
                *value = Some(taken);
            }
        }
        self.release(waiting);
        Ok(())
    }

    /// Whether a definition is a union.
    pub fn is_union(&self, def: DefId) -> bool {
        matches!(self.mono.hir.def(def).kind, crate::hir::DefKind::Union(_))
    }

    /// A union from one of its fields.
    fn union_value(&mut self, ty: Ty, value: Arg, field: usize) -> Result<Arg> {
        if self.mono.layout(ty)?.in_bytes {
            return self.union_in_bytes(ty, value, field);
        }
        let result = self.regs(ty)?;
        if let Operand::Reg(dst) = result.src {
            self.code.uninitialized(dst, result.cells);
            self.code.copy(dst, value);
            if let Some(view) = self.mono.layout(ty)?.view {
                let number = scalar(Operand::Const(field as u64));
                self.code.copy(Reg(dst.0 + view), number);
            }
        }
        Ok(result)
    }

    fn field_count(&mut self, ty: Ty, def: DefId) -> Result<usize> {
        let layout = self.mono.layout(ty)?;
        Ok(match &layout.parts {
            Parts::Fields(fields) => fields.types.len(),
            Parts::Enum { variants, .. } => variants
                .iter()
                .find(|variant| variant.def == def)
                .map_or(0, |variant| variant.fields.types.len()),
            Parts::Scalar | Parts::Array { .. } => 0,
        })
    }

    /// `[a, b]`.
    pub fn array(&mut self, ty: Ty, items: &[ExprId], dest: Dest) -> Result<()> {
        let TyKind::Array(element, _) = ty.kind() else {
            return self.internal("an array of another type");
        };
        self.waiting(|lower| lower.array_elements(*element, items, dest))
    }

    fn array_elements(&mut self, element: Ty, items: &[ExprId], dest: Dest) -> Result<()> {
        let stride = self.mono.cells(element)?;
        let mut waiting = Vec::new();
        for (index, &item) in items.iter().enumerate() {
            let at = self.element_dest(dest, index as u64, stride);
            self.expr_to(item, at)?;
            waiting.extend(match at {
                Dest::Memory(ptr, offset) => self.pend_memory(ptr, offset, element)?,
                Dest::Regs(reg) => {
                    let src = Operand::Reg(reg);
                    let value = Arg { src, cells: stride };
                    self.pend(part(value, 0, stride), element)?
                }
            });
        }
        self.release(waiting);
        Ok(())
    }

    fn element_dest(&self, dest: Dest, index: u64, stride: u32) -> Dest {
        let skip = index as u32 * stride;
        match dest {
            Dest::Regs(reg) => Dest::Regs(Reg(reg.0 + skip)),
            Dest::Memory(ptr, offset) => Dest::Memory(ptr, offset + skip),
        }
    }

    /// `[x; N]`.
    pub fn repeat(&mut self, e: ExprId, ty: Ty, item: ExprId, dest: Dest) -> Result<()> {
        let TyKind::Array(element, len) = ty.kind() else {
            return self.internal("an array of another type");
        };
        let len = match self.typed.repeat_lengths.get(&e) {
            Some(len) => *len,
            None => self.mono.typer.const_value(*len)? as u64,
        };
        let constant = matches!(self.typed.callees.get(&item), Some(Callee::Constant(_)));
        if len == 0 && constant {
            return Ok(());
        }
        let value = self.expr(item)?;
        if len == 0 {
            return self.drop_value(value, *element);
        }
        let stride = value.cells;
        if stride == 0 {
            return Ok(());
        }
        match dest {
            Dest::Memory(ptr, offset) if len > MAX_UNROLLED => {
                self.fill_loop(ptr, offset, value, len)
            }
            _ => {
                for index in 0..len {
                    let at = self.element_dest(dest, index, stride);
                    self.put(at, value, stride)?;
                }
                Ok(())
            }
        }
    }

    fn fill_loop(&mut self, ptr: Operand, offset: u32, value: Arg, len: u64) -> Result<()> {
        self.count_loop(Operand::Const(len), |this, index| {
            let at = this.code.element(ptr, index, value.cells, offset);
            this.store_at(at, 0, value);
            Ok(())
        })
    }

    /// Emits a loop over `0..count`.
    pub fn count_loop(
        &mut self,
        count: Operand,
        body: impl FnOnce(&mut Self, Operand) -> Result<()>,
    ) -> Result<()> {
        self.count_loop_from(Operand::Const(0), count, body)
    }

    /// `for index in first..count { body }`.
    pub fn count_loop_from(
        &mut self,
        first: Operand,
        count: Operand,
        body: impl FnOnce(&mut Self, Operand) -> Result<()>,
    ) -> Result<()> {
        let index = self.code.reg(ScalarType::U64);
        let more = self.code.reg(ScalarType::Bool);
        let [head, inside, after] = std::array::from_fn(|_| self.code.sibling_block());
        self.code.copy(index, scalar(first));
        self.code.jump(head);
        self.code.switch_to(head);
        self.code.emit(Inst::Binary {
            op: BinOp::Lt,
            ty: ScalarType::U64,
            overflow: Overflow::Wrap,
            dst: more,
            lhs: Operand::Reg(index),
            rhs: count,
        });
        self.code.branch(Operand::Reg(more), inside, after);
        self.code.switch_to(inside);
        body(self, Operand::Reg(index))?;
        self.code.emit(Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::U64,
            overflow: Overflow::Wrap,
            dst: index,
            lhs: Operand::Reg(index),
            rhs: Operand::Const(1),
        });
        self.code.jump(head);
        self.code.switch_to(after);
        Ok(())
    }
}
