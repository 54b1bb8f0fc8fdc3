//! Traps in words.

use super::{Racing, Trap};
use crate::address;
use crate::describe::{ObjectDescription, Origin};
use crate::fault::{CutOff, Fault, FaultKind, OtherSite};
use crate::machine::Machine;
use crate::memory::BadAddress;
use crate::operation::ThreadId;
use crate::places::counted;
use crate::shadow::Epoch;
use crate::step;
use crate::thread::{Ended, Thread};
use vscheck_ir::{Inst, Operand, Program, Shape};

/// The use that an object's end races with.
fn cut_off(
    past: Epoch,
    racing: Racing,
    ended: impl FnOnce() -> ObjectDescription,
) -> Option<CutOff> {
    let variable = match racing {
        Racing::Read | Racing::Write | Racing::Resized => return None,
        Racing::Free => None,
        Racing::End => Some(match ended().origin {
            Origin::Variable(name, _) => name,
            _ => String::new(),
        }),
    };
    Some(CutOff {
        steps: past.steps,
        atomic: !past.unit.is_plain(),
        variable,
    })
}

impl Machine {
    /// The fault that a trap stands for.
    pub(crate) fn trap_fault(&self, thread: &Thread, trap: Trap) -> Fault {
        let mut fault = self.fault_of(thread, FaultKind::UndefinedBehavior, String::new());
        match trap {
            Trap::Refused => fault.message = "a look at bytes that are not known".to_string(),
            Trap::Bad(address, bad) => {
                fault.message = self.bad_address(thread, address, bad);
                fault.against = match bad {
                    BadAddress::Freed(freed) => freed.map(|(by, _)| by),
                    BadAddress::DeadSlot => Some(ThreadId(address::thread(address) as u16)),
                    BadAddress::Null
                    | BadAddress::Uninitialized
                    | BadAddress::Unknown
                    | BadAddress::OutOfBounds { .. }
                    | BadAddress::OutOfBytes { .. }
                    | BadAddress::Misaligned { .. }
                    | BadAddress::ReadOnly
                    | BadAddress::Fixed
                    | BadAddress::NotAnAllocation => None,
                };
                fault.other = self.end_of_object(thread, address, bad);
            }
            Trap::Race(address, past, racing) => {
                self.name_race(thread, &mut fault, (address, racing), past);
                let object = || self.describe_for(Some(thread), address);
                fault.cut_off = cut_off(past, racing, object).map(Box::new);
            }
            Trap::Unborn(address, born, racing) => {
                self.name_race(thread, &mut fault, (address, racing), born);
                fault.other = fault.other.map(|other| OtherSite {
                    what: "allocated",
                    ..other
                });
            }
        }
        fault
    }

    pub(super) fn name_race(
        &self,
        thread: &Thread,
        fault: &mut Fault,
        (address, racing): (u64, Racing),
        past: Epoch,
    ) {
        fault.kind = FaultKind::DataRace;
        fault.against = Some(ThreadId(past.thread));
        fault.message = self.race_message(thread, address, racing);
        fault.other = Some(OtherSite {
            what: "conflicting access",
            thread: Some(ThreadId(past.thread)),
            site: past.site(),
        });
    }

    /// Where what a bad address named was freed or ended.
    pub(super) fn end_of_object(
        &self,
        own: &Thread,
        address: u64,
        bad: BadAddress,
    ) -> Option<OtherSite> {
        let (what, thread, site) = match bad {
            BadAddress::Freed(freed) => freed.map(|(by, site)| ("freed", by, site)),
            BadAddress::DeadSlot => {
                let owner = ThreadId(address::thread(address) as u16);
                self.ended_slot(own, address)
                    .map(|ended| ("ended", owner, ended.site))
            }
            BadAddress::Null
            | BadAddress::Uninitialized
            | BadAddress::Unknown
            | BadAddress::OutOfBounds { .. }
            | BadAddress::OutOfBytes { .. }
            | BadAddress::Misaligned { .. }
            | BadAddress::ReadOnly
            | BadAddress::Fixed
            | BadAddress::NotAnAllocation => None,
        }?;
        Some(OtherSite {
            what,
            thread: Some(thread),
            site,
        })
    }

    /// The variable that an address named, which is gone.
    pub(super) fn ended_slot(&self, own: &Thread, address: u64) -> Option<Ended> {
        let owner = address::thread(address);
        let thread = match owner == own.id.index() {
            true => Some(own),
            false => self.threads[owner].as_deref(),
        };
        thread?.ended_slot(address)
    }

