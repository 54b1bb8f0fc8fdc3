//! Places: where a value is, in registers or in memory.

use super::code::{Op, UNIT, cell, part};
use super::lower::{Dest, Home, Lower};
use super::path::{MovePath, Step};
use crate::diagnostic::Result;
use crate::hir::{ExprId, ExprKind, LocalId, Mutability};
use crate::mono::layout::{Meta, Parts};
use crate::mono::leaves::is_union;
use crate::ty::{Ty, TyKind};
use crate::typed::{Adjustment, BindingMode, Callee, CaptureProjection, Instance};
use vscheck_ir::{Arg, Inst, Operand, Reg, ScalarType};

/// A place of a known type.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it is.
    pub kind: PlaceKind,
    /// Its type.
    pub ty: Ty,
    /// Which part of a droppable variable it is, where its drop is this function's business.
    pub path: Option<MovePath>,
}

/// Where a place is.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// From a register on; whose variable it is.
    Regs(Reg, Option<LocalId>),
    /// In memory.
    Memory {
        /// An address.
        ptr: Operand,
        /// Cells past it.
        offset: u32,
        /// Length or vtable of an unsized value.
        meta: Option<Operand>,
    },
    /// A captured variable of which only parts are captured: projections lead to them.
    Captured(LocalId, Vec<CaptureProjection>),
}

impl Place {
    /// A place in memory that is not tracked.
    pub fn memory(ptr: Operand, meta: Option<Operand>, ty: Ty) -> Place {
        Place {
            kind: PlaceKind::Memory {
                ptr,
                offset: 0,
                meta,
            },
            ty,
            path: None,
        }
    }
}

