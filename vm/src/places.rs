//! Pointers that the program promises something of: that a reference is made to what is there, or that
//! a step stays in the object. The promise is looked at where it is given, though nobody reads there.
//!
//! What is not known for sure is taken to be right: an access will say more.

use crate::access::{Trap, uses_part_of_null};
use crate::address;
use crate::machine::Machine;
use crate::memory::BadAddress;
use crate::operation::ThreadId;
use crate::step::{Failure, undefined};
use crate::thread::Thread;
use crate::views::Start;
use vscheck_ir::LayoutId;

/// How many cells of what a reference shows are looked at.
const MAX_SHOWN: u64 = 256;

/// Where in an object a pointer points, in cells or in bytes.
#[derive(Clone, Copy, Debug)]
struct Within {
    at: i128,
    /// The object's size.
    end: i128,
    /// That of one of the values pointed at.
    one: i128,
    unit: &'static str,
}

impl Within {
    /// Whether some values on, or back, is in the object or right behind it.
    fn has_room(self, count: i128) -> bool {
        let places = 0..=self.end;
        places.contains(&self.at) && places.contains(&self.target(count))
    }

    fn one_unit(self) -> &'static str {
        one_of(self.unit)
    }

    fn target(self, count: i128) -> i128 {
        count.saturating_mul(self.one).saturating_add(self.at)
    }
}

fn one_of(units: &str) -> &str {
    units.trim_end_matches('s')
}

/// So many bytes or cells, in words.
pub(crate) fn counted(count: impl Into<i128>, units: &str) -> String {
    match count.into() {
        1 => format!("1 {}", one_of(units)),
        count => format!("{count} {units}"),
    }
}

/// A pointer into a live object.
struct Place {
    /// The object's first cell.
    object: u64,
    cells: Option<Within>,
    bytes: Option<Within>,
    /// Whether its byte is known for sure.
    has_byte: bool,
}

impl Place {
    /// Why some values on, or back, is no place of the object: neither its cells nor its bytes have room.
    fn lacks_room(&self, count: i128) -> Option<Within> {
        let known = [self.bytes, self.cells].into_iter().flatten();
        if known.clone().any(|within| within.has_room(count)) {
            return None;
        }
        known.into_iter().next()
    }
}

impl Machine {
    /// Looks whether `count` values of a type can be where a pointer points, to which a reference is made.
    pub(crate) fn check_place(
        &self,
        own: &Thread,
        pointer: u64,
        (layout, count): (LayoutId, u64),
    ) -> Result<(), Failure> {
        let of = self.code.program().layout(layout);
        let align = of.align.max(1);
        if address::is_number(address::untagged(pointer)) {
            let is_something = of.bytes > 0 && count > 0;
            if pointer != 0 && is_something && uses_part_of_null(own, self.code.program()) {
                return Err(undefined(
                    "a reference to a part of what is at a null pointer",
                ));
            }
            return number_as_reference(pointer, align, is_something);
        }
        let Some(place) = self.place_within(own, pointer, layout)? else {
            return Ok(());
        };
        let misaligned = |within: &Within| within.at % i128::from(align) != 0;
        if let Some(within) = place.bytes.filter(|_| place.has_byte).filter(misaligned) {
            return Err(undefined(&format!(
                "a reference to what is misaligned: at byte {}, of what has to be at a multiple of {align}",
                within.at
            )));
        }
        if of.bytes == 0 || count == 0 {
            return Ok(());
        }
        self.check_room(own, place, count.into(), |within| {
            let size = within.one.saturating_mul(count.into());
            let (size, unit) = (counted(size, within.unit), within.one_unit());
            format!("a reference to {size} from {unit} {} on", within.at)
        })
    }

    /// Looks whether values of a type that a shared reference shows are some, as far as they were written.
    pub(crate) fn check_shown(
        &self,
        own: &Thread,
        pointer: u64,
        (layout, count): (LayoutId, u64),
    ) -> Result<(), Failure> {
        let program = self.code.program();
        let size = u64::from(program.layout(layout).cells()).max(1);
        for index in 0..count.min(MAX_SHOWN / size) {
            let value = address::advance(pointer, (index * size) as i64);
            let Some(cells) = self.shown(own, value, size as usize) else {
                return Ok(());
            };
            if cells.iter().any(|&cell| self.code.is_unwritten(cell)) {
                continue;
            }
            if let Some(why) = program.invalid_as_shown(layout, &cells) {
                return Err(undefined(&format!("a reference to {why}")));
            }
        }
        Ok(())
    }

    /// Looks whether a pointer may go so many values on.
    pub(crate) fn check_step(
        &self,
        own: &Thread,
        pointer: u64,
        (layout, count): (LayoutId, i64),
    ) -> Result<(), Failure> {
        if count == 0 || self.code.program().layout(layout).bytes == 0 {
            return Ok(());
        }
        refuse_number(pointer, "pointer arithmetic on")?;
        let Some(place) = self.place_within(own, pointer, layout)? else {
            return Ok(());
        };
        self.check_room(own, place, count.into(), |within| {
            let (unit, at) = (within.one_unit(), within.at);
            let target = within.target(count.into());
            format!(
                "pointer arithmetic that leaves its object: from {unit} {at} to {unit} {target}"
            )
        })
    }

