//! Names of objects, for reports.

use crate::address::{self, STATICS};
use crate::machine::Machine;
use crate::memory::Entry;
use crate::thread::Thread;
use vscheck_ir::{
    CellKind, Inst, LayoutId, Operand, Program, ScalarType, Shape, Site, SlotId, StaticId,
};

/// What stands at an address.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectDescription {
    /// The type of the allocation's elements, of the static or variable.
    pub type_name: String,
    /// What it is.
    pub origin: Origin,
    /// The part that the address names: `.inner.value`, `[2]`; empty for the whole.
    pub path: String,
}

/// What kind of object it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A static of this name.
    Static(String),
    /// Allocated here.
    Heap(Site),
    /// A variable of this name (empty for a temporary) in this function's frame.
    Variable(String, vscheck_ir::FuncId),
    /// Nothing is known: the object is gone, or the address is no address.
    Unknown,
}

impl std::fmt::Display for ObjectDescription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.origin {
            Origin::Static(name) | Origin::Variable(name, _) if !name.is_empty() => {
                write!(f, "{name}{}", self.path)
            }
            Origin::Unknown => write!(f, "unknown object"),
            _ => write!(f, "{}{}", self.type_name, self.path),
        }
    }
}

impl ObjectDescription {
    /// The name of the whole object.
    pub(crate) fn whole(mut self) -> String {
        self.path.clear();
        self.to_string()
    }
}

impl Machine {
    /// What stands at an address. Of several in one allocation the first is said to be that.
    pub fn describe(&self, address: u64) -> ObjectDescription {
        let mut description = self.describe_for(None, address);
        if self.is_first_of_several(address) {
            description.path.insert_str(0, "[0]");
        }
        description
    }

    fn is_first_of_several(&self, address: u64) -> bool {
        if !matches!(self.origin(None, address), Some((Origin::Heap(_), _))) {
            return false;
        }
        let (thread, index) = (address::thread(address), address::index(address));
        let entry = self.heap.get(thread).and_then(|heap| heap.live(index).ok());
        entry.is_some_and(|entry| {
            let cells = self.code.program().layout(entry.layout).cells().max(1);
            entry.len > cells && address::offset(address) < cells as usize
        })
    }

    /// The same while a thread is out of the table.
    pub(crate) fn describe_for(&self, own: Option<&Thread>, address: u64) -> ObjectDescription {
        let program = self.code.program();
        let found = self
            .origin(own, address)
            .map(|(origin, layout)| ObjectDescription {
                type_name: program.layout(layout).name.clone(),
                origin,
                path: path(program, layout, address::offset(address) as u32),
            });
        found.unwrap_or(ObjectDescription {
            type_name: String::new(),
            origin: Origin::Unknown,
            path: String::new(),
        })
    }

    /// An address as a number that advances by bytes within its object.
    pub(crate) fn pointer_to_integer(&self, own: &Thread, address: u64) -> u64 {
        if address::is_view(address) {
            return self.view_to_integer(own, address);
        }
        let found = self.layout_at(own, address::untagged(address));
        match found.and_then(|layout| self.code.byte_map(layout)) {
            Some(map) => {
                let object = address::object(address::untagged(address));
                address::to_bytes(address, |cell| self.byte_at((own, object, map), cell))
            }
            None => address::to_integer(address),
        }
    }

    /// The same of a pointer to a type, if that is known.
    pub(crate) fn address_of(&self, own: &Thread, pointer: u64, to: Option<LayoutId>) -> u64 {
        let number = self.pointer_to_integer(own, pointer);
        let ahead = to.map_or(0, |to| self.first_byte(to));
        // What a tag stands on is not known to be a value's first cell.
        if ahead == 0 || address::is_view(pointer) || address::untagged(pointer) != pointer {
            return number;
        }
        let found = self.origin(Some(own), pointer);
        match found.and_then(|(_, layout)| self.code.byte_map(layout)) {
            Some(_) => number.saturating_sub(ahead),
            None => number,
        }
    }