    /// The same in words.
    pub(super) fn ended_variable(&self, own: &Thread, address: u64) -> String {
        let name = self.ended_slot(own, address).and_then(|ended| {
            let function = self.code.program().function(ended.site.func);
            function.slots.get(ended.slot.index())
        });
        match name.map(|slot| slot.name.as_str()) {
            None | Some("") => "a local variable that no longer exists".to_string(),
            Some(name) => format!("the local variable `{name}`, which no longer exists"),
        }
    }

    pub(super) fn race_message(&self, thread: &Thread, address: u64, racing: Racing) -> String {
        let object = self.describe_for(Some(thread), address);
        match racing {
            Racing::Read => format!("data race: unordered read of `{object}`"),
            Racing::Write => format!("data race: unordered write to `{object}`"),
            Racing::Resized => {
                format!("data race: unordered atomic operations of different sizes on `{object}`")
            }
            Racing::Free => format!("data race: unordered free of `{}`", object.whole()),
            Racing::End => format!("data race: unordered end of `{}`", object.whole()),
        }
    }

    /// Whether it is an address of something with a tag in it.
    pub(super) fn is_tagged(&self, thread: &Thread, address: u64) -> bool {
        let place = address::untagged(address);
        let object = address::object(place);
        place != address && self.extent(Some(thread), object).is_some()
    }

    /// What is freed that is no allocation, in words.
    pub(super) fn bad_free(&self, thread: &Thread, address: u64) -> String {
        let object = self.describe_for(Some(thread), address::object(address));
        let name = match object.origin {
            Origin::Unknown => return "free of an address that was not allocated".to_string(),
            Origin::Static(name) if name.is_empty() => {
                return "free of a constant".to_string();
            }
            _ => object.whole(),
        };
        if !address::is_heap(address) {
            return format!("free of `{name}`, which was not allocated");
        }
        let whole = match self.extent(Some(thread), address::object(address)) {
            Some((_, len)) if self.is_raw(address) => format!("an allocation of {len} bytes"),
            _ => format!("`{name}`"),
        };
        format!("free of a part of {whole}: the pointer is not to where the allocation begins")
    }

    /// How many cells an element of an object has that has some.
    pub(super) fn element_size(&self, own: &Thread, object: u64) -> Option<usize> {
        let program = self.code.program();
        let (layout, len) = self.extent(Some(own), object)?;
        let layout = program.layout(layout);
        let size = match &layout.shape {
            Shape::Array { element, .. } => program.layout(*element).cells(),
            _ if len > u64::from(layout.cells()) => layout.cells(),
            _ => 0,
        };
        (size > 0).then_some(size as usize)
    }

    /// The name of a whole object, of several values in one allocation that of an array.
    pub(crate) fn sized_name(&self, own: &Thread, object: u64) -> String {
        let described = self.describe_for(Some(own), object);
        let is_nameless = match &described.origin {
            Origin::Static(name) => name.is_empty(),
            Origin::Heap(_) => true,
            Origin::Variable(..) | Origin::Unknown => false,
        };
        let name = described.whole();
        let of = self.extent(Some(own), object).filter(|_| is_nameless);
        let count = of.and_then(|(layout, len)| {
            let one = u64::from(self.code.program().layout(layout).cells());
            len.checked_div(one)
        });
        match count {
            None | Some(0 | 1) => name,
            Some(count) => format!("[{name}; {count}]"),
        }
    }

    /// An access to cells that an object does not have, in words.
    pub(super) fn out_of_bounds(
        &self,
        thread: &Thread,
        address: u64,
        (offset, len): (usize, usize),
    ) -> String {
        let object = address::object(address);
        let name = self.sized_name(thread, object);
        let outside = || format!("access outside of `{name}`");
        if offset as u64 >= address::MAX_OFFSET {
            return outside();
        }
        if let Some(size) = self.element_size(thread, object).filter(|_| offset >= len) {
            let (index, count) = (offset / size, len / size);
            return format!("access to element {index} of `{name}`, which has {count}");
        }
        let of = self.extent(Some(thread), object);
        let Some(map) = of.and_then(|(layout, _)| self.code.byte_map(layout)) else {
            return outside();
        };
        let byte = map.byte_of(offset as u64);
        let all = counted(len as u64 / map.cells() * map.bytes(), "bytes");
        match offset < len {
            true => {
                format!("access past the end of `{name}`, which has {all}, from byte {byte} on")
            }
            false => format!("access to byte {byte} of `{name}`, which has {all}"),
        }
    }

