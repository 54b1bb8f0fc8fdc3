//! Slots, statics, allocations and what is loaded, stored and copied.

use super::Builder;
use crate::call_graph::InstanceId;
use crate::points_to::Atom;
use crate::points_to::object::{AbstractObject, CellMap, ObjectId, Origin};
use crate::points_to::refer::holds_anything;
use crate::points_to::solver::{Complex, NodeId};
use vscheck_ir::{
    CellKind, InstId, LayoutId, Operand, Reg, ScalarType, SlotId, StaticId, VtableId,
};

impl<'a> Builder<'a> {
    pub(super) fn slot_addr(&mut self, instance: InstanceId, dst: Reg, slot: SlotId) {
        let function = self.program.function(self.facts.call_graph.func(instance));
        let layout = function.slots[slot.index()].layout;
        let object = self.object(Origin::Slot(instance, slot), layout, Some(1));
        self.point(instance, dst, object);
    }

    pub(super) fn static_addr(&mut self, instance: InstanceId, dst: Reg, global: StaticId) {
        let item = &self.program.statics[global.index()];
        let known = self.facts.object_ids.contains_key(&Origin::Static(global));
        // Nobody can tell the cells of a constant apart by writing to them.
        let count = item.mutable.then_some(u64::from(item.count));
        let object = self.object(Origin::Static(global), item.layout, count);
        if !known {
            self.initial_cells(object, global);
        }
        self.point(instance, dst, object);
    }

    /// Functions and vtables among the cells that a static starts with.
    fn initial_cells(&mut self, object: ObjectId, global: StaticId) {
        let item = &self.program.statics[global.index()];
        let layout = self.program.layout(item.layout);
        for (offset, &cell) in item.cells.iter().enumerate() {
            let atom = match layout.kind_at(offset as u32) {
                CellKind::Scalar(ScalarType::Func) => match self.program.function_at(cell) {
                    Some(func) => Atom::Func(func),
                    None => continue,
                },
                CellKind::Scalar(ScalarType::Vtable) if cell > 0 => {
                    Atom::Vtable(VtableId(cell as u32 - 1))
                }
                CellKind::Scalar(_) | CellKind::Sync(_) | CellKind::Opaque => continue,
            };
            if let Some(name) = self.facts.object(object).cells.name(offset as i64) {
                let cell = self.facts.intern(Atom::Cell(object, name));
                let node = self.facts.content_node(cell);
                self.add(Some(node), atom);
            }
        }
    }

    pub(super) fn alloc(
        &mut self,
        instance: InstanceId,
        at: InstId,
        dst: Reg,
        (layout, count): (LayoutId, Operand),
    ) {
        let count = match count {
            Operand::Const(count) => Some(count),
            Operand::Reg(_) => None,
        };
        let object = self.object(Origin::Heap(instance, at), layout, count);
        self.point(instance, dst, object);
    }

    fn object(&mut self, origin: Origin, layout: LayoutId, count: Option<u64>) -> ObjectId {
        let coarse = self.facts.coarse;
        let origin = if coarse { Origin::Type(layout) } else { origin };
        if let Some(&known) = self.facts.object_ids.get(&origin) {
            return known;
        }
        let id = ObjectId::new(self.facts.objects.len());
        let cells = match coarse {
            true => CellMap::single(),
            false => CellMap::new(self.program, layout, count),
        };
        self.facts.objects.push(AbstractObject {
            origin,
            layout,
            holds_anything: holds_anything(self.program.layout(layout), &cells),
            cells,
        });
        self.facts.object_ids.insert(origin, id);
        id
    }

    /// `dst` points to the first cell of the object.
    fn point(&mut self, instance: InstanceId, dst: Reg, object: ObjectId) {
        let name = self.facts.object(object).cells.name(0).unwrap_or(0);
        self.add(self.reg(instance, dst), Atom::Cell(object, name));
    }

    pub(super) fn offset(
        &mut self,
        instance: InstanceId,
        dst: Reg,
        (base, index): (Operand, Operand),
        (stride, offset): (u32, u32),
    ) {
        let Some(dst) = self.reg(instance, dst) else {
            return;
        };
        let constraint = match index {
            Operand::Const(index) => Complex::Shift {
                delta: (index as i64)
                    .wrapping_mul(i64::from(stride))
                    .wrapping_add(i64::from(offset)),
                dst,
            },
            Operand::Reg(_) => Complex::ShiftAny {
                stride,
                offset,
                dst,
            },
        };
        let base = self.operand(instance, base);
        self.constrain(base, constraint);
    }

    pub(super) fn load(
        &mut self,
        instance: InstanceId,
        dst: Reg,
        ptr: Operand,
        (offset, cells): (u32, u32),
    ) {
        let base = self.operand(instance, ptr);
        for cell in 0..cells {
            if let Some(dst) = self.reg(instance, Reg(dst.0 + cell)) {
                let offset = offset + cell;
                self.constrain(base, Complex::Load { offset, dst });
            }
        }
    }

    pub(super) fn store(
        &mut self,
        instance: InstanceId,
        ptr: Operand,
        src: Operand,
        (offset, cells): (u32, u32),
    ) {
        let Operand::Reg(src) = src else { return };
        let base = self.operand(instance, ptr);
        for cell in 0..cells {
            if let Some(src) = self.reg(instance, Reg(src.0 + cell)) {
                let offset = offset + cell;
                self.constrain(base, Complex::Store { offset, src });
            }
        }
    }

    /// Each cell of an element goes through a node of its own.
    pub(super) fn copy_memory(
        &mut self,
        instance: InstanceId,
        (dst, src): (Operand, Operand),
        count: Operand,
        stride: u32,
    ) {
        let temporaries = self.facts.solver.nodes(stride as usize);
        let (dst, src) = (self.operand(instance, dst), self.operand(instance, src));
        for offset in 0..stride {
            let via = NodeId(temporaries.0 + offset);
            let (load, store) = match count {
                Operand::Const(1) => (
                    Complex::Load { offset, dst: via },
                    Complex::Store { offset, src: via },
                ),
                Operand::Const(_) | Operand::Reg(_) => (
                    Complex::LoadAny {
                        stride,
                        offset,
                        dst: via,
                    },
                    Complex::StoreAny {
                        stride,
                        offset,
                        src: via,
                    },
                ),
            };
            self.constrain(src, load);
            self.constrain(dst, store);
        }
    }

    pub(super) fn upcast_vtable(&mut self, instance: InstanceId, dst: Reg, vtable: Operand) {
        let vtable = self.operand(instance, vtable);
        if let Some(dst) = self.reg(instance, dst) {
            self.constrain(vtable, Complex::Upcast { dst });
        }
    }

    pub(super) fn view_as(&mut self, instance: InstanceId, dst: Reg, args: &[Operand]) {
        // What only a vtable says is not known here.
        let Some(&Operand::Const(layout)) = args.get(1) else {
            return self.copy_registers(instance, args[0], dst, 1);
        };
        let pointer = self.operand(instance, args[0]);
        let pointee = LayoutId(layout as u32);
        if let Some(dst) = self.reg(instance, dst) {
            self.constrain(pointer, Complex::View { pointee, dst });
        }
    }
}