    /// Back from [`Machine::pointer_to_integer`]. A number that no address has keeps its bits, whatever
    /// stands where an address of these bits would point.
    pub(crate) fn integer_to_pointer(&self, own: &Thread, integer: u64) -> u64 {
        let plain = address::from_integer(integer);
        let object = address::object(address::untagged(plain));
        if object == 0 || !address::is_plausible(object) {
            return plain;
        }
        let number = || address::of_number(integer).unwrap_or(plain);
        match self.extent(Some(own), object) {
            Some((layout, len)) => match self.code.byte_map(layout) {
                Some(map) if address::byte_of(integer) > len / map.cells() * map.bytes() => {
                    number()
                }
                Some(map) => address::from_bytes(integer, |byte| {
                    let (cell, first) = self.cell_at((own, object, map), byte);
                    (map.outermost(self.code.program(), cell), first)
                }),
                None => plain,
            },
            None if self.was_allocated(object) => plain,
            None => number(),
        }
    }

    /// Whether an address is of a heap object that there is or was, or is on some stack.
    pub(crate) fn was_allocated(&self, address: u64) -> bool {
        let arena = self.arena(address);
        address::is_stack(address)
            || arena.is_some_and(|arena| address::index(address) <= arena.allocated())
    }

    /// The heap object that begins at an address, if one does.
    pub(crate) fn allocation_at(&self, address: u64) -> Option<&Entry> {
        let address = self.object_seen(address)?;
        let is_start = address::is_heap(address) && address::offset(address) == 0;
        let heap = self
            .heap
            .get(address::thread(address))
            .filter(|_| is_start)?;
        heap.live(address::index(address)).ok()
    }

    /// An address, or the object that it sees as another type.
    fn object_seen(&self, address: u64) -> Option<u64> {
        match address::is_view(address) {
            true => self.viewed_object(address),
            false => Some(address),
        }
    }

    /// Whether a heap object was allocated with as many bytes, if that is known.
    pub(crate) fn has_bytes(&self, entry: &Entry, bytes: u64) -> Option<bool> {
        let layout = self.code.program().layout(entry.layout);
        let elements = entry.len.checked_div(layout.cells())?;
        let is_sized = layout.bytes > 0;
        is_sized.then(|| bytes + u64::from(entry.slack) == layout.bytes * u64::from(elements))
    }

    /// The alignment with which a heap object was allocated.
    pub(crate) fn alignment(&self, entry: &Entry) -> u64 {
        let of_type = || self.code.program().layout(entry.layout).align;
        entry.align.map_or_else(of_type, |log| 1 << log)
    }

    /// Notes that the heap object that begins at an address was allocated with as many bytes and this
    /// alignment.
    pub(crate) fn note_allocation(&mut self, address: u64, bytes: u64, align: u64) {
        let log = align.checked_ilog2().map(|log| log as u8);
        let Some(&entry) = self.allocation_at(address) else {
            return;
        };
        let layout = self.code.program().layout(entry.layout);
        let elements = entry.len.checked_div(layout.cells()).unwrap_or(0);
        let slack = (layout.bytes * u64::from(elements)).saturating_sub(bytes);
        let object = self.object_seen(address);
        if let Some(object) = object.filter(|&object| address::is_heap(object))
            && let Some(heap) = self.heap.get_mut(address::thread(object))
        {
            heap.note_allocation(address::index(object), log, slack as u32);
        }
    }

    /// How many bytes one address lies behind another.
    pub(crate) fn bytes_between(&self, own: &Thread, address: u64, origin: u64) -> u64 {
        let number = |address| self.pointer_to_integer(own, address);
        address::bytes_between(number(address), number(origin))
    }

    /// Whether an access outside of an object's cells, or between two, looks at single bytes of larger
    /// values.
    pub(crate) fn looks_at_bytes(&self, own: &Thread, address: u64) -> bool {
        let Some(site) = own.site() else { return false };
        let function = self.code.program().function(site.func);
        let reg = match function.code[site.inst.index()] {
            Inst::Load { dst, cells: 1, .. } => dst,
            Inst::Store {
                src: Operand::Reg(src),
                cells: 1,
                ..
            } => src,
            _ => return false,
        };
        let kind = function.registers[reg.index()];
        let whole = address::untagged(address);
        let Some((_, layout)) = self.origin(Some(own), address::object(whole)) else {
            return false;
        };
        let layout = self.code.program().layout(layout);
        let larger = match whole == address {
            true => layout.pattern.iter().any(|&cell| !is_byte(cell)),
            false => !is_byte(layout.kind_at(address::offset(whole) as u32)),
        };
        is_byte(kind) && larger
    }