    pub(super) fn bad_address(&self, thread: &Thread, address: u64, bad: BadAddress) -> String {
        match bad {
            BadAddress::Null => number_used(thread, self.code.program()),
            BadAddress::Uninitialized => "use of an uninitialized pointer".to_string(),
            BadAddress::Unknown if self.is_tagged(thread, address) => {
                "misaligned access: the address of a place with a tag in its low bits".to_string()
            }
            BadAddress::Unknown if address::is_function(address) => {
                "access to the memory of a function".to_string()
            }
            BadAddress::Unknown if self.bare_number(address).is_some() => {
                "access through a pointer without provenance: one that was made of a number alone"
                    .to_string()
            }
            BadAddress::Unknown => "access through an address that is no object's".to_string(),
            BadAddress::Freed(_) if is_freeing(thread, self.code.program()) => {
                "double free".to_string()
            }
            BadAddress::Freed(_) if self.was_thread_local(thread, address) => {
                "use after free: a thread-local, which ended with its thread".to_string()
            }
            BadAddress::Freed(_) => "use after free".to_string(),
            BadAddress::DeadSlot => format!("access to {}", self.ended_variable(thread, address)),
            BadAddress::ReadOnly => "write to a constant".to_string(),
            BadAddress::Fixed => {
                let object = self.describe_for(Some(thread), address::object(address));
                format!(
                    "write to the variable `{}`, which is not `mut`",
                    object.whole()
                )
            }
            BadAddress::NotAnAllocation => self.bad_free(thread, address),
            BadAddress::Misaligned { byte, align } => {
                format!(
                    "misaligned access: at byte {byte}, of what has to be at a multiple of {align}"
                )
            }
            BadAddress::OutOfBounds { offset, len } if self.is_raw(address) => {
                format!("access to byte {offset} of an allocation of {len} bytes")
            }
            BadAddress::OutOfBounds { offset, len } => {
                self.out_of_bounds(thread, address, (offset, len))
            }
            BadAddress::OutOfBytes { from, bytes, len } => {
                let (bytes, len) = (counted(bytes, "bytes"), counted(len, "bytes"));
                let whole = match self.is_raw(address) {
                    true => format!("an allocation of {len}"),
                    false => {
                        let name = self.sized_name(thread, address::object(address));
                        format!("`{name}`, which has {len}")
                    }
                };
                format!("access to {bytes} from byte {from} on of {whole}")
            }
        }
    }
}

/// Whether the running thread frees something.
fn is_freeing(thread: &Thread, program: &Program) -> bool {
    let site = thread.site();
    let inst = site.and_then(|site| program.function(site.func).code.get(site.inst.index()));
    matches!(inst, Some(Inst::Free { .. }))
}

/// What the running thread does with a number for a pointer: fields of null have such addresses, too.
fn number_used(thread: &Thread, program: &Program) -> String {
    let inst = thread
        .site()
        .map(|site| &program.function(site.func).code[site.inst.index()]);
    let (pointer, frees) = match inst {
        Some(Inst::Load { ptr, .. } | Inst::Store { ptr, .. }) => (*ptr, false),
        Some(Inst::Free { ptr }) => (*ptr, true),
        _ => (Operand::Const(0), false),
    };
    match (address::to_integer(step::operand(thread, pointer)), frees) {
        (0, false) => "null pointer dereference".to_string(),
        (_, false) if uses_part_of_null(thread, program) => {
            "access to a part of what is at a null pointer".to_string()
        }
        (0, true) => "free of a null pointer".to_string(),
        (number, false) => format!("access through the address {number}, where no object is"),
        (number, true) => format!("free of the address {number}, where no object is"),
    }
}

/// Whether what the running thread looks at now, or accesses, is a part of what would be at a null pointer.
pub(crate) fn uses_part_of_null(thread: &Thread, program: &Program) -> bool {
    let Some(site) = thread.site() else {
        return false;
    };
    let (before, rest) = program.function(site.func).code.split_at(site.inst.index());
    let pointer = match rest.first() {
        Some(Inst::Load { ptr, .. } | Inst::Store { ptr, .. }) => Some(*ptr),
        Some(Inst::Intrinsic { args, .. }) => args.first().copied(),
        _ => None,
    };
    let Some(mut pointer) = pointer else {
        return false;
    };
    before.iter().rev().any(|inst| match inst {
        Inst::Offset { dst, base, .. } if pointer == Operand::Reg(*dst) => {
            pointer = *base;
            step::operand(thread, pointer) == 0
        }
        _ => false,
    })
}