impl Lower<'_> {
    /// The adjustments of an expression.
    pub fn adjustments(&self, e: ExprId) -> &[Adjustment] {
        self.typed.adjustments.get(&e).map_or(&[], Vec::as_slice)
    }

    /// The type of an expression after `count` adjustments.
    pub fn type_after(&self, e: ExprId, count: usize) -> Ty {
        match count.checked_sub(1).map(|last| &self.adjustments(e)[last]) {
            None => self.typed.expr_types[e.index()],
            Some(adjustment) => adjustment.ty(),
        }
    }

    /// The type of an expression after all adjustments.
    pub fn type_of(&self, e: ExprId) -> Ty {
        self.type_after(e, self.adjustments(e).len())
    }

    /// Whether an expression denotes a place after `count` adjustments.
    pub fn is_place(&self, e: ExprId, count: usize) -> bool {
        if count > 0 {
            return matches!(
                self.adjustments(e)[count - 1],
                Adjustment::Deref(_) | Adjustment::OverloadedDeref(..)
            );
        }
        match &self.body.exprs[e.index()].kind {
            ExprKind::Local(_) | ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Field(..) => {
                true
            }
            ExprKind::Path(_) => self.static_of(e).is_some(),
            _ => false,
        }
    }

    /// The place that an expression denotes; a temporary if it is a value.
    pub fn place(&mut self, e: ExprId) -> Result<Place> {
        self.place_after(e, self.adjustments(e).len())
    }

    /// As [`Lower::place`], after `count` adjustments only.
    pub fn place_after(&mut self, e: ExprId, count: usize) -> Result<Place> {
        if !self.is_place(e, count) {
            return self.temporary_of(e, count);
        }
        self.code.span = self.body.exprs[e.index()].span;
        if count == 0 {
            return self.place_expr(e);
        }
        match self.adjustments(e)[count - 1].clone() {
            Adjustment::OverloadedDeref(instance, mutability, ty) => {
                let base = self.place_after(e, count - 1)?;
                self.overloaded_deref(base, instance, mutability, ty)
            }
            _ => self.deref_of(e, count - 1),
        }
    }

    /// As [`Lower::place_after`], of which a reference is taken: a part of a constant is one too.
    pub fn place_to_borrow(&mut self, e: ExprId, count: usize) -> Result<Place> {
        if self.is_part(e, count)
            && let Some(place) = self.promoted(e, count)?
        {
            return Ok(place);
        }
        self.place_after(e, count)
    }

    /// What an expression points to, after `count` adjustments.
    fn deref_of(&mut self, e: ExprId, count: usize) -> Result<Place> {
        let ty = self.type_after(e, count);
        if let (false, TyKind::Ref(_, to) | TyKind::RawPtr(_, to)) =
            (self.is_place(e, count), ty.kind())
        {
            let pointer = self.expr_after(e, count)?;
            return self.pointee(pointer, *to, None);
        }
        let base = self.place_after(e, count)?;
        self.deref(base)
    }

    fn overloaded_deref(
        &mut self,
        base: Place,
        instance: Instance,
        mutability: Mutability,
        ty: Ty,
    ) -> Result<Place> {
        let reference = Ty::reference(mutability, base.ty);
        let value = self.address_value(&base)?;
        let result = Ty::reference(mutability, ty);
        let Instance { def: method, args } = instance;
        let callee = match self.mono.typer.trait_of_item(method) {
            Some(_) => Callee::Virtual { method, args },
            None => Callee::Instance(instance),
        };
        let pointer = self.call_callee(callee, vec![(value, reference)], result, None)?;
        self.pointee(pointer, ty, None)
    }

    /// The place that a pointer value points to.
    pub fn pointee(&mut self, pointer: Arg, ty: Ty, path: Option<MovePath>) -> Result<Place> {
        let meta = match self.mono.meta(ty)? {
            Meta::Thin => None,
            Meta::Len | Meta::Vtable => Some(cell(pointer, 1)),
        };
        Ok(Place {
            kind: PlaceKind::Memory {
                ptr: cell(pointer, 0),
                offset: 0,
                meta,
            },
            ty,
            path,
        })
    }

    fn place_expr(&mut self, e: ExprId) -> Result<Place> {
        let body = self.body.clone();
        match &body.exprs[e.index()].kind {
            ExprKind::Local(local) => self.local_place(*local),
            ExprKind::Field(base, name) => {
                let base = self.field_base(*base)?;
                let index = self.field_index(base.ty, name.as_str())?;
                self.field_to(&base, index, self.borrowed.written.contains(e.index()))
            }
            ExprKind::Deref(inner) => self.deref_expr(e, *inner),
            ExprKind::Index(base, index) => self.index_expr(e, *base, *index),
            ExprKind::Path(_) => match self.static_of(e) {
                Some(instance) => self.static_place(instance),
                None => self.internal("a path that is no place"),
            },
            _ => self.internal("an expression that is no place"),
        }
    }

    /// The base of a field access; a value that needs no drop stays in registers.
    fn field_base(&mut self, base: ExprId) -> Result<Place> {
        let count = self.adjustments(base).len();
        if self.is_place(base, count)
            || self.extended.contains_key(&base)
            || self.mono.needs_drop(self.type_of(base))?
        {
            return self.place(base);
        }
        let value = self.expr(base)?;
        let ty = self.type_of(base);
        self.register_place(value, ty)
    }

    fn deref_expr(&mut self, e: ExprId, inner: ExprId) -> Result<Place> {
        match self.typed.callees.get(&e).copied() {
            None => self.deref_of(inner, self.adjustments(inner).len()),
            Some(callee) => {
                let operand = self.autoref_operand(inner, Mutability::Shared)?;
                let ty = self.type_after(e, 0);
                let result = Ty::reference(Mutability::Shared, ty);
                let pointer = self.call_callee(callee, vec![operand], result, None)?;
                self.pointee(pointer, ty, None)
            }
        }
    }

    /// An operand that an operator takes by reference: as adjusted, or borrowed here.
    pub fn autoref_operand(&mut self, e: ExprId, mutability: Mutability) -> Result<(Arg, Ty)> {
        let borrowed = matches!(
            self.adjustments(e).last(),
            Some(Adjustment::Borrow(..) | Adjustment::Unsize(_))
        );
        if borrowed {
            let ty = self.type_of(e);
            return Ok((self.expr(e)?, ty));
        }
        let place = self.place(e)?;
        let ty = Ty::reference(mutability, place.ty);
        Ok((self.address_value(&place)?, ty))
    }

    fn index_expr(&mut self, e: ExprId, base: ExprId, index: ExprId) -> Result<Place> {
        if let Some(callee) = self.typed.callees.get(&e).copied() {
            let operand = self.autoref_operand(base, Mutability::Shared)?;
            let index_ty = self.type_of(index);
            let index = self.expr(index)?;
            let ty = self.type_after(e, 0);
            let result = Ty::reference(Mutability::Shared, ty);
            self.code.span = self.body.exprs[e.index()].span;
            let pointer =
                self.call_callee(callee, vec![operand, (index, index_ty)], result, None)?;
            return self.pointee(pointer, ty, None);
        }
        let mut base = self.place(base)?;
        while matches!(base.ty.kind(), TyKind::Ref(..)) {
            base = self.deref(base)?;
        }
        let index = self.expr(index)?;
        self.code.span = self.body.exprs[e.index()].span;
        self.element(&base, index.src)
    }

    /// An element of an array or slice, checked against its length.
    pub fn element(&mut self, base: &Place, index: Operand) -> Result<Place> {
        let (element, len) = match (base.ty.kind(), &base.kind) {
            (TyKind::Array(element, len), _) => (
                *element,
                Operand::Const(self.mono.typer.const_value(*len)? as u64),
            ),
            (
                TyKind::Slice(element),
                PlaceKind::Memory {
                    meta: Some(len), ..
                },
            ) => (*element, *len),
            _ => return self.internal("an index into something else"),
        };
        let checked = matches!((index, len), (Operand::Const(i), Operand::Const(n)) if i < n);
        if !checked {
            self.emit_panicking(Inst::CheckBounds { index, len })?;
        }
        self.element_unchecked(base, element, index)
    }

    /// An element of an array or slice.
    pub fn element_unchecked(
        &mut self,
        base: &Place,
        element: Ty,
        index: Operand,
    ) -> Result<Place> {
        let stride = self.mono.cells(element)?;
        let tracked = self.mono.needs_drop(element)?;
        if let Operand::Const(index) = index {
            let path = base.path.clone().filter(|_| tracked);
            let offset = stride * index as u32;
            let path = path.map(|path| path.then(Step::Element(index as u32), element));
            return Ok(self.shifted(base, offset, element, path));
        }
        let (ptr, offset) = self.address(base)?;
        let ptr = self.code.element(ptr, index, stride, offset);
        Ok(Place::memory(ptr, None, element))
    }

    /// A part of a place, so many cells further on.
    pub fn shifted(&mut self, base: &Place, offset: u32, ty: Ty, path: Option<MovePath>) -> Place {
        let kind = match &base.kind {
            PlaceKind::Regs(reg, local) => PlaceKind::Regs(Reg(reg.0 + offset), *local),
            PlaceKind::Memory {
                ptr, offset: start, ..
            } => PlaceKind::Memory {
                ptr: *ptr,
                offset: start + offset,
                meta: None,
            },
            PlaceKind::Captured(..) => base.kind.clone(),
        };
        Place { kind, ty, path }
    }

    /// The place of a local.
    pub fn local_place(&mut self, local: LocalId) -> Result<Place> {
        let ty = self.typed.local_types[local.index()];
        match self.homes.get(&local) {
            Some(Home::Regs(reg)) => Ok(Place {
                kind: PlaceKind::Regs(*reg, Some(local)),
                ty,
                path: None,
            }),
            Some(&Home::Slot(slot, owner)) => {
                let ptr = self.code.slot_address(slot);
                let path = owner.map(MovePath::root);
                Ok(Place {
                    path,
                    ..Place::memory(ptr, None, ty)
                })
            }
            None => self.captured(local, Vec::new(), ty),
        }
    }

    /// A captured place, or the way to one.
    fn captured(&mut self, local: LocalId, way: Vec<CaptureProjection>, ty: Ty) -> Result<Place> {
        let Some(environment) = self.environment.clone() else {
            let name = self.body.locals[local.index()].name;
            return self.internal(format_args!("`{name}` is not in scope"));
        };
        let found = environment
            .info
            .captures
            .iter()
            .position(|capture| capture.local == local && capture.projections == way);
        let Some(index) = found else {
            return Ok(Place {
                kind: PlaceKind::Captured(local, way),
                ty,
                path: None,
            });
        };
        let place = self.field(&environment.place, index)?;
        match environment.info.captures[index].mode {
            BindingMode::Value => Ok(place),
            BindingMode::Ref(_) => self.deref(place),
        }
    }

    /// The index of a field by name.
    pub fn field_index(&mut self, ty: Ty, name: &str) -> Result<usize> {
        let found = match ty.kind() {
            TyKind::Adt(def, _) => self.field_of(*def, name),
            _ => name.parse().ok(),
        };
        match found {
            Some(index) => Ok(index),
            None => self.internal(format_args!("no field `{name}`")),
        }
    }

    /// The index of a field of a struct, union or variant by name.
    pub fn field_of(&self, def: crate::hir::DefId, name: &str) -> Option<usize> {
        use crate::hir::DefKind;
        match &self.mono.hir.def(def).kind {
            DefKind::Struct(data) | DefKind::Union(data) | DefKind::Variant { data, .. } => data
                .fields
                .iter()
                .position(|field| field.name.as_str() == name),
            _ => None,
        }
    }

    /// A field of a struct, tuple, union or closure.
    pub fn field(&mut self, base: &Place, index: usize) -> Result<Place> {
        self.field_to(base, index, false)
    }

    /// A field that may be written to.
    fn field_to(&mut self, base: &Place, index: usize, written: bool) -> Result<Place> {
        if matches!(base.kind, PlaceKind::Memory { .. }) && self.overlays(base.ty)? {
            return self.union_field_in_memory(base, index, written);
        }
        let layout = self.mono.layout(base.ty)?;
        if layout.view.is_some() {
            return self.union_field(base, index, written);
        }
        if layout.in_bytes && is_union(&self.mono.typer, base.ty) {
            let union = self.read(base)?;
            let place = Place::memory(self.spill(union, base.ty)?, None, base.ty);
            return self.union_field_in_memory(&place, index, written);
        }
        let Some(fields) = layout.fields() else {
            return self.internal("a field of something without fields");
        };
        let (Some(&ty), Some(&offset)) = (fields.types.get(index), fields.offsets.get(index))
        else {
            return self.internal("a field past the last");
        };
        if let Some(captured) = self.captured_field(base, index, ty)? {
            return Ok(captured);
        }
        let path = self.path_to(base, Step::Field(index as u32), ty)?;
        let mut place = self.shifted(base, offset, ty, path);
        if let (PlaceKind::Memory { meta, .. }, PlaceKind::Memory { meta: outer, .. }) =
            (&mut place.kind, &base.kind)
            && outer.is_some()
            && index + 1 == fields.types.len()
        {
            *meta = *outer;
            if let Some(element) = self.behind_header(base.ty)? {
                return self.seen_as(place, element);
            }
        }
        Ok(place)
    }

    /// What stands behind the sized fields of a struct of the program that ends in a slice, if there are any.
    fn behind_header(&mut self, ty: Ty) -> Result<Option<Ty>> {
        let TyKind::Adt(def, _) = ty.kind() else {
            return Ok(None);
        };
        let of_program = !self.mono.hir.def(*def).is_model;
        if !of_program || self.mono.cells(ty)? == 0 || self.mono.meta(ty)? != Meta::Len {
            return Ok(None);
        }
        let mut tail = self.mono.tail(ty)?;
        while let Some(inner) = tail {
            match inner.kind() {
                TyKind::Adt(..) if self.mono.cells(inner)? == 0 => tail = self.mono.tail(inner)?,
                _ => return Ok(Some(inner)),
            }
        }
        Ok(None)
    }

    /// The place as what holds values of a type, or ends in them.
    fn seen_as(&mut self, mut place: Place, ty: Ty) -> Result<Place> {
        let Some(stepped) = super::cast::stepped_over(ty) else {
            return Ok(place);
        };
        if let PlaceKind::Memory { ptr, offset, .. } = &mut place.kind
            && self.mono.cells(stepped)? > 0
        {
            let start = self.code.offset(*ptr, *offset);
            (*ptr, *offset) = (self.view(start, None, stepped)?.src, 0);
        }
        Ok(place)
    }

    /// A field of a variant, which the place is known to hold.
    pub fn variant_field(&mut self, base: &Place, variant: usize, index: usize) -> Result<Place> {
        let layout = self.mono.layout(base.ty)?;
        let Parts::Enum { variants, .. } = &layout.parts else {
            return self.internal("a variant of something else");
        };
        let fields = &variants[variant].fields;
        let (Some(&ty), Some(&offset)) = (fields.types.get(index), fields.offsets.get(index))
        else {
            return self.internal("a variant's field past the last");
        };
        if let Some(captured) = self.captured_field(base, index, ty)? {
            return Ok(captured);
        }
        let path = self.path_to(base, Step::Variant(variant as u32, index as u32), ty)?;
        Ok(self.shifted(base, offset, ty, path))
    }

    /// A field of what a closure has captured a part of.
    fn captured_field(&mut self, base: &Place, index: usize, ty: Ty) -> Result<Option<Place>> {
        let PlaceKind::Captured(local, way) = &base.kind else {
            return Ok(None);
        };
        let mut way = way.clone();
        way.push(CaptureProjection::Field(index as u32));
        self.captured(*local, way, ty).map(Some)
    }

    /// The path to a part of a place, where one is kept of the place and the part needs to be dropped.
    fn path_to(&mut self, base: &Place, step: Step, ty: Ty) -> Result<Option<MovePath>> {
        Ok(match &base.path {
            Some(path) if self.mono.needs_drop(ty)? => Some(path.then(step, ty)),
            _ => None,
        })
    }

    /// What a reference, raw pointer or box points to.
    pub fn deref(&mut self, base: Place) -> Result<Place> {
        let (to, boxed) = match base.ty.kind() {
            TyKind::Ref(_, to) | TyKind::RawPtr(_, to) => (*to, false),
            _ => match self.mono.boxed(base.ty) {
                Some(to) => (to, true),
                None => return self.internal("a dereference of something else"),
            },
        };
        if let PlaceKind::Captured(local, way) = &base.kind {
            let mut way = way.clone();
            way.push(CaptureProjection::Deref);
            return self.captured(*local, way, to);
        }
        let pointer = self.read(&base)?;
        let path = base.path.filter(|_| boxed);
        let path = match path {
            Some(path) if self.mono.needs_drop(to)? => Some(path.then(Step::Deref, to)),
            _ => None,
        };
        self.pointee(pointer, to, path)
    }

    /// The value at a place, as it is now.
    pub fn read(&mut self, place: &Place) -> Result<Arg> {
        match &place.kind {
            PlaceKind::Regs(reg, _) => {
                let cells = self.mono.cells(place.ty)?;
                let src = Operand::Reg(*reg);
                Ok(part(Arg { src, cells }, 0, cells))
            }
            PlaceKind::Memory { ptr, offset, .. } => self.load_at(*ptr, *offset, place.ty),
            PlaceKind::Captured(..) => self.read_captured(place),
        }
    }

    /// A value of which all parts are captured one by one.
    fn read_captured(&mut self, place: &Place) -> Result<Arg> {
        let layout = self.mono.layout(place.ty)?;
        let Some(fields) = layout.fields() else {
            return self.internal("a variable that is not captured");
        };
        let result = self.regs(place.ty)?;
        for (index, &offset) in fields.offsets.iter().enumerate() {
            let field = self.field(place, index)?;
            let value = self.consume(&field)?;
            if let Operand::Reg(dst) = part(result, offset, value.cells).src {
                self.code.copy(dst, value);
            }
        }
        Ok(result)
    }

    /// Copies a value out of a place, or moves it.
    pub fn consume(&mut self, place: &Place) -> Result<Arg> {
        let value = self.read(place)?;
        self.moved(place);
        Ok(value)
    }

    /// Notes that a place's value has been moved away, if it is of a type that is moved.
    pub fn moved(&mut self, place: &Place) {
        if let Some(path) = &place.path
            && !self.is_copy(place.ty)
        {
            self.code.push(Op::Move(path.clone()), None);
        }
    }

    /// Writes a value to a place; what was there is not dropped.
    pub fn write(&mut self, place: &Place, value: Arg) -> Result<()> {
        let cells = self.mono.cells(place.ty)?;
        match &place.kind {
            PlaceKind::Regs(reg, _) => self.put(Dest::Regs(*reg), value, cells)?,
            PlaceKind::Memory { ptr, offset, .. } => {
                self.put(Dest::Memory(*ptr, *offset), value, cells)?;
            }
            PlaceKind::Captured(..) => {
                return self.internal("an assignment to a captured variable");
            }
        }
        if let Some(path) = &place.path {
            self.code.push(Op::Init(path.clone()), None);
        }
        Ok(())
    }

    /// The address of a place, as pointer and cells past it.
    pub fn address(&mut self, place: &Place) -> Result<(Operand, u32)> {
        match &place.kind {
            PlaceKind::Memory { ptr, offset, .. } => Ok((*ptr, *offset)),
            PlaceKind::Regs(_, local) => {
                if let Some(local) = local {
                    self.missed.push(*local);
                }
                let value = self.read(place)?;
                Ok((self.spill(value, place.ty)?, 0))
            }
            PlaceKind::Captured(..) => {
                let value = self.read(place)?;
                Ok((self.spill(value, place.ty)?, 0))
            }
        }
    }

    /// A reference to a place: its address, and length or vtable.
    pub fn address_value(&mut self, place: &Place) -> Result<Arg> {
        let (ptr, offset) = self.address(place)?;
        let address = self.code.offset(ptr, offset);
        match place.kind {
            PlaceKind::Memory {
                meta: Some(meta), ..
            } => self.fat(address, meta, place.ty),
            _ => Ok(super::code::scalar(address)),
        }
    }

    /// A fat pointer to a type.
    pub fn fat(&mut self, address: Operand, meta: Operand, to: Ty) -> Result<Arg> {
        if let (Operand::Reg(a), Operand::Reg(b)) = (address, meta)
            && b.0 == a.0 + 1
        {
            let src = address;
            return Ok(Arg { src, cells: 2 });
        }
        let kind = match self.mono.meta(to)? {
            Meta::Vtable => ScalarType::Vtable,
            Meta::Len | Meta::Thin => ScalarType::U64,
        };
        let first = self.code.reg(ScalarType::Ptr);
        let second = self.code.reg(kind);
        self.code.copy(first, super::code::scalar(address));
        self.code.copy(second, super::code::scalar(meta));
        Ok(Arg {
            src: Operand::Reg(first),
            cells: 2,
        })
    }

    /// The static that a path names.
    pub fn static_of(&self, e: ExprId) -> Option<Instance> {
        match self.typed.callees.get(&e) {
            Some(Callee::Constant(instance)) => {
                let item = self.mono.hir.def(instance.def);
                matches!(item.kind, crate::hir::DefKind::Static { .. }).then_some(*instance)
            }
            _ => None,
        }
    }

    /// The place of a static.
    pub fn static_place(&mut self, instance: Instance) -> Result<Place> {
        let global = self.mono.static_item(instance, self.code.span)?;
        let ty = self.mono.typer.const_ty(instance)?;
        let dst = self.code.reg(ScalarType::Ptr);
        self.code.emit(Inst::StaticAddr { dst, global });
        Ok(Place::memory(Operand::Reg(dst), None, ty))
    }

    /// A temporary with the value of an expression.
    fn temporary_of(&mut self, e: ExprId, count: usize) -> Result<Place> {
        if let Some(place) = self.promoted(e, count)? {
            return Ok(place);
        }
        let ty = self.type_after(e, count);
        let value = self.expr_after(e, count)?;
        if self.in_constant {
            return self.leaked(value, ty);
        }
        let scope = self.extended.get(&e).copied().unwrap_or(self.temp_scope);
        self.temporary(value, ty, scope)
    }

    /// Puts a value in memory until the end of a scope.
    pub fn temporary(&mut self, value: Arg, ty: Ty, scope: usize) -> Result<Place> {
        let layout = self.mono.layout(ty)?;
        let slot = self.code.slot("", layout.id);
        let ptr = self.code.slot_address(slot);
        self.put(Dest::Memory(ptr, 0), value, layout.cells)?;
        let owner = if self.mono.needs_drop(ty)? {
            Some(self.owner(ty))
        } else {
            None
        };
        self.schedule_slot(scope, slot, owner, ty);
        let path = owner.map(MovePath::root);
        if let Some(path) = &path {
            self.code.push(Op::Init(path.clone()), None);
        }
        Ok(Place {
            path,
            ..Place::memory(ptr, None, ty)
        })
    }

    /// Puts a value in memory that lives for ever.
    fn leaked(&mut self, value: Arg, ty: Ty) -> Result<Place> {
        let layout = self.mono.layout(ty)?;
        let dst = self.code.reg(ScalarType::Ptr);
        self.code.emit(Inst::Alloc {
            dst,
            layout: layout.id,
            count: Operand::Const(1),
        });
        self.put(Dest::Memory(Operand::Reg(dst), 0), value, layout.cells)?;
        Ok(Place::memory(Operand::Reg(dst), None, ty))
    }

    /// A register temporary with a value.
    pub fn register_place(&mut self, value: Arg, ty: Ty) -> Result<Place> {
        let reg = self.in_regs(value, ty)?;
        Ok(Place {
            kind: PlaceKind::Regs(reg, None),
            ty,
            path: None,
        })
    }

    /// No value.
    pub fn unit(&self) -> Arg {
        UNIT
    }
}