    fn origin(&self, own: Option<&Thread>, address: u64) -> Option<(Origin, LayoutId)> {
        let (thread, index) = (address::thread(address), address::index(address));
        if !address::is_plausible(address) {
            return None;
        }
        if address::is_stack(address) {
            let own = own.filter(|own| own.id.index() == thread);
            let owner = own.or_else(|| self.threads.get(thread)?.as_deref())?;
            owner.slot(address)?;
            return self.variable(owner, address::position(address));
        }
        if thread == STATICS {
            let id = StaticId::new(index.checked_sub(1)?);
            let global = self.code.program().statics.get(id.index())?;
            return Some((Origin::Static(global.name.clone()), global.layout));
        }
        let entry = self.heap.get(thread)?.live(index).ok()?;
        Some((Origin::Heap(entry.allocated), entry.layout))
    }

    /// The type of the object at an address, which may be freed: its pointers stay what they are.
    fn layout_at(&self, own: &Thread, address: u64) -> Option<LayoutId> {
        if let Some((_, layout)) = self.origin(Some(own), address) {
            return Some(layout);
        }
        if !address::is_heap(address) {
            return None;
        }
        let arena = self.heap.get(address::thread(address))?;
        arena.freed_layout(address::index(address))
    }

    /// Whether an address, whose object may be freed, is that of a thread-local: no other object has such a type.
    pub(crate) fn was_thread_local(&self, own: &Thread, address: u64) -> bool {
        let layout = self.layout_at(own, address);
        let statics = self.code.program().statics.iter();
        let mut locals = statics.filter(|global| global.thread_local);
        layout.is_some_and(|layout| locals.any(|local| local.layout == layout))
    }

    fn variable(&self, owner: &Thread, index: usize) -> Option<(Origin, LayoutId)> {
        let frame = owner
            .frames
            .iter()
            .rev()
            .find(|frame| frame.slots as usize <= index)?;
        let function = self.code.program().function(frame.func);
        let slot = SlotId::new(index - frame.slots as usize);
        let slot = function.slots.get(slot.index())?;
        Some((Origin::Variable(slot.name.clone(), frame.func), slot.layout))
    }
}

fn is_byte(kind: CellKind) -> bool {
    matches!(
        kind,
        CellKind::Scalar(ScalarType::U8 | ScalarType::I8 | ScalarType::Bool) | CellKind::Opaque
    )
}

/// The names of the fields and elements that lead to a cell. Where variants overlap, the first that
/// has a field there.
fn path(program: &Program, layout: LayoutId, offset: u32) -> String {
    let mut text = String::new();
    let (mut layout, mut offset) = (layout, offset);
    let cells = program.layout(layout).cells().max(1);
    if offset >= cells {
        text.push_str(&format!("[{}]", offset / cells));
        offset %= cells;
    }
    while let Some((name, inner, rest)) = part(program, layout, offset) {
        text.push_str(&name);
        (layout, offset) = (inner, rest);
    }
    text
}

fn part(program: &Program, layout: LayoutId, offset: u32) -> Option<(String, LayoutId, u32)> {
    let field_at = |fields: &[vscheck_ir::layout::FieldLayout]| {
        let field = fields.iter().find(|field| {
            let cells = program.layout(field.layout).cells();
            (field.offset..field.offset + cells).contains(&offset)
        })?;
        let name = match field.name.as_str() {
            "" => String::new(),
            name => format!(".{name}"),
        };
        Some((name, field.layout, offset - field.offset))
    };
    match &program.layout(layout).shape {
        Shape::Scalar => None,
        Shape::Struct(fields) | Shape::Union(fields) => field_at(fields),
        Shape::Enum(variants) => variants
            .iter()
            .find_map(|variant| field_at(&variant.fields)),
        Shape::Array { element, .. } => {
            let cells = program.layout(*element).cells().max(1);
            Some((format!("[{}]", offset / cells), *element, offset % cells))
        }
    }
}