    /// Looks whether a value of a type that begins where a pointer points may have a part so many cells on. The
    /// value need not be there, but its part has to be in the object or right behind it.
    pub(crate) fn check_projection(
        &self,
        own: &Thread,
        pointer: u64,
        (layout, cells): (LayoutId, u64),
    ) -> Result<(), Failure> {
        let Some(map) = self.code.byte_map(layout) else {
            return Ok(());
        };
        let byte = map.byte_of(cells);
        if byte == 0 {
            return Ok(());
        }
        refuse_number(pointer, "a part of what is at")?;
        let part = address::advance(pointer, cells as i64);
        let Some(place) = self.place_within(own, part, layout)? else {
            return Ok(());
        };
        self.check_room(own, place, 0, |within| {
            let (unit, at) = (within.one_unit(), within.at);
            format!("a part of what is not there: from {unit} {at} on")
        })
    }

    /// Looks whether some values on, or back, is a place of the object. `wrong` says in words what is not there.
    fn check_room(
        &self,
        own: &Thread,
        place: Place,
        count: i128,
        wrong: impl FnOnce(Within) -> String,
    ) -> Result<(), Failure> {
        let Some(within) = place.lacks_room(count) else {
            return Ok(());
        };
        let (name, end) = (self.sized_name(own, place.object), within.end);
        let end = counted(end, within.unit);
        Err(undefined(&format!(
            "{} of `{name}`, which has {end}",
            wrong(within)
        )))
    }

    /// Whether the end of what a pointer leads to comes before what the thread does now: it has ended it
    /// itself, or knows of all that the thread has done which did.
    fn knows_end(&self, own: &Thread, trap: Trap) -> bool {
        let by = match trap {
            Trap::Bad(_, BadAddress::Freed(Some((by, _)))) => by,
            Trap::Bad(address, BadAddress::DeadSlot) => ThreadId(address::thread(address) as u16),
            Trap::Bad(..) | Trap::Race(..) | Trap::Unborn(..) | Trap::Refused => return false,
        };
        let past = |of: &Thread| of.order.clock.get(by.0);
        by == own.id || self.try_thread(by).is_some_and(|by| past(own) >= past(by))
    }

    /// Where a pointer to a type points, if that is known. What has ended is no place where the thread
    /// knows that it has; else that may be chance, and the access will say it.
    fn place_within(
        &self,
        own: &Thread,
        pointer: u64,
        layout: LayoutId,
    ) -> Result<Option<Place>, Trap> {
        if self.code.is_unwritten(pointer) {
            return Err(Trap::Bad(pointer, BadAddress::Uninitialized));
        }
        let Some((object, start)) = self.start_of(pointer) else {
            return Ok(None);
        };
        let Some((of, len)) = self.extent(Some(own), object) else {
            return match self.locate(Some(own), object, 0) {
                Err(trap) if self.knows_end(own, trap) => Err(trap),
                _ => Ok(None),
            };
        };
        let program = self.code.program();
        let (map, one) = (self.code.byte_map(of), program.layout(layout));
        // The first cell need not have the first byte.
        let ahead = self.first_byte(layout);
        let bytes = map.map(|map| {
            let at = match start {
                Start::Byte(byte) => i128::from(byte as i64),
                Start::Cell(cell) => i128::from(map.byte_of(cell)) - i128::from(ahead),
            };
            Within {
                at,
                end: i128::from(len / map.cells()) * i128::from(map.bytes()),
                one: one.bytes.into(),
                unit: "bytes",
            }
        });
        let cells = match start {
            Start::Byte(_) => None,
            Start::Cell(cell) => Some(Within {
                at: cell.into(),
                end: len.into(),
                one: one.cells().into(),
                unit: "cells",
            }),
        };
        let has_byte = match (start, map) {
            (Start::Byte(_), _) => true,
            (Start::Cell(cell), Some(map)) => {
                map.is_placed(program, cell)
                    && map.leaf(program, cell).is_some_and(|leaf| !leaf.is_exact())
            }
            (Start::Cell(_), None) => false,
        };
        let is_tagged = !address::is_view(pointer) && address::untagged(pointer) != pointer;
        Ok(Some(Place {
            object,
            cells,
            bytes,
            has_byte: has_byte && !is_tagged,
        }))
    }
}

/// Refuses what is no address in an object, but null or another number. `done` says in words what is done with it.
fn refuse_number(pointer: u64, done: &str) -> Result<(), Failure> {
    if !address::is_number(address::untagged(pointer)) {
        return Ok(());
    }
    let number = match pointer {
        0 => "a null pointer",
        _ => "an address that is no object's",
    };
    Err(undefined(&format!("{done} {number}")))
}

/// A reference made of a number: fine where nothing is there to be seen.
fn number_as_reference(pointer: u64, align: u64, is_something: bool) -> Result<(), Failure> {
    let number = address::to_integer(pointer);
    if number == 0 {
        return Err(undefined("a reference made of a null pointer"));
    }
    if is_something {
        return Err(undefined(&format!(
            "a reference made of the address {number}, where no object is"
        )));
    }
    if !number.is_multiple_of(align) {
        return Err(undefined(&format!(
            "a reference to what is misaligned: at {number}, of what has to be at a multiple of {align}"
        )));
    }
    Ok(())
}
